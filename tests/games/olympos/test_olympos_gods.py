"""Olympos cards: when one is turned up, upon whom it falls, what it does, and the window for Zeus cards."""

from __future__ import annotations

import json

import pytest

from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.secret_windows import has_answered, open_answers
from companion.core.widgets import Note
from companion.games.olympos import gods
from companion.games.olympos.moves import AddZeus, Expand, TakeCube
from companion.games.olympos.state import Arrival, Cubes, Draw, Hit, Moved, Window
from companion.games.olympos.tables import RESOURCES, Resource
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table


def with_symbols(*symbols: int, democrat: int = 0, **options: str) -> Table:
    """Seats with so many Zeus symbols, on tiles."""
    table = Table(len(symbols), **options).begun()
    for seat, n in enumerate(symbols, 1):
        table.give(seat, religion=int(n % 2 == 1), art=int(n >= 2))
    if democrat:
        table.give(democrat, democracy=1)
    return table


@pytest.mark.parametrize(
    ("god", "symbols", "democrat", "seats"),
    [
        pytest.param("artemis", (2, 2, 0, 1), 0, [1, 2], id="G1"),
        pytest.param("keres", (2, 2, 0, 1), 0, [3], id="G2"),
        pytest.param("ares", (0, 0, 0, 0), 0, [], id="G3"),
        pytest.param("siren", (0, 0, 0, 0), 0, [1, 2, 3, 4], id="G4"),
        pytest.param("nemesis", (0, 0, 1), 1, [2], id="G7"),
        pytest.param("zeus", (2, 2, 0, 1), 2, [2], id="Democracy wins the most"),
        pytest.param("keres", (0, 1, 1), 1, [1], id="no tie, no escape"),
    ],
)
def test_a_card_falls_upon(god: str, symbols: tuple[int, ...], democrat: int, seats: list[int]) -> None:
    assert gods.affected(with_symbols(*symbols, democrat=democrat).state, god, {}) == seats


def test_in_the_other_reading_democracy_does_not_escape() -> None:
    table = with_symbols(0, 0, 1, democrat=1, democracy="own-good")
    assert gods.affected(table.state, "nemesis", {}) == [1, 2]


def test_the_zeus_token_and_zeus_cards_count() -> None:
    table = with_symbols(1, 1, 0)
    table.give(2, zeus=1)
    assert gods.affected(table.state, "ares", {}) == [2]
    assert gods.affected(table.state, "ares", {3: 3}) == [3]


@pytest.mark.parametrize(
    ("space", "there", "turns_up"),
    [
        pytest.param(1, 0, True, id="single, first"),
        pytest.param(1, 2, False, id="G9: single, third"),
        pytest.param(1, 3, False, id="single, last"),
        pytest.param(3, 0, True, id="double, first"),
        pytest.param(3, 1, False, id="double, second"),
        pytest.param(3, 3, True, id="double, last"),
        pytest.param(6, 3, False, id="the last space is single"),
    ],
)
def test_a_zeus_space_turns_up_a_card_for_first_and_last(space: int, there: int, *, turns_up: bool) -> None:
    table = Table().begun()
    at = int(str(table.state.box["track"]["track"][f"zeus{space}"]))
    for seat in range(1, 5):
        table.side(seat).position = at if seat in range(2, 2 + there) else 0
    table.side(1).position = at
    assert gods.reveals(table.state, 1, space) == turns_up


@pytest.mark.parametrize(
    ("space", "there", "says"),
    [
        (1, 0, "Its Olympos card is for the first there."),
        (1, 1, "No Olympos card is left there."),
        (3, 0, "Its Olympos cards are for the first and the last there."),
        (3, 2, "One Olympos card is left, for the last there."),
    ],
)
def test_the_note_says_for_whom_a_card_is_left(space: int, there: int, says: str) -> None:
    table = Table().begun()
    at = int(str(table.state.box["track"]["track"][f"zeus{space}"]))
    for seat in range(1, 5):
        table.side(seat).position = at if seat in range(2, 2 + there) else at - 1
    note = next(widget for widget in GAME.show(table.state, PUBLIC) if widget.key == "zeus")
    assert isinstance(note, Note)
    assert [ENGLISH.say(line) for line in note.lines] == ["The next is 1 space away.", says]


def test_all_nine_cards_come_up_in_a_game() -> None:
    """Three single and three double Zeus spaces. Section 2."""
    table = Table().begun()
    cards = 0
    for space in range(1, 7):
        at = int(str(table.state.box["track"]["track"][f"zeus{space}"]))
        for seat in (3, 1, 4, 2):
            table.side(seat).position = at
            cards += gods.reveals(table.state, seat, space)
    assert cards == 9


