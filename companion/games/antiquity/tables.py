"""Numbers printed on the player aid, the house table and the pieces."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Good = Literal["wood", "stone", "grain", "olives", "sheep", "fish", "wine", "pearls", "dye", "gold"]
BuildingKind = Literal[
    "house",
    "cart",
    "store",
    "fountain",
    "market",
    "granary",
    "brewery",
    "explorer",
    "harbour",
    "university",
    "stables",
    "hospital",
    "dump",
    "labour",
    "cathedral",
    "theology",
    "philosophy",
    "biology",
    "alchemy",
]
Saint = Literal["nicolo", "barbara", "cristofori", "giorgio", "maria"]
Site = Literal["woodcutter", "mine", "farm", "fishery"]
Shared = Literal["cart", "fountain", "tile", "fishery"]

FOODS: tuple[Good, ...] = ("grain", "olives", "sheep", "fish")
LUXURIES: tuple[Good, ...] = ("wine", "pearls", "dye", "gold")
GOODS: tuple[Good, ...] = ("wood", "stone", *FOODS, *LUXURIES)

CROPS: tuple[Good, ...] = ("grain", "olives", "sheep", "wine")
"""What a farm can grow, and therefore what is sown."""

CATCH: tuple[Good, ...] = ("fish", "pearls", "dye")
ORE: tuple[Good, ...] = ("stone", "gold")
MARKERS: tuple[Good, ...] = ("olives", "sheep", "wine", "grain")

COUNTERS = 48
"""Counters of each good in the box."""

SUPPLY: dict[Shared, int] = {"cart": 16, "fountain": 16, "tile": 16, "fishery": 12}
"""Pieces all players build from."""

FIRST_WOOD = 6
HOUSES = 20
INNS = 16
CITIES = 4
FIRST_SIDE, LATER_SIDE = 7, 6
"""Side of the city map in squares: of the first city, and of later ones."""

GRANARY_FOOD = 3
HOSPITAL_GRAVES = 5
DUMP_RELIEF = 4
CITY_POLLUTION = 3
LABOUR_TAKES = 3
SAINT_GOODS = 3
"""Of each food and luxury, to win with Sant' Cristofori."""

REACH, STABLES_REACH = 2, 3
"""Steps over land from cities and inns to the edge of the zone of control; with working stables."""

HEXES_A_SEAT = 2 * 61
"""Hexes of the map per seat: two tiles."""
LARGEST_SITE = 7
LARGEST_FISHERY = 8
"""The most hexes of a fishery: two adjacent hexes have eight neighbours."""


class Cost(Struct, frozen=True):
    """What something costs. Two or more goods of one class must all be different."""

    wood: int = 0
    stone: int = 0
    food: int = 0
    luxury: int = 0


class Piece(Struct, frozen=True):
    """A city building: its shape with ``#`` for a square, what it costs, whether it needs a man, how many there are."""

    shape: tuple[str, ...]
    cost: Cost
    needs_man: bool = True
    single: bool = True


HOUSE_COST: dict[int, Cost] = {
    **{number: Cost() for number in range(1, 5)},
    5: Cost(food=1),
    6: Cost(food=1),
    7: Cost(food=2),
    8: Cost(food=1, luxury=1),
    9: Cost(food=3),
    10: Cost(food=1, luxury=2),
    11: Cost(food=2, luxury=1),
    12: Cost(food=4),
    13: Cost(food=1, luxury=3),
    14: Cost(food=3, luxury=1),
    15: Cost(food=2, luxury=2),
    16: Cost(food=4, luxury=1),
    17: Cost(food=2, luxury=3),
    18: Cost(food=3, luxury=2),
    19: Cost(food=4, luxury=2),
    20: Cost(food=3, luxury=3),
}

WOOD, STONE, LUXURY = Cost(wood=1), Cost(stone=1), Cost(luxury=1)

PIECES: dict[BuildingKind, Piece] = {
    "house": Piece(("#",), Cost(), needs_man=False, single=False),
    "cart": Piece((".#", "##"), WOOD, single=False),
    "store": Piece(("##",), WOOD, single=False),
    "fountain": Piece(("#",), LUXURY, needs_man=False, single=False),
    "market": Piece(("##", "##"), WOOD),
    "granary": Piece((".#.", "###"), WOOD, needs_man=False),
    "brewery": Piece(("####", "#..."), WOOD, needs_man=False),
    "explorer": Piece(("###",), WOOD),
    "harbour": Piece(("#..#", "####"), WOOD),
    "university": Piece(("##", "##"), WOOD),
    "stables": Piece(("##", "##"), Cost(luxury=2)),
    "hospital": Piece(("###", "###"), LUXURY),
    "dump": Piece(("###", "###", "###"), STONE),
    "labour": Piece(("...#", "####", "#..."), STONE),
    "cathedral": Piece((".#.", "###", ".#.", ".#."), STONE, needs_man=False),
    "theology": Piece(("###", "###", "##."), STONE),
    "philosophy": Piece((".##", "###", "###"), STONE),
    "biology": Piece(("###", "###", ".##"), Cost(stone=2)),
    "alchemy": Piece(("##.", "###", "###"), Cost(stone=2)),
}

FACULTIES: tuple[BuildingKind, ...] = ("theology", "philosophy", "biology", "alchemy")

STORES: tuple[tuple[int, int], ...] = tuple(
    (wide, high)
    for high in range(1, FIRST_SIDE + 1)
    for wide in range(high, FIRST_SIDE + 1)
    if wide * high % 2 == 0 and wide * high // 2 <= SUPPLY["tile"]
)
"""Every full rectangle of two-square tiles, wide by high."""

SITE_COST: dict[Site, Cost] = {"woodcutter": WOOD, "mine": WOOD, "farm": Cost(), "fishery": WOOD}
"""A farm costs one of what it grows instead."""

INN_COST = Cost(food=1)
CITY_COST = Cost(wood=1, stone=1, food=1, luxury=2)

FAMINE_TOP = 20
"""The length of the famine bar; the level itself may be higher."""

YIELDS: dict[Site, tuple[Good, ...]] = {"woodcutter": ("wood",), "mine": ORE, "farm": CROPS, "fishery": CATCH}
