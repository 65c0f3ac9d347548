"""Kinds of components of a box, what is known of every copy, and the warnings of the editor. Sections 2 and 17.1."""

from __future__ import annotations

from importlib.resources import files

from companion.core.boxes import Box, BoxField, BoxKind, number, read
from companion.core.wording import Message, Wording, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.queries_city import slug

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

KNOWN_POINTS = {"athens": 4, "sparta": 4, "syracuse": 4, "miletus": 2, "potidaea": 1}
INLAND = ("elis", "messene", "sparta", "thebes", "stratus")
DECK_POINTS = range(60, 75)
"""Plausible points of the whole deck: an average hand is 16, so about 67 (section 4.2)."""


def box_warnings(box: Box) -> list[Message]:
    """What looks wrong in a box, as sentences. No warning keeps anybody from playing (section 17.1)."""
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
