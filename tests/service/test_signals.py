"""Lamps and buzzers: whom the table waits for, told at the table itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.core.game import Awaited, Colour
from companion.service.agreement.agreement_requests import Undo
from companion.service.panel.signals import Signals, called
from companion.service.session.session import PlayAgain
from hardware.errors import DeviceGone
from hardware.ports import Pattern, SideColour
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


def lit(room: Room) -> list[int]:
    assert room.simulator is not None
    return [view.place for view in room.simulator.places() if view.light]


def sides(room: Room) -> dict[int, str]:
    """The colours of sides in which lamps shine, by place; empty: in the seat's own."""
    assert room.simulator is not None
    return {view.place: view.side or "" for view in room.simulator.places() if view.light}


def beeps(room: Room) -> dict[int, int]:
    assert room.simulator is not None
    return {view.place: view.beeps for view in room.simulator.places() if view.beeps}


@pytest.fixture
def room(rooms: Rooms) -> Room:
    return rooms(AskingGame("pick"), profile="simulated")


def test_nobody_is_called_before_a_play(room: Room) -> None:
    assert lit(room) == []
    room.sit(1, 2)
    assert (lit(room), beeps(room)) == ([], {})


def test_the_lamp_follows_the_turn_and_each_turn_begins_with_a_sound(room: Room) -> None:
    room.begin(3, "asking")
    assert (lit(room), beeps(room)) == ([1], {1: 1})
    room.answer(1, "red")
    assert (lit(room), beeps(room)) == ([2], {1: 1, 2: 1})
    room.press(2, "down")
    room.past(5)
    assert beeps(room) == {1: 1, 2: 1}, "one sound for a turn, whatever else happens in it"
    room.answer(2, "red")
    room.answer(3, "red")
    assert (lit(room), beeps(room)) == ([1], {1: 2, 2: 1, 3: 1})


def test_the_lamp_of_a_seat_that_plays_a_side_shines_in_the_colour_of_the_side(rooms: Rooms) -> None:
    class Sided(AskingGame):
        def colours(self, state: Any) -> Mapping[int, Colour]:
            swapped = len(state.said) > 2
            return {1: "red" if swapped else "blue", 2: "blue" if swapped else "red"}

    room = rooms(Sided("pick"), profile="simulated")
    room.begin(3, "asking")
    assert sides(room) == {1: "blue"}
    room.answer(1, "red")
    assert sides(room) == {2: "red"}
    room.answer(2, "red")
    assert sides(room) == {3: ""}
    room.answer(3, "red")
    assert sides(room) == {1: "red"}
    room.host()
    assert room.table.ask(HOST, PlayAgain()).taken
    room.begin(3, "asking")
    assert sides(room) == {1: "blue"}


def test_a_lamp_that_is_on_follows_the_colour_of_its_side(rooms: Rooms) -> None:
    class Changing(AskingGame):
        def waits_for(self, state: Any) -> Awaited:
            return Awaited((1,))

        def colours(self, state: Any) -> Mapping[int, Colour]:
            return {1: "blue" if len(state.said) % 2 else "red"}

    room = rooms(Changing("pick"), profile="simulated")
    room.begin(2, "asking")
    assert sides(room) == {1: "red"}
    room.answer(1, "red")
    assert sides(room) == {1: "blue"}


def test_a_restart_makes_no_noise(rooms: Rooms) -> None:
    first = rooms(AskingGame("pick"), profile="simulated")
    first.begin(2, "asking")
    first.close()
    again = rooms(AskingGame("pick"), profile="simulated")
    assert (lit(again), beeps(again)) == ([1], {})


def test_who_votes_is_called_too(room: Room) -> None:
    room.begin(3, "asking")
    room.answer(1, "red")
    room.answer(2, "red")
    room.press(2, "back")
    room.press(3, "back")
    assert called(room.moment) == {3}
    reply = room.table.ask(token(1), Undo(1, "undo"))
    assert reply.taken
    assert called(room.moment) >= {2, 3}
    assert lit(room) == sorted(called(room.moment))


def test_after_the_play_the_lamps_go_out(room: Room) -> None:
    room.begin(2, "asking")
    assert room.table.ask(HOST, PlayAgain()).taken
    assert lit(room) == []


class Dead:
    """A lamp and a buzzer that are not there."""

    asked = 0

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        self.asked += 1
        raise DeviceGone("seat1.light", "no")

    def beep(self) -> None:
        self.asked += 1
        raise DeviceGone("seat1.buzzer", "no")

    def close(self) -> None: ...


def test_a_lamp_that_is_gone_stops_nobody(room: Room) -> None:
    lamp, buzzer = Dead(), Dead()
    signals = Signals({1: lamp}, {1: buzzer}, mono=lambda: 0.0, quiet=lambda: False)

    def refresh() -> None:
        signals.refresh(room.moment, frozenset(), frozenset())

    refresh()
    room.begin(2, "asking")
    refresh()
    refresh()
    assert (lamp.asked, buzzer.asked) == (2, 1), "once for each change, not for every decision"
    signals.forget(1)
    refresh()
    assert lamp.asked == 3
