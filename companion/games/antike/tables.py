"""Numbers and names as printed on the board, on the cards and in the booklets."""

from __future__ import annotations

from typing import Literal, get_args

from companion.core.wording import N_, Message, say

Good = Literal["marble", "iron", "gold"]
Where = Literal["iron", "temple", "gold", "maneuver-a", "arming", "marble", "know-how", "maneuver-b"]
Column = Literal["legions", "galleys", "production", "defence"]
Know = Literal["wheel", "roads", "sailing", "navigation", "market", "currency", "monarchy", "democracy"]
Personality = Literal["king", "scholar", "general", "citizen", "navigator"]
Unit = Literal["legion", "galley"]
Side = Literal["east", "west"]

GOODS: dict[Good, Message] = {"marble": say("Marble"), "iron": say("Iron"), "gold": say("Gold")}

SPACES: tuple[Where, ...] = get_args(Where)
"""The spaces of the rondel, clockwise. Section 5."""

SPACE_ICONS: dict[Where, str] = {
    "iron": "iron",
    "temple": "temple",
    "gold": "gold",
    "maneuver-a": "sword",
    "arming": "spear",
    "marble": "marble",
    "know-how": "scroll",
    "maneuver-b": "sword",
}
FREE_STEPS = 3
SAME_SPACE_2005 = 8
"""The price of the same space again in the text of the 2005 booklet; its formula gives 5. Section 13.1."""

KNOW: dict[Know, tuple[Column, int]] = {
    "wheel": ("legions", 1),
    "roads": ("legions", 2),
    "sailing": ("galleys", 1),
    "navigation": ("galleys", 2),
    "market": ("production", 1),
    "currency": ("production", 2),
    "monarchy": ("defence", 1),
    "democracy": ("defence", 2),
}
"""Column and level of each know-how. Section 6."""

COLUMNS: tuple[Column, ...] = get_args(Column)
COLUMN_ICONS: dict[Column, str] = {"legions": "spear", "galleys": "ship", "production": "coin", "defence": "shield"}
FIRST_PRICE: dict[int, int] = {1: 7, 2: 10}
LATER_PRICE: dict[int, int] = {1: 3, 2: 5}
"""The price in gold of a basic (1) and an advanced (2) know-how: for the first nation to have it, and for the others.
Section 6.
"""

STACKS: dict[Personality, int] = {"king": 9, "scholar": 8, "general": 7, "citizen": 6, "navigator": 5}
STEPS: dict[Personality, int] = {"king": 5, "citizen": 3, "navigator": 7}
"""How many cities win a king, temples a citizen, seas a navigator. Section 7."""

PERSONALITY_ICONS: dict[Personality, str] = {
    "king": "crown",
    "scholar": "scroll",
    "general": "sword",
    "citizen": "column",
    "navigator": "sea",
}
PERSONALITIES: dict[Personality, Message] = {
    "king": say("King"),
    "scholar": say("Scholar"),
    "general": say("General"),
    "citizen": say("Citizen"),
    "navigator": say("Navigator"),
}
STACK_NAMES: dict[Personality, Message] = {
    "king": say("Kings"),
    "scholar": say("Scholars"),
    "general": say("Generals"),
    "citizen": say("Citizens"),
    "navigator": say("Navigators"),
}
UNITS: dict[Unit, Message] = {"legion": say("Legions"), "galley": say("Galleys")}

TEMPLES = 20
CHIPS = 12 * 1 + 12 * 2 + 8 * 5
"""What the chips of a resource are worth in all, by the only list that counts them. Section 2."""
TEMPLE_PRICE = 5
TEMPLE_COUNTS = 3
"""A city with temple yields, arms and defends like three cities. Section 6."""
PIECES = 17
"""Legions of one colour, and as many galleys. Section 2."""
DISCS = 25
PROVINCES = 50
EAST_TYPES: dict[Good, int] = {"marble": 16, "iron": 17, "gold": 17}
START_GOODS: dict[Good, int] = {"marble": 2, "iron": 1, "gold": 3}
TARGETS = {6: 7, 5: 8, 4: 9}
"""Personalities that win, by the number of nations; with three nations an option says it. Section 8."""

NATIONS: dict[Side, tuple[str, ...]] = {
    "east": ("greece", "persia", "arabia", "phoenicia", "egypt", "babylonia"),
    "west": ("greeks", "romans", "germans", "phoenicians", "carthaginians", "persians"),
}
"""The nations of each side. The first three, four, five or six are in play. Section 3."""

PAIRS: dict[Side, tuple[tuple[str, str], tuple[str, str]]] = {
    "east": (("persia", "phoenicia"), ("greece", "arabia")),
    "west": (("romans", "phoenicians"), ("greeks", "germans")),
}
"""The nations of each player when two play with two nations each. Section 3."""

STARTERS: dict[tuple[Side, int], str] = {
    ("west", 6): "carthaginians",
    ("west", 4): "phoenicians",
    ("east", 4): "phoenicia",
}
"""The nation with the first turn by side and number of nations, as far as known; a red dot on the card tells it.
Section 3.
"""

NATION_NAMES: dict[str, Message] = {
    "greece": say("Greece"),
    "persia": say("Persia"),
    "arabia": say("Arabia"),
    "phoenicia": say("Phoenicia"),
    "egypt": say("Egypt"),
    "babylonia": say("Babylonia"),
    "greeks": say("Greeks"),
    "romans": say("Romans"),
    "germans": say("Germans"),
    "phoenicians": say("Phoenicians"),
    "carthaginians": say("Carthaginians", short=N_("Carthage")),
    "persians": say("Persians"),
}

START_CITIES: dict[int, dict[str, tuple[str, str, str]]] = {
    3: {
        "arabia": ("saba", "adane", "mecca"),
        "persia": ("artaxata", "ninive", "susa"),
        "greece": ("sparta", "dyrrhachion", "messana"),
    },
    4: {
        "phoenicia": ("alexandria", "tyros", "paphos"),
        "persia": ("artaxata", "zadrakarta", "susa"),
        "arabia": ("saba", "adane", "moscha"),
        "greece": ("pella", "dyrrhachion", "athen"),
    },
    5: {
        "egypt": ("theben", "ammonion", "cyrene"),
        "arabia": ("saba", "adane", "moscha"),
        "phoenicia": ("antiochia", "tyros", "paphos"),
        "persia": ("rhagai", "charax", "persepolis"),
        "greece": ("pella", "dyrrhachion", "athen"),
    },
    6: {
        "babylonia": ("babylon", "ninive", "melitene"),
        "egypt": ("theben", "ammonion", "meroe"),
        "arabia": ("dioscoridis", "adane", "punt"),
        "phoenicia": ("ephesos", "tyros", "paphos"),
        "persia": ("harmotia", "zadrakarta", "persepolis"),
        "greece": ("pella", "dyrrhachion", "messana"),
    },
}
"""The marble, iron and gold city of each nation of the east side, by the number of nations. Section 3."""

ROUNDS_BEFORE_ASKING = 30
ROUNDS_MORE = 10
"""Rounds after which the table is asked whether it plays on, and how many more until it is asked again."""

MOST_ROUNDS = 99
LONGEST_NAME = 40
