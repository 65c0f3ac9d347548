"""Letters of a line that has words from right to left, as they stand from left to right (UAX 9, no embeddings)."""

from __future__ import annotations

import unicodedata
from itertools import groupby

_RIGHT = ("R", "AL")
_MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
"""What stands for a bracket among words from right to left."""


def in_visual_order(line: str) -> str:
    """The letters of ``line`` as they stand from left to right. A line runs as its first letter does."""
    kinds = [unicodedata.bidirectional(letter) for letter in line]
    strong = [kind for kind in kinds if kind in ("L", *_RIGHT)]
    if not any(kind in _RIGHT for kind in strong):
        return line
    base = 0 if strong[0] == "L" else 1
    levels = _levels(_resolved(kinds, "LR"[base]), base)
    letters = [
        _MIRRORED.get(letter, letter) if level % 2 else letter for letter, level in zip(line, levels, strict=True)
    ]
    order = list(range(len(line)))
    for least in range(max(levels), 0, -1):
        order = _reversed_from(order, levels, least)
    return "".join(letters[at] for at in order)


def _resolved(kinds: list[str], base: str) -> list[str]:
    """Each letter as L, R or EN: separators and signs go with the numbers beside them, the rest with both sides where
    they agree, else with the line.
    """
    found: list[str] = []
    last = base
    for at, kind in enumerate(kinds):
        after = kinds[at + 1] if at + 1 < len(kinds) else ""
        if kind in ("L", *_RIGHT):
            last = "L" if kind == "L" else "R"
            found.append(last)
        elif (
            kind in ("EN", "AN")
            or (kind in ("CS", "ES") and kinds[at - 1 : at] == [after] == ["EN"])
            or (kind == "ET" and "EN" in (after, *kinds[max(at - 1, 0) : at]))
        ):
            found.append("L" if last == "L" else "EN")
        else:
            found.append(found[-1] if kind == "NSM" and found else "")
    sides = ["L" if kind == "L" else kind and "R" for kind in found]
    for kind, run in groupby(range(len(found)), key=lambda at: found[at]):
        if kind == "":
            span = list(run)
            before = sides[span[0] - 1] if span[0] else base
            behind = sides[span[-1] + 1] if span[-1] + 1 < len(sides) else base
            found[span[0] : span[-1] + 1] = [before if before == behind else base] * len(span)
    return found


def _levels(kinds: list[str], base: int) -> list[int]:
    """How deep each letter lies in runs of the other direction; odd ones run from right to left."""
    return [{"L": 2 * base, "R": 1, "EN": 2}[kind] for kind in kinds]


def _reversed_from(order: list[int], levels: list[int], least: int) -> list[int]:
    """Each run of letters of this level or a higher one turned round."""
    turned: list[int] = []
    for high, run in groupby(order, key=lambda at: levels[at] >= least):
        turned += list(run)[:: -1 if high else 1]
    return turned
