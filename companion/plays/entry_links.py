"""``base`` and ``stands_for`` of every entry, reconstructed in spite of damaged rows.

An entry's base is what the one before stands for, so every link is stored twice: where the two differ, digests decide,
and a damaged row's links are taken from its neighbours.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from companion.plays.database import Row

Links = tuple["array[int]", "array[int]"]
"""``base`` and ``stands_for`` of entries 1, 2, 3 and so on."""


def read_links(rows: Sequence[Row], count: int, sound: Callable[[int], bool]) -> Links:
    """Links of entries 1 to ``count`` from (number, base, stands_for) rows, which may be missing or damaged. ``sound``
    says whether the digest of the entry with this number matches.
    """
    known = {row[0]: row for row in rows if type(row[0]) is int}
    bases = [_within(known.get(number), 1, number - 1) for number in range(1, count + 1)]
    stands = [_within(known.get(number), 2, number) for number in range(1, count + 1)]
    for number in _doubtful(bases, stands):
        if not sound(number):
            bases[number - 1] = stands[number - 1] = None
    return _filled(bases, stands)


def _within(row: Row | None, column: int, most: int) -> int | None:
    value = row[column] if row is not None else None
    return value if type(value) is int and min(1, most) <= value <= most else None


def _doubtful(bases: Sequence[int | None], stands: Sequence[int | None]) -> list[int]:
    """Numbers of the entries whose links disagree with their neighbours'."""
    found = []
    before: int | None = 0
    for number, (base, stood) in enumerate(zip(bases, stands, strict=True), 1):
        if base is None or base != before:
            found += [number - 1, number] if number > 1 else [number]
        before = stood
    if before is None:
        found.append(len(stands))
    return list(dict.fromkeys(found))


def _filled(bases: list[int | None], stands: list[int | None]) -> Links:
    """Fill unknown links from the neighbours, else as those of a move after the entry before."""
    good_bases, good_stands = array("L"), array("L")
    before = 0
    for number, (base, stood) in enumerate(zip(bases, stands, strict=True), 1):
        good_bases.append(before if base is None else base)
        if stood is None:
            after = bases[number] if number < len(bases) else None
            stood = after if after is not None and after <= number else number
        good_stands.append(stood)
        before = stood
    return good_bases, good_stands
