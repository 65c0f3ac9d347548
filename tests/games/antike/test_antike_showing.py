"""What is shown: own pages for the displays, prices and yields on the rondel, distances, the chart at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.chance import CardboardNeeded, RandomStream, TableChance
from companion.core.dialogue import Asked, walk
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import run
from companion.core.widgets import AnyWidget
from companion.core.wording import Message
from companion.games.antike.moves import Begin, Go, PlayOn, Split
from companion.games.antike.state import GoingOn
from companion.games.antike.tables import PAIRS, Side
from companion.locale import speaker
from companion.render.draw import draw
from companion.render.widgets.widget_face import spoken
from tests.games.antike.bench import GAME, Bench

ENGLISH = speaker("en", {})


def shown(bench: Bench, seat: int | None = None) -> dict[str, Any]:
    widgets: dict[str, AnyWidget] = {widget.key: widget for widget in GAME.show(bench.state, Viewer(seat))}
    return widgets


def text(wording: Any) -> str:
    return ENGLISH.say(wording)


def cells(row: Any) -> list[Any]:
    return [text(cell) if isinstance(cell, Message) else cell for cell in row.cells]


def test_a_nation_has_a_page_of_its_own_for_its_display() -> None:
    """Cards and goal; goods and coins; cities, temples, units; what is missing to king, citizen, navigator, victory."""
    bench = Bench()
    us = bench.us
    us.goods.update(marble=5, iron=2, gold=1)
    us.coins, us.legions, us.galleys, us.seas = 3, 5, 4, 4
    us.plain.update(marble=2, iron=1, gold=1)
    us.temples.update(marble=1, iron=1)
    us.cards.update(king=1, scholar=3)
    us.rewarded["king"] = 1
    page = shown(bench)[f"nation-{us.key}"]
    assert ENGLISH.short(page.title) == "Greeks 4/9"
    assert cells(page.rows[0]) == [5, 2, 1, 3, 6, 2, 5, 4, 4, 1, 3, 5]
    assert page.rows[0].seat == us.seat
    assert draw(spoken(page, ENGLISH)).getbbox() is not None


def test_phones_are_spared_the_pages_of_other_seats() -> None:
    bench = Bench()
    others = {f"nation-{nation.key}" for nation in bench.state.nations if nation.seat != 1}
    assert set(shown(bench)) - set(shown(bench, 1)) == others


def test_of_two_nations_the_strip_has_the_one_on_turn() -> None:
    bench = Bench(2)
    us = bench.us
    own = [nation for nation in bench.state.nations if nation.seat == us.seat]
    other = 3 - us.seat
    us.goods["iron"] = 7
    assert len(own) == 2
    assert [figure.value for figure in GAME.strip(bench.state, us.seat)][:2] == [us.goods["marble"], 7]
    assert text(GAME.strip(bench.state, other)[1].value) == "1, 1"


def test_an_empty_stack_has_no_distance() -> None:
    bench = Bench()
    bench.state.stacks["citizen"] = 0
    assert [cells(row)[1] for row in shown(bench)["to-go"].rows] == ["-"] * 4


def test_distances_and_defence() -> None:
    bench = Bench()
    bench.us.know["defence"] = 2
    rows = shown(bench)["to-go"].rows
    assert cells(rows[0]) == [2, 3, 7, 9, 3, 5]
    assert cells(rows[1]) == [2, 3, 7, 9, 1, 3]
    assert [row.marked for row in rows] == [True, False, False, False]


def test_each_space_says_what_it_costs_and_yields() -> None:
    bench = Bench()
    bench.us.space = "iron"
    bench.us.goods.update(marble=9, iron=1)
    notes = {space.key: space.note and text(space.note) for space in shown(bench)["rondel"].spaces}
    assert notes == {
        "iron": "+1, costs 5",
        "temple": "up to 2",
        "gold": "+1",
        "maneuver-a": "nothing now",
        "arming": "up to 2, costs 1",
        "marble": "+1, costs 2",
        "know-how": "nothing now, costs 3",
        "maneuver-b": "nothing now, costs 4",
    }


def test_the_option_of_a_space_says_when_it_has_no_effect() -> None:
    bench = Bench()
    hints = {option.value: option.hint for option in bench.asked().options}  # type: ignore[attr-defined]
    assert {space for space, hint in hints.items() if hint} == {"temple", "know-how", "maneuver-a", "maneuver-b"}


def test_know_how_prices_follow_what_others_have() -> None:
    bench = Bench()
    bench.them().know["galleys"] = 2
    basic, advanced, *nations = shown(bench)["know"].rows
    assert (cells(basic), cells(advanced)) == ([7, 3, 7, 7], [10, 5, 10, 10])
    assert [cells(row) for row in nations][1] == [0, 2, 0, 0]


def test_the_bank_counts_down() -> None:
    bench = Bench()
    bench.state.stacks["general"] = 2
    assert cells(shown(bench)["bank"].rows[0]) == [9, 8, 2, 6, 5, 20, 29]


def test_the_digest_is_there_while_a_space_is_carried_out() -> None:
    bench = Bench()
    assert "digest" not in shown(bench)
    for space in ("arming", "maneuver-b"):
        other = Bench().do(Go(space, Split()))  # type: ignore[arg-type]
        assert shown(other)["digest"].lines


def test_provinces_are_listed_with_their_temples() -> None:
    bench = Bench(side="east", level="provinces")
    bench.state.built["athen"] = 1
    cards = {card.key: [text(line) for line in card.lines] for card in shown(bench)["cities-greece"].cards}
    assert cards == {"athen": ["Temple"], "dyrrhachion": [], "pella": []}


@pytest.mark.parametrize(("units", "note"), [(0, "nothing now"), (1, None)])
def test_a_manoeuvre_without_units_brings_nothing(units: int, note: str | None) -> None:
    bench = Bench(4)
    bench.us.galleys = units
    notes = {space.key: space.note for space in shown(bench)["rondel"].spaces}
    assert {notes[key] and text(notes[key]) for key in ("maneuver-a", "maneuver-b")} == {note}
    options = bench.asked().options  # type: ignore[attr-defined]
    option = next(option for option in options if option.value == "maneuver-a")
    assert (option.hint is None, option.reason) == (units > 0, None)


def test_no_temple_is_promised_when_the_bank_has_none() -> None:
    bench = Bench(4)
    bench.us.goods["marble"], bench.state.bank_temples = 9, 0
    assert {text(space.note) for space in shown(bench)["rondel"].spaces if space.key == "temple"} == {"nothing now"}


def test_the_chart_has_the_rounds_that_changed_something() -> None:
    bench = Bench(3)
    for kings in (1, 1, 2, 2):
        bench.us.cards["king"] = kings
        for _ in range(3):
            bench.end_of_turn()
    assert "chart" not in shown(bench)
    bench.state.agenda.append(GoingOn())
    chart = shown(bench.do(PlayOn(on=False)))["chart"]
    assert [(text(row.label), cells(row)) for row in chart.rows] == [
        ("Round 1", [1, 0, 0]),
        ("Round 3", [2, 0, 0]),
        ("Round 4", [2, 0, 0]),
    ]
    assert chart.big


def test_the_score_track_of_2006_has_a_stone_for_everybody() -> None:
    bench = Bench(score_marker="stone")
    bench.us.cards["king"] = 3
    track = shown(bench)["score"]
    assert [token.at for token in track.tokens] == ["3", "0", "0", "0"]
    assert len(track.spaces) == 10
    assert "score" not in shown(Bench())


def test_the_sudden_end_is_announced() -> None:
    bench = Bench(6)
    assert "sudden" not in shown(bench)
    bench.state.stacks = dict.fromkeys(bench.state.stacks, 0)
    assert shown(bench)["sudden"].tone == "warning"


def test_before_the_table_is_set_up_there_is_nothing_to_break() -> None:
    bench = Bench()
    state = GAME.new(bench.setup)
    assert GAME.show(state, PUBLIC)[0].key == "rondel"
    assert GAME.score(state, PUBLIC).sides == ()


def test_the_table_can_go_on_without_a_seat_that_sleeps() -> None:
    """Every question on the way of a turn has a default, so nobody stops the table."""
    for level, options in (("provinces", {"start_places": "named", "start_cities": 1}), ("counters", {})):
        bench = Bench(4, side="east", level=level, **options)
        for nation in bench.state.nations:
            nation.legions, nation.galleys, nation.goods["iron"] = 3, 9, 4
        for _ in range(150):
            slept: list[Any] = []
            while isinstance(walked := walk(GAME.ask(bench.state, GAME.awaits(bench.state).must[0]), slept), Asked):
                assert walked.question.default is not None, walked.question.key
                slept.append(walked.question.default)
            bench.do(walked.move)
        assert bench.state.round > 3


def test_two_on_the_west_side_read_where_the_booklet_differs() -> None:
    """Section 13.10: from the set-up through round 1, on every screen."""
    west = Bench(2)
    for bench in (before_setup(2, "west"), west):
        for seat in (None, 1, 2):
            note = shown(bench, seat)["pairs"]
            assert note.big
            assert note.first == (not bench.state.nations), "above the question while the nations are chosen"
            assert "pairs Greeks with Persians" in text(note.lines[0])
            assert "Here Greeks go with Germans" in text(note.lines[0])
    west.state.round = 2
    assert "pairs" not in shown(west)
    for other in (Bench(2, side="east"), Bench(4)):
        assert "pairs" not in shown(other)


def before_setup(seats: int, side: Side) -> Bench:
    """A play of which the table has not said yet how it begins."""
    bench = Bench(seats, side=side)
    bench.state = GAME.new(bench.setup)
    return bench


@pytest.mark.parametrize(("side", "differs"), [("west", True), ("east", False)])
def test_two_who_drew_their_cards_read_it_where_they_enter_them(side: Side, differs: bool) -> None:
    seated = (Seated(1, "Ana"), Seated(2, "Ben"))
    setup = checked_setup(GAME.meta, Setup(seated, {"side": side}, {"nation": "cardboard"}, {}, "counters"))
    order = tuple(nation for pair in PAIRS[side] for nation in pair)
    with pytest.raises(CardboardNeeded) as needed:
        run(
            GAME.new(setup),
            0,
            TableChance(RandomStream(b"x"), setup.chance),
            lambda step: GAME.apply(step, Begin(order)),
        )
    hint = needed.value.question.hint
    assert (hint is not None and "Greeks go with Germans" in text(hint)) == differs


def test_a_seat_sees_among_its_own_things_what_its_nation_knows_and_has_won() -> None:
    bench = Bench()
    nation = bench.state.nations[0]
    assert f"won-{nation.key}" not in shown(bench, nation.seat), "nothing is won"
    nation.know["legions"], nation.know["defence"], nation.cards["king"] = 2, 1, 2
    won = shown(bench, nation.seat)[f"won-{nation.key}"]
    assert won.seat == nation.seat
    assert [text(card.title) for card in won.cards] == ["Roads", "Monarchy", "King\u00a0x\u00a02"]
    assert text(won.cards[0].lines[0]) == "Each legion has 3 actions."
    assert f"won-{nation.key}" not in shown(bench, bench.state.nations[1].seat)
