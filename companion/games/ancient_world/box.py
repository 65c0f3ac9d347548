"""Kinds of components, and reading their facts. The two editions never share a fact."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, read
from companion.core.wording import Message, Wording, say, say_n, verbatim
from companion.games.ancient_world import tables
from companion.games.ancient_world.state import State

CardKind = Literal["empire", "military", "titan", "district"]
"""Kinds of cards that are entered one by one."""

RowKind = CardKind | Literal["stored"]
"""Kinds of cards in front of a player."""

YES_NO = (("yes", say("Yes")), ("no", say("No")))
DECKS = (("A", say("Deck A")), ("B", say("Deck B")), ("C", say("Deck C")))
KINDS_OF_TITAN = (("both", say("Swords and arrows")), ("swords", say("Swords only")))

NAME = BoxField("name", say("Name"), optional=True)
COINS = BoxField("coins", say("Coins"), 0, 20)
KNOWLEDGE = BoxField("knowledge", say("Knowledge"), 0, 9, optional=True)
PRICE = (BoxField("coins", say("Coins"), 0, 20, optional=True), KNOWLEDGE)
BANNERS = BoxField("banners", say("Banners"), choices=tuple(tables.TRIBES.items()), many=True)
PRINTED = BoxField("symbols", say("Symbols"), choices=tuple(tables.SYMBOLS.items()), many=True)

ACTION = (
    COINS,
    KNOWLEDGE,
    BoxField("amount", say("How many"), 0, 9, optional=True),
    BoxField("either", say("Coins or knowledge, not both"), choices=YES_NO, optional=True),
    BoxField("first", say("First player next round"), choices=YES_NO, optional=True),
)
EMPIRE = (NAME, BoxField("deck", say("Deck"), choices=DECKS, optional=True), *PRICE, BANNERS, PRINTED)
MILITARY = (
    NAME,
    *PRICE,
    BoxField("swords", say("Swords"), 0, 9),
    BoxField("arrows", say("Arrows"), 0, 9),
    BoxField("old-swords", say("Swords once retired"), 0, 9, optional=True),
    BoxField("old-arrows", say("Arrows once retired"), 0, 9, optional=True),
)
TITAN = (
    NAME,
    BoxField("stars", say("Stars"), 0, 3),
    BoxField("defence", say("Defence"), 1, 60),
    BoxField("counts", say("What counts"), choices=KINDS_OF_TITAN),
    BANNERS,
    PRINTED,
    BoxField("effect", say("Coin symbol"), choices=tuple(tables.EFFECTS.items())),
    BoxField("amount", say("How much ambrosia"), 0, 9, optional=True),
)
DISTRICT = (NAME, PRINTED)
DIE = tuple(BoxField(key, label, 0, tables.DIE_FACES, optional=key == "two") for key, label in tables.FACES.items())
SCALE = tuple(
    BoxField(f"n{n}", say_n("Points for {n} banner", "Points for {n} banners", n), 0, 40, optional=n > 1)
    for n in range(1, 7)
)

SECOND_EDITION = (
    BoxKind("action", say("Actions"), ACTION, tuple(tables.SPACES.items())),
    BoxKind("empire", say("Empire cards"), EMPIRE, tuple(tables.START_EMPIRE.items()), 85),
    BoxKind("military", say("Military cards"), MILITARY, tuple(tables.START_MILITARY.items()), 25),
    BoxKind("titan", say("Titans"), TITAN, (), 39),
    BoxKind("district", say("Districts"), DISTRICT, (), 15),
    BoxKind("die", say("Damage die"), DIE, (("damage", say("Damage die")),)),
)
"""Kinds of components, with the most cards beside the starting ones. Section 1."""

KIND: dict[str, BoxKind] = {kind.key: kind for kind in SECOND_EDITION}
FIRST_EDITION: dict[str, Message] = {
    "action": say("First edition: actions"),
    "empire": say("First edition: empire cards"),
    "military": say("First edition: military cards"),
    "titan": say("First edition: titans"),
    "district": say("First edition: districts"),
    "die": say("First edition: damage die"),
}
KINDS: tuple[BoxKind, ...] = (
    *SECOND_EDITION,
    *(replace(KIND[key], key=f"first-{key}", label=label) for key, label in FIRST_EDITION.items()),
    BoxKind("first-scale", say("First edition: banners"), SCALE, (("points", say("Points for banners")),)),
)


def _read(name: str) -> Box:
    return read((Path(__file__).parent / name).read_text("utf-8"), KINDS, name)


SHIPPED = _read("box.toml")
PRACTICE = _read("practice.toml")


def kind_key(state: State, what: str) -> str:
    """The kind of component in the edition that is played."""
    return what if state.second else f"first-{what}"


def component(state: State, what: str, key: str) -> Component:
    """All known facts of a component; empty when there are none."""
    return state.box.get(kind_key(state, what), {}).get(key, {})


def known_keys(state: State, what: CardKind) -> list[str]:
    """The keys of the cards with known facts."""
    return list(state.box.get(kind_key(state, what), {}))


def fact(state: State, what: str, key: str, field: str) -> Fact | None:
    """One fact, or None while it is unknown."""
    return component(state, what, key).get(field)


def symbol_count(state: State, what: str, key: str, symbol: str) -> int:
    """How often a symbol or banner is printed on a card."""
    printed = component(state, what, key).get("banners" if symbol in tables.TRIBES else "symbols")
    return printed.count(symbol) if isinstance(printed, list) else 0


def number_of(state: State, what: str, key: str, field: str) -> int:
    """A number, 0 while it is unknown."""
    found = fact(state, what, key, field)
    return found if isinstance(found, int) else 0


def defence_of(state: State, titan: str) -> tuple[str, int]:
    """The symbols that count against a titan, and its defence."""
    return str(fact(state, "titan", titan, "counts")), number_of(state, "titan", titan, "defence")


def die_faces(state: State) -> dict[str, int] | None:
    """How many faces of a damage die show each symbol; None while they are unknown."""
    entered = component(state, "die", "damage")
    if any(field.key not in entered and not field.optional for field in DIE):
        return None
    faces = {face: number_of(state, "die", "damage", face) for face in tables.FACES}
    return faces if any(faces.values()) else None


def banners_of(state: State, titan: str) -> int:
    """The banners of a titan: dice to roll, ambrosia to appease it, most ambrosia won."""
    found = fact(state, "titan", titan, "banners")
    return len(found) if isinstance(found, list) else 0


def is_known(state: State, what: CardKind, key: str) -> bool:
    """Whether every fact that a rule needs of a card is known."""
    return bool(key) and is_complete(what, component(state, what, key))


def is_complete(what: CardKind, facts: Component) -> bool:
    """Whether these facts are all that a rule needs; the amount only of a titan that takes ambrosia."""
    if facts.get("effect") == "lose-ambrosia" and "amount" not in facts:
        return False
    return all(field.optional or field.key in facts for field in KIND[what].fields)


def unknown_fields(state: State, space: tables.Space) -> tuple[str, ...]:
    """The fields to read off the board before an action is used."""
    facts = component(state, "action", space)
    return tuple(field for field in tables.FIELDS_ASKED[space] if field not in facts)


def name_of(state: State, what: CardKind, key: str) -> Wording:
    """A card's name: as printed, as entered, or by its number."""
    printed = {**tables.START_EMPIRE, **tables.START_MILITARY}.get(key)
    if printed is not None:
        return printed
    named = fact(state, what, key, "name")
    if isinstance(named, str):
        return verbatim(named)
    return numbered_name(what, key)


def entered_names(state: State, what: CardKind) -> tuple[str, ...]:
    """The names that cards of a kind were given."""
    names = (fact(state, what, key, "name") for key in known_keys(state, what))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def numbered_name(what: CardKind, key: str) -> Message:
    """The name of a card without one, by the number in its key."""
    n = key.rpartition("-")[2]
    match what:
        case "empire":
            return say("Empire card {n}", n=n)
        case "military":
            return say("Military card {n}", n=n)
        case "titan":
            return say("Titan {n}", n=n)
        case "district":
            return say("District {n}", n=n)


def next_card_key(state: State, what: CardKind) -> str:
    """The key of the next new card."""
    taken = state.box.get(kind_key(state, what), {})
    n = len(taken) + 1
    while f"{what}-{n}" in taken:
        n += 1
    return f"{what}-{n}"


def component_keys(state: State, what: CardKind) -> set[str]:
    """The keys of all cards of a kind, starting ones too."""
    return {*state.box.get(kind_key(state, what), {}), *KIND[what].listed}
