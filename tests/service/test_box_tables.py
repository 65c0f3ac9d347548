"""The table of a kind: every cell is kept by itself, rows are added once, what comes late is not done any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.core.boxes import Component, Fact
from companion.service.asking.requests import Reply
from companion.service.session.box_editor import MOST_CELLS, BoxCell, CellsReply, ImportBox, KeepCells
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token
from tests.service.boxed_game import FILE, Boxed


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Iterator[Room]:
    made = rooms(Boxed(), Torture(), sheets=True)
    made.host()
    return made


Keep = Callable[..., CellsReply]


@pytest.fixture
def keep(room: Room) -> Keep:
    """Send cells as (row, field, value) of a kind from a page."""

    def sent(kind: str, *cells: tuple[str, str, Fact | None], page: str = "", number: int = 0) -> CellsReply:
        asked = KeepCells("boxed", kind, tuple(BoxCell(*cell) for cell in cells), page, number)
        reply = room.table.ask(HOST, asked)
        assert reply.taken, reply
        assert isinstance(reply, CellsReply)
        return reply

    return sent


def owners(room: Room) -> dict[str, dict[str, Component]]:
    return room.log.boxes.owners("boxed")


def wrong(room: Room, reply: CellsReply) -> dict[tuple[str, str], str]:
    return {(cell.row, cell.field): room.say(cell.why) for cell in reply.wrong}


def test_a_cell_changes_itself_and_nothing_else(room: Room, keep: Keep) -> None:
    keep("block", ("guard", "steps", 3), ("guard", "colour", "red"))
    keep("block", ("guard", "steps", 4))
    assert owners(room) == {"block": {"guard": {"steps": 4, "colour": "red"}}}
    keep("block", ("guard", "steps", None), ("guard", "colour", "blue"))
    assert owners(room) == {}


def test_a_wrong_cell_keeps_no_other_from_being_kept(room: Room, keep: Keep) -> None:
    reply = keep("card", ("bull", "worth", 9), ("owl", "worth", 2), ("dolphin", "worth", "two"), ("lion", "worth", 1))
    assert owners(room) == {"card": {"owl": {"worth": 2}}}
    assert wrong(room, reply) == {
        ("bull", "worth"): "Expected: a whole number from 0 to 5.",
        ("dolphin", "worth"): "Expected: a whole number from 0 to 5.",
        ("lion", "worth"): "No more components of this kind can be added.",
    }
    reply = keep("block", ("Not a key", "steps", 1), ("guard", "track", [1, 77]))
    assert wrong(room, reply) == {
        ("Not a key", "steps"): "There is no such component.",
        ("guard", "track"): "Expected: a whole number from -2 to 9.",
    }


def test_a_row_is_added_by_its_first_cell_and_once(room: Room, keep: Keep) -> None:
    first = keep("block", ("+1", "name", "Archers"), page="ab", number=1)
    assert dict(first.added) == {"+1": "archers"}
    again = keep("block", ("+1", "name", "Archers"), page="ab", number=1)
    assert dict(again.added) == {"+1": "archers"}
    keep("block", ("+1", "steps", 2), ("+2", "steps", 3), page="ab", number=2)
    assert owners(room) == {"block": {"archers": {"name": "Archers", "steps": 2}, "block": {"steps": 3}}}
    other = keep("block", ("+1", "steps", 4), page="cd", number=1)
    assert dict(other.added) == {"+1": "block-2"}


def test_an_empty_row_adds_nothing_and_too_many_are_refused_at_their_place(room: Room, keep: Keep) -> None:
    assert keep("block", ("+1", "name", None)).added == ()
    rows = tuple((f"+{n}", "steps", 1) for n in range(1, 5))
    reply = keep("block", *rows)
    assert len(owners(room)["block"]) == 3
    assert wrong(room, reply) == {("+4", "steps"): "No more components of this kind can be added."}


def test_a_row_that_is_known_by_a_number_has_that_key(room: Room, keep: Keep) -> None:
    reply = keep("space", ("+1", "points", 5), page="p", number=1)
    assert wrong(room, reply) == {("+1", ""): "Expected: a whole number from 1 to 40."}
    reply = keep("space", ("+1", "", 36), ("+1", "points", 5), page="p", number=2)
    assert (dict(reply.added), wrong(room, reply)) == ({"+1": "36"}, {})
    reply = keep("space", ("+2", "", 36), ("+2", "points", 4), ("+3", "", 41), ("+3", "points", 4))
    assert wrong(room, reply) == {
        ("+2", ""): "36 has a row of its own already.",
        ("+3", ""): "Expected: a whole number from 1 to 40.",
    }
    assert owners(room) == {"space": {"36": {"points": 5}}}
    text = room.view("host").boxes.export("boxed")
    keep("space", ("36", "points", None))
    assert room.table.ask(HOST, ImportBox("boxed", text)).taken
    assert owners(room) == {"space": {"36": {"points": 5}}}


@pytest.mark.parametrize("key", ["041", "41", "0", "-1", "six"])
def test_a_file_names_such_a_row_by_a_number_that_can_be(room: Room, key: str) -> None:
    reply: Reply = room.table.ask(HOST, ImportBox("boxed", f"[space.{key}]\npoints = 1\n"))
    assert reply.code == "bad-box"
    assert "a whole number from 1 to 40" in room.say(reply.problems[0].message)  # type: ignore[attr-defined]


def test_what_comes_after_a_later_one_is_not_done_any_more(room: Room, keep: Keep) -> None:
    keep("card", ("bull", "worth", 1), page="ab", number=3)
    keep("card", ("bull", "worth", 2), page="ab", number=2)
    assert owners(room) == {"card": {"bull": {"worth": 1}}}
    keep("card", ("bull", "worth", 4), page="other", number=1)
    assert owners(room) == {"card": {"bull": {"worth": 4}}}


def test_who_may_and_what_there_is(room: Room) -> None:
    cells = (BoxCell("bull", "worth", 1),)
    assert room.table.ask(token(1), KeepCells("boxed", "card", cells)).code == "not-host"
    assert room.table.ask(HOST, KeepCells("boxed", "dice", cells)).code == "no-kind"
    assert room.table.ask(HOST, KeepCells("chess", "card", cells)).code == "no-box"
    assert room.table.ask(HOST, KeepCells("boxed", "card", (BoxCell("bull", "wroth", 1),))).code == "no-field"
    assert room.table.ask(HOST, KeepCells("boxed", "card", cells * (MOST_CELLS + 1))).code == "too-many-cells"
    assert owners(room) == {}


def test_a_file_and_a_table_are_the_same_box(room: Room, keep: Keep) -> None:
    assert room.table.ask(HOST, ImportBox("boxed", FILE)).taken
    keep("block", ("archers", "steps", 2))
    assert owners(room)["block"]["archers"]["steps"] == 2
    assert "steps = 2" in room.view("host").boxes.export("boxed")
