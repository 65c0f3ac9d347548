"""A turn with the city maps on cardboard, by keys alone behind PEEK: it ends in the same state as the phones'."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.questions import Answer
from companion.games.antiquity import Antiquity
from companion.games.antiquity.state import Countryside, Planning, State
from companion.render.faces import MenuFace, WidgetFace
from companion.service.panel.dials import Dial, dial_for, nudged, pressed_ok, turned
from companion.service.play.play_views import Dialogue
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.at_table import HOST, Room

FARTHEST = 40
"""Presses after which an answer cannot be reached by keys."""

TURN: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"plan": "house", "house": 1}),
    (1, {"plan": "house", "house": 2}),
    (1, {"plan": "raise", "building": "cart"}),
    (1, {"plan": "raise", "building": "store", "size": "2x2"}),
    (2, {"plan": "house", "house": 1}),
    (2, {"plan": "raise", "building": "granary"}),
    (1, {"plan": "man"}),
    (1, {"plan": "man"}),
    (2, {"plan": "raise", "building": "market"}),
    (2, {"plan": "drop"}),
    (2, {"plan": "ready"}),
    (1, {"plan": "ready"}),
    (1, {"item": "woodcutter", "goods": 4}),
)
"""Who answers what, by the keys of the questions; where nothing stands here, OK is pressed at once."""


class Table:
    """Two seats with keys, an encoder and displays."""

    def __init__(self, folder: Path, name: str) -> None:
        self.game = Antiquity()
        self.room = Room(folder / f"{name}.sqlite", self.game, profile="simulated", blind=True, seed="antiquity")
        self.room.host()
        self.room.sit(1, 2)
        assert self.room.table.ask(HOST, ChooseGame("antiquity", {}, {})).taken
        assert self.room.table.ask(HOST, BeginPlay(None, "counters")).taken
        self.room.answer(1, 1)

    @property
    def state(self) -> State:
        state: State = self.room.state
        return state

    def asked(self, seat: int) -> Dialogue:
        return self.room.asked(seat, of=seat)[0]

    def moves(self, seat: int, wish: dict[str, Any], by: str) -> None:
        """Answer until the move is made."""
        wish, before = dict(wish), self.room.entries
        while self.room.entries == before:
            ask = self.asked(seat)
            answer = wish.pop(ask.question.key, pressed_ok(dial_for(ask, None), ask.question))
            if by == "phone":
                assert self.room.give(seat, ask, answer).taken
            else:
                self.presses(seat, ask, answer, by)
        assert not wish, f"never asked: {wish}"

    def presses(self, seat: int, ask: Dialogue, answer: Answer, by: str) -> None:
        """Secret questions stand on the own display while PEEK is held."""
        self.room.tell(f"hold {seat} peek")
        self.room.past(0.1)
        if by == "encoder":
            if steps := steps_to(ask, answer):
                self.room.tell(f"turn {seat} {steps}")
            self.room.press(seat, "push")
        else:
            self.room.press(seat, *keys_to(ask, answer), "ok")
        self.room.tell(f"release {seat} peek")
        self.room.past(0.1)


def keys_to(ask: Dialogue, answer: Answer) -> list[str]:
    """The arrow keys from where the dial stands to an answer."""
    for key in ("down", "up"):
        dial: Dial = dial_for(ask, None)
        for presses in range(FARTHEST):
            if str(pressed_ok(dial, ask.question)) == str(answer):
                return [key] * presses
            dial = nudged(dial, ask.question, key)
    raise AssertionError(f"{answer} cannot be dialled in {ask.question.key}")


def steps_to(ask: Dialogue, answer: Answer) -> int:
    """How far the knob is turned to an answer."""
    for steps in sorted(range(-FARTHEST, FARTHEST), key=abs):
        if str(pressed_ok(turned(dial_for(ask, None), ask.question, steps), ask.question)) == str(answer):
            return steps
    raise AssertionError(f"{answer} cannot be turned to in {ask.question.key}")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Any]:
    opened: list[Table] = []

    def make(name: str) -> Table:
        opened.append(Table(tmp_path, name))
        return opened[-1]

    yield make
    for table in opened:
        table.room.close()


@pytest.mark.parametrize("by", ["keys", "encoder"])
def test_a_counters_turn_by_hand_ends_in_the_same_state_as_the_phones(tables: Any, by: str) -> None:
    states = []
    for way in (by, "phone"):
        table = tables(way)
        for seat, wish in TURN:
            table.moves(seat, wish, way)
        states.append(table.game.encode_state(table.state))
    assert states[0] == states[1]
    assert table.state.realm(1).works[0].left == 3
    assert not isinstance(table.state.due, Planning | Countryside)
    assert len(table.state.realm(2).buildings) == 2, "one of three orders was taken out again"


def test_a_display_shows_nothing_of_a_plan_unless_peek_is_held(tables: Any) -> None:
    table = tables("pages")
    room = table.room
    before = pages(table)
    table.moves(1, {"plan": "house", "house": 3}, "phone")
    assert pages(table) == before
    assert "Goods" in {room.say(widget.title) for widget in before.values()}
    room.tell("hold 1 peek")
    menu = room.face(1)
    assert isinstance(menu, MenuFace)
    assert "Remove from my plan" in [item.label for item in menu.items]
    room.press(1, "back")
    plan = room.face(1)
    assert isinstance(plan, WidgetFace)
    assert plan.private
    assert plan.widget.key == "plan"


def pages(table: Table) -> dict[str, Any]:
    """The widgets a seat turns through on its display, by key."""
    found: dict[str, Any] = {}
    for _ in range(14):
        table.room.press(1, "down")
        face = table.room.face(1)
        if isinstance(face, WidgetFace):
            found[face.widget.key] = face.widget
    return found
