"""After the common reveal: nobody is told that the own plan happened to them, and no display blames somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.questions import Pick
from companion.games.antiquity import Antiquity
from companion.render.faces import SlipFace
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.at_table import HOST, Room

ANA, BEN = 1, 2


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with Room(tmp_path / "revealed.sqlite", Antiquity(), profile="simulated", seed="antiquity") as opened:
        opened.host()
        opened.sit(ANA, BEN)
        assert opened.table.ask(HOST, ChooseGame("antiquity", {}, {})).taken
        assert opened.table.ask(HOST, BeginPlay(None, "grids", set_up=True)).taken
        yield opened


def built(room: Room, *, manned: bool) -> None:
    """Both build a cart shop, Ana a house for a man in it; then all is revealed by Ben."""
    room.answer(ANA, "house", "1", "0,0,0")
    for seat in (ANA, BEN):
        room.answer(seat, "raise", "cart", "0,3,3")
    if manned:
        question = room.asked(ANA, of=ANA)[0].question
        assert isinstance(question, Pick)
        room.answer(ANA, *next(one.answers for one in question.shortcuts if one.answers[:1] == ("man",)))
    room.plans_ready(ANA, BEN)


def test_the_own_plan_did_not_happen_to_anybody(room: Room) -> None:
    built(room, manned=True)
    assert any("Ana: Cart shop" in line for line in room.lines())
    for seat in (ANA, BEN):
        assert room.page(seat).happened.cards == (), [room.say(line) for line in room.page(seat).happened.cards[0].told]


def test_what_is_lost_after_the_reveal_is_told_without_the_plan(room: Room) -> None:
    built(room, manned=False)
    [card] = room.page(ANA).happened.cards
    told = [room.say(line) for line in card.told]
    assert "Ana discards 5 wood." in told
    assert not [line for line in told if "Cart shop" in line or "House" in line], told


def test_a_display_shows_the_seat_of_its_own_plan_and_no_single_order_as_the_cause(room: Room) -> None:
    built(room, manned=True)
    faces = [room.face(seat) for seat in (ANA, BEN)]
    ana, ben = faces
    for seat, face in ((ANA, ana), (BEN, ben)):
        if isinstance(face, SlipFace):
            assert (face.actor, "House" in face.title) == (seat, False), (face.actor, face.title)
    assert any(isinstance(face, SlipFace) for face in faces)
