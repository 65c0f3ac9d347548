"""Small displays: a turn by key presses alone, what a seat turns through, and words that fit a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.chance import ChanceSource
from companion.core.questions import Answer
from companion.games.olympos import Olympos
from companion.render.faces import WidgetFace
from tests.service.at_table import NAMES, Room
from tests.service.key_hands import by_keys

TURN: dict[str, Answer] = {
    "turn": "expand",
    "source": "new",
    "target": "tribe",
    "resource": "wood",
    "special": ["atlantis"],
    "sea": 1,
    "land": 2,
    "pay": "pay",
}
SETTING: dict[str, bool | int | str] = {"box": "practice"}
COMPANION: dict[str, ChanceSource] = {kind.key: "companion" for kind in Olympos().meta.chance}


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Callable[[str], Room]]:
    """Tables with the same seed, up to the first turn."""
    opened: list[Room] = []

    def make(name: str) -> Room:
        room = Room(tmp_path / f"{name}.sqlite", Olympos(), profile="simulated", seed="olympos")
        opened.append(room)
        room.begin(3, "olympos", SETTING, COMPANION)
        room.answer(1, "beginning")
        room.answer(room.moment.awaited.must[0], 1)
        return room

    yield make
    for room in opened:
        room.close()


def test_a_turn_by_keys_ends_where_one_by_phone_does(rooms: Callable[[str], Room]) -> None:
    phone, keys = rooms("phone"), rooms("keys")
    seat = phone.moment.awaited.must[0]
    assert keys.moment.awaited.must == (seat,)
    answers = list[Answer]()
    while (asked := phone.asked(seat, seat)) and asked[0].question.key in TURN:
        answers.append(TURN[asked[0].question.key])
        phone.answer(seat, answers[-1])
    by_keys(keys, seat, *answers)
    side = keys.state.side(seat)
    assert (side.tokens["wood"], side.stars, side.atlantis, side.stock) == (1, 1, 1, 3)
    assert side.position == 2 + 2 + 2 + 2
    assert Olympos().encode_state(keys.state) == Olympos().encode_state(phone.state)


def test_a_seat_turns_through_its_pages(rooms: Callable[[str], Room]) -> None:
    """Section 11: the place in the order, resources; then what is pending."""
    room = rooms("pages")
    seat = next(seat for seat in (1, 2, 3) if seat not in room.moment.awaited.must)
    titles: list[str] = []
    for _ in range(12):
        room.press(seat, "down")
        face: Any = room.face(seat)
        if isinstance(face, WidgetFace):
            titles.append(face.widget.title.words[""])
    assert titles[0] == NAMES[seat], "a seat's own page comes first"
    others = [titles.index(NAMES[other]) for other in (1, 2, 3) if other != seat]
    assert min(others) > titles.index("Resources"), "those of others come last"
    for title in ("Time Track", "Order of turns", "Resources"):
        assert any(title in each for each in titles), titles
