"""The public numbers that a vote would change, old and new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.inventory import Tracked
from companion.core.secrecy import PUBLIC, seen
from companion.plays.reports.happened import NumberChange, number_change
from companion.service.play.play_now import log_bug

MOST_SHOWN = 6
"""The most numbers that are shown; those of the seat that the vote is about come first."""


class VoteChange(Struct, frozen=True):
    """A number before and after a vote, and the seat it belongs to (None: the table)."""

    seats: tuple[int, ...]
    change: NumberChange


def vote_changes(game: AnyGame, before: Any, after: Any, first: int) -> tuple[VoteChange, ...]:
    """The public changes from one state to the other, those of seat ``first`` first. Only numbers that count pieces or
    have a picture, and that are public in both states. Empty if a state cannot be read.
    """
    try:
        old, new = _public(game, before), _public(game, after)
    except Exception as error:
        # the rules may fail to list the numbers of a state; the words of the vote say what happens
        log_bug(error)
        return ()
    values = {one.key: one.value for one in old}
    found = [VoteChange(one.seats, number_change(one, values[one.key])) for one in new if _differs(one, values)]
    return tuple(sorted(found, key=lambda each: (first not in each.seats, not each.seats)))[:MOST_SHOWN]


def _public(game: AnyGame, state: Any) -> list[Tracked]:
    return [one for one in game.inventory(seen(state, PUBLIC)) if one.known and (one.icon or one.thing is not None)]


def _differs(one: Tracked, values: Mapping[str, int]) -> bool:
    return one.key in values and values[one.key] != one.value
