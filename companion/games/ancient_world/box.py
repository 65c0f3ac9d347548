"""The box: kinds of components, their facts, facts that players enter, warnings of the box editor. Section 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, merged, read
from companion.core.wording import Message, Wording, say, say_n, verbatim
from companion.games.ancient_world import tables
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import Space

# -- kinds of components; the two editions never share a fact -----------------------------------------------------

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
"""Kinds of components, with the highest number of cards besides the starting ones. Section 1."""

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


# -- reading facts ------------------------------------------------------------------------------------------------


def kind_key(state: State, what: str) -> str:
    """The kind of component in the edition that is played."""
    return what if state.second else f"first-{what}"


def component(state: State, what: str, key: str) -> Component:
    """All known facts of a component; empty if none are known."""
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
    """Whether all facts of a card that the rules need are known."""
    return bool(key) and is_complete(what, component(state, what, key))


def is_complete(what: CardKind, facts: Component) -> bool:
    """Whether these facts are all that the rules need. The amount is needed only for a titan that takes ambrosia."""
    if facts.get("effect") == "lose-ambrosia" and "amount" not in facts:
        return False
    return all(field.optional or field.key in facts for field in KIND[what].fields)


def unknown_fields(state: State, space: Space) -> tuple[str, ...]:
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


def card_price(state: State, what: CardKind, key: str) -> tuple[int, int]:
    """Coins and knowledge printed on a card."""
    return number_of(state, what, key, "coins"), number_of(state, what, key, "knowledge")


# -- facts that players enter during a game -----------------------------------------------------------------------

EntryKind = Literal["action", "empire", "military", "titan", "district"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Facts that a player read off a component. ``symbols`` are those printed, ``more`` (``food*2``) those printed
    several times.

    ``keep`` stores them for later plays too. ``stars`` is a string; it follows from the titan's deck and is not asked
    for.
    """

    kind: EntryKind
    key: str
    deck: str | None = None
    defence: int | None = None
    counts: str | None = None
    symbols: tuple[str, ...] | None = None
    more: tuple[str, ...] = ()
    coins: int | None = None
    knowledge: int | None = None
    swords: int | None = None
    arrows: int | None = None
    old_swords: int | None = None
    old_arrows: int | None = None
    effect: str | None = None
    amount: int | None = None
    either: str | None = None
    first: str | None = None
    named: Literal["number", "write"] | None = None
    name: str | None = None
    keep: bool
    stars: Literal["0", "1", "2", "3"] | None = None


FIELDS = (
    *("deck", "defence", "counts", "coins", "knowledge", "swords", "arrows", "old_swords", "old_arrows"),
    *("effect", "amount", "either", "first", "name"),
)
"""The fields of an entry that are one fact each; the keys of the box have hyphens instead of underscores."""

TIMES = (2, 3, 4)
"""How often a symbol can be printed on a card, besides once."""

MOST_TWICE = 4
"""How many different symbols a card may show more than once."""


def facts_of(entry: Entry) -> Component:
    """The facts of an entry. Impossible symbols are kept, so that the check refuses them."""
    found: dict[str, Fact] = {
        field.replace("_", "-"): value for field in FIELDS if (value := getattr(entry, field)) is not None
    }
    if entry.stars is not None:
        found["stars"] = int(entry.stars)
    if entry.symbols is None:
        return found
    printed = symbol_list(entry.symbols, entry.more)
    banners: list[int | str] = [key for key in printed if key in tables.TRIBES]
    if entry.kind != "district":
        found["banners"] = banners
        printed = [key for key in printed if key not in tables.TRIBES]
    found["symbols"] = [*printed]
    return found


def symbol_list(symbols: tuple[str, ...], more: tuple[str, ...]) -> list[str]:
    """Every symbol as often as it is printed, in the order of the list. ``food*3`` means three times."""
    times = dict.fromkeys(symbols, 1)
    for several in more:
        key, _, n = several.partition("*")
        if key in times and n in map(str, TIMES):
            times[key] = max(times[key], int(n))
    known = [key for key in (*tables.TRIBES, *tables.SYMBOLS) if key in times]
    unknown = [key for key in times if key not in known]
    return [key for key in (*known, *unknown) for _ in range(times[key])]


def too_often(symbols: Iterable[object]) -> bool:
    """Whether symbols of a card are repeated more often than can be printed."""
    times = Counter(symbols).values()
    return sum(n > 1 for n in times) > MOST_TWICE or max(times, default=0) > max(TIMES)


