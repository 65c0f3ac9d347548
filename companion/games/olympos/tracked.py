"""Every number that can be corrected, with its bounds and its place in the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.inventory import Better, Choice, Thing, Tracked
from companion.core.wording import Message, say
from companion.games.olympos import pieces, tables, words
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import Resource

Labels = dict[Resource, tuple[Message, Message]]
OWN_LABELS: Labels = {
    each: (say("{resource} territories", resource=label), say("{resource} cubes", resource=label))
    for each, label in tables.RESOURCES.items()
}
"""Names of the territory tokens and of the cubes of a seat."""
STOCK_LABELS: Labels = {
    each: (say("{resource} tokens in the stock", resource=label), say("{resource} cubes in the stock", resource=label))
    for each, label in tables.RESOURCES.items()
}
"""Names of the territory tokens and of the cubes of each resource."""

COLUMN_LABELS = tuple(say("Bonus tokens in column {n}", n=column) for column in range(1, tables.COLUMNS + 1))
TILES_LEFT = {space: say("{place}: tiles left", place=words.space_label(space)) for space in tables.SPACES}
BONUSES_TAKEN = {
    space: tuple(say("{place}: bonus {n} is taken", place=words.space_label(space), n=n) for n in (1, 2, 3))
    for space in tables.SPACES
}
GOD_LABELS = {key: say("{god} is still to come", god=god.label) for key, god in tables.GODS.items()}
DISCARDED = {face: say("Discarded: {card}", card=destiny.label) for face, destiny in tables.DESTINIES.items()}
CHEAPER_LABELS = {
    key: say("{tile} tile: {resource}", tile=tables.DISCOVERIES[tile].label, resource=tables.RESOURCES[resource])
    for tile in tables.CHEAPENING
    for resource in tables.RESOURCES
    for key in [tables.cheaper_key(tile, resource)]
}
OWN: tuple[tuple[str, Message, int, str, str], ...] = (
    ("position", say("Space on the Time Track"), tables.FARTHEST, "clock", ""),
    ("height", say("Place in the stack, from the bottom"), 20, "", ""),
    ("hourglasses", say("Hourglasses"), 99, "hourglass", ""),
    ("stock", say("Settlers in the stock"), 99, "people", ""),
    ("covered", say("Covered settlers"), 99, "down", ""),
)
"""Numbers of a seat: its field, name, highest value, icon, and the sum it belongs to."""

OWN_SPECIAL: tuple[tuple[str, Message, int, str, str], ...] = (
    ("stars", say("Star tokens"), tables.STARRED, "medal", "stars"),
    ("zeus", say("Zeus token"), 1, "temple", "zeus"),
    ("atlantis", say("Territories in Atlantis"), 32, "sea", ""),
    ("done", say("Done for good"), 1, "", ""),
)
"""Numbers of a seat that are listed after its tokens and cubes."""

OWN_THINGS: dict[str, Thing] = {
    "position": pieces.MARKER,
    "hourglasses": pieces.HOURGLASS,
    "stock": pieces.SETTLER,
    "stars": pieces.STAR,
    "zeus": pieces.ZEUS,
}

BETTER: dict[str, Better] = {"position": "less", "covered": "less", "zeus": "more"}
AGAINST = ("erinyes", "keres", "siren")
"""The marks of harmful gods."""

NO_YES = (say("no"), say("yes"))
PRESTIGE = say("Prestige points")


LAST_GODS = (say("none yet"), *(god.label for god in tables.GODS.values()))
LAST_GOD_VALUES = ("", *tables.GODS)


def inventory(state: State) -> Iterator[Tracked]:
    """Every number that can be corrected."""
    laid_out, has_cards = pieces.is_laid_out(state), pieces.has_cards(state)
    for one in _numbers(state):
        if not laid_out or (one.thing is pieces.CARD and not has_cards):
            one.thing = None
        yield one


def _numbers(state: State) -> Iterator[Tracked]:
    for side in state.sides:
        yield from of_side(side)
        yield from tiles_of(side)
    yield from resources_of(state, "stock", STOCK_LABELS)
    yield Tracked(
        "tribes",
        say("Tribes"),
        (state, "tribes"),
        high=tables.STARRED,
        conserved="stars",
        icon="shield",
        thing=pieces.TRIBE,
        place=say("the map"),
    )
    crossed = say("Starred territories crossed out")
    yield Tracked("crossed-stars", crossed, (state, "crossed_stars"), high=tables.STARRED, conserved="stars")
    stars = say("Stars without an owner")
    at = (state, "open_stars")
    yield Tracked("open-stars", stars, at, high=tables.STARRED, conserved="stars", icon="medal", thing=pieces.STAR)
    at = (state, "zeus_free")
    token = say("Zeus token at Olympos")
    yield Tracked("free-zeus", token, at, high=1, conserved="zeus", icon="temple", meanings=NO_YES, thing=pieces.ZEUS)
    yield Tracked(
        "deck",
        say("Destiny cards in the deck"),
        (state, "deck_left"),
        high=tables.DESTINY_CARDS,
        icon="cards",
        thing=pieces.CARD,
    )
    yield from of_board(state)


def resources_of(holder: State | Side, place: int | str, words: Labels, owner: int | None = None) -> Iterator[Tracked]:
    """Territory tokens and cubes of each resource."""
    for each, icon in tables.RESOURCE_ICONS.items():
        tokens, cubes = (holder.tokens, each), (holder.cubes, each)
        token, cube = words[each]
        of_token, of_cube = pieces.TOKENS[each], pieces.CUBES[each]
        yield Tracked(
            f"{place}.{each}", token, tokens, owner, 0, tables.TOKENS_EACH, of_token.key, icon, thing=of_token
        )
        yield Tracked(
            f"{place}.{each}-cubes", cube, cubes, owner, 0, tables.CUBES_EACH, of_cube.key, icon, thing=of_cube
        )


def of_side(side: Side) -> Iterator[Tracked]:
    """The numbers of a seat, without its tiles."""
    seat = side.seat

    yield from _own(side, OWN)
    yield from resources_of(side, seat, OWN_LABELS, seat)
    yield from _own(side, OWN_SPECIAL)
    for column, label in enumerate(COLUMN_LABELS):
        at = (side.bonus, column)
        yield Tracked(f"{seat}.bonus-{column + 1}", label, at, seat, high=9, icon="medal", thing=pieces.SETTLER)
    for mark, label in tables.MARKS.items():
        thing = pieces.CARD if mark == "laid" else pieces.SETTLER
        better: Better = "less" if mark in AGAINST else ""
        yield Tracked(f"{seat}.{mark}", label, (side.marks, mark), seat, high=22, thing=thing, better=better)
    yield Tracked(
        f"{seat}.prestige", PRESTIGE, (side.prestige, "value"), seat, high=999, icon="point", thing=pieces.PRESTIGE
    )


def _own(side: Side, numbers: tuple[tuple[str, Message, int, str, str], ...]) -> Iterator[Tracked]:
    for name, label, high, icon, conserved in numbers:
        meanings = NO_YES if high == 1 else ()
        yield Tracked(
            f"{side.seat}.{name}",
            label,
            (side, name),
            side.seat,
            0,
            high,
            conserved,
            icon,
            meanings=meanings,
            thing=OWN_THINGS.get(name),
            places=pieces.SPACES if name == "position" else (),
            better=BETTER.get(name, ""),
        )


def tiles_of(side: Side) -> Iterator[Tracked]:
    """Discoveries and wonders of a seat: 1 for each that it has."""
    seat = side.seat
    for tile, discovery in tables.DISCOVERIES.items():
        yield owned(f"{seat}.{tile}", discovery.label, (side.tiles, tile), seat, "scroll", pieces.TILE)
    for key, label in CHEAPER_LABELS.items():
        yield owned(f"{seat}.{key}", label, (side.cheaper, key), seat, "coin")
    for key, label in tables.WONDERS.items():
        yield owned(f"{seat}.{key}", label, (side.wonders, key), seat, "temple", pieces.TILE)


def owned(key: str, label: Message, at: tuple[Any, Any], seat: int, icon: str, thing: Thing | None = None) -> Tracked:
    """A tile that a seat has (1) or has not (0)."""
    return Tracked(key, label, at, seat, high=1, icon=icon, meanings=NO_YES, thing=thing)


def of_board(state: State) -> Iterator[Tracked]:
    """Tiles and bonuses left, gods not turned up yet, the last god, the discard pile."""
    for space, pile in state.piles.items():
        yield Tracked(f"{space}.left", TILES_LEFT[space], (pile, "left"), high=3, icon="scroll")
        for n in range(len(pile.taken)):
            label = BONUSES_TAKEN[space][n]
            yield Tracked(f"{space}.bonus-{n + 1}", label, (pile.taken, n), high=1, meanings=NO_YES)
    for key, god in tables.GODS.items():
        icon, at = "sun" if god.good else "moon", (state.gods, key)
        yield Tracked(f"god.{key}", GOD_LABELS[key], at, high=1, icon=icon, meanings=NO_YES)
    at_last = (Choice(state, "last_god", LAST_GOD_VALUES), "number")
    yield Tracked("last-god", say("Last god"), at_last, high=len(tables.GODS), icon="sun", meanings=LAST_GODS)
    for face, label in DISCARDED.items():
        at = (state.discards, face)
        yield Tracked(f"discarded.{face}", label, at, high=tables.DESTINY_CARDS, icon="cards", thing=pieces.CARD)
