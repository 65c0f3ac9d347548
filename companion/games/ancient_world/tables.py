"""Numbers and words as printed: actions, symbols, rows, coins, rounds. Sections 1 to 4, 9 and 12 of the rules."""

from __future__ import annotations

from typing import Literal

from companion.core.wording import N_, Message, say

Edition = Literal["second", "first"]
Space = Literal["build", "learn", "labor", "expand", "rebuild", "recruit", "train", "explore", "grow"]
Goods = Literal["coins", "knowledge", "ambrosia"]
Pay = Literal["both", "coins", "knowledge"]

ROUNDS = 6

SPACE_ROWS: dict[Space, tuple[Message, str]] = {
    "build": (say("Build"), "city"),
    "learn": (say("Learn"), "scroll"),
    "labor": (say("Take coins"), "coin"),
    "expand": (say("Expand"), "plus"),
    "rebuild": (say("Rebuild"), "hammer"),
    "recruit": (say("Recruit an army", short=N_("Recruit")), "shield"),
    "train": (say("Improve an army", short=N_("Improve an army")), "sword"),
    "explore": (say("Explore"), "ship"),
    "grow": (say("Grow"), "people"),
}
"""The actions of the board and their icons. Section 4.1; the names of three of them are descriptions, not printed."""

SPACES: dict[Space, Message] = {space: label for space, (label, _) in SPACE_ROWS.items()}
SPACE_ICONS: dict[Space, str] = {space: icon for space, (_, icon) in SPACE_ROWS.items()}

AMBROSIA_AT_START: tuple[Space, ...] = ("learn", "rebuild", "expand")
"""Actions with one ambrosia each at the start, in the second edition. Section 2.1, step 4."""

OPENING_ROUND: dict[Space, int] = {"explore": 2, "grow": 3}
"""The round in which a covered action opens; ambrosia is put on it then. Section 3."""

EMPIRE_ROW = {2: 4, 3: 5, 4: 6}
"""Empire cards laid out each round, by number of players; of military cards as many as there are players."""

SECOND_DECK_FROM = 4
"""The round from which empire cards come from deck B."""


def deck_letter(round_: int) -> str:
    """The empire deck of a round."""
    return "B" if round_ >= SECOND_DECK_FROM else "A"


TITAN_STARS = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}
"""The deck that replaces a missing titan, by round; none is drawn in round 1."""

EXTRA_COINS = (0, 1, 2, 2)
"""Coins beyond those of the first player, by place in turn order. Section 2.1."""

START_COINS = 6

CITIZENS = 5
STARTING_CITIZENS = (1, 2, 3)

CAPITAL = {"food": 1, "capacity": 4, "coin-income": 5, "army-limit": 2}
"""What a player board gives at the start. Section 2.2."""

MOST_CITIZENS_AT_REFILL = {2: 0, 3: 1, 4: 2}
"""The most citizens on an action that still gets ambrosia at the reset. Section 3.3, step 4."""

PLACE_AGAIN = 4
REPAIR_ONE = 2
FEED_ONE = 2
SWORD = 3
COIN = 2
"""Prices in ambrosia. Section 4.3."""

BANNER_POINTS = (0, 2, 4, 7, 11, 16, 22)
"""Points for that many banners of one colour, at most the last. Section 9, step 3."""

HUNGRY_POINTS, DAMAGED_POINTS = -2, -1
"""Points for each hungry citizen and each damaged empire card. Section 9, step 1."""

TRIBES: dict[str, Message] = {
    "yellow": say("Yellow banner", short=N_("Yellow")),
    "green": say("Green banner", short=N_("Green")),
    "red": say("Red banner", short=N_("Red")),
    "purple": say("Purple banner", short=N_("Purple")),
    "blue": say("Blue banner", short=N_("Blue")),
}

COLOURS: dict[str, Message] = {
    "yellow": say("Yellow", short=N_("Yl")),
    "green": say("Green", short=N_("Gn")),
    "red": say("Red", short=N_("Rd")),
    "purple": say("Purple", short=N_("Pp")),
    "blue": say("Blue", short=N_("Bl")),
}

