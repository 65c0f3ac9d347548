"""Turns by the keys of a seat alone: the same state as by a phone, in few presses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.questions import Answer
from companion.games.ancient_world import AncientWorld
from tests.service.at_table import Room
from tests.service.key_hands import by_keys

SETUP = ("1", "1")
"""Seat 1 begins, in round 1."""


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """Two tables of the same evening: one with keys, one with phones."""
    rooms = [Room(tmp_path / f"{n}.sqlite", AncientWorld(), profile="simulated", seed="same") for n in (1, 2)]
    for room in rooms:
        room.begin(2, "ancient-world", {"box": "practice"})
        answer_table(room)
    yield rooms[0], rooms[1]
    for room in rooms:
        room.close()


def answer_table(room: Room) -> None:
    """The set-up, said by a scribe at seat 1."""
    for answer in SETUP:
        found = next(ask for ask in room.asked(1) if ask.seat == 0)
        assert room.give(1, found, answer).taken


LEARN = ("place", "learn", "1", "both")
TAKE_COINS = ("place", "labor", "3", "both")
ATTACK = ("attack", "board-1", "practice-1", "3+4")
"""Both armies against the starting titan, which nobody has named before."""


@pytest.mark.parametrize(
    ("answers", "most"), [(LEARN, 7), (TAKE_COINS, 10), (("pass",), 3)], ids=["learn", "coins", "pass"]
)
def test_a_turn_by_keys_ends_in_the_same_state(
    tables: tuple[Room, Room], answers: tuple[Answer, ...], most: int
) -> None:
    keys, phones = tables
    pressed = by_keys(keys, 1, *answers)
    phones.answer(1, *answers)
    assert keys.state == phones.state
    assert keys.state.agenda[-1].seat == 2
    assert pressed <= most


def test_an_attack_by_keys_with_its_dice(tables: tuple[Room, Room]) -> None:
    keys, phones = tables
    pressed = by_keys(keys, 1, *ATTACK[:-1], "3+4")
    pressed += by_keys(keys, 1, "coin")
    phones.answer(1, *ATTACK, "coin")
    assert keys.state == phones.state
    assert keys.state.player(1).titans == ["practice-1"]
    assert keys.state.player(1).coins == 6 - 2 - 1
    assert pressed <= 16


def test_a_card_is_entered_and_bought_by_keys_alone(tables: tuple[Room, Room]) -> None:
    """No keyboard: the card goes by a number."""
    keys, phones = tables
    answers: tuple[Answer, ...] = (
        "place",
        "build",
        "1",
        "new",
        "A",
        ["yellow", "food"],
        [],
        2,
        0,
        "number",
        "take",
    )
    by_keys(keys, 1, *answers)
    phones.answer(1, *answers)
    assert keys.state == phones.state
    assert keys.state.player(1).cards[-1].key == "empire-10"
    assert keys.state.player(1).coins == 4
    assert keys.state.box["empire"]["empire-10"]["symbols"] == ["food"]