def with_entries(state: State, *entries: Entry | None) -> State:
    """A copy of the state with these facts entered, to see what would be possible. Read only."""
    box = state.box
    for entry in entries:
        if entry is not None:
            box = merged(box, {kind_key(state, entry.kind): {entry.key: facts_of(entry)}})
    return replace(state, box=box)


# -- warnings of the box editor: facts that cannot all be right ---------------------------------------------------

MOST_BANNERS = 3
"""Three damage dice, one for each banner."""

START_TITANS = 4


def box_warnings(box: Box) -> Sequence[Message]:
    """Warn of sums, names and numbers that cannot all be right, in both editions."""
    return tuple(warning for prefix in ("", "first-") for warning in _of_edition(box, prefix))


def _of_edition(box: Box, prefix: str) -> Iterator[Message]:
    yield from _same_names(box, prefix)
    yield from _empire(box.get(f"{prefix}empire", {}))
    yield from _military(box.get(f"{prefix}military", {}))
    yield from _titans(box.get(f"{prefix}titan", {}))
    yield from _actions(box.get(f"{prefix}action", {}))
    yield from _die(box.get(f"{prefix}die", {}).get("damage", {}))


def _name(key: str, facts: Component) -> Wording:
    return verbatim(str(facts.get("name", key)))


def _same_names(box: Box, prefix: str) -> Iterator[Message]:
    for kind in KINDS:
        if kind.key.startswith("first-") != bool(prefix) or not kind.most:
            continue
        parts = box.get(kind.key, {}).values()
        names = Counter(str(facts["name"]).casefold() for facts in parts if "name" in facts)
        for name, times in names.items():
            if times > 1:
                yield say("{kind}: {n} are called {name}.", kind=kind.label, n=times, name=name)


def _list(facts: Component, field: str) -> list[int | str]:
    found = facts.get(field)
    return found if isinstance(found, list) else []


def _number(facts: Component, field: str) -> int:
    found = facts.get(field)
    return found if isinstance(found, int) else 0


def _empire(parts: dict[str, Component]) -> Iterator[Message]:
    """Every empire card has a banner; the starting cards may have none."""
    for key, facts in parts.items():
        if key not in tables.START_EMPIRE and "banners" in facts and not _list(facts, "banners"):
            yield say("{card} has no banner; every empire card has one.", card=_name(key, facts))


def _military(parts: dict[str, Component]) -> Iterator[Message]:
    for key, facts in parts.items():
        if "swords" in facts and "arrows" in facts and not _number(facts, "swords") + _number(facts, "arrows"):
            yield say("{card} has neither swords nor arrows.", card=_name(key, facts))


def _titans(parts: dict[str, Component]) -> Iterator[Message]:
    for key, facts in parts.items():
        name = _name(key, facts)
        banners = len(_list(facts, "banners"))
        if "banners" in facts and not banners:
            yield say("{card} has no banner: nothing would be rolled for it.", card=name)
        if banners > MOST_BANNERS:
            yield say("{card} has {n} banners, but there are three dice.", card=name, n=banners)
        if facts.get("effect") == "lose-ambrosia" and not _number(facts, "amount"):
            yield say("{card} takes ambrosia, but how much is missing.", card=name)
    starting = sum(facts.get("stars") == 0 for facts in parts.values())
    if starting > START_TITANS:
        yield say("Starting titans: {n}; a copy has four.", n=starting)


def _actions(parts: dict[str, Component]) -> Iterator[Message]:
    for space, fields in tables.FIELDS_ASKED.items():
        facts = parts.get(space, {})
        free = all(not _number(facts, field) for field in ("coins", "knowledge"))
        if any(_number(facts, field) for field in ("coins", "knowledge") if field not in fields):
            yield say("{action} has no such price on the board; it is not taken.", action=verbatim(space))
        if facts.get("either") == "yes" and free:
            yield say("{action} is paid one way or the other, but costs nothing.", action=verbatim(space))
        if "amount" in fields and facts.get("amount") == 0:
            yield say("{action} gives nothing.", action=verbatim(space))


def _die(facts: Component) -> Iterator[Message]:
    faces = sum(_number(facts, face) for face in facts)
    if facts and faces != tables.DIE_FACES:
        yield say("Faces of the damage die here: {n}; a die has {faces}.", n=faces, faces=tables.DIE_FACES)
