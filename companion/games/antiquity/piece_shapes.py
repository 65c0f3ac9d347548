"""Pieces turned on a square grid, as bit masks, so that trying every placement takes microseconds.

A square is a position ``"x,y"``. Its bit stands at ``8 * y + x``, the same on every size of grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from companion.core.widgets import position
from companion.games.antiquity.tables import PIECES, BuildingKind

Square = tuple[int, int]
PITCH = 8

BIT = {position(x, y): 1 << (PITCH * y + x) for x in range(PITCH) for y in range(PITCH)}
"""The bit of every possible square."""


class Placement(Struct, frozen=True):
    """One placement of a piece: ``value`` as ``Fit`` names it, its squares in the order of the piece, their mask."""

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
def piece_squares(kind: BuildingKind, wide: int = 0, high: int = 0) -> tuple[Square, ...]:
    """The squares of a piece as printed, row by row; ``wide`` and ``high`` are those of a store."""
    rows = ("#" * wide,) * high if kind == "store" else PIECES[kind].shape
    return tuple((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


@cache
def rotations(piece: tuple[Square, ...]) -> tuple[tuple[Square, ...], ...]:
    """The piece in every direction, clockwise, in the order of its own squares, without repetitions.

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


def _first_square(lying: tuple[Square, ...]) -> Square:
    """The square that names a placement: the left one of the top row."""
    return min(lying, key=lambda square: (square[1], square[0]))


@cache
def fit_rotations(piece: tuple[Square, ...]) -> tuple[tuple[Square, ...], ...]:
    """The rotations as ``Fit`` carries them: row by row, counted from the first square."""
    found = []
    for lying in rotations(piece):
        x0, y0 = _first_square(lying)
        in_rows = sorted(lying, key=lambda square: (square[1], square[0]))
        found.append(tuple((x - x0, y - y0) for x, y in in_rows))
    return tuple(found)


@cache
def placements(piece: tuple[Square, ...], side: int) -> dict[str, Placement]:
    """Every placement of a piece fully inside a grid, by its name."""
    found: dict[str, Placement] = {}
    for turn, lying in enumerate(rotations(piece)):
        wide, high = max(x for x, _ in lying) + 1, max(y for _, y in lying) + 1
        x0, y0 = _first_square(lying)
        for top in range(side - high + 1):
            for left in range(side - wide + 1):
                squares = tuple(position(left + x, top + y) for x, y in lying)
                value = f"{left + x0},{top + y0},{turn}"
                found[value] = Placement(value, squares, mask_of(squares))
    return found


@cache
def placement_masks(piece: tuple[Square, ...], side: int) -> tuple[int, ...]:
    """The masks of all placements of a piece on a grid."""
    return tuple(way.mask for way in placements(piece, side).values())


def fits(piece: tuple[Square, ...], side: int, taken: int) -> bool:
    """Whether a piece has a placement on squares that are not ``taken``."""
    return any(not mask & taken for mask in placement_masks(piece, side))


def neighbour_mask(mask: int) -> int:
    """The squares that share an edge with those of a mask; the mask's own may be among them."""
    # Column 7 lies outside every grid, so a bit shifted into the next row never hits a square.
    return mask << 1 | mask >> 1 | mask << PITCH | mask >> PITCH


@cache
def grid_squares(side: int) -> tuple[str, ...]:
    """All squares of a grid, row by row."""
    return tuple(position(x, y) for y in range(side) for x in range(side))


@cache
def grid_mask(side: int) -> int:
    """The mask of a whole grid."""
    return mask_of(grid_squares(side))
