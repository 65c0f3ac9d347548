"""A piece laid by keys and encoder: turn, row, column; in secret only while PEEK is held."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.options import Option
from companion.core.questions import Fit
from companion.core.wording import say
from companion.render.faces import FitFace, FlashFace, HomeFace
from companion.service.panel.dials import AXES, first_way, moved, next_axis
from tests.service.at_table import Room
from tests.service.piece_game import LayingGame

Rooms = Callable[..., Room]


def laying(rooms: Rooms, *, secret: bool = False, **given: str) -> Room:
    room = rooms(LayingGame(secret=secret), profile="simulated", **given)
    room.begin(2, "laying")
    return room


def built(room: Room, owner: int = 0) -> list[tuple[str, ...]]:
    return [laid.squares for laid in room.state.cities[owner].value]


def test_turn_row_and_column_are_dialled_one_after_the_other(rooms: Rooms) -> None:
    room = laying(rooms)
    room.press(1, "ok")
    face = room.face(1)
    assert isinstance(face, FitFace)
    assert (face.prompt, face.squares, face.axis) == ("Where does it stand?", ("0,0", "1,0", "1,1"), 0)
    room.press(1, "down", "ok", "down", "down", "down", "ok", "down", "down", "ok")
    assert built(room) == [("3,3", "3,4", "2,4")]


def test_the_phone_answers_the_same(rooms: Rooms) -> None:
    by_keys, by_phone = laying(rooms), laying(rooms, file="other.sqlite")
    by_keys.press(1, "ok", "ok", "down", "ok", "down", "ok")
    by_phone.answer(1, "stable", "1,1,0")
    assert by_keys.state == by_phone.state


def test_a_piece_with_one_turn_begins_with_its_row(rooms: Rooms) -> None:
    room = laying(rooms)
    room.press(1, "down", "ok")
    assert room.face(1).axis == 1
    room.tell("turn 1 4")
    room.press(1, "push")
    assert room.face(1).squares == ("0,4",)
    room.tell("turn 1 2")
    room.press(1, "push")
    assert built(room) == [("2,4",)]


def test_squares_out_of_reach_are_passed_over(rooms: Rooms) -> None:
    room = laying(rooms)
    room.answer(2, "well", "1,0,0")
    room.press(1, "down", "ok", "ok")
    room.press(1, "down", "down", "ok")
    assert built(room)[1] == ("4,0",)


def test_in_secret_the_piece_shows_while_peek_is_held(rooms: Rooms) -> None:
    room = laying(rooms, secret=True)
    home = room.face(1)
    assert isinstance(home, HomeFace)
    assert home.lock
    room.tell("hold 1 peek")
    room.past(0.1)
    room.press(1, "ok")
    face = room.face(1)
    assert isinstance(face, FitFace)
    assert face.private
    room.press(1, "ok", "ok", "ok")
    assert built(room, 1) == [("0,0", "1,0", "1,1")]
    room.tell("release 1 peek")
    room.past(0.1)
    assert isinstance(room.face(1), HomeFace | FlashFace)
    assert not room.face(1).private


REASON = say("Full.")


def fit(*ways: str, out: tuple[str, ...] = ()) -> Fit:
    options = tuple(Option(way, say("there"), reason=REASON if way in out else None) for way in ways)
    return Fit(key="lay", prompt=say("Where?"), widget="city", turns=(((0, 0),), ((0, 0), (0, 1))), options=options)


@pytest.mark.parametrize("steps", [-9, -1, 1, 9])
def test_a_dial_stays_within_its_ways(steps: int) -> None:
    question = fit("0,0,0", "2,0,0", "1,1,0", "0,0,1")
    for way in range(4):
        for axis in range(AXES):
            assert 0 <= moved(question, way, axis, steps) < 4


def test_another_row_keeps_the_column_if_it_can() -> None:
    question = fit("0,0,0", "2,0,0", "0,1,0", "2,1,0", "1,2,0")
    assert moved(question, 1, 1, 1) == 3
    assert moved(question, 3, 1, 1) == 4


def test_what_has_one_value_is_not_dialled() -> None:
    assert next_axis(fit("0,0,0", "1,0,0"), 0, -1) == 2
    assert next_axis(fit("0,0,0"), 0, -1) == AXES
    assert next_axis(fit("0,0,0", "0,0,1"), 0, 0) == AXES


def test_where_nothing_is_in_reach_the_first_way_stands() -> None:
    question = fit("1,0,0", "0,0,0", out=("1,0,0", "0,0,0"))
    assert first_way(question) == 0
    assert moved(question, 0, 1, 1) == 0
