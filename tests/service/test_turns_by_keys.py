"""A whole evening of turns, by the keys of the seats alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.whose_turn import WhoseTurn
from companion.render.faces import HomeFace, MenuFace
from companion.service.panel.signals import called
from tests.service.at_table import Room

ANA, BERTA, CARLA = 1, 2, 3
WORD = 2.0
"""Seconds after which the word about the last answer has gone from the displays."""
Rooms = Callable[..., Room]


@pytest.fixture
def room(rooms: Rooms) -> Room:
    """Three people and no phone; Berta begins."""
    room = rooms(WhoseTurn(), profile="simulated")
    room.begin(3, "whose-turn")
    presses(room, ANA, "down", "ok")
    return room


def presses(room: Room, seat: int, *keys: str) -> None:
    room.press(seat, *keys)
    room.past(WORD)


def test_one_press_ends_the_turn_and_lights_the_lamp_of_the_next(room: Room) -> None:
    assert called(room.moment) == {BERTA}
    face = room.face(BERTA)
    assert isinstance(face, MenuFace)
    assert face.prompt == "Your turn, Berta"
    assert [item.label for item in face.items] == ["Done", "Pass"]
    assert face.items[0].hint == "then Carla"
    presses(room, BERTA, "ok")
    assert called(room.moment) == {CARLA}
    assert room.lines()[-1] == "Berta is done."
    waiting = room.face(BERTA)
    assert isinstance(waiting, HomeFace)
    assert waiting.whose == (CARLA,)


def test_ok_of_somebody_who_waits_ends_nobodys_turn(room: Room) -> None:
    presses(room, CARLA, "ok")
    presses(room, ANA, "ok")
    assert called(room.moment) == {BERTA}


def test_a_round_of_passing_a_number_each_and_the_end_by_keys(room: Room) -> None:
    presses(room, ANA, "back")
    assert isinstance(room.face(ANA), MenuFace)
    presses(room, ANA, "down", "down", "down", "ok")  # how the next round is ordered
    presses(room, ANA, "down", "down", "down", "ok")  # the highest number first
    for seat in (BERTA, CARLA, ANA):
        presses(room, seat, "down", "ok")
    assert called(room.moment) == {ANA, BERTA, CARLA}
    for seat, number in ((ANA, 2), (BERTA, 0), (CARLA, 1)):
        presses(room, seat, *["up"] * number, "ok")
    assert room.state.order == [ANA, CARLA, BERTA]
    assert room.state.round == 2
    assert called(room.moment) == {ANA}
    presses(room, BERTA, "back", "down", "down", "down", "down", "ok")  # the game is over
    presses(room, BERTA, "ok")  # which is asked again
    presses(room, BERTA, "down", "down", "ok")  # Carla has won
    assert room.moment.awaited.over
    assert room.state.winner == CARLA


def test_a_turn_that_was_ended_by_mistake_is_taken_back_by_keys(room: Room) -> None:
    presses(room, BERTA, "ok")
    presses(room, BERTA, "back", "back")
    face = room.face(BERTA)
    assert isinstance(face, MenuFace)
    assert face.items[0].label.startswith("Undo"), face.items
    presses(room, BERTA, "ok")
    assert called(room.moment) == {BERTA}
