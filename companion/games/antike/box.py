"""The provinces of a board side: types, borders, which units can be there, distances. Section 10.

The east side is shipped in box.toml (section 10.1), and owners may correct it. The west side is what owners entered.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from companion.core.boxes import Box, BoxField, BoxKind, Component, merged
from companion.core.wording import Verbatim, say, verbatim
from companion.games.antike import tables
from companion.games.antike.tables import Good, Side, Unit

BORDERS = ("land", "sea", "mixed")
BY: dict[Unit, tuple[str, str]] = {"legion": ("land", "mixed"), "galley": ("sea", "mixed")}
"""The kinds of borders that each kind of unit crosses. Section 6."""

SHIPPED: Box = tomllib.loads(files("companion.games.antike").joinpath("box.toml").read_text("utf-8"))


class Province(Struct, frozen=True):
    """A province. ``borders`` holds the keys of its neighbours by kind of border, ``reach`` those that each kind of
    unit can move to from it, ``near`` all neighbours.
    """

    key: str
    name: Verbatim
    good: Good
    borders: dict[str, tuple[str, ...]]
    reach: dict[Unit, tuple[str, ...]]
    near: tuple[str, ...]

    def takes(self, unit: Unit) -> bool:
        """Whether a unit of this kind can be there: legions need a border by land, galleys one by sea. True if no
        borders are known.
        """
        return bool(self.reach[unit]) or not self.near


Atlas = Mapping[str, Province]
"""The provinces of a side by their keys, ordered by name."""

_EAST_NAMES = tuple((key, verbatim(str(facts["name"]))) for key, facts in SHIPPED["east"].items())


def _fields(keys: tuple[tuple[str, Verbatim], ...] = ()) -> tuple[BoxField, ...]:
    """The form fields of a province. ``keys`` are the keys and names of the provinces offered as neighbours."""
    return (
        BoxField("name", say("Name")),
        BoxField("type", say("City"), choices=tuple(tables.GOODS.items())),
        BoxField("land", say("Neighbours by land only"), choices=keys, many=True, optional=True),
        BoxField("sea", say("Neighbours by sea only"), choices=keys, many=True, optional=True),
        BoxField("mixed", say("Neighbours by land and sea"), choices=keys, many=True, optional=True),
    )


EAST = BoxKind("east", say("Provinces of the east side"), _fields(_EAST_NAMES), components=_EAST_NAMES)
WEST = BoxKind("west", say("Provinces of the west side"), _fields(), most=tables.PROVINCES)


def atlas(side: Side, owners: Box) -> Atlas:
    """The provinces of a side as far as they are known; ``owners`` is what owners added to the shipped facts."""
    return _atlas(side, msgspec.json.encode(owners.get(side, {}), order="deterministic"))


@lru_cache(maxsize=16)
def _atlas(side: Side, owners: bytes) -> Atlas:
    known = merged({side: SHIPPED.get(side, {})}, {side: msgspec.json.decode(owners)})[side]
    found = [province for key, facts in known.items() if (province := _province(key, facts, known)) is not None]
    return {province.key: province for province in sorted(found, key=lambda one: one.name.words[""])}


def _province(key: str, facts: Component, known: Mapping[str, Component]) -> Province | None:
    good = facts.get("type")
    if good not in tables.GOODS:
        return None
    borders = {kind: tuple(_neighbours(key, kind, known)) for kind in BORDERS}
    reach = {unit: tuple(key for kind in kinds for key in borders[kind]) for unit, kinds in BY.items()}
    near = tuple(key for kind in BORDERS for key in borders[kind])
    return Province(key, verbatim(str(facts.get("name", key))), good, borders, reach, near)


def _neighbours(key: str, kind: str, known: Mapping[str, Component]) -> Iterator[str]:
    """The keys of the neighbours across borders of one kind: those that this province lists, and those that list it,
    since owners may enter a border at one end only.
    """
    listed = _listed(known[key], kind)
    yield from (other for other in listed if other in known and other != key)
    yield from (other for other, facts in known.items() if other not in (key, *listed) and key in _listed(facts, kind))


def _listed(facts: Component, kind: str) -> tuple[str, ...]:
    listed = facts.get(kind, [])
    return tuple(map(str, listed)) if isinstance(listed, list) else ()


def distances(provinces: Atlas, unit: Unit, start: str) -> dict[str, int]:
    """Every province that a unit can move to from ``start``, with the number of borders it crosses."""
    if not provinces[start].takes(unit):
        return {}
    steps, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for key in provinces[here].reach[unit]:
            if key in provinces and key not in steps:
                steps[key] = steps[here] + 1
                edge.append(key)
    return steps
