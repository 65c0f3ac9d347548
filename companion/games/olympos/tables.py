"""What is printed on board, tiles and cards, as far as the rules say. Section numbers are those of the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.wording import N_, Message, say

Resource = Literal["grain", "stone", "wood", "gold"]
Special = Literal["star", "olympos", "atlantis"]
Mark = Literal["ares", "siren", "erinyes", "athena", "keres", "laid"]
Bonus = Literal["none", "A", "B", "C", "D"]

RESOURCES: dict[Resource, Message] = {
    "grain": say("Grain"),
    "stone": say("Stone"),
    "wood": say("Wood"),
    "gold": say("Gold"),
}
RESOURCE_ICONS: dict[Resource, str] = {"grain": "wheat", "stone": "stone", "wood": "wood", "gold": "gold"}

TOKENS_EACH = 8
"""Territory tokens of each resource. Section 1."""

CUBES_EACH = 7
STARRED = 8
HOURGLASSES = 12
CROSSED_EACH = {3: 3, 4: 2, 5: 1}
"""Crossed-out territories of each resource by the number of players. Section 2."""

MOST_CROSSED_STARS = 4
COPIES_BY_SEATS = {3: 1, 4: 2, 5: 3}
"""Copies of each discovery of rows 1 and 3 by the number of players. Section 2."""

ROWS, COLUMNS = 5, 5
PRINTED_BONUSES = {1: 3, 2: 2, 3: 3, 4: 2, 5: 0}
"""Bonus spaces under a discovery by its row; the third is for five players. Section 5.1."""

GREY_BONUS = 3

NEW_SETTLER, LAND, SEA, DEVELOPMENT, REDUCTION, ERINYES = 2, 1, 2, 7, 2, 2
"""Action points. Sections 4 and 5."""

ZEUS_SPACES = 6
DOUBLE_ZEUS = (3, 4, 5)
"""The Zeus spaces that hold two Olympos cards. Section 6."""

DESTINY_CARDS, PRESTIGE_TOKENS = 22, 28
MOST_IN_HAND = ZEUS_SPACES + 2
"""The most Destiny cards of a hand: one at each Zeus space, and those of Phalanx and Hellenism. Sections 6 and 8."""

FARTHEST = 200
"""A number beyond the last space of any Time Track."""


class Discovery(Struct, frozen=True):
    """A discovery. ``row`` is inferred (section 8), so the box may have another.

    ``brief`` is its name on a square of the development board.
    """

    label: Message
    brief: str
    row: int
    effect: Message
    swords: int = 0
    zeus: int = 0


DISCOVERIES: dict[str, Discovery] = {
    "medicine": Discovery(say("Medicine"), N_("Medic"), 1, say("A new settler costs 1")),
    "cavalry": Discovery(say("Cavalry"), N_("Caval"), 1, say("2 hourglasses at once; unbroken land movement costs 1")),
    "oracle": Discovery(say("Oracle"), N_("Oracle"), 1, say("Of three Destiny cards, keep one")),
    "metallurgy": Discovery(say("Metallurgy"), N_("Metal"), 1, say("1 sword"), swords=1),
    "religion": Discovery(say("Religion"), N_("Relig"), 1, say("1 Zeus symbol"), zeus=1),
    "hoplite": Discovery(say("Hoplite"), N_("Hopl"), 2, say("1 sword"), swords=1),
    "polytheism": Discovery(say("Polytheism"), N_("Polyt"), 2, say("1 Zeus symbol"), zeus=1),
    "astronomy": Discovery(say("Astronomy"), N_("Astro"), 2, say("Sea spaces cost 1 less")),
    "money": Discovery(say("Money"), N_("Money"), 2, say("Discoveries that need its resource cost 2 less")),
    "agriculture": Discovery(say("Agriculture"), N_("Agric"), 2, say("Discoveries that need its resource cost 2 less")),
    "phalanx": Discovery(say("Phalanx"), N_("Phal"), 3, say("1 sword; a Destiny card at once"), swords=1),
    "hellenism": Discovery(say("Hellenism"), N_("Helle"), 3, say("1 Zeus symbol; a Destiny card at once"), zeus=1),
    "map-making": Discovery(say("Map-making"), N_("Maps"), 3, say("Sea spaces cost 1 less")),
    "democracy": Discovery(say("Democracy"), N_("Demo"), 3, say("Wins all ties")),
    "commerce": Discovery(say("Commerce"), N_("Comm"), 3, say("2 cubes of choice at once")),
    "strategy": Discovery(say("Strategy"), N_("Strat"), 4, say("2 swords"), swords=2),
    "art": Discovery(say("Art"), N_("Art"), 4, say("2 Zeus symbols"), zeus=2),
    "poetry": Discovery(say("Poetry"), N_("Poetry"), 4, say("3 points at the end")),
    "surgery": Discovery(say("Surgery"), N_("Surg"), 4, say("2 settlers into the stock")),
    "architecture": Discovery(say("Architecture"), N_("Archit"), 4, say("1 star; wonders cost 2 less")),
    "philosophy": Discovery(say("Philosophy"), N_("Philos"), 5, say("5 points at the end")),
    "city": Discovery(say("City"), N_("City"), 5, say("1 point for each settler on the map")),
    "absolutism": Discovery(say("Absolutism"), N_("Absol"), 5, say("2 points for each sword on your tiles")),
    "science": Discovery(say("Science"), N_("Sci"), 5, say("1 point for each discovery")),
    "engineering": Discovery(say("Engineering"), N_("Engin"), 5, say("1 star; 3 points for each Star token")),
}
CHEAPENING = ("money", "agriculture")
"""The two discoveries whose tiles show a resource; the two tiles of each show different ones."""


def cheaper_key(tile: str, resource: Resource) -> str:
    """The key of a tile of Money or Agriculture; the two tiles differ by the resource they show."""
    return f"{tile}.{resource}"


CHEAPER_KEYS = tuple(
    cheaper_key(tile, resource) for tile in CHEAPENING for resource in ("grain", "stone", "wood", "gold")
)
WONDERS: dict[str, Message] = {
    "lion-gate": say("Lion Gate", short=N_("Lion")),
    "stadium": say("Stadium"),
    "parthenon": say("Parthenon"),
    "statue": say("Statue of Zeus", short=N_("Statue")),
    "colossus": say("Colossus"),
}
BONUSES: dict[Bonus, Message] = {
    "A": say("1 settler into your stock", short=N_("1 settler")),
    "B": say("2 hourglasses"),
    "C": say("1 Gold cube"),
    "D": say("2 prestige points", short=N_("2 points")),
}
BONUS_ICONS: dict[Bonus, str] = {"A": "people", "B": "hourglass", "C": "gold", "D": "point"}
BONUS_HOURGLASSES, BONUS_PRESTIGE, CAVALRY_HOURGLASSES, SURGERY_SETTLERS, COMMERCE_CUBES = 2, 2, 2, 2, 2


class God(Struct, frozen=True):
    """An Olympos card. Section 7."""

    label: Message
    good: bool
    effect: Message


GODS: dict[str, God] = {
    "zeus": God(say("Zeus"), True, say("3 prestige points")),
    "hecate": God(say("Hecate"), True, say("1 settler into the stock")),
    "artemis": God(say("Artemis"), True, say("1 cube of choice")),
    "athena": God(say("Athena"), True, say("1 star for one wonder")),
    "ares": God(say("Ares"), True, say("2 swords until the next Olympos card")),
    "hades": God(say("Hades"), False, say("1 settler leaves the map")),
    "keres": God(say("Keres"), False, say("2 points less at the end")),
    "siren": God(say("Siren"), False, say("No sea spaces until the next Olympos card")),
    "erinyes": God(say("Erinyes"), False, say("The next action costs 2 more")),
    "nemesis": God(say("Nemesis"), False, say("Discards all Destiny cards")),
}
UNTIL_NEXT_GOD: tuple[Mark, ...] = ("ares", "siren")
MARKS: dict[Mark, Message] = {
    "ares": say("Ares: 2 swords more", short=N_("ARES")),
    "siren": say("Siren: no sea", short=N_("SIREN")),
    "erinyes": say("Erinyes: 2 more", short=N_("ERIN")),
    "athena": say("Athena: a star", short=N_("ATHENA")),
    "keres": say("Keres: 2 points less", short=N_("KERES")),
    "laid": say("Star card laid", short=N_("STAR")),
}
GOD_PRESTIGE, ARES_SWORDS, KERES_POINTS = 3, 2, 2


class Destiny(Struct, frozen=True):
    """A face of a Destiny card. Resource cards have one face for each resource. Section 6."""

    label: Message
    effect: Message
    cube: Resource | None = None
    icon: str = "card"


DESTINIES: dict[str, Destiny] = {
    "cube-grain": Destiny(say("Grain cube"), say("1 Grain cube"), "grain", "wheat"),
    "cube-stone": Destiny(say("Stone cube"), say("1 Stone cube"), "stone", "stone"),
    "cube-wood": Destiny(say("Wood cube"), say("1 Wood cube"), "wood", "wood"),
    "cube-gold": Destiny(say("Gold cube"), say("1 Gold cube"), "gold", "gold"),
    "wood": Destiny(say("Wood card"), say("1 prestige point for each Wood territory"), icon="point"),
    "set": Destiny(say("Full set"), say("3 prestige points for all four types of territory"), icon="point"),
    "star": Destiny(say("Star card"), say("1 star for a wonder"), icon="medal"),
    "grain": Destiny(say("Grain card"), say("1 hourglass for each Grain territory"), icon="hourglass"),
    "stone": Destiny(say("Stone card"), say("3 hourglasses for the most Stone territories"), icon="hourglass"),
    "zeus": Destiny(say("Zeus card"), say("1 Zeus symbol after an Olympos card"), icon="temple"),
}
SET_PRESTIGE, STONE_HOURGLASSES = 3, 3

TILE_POINTS, POETRY_POINTS, PHILOSOPHY_POINTS, ABSOLUTISM_POINTS, ENGINEERING_POINTS, ATLANTIS_POINTS = 2, 3, 5, 2, 3, 2
MOST_TIME_POINTS = 5


def space_key(row: int, column: int) -> str:
    """The key of a space of the development board; row and column count from 1."""
    return f"r{row}c{column}"


def row_of(space: str) -> int:
    return int(space[1:].split("c")[0])


def column_of(space: str) -> int:
    return int(space.split("c")[1])


SPACES = tuple(space_key(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))


def bonuses_at(row: int, seats: int) -> int:
    """How many bonuses a row offers: the third, grey one only with five players. Section 2."""
    printed = PRINTED_BONUSES[row]
    return printed if seats == 5 else min(printed, 2)


def copies_in(row: int, seats: int) -> int:
    """How many tiles a pile of this row has. Section 2."""
    return 1 if row == 5 else COPIES_BY_SEATS[seats] if row in (1, 3) else 2


def square(space: str) -> str:
    """The square of a space on the widget of the development board."""
    return f"{column_of(space) - 1},{row_of(space) - 1}"


SPACE_AT = {square(space): space for space in SPACES}


def space_at(at: str) -> str:
    """The space on this square of the widget; "" if there is none."""
    return SPACE_AT.get(at, "")
