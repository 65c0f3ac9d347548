"""A seat's own keys: how many presses a turn takes, and that they come to the same as a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.questions import Answer
from companion.games.antike import Antike
from companion.games.antike.state import Nation, State
from companion.service.panel.dials import Dial, dial_for, nudged, pressed_ok
from companion.service.panel.displays import CORRECTION
from companion.service.play.answers import CorrectNumber
from companion.service.play.play_views import Dialogue
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.at_table import HOST, Room
from tests.service.key_hands import by_keys, tick_slips

FARTHEST = 60
"""Presses after which an answer cannot be reached by keys."""

Wish = dict[str, Any]


class Table:
    """A table of three with keys and displays, the nations' numbers as a test wants them."""

    def __init__(self, folder: Path, name: str, level: str) -> None:
        self.game = Antike()
        self.room = Room(folder / f"{name}.sqlite", self.game, profile="simulated", blind=True, seed="antike")
        self.room.host()
        self.room.sit(1, 2, 3)
        assert self.room.table.ask(HOST, ChooseGame("antike", {}, {})).taken
        assert self.room.table.ask(HOST, BeginPlay(None, level)).taken
        assert self.room.moment.awaited.must == (0,)
        self.room.answer(1, "greece", 1)

    @property
    def state(self) -> State:
        state: State = self.room.state
        return state

    @property
    def us(self) -> Nation:
        return self.state.nations[0]

    @property
    def them(self) -> Nation:
        return self.state.nations[1]

    def has(self, nation: Nation, **numbers: int) -> None:
        for key, value in numbers.items():
            full = f"{nation.key}.{key.replace('_', '-')}"
            assert self.room.table.ask(HOST, CorrectNumber(full, value, full)).taken
        self.room.past(CORRECTION)

    def asked(self, seat: int) -> Dialogue:
        return self.room.asked(seat, of=seat)[0]

    def turn(self, seat: int, wish: Wish) -> list[Answer]:
        """Answer on the phone what this seat is asked until it is another's turn; the answers that were given."""
        answers, wish = list[Answer](), dict(wish)
        while self.room.asked(seat, of=seat) and seat in self.room.moment.awaited.must:
            ask = self.asked(seat)
            answer = wish.pop(ask.question.key, pressed_ok(dial_for(ask, None), ask.question))
            self.room.give(seat, ask, answer)
            answers.append(answer)
        return answers


def keys_to(ask: Dialogue, answer: Answer) -> list[str]:
    """The arrow keys from where the dial stands to an answer, the shorter way."""
    ways = [way for key in ("down", "up") if (way := straight(ask, answer, key)) is not None]
    assert ways, f"{answer} cannot be dialled in {ask.question.key}"
    return min(ways, key=len)


def straight(ask: Dialogue, answer: Answer, key: str) -> list[str] | None:
    dial: Dial = dial_for(ask, None)
    for presses in range(FARTHEST):
        if str(pressed_ok(dial, ask.question)) == str(answer):
            return [key] * presses
        dial = nudged(dial, ask.question, key)
    return None


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Any]:
    opened: list[Table] = []

    def make(name: str, level: str = "counters") -> Table:
        opened.append(Table(tmp_path, name, level))
        return opened[-1]

    yield make
    for table in opened:
        table.room.close()


TURNS: dict[str, tuple[Wish, dict[str, int], int]] = {
    "production next door": ({"rondel": "marble"}, {"rondel": 5}, 1),
    "production three steps on": ({"rondel": "gold"}, {"rondel": 8}, 2),
    "a city too": ({"rondel": "iron", "found": "marble"}, {"rondel": 8, "legions": 1, "marble": 1, "coins": 0}, 3),
    "two temples": (
        {"rondel": "temple", "temple": "marble"},
        {"rondel": 1, "marble": 5, "coins": 0},
        3,
    ),
    "galleys, all there can be": (
        {"rondel": "arming", "galleys": 3},
        {"rondel": 3, "iron": 3, "coins": 0, "marble": 0},
        4,
    ),
    "a know-how, the last there is gold for": (
        {"rondel": "know-how", "know": "wheel"},
        {"rondel": 5, "gold": 7, "coins": 0},
        3,
    ),
    "a manoeuvre without a fight": ({"rondel": "maneuver-b"}, {"rondel": 6, "legions": 3, "gold": 0, "coins": 0}, 3),
    "four steps, paid as proposed": ({"rondel": "gold"}, {"rondel": 7}, 2),
}
"""What is wished for, what the nation has (and where it stands), and how many presses that takes."""


