"""Going on from paper: who gets which code, who may read and begin, and what becomes of devices and seats."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import msgspec
import pytest

from companion.core.setup import Seated
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.printed import trial
from companion.plays.printed.position import PrintedPosition, packed, position_of
from companion.plays.printed.sheet_codes import Code, codes_of, read_code
from companion.service.agreement.proposals import SayFine
from companion.service.asking.requests import Reply
from companion.service.seats.seating import AddPlayer, HandPage, Rename, TakeSeat, UncoverPhone
from companion.service.session.printed_plays import (
    PRINTS,
    STRANGERS,
    BeginFromPrint,
    PrintedCodes,
    PrintReading,
    PrintState,
    ReadPrint,
    begin_from_print,
)
from companion.service.session.session import BeginPlay, ChooseGame
from tests.core.torture import Torture
from tests.service.at_table import HOST, NAMES, Room, over, token

Rooms = Callable[..., Room]


@pytest.fixture
def printed(rooms: Rooms) -> Room:
    """A play of three in which everybody has planned something in secret, so that each has an own sheet."""
    room = rooms(Torture())
    room.begin(3)
    room.set_up()
    room.plans_ready(1, 2, 3)
    return room


@pytest.fixture
def empty(rooms: Rooms) -> Room:
    room = rooms(Torture(), file="empty.sqlite")
    room.host()
    return room


def codes(room: Room, who: int | str = "nobody") -> PrintedCodes:
    return room.view(who).prints.codes()


def all_codes(room: Room) -> list[str]:
    return [*codes(room).public, *(codes(room, seat).own for seat in codes(room).seats)]


def reads(room: Room, *texts: str, who: int | str = "host") -> None:
    for text in texts:
        reply = room.table.ask(token(who), ReadPrint(text))
        assert reply.taken, reply.code


def test_everybody_has_the_public_codes_and_nobody_anothers_own(printed: Room) -> None:
    public = codes(printed).public
    assert public
    assert codes(printed).seats == (1, 2, 3)
    assert codes(printed).own == ""
    assert codes(printed, "host").own == ""
    own = [codes(printed, seat).own for seat in (1, 2, 3)]
    assert len(set(own)) == 3
    assert all(codes(printed, seat).public == public for seat in (1, 2, 3))


def test_codes_do_not_tell_that_somebody_acted_in_secret(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(3)
    room.set_up()
    before = all_codes(room)
    room.answer(1, "add", "tax-1")
    room.answer(3, "add", "tax-3")
    room.answer(1, "drop", "tax-1")
    assert all_codes(room) == before
    room.plans_ready(2)
    assert all_codes(room) != before, "everybody sees that"


def test_there_are_no_codes_without_a_play(empty: Room) -> None:
    assert codes(empty) == PrintedCodes()


def test_a_scribe_prints_the_own_sheet_of_whom_the_device_was_handed_to(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.host()
    for seat in (1, 2):
        assert room.table.ask(HOST, AddPlayer(seat, NAMES[seat])).taken
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert codes(room, "host").own == ""
    assert codes(room).seats == (1, 2)
    found = set()
    for seat in (1, 2):
        assert room.table.ask(HOST, HandPage(seat)).taken
        assert room.table.ask(HOST, UncoverPhone(seat)).taken
        found.add(codes(room, "host").own)
    assert len(found - {""}) == len(codes(room).seats)


def test_what_is_read_is_counted_for_everybody_and_shows_no_secret(printed: Room, empty: Room) -> None:
    assert empty.view().prints.reading() == PrintReading()
    first, *others = codes(printed).public
    reads(empty, codes(printed, 2).own)
    assert empty.view().prints.reading() == PrintReading(seats=(1, 2, 3), sheets=(1, 3))
    reads(empty, first)
    seen = empty.view().prints.reading()
    assert (seen.count, seen.missing) == (len(others) + 1, tuple(range(2, len(others) + 2)))
    assert not seen.whole
    reads(empty, *others, codes(printed, 1).own, codes(printed, 3).own)
    seen = empty.view().prints.reading()
    assert seen.whole
    assert seen.people == ((1, "Ana"), (2, "Berta"), (3, "Carla"))


def test_a_code_twice_is_said_to_be_read(printed: Room, empty: Room) -> None:
    own = codes(printed, 2).own
    reads(empty, own)
    empty.sit(5)
    assert empty.words(empty.table.ask(token(5), ReadPrint(own))) == "That code is read already."


def test_codes_of_another_print_cost_nothing_that_was_read(printed: Room, empty: Room) -> None:
    older = all_codes(printed)
    reads(empty, *older[:-1])
    printed.answer(1, "sail", "arsenal")
    newer = all_codes(printed)
    reply = empty.table.ask(HOST, ReadPrint(newer[-1]))
    assert empty.words(reply) == "That is another print. What was read of the one before is kept."
    assert empty.view().prints.reading() == PrintReading(seats=(1, 2, 3), sheets=(1, 2))
    reads(empty, *newer[:-1])
    assert empty.view().prints.reading().whole
    reads(empty, older[-1])
    assert empty.view().prints.reading().whole, "the older print is whole now, and the one of the last code"
    assert begin_from_print(empty.table, HOST).taken
    assert empty.state != printed.state


def own_sheets(room: Room, count: int) -> list[list[str]]:
    """The two own codes of each of so many prints."""
    plain = packed(_position(room))
    marks = [bytes([n]) * 32 for n in range(count)]
    return [list(map(str, codes_of(plain, mark, (1, 2), closed=True).own.values())) for mark in marks]


def sheets_left(room: Room, code: str, who: int | str) -> tuple[int, ...]:
    """The seats whose own sheets are missing after one more code was read."""
    reads(room, code, who=who)
    return room.view(who).prints.reading().sheets


def test_of_many_prints_of_one_device_the_newest_are_kept(printed: Room, empty: Room) -> None:
    sheets = own_sheets(printed, 6)
    reads(empty, *(own[0] for own in sheets))
    assert sheets_left(empty, sheets[3][1], "host") == (1,), "the fourth was forgotten"
    assert sheets_left(empty, sheets[5][1], "host") == ()


def test_nobody_at_the_table_pushes_out_what_others_have_read(printed: Room, empty: Room) -> None:
    sheets = own_sheets(printed, 20)
    empty.sit(1, 2, 3, 4, 5, 6, 7, 8)
    for seat in range(1, 8):
        reads(empty, sheets[seat][0], who=seat)
    reads(empty, *(own[0] for own in sheets[8:]), who=8)
    assert len(empty.opened.rooms.state.now[PrintState].prints) <= PRINTS
    for seat in range(1, 8):
        assert sheets_left(empty, sheets[seat][1], seat) == ()


def test_a_device_without_a_seat_changes_nothing_the_table_has_read(printed: Room, empty: Room) -> None:
    own = all_codes(printed)
    reads(empty, *own[:-1])
    seen = empty.view("host").prints.reading()
    reads(empty, *(each[0] for each in own_sheets(printed, 6)), who="nobody")
    assert empty.view("host").prints.reading() == seen
    assert empty.view("nobody").prints.reading() == PrintReading(seats=(1, 2), sheets=(2,), apart=True)
    reads(empty, own[-1])
    assert empty.view("host").prints.reading().whole


def test_what_a_device_has_read_is_the_tables_when_it_sits_down(printed: Room, empty: Room) -> None:
    public, own = codes(printed).public, {seat: codes(printed, seat).own for seat in (1, 2, 3)}
    for seat in (1, 2, 3):
        reply = empty.table.ask(token(seat), ReadPrint(own[seat]))
        assert empty.words(reply) == "The code is read. It counts for the table as soon as you take a seat."
    reads(empty, *public)
    assert empty.view("host").prints.reading().sheets == (1, 2, 3)
    empty.sit(1, 2)
    assert empty.view("host").prints.reading().sheets == (3,)
    empty.sit(3)
    assert empty.view(3).prints.reading().whole
    assert begin_from_print(empty.table, HOST).taken
    assert empty.state == printed.state


def test_whoever_becomes_admin_brings_what_the_device_has_read(printed: Room, rooms: Rooms) -> None:
    empty = rooms(Torture(), file="empty.sqlite")
    reads(empty, *all_codes(printed), who="host")
    assert not empty.view("nobody").prints.reading().begun
    empty.host()
    assert empty.view("nobody").prints.reading().whole


def test_strangers_share_a_bounded_memory_and_the_oldest_goes_first(printed: Room, empty: Room) -> None:
    reads(empty, *all_codes(printed)[:-1])
    seen = empty.view("host").prints.reading()
    for stranger in range(40):
        for index in range(9):
            code = str(Code("open", bytes([stranger]) * 6, index, 255, (), bytes(640)))
            assert empty.table.ask(token(f"s{stranger}"), ReadPrint(code)).taken
        strangers = empty.opened.rooms.state.now[PrintState].strangers
        assert sum(each.read.size for each in strangers.values()) <= STRANGERS
    assert not empty.view("s0").prints.reading().apart, "the oldest went"
    assert len(empty.view("s39").prints.reading().missing) == 246
    assert empty.view("host").prints.reading() == seen


def test_one_print_is_bounded(empty: Room) -> None:
    codes = [str(Code("open", bytes(6), index, 255, (), bytes(640))) for index in range(255)]
    for who in ("host", "nobody"):
        replies = [empty.table.ask(HOST if who == "host" else token(who), ReadPrint(code)).code for code in codes]
        assert replies == [""] * 46 + ["large-print"] * 209


@pytest.mark.parametrize("other", [{"count": 9}, {"seats": (1, 2)}])
def test_a_code_that_does_not_fit_to_those_before_is_none(printed: Room, empty: Room, other: dict[str, Any]) -> None:
    first, *_ = own = all_codes(printed)
    reads(empty, *own[:-1])
    forged = msgspec.structs.replace(read_code(first), **other)
    assert empty.table.ask(HOST, ReadPrint(str(forged))).code == "no-code"
    reads(empty, own[-1])
    assert empty.view("host").prints.reading().whole


@pytest.mark.parametrize("text", ["", "hello", "http://table.local/", "A" * 40])
def test_what_is_no_code_is_refused_and_loses_nothing(printed: Room, empty: Room, text: str) -> None:
    reads(empty, codes(printed, 2).own)
    seen = empty.view().prints.reading()
    assert empty.table.ask(token("nobody"), ReadPrint(text)).code == "no-code"
    assert empty.view().prints.reading() == seen


def test_nothing_is_read_while_a_play_is_on(printed: Room) -> None:
    assert printed.table.ask(token(1), ReadPrint(codes(printed).public[0])).code == "playing"


def test_whoever_hosts_begins_and_nobody_else(printed: Room, empty: Room) -> None:
    assert begin_from_print(empty.table, HOST).code == "not-read"
    reads(empty, *all_codes(printed))
    empty.sit(1, 2)
    assert begin_from_print(empty.table, token("stranger")).code == "no-seat"
    assert begin_from_print(empty.table, token(1)).taken
    assert empty.moment.phase == "gathering", "the others are told first"
    assert empty.table.ask(token(2), SayFine()).taken
    assert empty.state == printed.state
    assert empty.lines() == ["The play goes on from printed sheets."]
    assert empty.view().prints.reading() == PrintReading()


def test_devices_stay_where_the_same_name_sat_and_the_others_sit_down_anew(printed: Room, empty: Room) -> None:
    assert printed.table.ask(token(3), Rename("Clara")).taken
    reads(empty, *all_codes(printed))
    for seat, name in ((1, "Ana"), (2, "Zoe"), (5, "Clara")):
        assert empty.table.ask(token(seat), TakeSeat(seat, name)).taken
    assert begin_from_print(empty.table, HOST).taken
    assert [empty.seat_of(token(seat)) for seat in (1, 2, 5)] == [1, None, None]
    names = {seat.seat: seat.name for seat in empty.view().screens.table().seats}
    assert names == {1: "Ana", 2: "Berta", 3: "Clara"}
    for device, seat, name in (("Berta", 2, "Berta"), (5, 3, "Clara")):
        assert empty.table.ask(token(device), TakeSeat(seat, name)).taken
        assert empty.seat_of(token(device)) == seat, "nobody has to agree"


def test_the_play_is_kept_verified_and_gone_on_with(printed: Room, empty: Room) -> None:
    reads(empty, *all_codes(printed))
    empty.sit(1, 2, 3)
    assert begin_from_print(empty.table, HOST).taken
    empty.answer(1, "sail", "arsenal")
    assert empty.entries == 2
    report = verify(empty.log, {"torture": Torture()})
    assert not report.differences
    assert report.entries == 2


def _read_position(room: Room, position: PrintedPosition) -> None:
    plain = packed(position)
    reads(room, *map(str, codes_of(plain, bytes(32), (1, 2), closed=False).public))


def _position(room: Room) -> PrintedPosition:
    play = room.moment.play
    assert play is not None
    return position_of("torture", play.setup, NAMES, room.log.state(play.id, play.known_entry))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules_version": 99}, "no-position"),
        ({"state": msgspec.Raw(b"{}")}, "no-position"),
        ({"state": msgspec.Raw(b'{"gold":"x"}')}, "no-position"),
        ({"rules_version": 0, "state": msgspec.Raw(b"[]")}, "no-position"),
        ({"state": msgspec.Raw(b"[" * 300 + b"]" * 300)}, "no-position"),
    ],
    ids=["newer rules", "no state", "another state", "older rules and no state", "a deep state"],
)
def test_what_these_rules_cannot_go_on_with_is_refused(
    printed: Room, empty: Room, change: dict[str, object], code: str
) -> None:
    _read_position(empty, msgspec.structs.replace(_position(printed), **change))
    assert begin_from_print(empty.table, HOST).code == code
    assert empty.view().screens.table().phase == "gathering"


class Hanging(Torture):
    """It hangs as soon as anybody looks."""

    def public_widgets(self, state: Any) -> Any:
        while True:
            pass


def test_a_position_on_which_the_rules_hang_stops_nobody(
    printed: Room, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PROCESSOR", 1)
    empty = rooms(Hanging(), file="empty.sqlite")
    empty.host()
    reads(empty, *all_codes(printed))
    replies: list[Reply] = []
    begins = Thread(target=lambda: replies.append(begin_from_print(empty.table, HOST)))
    begins.start()
    empty.sit(1)
    assert not replies, "somebody sat down meanwhile"
    begins.join()
    assert [reply.code for reply in replies] == ["no-position"]
    assert empty.view().screens.table().phase == "gathering"


def test_nothing_begins_from_a_position_that_was_not_tried(printed: Room, empty: Room) -> None:
    reads(empty, *all_codes(printed))
    assert empty.table.ask(HOST, BeginFromPrint()).code == "no-position"


def test_a_name_that_cannot_be_shown_is_refused(printed: Room, empty: Room) -> None:
    position = _position(printed)
    seats = (Seated(1, "Table"), *position.setup.seats[1:])
    setup = msgspec.structs.replace(position.setup, seats=seats)
    _read_position(empty, msgspec.structs.replace(position, setup=setup))
    assert begin_from_print(empty.table, HOST).code == "word-of-the-table"


def test_a_game_that_is_not_here_is_named(printed: Room, empty: Room) -> None:
    _read_position(empty, msgspec.structs.replace(_position(printed), game="sheet:ours"))
    seen = empty.view().prints.reading()
    assert not seen.whole
    assert seen.problem is not None
    assert empty.say(seen.problem) == "There is no game called sheet:ours here."
    assert begin_from_print(empty.table, HOST).code == "no-game-here"


def test_a_play_that_is_over_has_no_codes(printed: Room) -> None:
    over(printed)
    printed.opened.loop.post(printed.opened.rooms.state.touch)
    assert codes(printed) == PrintedCodes()


def test_a_play_from_print_is_resumed_after_the_plug(printed: Room, rooms: Rooms) -> None:
    second = rooms(Torture(), file="second.sqlite")
    second.host()
    reads(second, *all_codes(printed))
    assert begin_from_print(second.table, HOST).taken
    play = second.moment.play
    assert play is not None
    again = Play.resume(second.log, play.game, play.id, clock=second.clock)
    assert again.state == printed.state