LASTING: dict[str, tuple[Message, str]] = {
    "food": (say("Food"), "food"),
    "capacity": (say("Capacity"), "city"),
    "coin-income": (say("Coin income", short=N_("Income")), "coin"),
    "knowledge-income": (say("Knowledge income", short=N_("Know.")), "scroll"),
    "ambrosia-income": (say("Ambrosia income"), "amphora"),
    "repair-income": (say("Repair income", short=N_("Repair")), "hammer"),
    "army-limit": (say("Army limit"), "shield"),
    "sword": (say("Sword"), "sword"),
    "arrow": (say("Arrow"), "spear"),
}
"""Symbols that count as long as their card lies there undamaged, and their icons."""

SYMBOL_ROWS: dict[str, tuple[Message, str]] = {
    **LASTING,
    "coin-once": (say("A coin, once"), "coin"),
    "knowledge-once": (say("A knowledge, once"), "scroll"),
    "ambrosia-once": (say("An ambrosia, once"), "amphora"),
    "citizen-once": (say("A citizen, once"), "people"),
    "citizen-upgrade": (say("Citizen upgrade"), "people"),
    "card-action": (say("Card action"), "hand"),
    "explore-bonus": (say("Explore bonus"), "ship"),
    "ship-bonus": (say("Explore bonus, ship", short=N_("Bonus with ship")), "ship"),
    "point": (say("A point"), "point"),
    "text-points": (say("Points by a text", short=N_("Points by a text")), "point"),
}
SYMBOLS: dict[str, Message] = {key: label for key, (label, _) in SYMBOL_ROWS.items()}
SYMBOL_ICONS: dict[str, str] = {key: icon for key, (_, icon) in SYMBOL_ROWS.items()}

LIKELY_SYMBOLS = ("food", "capacity", "coin-income", "knowledge-income", "sword", "arrow", "repair-income")
"""The symbols on most cards; a page shows these first."""

GOODS: dict[Goods, Message] = {"coins": say("Coins"), "knowledge": say("Knowledge"), "ambrosia": say("Ambrosia")}
GOODS_ICONS: dict[Goods, str] = {"coins": "coin", "knowledge": "scroll", "ambrosia": "amphora"}

GOODS_SYMBOLS: dict[Goods, str] = {"coins": "coin", "knowledge": "knowledge", "ambrosia": "ambrosia"}
"""The symbols that give goods are named ``coin-income`` and ``coin-once``."""

EFFECTS: dict[str, Message] = {
    "none": say("Nothing"),
    "lose-coin": say("Lose 1 coin"),
    "load": say("1 coin onto a military card", short=N_("Coin onto an army")),
    "lose-ambrosia": say("Lose ambrosia"),
    "lose-retired": say("Lose 1 retired military card", short=N_("Lose a retired card")),
    "lose-stored": say("Discard all stored empire cards", short=N_("Lose stored cards")),
    "lose-district": say("Lose 1 district"),
}
"""What a coin symbol on a damage die does, as printed at the foot of a titan. Section 6."""

FACES: dict[str, Message] = {
    "blank": say("Blank"),
    "titan": say("Titan symbol"),
    "coin": say("Coin symbol"),
    "two": say("Two titan symbols", short=N_("Two titan symbols")),
}

DIE_FACES = 6
"""Faces of a damage die. The rules do not say how many; this assumes a cube."""

START_EMPIRE: dict[str, Message] = {"fishing-dock": say("Fishing Dock"), "wheat-fields": say("Wheat Fields")}
START_MILITARY: dict[str, Message] = {"city-guard": say("City Guard"), "militia": say("Militia")}

FIELDS_ASKED: dict[Space, tuple[str, ...]] = {
    "build": (),
    "learn": ("coins", "amount"),
    "labor": ("amount",),
    "expand": ("coins", "knowledge", "either"),
    "rebuild": ("coins", "knowledge", "amount", "first"),
    "recruit": (),
    "train": ("coins", "knowledge"),
    "explore": ("coins", "knowledge", "amount"),
    "grow": ("coins", "knowledge"),
}
"""What has to be read off the board before an action is first used. Section 4.1."""

FIRST_EDITION_NUMBERS: dict[tuple[Space, str], int | str] = {
    ("learn", "coins"): 3,
    ("learn", "amount"): 1,
    ("labor", "amount"): 2,
    ("expand", "coins"): 3,
    ("expand", "knowledge"): 1,
    ("expand", "either"): "yes",
    ("rebuild", "amount"): 2,
    ("rebuild", "first"): "yes",
    ("explore", "amount"): 5,
}
"""The numbers of the first edition, where input fields begin, to be checked against the board. Section 12."""

HIGHEST = {"coins": 20, "knowledge": 9, "amount": 9}
"""The highest number that can be entered for a field of an action."""
