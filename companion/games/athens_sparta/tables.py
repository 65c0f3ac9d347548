"""Numbers and names as printed: sides, kinds of blocks, limits, thresholds, cities. Sections 1, 2 and 7.7."""

from __future__ import annotations

from typing import Literal

from companion.core.boxes import Fact
from companion.core.wording import N_, Message, Wording, say

Side = Literal["athens", "sparta"]
Holder = Literal["athens", "sparta", "neutral", "persia"]
BlockKind = Literal["hoplite", "peltast", "cavalry", "ship", "demos", "tyrant", "helot"]
Letter = Literal["A", "B", "C"]
Level = Literal["light", "full", "battle"]
Effect = Literal["manual", "no-double", "cancel", "join", "no-ships"]
Scope = Literal["own", "both"]
MoveKind = Literal["operational", "strategic", "sicily", "strait"]

SIDES: tuple[Side, ...] = ("athens", "sparta")
SIDE_COLOURS: dict[Side, Literal["blue", "red"]] = {"athens": "blue", "sparta": "red"}
"""The colour of a side's blocks and cities (section 1)."""

HOLDER_BY_COLOUR: dict[Fact | None, Holder] = {
    "blue": "athens",
    "red": "sparta",
    "green": "neutral",
    "orange": "persia",
}
"""The owner of a city or a block by its colour (section 1)."""

SIDE_NAMES: dict[Holder, Message] = {
    "athens": say("Athens"),
    "sparta": say("Sparta"),
    "neutral": say("Neutral"),
    "persia": say("Persia"),
}
KINDS: dict[BlockKind, Message] = {
    "hoplite": say("Hoplite"),
    "peltast": say("Peltast"),
    "cavalry": say("Cavalry"),
    "ship": say("Ship"),
    "demos": say("Demos"),
    "tyrant": say("Tyrant"),
    "helot": say("Helot"),
}
ICONS: dict[BlockKind, str] = {
    "hoplite": "shield",
    "peltast": "spear",
    "cavalry": "horse",
    "ship": "ship",
    "demos": "people",
    "tyrant": "crown",
    "helot": "people",
}
REGULAR_KINDS: tuple[BlockKind, ...] = ("hoplite", "peltast", "cavalry", "ship")
REVOLT_KINDS: tuple[BlockKind, ...] = ("demos", "tyrant", "helot")
PURSUER_KINDS: tuple[BlockKind, ...] = ("peltast", "cavalry")
"""Kinds of blocks that fire once more after the second round (section 6.1)."""

LETTERS: tuple[Letter, ...] = ("A", "B", "C")
MOST_STEPS = 4
HIGHEST_RATE = 5
RATINGS: tuple[tuple[Letter, int], ...] = tuple((letter, rate) for letter in LETTERS for rate in (1, 2, 3, 4))
"""The ratings offered when a player types a block."""

USUAL_RATING: dict[BlockKind, str] = {"peltast": "A1", "helot": "A2"}
"""Likely ratings when a player types a block (section 17.1). Those of ships depend on the side."""

SHIP_RATING: dict[Side, str] = {"athens": "C3", "sparta": "C2"}
SIEGE_RATING: dict[BlockKind, tuple[Letter, int]] = {"cavalry": ("B", 1), "ship": ("C", 1)}
"""Ratings while assaulting or besieged; all others fight as printed (section 1.1)."""

STEP_COST: dict[BlockKind, int] = {"hoplite": 1, "peltast": 1, "cavalry": 2, "ship": 2}
PERSIAN_SHIP = 1
"""Points for a step of a Spartan ship while Persia helps (section 14)."""

MOVE_KINDS: dict[MoveKind, Message] = {
    "operational": say("Operational move"),
    "strategic": say("Strategic move"),
    "sicily": say("To or from Syracuse"),
    "strait": say("Turned back at a strait", short=N_("Back at a strait")),
}
MOVE_HEXES: dict[BlockKind, int] = {"hoplite": 3, "peltast": 4, "ship": 4, "cavalry": 5}
"""Hexes of an operational move; a strategic march is twice as far (section 5.1)."""

