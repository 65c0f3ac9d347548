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
