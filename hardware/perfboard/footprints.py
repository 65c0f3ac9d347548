"""Footprints: the kinds of parts on a perfboard, read from `footprints.toml`, where the keys are described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hardware.checking import Checked, ProfileProblem, checked_toml, did_you_mean, kind_of
from hardware.errors import HardwareError

PITCH = 2.54
"""Distance between neighbouring holes, mm."""


class PlanError(HardwareError, ValueError):
    """Unusable footprints or plan; `problems` lists everything wrong, never empty."""

    def __init__(self, where: str, problems: tuple[ProfileProblem, ...]) -> None:
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"{where} cannot be used:\n{lines}")
        self.where = where
        self.problems = problems


class Hole(NamedTuple):
    """A hole of the perfboard seen from the top: column and row from 0 at the far left; or an offset between holes."""

    column: int
    row: int

    def __str__(self) -> str:
        """As on the drawings: the row's letter and the column's number from 1, `C12`."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


class Outline(NamedTuple):
    """A rectangle in mm: x to the right, y towards the player."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Outline) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Footprint:
    """A kind of part, not turned: contacts and their holes as offsets from the first pin; `body` and `centre` in mm
    from that pin's hole. See `footprints.toml`.
    """

    kind: str
    title: str
    short: str
    pins: tuple[tuple[str, Hole], ...]
    body: Outline
    centre: tuple[float, float]
    source: str
    about: str = ""
    raised: bool = False
    round: bool = False
    overhangs: bool = False
    free: tuple[Hole, ...] = ()
    own: tuple[str, ...] = ()


_KEYS = ("title", "short", "pins", "body", "centre", "source", "about", "raised", "round", "overhangs", "free", "own")


@cache
def footprints() -> Mapping[str, Footprint]:
    """Every shipped kind of part by its name."""
    text = (files("hardware") / "perfboard" / "footprints.toml").read_text(encoding="utf-8")
    return read_footprints(text, "footprints.toml")


def read_footprints(text: str, where: str) -> dict[str, Footprint]:
    """Parse footprints; `where` names the file in errors. Raises PlanError with every problem."""
    top = checked_toml(text, where, PlanError)
    found = {kind: _footprint(kind, table) for kind in top.values if (table := top.table(kind)) is not None}
    if top.problems:
        raise PlanError(where, tuple(top.problems))
    return found


def _footprint(kind: str, table: Checked) -> Footprint:
    table.only(_KEYS)
    table.need("title", "short", "pins", "body", "centre", "source")
    left, top, right, bottom = millimetres(table, "body", 4) or (0.0, 0.0, 1.0, 1.0)
    if left >= right or top >= bottom:
        table.note(table.at("body"), "the right edge must be right of the left one, and the bottom below the top")
    x, y = millimetres(table, "centre", 2) or (0.0, 0.0)
    return Footprint(
        kind=kind,
        title=table.text("title") or "",
        short=table.text("short") or "",
        pins=_pins(table),
        body=Outline(left, top, right, bottom),
        centre=(x, y),
        source=" ".join((table.text("source") or "").split()),
        about=" ".join((table.text("about") or "").split()),
        raised=table.flag("raised") or False,
        round=table.flag("round") or False,
        overhangs=table.flag("overhangs") or False,
        free=tuple(
            Hole(*offset)
            for position, value in enumerate(_list(table, "free"), start=1)
            if (offset := _offset(table, f"{table.at('free')}[{position}]", value)) is not None
        ),
        own=table.texts("own") if "own" in table.values else (),
    )


def millimetres(table: Checked, key: str, count: int) -> tuple[float, ...] | None:
    """A list of `count` numbers; None after a problem was recorded, or where the key is missing."""
    value = table.values.get(key)
    if value is None:
        return None
    if isinstance(value, list) and len(value) == count and all(type(one) in (int, float) for one in value):
        return tuple(float(one) for one in value)
    table.note(table.at(key), f"expected a list of {count} numbers in mm")
    return None


def _list(table: Checked, key: str) -> list[object]:
    value = table.values.get(key)
    if value is None or isinstance(value, list):
        return value or []
    table.note(table.at(key), f"expected a list, found {kind_of(value)}")
    return []


def _offset(table: Checked, path: str, value: object) -> tuple[int, int] | None:
    if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
        return value[0], value[1]
    table.note(path, "expected a column and a row from the first pin", "such as [0, 2]")
    return None


def _pins(table: Checked) -> tuple[tuple[str, Hole], ...]:
    pins: list[tuple[str, Hole]] = []
    for position, value in enumerate(_list(table, "pins"), start=1):
        path = f"{table.at('pins')}[{position}]"
        if not isinstance(value, list) or len(value) != 3 or not isinstance(value[0], str) or not value[0]:
            table.note(path, "expected a contact, a column and a row", 'such as ["GND", 0, 2]')
        elif (offset := _offset(table, path, value[1:])) is not None:
            if offset in [hole for _, hole in pins]:
                table.note(path, f"column {offset[0]}, row {offset[1]} is there twice")
            pins.append((value[0], Hole(*offset)))
    if pins and pins[0][1] != (0, 0):
        table.note(f"{table.at('pins')}[1]", "the first pin is where the others count from", "give it column 0, row 0")
    return tuple(pins)


def known_kind(table: Checked) -> Footprint | None:
    """The footprint that a part's `kind` names; None after a problem was recorded."""
    kind = table.text("kind")
    if kind is None or kind in footprints():
        return footprints()[kind] if kind else None
    table.note(table.at("kind"), f'no footprint "{kind}"', did_you_mean(kind, tuple(footprints())))
    return None
