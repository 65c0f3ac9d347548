"""The components of a box: their kinds, blocks and cards made from their fields, and the warnings of the box editor.

Sections 1, 2, 3, 4.2 and 17.1.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

from companion.core.boxes import Box, BoxField, BoxKind, Component, number, read
from companion.core.wording import Message, Wording, say, verbatim
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.state import OPEN_GROUND, Body
from companion.games.athens_sparta.tables import REVOLT_KINDS, BlockKind, Effect, Holder, Letter, Scope

YES_NO = (("yes", say("yes")), ("no", say("no")))
COLOURS = (("blue", say("blue")), ("red", say("red")), ("green", say("green")))
CITY_COLOURS = (*COLOURS, ("orange", say("orange")))

BLOCKS = BoxKind(
    "block",
    say("Blocks"),
    (
        BoxField("name", say("Name on the label"), optional=True),
        BoxField("colour", say("Colour"), choices=COLOURS),
        BoxField("kind", say("Kind"), choices=tuple(tables.KINDS.items())),
        BoxField("steps", say("Most steps"), 1, tables.MOST_STEPS),
        BoxField(
            "letter",
            say("Letter"),
            choices=tuple((letter, say("{letter}", letter=letter)) for letter in tables.LETTERS),
        ),
        BoxField("rate", say("Number"), 1, tables.HIGHEST_RATE),
        BoxField("home", say("Home city"), optional=True),
        BoxField("start", say("Starts elsewhere"), optional=True),
        BoxField("reserve", say("Reserve block"), choices=YES_NO, optional=True),
        BoxField(
            "twin",
            say("Blue star: ship of"),
            choices=tuple((city, tables.CITY_NAMES[city]) for city in tables.REBEL_CITIES),
            optional=True,
        ),
    ),
    most=120,
)
CITIES = BoxKind(
    "city",
    say("Cities"),
    (
        BoxField("name", say("Name"), optional=True),
        BoxField("colour", say("Colour"), choices=CITY_COLOURS),
        BoxField("points", say("Points"), 0, 4),
        BoxField("walled", say("Walls (hexagon)"), choices=YES_NO),
        BoxField("port", say("Port"), choices=YES_NO),
        BoxField("island", say("Island"), choices=YES_NO),
    ),
    components=tuple(tables.CITY_NAMES.items()),
    most=60,
)
CARDS = BoxKind(
    "card",
    say("Cards"),
    (
        BoxField("points", say("Move points"), 0, 9),
        BoxField("event", say("Event, if any"), optional=True),
        BoxField("effect", say("What it does"), choices=tuple(tables.EFFECTS.items()), optional=True),
        BoxField(
            "scope", say("For whom"), choices=(("own", say("own turn")), ("both", say("both turns"))), optional=True
        ),
        BoxField("note", say("Reminder"), optional=True),
    ),
    components=tuple((f"card-{n}", say("Card {n}", n=n)) for n in range(1, tables.DECK_SIZE + 1)),
)
COMPONENT_KINDS: tuple[BoxKind, ...] = (BLOCKS, CITIES, CARDS)


def _read(name: str) -> Box:
    return read(files(__package__).joinpath(name).read_text("utf-8"), COMPONENT_KINDS, name)


SHIPPED_BOX = _read("box.toml")
PRACTICE_BOX = _read("practice.toml")


# -- blocks and cities of a box --------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """A name as a key: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def city_key(box: Box, words: str) -> str:
    """The key of the city with this key or with the name the owners gave it; else ``words`` as a slug."""
    key = slug(words)
    cities = box.get("city", {})
    if key in cities or not key:
        return key
    return next((city for city, facts in cities.items() if slug(str(facts.get("name", ""))) == key), key)


def printed_body(box: Box, key: str) -> Body | None:
    """A block of the box at full strength in its starting place; None if one of its fields is missing."""
    facts = box["block"][key]
    if not all(field in facts for field in ("kind", "letter", "rate", "steps")):
        return None
    kind: BlockKind = str(facts["kind"])  # type: ignore[assignment]
    letter: Letter = str(facts["letter"])  # type: ignore[assignment]
    rate, most = number(box, "block", key, "rate") or 0, number(box, "block", key, "steps") or 0
    home = city_key(box, str(facts.get("home", "")))
    return Body(
        kind,
        letter,
        rate,
        most,
        most,
        name=str(facts.get("name", "")),
        home=home,
        at=city_key(box, str(facts.get("start", ""))) or home or OPEN_GROUND,
        reserve=facts.get("reserve") == "yes",
        twin=str(facts.get("twin", "")),
    )


PRACTICE_EVENTS: dict[str, Message] = {
    "Practice storm": say("Practice storm"),
    "Practice earthquake": say("Practice earthquake"),
    "Practice treason": say("Practice treason"),
    "Practice envoys": say("Practice envoys"),
    "Practice omen": say("Practice omen"),
    "Invented: agree on something.": say("Invented: agree on something."),
}
"""The invented events of the practice box, which are translated; texts of owners are not."""

_PRACTICE_BLOCK = re.compile("Practice ([IVX]+)")


def written(words: str) -> Wording:
    """A text of the box, verbatim; only the invented names of the practice box are translated."""
    if block := _PRACTICE_BLOCK.fullmatch(words):
        return say("Practice {n}", n=block[1])
    return PRACTICE_EVENTS.get(words) or verbatim(words)


