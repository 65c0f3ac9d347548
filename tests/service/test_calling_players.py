"""A lamp says by its pattern what it means; a sleeping phone's owner is called; in quiet hours nothing is heard."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from companion.core.errors import Refused
from companion.service.clock.quiet_hours import QuietHours, written
from companion.service.panel.wiring.hardware_test import ClearQuietHours, SetQuietHours
from hardware.ports import Disconnected, Reconnected
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, HandClock, Room, token
from tests.service.notes import Notes

Rooms = Callable[..., Room]
HOUR = 3600


def glow(room: Room, place: int) -> str:
    assert room.simulator is not None
    view = next(view for view in room.simulator.places() if view.place == place)
    return view.pattern if view.light else "dark"


def beeps(room: Room, place: int) -> int | None:
    assert room.simulator is not None
    return next(view.beeps for view in room.simulator.places() if view.place == place)


def minute(room: Room, shift: int = 0) -> str:
    """The table's own time of day, some minutes later."""
    local = time.localtime(room.clock.since)
    return written((local.tm_hour * 60 + local.tm_min + shift) % (24 * 60))


@pytest.fixture
def asleep(rooms: Rooms) -> Room:
    """Seat 1 is awaited; it had a page open, and has none any more."""
    room = rooms(AskingGame("pick"), profile="simulated")
    room.begin(3, "asking")
    room.table.stream(token(1)).close()
    assert glow(room, 1) == "steady"
    return room


def test_whoever_sleeps_is_called_by_lamp_and_buzzer_and_not_for_ever(asleep: Room) -> None:
    asleep.past(19)
    assert (glow(asleep, 1), beeps(asleep, 1)) == ("steady", 1)
    asleep.past(2)
    assert (glow(asleep, 1), beeps(asleep, 1)) == ("quick", 2)
    asleep.past(30)
    assert beeps(asleep, 1) == 2
    for _ in range(9):
        asleep.past(60)
    assert (glow(asleep, 1), beeps(asleep, 1)) == ("quick", 5)


def test_who_wakes_is_called_no_more(asleep: Room) -> None:
    asleep.past(21)
    assert glow(asleep, 1) == "quick"
    asleep.table.stream(token(1))
    assert glow(asleep, 1) == "steady"
    asleep.past(200)
    assert beeps(asleep, 1) == 2


def test_a_key_of_the_own_place_wakes_too(asleep: Room) -> None:
    asleep.past(21)
    asleep.press(1, "down")
    assert glow(asleep, 1) == "steady"


def test_who_plays_by_keys_alone_is_never_called(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    room.begin(2, "asking")
    room.past(700)
    room.past(700)
    assert (glow(room, 1), beeps(room, 1)) == ("steady", 1)


def test_who_has_no_lamp_or_buzzer_is_called_at_the_panel(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="pi-zero-2w")
    room.begin(2, "asking")
    room.answer(1, "red")
    room.table.stream(token(2)).close()
    before = beeps(room, 0)
    room.past(21)
    assert before is not None
    assert beeps(room, 0) == before + 1


def test_a_seat_of_which_something_is_gone_blinks_slowly_where_it_can(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    room.begin(2, "asking")

    def tell(event: Disconnected | Reconnected) -> None:
        assert room.simulator is not None
        room.simulator._post(event)

    tell(Disconnected("seat2.display", "no", 1.0))
    assert (glow(room, 1), glow(room, 2)) == ("steady", "slow")
    tell(Reconnected("seat2.display", 2.0))
    assert glow(room, 2) == "dark"


def test_in_quiet_hours_nothing_is_heard_and_nothing_blinks(asleep: Room) -> None:
    begin, end = minute(asleep, -5), minute(asleep, 5)
    assert asleep.table.ask(HOST, SetQuietHours(begin, end)).taken
    asleep.past(21)
    assert (glow(asleep, 1), beeps(asleep, 1)) == ("steady", 1)
    asleep.answer(1, "red")
    assert (glow(asleep, 2), beeps(asleep, 2)) == ("steady", 0)
    assert asleep.clock.since is not None
    asleep.clock.since += 6 * 60
    asleep.answer(2, "red")
    assert beeps(asleep, 3) == 1


def test_quiet_hours_outlive_a_restart_and_can_be_taken_back(rooms: Rooms) -> None:
    first = rooms(profile="simulated")
    first.host()
    assert first.table.ask(HOST, SetQuietHours("22:30", "7:00")).taken
    first.close()
    again = rooms(profile="simulated")
    assert again.view("host").panel.hardware().quiet == (22 * 60 + 30, 7 * 60)
    assert again.table.ask(HOST, ClearQuietHours()).taken
    again.close()
    assert rooms(profile="simulated").view("host").panel.hardware().quiet is None


def noted(kept: object) -> Notes:
    """Settings with these quiet hours."""
    notes = Notes()
    notes.put("quiet", kept)
    return notes


@pytest.mark.parametrize(
    ("begin", "end", "hour", "quiet"),
    [
        ("22:00", "07:00", 23, True),
        ("22:00", "07:00", 6, True),
        ("22:00", "07:00", 7, False),
        ("22:00", "07:00", 12, False),
        ("13:00", "15:00", 13, True),
        ("13:00", "15:00", 15, False),
    ],
)
def test_hours_may_go_over_midnight(begin: str, end: str, hour: int, quiet: bool) -> None:
    midnight = time.mktime((2026, 5, 4, 0, 0, 0, 0, 0, -1))
    hours = QuietHours(HandClock(wall=midnight + hour * HOUR), Notes(), lambda: None)
    hours.set(begin, end)
    assert hours.now is quiet


def test_a_table_that_does_not_know_the_time_is_not_quiet() -> None:
    hours = QuietHours(HandClock(wall=None), noted([0, 1439]), lambda: None)
    assert hours.hours == (0, 1439)
    assert not hours.now


@pytest.mark.parametrize("text", ["", "7", "24:00", "7:5", "12:60", "-1:00", "a:bc", "1:00:00", "٣:00"])
def test_what_is_no_time_is_refused(text: str) -> None:
    hours = QuietHours(HandClock(), Notes(), lambda: None)
    with pytest.raises(Refused, match="no-time"):
        hours.set(text, "8:00")


def test_hours_that_begin_when_they_end_are_refused() -> None:
    with pytest.raises(Refused):
        QuietHours(HandClock(), Notes(), lambda: None).set("8:00", "08:00")


@pytest.mark.parametrize("kept", [None, 5, [1], [1, 2, 3], ["a", "b"], [-1, 3], [0, 1440]])
def test_what_was_stored_by_nobody_is_no_hours(kept: object) -> None:
    assert QuietHours(HandClock(), noted(kept), lambda: None).hours is None
