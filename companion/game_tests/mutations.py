"""Moves nobody can make through the questions: what comes by the API from somebody who tries things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.core.errors import Refused
from companion.core.game import AnyGame

ODD: tuple[Any, ...] = (0, -1, 1, 2, 7, 10**9, "", "nobody", "1", "1a", True, None, [], ["1"], {})


def mutated(game: AnyGame, move: Any, decide: Callable[[int], int], number: int) -> Iterator[Any]:
    """``number`` moves made of ``move`` by changing one thing in its JSON. What is not even a move is left out."""
    plain = msgspec.to_builtins(move)
    for _ in range(number):
        try:
            yield game.decode_move(msgspec.json.encode(_changed(plain, decide)))
        except Refused:
            continue


def _changed(value: Any, decide: Callable[[int], int]) -> Any:
    """The value with one leaf replaced, left out or doubled."""
    if isinstance(value, dict) and value:
        key = list(value)[decide(len(value))]
        if key == "type":
            return value
        return {**value, key: _changed(value[key], decide)}
    if isinstance(value, list) and value:
        place = decide(len(value) + 2)
        if place == len(value):
            return value[1:]
        if place > len(value):
            return [*value, value[-1]]
        return [*value[:place], _changed(value[place], decide), *value[place + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and decide(2):
        return value + (-1, 1, 100)[decide(3)]
    return ODD[decide(len(ODD))]
