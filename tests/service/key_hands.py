"""Hands at the keys of a seat: they give answers with the presses that are counted for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.core.forms import Field
from companion.core.questions import Answer
from companion.pace.costs import NOTHING_SENT, is_secret, key_presses_of
from companion.pace.form_presses import form_presses
from companion.pace.key_presses import KeyPress, presses
from companion.playthroughs.moves_made import MoveMade
from companion.render.faces import ConfirmFace, FlashFace, SlipFace
from companion.service.play.dialogues import FormKey
from companion.service.play.play_views import Dialogue, FormView
from tests.service.at_table import Room, token, too_soon

HELD = 1.0
"""Seconds that a key is held, longer than the first step of a hold."""


class Hands(Protocol):
    """Hands at the keys of all seats."""

    def press(self, seat: int, press: KeyPress) -> None: ...

    def peek(self, seat: int, *, held: bool) -> None: ...

    def face(self, seat: int) -> Any:
        """What the display of a seat shows now."""

    def rest(self) -> None:
        """Until the word about the last answer has gone from the displays."""


class RoomHands:
    """Hands at a table without a browser."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def press(self, seat: int, press: KeyPress) -> None:
        press_all(self._room, seat, (press,))

    def peek(self, seat: int, *, held: bool) -> None:
        self._room.tell(f"{'hold' if held else 'release'} {seat} peek")
        self._room.past(0.2)

    def face(self, seat: int) -> Any:
        return self._room.face(seat)

    def rest(self) -> None:
        self._room.past(2.0)


def pressed_for(
    hands: Hands,
    seat: int,
    moves: Sequence[MoveMade],
    last: Mapping[FormKey, Mapping[str, Answer]] = NOTHING_SENT,
) -> int:
    """Press at a seat what makes these moves, after ``last`` was sent of their forms; how many presses it took."""
    secret, count = is_secret(moves[0]), 0
    while isinstance(hands.face(seat), FlashFace):
        hands.rest()  # a word about what others changed covers the question
    while isinstance(hands.face(seat), SlipFace):
        hands.press(seat, "ok")  # what to do with the pieces because of what others did is no part of the turn
    if secret:
        hands.peek(seat, held=True)
        count += 1
    if moves[0].optional:
        hands.press(seat, "back")
        count += 1
    for _, part in key_presses_of(moves, last):
        assert part is not None
        for press in part:
            hands.press(seat, press)
        count += len(part)
        if is_sure(hands.face(seat)):
            hands.press(seat, "ok")
            count += 1
    if secret:
        hands.peek(seat, held=False)
    hands.rest()
    return count


def is_sure(face: Any) -> bool:
    """Whether a display asks again, before what cannot be taken back freely."""
    return isinstance(face, ConfirmFace) and face.prompt.startswith("Sure")


def press_all(room: Room, seat: int, pressed: Iterable[KeyPress]) -> int:
    """Press the keys of a seat and turn its knob; how many presses that were."""
    count = 0
    for press in pressed:
        count += 1
        if isinstance(press, int):
            room.tell(f"turn {seat} {press}")
        elif press == "hold":
            hold(room, seat)
        else:
            room.press(seat, press)
    return count


def hold(room: Room, seat: int, key: str = "ok", seconds: float = HELD) -> None:
    """A key goes down and stays down for a while."""
    room.past(max(too_soon(room.opened, seat), 0.0))
    room.tell(f"hold {seat} {key}")
    for _ in range(int(seconds / 0.2)):
        room.past(0.2)
    room.tell(f"release {seat} {key}")
    room.past(0.2)


def sure(room: Room, seat: int) -> int:
    """OK where the display asks again; how many presses that took."""
    if is_sure(room.face(seat)):
        room.press(seat, "ok")
        return 1
    return 0


def tick_slips(room: Room, seat: int) -> None:
    """OK to what a display says first: what to do with the pieces because of others is no part of a turn."""
    while isinstance(room.face(seat), SlipFace):
        room.press(seat, "ok")


def by_keys(room: Room, seat: int, *answers: Answer) -> int:
    """Give these answers, a form's together and what is left of it as usual; how many presses it took."""
    left, count = list(answers), 0
    while left:
        tick_slips(room, seat)
        dialogue = room.asked(seat)[0]
        if dialogue.form is None:
            found = presses(dialogue.question, left.pop(0))
        else:
            found = _of_form(room, seat, dialogue, left)
        assert found is not None, dialogue.question
        count += press_all(room, seat, found) + sure(room, seat)
    return count


def _of_form(room: Room, seat: int, dialogue: Dialogue, left: list[Answer]) -> tuple[KeyPress, ...]:
    def refill(given: Mapping[str, Answer]) -> FormView | None:
        found = room.table.view(token(seat)).play.fill_form(dialogue.seat, dict(given))
        return found.form if found is not None else None

    wanted: dict[str, Answer] = {}
    while (field := _next_field(refill(wanted), wanted)) is not None:
        if left:
            wanted[field] = left.pop(0)
        elif (usual := next(one.answer for one in _fields(refill(wanted)) if one.key == field)) is not None:
            wanted[field] = usual
        else:
            break
    found = form_presses(dialogue.seat, refill, wanted)
    assert found is not None, wanted
    return tuple(step.press for step in found)


def _fields(view: FormView | None) -> tuple[Field, ...]:
    assert view is not None
    return view.fields


def _next_field(view: FormView | None, wanted: Mapping[str, Answer]) -> str | None:
    return next((field.key for field in _fields(view) if field.key not in wanted), None)
