"""The turns of Olympos on forms: what is usual, what an answer brings with it, what the button sends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from companion.core.forms import Filled, fill
from companion.core.questions import Answer, Count, Pick
from companion.core.secrecy import PUBLIC
from companion.core.step import TABLE
from companion.core.widgets import Ledger, Row
from companion.core.wording import Message
from companion.games.olympos import box, facts, scoring
from companion.games.olympos.moves import Discover, Expand, Fill, Left, LookUp, Lose, TakeCube
from companion.games.olympos.state import Cubes, Facts, Hit, Playing, Window
from companion.games.olympos.tables import space_at, square
from companion.locale import LANGUAGES, speaker
from companion.service.play.dialogues import form_button
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table


def form(table: Table, seat: int, *before: Answer, **given: Answer) -> Filled:
    filled = fill(GAME, table.known(seat), seat, before, {key.replace("_", "-"): given[key] for key in given})
    assert filled is not None
    return filled


def answers(filled: Filled) -> dict[str, Answer | None]:
    return {field.key: field.answer for field in filled.fields}


def button(filled: Filled) -> str:
    return ENGLISH.say(form_button(filled))


def begun() -> tuple[Table, int]:
    """A table after set-up, and who is on turn."""
    table = Table().begun()
    return table, table.awaited[0]


def test_an_expansion_asks_for_the_resource_and_has_the_rest_as_usual() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand")
    assert answers(filled) == {"source": "new", "target": "empty", "resource": None}
    assert not filled.ready
    filled = form(table, seat, "expand", resource="gold")
    rest = {"special": [], "sea": 0, "land": 1, "pay": "pay"}
    assert answers(filled) == {"source": "new", "target": "empty", "resource": "gold", **rest}
    assert filled.moves == (Expand("new", "empty", "gold", land=1),)


def test_an_expansion_by_sea_and_land_changes_three_fields() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand", resource="gold", sea=1, land=2)
    assert filled.moves == (Expand("new", "empty", "gold", sea=1, land=2),)
    assert button(filled) == "Take a Gold territory: 6"
    assert ENGLISH.say(filled.fields[-1].question.hint or "") == ("2 for new settler + 2 for sea + 2 for land = 6.")


def test_an_expansion_against_a_tribe_changes_two_fields() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand", target="tribe", resource="grain")
    assert filled.moves == (Expand("new", "tribe", "grain", land=1),)
    assert button(filled) == "Defeat a tribe for Grain and a Star: 5"


def test_without_a_settler_in_stock_it_is_said_which_moves() -> None:
    table, seat = begun()
    table.give(seat, stock=0, grain=1)
    assert answers(form(table, seat, "expand")) == {"source": None}
    filled = form(table, seat, "expand", source="grain", resource="wood")
    assert filled.moves == (Expand("grain", "empty", "wood", left=Left("grain"), land=1),)


def test_a_light_expansion_begins_at_the_usual_price() -> None:
    table = Table(level="light").begun()
    filled = form(table, table.awaited[0], "expand", resource="wood")
    assert filled.moves == (Expand("new", "empty", "wood", points=3),)


# -- development: section 5 --------------------------------------------------------------------------------------


def shop() -> tuple[Table, int, str]:
    """A seat that can pay for a discovery with two bonuses left, and the square of that discovery."""
    table, seat = begun()
    table.give(seat, grain=6, wood=6, stone=6, gold=6)
    space = next(key for key, pile in table.state.piles.items() if pile.tile == "hoplite")
    return table, seat, square(space)


def test_a_discovery_asks_which_bonus_and_says_its_price() -> None:
    table, seat, at = shop()
    filled = form(table, seat, "discover", at)
    assert answers(filled)["bonus"] is None
    assert not filled.ready
    filled = form(table, seat, "discover", at, bonus=1)
    assert filled.moves[0].bonus == 1
    assert button(filled).endswith(": 7")


def test_a_discovery_with_one_bonus_left_is_its_button_alone() -> None:
    table, seat, at = shop()
    table.state.piles[space_at(at)].taken[0] = 1
    filled = form(table, seat, "discover", at)
    assert filled.ready
    assert answers(filled)["bonus"] == 1


def test_bonuses_that_are_alike_are_told_apart() -> None:
    table, seat, at = shop()
    space = space_at(at)
    printed = table.state.box["space"]
    table.state.box = {**table.state.box, "space": {**printed, space: {**printed[space], "bonus": ["A", "A"]}}}
    filled = form(table, seat, "discover", at)
    assert answers(filled)["bonus"] == 0, "it hardly matters which"
    bonus = next(field.question for field in filled.fields if field.key == "bonus")
    assert isinstance(bonus, Pick)
    labels = [ENGLISH.say(option.label) for option in bonus.options]
    assert labels == ["A: 1 settler into your stock (bonus 1)", "A: 1 settler into your stock (bonus 2)"]


def test_a_recorded_discovery_costs_what_most_cost_and_no_cubes() -> None:
    table = Table(level="light").begun()
    seat = table.awaited[0]
    table.give(seat, grain_cubes=1)
    filled = form(table, seat, "record", "poetry", bonus="D")
    assert answers(filled)["points"] == 7
    assert {answer for key, answer in answers(filled).items() if key.startswith("cubes-")} == {0}
    assert filled.moves[0].bonus == "D"


def test_both_cubes_of_commerce_are_taken_at_once() -> None:
    table, seat = begun()
    table.state.agenda.append(Cubes(seat, 2))
    assert answers(form(table, seat)) == {"cube": None}
    filled = form(table, seat, cube="wood", cube_2="gold")
    assert filled.moves == (TakeCube("wood"), TakeCube("gold"))


def test_hades_asks_which_settler_and_what_it_alone_can_hold_is_ticked() -> None:
    table, seat = begun()
    table.give(seat, grain=1, stars=1)
    table.give(next(other for other in table.state.seats if other != seat), covered=1)
    table.state.agenda.append(Hit(seat))
    filled = form(table, seat)
    assert answers(filled) == {"loss": "grain", "left": ["star"], "heir": 0}
    assert filled.moves == (Lose(Left("grain", ("star",))),)
    assert button(filled) == "Take a settler off the map"
    table.give(seat, wood=1)
    assert answers(form(table, seat)) == {"loss": None}, "one of several is chosen by the seat"


# -- what is printed: section 12 ---------------------------------------------------------------------------------


def test_what_is_printed_on_a_space_is_one_form() -> None:
    table = Table(box="own").begun()
    space = next(space for space in table.state.piles if space.startswith("r2"))
    table.state.agenda.append(Facts("space", space))
    filled = form(table, TABLE)
    resources = dict.fromkeys(("grain", "stone", "wood", "gold"), 0)
    assert answers(filled) == {**resources, "groups": None}, "no discovery is free"
    assert answers(form(table, TABLE, grain=2)) == {**resources, "grain": 2, "groups": 0, "bonus-1": None}
    filled = form(table, TABLE, grain=2, wood=2, bonus_1="A", bonus_2="B")
    assert answers(filled)["keep"] is True
    assert filled.moves == (Fill((2, 0, 2, 0, 0, "A", "B"), keep=True),)


def test_the_time_track_is_one_form_that_grows_as_it_is_read() -> None:
    table = Table(box="own").begun()
    table.state.agenda.append(Facts("track", "track"))
    assert list(answers(form(table, TABLE)).values()) == [None]
    zeus = {box.zeus_field(n): 10 * n for n in range(1, 7)}
    filled = form(table, TABLE, **zeus)
    assert list(answers(filled).values()) == [*zeus.values(), None]
    filled = form(table, TABLE, **zeus, cross=70)
    assert filled.moves == (Fill((*zeus.values(), 70), keep=True),)


def test_a_wonder_is_one_form() -> None:
    table = Table(box="own").begun()
    table.state.agenda.append(Facts("wonder", "parthenon"))
    assert form(table, TABLE, stars=6, points=11).moves == (Fill((6, 11), keep=True),)


def test_hands_of_a_game_begun_in_its_middle_are_one_form() -> None:
    table = Table()
    filled = form(table, TABLE, "middle", hand_2=3)
    assert answers(filled) == {"hand-1": 0, "hand-2": 3, "hand-3": 0, "hand-4": 0}
    assert filled.moves[0].hands == {"1": 0, "2": 3, "3": 0, "4": 0}


def test_the_hourglasses_that_stay_are_said_with_the_price() -> None:
    table, seat = begun()
    table.give(seat, hourglasses=9)
    filled = form(table, seat, "expand", resource="gold")
    hint = filled.fields[-1].question.hint
    assert ENGLISH.say(hint or "") == "2 for new settler + 1 for land = 3; 6 hourglasses stay."


# -- the arrival at a Zeus space: section 6 ----------------------------------------------------------------------


def test_after_a_draw_and_in_the_window_what_is_held_is_kept() -> None:
    """The cards, the answers of the others and what is revealed between them keep these apart: one tap each."""
    table, seat = begun()
    table.hold(seat, "zeus")
    table.state.agenda.append(Playing(seat))
    asked = table.question(seat)
    assert (asked.key, asked.usual, asked.secret) == ("card", "none", True)
    table.state.agenda[-1] = Window("ares", seat, tuple(table.state.seats))
    asked = table.question(seat)
    assert (asked.key, asked.usual, asked.secret) == ("zeus", 0, True)


def test_who_chose_to_play_a_card_says_which() -> None:
    table, seat = begun()
    table.hold(seat, "set")
    assert table.question(seat, turn="play-card").usual is None


def numbers_looked_up(table: Table) -> Iterator[Message]:
    """The words of every number that is read off the cardboard."""
    asked = (
        facts.ask_track(),
        facts.ask_wonder(),
        facts.ask_destiny(table.state),
        facts.ask_space(table.state, "r1c1"),
    )
    for asking in asked:
        with suppress(StopIteration):
            question = next(asking)
            while True:
                if isinstance(question, Count):
                    yield question.prompt
                    question = asking.send(question.high if question.key == "groups" else question.low)
                else:
                    question = asking.send(question.options[0].value)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_printed_number_leave_room_for_its_stepper(language: str) -> None:
    """Beside it they have two lines at 360 pixels; the heading says what they are about."""
    table, _ = begun()
    words = [speaker(language, {}).say(prompt) for prompt in numbers_looked_up(table)]
    assert len(words) > 15
    assert [each for each in words if len(each) > 26] == []


# -- what was looked up ------------------------------------------------------------------------------------------


def looked_up(price: int = 1) -> tuple[Table, int, str]:
    """A table at which seat 1 has two grain and has had the ``price`` of a Hoplite in grain looked up."""
    table = Table(3, box="own").begun()
    table.stand(a=0, b=3, c=3)
    table.give(1, grain=2)
    at = next(square(space) for space, pile in table.state.piles.items() if pile.tile == "hoplite")
    table.answer(1, turn="discover", space=at)
    table.move(TABLE, Fill((price, 0, 0, 0, 0, "A", "B"), keep=False))
    return table, 1, at


def test_a_discovery_that_was_looked_up_is_chosen_already() -> None:
    table, seat, at = looked_up()
    assert answers(form(table, seat)) == {"turn": "discover", "space": at, "bonus": None}
    filled = form(table, seat, bonus=1)
    assert filled.moves == (Discover(at, bonus=1),)
    assert button(filled) == "Discover Hoplite: 7"


def test_something_else_can_be_chosen_after_a_look_up() -> None:
    table, seat, at = looked_up()
    assert form(table, seat, turn="expand").draft == ("expand",)
    assert form(table, seat, turn="build", wonder="parthenon").moves == (LookUp("build", "parthenon"),)
    other = next(spot for spot in map(square, table.state.piles) if spot != at)
    assert form(table, seat, space=other).moves == (LookUp("discover", other),)


@pytest.mark.parametrize("level", ["full", "light"])
def test_a_wonder_that_was_looked_up_is_chosen_already(level: str) -> None:
    table = Table(3, level=level, box="own").begun()
    table.stand(a=0, b=3, c=3)
    table.give(1, stars=2)
    table.answer(1, turn="build", wonder="parthenon")
    table.move(TABLE, Fill((2, 9), keep=False))
    filled = form(table, 1)
    assert {key: answers(filled)[key] for key in ("turn", "wonder")} == {"turn": "build", "wonder": "parthenon"}
    assert form(table, 1, **{"points": 6} if level == "light" else {}).ready


@pytest.mark.parametrize("stars", [1, 2])
def test_a_wonder_whose_stars_are_missing_is_not_chosen(stars: int) -> None:
    table = Table(3, box="own").begun()
    table.stand(a=0, b=3, c=3)
    table.give(1, stars=stars)
    table.answer(1, turn="build", wonder="parthenon")
    table.move(TABLE, Fill((2, 9), keep=False))
    assert (fill(GAME, table.known(1), 1, (), {}) is None) == (stars < 2)


def test_what_cannot_be_paid_is_not_chosen() -> None:
    table, seat, _ = looked_up(price=6)
    assert fill(GAME, table.known(seat), seat, (), {}) is None
    assert table.question(seat).usual is None


def test_what_was_looked_up_is_forgotten_with_the_next_action() -> None:
    table, seat, _ = looked_up()
    table.answer(seat, turn="expand", source="new", target="empty", resource="wood")
    assert table.state.sought is None


def test_the_strip_counts_all_points_at_the_end() -> None:
    table, seat = begun()
    table.side(seat).prestige.value = 5
    table.hold(seat, "gold")

    visible = scoring.visible_points(table.state, table.side(seat))
    assert [figure.icon for figure in GAME.strip(table.state, seat)][-1] == "medal"
    table.state.over = True
    (lines,) = (side.lines for side in GAME.score(table.state, PUBLIC).sides if side.seats == (seat,))
    *numbers, figure = GAME.strip(table.state, seat)
    assert len(numbers) == 4, "a phone has room for five"
    assert ENGLISH.say(figure.label) == "Final points"
    assert figure.value == sum(line.points or 0 for line in lines) == visible + 5 + 1


def test_a_row_of_the_order_of_turns_depends_on_no_other_seat() -> None:
    table, seat = begun()

    def rows() -> dict[int | None, Row]:
        (order,) = (it for it in GAME.public_widgets(table.state) if isinstance(it, Ledger) and it.key == "order")
        return {row.seat: row for row in order.rows}

    before = rows()
    table.answer(seat, turn="expand", source="new", target="empty", resource="wood")
    after, now = rows(), table.awaited[0]
    changed = [each for each in after if after[each] != before[each]]
    assert set(changed) <= {seat, now}
