"""A realm in sentences: its buildings, its zone, the sums of famine and pollution, its orders and trades."""

from __future__ import annotations

from collections import Counter

from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.antiquity import moves_orders
from companion.games.antiquity.queries_city import food_of, has_working, zone_reach
from companion.games.antiquity.queries_phases import famine_graves, fountain_count, granary_food, pollution_due
from companion.games.antiquity.state import Building, OpenedSite, Realm, Trade
from companion.games.antiquity.tables import DUMP_RELIEF
from companion.games.antiquity.words import BUILDING, SAINT, SITE, basket, quantity


def famine_words(famine: int, realm: Realm) -> Message:
    """The sum of famine graves."""
    food, granary = food_of(realm), granary_food(realm)
    return say_n(
        "famine {famine} - food {food} - granary {granary} = {n} grave",
        "famine {famine} - food {food} - granary {granary} = {n} graves",
        famine_graves(famine, food, granary),
        famine=famine,
        food=food,
        granary=granary,
    )


def pollution_words(realm: Realm) -> Message:
    """The sum of pollution."""
    return say(
        "{cities} - dump {dump} - fountains {fountains} = {n} pollution",
        cities=say_n("3 for {n} city", "3 each for {n} cities", len(realm.cities)),
        dump=DUMP_RELIEF if has_working(realm, "dump") else 0,
        fountains=fountain_count(realm),
        n=pollution_due(realm),
    )


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


def zone_words(realm: Realm) -> Message:
    """The reach of the zone of control. Section 6."""
    if has_working(realm, "harbour"):
        return say(
            "Your zone: {n} steps over land from your cities and inns; by the harbour also the waters beside them with "
            "all their shores.",
            short=N_("Zone: {n}, waters too"),
            n=zone_reach(realm),
        )
    return say(
        "Your zone: {n} steps over land from your cities and inns, no water.",
        short=N_("Zone: {n} over land"),
        n=zone_reach(realm),
    )


# -- orders and trades -------------------------------------------------------------------------------------------


def order_words(order: moves_orders.Order, realm: Realm | None = None) -> Message:  # noqa: C901  (one line an order)
    """An order in words; ``realm`` names the pieces in it."""
    match order:
        case moves_orders.BuildHouse():
            return _house_words(order, realm)
        case moves_orders.BuildPiece():
            return _raise_words(order, realm)
        case moves_orders.PlaceMan(key=key):
            return say("A man into: {building}", building=_named(realm, key))
        case moves_orders.RemoveGrave():
            return _in_city(realm, say("A grave taken off"), order.city)
        case moves_orders.SwapGoods(give=give, take=take):
            return say("{give} for {take}", give=basket(Counter(give)), take=quantity(1, take))
        case moves_orders.RazeCathedral():
            return say("The cathedral is razed")
        case moves_orders.MoveBuilding(key=key, spot=spot):
            return _moves(realm, _named(realm, key), spot.city)
        case moves_orders.MoveGrave(to_city=city):
            return _moves(realm, say("A grave"), city)
        case moves_orders.Correction():
            return _mend_words(order, realm)
        case moves_orders.EnterSite(site=site, good=good, goods=goods):
            return say("Set right: {site}, {goods}", site=SITE[site], goods=quantity(goods, good))
        case moves_orders.RemoveSite():
            return say("Set right: a site is gone")
        case moves_orders.OfferedTrade() | moves_orders.AcceptedTrade():
            return say("A trade")


def _mend_words(order: moves_orders.Correction, realm: Realm | None) -> Message:
    if order.do == "city":
        return say("Set right: a further city")
    if order.do == "grave":
        return _in_city(realm, say("Set right: one more grave"), order.city)
    if order.do == "clear":
        return _in_city(realm, say("Set right: one grave less"), order.city)
    if order.do == "gone" or order.kind is None:
        return say("Set right: {building} is gone", building=_named(realm, order.key))
    if order.kind == "house":
        return say("Set right: house {n}", n=order.number)
    return say("Set right: {building}", building=BUILDING[order.kind])


def _named(realm: Realm | None, key: str) -> Message:
    found = realm.building(key) if realm else None
    return building_words(found) if found else say("a building")


def _in_city(realm: Realm | None, words: Message, city: int) -> Message:
    """With the city, where the owner is known not to have a single one."""
    if realm is not None and len(realm.cities) == 1:
        return words
    return say("{what}, city {n}", what=words, n=city + 1)


def _moves(realm: Realm | None, what: Message, city: int) -> Message:
    if realm is not None and len(realm.cities) == 1:
        return say("{what} moves", what=what)
    return say("{what} moves to city {n}", what=what, n=city + 1)


def _house_words(order: moves_orders.BuildHouse, realm: Realm | None) -> Message:
    words = say("House {n}", n=order.number)
    if order.paid:
        words = say("House {n} for {goods}", n=order.number, goods=basket(order.paid))
    words = _in_city(realm, words, order.spot.city)
    return say("{order}; house {free} free", order=words, free=order.free) if order.free else words


def _raise_words(order: moves_orders.BuildPiece, realm: Realm | None) -> Message:
    words = BUILDING[order.kind]
    if order.saint is not None:
        words = say("Cathedral of {saint}", saint=SAINT[order.saint])
    elif order.kind == "store":
        wide, high = order.sides
        words = say("Store {wide} by {high}", wide=wide, high=high)
    elif order.paid:
        words = say("{building} for {goods}", building=words, goods=basket(order.paid))
    return _in_city(realm, words, order.spot.city)


def offer_words(trade: Trade) -> Message:
    """What somebody offers somebody else."""
    return say(
        "{seller} offers {buyer} {give} for {take}",
        seller=SeatName(trade.seller),
        buyer=SeatName(trade.buyer),
        give=basket(trade.give),
        take=basket(trade.take),
    )


def trade_words(trade: Trade) -> Message:
    """What each of the two gives; in short, how many goods."""
    return say(
        "{seller} gives {give}; {buyer} gives {take}",
        N_("{seller}: {n} for {m}"),
        seller=SeatName(trade.seller),
        give=basket(trade.give),
        buyer=SeatName(trade.buyer),
        take=basket(trade.take),
        n=sum(trade.give.values()),
        m=sum(trade.take.values()),
    )
