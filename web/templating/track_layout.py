"""What stands on each space of a track, found in one pass: a long track is drawn often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.core.widgets import Space, Token, Track
from companion.core.wording import Wording


class PlacedSpace(Struct, frozen=True):
    """A space with the tokens ``here``, the option that pressing it chooses, and the tokens ``bound`` for it.

    An ``idle`` one is far from every token; after a ``gap`` the next idle ones are left out where there is little room.
    """

    space: Space
    here: list[Token]
    press: Any
    bound: list[Token]
    idle: bool
    gap: bool


def placed_spaces(track: Track, places: Mapping[str, Any], busy: Collection[int]) -> Iterator[PlacedSpace]:
    """The spaces of a track. ``places`` are those that can be pressed; ``busy`` the rows of ten that are not idle, or
    none where all are shown.
    """
    here, bound = by_space(track.tokens), defaultdict[str, list[Token]](list)
    for token in track.tokens:
        bound[token.to].append(token)
    for index, space in enumerate(track.spaces):
        ten, first = divmod(index, 10)
        idle = bool(busy) and ten not in busy
        gap = idle and not first and (not ten or ten - 1 in busy)
        yield PlacedSpace(
            space, here.get(space.key, []), places.get(space.key), bound.get(space.key, []), idle=idle, gap=gap
        )


def longest_label(track: Track, say: Callable[[Wording], str]) -> int:
    """The letters of the longest label of a space; 0 where none has a label."""
    return max((len(say(space.label)) for space in track.spaces if space.label), default=0)


def by_space(tokens: Collection[Token]) -> dict[str, list[Token]]:
    """The tokens on each space."""
    found: dict[str, list[Token]] = {}
    for token in tokens:
        found.setdefault(token.at, []).append(token)
    return found


SLICED = 24
"""A track of numbered spaces that has more of them is shown on the table screen as a slice."""


class TrackSlice(Struct, frozen=True):
    """The part of a track where people are: ``spaces`` from the one before the last token on; ``beyond``: the tokens
    that are further away, each with its space.
    """

    spaces: tuple[Space, ...]
    beyond: tuple[tuple[Token, Space], ...]


def track_slice(track: Track, size: int) -> TrackSlice | None:
    """The slice of ``size`` spaces of a long track around the token that is last; None for a short track, one with
    words, and one without tokens of seats.
    """
    if len(track.spaces) <= SLICED or track.loop:
        return None
    at = {space.key: number for number, space in enumerate(track.spaces)}
    placed = [(at[token.at], token) for token in track.tokens if token.seat and token.at in at]
    if not placed:
        return None
    first = max(0, min(min(number for number, _ in placed) - 1, len(track.spaces) - size))
    beyond = [(token, track.spaces[number]) for number, token in placed if number >= first + size]
    return TrackSlice(track.spaces[first : first + size], tuple(sorted(beyond, key=lambda one: at[one[1].key])))
