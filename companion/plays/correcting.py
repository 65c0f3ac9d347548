"""Tracked numbers set right: how the log writes it down, and how it is done to a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.inventory import find
from companion.core.wording import N_, say


class Correction(Struct, frozen=True):
    """The tracked number ``key`` was ``old`` and is ``new``."""

    key: str
    old: int
    new: int


class _Several(Struct, frozen=True):
    numbers: tuple[Correction, ...]


_several = msgspec.json.Decoder(_Several)
_single = msgspec.json.Decoder(Correction)


def written(corrections: tuple[Correction, ...]) -> str:
    """The move of a correction's entry, as JSON: one number stands there by itself."""
    return msgspec.json.encode(corrections[0] if len(corrections) == 1 else _Several(corrections)).decode()


def corrections_of(move: str) -> tuple[Correction, ...]:
    """What a correction's entry set right."""
    return _several.decode(move).numbers if move.startswith('{"numbers"') else (_single.decode(move),)


def put_right(game: AnyGame, state: Any, numbers: Mapping[str, int]) -> tuple[Correction, ...]:
    """Set these numbers of ``state``, all or none. Raises ``Refused`` for a key that is not there or a value out of
    bounds, and when there is nothing to set.
    """
    if not numbers:
        raise Refused("nothing-to-correct", say("There is nothing to correct.", short=N_("Nothing to correct")))
    inventory = {tracked.key: tracked for tracked in game.inventory(state)}
    found = [inventory[key] if key in inventory else find((), key) for key in numbers]
    for tracked in found:
        if not tracked.known:
            raise Refused("not-there", say("That number is not there yet.", short=N_("Not there yet")))
    done = tuple(Correction(tracked.key, tracked.value, numbers[tracked.key]) for tracked in found)
    for tracked in found:
        tracked.put(numbers[tracked.key])
    return done


def as_numbers(corrections: Iterable[Correction]) -> dict[str, int]:
    """The new values by key."""
    return {correction.key: correction.new for correction in corrections}
