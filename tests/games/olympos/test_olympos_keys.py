"""Small displays: a turn by key presses alone, what a seat turns through, and words that fit a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.answers import whole_number
from companion.core.chance import ChanceSource
from companion.core.questions import Answer, Count, Pick, PickMany
from companion.games.olympos import Olympos
from companion.render.faces import WidgetFace
from tests.service.at_table import NAMES, Room

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


def by_keys(room: Room, seat: int, answer: Answer) -> None:
    """Press what a person presses to give this answer on the own display, which begins at the usual answer."""
    question = room.asked(seat, seat)[0].question
    match question, answer:
        case Count(start=start), int():
            start = start if question.usual is None else whole_number(question.usual)
            room.press(seat, *["up" if answer > start else "down"] * abs(answer - start), "ok")
        case PickMany(options=options), list():
            room.press(seat, *["up"] * len(options) * (question.usual is not None))
            for option in options:
                room.press(seat, *(["ok"] if option.value in answer else []), "down")
            room.press(seat, "ok")
        case Pick(options=options), _:
            values = [option.value for option in options]
            first = next(place for place, option in enumerate(options) if option.reason is None)
            first = first if question.usual is None else values.index(question.usual)
            room.press(seat, *["down"] * (values.index(answer) - first), "ok")
        case _:
            raise AssertionError(question)


def test_a_turn_by_keys_ends_where_one_by_phone_does(rooms: Callable[[str], Room]) -> None:
    phone, keys = rooms("phone"), rooms("keys")
    seat = phone.moment.awaited.must[0]
    assert keys.moment.awaited.must == (seat,)
    while (asked := phone.asked(seat, seat)) and asked[0].question.key in TURN:
        answer = TURN[asked[0].question.key]
        phone.answer(seat, answer)
        by_keys(keys, seat, answer)
    side = keys.state.side(seat)
    assert (side.tokens["wood"], side.stars, side.atlantis, side.stock) == (1, 1, 1, 3)
    assert side.position == 2 + 2 + 2 + 2
    assert Olympos().encode_state(keys.state) == Olympos().encode_state(phone.state)


def test_a_seat_turns_through_its_pages(rooms: Callable[[str], Room]) -> None:
    """Section 11: the place in the order, powers, resources; then what is pending."""
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
    assert min(others) > titles.index("Powers"), "those of others come last"
    for title in ("Time Track", "Order of turns", "Resources", "Powers"):
        assert any(title in each for each in titles), titles
