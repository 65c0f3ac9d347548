"""Sealed entries: who knows what until the reveal."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.step import TABLE
from companion.core.widgets import Ledger
from tests.games.sheet_table import SheetTable

SEALED_SET = """
id = "secret-sets"
name = "Secret sets"
seats = [2, 2]
[[category]]
key = "gems"
name = "Gems"
form = "set"
points = [1, 3]
kinds = [{key = "red", name = "red"}, {key = "blue", name = "blue"}]
sealed = true
[[category]]
key = "most"
name = "Most"
form = "majority"
places = [5]
sealed = true
[[category]]
key = "oath"
name = "Oath"
form = "per-unit"
points = 2
high = 1
sealed = true
"""


def bids(first: int) -> SheetTable:
    table = SheetTable("oh-hell", 3)
    table.answer(TABLE, 5)
    table.answer(1, first)
    return table


def test_a_sealed_entry_is_known_to_its_own_seat_alone() -> None:
    table = bids(4)
    assert table.points("1") == {"Bid, round 1": None}
    assert table.whys("1") == {"Bid, round 1": "sealed"}
    assert table.points("1", seat=2) == {"Bid, round 1": None}
    assert table.points("1", seat=1) == {"Bid, round 1": 0}
    assert table.tracked(1)["1/bid/r1"].value == 4
    assert not table.tracked(2)["1/bid/r1"].known
    assert not table.tracked()["1/bid/r1"].known
    assert table.log() == ["There will be 5 rounds.", "Ana seals Bid."]
    assert table.log(2) == table.log()
    assert table.log(1)[-1] == f"Ana: Bid, 4 {chr(215)} 0 = 0"


def test_only_the_own_page_has_the_secret_widget() -> None:
    table = bids(4)
    own = table.widgets(1)["sealed"]
    assert isinstance(own, Ledger)
    assert own.secret
    assert [row.cells for row in own.rows] == [(4,)]
    assert "sealed" not in table.widgets(2)
    assert "sealed" not in table.widgets()


def test_who_has_written_is_public() -> None:
    table = bids(4)
    assert table.must() == (2, 3)
    assert 1 in table.may()
    assert table.game.awaits(seen(table.state, PUBLIC)).secret
    assert table.game.awaits(table.state) == table.game.awaits(seen(table.state, PUBLIC))


def test_what_others_see_does_not_hang_on_the_secret() -> None:
    one, other = bids(4), bids(0)
    for table in (one, other):
        table.answer(1, "bid", 2 if table is one else 5)  # thought over
        table.answer(2, 3)
    for viewer in (PUBLIC, Viewer(2), Viewer(3)):
        seat = viewer.seat or TABLE
        assert table.game.encode_state(seen(one.state, viewer)) == table.game.encode_state(seen(other.state, viewer))
        assert one.log(seat) == other.log(seat)
        assert one.widgets(seat) == other.widgets(seat)
        assert one.score(seat) == other.score(seat)
    assert one.state != other.state


def test_thinking_a_sealed_entry_over_is_told_to_nobody_else() -> None:
    table = bids(4)
    before = table.log()
    table.answer(1, "bid", 2)
    assert table.log() == before
    assert table.tracked(1)["1/bid/r1"].value == 2


def test_the_question_is_the_seats_own() -> None:
    table = bids(4)
    fresh = table.question(2)
    assert fresh.secret
    assert fresh.default == 0
    again = table.question(1, "bid")
    assert (again.secret, again.start, again.default) == (True, 4, 4)
    menu = table.question(1)
    assert not menu.secret
    assert [table.speaker.say(option.hint) for option in menu.options] == ["sealed"]
    asking = table.game.ask(seen(table.state, PUBLIC), 1)
    next(asking)
    with pytest.raises(BrokenSeal):
        asking.send("bid")


def test_the_last_sealed_entry_reveals_all() -> None:
    table = bids(4)
    table.answer(3, 1)
    assert not table.revealed
    table.answer(2, 0)
    assert table.revealed
    times = chr(215)
    assert table.log()[-3:] == [
        f"Revealed: Ana: Bid, 4 {times} 0 = 0",
        f"Revealed: Berta: Bid, 0 {times} 0 = 0",
        f"Revealed: Carla: Bid, 1 {times} 0 = 0",
    ]
    assert table.tracked()["1/bid/r1"].value == 4
    assert table.state.sealed == {}
    assert table.must() == (1, 2, 3)
    assert not table.game.awaits(seen(table.state, PUBLIC)).secret


def test_no_open_entry_is_asked_before_the_reveal() -> None:
    table = bids(4)
    assert table.says(2) == "Bid: how many?"
    table.answer(2, 1)
    assert [option.value for option in table.question(2).options] == ["bid"]


def test_sets_majorities_and_oaths_may_be_sealed() -> None:
    table = SheetTable(SEALED_SET, 2)
    for seat, red, blue, most, oath in ((1, 2, 1, 4, True), (2, 0, 1, 3, False)):
        table.answer(seat, red, blue)
        table.answer(seat, most)
        table.answer(seat, oath)
        if seat == 1:
            own = table.widgets(1)["sealed"]
            assert isinstance(own, Ledger)
            spoken = [(table.speaker.say(row.label or ""), row.cells[0]) for row in own.rows]
            assert spoken[:3] == [("Gems: red", 2), ("Gems: blue", 1), ("Most", 4)]
            assert not isinstance(spoken[3][1], int)
            # a majority is worth nothing yet, not even to whoever wrote it
            assert table.points("1", seat=1) == {"Gems": 4, "Most": None, "Oath": 2}
            assert set(table.tracked()) == {"1/gems.red/end", "1/gems.blue/end", "1/most/end", "1/oath/end"}
        table.answer(seat, "done")
    assert table.over()
    assert table.totals() == [3 + 1 + 5 + 2, 1]


def test_a_sealed_entry_does_not_win_before_it_is_revealed() -> None:
    text = SEALED_SET.replace("seats", "rounds = 3\nseats") + '[sudden]\npoints = 2\nchecked = "at-once"\n'
    table = SheetTable(text, 2)
    table.answer(1, 1, 1)
    assert not table.over()