MOUNTAIN_BLOCKS = 2
"""Blocks of a side in a mountain hex (section 2.3)."""

MAJOR_LIMIT, MINOR_LIMIT = 4, 2
ATHENS_LIMIT, ATHENS_LAND_LIMIT = 6, 4
"""Blocks inside, and blocks that may assault (section 7.1)."""

HIT_TOTAL_SIEGE, HIT_PARTIAL_SIEGE, HIT_BESIEGERS, HIT_PATROL, HIT_NO_SUPPLY = 3, 5, 4, 5, 5
"""The lowest die that hits in attrition, by kind of siege and role (section 7.7)."""

HAND_SIZE, LONG_HAND_SIZE = 6, 7
REDEAL_BELOW = 10
"""A hand of fewer points may be dealt again (section 4.1)."""

DECK_SIZE = 25
LAST_OLYMPIAD = 89
GOAL_POINTS = 30
COLOUR_POINTS: dict[Holder, int] = {"athens": 20, "sparta": 18, "neutral": 10, "persia": 0}
"""Points of all cities of a colour (section 2); so the points of a city must be known only if it changes hands."""

MOST_CITIES = 60
"""The most cities of a list: more than the map has."""

CityField = Literal["colour", "points", "walled", "port", "island"]
CITY_FIELDS: tuple[CityField, ...] = ("colour", "points", "walled", "port", "island")
"""Facts of a city that a battle or siege needs, in the order in which they are asked."""

WORTH_FIELDS: tuple[CityField, ...] = ("colour", "points")
"""Facts of a city that revolts, replacements and the points need."""

NEVER_REVOLT = ("athens", "sparta")
REBEL_CITIES = ("chios", "corcyra", "mytilene", "rhodes")
ORACLES = {"delos", "delphi", "delfos"}
"""The names of oracles, where nobody fights (section 5.8), as players write them in English or Spanish."""

SICILY_PORTS = ("corcyra", "leucas", "cyllene", "cephallenia")

CITY_NAMES: dict[str, Wording] = {
    "abydos": say("Abydos"),
    "amphipolis": say("Amphipolis"),
    "argos": say("Argos"),
    "athens": say("Athens"),
    "carystus": say("Carystus"),
    "cephallenia": say("Cephallenia"),
    "chalcis": say("Chalcis"),
    "chios": say("Chios"),
    "corcyra": say("Corcyra"),
    "corinth": say("Corinth"),
    "cyllene": say("Cyllene"),
    "cythera": say("Cythera"),
    "elis": say("Elis"),
    "ephesus": say("Ephesus"),
    "gytheum": say("Gytheum"),
    "leucas": say("Leucas"),
    "megara": say("Megara"),
    "messene": say("Messene"),
    "miletus": say("Miletus"),
    "mytilene": say("Mytilene"),
    "naupactus": say("Naupactus"),
    "naxos": say("Naxos"),
    "pleuron": say("Pleuron"),
    "potidaea": say("Potidaea"),
    "rhodes": say("Rhodes"),
    "samos": say("Samos"),
    "skyros": say("Skyros"),
    "sparta": say("Sparta"),
    "stratus": say("Stratus"),
    "syracuse": say("Syracuse"),
    "thebes": say("Thebes"),
    "troezen": say("Troezen"),
}
"""The cities that the rules name (section 2.1). Owners add the others of their map."""

EFFECTS: dict[Effect, Message] = {
    "manual": say("Another event, by hand", short=N_("Another event")),
    "no-double": say("No double defence"),
    "cancel": say("Turn cancelled"),
    "join": say("A neutral joins"),
    "no-ships": say("No ship moves"),
}


def other(side: Side) -> Side:
    """The opponent of ``side``."""
    return "sparta" if side == "athens" else "athens"
