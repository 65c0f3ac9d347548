"""What is usual is on the dial of the keys before anybody turned it: OK accepts it, and it answers for nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from companion.core.questions import Answer
from tests.service.asking_game import question
from tests.service.at_table import Room
from tests.service.test_only_answers import SeveralQuestions

Rooms = Callable[..., Room]


@pytest.mark.parametrize(
    ("kind", "usual", "keys", "said"),
    [
        ("pick", "blue", ["ok"], "blue"),
        ("pick", "blue", ["up", "up", "ok"], "red"),
        ("pick-many", ["blue"], ["ok"], "['blue']"),
        ("pick-many", ["blue", "red"], ["up", "ok", "down", "ok"], "['red']"),
        ("count", 7, ["ok"], "7"),
        ("count", 7, ["up", "ok"], "8"),
        ("dice", [6, 2], ["ok", "ok"], "[6, 2]"),
        ("confirm", False, ["ok"], "False"),
        ("confirm", True, ["ok"], "True"),
        ("pick", "green", ["ok"], "red"),
        ("count", 99, ["ok"], "4"),
    ],
)
def test_keys_begin_at_the_usual_answer(rooms: Rooms, kind: str, usual: Answer, keys: list[str], said: str) -> None:
    room = rooms(SeveralQuestions(structs.replace(question(kind), usual=usual)), profile="simulated")
    room.begin(2, "asking")
    assert room.state.said == []
    room.press(1, *keys)
    assert room.state.said == [f"[{said!r}]" if kind == "pick" else f"[{said}]"]