@pytest.mark.parametrize("level", ["counters", "provinces"])
@pytest.mark.parametrize("kind", TURNS)
def test_the_presses_of_a_typical_turn(tables: Any, kind: str, level: str) -> None:
    wish, numbers, presses = TURNS[kind]
    phone, keys = tables("phone", level), tables("keys", level)
    for table in (phone, keys):
        table.has(table.us, **numbers)
    seat = keys.us.seat
    pressed = by_keys(keys.room, seat, *phone.turn(seat, wish))
    assert keys.game.encode_state(keys.state) == phone.game.encode_state(phone.state)
    assert pressed == presses + (level == "provinces" and "found" in wish), "one more names the province"


def held(table: Table, seat: int) -> None:
    """OK goes down at a place and stays there for a second."""
    table.room.tell(f"hold {seat} ok")
    for _ in range(5):
        table.room.past(0.2)
    table.room.tell(f"release {seat} ok")
    table.room.past(0.2)


def test_ok_held_ends_a_manoeuvre_after_which_a_city_could_be_founded(tables: Any) -> None:
    table = tables("keys")
    table.has(table.us, rondel=6, legions=2, marble=1, iron=1, gold=1)
    seat = table.us.seat
    tick_slips(table.room, seat)
    table.room.press(seat, *keys_to(table.asked(seat), "maneuver-b"))
    held(table, seat)
    assert table.asked(seat).question.key == "maneuver"
    held(table, seat)
    assert table.room.moment.awaited.must == (table.them.seat,)
    assert table.us.goods["gold"] == 1


def test_ok_held_arms_nothing_that_nobody_chose(tables: Any) -> None:
    table = tables("keys")
    table.has(table.us, rondel=1, marble=3, iron=2, gold=0, coins=1)
    seat = table.us.seat
    tick_slips(table.room, seat)
    table.room.press(seat, *keys_to(table.asked(seat), "arming"))
    held(table, seat)
    assert (table.us.legions, table.us.galleys, table.us.goods["iron"]) == (0, 0, 2)


CONQUESTS: dict[str, tuple[Wish, int, int]] = {
    "bare": ({"maneuver": "persia", "city": "marble"}, 0, 0),
    "a legion": ({"maneuver": "persia", "city": "iron", "defending-legion": 1}, 1, 0),
    "a temple, two legions, a galley": (
        {"maneuver": "arabia", "city": "gold-temple", "defending-legion": 2, "defending-galley": 1},
        2,
        1,
    ),
}


@pytest.mark.parametrize("kind", CONQUESTS)
def test_a_conquest_takes_ten_presses_at_most(tables: Any, kind: str) -> None:
    """From the menu of the manoeuvre to the city that has fallen, losses on both sides entered."""
    wish, legions, galleys = CONQUESTS[kind]
    phone, keys = tables("phone"), tables("keys")
    for table in (phone, keys):
        table.has(table.us, legions=4, galleys=4)
        target = table.state.nation(wish["maneuver"])
        table.has(target, legions=legions, galleys=galleys)
        if "temple" in wish["city"]:
            table.has(target, gold_temple=1, gold_plain=0)
            assert table.room.table.ask(HOST, CorrectNumber("bank.temples", 19, "bank")).taken
        table.room.answer(table.us.seat, "maneuver-a")
    seat, answers, before = phone.us.seat, list[Answer](), phone.room.entries
    while phone.room.entries == before:
        ask = phone.asked(seat)
        answers.append(wish.get(ask.question.key, pressed_ok(dial_for(ask, None), ask.question)))
        phone.room.give(seat, ask, answers[-1])
    presses = by_keys(keys.room, seat, *answers)
    assert keys.us.plain[wish["city"].removesuffix("-temple")] == 2
    assert keys.state.nation(wish["maneuver"]).legions == 0
    assert presses <= 10, f"{presses} presses"


FIGHT: Wish = {
    "rondel": "maneuver-a",
    "maneuver": "persia",
    "city": "gold",
    "defending-legion": 1,
    "lost-legions": 1,
    "found": "iron",
}


@pytest.mark.parametrize("level", ["counters", "provinces"])
def test_a_turn_by_keys_alone_ends_in_the_same_state(tables: Any, level: str) -> None:
    """Four steps paid, a city conquered, one founded, then done: the same answers by phone and by keys."""
    phone, keys = tables("phone", level), tables("keys", level)
    for table in (phone, keys):
        table.has(table.us, legions=5, galleys=2, rondel=8)
        table.has(table.them, legions=2)
    wish = FIGHT | ({"city": "susa", "found": "gold"} if level == "provinces" else {})
    assert by_keys(keys.room, keys.us.seat, *phone.turn(phone.us.seat, wish))
    assert keys.game.encode_state(keys.state) == phone.game.encode_state(phone.state)
    assert len(keys.state.agenda) > 1
    assert keys.us.legions < 5
