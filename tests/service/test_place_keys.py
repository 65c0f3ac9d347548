"""A position picked by keys and encoder: the cursor walks on the picture, over what is in reach."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.render.draw import draw
from companion.render.faces import AnyFace, FitFace, FlashFace, HomeFace, MenuFace, WidgetFace
from companion.render.spoken_text import said
from companion.service.panel.dials import next_position
from tests.service.at_table import Room
from tests.service.place_game import CITIES, REASON, SQUARES, WalkingGame, where

Rooms = Callable[..., Room]
GOLDEN = Path(__file__).parents[1] / "golden" / "place_cursor"
KINDS = ("track", "rondel", "grid", "hand")


def walking(rooms: Rooms, kind: str, **given: object) -> Room:
    room = rooms(WalkingGame(kind, **given), profile="simulated")  # type: ignore[arg-type]
    room.begin(2, "asking")
    return room


def at(face: AnyFace) -> str:
    """The position under the cursor."""
    if isinstance(face, FitFace):
        return next(key for key, spot in SQUARES.items() if (spot,) == face.squares)
    assert isinstance(face, WidgetFace)
    return face.cursor


@pytest.mark.parametrize("kind", KINDS)
def test_the_cursor_walks_over_what_is_in_reach(rooms: Rooms, kind: str) -> None:
    room = walking(rooms, kind)
    walk = [at(room.face(1))]
    for key in ("down", "down", "down", "up"):
        room.press(1, key)
        walk.append(at(room.face(1)))
    assert walk == ["ostia", "tarent", "veii", "veii", "tarent"]
    room.press(1, "ok")
    assert room.state.said == [SQUARES["tarent"] if kind == "grid" else "tarent"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_encoder_walks_as_far(rooms: Rooms, kind: str) -> None:
    room = walking(rooms, kind)
    room.tell("turn 1 9")
    room.press(1, "down")
    room.tell("turn 1 -1")
    assert at(room.face(1)) == "tarent"
    room.press(1, "push")
    assert room.state.said == [SQUARES["tarent"] if kind == "grid" else "tarent"]


def test_the_phone_answers_the_same(rooms: Rooms) -> None:
    by_keys = walking(rooms, "track")
    by_keys.press(1, "down", "ok")
    by_phone = rooms(WalkingGame("track"), file="other.sqlite")
    by_phone.begin(2, "asking")
    by_phone.answer(1, "tarent")
    assert by_keys.state == by_phone.state


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("grid", "Where to?. Tarent 3"),
        ("track", "Where to?. Tarent. 3"),
        ("rondel", "Where to?. Tarent. 3"),
        ("hand", "Where to?. Tarent"),
    ],
)
def test_what_stands_under_the_cursor_is_said_with_its_price(rooms: Rooms, kind: str, words: str) -> None:
    room = walking(rooms, kind)
    room.press(1, "down")
    assert said(room.face(1)) == words


@pytest.mark.parametrize("kind", [*KINDS, "note"])
def test_without_a_position_in_reach_the_list_gives_the_reasons(rooms: Rooms, kind: str) -> None:
    room = walking(rooms, kind, out=tuple(CITIES))
    face = room.face(1)
    assert isinstance(face, MenuFace)
    assert {item.reason for item in face.items} == {REASON.text}
    room.press(1, "down", "ok")
    assert room.state.said == []
    assert isinstance(room.face(1), FlashFace)


def test_a_picture_without_positions_is_a_list(rooms: Rooms) -> None:
    room = walking(rooms, "note")
    face = room.face(1)
    assert isinstance(face, MenuFace)
    assert [item.label for item in face.items] == ["Ostia", "Cumae", "Tarent", "Veii"]
    room.press(1, "down", "ok")
    assert room.state.said == ["tarent"]


def test_in_secret_the_picture_is_there_while_peeking_only(rooms: Rooms) -> None:
    room = walking(rooms, "track", secret=True)
    assert isinstance(room.face(1), HomeFace)
    room.tell("hold 1 peek")
    room.press(1, "down")
    face = room.face(1)
    assert at(face) == "tarent"
    assert face.private
    room.tell("release 1 peek")
    room.past(0.2)
    assert isinstance(room.face(1), HomeFace)
    assert not room.picture(1).private


def test_a_cursor_that_is_out_of_reach_goes_one_by_one() -> None:
    question = where("track", out=tuple(CITIES))
    assert [next_position(question, 1, steps) for steps in (-5, -1, 1, 9)] == [0, 0, 2, 3]


@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_is_the_golden_one(rooms: Rooms, kind: str, update_golden: bool) -> None:
    room = walking(rooms, kind)
    room.press(1, "down")
    picture = draw(room.face(1))
    path = GOLDEN / f"{kind}.png"
    if update_golden:
        GOLDEN.mkdir(exist_ok=True)
        picture.save(path)
    with Image.open(path) as golden:
        assert ImageChops.logical_xor(golden.convert("1"), picture).getbbox() is None