def is_set_aside(owner: Holder, body: Body) -> bool:
    """Whether a block is set aside during set-up: reserves, revolt blocks, neutrals and the Spartan ships of rebel
    cities.
    """
    return body.reserve or body.kind in REVOLT_KINDS or owner == "neutral" or (owner == "sparta" and bool(body.twin))


# -- cards of a box --------------------------------------------------------------------------------------------------

MOST_POINTS = 9


def card_word(points: int, effect: str = "", scope: str = "own", name: str = "") -> str:
    """The string that stands for a card in hands: points, effect, scope and name."""
    return f"{points}.{effect}.{scope}.{slug(name)}" if effect else str(points)


def card_points(card: str) -> int:
    return int(card.split(".")[0])


def effect_of(card: str) -> Effect | None:
    parts = card.split(".")
    return next((effect for effect in tables.EFFECTS if len(parts) > 1 and parts[1] == effect), None)


def scope_of(card: str) -> Scope:
    return "both" if card.split(".")[2:3] == ["both"] else "own"


def is_card(card: str) -> bool:
    """Whether a string stands for a card (see ``card_word``)."""
    parts = card.split(".")
    if len(parts[0]) > 1 or not (parts[0].isascii() and parts[0].isdigit()):
        return False
    return len(parts) == 1 or (len(parts) == 4 and effect_of(card) is not None and parts[2] in ("own", "both"))


def component_card(card: Component) -> str | None:
    """The ``card_word`` of a card of the box; None if its points are not known."""
    points = card.get("points")
    if not isinstance(points, int):
        return None
    event = str(card.get("event", "")).strip()
    effect = str(card.get("effect", "manual")) if event else ""
    return card_word(points, effect, str(card.get("scope", "own")), event)


def deck(box: Box) -> dict[str, int]:
    """How many copies of each card there are; empty unless the points of all 25 are known."""
    found = Counter(word for card in box.get("card", {}).values() if (word := component_card(card)) is not None)
    return dict(found) if found.total() >= tables.DECK_SIZE else {}


# -- warnings --------------------------------------------------------------------------------------------------------

KNOWN_POINTS = {"athens": 4, "sparta": 4, "syracuse": 4, "miletus": 2, "potidaea": 1}
INLAND = ("elis", "messene", "sparta", "thebes", "stratus")
DECK_POINTS = range(60, 75)
"""Plausible points of the whole deck: an average hand has 16, so the deck has about 67 (section 4.2)."""


def box_warnings(box: Box) -> list[Message]:
    """What looks wrong in a box, as sentences. The play can begin despite warnings (section 17.1)."""
    return [*_city_warnings(box), *_block_warnings(box), *_card_warnings(box)]


def _city_warnings(box: Box) -> list[Message]:
    cities = box.get("city", {})
    found: list[Message] = []
    for colour, words in COLOURS:
        expected = tables.COLOUR_POINTS[tables.HOLDER_BY_COLOUR[colour]]
        total = sum(number(box, "city", key, "points") or 0 for key in cities if cities[key].get("colour") == colour)
        complete = all({"points", "colour"} <= facts.keys() for facts in cities.values())
        if total > expected or (complete and total != expected):
            found.append(
                say("Points of the {colour} cities: {n}; there should be {m}.", colour=words, n=total, m=expected)
            )
    for city, points in KNOWN_POINTS.items():
        entered = cities.get(city, {}).get("points")
        if entered is not None and entered != points:
            found.append(say("{city} should be worth {n}.", city=tables.CITY_NAMES[city], n=points))
    for city in INLAND:
        if cities.get(city, {}).get("port") == "yes":
            found.append(say("{city} is no port.", city=tables.CITY_NAMES[city]))
    return found


def _block_warnings(box: Box) -> list[Message]:
    blocks = box.get("block", {})
    names = {slug(key) for key in tables.CITY_NAMES}
    for key, facts in box.get("city", {}).items():
        names |= {slug(key), slug(str(facts.get("name", key)))}
    found: list[Message] = []
    for key, facts in blocks.items():
        label: Wording = say("{name}", name=str(facts.get("name") or key))
        if (home := str(facts.get("home", ""))) and slug(home) not in names:
            found.append(say("Block {block}: there is no city {city}.", block=label, city=home))
        if facts.get("twin") and facts.get("kind", "ship") != "ship":
            found.append(say("Block {block} has a blue star and is no ship.", block=label))
    if blocks:
        stars = {str(facts["twin"]) for facts in blocks.values() if facts.get("twin") and facts.get("colour") == "red"}
        found += [
            say("The Spartan ship of {city} is missing.", city=tables.CITY_NAMES[city])
            for city in tables.REBEL_CITIES
            if city not in stars
        ]
    return found


def _card_warnings(box: Box) -> list[Message]:
    cards = box.get("card", {})
    known = [number(box, "card", key, "points") or 0 for key in cards if "points" in cards[key]]
    if len(known) > tables.DECK_SIZE:
        return [say("There are {n} cards; there should be {m}.", n=len(known), m=tables.DECK_SIZE)]
    if len(known) == tables.DECK_SIZE and sum(known) not in DECK_POINTS:
        return [say("Points of all cards together: {n}; about 67 would be expected.", n=sum(known))]
    return []