@pytest.mark.parametrize(
    ("reading", "kinds"),
    [("one-by-one", [Draw, Arrival, Draw, Arrival]), ("draws-first", [Draw, Draw, Arrival, Arrival])],
)
def test_two_zeus_spaces_in_one_turn(reading: str, kinds: list[type]) -> None:
    table = Table(two_zeus=reading).begun()
    table.side(1).position = 30
    gods.look_at_zeus_spaces(table.state, Moved(1, 5))
    assert [type(due) for due in reversed(table.state.agenda)] == kinds


def opened(god: str, table: Table, drawer: int = 1) -> Table:
    """The window for ``god`` is open."""
    table.state.agenda.append(Window(god, drawer, tuple(table.state.seats)))
    table.state.votes = open_answers(table.state.seats)
    table.state.last_god = god
    return table


def turned_up(drawer: int, **hands: tuple[str, ...]) -> Table:
    """Four people, of whom ``drawer`` has come to a Zeus space; ``hands`` are their Destiny cards, as in ``s2``."""
    table = Table(4).begun()
    for name, faces in hands.items():
        table.hold(int(name[1:]), *faces)
    table.state.agenda.append(Arrival(drawer, 1))
    table.side(drawer).position = 11
    table.answer_arrival(drawer)
    return table


@pytest.mark.parametrize(
    ("hands", "asked"),
    [
        pytest.param({}, (3,), id="who has just drawn, though it holds nothing any more"),
        pytest.param({"s2": ("wood",)}, (2, 3), id="who holds a card, though it is no Zeus card"),
        pytest.param({"s2": ("zeus",), "s3": ("wood", "set"), "s4": ("star",)}, (2, 3, 4), id="all who hold cards"),
    ],
)
def test_asked_is_who_is_seen_to_hold_cards_and_who_has_drawn(
    hands: dict[str, tuple[str, ...]], asked: tuple[int, ...]
) -> None:
    table = turned_up(3, **hands)
    assert table.awaited == asked
    for seat in asked:
        question = table.question(seat)
        assert question.secret
        assert question.default == 0


def test_who_has_answered_is_asked_no_more_but_stays_awaited_for_all_others() -> None:
    table = turned_up(3, s2=("zeus",), s3=("wood",), s4=("wood",))
    before = {viewer: table.known(viewer) for viewer in (0, 3, 4)}
    assert not has_answered(GAME, table.state, 2)
    table.answer(2, zeus=1)
    assert has_answered(GAME, table.state, 2)
    assert table.awaited == (2, 3, 4)
    assert table.question(2).given == 1
    assert {viewer: table.known(viewer) for viewer in (0, 3, 4)} == before
    table.answer(2, zeus=0)
    table.answer(4)
    table.answer(3)
    assert [card.face.value for card in table.side(2).hand] == ["zeus"], "the last answer counts"


def test_a_window_of_rules_that_asked_every_seat_goes_on() -> None:
    """Stored by rules 4: only the answers that had come were there, and who was missing was seen by all."""
    table = opened("ares", with_symbols(1, 0, 0))
    table.hold(2, "zeus")
    table.answer(2, zeus=1)
    raw = json.loads(GAME.encode_state(table.state))
    raw["votes"] = {seat: answer for seat, answer in raw["votes"].items() if answer.get("inside") is not None}
    assert list(raw["votes"]) == ["2"]
    table.state = GAME.upgrade(4, raw)
    assert table.awaited == (1, 2, 3)
    table.answer(1)
    table.answer(3)
    assert table.state.discards["zeus"] == 1


def test_the_last_answer_reveals_all() -> None:
    table = opened("ares", with_symbols(1, 0, 0))
    table.hold(2, "zeus", "zeus", "wood")
    before = [seen(table.state, Viewer(3)), seen(table.state, PUBLIC)]
    table.answer(2, zeus=2)
    assert len(table.side(2).hand) == 3, "nothing is shown before the last has answered"
    assert [line for line in table.told if "Zeus card" in line] == []
    assert all(GAME.score(each, PUBLIC) for each in before)
    table.answer(1)
    table.answer(3)
    assert [card.face.value for card in table.side(2).hand] == ["wood"]
    assert table.side(2).marks["ares"] == 1
    assert table.side(1).marks["ares"] == 0
    assert table.state.discards["zeus"] == 2


def test_nobody_adds_a_card_that_is_not_held() -> None:
    table = opened("ares", with_symbols(1, 0, 0))
    assert table.refused(1, AddZeus(1)) == "out-of-reach"


def test_only_the_drawer_is_asked_in_the_other_reading() -> None:
    table = Table(zeus_cards="drawer").begun()
    table.state.agenda.append(Arrival(2, 1))
    table.side(2).position = 11
    table.answer_arrival(2)
    assert table.awaited == (2,)


# -- effects -----------------------------------------------------------------------------------------------------


def struck(god: str, *symbols: int) -> Table:
    table = opened(god, with_symbols(*symbols))
    for seat in table.state.seats:
        table.answer(seat)
    return table


