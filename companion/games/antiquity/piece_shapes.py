"""Pieces turned on a square grid, as bit masks, so that trying every way to lay one takes microseconds.

A square is a position ``"x,y"``. Its bit stands at ``8 * y + x``, the same on every size of grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from companion.core.widgets import position
from companion.games.antiquity.tables import PIECES, Kind

Square = tuple[int, int]
PITCH = 8

BIT = {position(x, y): 1 << (PITCH * y + x) for x in range(PITCH) for y in range(PITCH)}
"""The bit of every square there can be."""


class Way(Struct, frozen=True):
    """One way to lay a piece: ``value`` as ``Fit`` names it, its squares in the order of the piece, their mask."""

    value: str
    squares: tuple[str, ...]
    mask: int


def mask_of(squares: Iterable[str]) -> int:
    """The bits of some squares together."""
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask


@cache
def squares_of(kind: Kind, wide: int = 0, high: int = 0) -> tuple[Square, ...]:
    """The squares of a piece as printed, row by row; ``wide`` and ``high`` are those of a store."""
    rows = ("#" * wide,) * high if kind == "store" else PIECES[kind].shape
    return tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


@cache
def turned(piece: tuple[Square, ...]) -> tuple[tuple[Square, ...], ...]:
    """The piece in every direction, clockwise, in the order of its own squares; alike directions are left out.

    Free rotation, no mirror image. Section 5.1.
    """
    found: list[tuple[Square, ...]] = []
    met: set[tuple[Square, ...]] = set()
    lying = piece
    for _ in range(4):
        left, top = min(x for x, _ in lying), min(y for _, y in lying)
        lying = tuple((x - left, y - top) for x, y in lying)
        if (outline := tuple(sorted(lying))) not in met:
            met.add(outline)
            found.append(lying)
        lying = tuple((-y, x) for x, y in lying)
    return tuple(found)


def _first(lying: tuple[Square, ...]) -> Square:
    """The square by which a way is named: the left one of the top row."""
    return min(lying, key=lambda square: (square[1], square[0]))


@cache
def turns(piece: tuple[Square, ...]) -> tuple[tuple[Square, ...], ...]:
    """As ``Fit`` carries them: row by row, counted from the first square."""
    found = []
    for lying in turned(piece):
        x0, y0 = _first(lying)
        in_rows = sorted(lying, key=lambda square: (square[1], square[0]))
        found.append(tuple((x - x0, y - y0) for x, y in in_rows))
    return tuple(found)


@cache
def ways(piece: tuple[Square, ...], side: int) -> dict[str, Way]:
    """Every way to lay the piece fully inside a grid, by its name."""
    found: dict[str, Way] = {}
    for turn, lying in enumerate(turned(piece)):
        wide, high = max(x for x, _ in lying) + 1, max(y for _, y in lying) + 1
        x0, y0 = _first(lying)
        for top in range(side - high + 1):
            for left in range(side - wide + 1):
                squares = tuple(position(left + x, top + y) for x, y in lying)
                value = f"{left + x0},{top + y0},{turn}"
                found[value] = Way(value, squares, mask_of(squares))
    return found


@cache
def masks(piece: tuple[Square, ...], side: int) -> tuple[int, ...]:
    """The masks of all ways, to see quickly whether any is free."""
    return tuple(way.mask for way in ways(piece, side).values())


def fits(piece: tuple[Square, ...], side: int, taken: int) -> bool:
    """Whether the piece can be laid somewhere on squares that are not ``taken``."""
    return any(not mask & taken for mask in masks(piece, side))


def spread(mask: int) -> int:
    """The squares beside those of a mask, sharing an edge; the mask's own may be among them."""
    # Column 7 is on no grid, so nothing runs over into the next row unseen.
    return mask << 1 | mask >> 1 | mask << PITCH | mask >> PITCH


@cache
def positions(side: int) -> tuple[str, ...]:
    """All squares of a grid, row by row."""
    return tuple(position(x, y) for y in range(side) for x in range(side))


@cache
def whole(side: int) -> int:
    """The mask of a whole grid."""
    return mask_of(positions(side))
