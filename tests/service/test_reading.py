"""Slips, ticks and read marks at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from unittest.mock import patch

from msgspec import structs

from companion.core.wording import ENGLISH
from companion.plays.log.read_marks import ReadMark
from companion.plays.reports.slips import ReadEntry, SeatSlips, open_slips
from companion.service.agreement.agreement_requests import Undo
from companion.service.play import reading
from companion.service.play.reading import MarkRead, TickSlip
from tests.core.purses import Purses
from tests.service.at_table import HOST, Room, token

ANA, BEN, CARLA = 1, 2, 3


def at_table(rooms: Callable[..., Room]) -> Room:
    room = rooms(Purses())
    room.begin(3, "purses")
    return room


def to_do(room: Room, seat: int) -> list[list[str]]:
    return [[ENGLISH.say(line.words) for line in slip.lines] for slip in room.page(seat).slips.open]


def tick(room: Room, seat: int, line: int) -> str:
    return room.table.ask(token(seat), TickSlip(line)).code


def read(room: Room, seat: int, line: int) -> str:
    return room.table.ask(token(seat), MarkRead(line)).code


def test_both_hands_read_their_part_and_tick_it(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "rob", 2)
    assert to_do(room, ANA) == [["Seat 2 gives you 2 coins."]]
    assert to_do(room, BEN) == [["Give Seat 1 2 coins."]]
    assert to_do(room, CARLA) == []
    [slip] = room.page(BEN).slips.open
    assert tick(room, BEN, slip.line) == ""
    assert tick(room, BEN, slip.line) == "", "again does no harm"
    assert to_do(room, BEN) == []
    assert to_do(room, ANA) == [["Seat 2 gives you 2 coins."]], "the other hand has not"


def test_nobody_waits_for_a_tick_and_it_tells_the_table_screen_alone(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "rob", 2)
    others = ([room.page(seat).version for seat in (ANA, CARLA)], room.view("host").screens.scribe())
    shown = room.view().screens.table()
    asked = room.asked(BEN)
    head = room.log.head(room.moment.gathering.play_id)
    read(room, BEN, 1)
    assert room.view().screens.table() == shown
    tick(room, BEN, room.page(BEN).slips.open[0].line)
    read(room, BEN, 2)
    assert ([room.page(seat).version for seat in (ANA, CARLA)], room.view("host").screens.scribe()) == others
    now = room.view().screens.table()
    assert [row.seats for step in now.slips.steps for row in step.rows] == [(ANA,)]
    assert now.version != shown.version
    assert structs.replace(now, version="", slips=shown.slips) == structs.replace(shown, version="")
    assert room.asked(BEN) == asked
    assert room.log.head(room.moment.gathering.play_id) == head
    room.answer(BEN, "wait")


def test_ticks_and_read_marks_survive_a_restart(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "rob", 2)
    line = room.page(BEN).slips.open[0].line
    tick(room, BEN, line)
    read(room, CARLA, 2)
    room.close()
    again = rooms(Purses())
    assert to_do(again, BEN) == []
    assert again.opened.rooms.running.playing().read_marks() == {BEN: ReadMark(0, (line,)), CARLA: ReadMark(2)}


def test_what_a_page_has_seen_makes_no_page_anew(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "rob", 2)
    moment = room.moment
    assert read(room, BEN, 2) == ""
    assert room.moment is moment
    found = room.view(BEN).play.digest()
    assert found is not None
    assert (found.line, found.slips, found.moves) == (2, (), ())


def test_slips_are_found_once_for_each_entry_and_mark(rooms: Callable[..., Room]) -> None:
    room, found = at_table(rooms), list[int]()

    def noting(recent: Sequence[ReadEntry], seat: int, mark: ReadMark) -> SeatSlips:
        found.append(seat)
        return open_slips(recent, seat, mark)

    room.answer(ANA, "rob", 2)
    with patch.object(reading, "open_slips", noting):
        for wave in range(3):
            moment = replace(room.moment, serial=100 + wave)  # as after something that is no entry
            assert [len(moment.slips(seat).open) for seat in (ANA, BEN, CARLA)] == [1, 1, 0]
        assert len(found) <= 3
        tick(room, BEN, room.page(BEN).slips.open[0].line)
        assert not room.page(BEN).slips.open
        assert found.count(BEN) <= 2


def test_whoever_looks_again_reads_what_happened_meanwhile(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    read(room, CARLA, 1)
    room.answer(ANA, "take", 3)
    room.answer(BEN, "rob", 1)
    found = room.view(CARLA).play.digest()
    assert found is not None
    assert [ENGLISH.say(line.words) for line in found.slips] == ["Give Seat 2 1 coin."]
    assert [ENGLISH.say(line.told) for line in found.moves] == ["Seat 1 takes 3.", "Seat 2 robs Seat 3 of 1."]  # type: ignore[arg-type]


def test_an_undo_that_a_page_never_saw_is_no_slip_after_it_was_read(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    read(room, BEN, 1)
    room.answer(ANA, "rob", 2)
    assert room.table.ask(token(ANA), Undo(ANA, "undo")).taken
    assert to_do(room, BEN) == []
    read(room, BEN, 3)
    room.answer(ANA, "wait")
    assert to_do(room, BEN) == []


def test_only_its_seat_ticks_a_slip_and_only_a_line_that_it_has(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "rob", 2)
    assert tick(room, BEN, 99) == "no-line"
    assert room.table.ask(HOST, TickSlip(2)).code == "no-seat"
    assert read(room, BEN, 99) == "no-line"


def test_without_a_play_there_is_nothing_to_read(rooms: Callable[..., Room]) -> None:
    room = rooms(Purses())
    room.sit(ANA)
    assert tick(room, ANA, 1) == "no-play"
    assert room.view(ANA).play.digest() is None