def test_artemis_gives_cubes_clockwise_from_the_drawer() -> None:
    table = opened("artemis", with_symbols(2, 0, 2), drawer=2)
    for seat in (1, 2, 3):
        table.answer(seat)
    assert list(reversed(table.state.agenda)) == [Cubes(3, 1), Cubes(1, 1)]
    before = table.side(3).cubes["wood"]
    table.answer(3, cube="wood")
    assert table.side(3).cubes["wood"] == before + 1
    assert table.awaited == (1,)


@pytest.mark.parametrize(
    ("stock", "refused"), [({"wood": 0}, True), ({"wood": 0, "grain": 0, "stone": 0}, True), ({"wood": 1}, False)]
)
def test_only_cubes_that_are_left_are_chosen(stock: dict[Resource, int], *, refused: bool) -> None:
    table = Table(3).begun()
    table.state.cubes.update(stock)
    table.state.agenda = [Cubes(1, 1)]
    if refused:
        assert table.refused(1, TakeCube("wood")) == "out-of-reach"
    else:
        table.move(1, TakeCube("wood"))


def test_where_no_cube_is_left_none_is_taken_and_the_play_goes_on() -> None:
    table = Table(3).begun()
    table.state.cubes.update(dict.fromkeys(RESOURCES, 0))
    before = dict(table.side(1).cubes)
    table.state.agenda = [Cubes(1, 1)]
    table.answer(1)
    assert (table.side(1).cubes, table.state.agenda) == (before, [])


def test_zeus_gives_prestige_in_secret_and_hecate_a_settler() -> None:
    assert struck("zeus", 1, 0, 0).side(1).prestige.value == 3
    assert not seen(struck("zeus", 1, 0, 0).state, Viewer(2)).side(1).prestige.known
    assert struck("hecate", 1, 0, 0).side(1).stock == 5


@pytest.mark.parametrize("god", ["athena", "ares"])
def test_a_good_god_marks_the_most(god: str) -> None:
    assert [side.marks[god] for side in struck(god, 1, 0, 0).state.sides] == [1, 0, 0]  # type: ignore[index]


@pytest.mark.parametrize("god", ["siren", "erinyes", "keres"])
def test_a_bad_god_marks_the_fewest(god: str) -> None:
    assert [side.marks[god] for side in struck(god, 1, 0, 1).state.sides] == [0, 1, 0]  # type: ignore[index]


def test_nemesis_discards_every_card() -> None:
    table = opened("nemesis", with_symbols(1, 0, 1))
    table.hold(2, "wood", "set")
    for seat in (1, 2, 3):
        table.answer(seat)
    assert table.side(2).hand == []
    assert table.state.discards["wood"] == table.state.discards["set"] == 1


def test_ares_and_siren_end_with_the_next_card() -> None:
    """G10."""
    table = Table().begun()
    table.give(1, ares=1)
    table.give(2, siren=1, erinyes=1)
    table.state.agenda.append(Arrival(1, 1))
    table.side(1).position = 11
    table.answer_arrival(1)
    assert table.side(1).marks["ares"] == table.side(2).marks["siren"] == 0
    assert table.side(2).marks["erinyes"] == 1


def test_hades_takes_a_settler_of_choice_to_the_stock() -> None:
    table = with_symbols(0, 1, 1)
    table.give(1, wood=1, covered=1, stock=2)
    table.state.tokens["wood"] -= 1
    opened("hades", table)
    for seat in (1, 2, 3):
        table.answer(seat)
    assert table.state.agenda == [Hit(1)]
    table.answer(1, loss="wood")
    side = table.side(1)
    assert (side.tokens["wood"], side.covered, side.stock) == (0, 1, 3)


@pytest.mark.parametrize(("covered_too", "reason"), [(True, None), (False, "He takes none that is covered.")])
def test_whether_hades_takes_a_covered_settler_is_an_option(reason: str | None, *, covered_too: bool) -> None:
    table = Table(hades_covered=covered_too).begun()
    table.give(1, wood=1, covered=1)
    table.state.agenda.append(Hit(1))
    assert table.reason(1, "covered") == reason


def test_the_siren_keeps_from_the_sea() -> None:
    table = Table().begun()
    acting = table.awaited[0]
    table.give(acting, siren=1)
    asked = table.question(acting, turn="expand", source="new", target="empty", resource="wood", special=[])
    assert asked.key == "land"
    assert table.refused(acting, Expand("new", "empty", "wood", sea=1, land=1)) == "out-of-bounds"


def test_erinyes_weigh_on_the_next_action_only() -> None:
    table = Table().begun()
    acting = table.awaited[0]
    table.give(acting, erinyes=1)
    table.answer(acting, turn="expand", source="new", target="empty", resource="wood")
    assert table.side(acting).position == 2 + 1 + 2
    assert table.side(acting).marks["erinyes"] == 0
