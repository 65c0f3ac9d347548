"""What this play's box says of board, tiles and cards, or None; what has to be looked up. Section 12."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion.core.boxes import Box, BoxField, number
from companion.games.olympos import tables
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import DESTINY, kind_of, zeus_field
from companion.games.olympos.state import State
from companion.games.olympos.tables import CHEAPENING, DESTINIES, WONDERS, bonuses_at, row_of

LETTERS: dict[str, tables.Bonus] = {letter: letter for letter in tables.BONUSES}


class TrackFacts(Struct, frozen=True):
    """Where the Zeus spaces and the Cross are; the start is space 0."""

    zeus: tuple[int, ...]
    cross: int


class Pattern(Struct, frozen=True):
    """The price in resources printed on a space of the development board, and its bonuses. Section 5.1."""

    explicit: dict[tables.Resource, int]
    grey: tuple[int, ...]
    bonuses: tuple[tables.Bonus, ...] = ()


TRACK_KEYS = (*(zeus_field(n) for n in range(1, tables.ZEUS_SPACES + 1)), "cross")


def track(box: Box) -> TrackFacts | None:
    facts = box.get("track", {}).get("track", {})
    known = tuple(space for key in TRACK_KEYS if isinstance(space := facts.get(key), int))
    return TrackFacts(known[:-1], known[-1]) if len(known) == len(TRACK_KEYS) else None


def pattern(box: Box, space: str) -> Pattern | None:
    facts = box.get("space", {}).get(space)
    if not facts:
        return None
    grey, bonuses = facts.get("grey"), facts.get("bonus")
    explicit = tuple([facts.get(resource) for resource in tables.RESOURCES])
    if not isinstance(grey, list) or not isinstance(bonuses, list) or not all(isinstance(n, int) for n in explicit):
        return None
    return _pattern(explicit, tuple(grey), tuple(bonuses))


@lru_cache(maxsize=256)
def _pattern(explicit: tuple[Any, ...], grey: tuple[Any, ...], bonuses: tuple[Any, ...]) -> Pattern:
    """What is printed, as it is entered; every question of a turn asks for all of the board."""
    costs = {resource: n for resource, n in zip(tables.RESOURCES, explicit, strict=True) if n}
    groups = tuple(sorted((n for n in grey if isinstance(n, int)), reverse=True))
    return Pattern(costs, groups, _letters(bonuses))


def letters(box: Box, space: str) -> tuple[tables.Bonus, ...]:
    """The bonuses that are entered of a space: of one learned with fewer players, without the grey one."""
    found = box.get("space", {}).get(space, {}).get("bonus")
    entered = found if isinstance(found, list) else []
    return _letters(entered)


def _letters(entered: Iterable[Any]) -> tuple[tables.Bonus, ...]:
    return tuple(letter for each in entered if (letter := LETTERS.get(str(each))))


def wonder(box: Box, key: str) -> tuple[int, int] | None:
    """Stars and points of a wonder. Section 5.2."""
    stars, points = number(box, "wonder", key, "stars"), number(box, "wonder", key, "points")
    return (stars, points) if stars is not None and points is not None else None


def tile_resources(box: Box, tile: str) -> tuple[tables.Resource, ...] | None:
    """The resources on the two tiles of Money or Agriculture."""
    found = box.get("tile", {}).get(tile, {}).get("resources")
    if not isinstance(found, list):
        return None
    return tuple(resource for resource in tables.RESOURCES if resource in found) or None


def destiny_copies(box: Box) -> dict[str, int] | None:
    """How often each face is in the Destiny deck; None also of numbers that do not make a deck."""
    copies = {face: number(box, "destiny", face, "copies") for face in tables.DESTINIES}
    known = {face: n for face, n in copies.items() if n is not None}
    return known if len(known) == len(tables.DESTINIES) and sum(known.values()) == tables.DESTINY_CARDS else None


def time_points(box: Box, position: int) -> int | None:
    return number(box, "time", str(position), "points")


def swords_on(box: Box, tile: str) -> int:
    found = number(box, "discovery", tile, "swords")
    return tables.DISCOVERIES[tile].swords if found is None else found


def zeus_on(box: Box, tile: str) -> int:
    found = number(box, "discovery", tile, "zeus")
    return tables.DISCOVERIES[tile].zeus if found is None else found


def rows(box: Box) -> dict[int, list[str]]:
    """The discoveries by row: as the box says if that makes five rows of five, else as the rules infer. Section 8."""
    found = _by_row(
        {tile: number(box, "discovery", tile, "row") or each.row for tile, each in tables.DISCOVERIES.items()}
    )
    if sorted(map(len, found.values())) == [5, 5, 5, 5, 5]:
        return found
    return _by_row({tile: discovery.row for tile, discovery in tables.DISCOVERIES.items()})


def _by_row(row: dict[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {n: [] for n in range(1, 6)}
    for tile, n in row.items():
        found.setdefault(n, []).append(tile)
    return found


def bonus_letters(box: Box, space: str, seats: int) -> tuple[tables.Bonus, ...]:
    """The bonuses to be had under a space with so many players; empty while unknown."""
    printed = pattern(box, space)
    return printed.bonuses[: tables.bonuses_at(tables.row_of(space), seats)] if printed else ()


# -- what has to be looked up ------------------------------------------------------------------------------------


def unknown_for(state: State, space: str) -> tuple[str, str] | None:
    """The kind and key of what is to be looked up before the discovery on ``space`` can be taken."""
    found = pattern(state.box, space)
    if found is None:
        return "space", space
    if len(found.bonuses) < bonuses_at(row_of(space), len(state.sides)):
        return "bonus", space
    tile = state.piles[space].tile
    return ("tile", tile) if tile in CHEAPENING and tile_resources(state.box, tile) is None else None


def unknown_wonder(state: State, key: str) -> tuple[str, str] | None:
    """The kind and key of a wonder that nobody has looked up."""
    return ("wonder", key) if key in WONDERS and wonder(state.box, key) is None else None


def fields_of(due: Facts) -> dict[str, BoxField]:
    """What is to be filled in: the fields of a component, or of all Destiny cards one number each."""
    if due.kind == "destiny":
        return dict.fromkeys(DESTINIES, DESTINY.fields[0])
    return {field.key: field for field in kind_of(due.kind).fields}


def unknown_times(state: State) -> list[int]:
    """Where tokens stand on spaces of which nobody has said what they give."""
    standing = sorted({side.position for side in state.sides})
    return [position for position in standing if time_points(state.box, position) is None]


def unknown_wonders(state: State) -> list[str]:
    """Wonders that stand, which somebody has built without their points being known."""
    built = [key for key in WONDERS if any(side.wonders[key] for side in state.sides)]
    return [key for key in built if wonder(state.box, key) is None]
