"""Orders and trades in sentences: for the plan on the own page, and for the log."""

from __future__ import annotations

from companion.core.wording import Message, SeatName, say
from companion.games.antiquity import moves_orders
from companion.games.antiquity.state import Realm, Trade
from companion.games.antiquity.words import BUILDING, GOOD, SAINT, SITE, basket, city_name
from companion.games.antiquity.words_realm import building_words


def order_words(order: moves_orders.Order, realm: Realm | None = None) -> Message:  # noqa: C901  (one line an order)
    """An order in words; ``realm`` names the pieces in it."""
    match order:
        case moves_orders.BuildHouse():
            return _house_words(order)
        case moves_orders.BuildPiece():
            return _raise_words(order)
        case moves_orders.PlaceMan(key=key):
            return say("A man into: {building}", building=_named(realm, key))
        case moves_orders.RemoveGrave():
            return say("A grave taken off in city {n}", n=order.city + 1)
        case moves_orders.SwapGoods(give=give, take=take):
            return say("{one} and {other} for {take}", one=GOOD[give[0]], other=GOOD[give[1]], take=GOOD[take])
        case moves_orders.RazeCathedral():
            return say("The cathedral is razed")
        case moves_orders.MoveBuilding(key=key, spot=spot):
            return say("{building} moves, city {n}", building=_named(realm, key), n=spot.city + 1)
        case moves_orders.MoveGrave(to_city=city):
            return say("A grave moves, city {n}", n=city + 1)
        case moves_orders.Correction():
            return _mend_words(order, realm)
        case moves_orders.EnterSite(site=site, good=good, goods=goods):
            return say("Set right: {site}, {n} {good}", site=SITE[site], n=goods, good=GOOD[good])
        case moves_orders.RemoveSite():
            return say("Set right: a site is gone")
        case moves_orders.OfferedTrade() | moves_orders.AcceptedTrade():
            return say("A trade")


def _mend_words(order: moves_orders.Correction, realm: Realm | None) -> Message:
    if order.do == "city":
        return say("Set right: a further city")
    if order.do == "grave":
        return say("Set right: a grave in city {n}", n=order.city + 1)
    if order.do == "clear":
        return say("Set right: a grave less in city {n}", n=order.city + 1)
    if order.do == "gone" or order.kind is None:
        return say("Set right: {building} is gone", building=_named(realm, order.key))
    if order.kind == "house":
        return say("Set right: house {n}", n=order.number)
    return say("Set right: {building}", building=BUILDING[order.kind])


def _named(realm: Realm | None, key: str) -> Message:
    found = next((building for building in realm.buildings if building.key == key), None) if realm else None
    return building_words(found) if found else say("a building")


def _house_words(order: moves_orders.BuildHouse) -> Message:
    here = city_name(order.spot.city + 1)
    if order.free:
        if order.paid:
            return say(
                "House {n}, {city}, for {goods}; house {free} free",
                n=order.number,
                city=here,
                goods=basket(order.paid),
                free=order.free,
            )
        return say("House {n}, {city}; house {free} free", n=order.number, city=here, free=order.free)
    if order.paid:
        return say("House {n}, {city}, for {goods}", n=order.number, city=here, goods=basket(order.paid))
    return say("House {n}, {city}", n=order.number, city=here)


def _raise_words(order: moves_orders.BuildPiece) -> Message:
    here = city_name(order.spot.city + 1)
    if order.saint is not None:
        return say("Cathedral of {saint}, {city}", saint=SAINT[order.saint], city=here)
    if order.kind == "store":
        wide, high = order.sides
        return say("Store {wide} by {high}, {city}", wide=wide, high=high, city=here)
    if order.paid:
        goods = basket(order.paid)
        return say("{building}, {city}, for {goods}", building=BUILDING[order.kind], city=here, goods=goods)
    return say("{building}, {city}", building=BUILDING[order.kind], city=here)


def trade_words(trade: Trade) -> Message:
    """What each of the two gives."""
    return say(
        "{seller} gives {give}; {buyer} gives {take}",
        seller=SeatName(trade.seller),
        give=basket(trade.give),
        buyer=SeatName(trade.buyer),
        take=basket(trade.take),
    )
