"""What this play's box says of board, tiles and cards, or None where nobody has entered it. Section 12."""

from __future__ import annotations

from msgspec import Struct

from companion.core.boxes import Box, number
from companion.games.olympos import tables
from companion.games.olympos.box import zeus_field

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
    explicit = {resource: n for resource in tables.RESOURCES if isinstance(n := facts.get(resource), int)}
    if len(explicit) < len(tables.RESOURCES) or not isinstance(grey, list) or not isinstance(bonuses, list):
        return None
    groups = sorted((n for n in grey if isinstance(n, int)), reverse=True)
    return Pattern({resource: n for resource, n in explicit.items() if n}, tuple(groups), letters(box, space))


def letters(box: Box, space: str) -> tuple[tables.Bonus, ...]:
    """The bonuses that are entered of a space: of one learned with fewer players, without the grey one."""
    found = box.get("space", {}).get(space, {}).get("bonus")
    entered = found if isinstance(found, list) else []
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
