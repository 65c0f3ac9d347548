"""The box: which printed values it holds, how they are read, which are missing or impossible. Section 12."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.boxes import Box, BoxField, BoxKind, Fact, number, read
from companion.core.table_setup import PrintedNeed
from companion.core.wording import N_, Message, say
from companion.games.olympos import tables, words
from companion.games.olympos.state import Facts, State
from companion.games.olympos.tables import Bonus, Resource

# -- kinds of components, and the boxes that come with the companion ----------------------------------------------


def zeus_field(number: int) -> str:
    """The field of a Zeus space in the box."""
    return f"zeus{number}"


TRACK = BoxKind(
    "track",
    say("Time Track"),
    (
        *(BoxField(zeus_field(n), say("Zeus space {n}", n=n), 1, 150) for n in range(1, tables.ZEUS_SPACES + 1)),
        BoxField("cross", say("Cross space"), 1, 160),
    ),
    (("track", say("Time Track")),),
)
TIME = BoxKind(
    "time",
    say("Points at the end of the Time Track"),
    (BoxField("points", say("Points"), 0, 5),),
    most=60,
    numbered=BoxField("space", say("Space"), 1, 160),
)
SPACE = BoxKind(
    "space",
    say("Development board"),
    (
        *(BoxField(resource, label, 0, 9) for resource, label in tables.RESOURCES.items()),
        BoxField("grey", say("Grey groups"), 1, 9, (), many=True),
        BoxField(
            "bonus", say("Bonuses"), 0, 0, tuple((key, label) for key, label in tables.BONUSES.items()), many=True
        ),
    ),
    tuple((space, words.space_label(space)) for space in tables.SPACES),
)
WONDER = BoxKind(
    "wonder",
    say("Wonder"),
    (BoxField("stars", say("Stars"), 1, 12), BoxField("points", say("Points"), 8, 12)),
    tuple(tables.WONDERS.items()),
)
TILE = BoxKind(
    "tile",
    say("Resources of Money and Agriculture"),
    (BoxField("resources", say("On its two tiles"), 0, 0, tuple(tables.RESOURCES.items()), many=True),),
    tuple((key, tables.DISCOVERIES[key].label) for key in tables.CHEAPENING),
)
DESTINY = BoxKind(
    "destiny",
    say("Destiny card"),
    (BoxField("copies", say("How many"), 0, 22),),
    tuple((key, face.label) for key, face in tables.DESTINIES.items()),
)
PRESTIGE = BoxKind(
    "prestige",
    say("Prestige tokens"),
    (BoxField("values", say("The values of the 28"), 1, 20, (), many=True),),
    (("tokens", say("Prestige tokens")),),
)
DISCOVERY = BoxKind(
    "discovery",
    say("Discovery"),
    (BoxField("row", say("Row"), 1, 5), BoxField("swords", say("Swords"), 0, 3), BoxField("zeus", say("Zeus"), 0, 3)),
    tuple((key, discovery.label) for key, discovery in tables.DISCOVERIES.items()),
)
KINDS = (TRACK, TIME, SPACE, WONDER, TILE, DESTINY, PRESTIGE, DISCOVERY)


def kind_of(key: str) -> BoxKind:
    """The kind of components with this key."""
    return next(kind for kind in KINDS if kind.key == key)


def _read(name: str) -> Box:
    return read(Path(__file__).with_name(name).read_text("utf-8"), KINDS, name)


SHIPPED = _read("box.toml")
PRACTICE = _read("practice.toml")


# -- printed values, None where the box lacks them ----------------------------------------------------------------

LETTERS: dict[str, Bonus] = {letter: letter for letter in tables.BONUSES}


class TrackFacts(Struct, frozen=True):
    """The Zeus spaces and the Cross, counted from the start space, which is 0."""

    zeus: tuple[int, ...]
    cross: int


class Pattern(Struct, frozen=True):
    """What is printed on a space of the development board: named resources, grey groups, bonuses. Section 5.1."""

    explicit: dict[Resource, int]
    grey: tuple[int, ...]
    bonuses: tuple[Bonus, ...] = ()


TRACK_KEYS = (*(zeus_field(n) for n in range(1, tables.ZEUS_SPACES + 1)), "cross")


def track(box: Box) -> TrackFacts | None:
    """Zeus spaces and Cross; None if any of them is unknown."""
    facts = box.get("track", {}).get("track", {})
    known = tuple(space for key in TRACK_KEYS if isinstance(space := facts.get(key), int))
    return TrackFacts(known[:-1], known[-1]) if len(known) == len(TRACK_KEYS) else None


def pattern(box: Box, space: str) -> Pattern | None:
    """What is printed on a space of the development board; None if it is unknown. Section 5.1."""
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
    """Make a ``Pattern`` from the entered values. Cached, because each question of a turn reads the whole board."""
    costs = {resource: n for resource, n in zip(tables.RESOURCES, explicit, strict=True) if n}
    groups = tuple(sorted((n for n in grey if isinstance(n, int)), reverse=True))
    return Pattern(costs, groups, _letters(bonuses))


def letters(box: Box, space: str) -> tuple[Bonus, ...]:
    """The bonuses entered for a space; without the grey one if it was learned with fewer than five players."""
    found = box.get("space", {}).get(space, {}).get("bonus")
    entered = found if isinstance(found, list) else []
    return _letters(entered)


def _letters(entered: Iterable[Any]) -> tuple[Bonus, ...]:
    return tuple(letter for each in entered if (letter := LETTERS.get(str(each))))


def bonus_letters(box: Box, space: str, seats: int) -> tuple[Bonus, ...]:
    """The bonuses printed under a space with this number of players; empty if unknown."""
    printed = pattern(box, space)
    return printed.bonuses[: tables.bonuses_at(tables.row_of(space), seats)] if printed else ()


def wonder(box: Box, key: str) -> tuple[int, int] | None:
    """Stars and points of a wonder; None if unknown. Section 5.2."""
    stars, points = number(box, "wonder", key, "stars"), number(box, "wonder", key, "points")
    return (stars, points) if stars is not None and points is not None else None


def tile_resources(box: Box, tile: str) -> tuple[Resource, ...] | None:
    """The resources on the two tiles of Money or Agriculture; None if unknown."""
    found = box.get("tile", {}).get(tile, {}).get("resources")
    if not isinstance(found, list):
        return None
    return tuple(resource for resource in tables.RESOURCES if resource in found) or None


def destiny_copies(box: Box) -> dict[str, int] | None:
    """How many cards of each face the Destiny deck has; None if unknown, or if they do not make a deck."""
    copies = {face: number(box, "destiny", face, "copies") for face in tables.DESTINIES}
    known = {face: n for face, n in copies.items() if n is not None}
    return known if len(known) == len(tables.DESTINIES) and sum(known.values()) == tables.DESTINY_CARDS else None


def time_points(box: Box, position: int) -> int | None:
    """The points of a space of the Time Track; None if unknown. Section 9.1."""
    return number(box, "time", str(position), "points")


def swords_on(box: Box, tile: str) -> int:
    """Swords on a discovery. Section 4."""
    found = number(box, "discovery", tile, "swords")
    return tables.DISCOVERIES[tile].swords if found is None else found


def zeus_on(box: Box, tile: str) -> int:
    """Zeus symbols on a discovery. Section 7."""
    found = number(box, "discovery", tile, "zeus")
    return tables.DISCOVERIES[tile].zeus if found is None else found


def rows(box: Box) -> dict[int, list[str]]:
    """The discoveries in each row: from the box if it makes five rows of five, else from the tables. Section 8."""
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


# -- values that must be looked up --------------------------------------------------------------------------------


def unknown_for(state: State, space: str) -> tuple[str, str] | None:
    """Kind and key of what must be looked up before the discovery on ``space`` can be taken, or None."""
    found = pattern(state.box, space)
    if found is None:
        return "space", space
    if len(found.bonuses) < tables.bonuses_at(tables.row_of(space), len(state.sides)):
        return "bonus", space
    tile = state.piles[space].tile
    return ("tile", tile) if tile in tables.CHEAPENING and tile_resources(state.box, tile) is None else None


def printed_needs(state: State) -> Iterator[PrintedNeed]:
    """All values that the game needs looked up: the Time Track, the deck if the companion draws from it, then the board
    and the wonders built.
    """
    if state.practice:
        return
    yield PrintedNeed("track", ("track",), now=True)
    if state.companion_draws:
        yield PrintedNeed("destiny", tuple(tables.DESTINIES), now=True)
    if not state.light:
        yield PrintedNeed("space", tuple(state.piles) or tables.SPACES, none=True)
        yield PrintedNeed("tile", tables.CHEAPENING)
    yield PrintedNeed("wonder", tuple(tables.WONDERS))


def unknown_wonder(state: State, key: str) -> tuple[str, str] | None:
    """Kind and key of a wonder whose stars and points are unknown; None if they are known."""
    return ("wonder", key) if key in tables.WONDERS and wonder(state.box, key) is None else None


def fields_of(due: Facts) -> dict[str, BoxField]:
    """The fields to fill in: those of the component; for the Destiny deck one number for each face."""
    if due.kind == "destiny":
        return dict.fromkeys(tables.DESTINIES, DESTINY.fields[0])
    return {field.key: field for field in kind_of(due.kind).fields}


def unknown_times(state: State) -> list[int]:
    """Spaces of the Time Track where tokens stand and whose points are unknown."""
    standing = sorted({side.position for side in state.sides})
    return [position for position in standing if time_points(state.box, position) is None]


def unknown_wonders(state: State) -> list[str]:
    """Wonders that were built and whose points are unknown."""
    built = [key for key in tables.WONDERS if any(side.wonders[key] for side in state.sides)]
    return [key for key in built if wonder(state.box, key) is None]


# -- values that are impossible -----------------------------------------------------------------------------------


def deck_reason(copies: Mapping[str, Fact]) -> Message | None:
    """Why these numbers of cards do not make a Destiny deck, or None. Section 1."""
    cards = sum(n for n in copies.values() if isinstance(n, int))
    if cards == tables.DESTINY_CARDS:
        return None
    return say(
        "Destiny cards, all together: {n}; the deck has {all}.",
        N_("Cards: {n}, not {all}"),
        n=cards,
        all=tables.DESTINY_CARDS,
    )


def box_warnings(box: Box) -> Iterator[Message]:
    """Warn of a Destiny deck or of prestige tokens whose number cannot be right."""
    copies = {face: number(box, "destiny", face, "copies") for face in tables.DESTINIES}
    entered: dict[str, Fact] = {face: n for face, n in copies.items() if n is not None}
    warning = deck_reason(entered)
    if warning and (
        len(entered) == len(tables.DESTINIES) or sum(n or 0 for n in copies.values()) > tables.DESTINY_CARDS
    ):
        yield warning
    values = box.get("prestige", {}).get("tokens", {}).get("values")
    if isinstance(values, list) and len(values) != tables.PRESTIGE_TOKENS:
        yield say("Prestige tokens entered: {n}; there are {all}.", n=len(values), all=tables.PRESTIGE_TOKENS)


def is_printable(due: Facts, facts: dict[str, Fact]) -> bool:
    """Whether a component can be printed with these values; each value was already checked against its own bounds."""
    match due.kind:
        case "track":
            spaces = [value for field in TRACK.fields if isinstance(value := facts[field.key], int)]
            zeus, cross = spaces[:-1], spaces[-1]
            return zeus == sorted(set(zeus)) and zeus[-1] <= cross
        case "space":
            return is_printable_space(due.key, facts)
        case "tile":
            found = facts["resources"]
            return isinstance(found, list) and len(found) == len(set(found)) == 2
        case _:
            return True


def is_printable_space(key: str, facts: dict[str, Fact]) -> bool:
    """Whether named types and grey groups are at most four, and the number of bonuses fits the row."""
    explicit = sum(bool(value) for value in facts.values() if isinstance(value, int))
    grey, bonuses = facts["grey"], facts["bonus"]
    if not isinstance(grey, list) or not isinstance(bonuses, list):
        return False
    return explicit + len(grey) <= 4 and len(bonuses) in (
        tables.bonuses_at(tables.row_of(key), 3),
        tables.bonuses_at(tables.row_of(key), 5),
    )
