"""Names of goods, buildings, saints and phases."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.questions import Amount
from companion.core.wording import N_, Message, Wording, in_a_row, say
from companion.games.antiquity.tables import GOODS, Cost, Good, Kind, Saint, Shared, Site

GOOD: dict[Good, Message] = {
    "wood": say("Wood"),
    "stone": say("Stone"),
    "grain": say("Grain"),
    "olives": say("Olives"),
    "sheep": say("Sheep"),
    "fish": say("Fish"),
    "wine": say("Wine"),
    "pearls": say("Pearls"),
    "dye": say("Dye"),
    "gold": say("Gold"),
}
ICON: dict[Good, str] = {
    "wood": "wood",
    "stone": "stone",
    "grain": "wheat",
    "olives": "olive",
    "sheep": "sheep",
    "fish": "fish",
    "wine": "wine",
    "pearls": "pearl",
    "dye": "dye",
    "gold": "gold",
}
BUILDING: dict[Kind, Message] = {
    "house": say("House"),
    "cart": say("Cart shop"),
    "store": say("Store"),
    "fountain": say("Fountain"),
    "market": say("Market"),
    "granary": say("Granary"),
    "brewery": say("Brewery"),
    "explorer": say("Explorer"),
    "harbour": say("Harbour"),
    "university": say("University"),
    "stables": say("Stables"),
    "hospital": say("Hospital"),
    "dump": say("Dump"),
    "labour": say("Forced labour"),
    "cathedral": say("Cathedral"),
    "theology": say("Theology"),
    "philosophy": say("Philosophy"),
    "biology": say("Biology"),
    "alchemy": say("Alchemy"),
}
SQUARE_LABEL: dict[Kind, Message] = {
    "house": say("House"),
    "cart": say("Cart shop", short=N_("Cart")),
    "store": say("Store", short=N_("Store")),
    "fountain": say("Fountain", short=N_("Fount.")),
    "market": say("Market", short=N_("Market")),
    "granary": say("Granary", short=N_("Gran.")),
    "brewery": say("Brewery", short=N_("Brew.")),
    "explorer": say("Explorer", short=N_("Expl.")),
    "harbour": say("Harbour", short=N_("Harb.")),
    "university": say("University", short=N_("Univ.")),
    "stables": say("Stables", short=N_("Stab.")),
    "hospital": say("Hospital", short=N_("Hosp.")),
    "dump": say("Dump", short=N_("Dump")),
    "labour": say("Forced labour", short=N_("Labour")),
    "cathedral": say("Cathedral", short=N_("Cath.")),
    "theology": say("Theology", short=N_("Theo.")),
    "philosophy": say("Philosophy", short=N_("Philo.")),
    "biology": say("Biology", short=N_("Biol.")),
    "alchemy": say("Alchemy", short=N_("Alch.")),
}
"""Names that fit on a square of a map."""
BUILDING_ICON: dict[Kind, str] = {
    "house": "home",
    "cart": "cart",
    "store": "amphora",
    "fountain": "sea",
    "market": "coin",
    "granary": "wheat",
    "brewery": "barrel",
    "explorer": "eye",
    "harbour": "ship",
    "university": "column",
    "stables": "horse",
    "hospital": "heart",
    "dump": "trash",
    "labour": "brick",
    "cathedral": "temple",
    "theology": "flag",
    "philosophy": "scroll",
    "biology": "grape",
    "alchemy": "bolt",
}
BUILDING_HINT: dict[Kind, Message] = {
    "house": say("Gives one man."),
    "cart": say("Sends its man into the countryside."),
    "store": say("Keeps one good on each of its squares."),
    "fountain": say("Famine one lower once; your pollution one lower every turn."),
    "market": say("Two goods for one of the bank; trade with others."),
    "granary": say("Counts as three food."),
    "brewery": say("Lets you build inns."),
    "explorer": say("Turns one exploration marker a turn."),
    "harbour": say("Water and its shores join your zone of control."),
    "university": say("Its man serves every faculty that touches it."),
    "stables": say("Your zone of control reaches three steps."),
    "hospital": say("Takes up to five graves off."),
    "dump": say("Your pollution four lower; others may not pollute your zone."),
    "labour": say("Three goods from every site, the first of them lost."),
    "cathedral": say("Chooses your patron saint."),
    "theology": say("May raze your cathedral."),
    "philosophy": say("Goods of a price need not be different."),
    "biology": say("One farm a turn needs no seed."),
    "alchemy": say("Clears pollution around one hex a turn."),
}
SAINT: dict[Saint, Message] = {
    "nicolo": say("San Nicolò", short=N_("Nicolò")),
    "barbara": say("Santa Barbara", short=N_("Barbara")),
    "cristofori": say("Sant' Cristofori", short=N_("Cristofori")),
    "giorgio": say("San Giorgio", short=N_("Giorgio")),
    "maria": say("Santa Maria", short=N_("Maria")),
}
SAINT_HINT: dict[Saint, Message] = {
    "nicolo": say("A lower house free with each house paid for. Wins with all 20 houses."),
    "barbara": say("Move your buildings. Wins with every kind of building, none of them graved."),
    "cristofori": say("Unlimited storage. Wins with three of each food and luxury."),
    "giorgio": say("Fish for every cathedral built. Wins by reaching all that another player reaches."),
    "maria": say("All four benefits. Wins with any two of the four conditions."),
}
SITE: dict[Site, Message] = {
    "woodcutter": say("Woodcutter"),
    "mine": say("Mine"),
    "farm": say("Farm"),
    "fishery": say("Fishery"),
}
SITE_ICON: dict[Site, str] = {"woodcutter": "wood", "mine": "mountain", "farm": "wheat", "fishery": "sea"}
SITE_HINT: dict[Site, Message] = {
    "woodcutter": say("Free clean forest in your zone. Its hexes become grass and stay clean."),
    "mine": say("Free clean mountain in your zone. Each of its hexes is polluted at once."),
    "farm": say("Free clean grass in your zone; sow one of what it grows. Each of its hexes is polluted at once."),
    "fishery": say(
        "Two adjacent free land hexes, each beside clean free water, one in your zone. That water is polluted at once."
    ),
}
"""Where a site may stand, and what it does to its hexes. Section 7."""
INN_HINT = say("A free land hex in your zone, clean or not.")
CITY_HINT = say("Seven free land hexes, clean or not, one or more in your zone, none beside another city.")
CLEAR_HINT = say("A polluted free hex in your zone with all free hexes around it, water too.")
SHARED: dict[Shared, Message] = {
    "cart": say("Cart shops"),
    "fountain": say("Fountains"),
    "tile": say("Storage tiles"),
    "fishery": say("Fisheries"),
}
FOOD, LUXURY = say("Food"), say("Luxury")
PHASES: tuple[tuple[str, Message], ...] = (
    ("rise", say("All rise")),
    ("planning", say("City building")),
    ("order", say("Order of play")),
    ("countryside", say("Countryside")),
    ("storing", say("Storage")),
    ("harvest", say("Harvest")),
    ("exploring", say("Exploration")),
    ("famine", say("Famine")),
    ("pollution", say("Pollution")),
    ("victory", say("Victory")),
)


def basket(goods: Mapping[Good, int]) -> Wording:
    """Goods with their numbers: "2 Wood, 1 Dye"."""
    counted = (good for good in GOODS if goods.get(good))
    return in_a_row(say("{n} {good}", n=goods[good], good=GOOD[good]) for good in counted)


def price(cost: Cost) -> tuple[Amount, ...]:
    """A cost as options show it."""
    parts = (
        Amount(cost.wood, ICON["wood"], GOOD["wood"]),
        Amount(cost.stone, ICON["stone"], GOOD["stone"]),
        Amount(cost.food, "food", FOOD),
        Amount(cost.luxury, "crown", LUXURY),
    )
    return tuple(part for part in parts if part.n)


def city_name(number: int) -> Message:
    """A city by its number, counted from 1."""
    return say("City {n}", n=number)
