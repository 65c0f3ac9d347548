"""A battle by the seats' keys alone ends in the state that it ends in by phones, dice from the table included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from companion.core.chance import ChanceSource
from companion.core.questions import Answer, Dice
from companion.core.step import TABLE
from companion.games.athens_sparta import AthensSparta
from companion.service.panel.dials import Dial, dial_for, nudged, pressed_ok
from companion.service.play.play_views import Dialogue
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.at_table import HOST, Room
from tests.service.key_hands import by_keys, tick_slips

FARTHEST = 40
"""Presses after which an answer cannot be reached by keys."""

BATTLE: tuple[tuple[int, Answer], ...] = (
    (1, "hoplite"),
    (1, "B2"),
    (1, 3),
    (1, "peltast"),
    (1, "A1"),
    (1, 2),
    (1, "done"),
    (2, "hoplite"),
    (2, "B3"),
    (2, 2),
    (2, "goes-inside"),
    (2, "done"),
    (1, "fire"),
    (1, [1, 4]),
    (2, "fire"),
    (2, [3]),
    (1, "fire"),
    (1, [2, 6]),
    (1, []),
)
"""Athens attacks a walled city: two blocks before one, then the field is empty and the walls may be stormed."""


class Seats:
    """A table of two: in the middle of a single battle, or where a war begins."""

    def __init__(self, folder: Path, name: str, level: str = "battle", dice: ChanceSource = "cardboard") -> None:
        self.room = Room(folder / f"{name}.sqlite", AthensSparta(), profile="simulated", blind=True, seed="war")
        self.room.host()
        self.room.sit(1, 2)
        assert self.room.table.ask(HOST, ChooseGame("athens-sparta", {}, {"battle": dice})).taken
        assert self.room.table.ask(HOST, BeginPlay(None, level)).taken
        self.room.answer(1, "1", *(("athens", "minor", True) if level == "battle" else (84, 0)))

    def ask(self, seat: int) -> Dialogue:
        return self.room.asked(seat, of=seat)[0]

    def by_phone(self, seat: int, answer: Answer) -> None:
        reply = self.room.give(seat, self.ask(seat), answer)
        assert reply.taken, reply.code


def of_one_seat(answers: Iterable[tuple[int, Answer]]) -> Iterator[tuple[int, list[Answer]]]:
    """What a seat answers before another one is asked."""
    for seat, group in groupby(answers, key=itemgetter(0)):
        yield seat, [answer for _, answer in group]


def sure(room: Room, seat: int) -> Any:
    """Before chance OK is asked for again: the display then shows a question of its own."""
    face = room.face(seat)
    return Dial("") if getattr(face, "prompt", "") == "Sure? No way back" else None


def keys_to(ask: Dialogue, answer: Answer) -> list[str]:
    """The arrow keys from where the dial stands to an answer."""
    if isinstance(ask.question, Dice):
        answer = ask.question.hits_of(answer)  # keys tell how many dice hit
    ways = [way for key in ("down", "up") if (way := straight(ask, answer, key)) is not None]
    assert ways, f"{answer} cannot be dialled in {ask.question.key}"
    return min(ways, key=len)


def straight(ask: Dialogue, answer: Answer, key: str) -> list[str] | None:
    dial = dial_for(ask, None)
    for presses in range(FARTHEST):
        if str(pressed_ok(dial, ask.question)) == str(answer):
            return [key] * presses
        dial = nudged(dial, ask.question, key)
    return None


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Seats, Seats]]:
    keys, phone = Seats(tmp_path, "keys"), Seats(tmp_path, "phone")
    yield keys, phone
    keys.room.close()
    phone.room.close()


def test_a_battle_by_keys_alone_is_that_of_the_phones(both: tuple[Seats, Seats]) -> None:
    keys, phone = both
    for seat, answers in of_one_seat(BATTLE):
        by_keys(keys.room, seat, *answers)
        for answer in answers:
            phone.by_phone(seat, answer)
        assert (
            keys.ask(1 if keys.room.asked(1, of=1) else 2).question
            == phone.ask(1 if phone.room.asked(1, of=1) else 2).question
        ), (seat, answers)
    assert keys.room.state == phone.room.state
    assert [unit.side for unit in keys.room.state.units] == ["athens", "athens"]
    assert keys.room.state.garrisons[0].count == 1


FIELD: tuple[tuple[int, Answer], ...] = (
    (1, "end"),
    (1, "battle"),
    (1, "open"),
    (1, "number"),
    (1, "hoplite"),
    (1, "B2"),
    (1, 3),
    (1, "done"),
    (2, "hoplite"),
    (2, "B3"),
    (2, 1),
    (2, "done"),
    (2, "fire"),
    (2, [6]),
    (1, "fire"),
    (1, [1, 4, 6]),
)
"""In a war: a battle in the open, of a place that nobody can type a name for."""


def test_a_battle_in_the_open_is_fought_by_keys_alone(tmp_path: Path) -> None:
    keys = Seats(tmp_path, "war", "light")
    try:
        for seat, points in ((1, 5), (2, 2)):
            for answer in (points, "plain"):
                keys.by_phone(seat, answer)
        for seat, answers in of_one_seat(FIELD):
            by_keys(keys.room, seat, *answers)
        assert keys.room.state.places == {"field-1": ""}
        assert keys.room.state.battle is None
        assert keys.ask(1).question.key == "battle"
    finally:
        keys.room.close()


def test_dice_of_the_table_are_taken_back_until_they_are_entered(tmp_path: Path) -> None:
    """So OK is asked for again only where the companion rolls."""
    entered, rolled = Seats(tmp_path, "entered"), Seats(tmp_path, "rolled", dice="companion")
    try:
        for seats in (entered, rolled):
            for seat, answer in BATTLE[: [answer for _, answer in BATTLE].index("fire")]:
                seats.by_phone(seat, answer)
            assert seats.ask(1).question.key == "act"
            seats.room.press(1, "ok")
        assert isinstance(entered.ask(1).question, Dice)
        entered.room.press(1, "back")
        assert entered.ask(1).question.key == "act"
        assert (sure(entered.room, 1), isinstance(sure(rolled.room, 1), Dial)) == (None, True)
        assert rolled.ask(1).question.key == "act", "nothing was rolled yet"
    finally:
        entered.room.close()
        rolled.room.close()


NEW_CITY: tuple[Answer, ...] = ("new", "number", "green", 1, True, False, False)
"""A walled city that is not listed, called by a number and not kept for later plays."""


@pytest.mark.parametrize("answered", [(), (1,), (2,)])
@pytest.mark.parametrize("place", [1, 2])
def test_a_city_is_added_by_keys_while_both_decide_in_secret(
    tmp_path: Path, answered: tuple[int, ...], place: int
) -> None:
    """Nothing of it depends on who has answered."""
    keys = Seats(tmp_path, "war", "light")
    try:
        for seat in answered:
            for answer in (3, "plain"):
                keys.by_phone(seat, answer)
        tick_slips(keys.room, place)
        keys.room.press(place, "back")
        for answer in NEW_CITY:
            ask = keys.room.asked(place, of=TABLE)[0]
            keys.room.press(place, *keys_to(ask, answer), "ok")
        assert keys.room.state.cities["city-33"].holder == "neutral"
        assert keys.room.state.answered == [("athens", "sparta")[seat - 1] for seat in answered]
    finally:
        keys.room.close()
