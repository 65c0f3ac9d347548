"""Reminders of a move at a table: who reads them, and until when."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.step import TABLE, Step
from companion.core.wording import ENGLISH, say
from companion.service.agreement.agreement_requests import Undo
from companion.service.play.answers import CorrectNumber
from tests.core.purses import Purses, State
from tests.service.at_table import Room, token

ANA, BEN, CARLA = 1, 2, 3


class Reminding(Purses):
    """Reminds whoever is on turn, everybody where the bank has few coins, and in secret nobody else."""

    def proceed(self, step: Step[State]) -> None:
        step.remind(step.state.turn, say("Your gems count."))
        if step.state.bank < 95:
            step.remind(TABLE, say("Few coins are left."))


def reads(room: Room, seat: int) -> list[str]:
    return [ENGLISH.say(words) for words in room.page(seat).reminders]


def at_table(rooms: Callable[..., Room]) -> Room:
    room = rooms(Reminding())
    room.begin(3, "purses")
    return room


def test_a_seat_is_reminded_until_the_next_move(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    assert reads(room, ANA) == []
    room.answer(ANA, "wait")
    assert reads(room, BEN) == ["Your gems count."]
    assert reads(room, ANA) == reads(room, CARLA) == []
    room.answer(BEN, "take", 9)
    assert reads(room, BEN) == []
    assert [ENGLISH.say(words) for words in room.view().screens.table().reminders] == ["Few coins are left."]


def test_a_reminder_is_neither_stored_nor_undone(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "wait")
    assert room.table.ask(token(ANA), Undo(ANA, "undo")).taken
    assert reads(room, BEN) == []
    room.answer(ANA, "wait")
    room.close()
    assert reads(rooms(Reminding()), BEN) == []


def test_what_others_correct_in_the_open_ends_a_reminder(rooms: Callable[..., Room]) -> None:
    room = at_table(rooms)
    room.answer(ANA, "wait")
    assert room.table.ask(token(CARLA), CorrectNumber("3.coins", 7, "correct")).taken
    assert reads(room, BEN) == []
