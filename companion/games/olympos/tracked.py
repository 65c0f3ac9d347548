"""Every tracked number with its place in the state and its bounds, for corrections."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.inventory import Tracked
from companion.core.wording import Message, say
from companion.games.olympos.options import space_label
from companion.games.olympos.pricing import CHEAPER_KEYS
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import (
    COLUMNS,
    CUBES_EACH,
    DESTINIES,
    DISCOVERIES,
    FARTHEST,
    GODS,
    MARKS,
    RESOURCE_ICONS,
    RESOURCES,
    STARRED,
    TOKENS_EACH,
    WONDERS,
    Resource,
)


def inventory(state: State) -> Iterator[Tracked]:
    for side in state.sides:
        yield from of_side(side)
        yield from tiles_of(side)
    for resource, label in RESOURCES.items():
        tokens = say("{resource} tokens in the stock", resource=label)
        cubes = say("{resource} cubes in the stock", resource=label)
        yield _tokens(f"stock.{resource}", tokens, state.tokens, resource)
        yield _cubes(f"stock.{resource}-cubes", cubes, state.cubes, resource)
    yield Tracked("tribes", say("Tribes"), (state, "tribes"), high=STARRED, conserved="stars", icon="shield")
    crossed = say("Starred territories crossed out")
    yield Tracked("crossed-stars", crossed, (state, "crossed_stars"), high=STARRED, conserved="stars")
    stars = say("Stars without an owner")
    yield Tracked("open-stars", stars, (state, "open_stars"), high=STARRED, conserved="stars", icon="medal")
    yield Tracked(
        "free-zeus", say("Zeus token at Olympos"), (state, "zeus_free"), high=1, conserved="zeus", icon="temple"
    )
    yield Tracked("deck", say("Destiny cards in the deck"), (state, "deck_left"), high=220, icon="cards")
    yield from of_board(state)


def _tokens(
    key: str, label: Message, tokens: dict[Resource, int], resource: Resource, owner: int | None = None
) -> Tracked:
    word = f"token.{resource}"
    icon = RESOURCE_ICONS[resource]
    return Tracked(key, label, (tokens, resource), owner, high=TOKENS_EACH, conserved=word, icon=icon)


def _cubes(
    key: str, label: Message, cubes: dict[Resource, int], resource: Resource, owner: int | None = None
) -> Tracked:
    word = f"cube.{resource}"
    return Tracked(key, label, (cubes, resource), owner, high=CUBES_EACH, conserved=word, icon=RESOURCE_ICONS[resource])


def of_side(side: Side) -> Iterator[Tracked]:
    """What a seat has, but for its tiles."""
    seat = side.seat

    def own(name: str, label: Message, high: int, icon: str = "", conserved: str = "") -> Tracked:
        return Tracked(f"{seat}.{name}", label, (side, name), seat, high=high, icon=icon, conserved=conserved)

    yield own("position", say("Space on the Time Track"), FARTHEST, "clock")
    yield own("height", say("Place in the stack, from the bottom"), 20)
    yield own("hourglasses", say("Hourglasses"), 99, "hourglass")
    yield own("stock", say("Settlers in the stock"), 99, "people")
    yield own("covered", say("Covered settlers"), 99, "down")
    yield own("stars", say("Star tokens"), STARRED, "medal", "stars")
    yield own("zeus", say("Zeus token"), 1, "temple", "zeus")
    yield own("atlantis", say("Territories in Atlantis"), 32, "sea")
    yield own("done", say("Done for good (1: yes)"), 1)
    for resource, label in RESOURCES.items():
        yield _tokens(f"{seat}.{resource}", say("{resource} territories", resource=label), side.tokens, resource, seat)
        yield _cubes(f"{seat}.{resource}-cubes", say("{resource} cubes", resource=label), side.cubes, resource, seat)
    for column in range(COLUMNS):
        words = say("Bonus tokens in column {n}", n=column + 1)
        yield Tracked(f"{seat}.bonus-{column + 1}", words, (side.bonus, column), seat, high=9, icon="medal")
    for mark, label in MARKS.items():
        yield Tracked(f"{seat}.{mark}", label, (side.marks, mark), seat, high=22)
    yield Tracked(f"{seat}.prestige", say("Prestige points"), (side.prestige, "value"), seat, high=999, icon="point")


def tiles_of(side: Side) -> Iterator[Tracked]:
    """Discoveries and wonders, 1 for each that the seat has."""
    seat = side.seat
    for tile, discovery in DISCOVERIES.items():
        yield Tracked(f"{seat}.{tile}", discovery.label, (side.tiles, tile), seat, high=1, icon="scroll")
    for key in CHEAPER_KEYS:
        tile, resource = key.split(".")
        words = say("{tile} tile: {resource}", tile=DISCOVERIES[tile].label, resource=_resource(resource))
        yield Tracked(f"{seat}.{key}", words, (side.cheaper, key), seat, high=1, icon="coin")
    for key, label in WONDERS.items():
        yield Tracked(f"{seat}.{key}", label, (side.wonders, key), seat, high=1, icon="temple")


def _resource(key: str) -> Message:
    return next(label for resource, label in RESOURCES.items() if resource == key)


def of_board(state: State) -> Iterator[Tracked]:
    """Tiles and bonuses left, the gods still face down, and the discard pile."""
    for space, pile in state.piles.items():
        place = space_label(space)
        words = say("{place}: tiles left of {tile}", place=place, tile=DISCOVERIES[pile.tile].label)
        yield Tracked(f"{space}.left", words, (pile, "left"), high=3, icon="scroll")
        for n in range(len(pile.taken)):
            words = say("{place}: bonus {n} taken (1: yes)", place=place, n=n + 1)
            yield Tracked(f"{space}.bonus-{n + 1}", words, (pile.taken, n), high=1)
    for key, god in GODS.items():
        words = say("{god} still to come (1: yes)", god=god.label)
        yield Tracked(f"god.{key}", words, (state.gods, key), high=1, icon="sun" if god.good else "moon")
    for face, destiny in DESTINIES.items():
        words = say("Discarded: {card}", card=destiny.label)
        yield Tracked(f"discarded.{face}", words, (state.discards, face), high=220, icon="cards")
