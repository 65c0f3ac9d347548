"""Names and numbers in words, and names that tell pieces apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from companion.core.options import Amount
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.antiquity.state import Building, OpenedSite, Realm
from companion.games.antiquity.tables import GOODS, BuildingKind, Cost, Good, Saint, Shared, Site

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
ICON: dict[Good, str] = {**{good: good for good in GOODS}, "grain": "wheat", "olives": "olive", "pearls": "pearl"}
_BUILDINGS: dict[BuildingKind, tuple[Message, str, str]] = {
    "house": (say("House"), "", "home"),
    "cart": (say("Cart shop"), N_("Cart"), "cart"),
    "store": (say("Store"), N_("Stor."), "amphora"),
    "fountain": (say("Fountain"), N_("Fount."), "sea"),
    "market": (say("Market"), N_("Market"), "coin"),
    "granary": (say("Granary"), N_("Gran."), "wheat"),
    "brewery": (say("Brewery"), N_("Brew."), "barrel"),
    "explorer": (say("Explorer"), N_("Expl."), "eye"),
    "harbour": (say("Harbour"), N_("Harb."), "ship"),
    "university": (say("University"), N_("Univ."), "column"),
    "stables": (say("Stables"), N_("Stab."), "horse"),
    "hospital": (say("Hospital"), N_("Hosp."), "heart"),
    "dump": (say("Dump"), N_("Dump"), "trash"),
    "labour": (say("Forced labour"), N_("Labour"), "brick"),
    "cathedral": (say("Cathedral"), N_("Cath."), "temple"),
    "theology": (say("Theology"), N_("Theo."), "flag"),
    "philosophy": (say("Philosophy"), N_("Philo."), "scroll"),
    "biology": (say("Biology"), N_("Biol."), "grape"),
    "alchemy": (say("Alchemy"), N_("Alch."), "bolt"),
}
"""The name of a building, its short form that fits on a square of a map, and its icon. Houses show their numbers."""
BUILDING = {kind: name for kind, (name, _, _) in _BUILDINGS.items()}
SQUARE_LABEL = {kind: replace(name, short=brief) for kind, (name, brief, _) in _BUILDINGS.items()}
BUILDING_ICON = {kind: icon for kind, (_, _, icon) in _BUILDINGS.items()}
BUILDING_HINT: dict[BuildingKind, Message] = {
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
SITE_SIZE: dict[Site, Message] = {
    "woodcutter": say(
        "The man's hex and every clean free forest beside it. The hexes become grass and stay clean.",
        short=N_("Own hex and forests"),
    ),
    "mine": say(
        "The man's hex and every clean free mountain beside it. Pollute each of them now.",
        short=N_("Own hex and mountains"),
    ),
    "farm": say(
        "The man's hex and every clean free grass beside it. Pollute each of them now.", short=N_("Own hex and grass")
    ),
    "fishery": say(
        "Each clean free water hex beside either of its two land hexes, polluted land or not. Pollute that water now.",
        short=N_("Water beside the land"),
    ),
}
CLEAN_FISHERY_SIZE = say(
    "Each clean free water hex beside either of its two land hexes, both of them clean. Pollute that water now.",
    short=N_("Water by clean land"),
)
"""``SITE_SIZE`` and this: which hexes count for a site, and what happens to them; here for a fishery that must stand on
clean land.
"""
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


def quantity(n: int, good: Good) -> Message:  # noqa: C901  (one line a good)
    """``n`` of a good as players say it: "2 wood", "1 olive"."""
    match good:
        case "wood":
            return say("{n} wood", n=n)
        case "stone":
            return say("{n} stone", n=n)
        case "grain":
            return say("{n} grain", n=n)
        case "olives":
            return say_n("{n} olive", "{n} olives", n)
        case "sheep":
            return say_n("{n} sheep", "{n} sheep", n)
        case "fish":
            return say("{n} fish", n=n)
        case "wine":
            return say("{n} wine", n=n)
        case "pearls":
            return say_n("{n} pearl", "{n} pearls", n)
        case "dye":
            return say("{n} dye", n=n)
        case "gold":
            return say("{n} gold", n=n)


def basket(goods: Mapping[Good, int]) -> Wording:
    """Goods with their numbers: "2 wood, 1 olive"."""
    return in_a_row(quantity(goods[good], good) for good in GOODS if goods.get(good))


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


def building_words(building: Building) -> Message:
    """A building, distinct from others of its kind."""
    if building.kind == "house":
        return say("House {n}", n=building.number)
    if building.kind == "store":
        return say("Store for {n}", n=building.size)
    return BUILDING[building.kind]


def site_words(works: OpenedSite) -> Message:
    """A site with the goods left on it."""
    return say("{site}: {goods}", site=SITE[works.site], goods=quantity(works.left, works.good))


P = TypeVar("P")


def numbered(pieces: list[P], kind: Callable[[P], object]) -> Iterator[tuple[P, int]]:
    """Every piece with its number among those of its kind; 0 for the only one."""
    alike = Counter(map(kind, pieces))
    numbers: Counter[object] = Counter()
    for piece in pieces:
        numbers[kind(piece)] += 1
        yield piece, numbers[kind(piece)] if alike[kind(piece)] > 1 else 0


def with_number(words: Message, number: int) -> Message:
    """A name with its number, if it has one."""
    return say("{what} {n}", what=words, n=number) if number else words


def _numbered_name(building: Building, number: int) -> Message:
    words = building_words(building)
    if number and building.kind == "store":
        return say("{what} #{n}", what=words, n=number)  # the name ends with a number already
    return with_number(words, number)


def called(realm: Realm) -> Iterator[tuple[Building, Message, Message]]:
    """Each building except houses with its full name and its short name. Both are numbered where buildings of a city
    are alike; the full name adds the city if there are several.
    """
    buildings = [building for building in realm.buildings if building.kind != "house"]
    for building, number in numbered(buildings, lambda one: (one.city, one.kind, one.size)):
        words = brief = _numbered_name(building, number)
        if len(realm.cities) > 1:
            words = say("{building}, {city}", building=brief, city=city_name(building.city + 1))
        yield building, words, brief
