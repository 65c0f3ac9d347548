"""Pieces: the thing on the table that each tracked number counts, and the instructions to players that cannot be
derived from changed numbers.

If the screens show the city maps, houses, buildings, graves and the men in cities stay in the box: instructions about
them exist only for cities on cardboard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import permutations

from msgspec import Struct

from companion.core.inventory import Thing
from companion.core.secrecy import Sealed
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, Wording, in_a_row, listed, named, say, say_n
from companion.games.antiquity import moves
from companion.games.antiquity.goods import bill
from companion.games.antiquity.state import Building, OpenedSite, Realm, State
from companion.games.antiquity.tables import GOODS, HOUSE_COST, Cost, Good, Site
from companion.games.antiquity.words import BUILDING, GOOD, SITE, building_words, called, city_name, quantity


def _signed(good: Good, n: int) -> Message:  # noqa: C901  (one line a good)
    """Short words for ``n`` of a good, for small displays."""
    match good:
        case "wood":
            return say("{sign}{n} wood", sign="", n=n)
        case "stone":
            return say("{sign}{n} stone", sign="", n=n)
        case "grain":
            return say("{sign}{n} grain", sign="", n=n)
        case "olives":
            return say_n("{sign}{n} olive", "{sign}{n} olives", n, sign="")
        case "sheep":
            return say_n("{sign}{n} sheep", "{sign}{n} sheep", n, sign="")
        case "fish":
            return say("{sign}{n} fish", sign="", n=n)
        case "wine":
            return say("{sign}{n} wine", sign="", n=n)
        case "pearls":
            return say_n("{sign}{n} pearl", "{sign}{n} pearls", n, sign="")
        case "dye":
            return say("{sign}{n} dye", sign="", n=n)
        case "gold":
            return say("{sign}{n} gold", sign="", n=n)


def signed(sign: str, good: Good, n: int) -> Message:
    """Short words for ``n`` of a good after ``sign``, for small displays."""
    words = _signed(good, n)
    return Message(words.text, {**words.args, "sign": sign}, plural=words.plural, count=words.count)


GOOD_THINGS: Mapping[Good, Thing] = {
    good: Thing(good, lambda n, good=good: quantity(n, good), partial(_signed, good))  # type: ignore[misc]
    for good in GOODS
}
MAN = Thing(
    "man", lambda n: say_n("a man", "{n} men", n), lambda n: say_n("{sign}{n} man", "{sign}{n} men", n, sign="")
)
INN = Thing("inn", lambda n: say_n("an inn", "{n} inns", n), lambda n: say_n("{n} inn", "{n} inns", n))
GRAVE = Thing("grave", lambda n: say_n("a grave", "{n} graves", n), lambda n: say_n("{n} grave", "{n} graves", n))
FAMINE = Thing("famine", lambda _: say("the famine marker"), lambda _: say("Famine"), "marker")
ORDER = Thing("order", lambda _: say("the men on the order track"), lambda _: say("Order"), "marker")
LEVELS_OF_FAMINE = tuple(say("{n}", n=n) for n in range(1000))

ON_THE_MAP = say("a hex of your zone")


def place_of_graves(realm: Realm, number: int) -> Message:
    """The empty squares of a city, counted from 1."""
    if len(realm.cities) == 1:
        return say("empty squares", short=N_("squares"))
    return say("empty squares of {city}", short=N_("{city}"), city=city_name(number))


def map_of(realm: Realm, city: int) -> Message:
    """The map of a city, counted from 0."""
    return say("your map") if len(realm.cities) == 1 else say("the map of {city}", city=city_name(city + 1))


# -- the table -------------------------------------------------------------------------------------------------------


def instruct_famine(step: Step[State], before: int) -> None:
    """Instruct the table to move the famine marker to its new level."""
    now = step.state.famine
    if now == before:
        return
    step.instruct(
        TABLE,
        say("Famine marker to {n}.", n=now),
        back=say("Famine marker to {n}.", n=before),
        key="famine",
        covers=(("famine", now - before),),
        short=(say("Famine to {n}", n=now),),
    )


@cache
def all_orders(seats: tuple[int, ...]) -> dict[tuple[int, ...], Wording]:
    """All turn orders of these seats in words. The position of an order in this dict is its tracked number."""
    return {order: in_a_row([named(seat) for seat in order]) for order in permutations(sorted(seats))}


def order_number(order: Sequence[int]) -> int:
    """The tracked number of a turn order."""
    return list(all_orders(tuple(sorted(order)))).index(tuple(order))


def instruct_order(step: Step[State], before: Sequence[int]) -> None:
    """Instruct the table to reorder the men on the order track, if the order changed from ``before``."""
    now = step.state.order
    if now == before:
        return
    step.instruct(
        TABLE,
        say("Order track: {order}.", order=_places(now)),
        back=say("Order track: {order}.", order=_places(before)),
        key="order",
        covers=(("order", order_number(now) - order_number(before)),),
        short=(say("Order:"), *_each_place(now)),
    )


def instruct_first_order(step: Step[State], order: Sequence[int], famine: int) -> None:
    """Instruct the table to lay out the order track and the famine marker. ``order`` and ``famine`` are the tracked
    values before.
    """
    state = step.state
    step.instruct(
        TABLE,
        say("Order track: {order}. Famine marker on {n}.", order=_places(state.order), n=state.famine),
        back=say("Take the men off the order track."),
        covers=(("order", order_number(state.order) - order_number(order)), ("famine", state.famine - famine)),
        short=(say("Order:"), *_each_place(state.order)),
    )


def _places(order: Sequence[int]) -> Wording:
    return in_a_row(_each_place(order))


def _each_place(order: Sequence[int]) -> list[Message]:
    return [say("{who} {n}", who=SeatName(seat), n=n) for n, seat in enumerate(order, 1)]


STARTING_CITY = ("starting-city",)


def instruct_starting_city(step: Step[State], seat: int, after: int, words: Message) -> None:
    """Instruct a seat to place its starting city, with the whole rule in ``words``; ``after`` is the seat that places
    before it, 0 if it is the first.
    """
    short: tuple[Message, ...] = (say("Put your city first"),)
    if after:
        short = (say("Put your city:"), say("after {who}", who=SeatName(after)))
    step.instruct(seat, words, back=say("Take your starting city off the map."), short=short, about=STARTING_CITY)


def instruct_city_laid(step: Step[State]) -> None:
    """Remove the instruction to place a starting city, because the moving seat says that it is done."""
    step.instruct(step.seat, None, about=STARTING_CITY)


def instruct_all_rise(step: Step[State], realm: Realm) -> None:
    """Instruct a seat to take the men out of its city buildings. Call it before the state changes."""
    manned = [one for one in realm.buildings if one.manned]
    if step.state.grids or not manned:
        return
    step.instruct(
        realm.seat,
        say("Take all men out of your city buildings."),
        back=say("Put the men back into your city buildings."),
        covers=(
            *((f"{realm.seat}.{one.key}.man", -one.manned) for one in manned),
            (f"{realm.seat}.idle", sum(one.manned for one in manned)),
        ),
        short=(say("All men out"),),
    )


# -- the orders of a plan --------------------------------------------------------------------------------------------


class Handled(Struct, frozen=True):
    """What a seat does with pieces for an order of its plan (``words``), how to take it back (``back``), and ``words``
    in short for small displays.
    """

    words: Message
    back: Message
    short: tuple[Message, ...]


def handled(order: moves.Order, realm: Realm, cost: Cost) -> list[Handled]:
    """What a seat does with pieces on cardboard for an order; empty for a swap, a trade or a correction. ``realm`` is
    the plan so far, ``cost`` the price of the piece.
    """
    match order:
        case moves.BuildHouse(number=number, paid=paid, spot=spot, free=free, free_spot=free_spot):
            found = [_laid(realm, say("House {n}", n=number), spot, bill(HOUSE_COST[number], paid))]
            if free and free_spot is not None:
                found.append(_laid(realm, say("House {n}", n=free), free_spot, {}))
            return found
        case moves.BuildPiece(spot=spot, paid=paid):
            return [_laid(realm, _new_piece(order), spot, bill(cost, paid))]
        case moves.PlaceMan(key=key):
            where = _named(realm, key)
            return [
                Handled(
                    say("Behind your screen: put a man on {place}.", place=where),
                    say("Behind your screen: take the man off {place}.", place=where),
                    (say("A man:"), say("{place}", place=where)),
                )
            ]
        case moves.RemoveGrave(key=key, city=city):
            where = _named(realm, key) if key else map_of(realm, city)
            return [
                Handled(
                    say("Behind your screen: take a grave off {place}.", place=where),
                    say("Behind your screen: put a grave back on {place}.", place=where),
                    (say("1 grave off"), say("{place}", place=where)),
                )
            ]
        case moves.RazeCathedral():
            return [
                Handled(
                    say("Behind your screen: take your cathedral off its map."),
                    say("Behind your screen: put your cathedral back on its map."),
                    (say("Cathedral off"),),
                )
            ]
        case moves.MoveBuilding(key=key, home=home, spot=spot):
            return [_moved(realm, _named(realm, key), home, spot.city)]
        case moves.MoveGrave(city=city, to_city=to_city):
            return [_moved(realm, GRAVE.words(1), city, to_city)]
        case _:
            return []


def _new_piece(order: moves.BuildPiece) -> Message:
    wide, high = order.sides
    return say("Store for {n}", n=wide * high) if order.kind == "store" else BUILDING[order.kind]


def _named(realm: Realm, key: str) -> Message:
    for building, words, _ in called(realm):
        if building.key == key:
            return words
    found = realm.building(key)
    return building_words(found) if found else say("a building")


def _laid(realm: Realm, piece: Message, spot: moves.Spot, paid: Mapping[Good, int]) -> Handled:
    """Placing a piece on a map with the goods paid for it on top, so that everybody can check them at the reveal."""
    place = map_of(realm, spot.city)
    back = say("Behind your screen: take {piece} off {place}.", piece=piece, place=place)
    if not paid:
        words = say("Behind your screen: put {piece} on {place}.", piece=piece, place=place)
        return Handled(words, back, (say("{piece}", piece=piece),))
    goods = listed([quantity(n, good) for good, n in paid.items()])
    words = say("Behind your screen: put {piece} on {place} and {goods} on it.", piece=piece, place=place, goods=goods)
    brief = [_signed(good, n) for good, n in paid.items()]
    on_it = say("{goods} on it", goods=brief[-1])
    return Handled(words, back, (say("{piece},", piece=piece), *brief[:-1], on_it))


def _moved(realm: Realm, piece: Message, city: int, to_city: int) -> Handled:
    words = say("Behind your screen: move {piece} to {place}.", piece=piece, place=map_of(realm, to_city))
    back = say("Behind your screen: move {piece} back to {place}.", piece=piece, place=map_of(realm, city))
    return Handled(words, back, (say("Move {piece}", piece=piece),))


def instruct_men(step: Step[State], keys: Sequence[str], realm: Realm) -> None:
    """Instruct the moving seat to put several men to work, in one instruction."""
    if step.state.grids:
        return
    places = listed([_named(realm, key) for key in keys])
    step.instruct(
        step.seat,
        Sealed((step.seat,), say("Behind your screen: put a man each on {places}.", places=places)),
        back=say("Behind your screen: take the men off {places}.", places=places),
        short=(say("Men to work: {n}", n=len(keys)),),
    )


def instruct_order_given(step: Step[State], order: moves.Order, realm: Realm, cost: Cost) -> None:
    """Instruct a seat, sealed to it, what to do behind its screen for an order of its plan."""
    for one in () if step.state.grids else handled(order, realm, cost):
        step.instruct(step.seat, Sealed((step.seat,), one.words), back=one.back, short=one.short)


def instruct_order_dropped(step: Step[State], order: moves.Order, realm: Realm, cost: Cost) -> None:
    """Instruct a seat to take back behind its screen what an order did that it removes."""
    for one in () if step.state.grids else reversed(handled(order, realm, cost)):
        step.instruct(step.seat, Sealed((step.seat,), one.back), back=one.words)


def instruct_paid(step: Step[State], seat: int, change: Mapping[Good, int]) -> None:
    """Instruct a seat to settle its plan with the bank: ``change`` is what it has more or less of each good. Cities on
    cardboard have their goods on the new buildings already.
    """
    paid, got = ({good: sign * n for good, n in change.items() if sign * n > 0} for sign in (-1, 1))
    if not step.state.grids or not (paid or got):
        return
    if paid and got:
        out, back_in = _all_of(paid), _all_of(got)
        words = say("For your plan: put back {paid}, take {got}.", paid=out, got=back_in)
        back = say("For your plan: put back {paid}, take {got}.", paid=back_in, got=out)
    elif paid:
        words, back = (
            say("For your plan: put back {paid}.", paid=_all_of(paid)),
            say("Take {things}.", things=_all_of(paid)),
        )
    else:
        words, back = say("For your plan: take {got}.", got=_all_of(got)), say("Put back {what}.", what=_all_of(got))
    step.instruct(
        seat,
        Sealed((seat,), words) if step.state.hidden_stocks else words,
        back=back,
        covers=[(f"{seat}.{good}", n) for good, n in change.items()],
        short=[*(signed("-", good, n) for good, n in paid.items()), *(signed("+", good, n) for good, n in got.items())],
    )


def _all_of(goods: Mapping[Good, int]) -> Wording:
    return listed([quantity(n, good) for good, n in goods.items()])


def instruct_screen(step: Step[State], seat: int) -> None:
    """Instruct a seat to remove the screen before its city and goods, at the reveal."""
    if step.state.grids and not step.state.hidden_stocks:
        return
    step.instruct(seat, say("Screen away."), back=say("Put your screen back."), short=(say("Screen away"),))


def instruct_left_out(step: Step[State], seat: int, order: moves.Order, realm: Realm) -> None:
    """Instruct a seat to remove the pieces or the man of an order that no longer holds. Its goods were never paid."""
    if step.state.grids:
        return
    pieces: list[Message] = []
    match order:
        case moves.BuildHouse(number=number, free=free):
            pieces = [say("House {n}", n=n) for n in (number, free) if n]
        case moves.BuildPiece():
            pieces = [_new_piece(order)]
        case moves.PlaceMan(key=key) if realm.building(key):
            where = _named(realm, key)
            step.instruct(
                seat,
                say("Not possible: take the man off {place}.", place=where),
                back=say("Put the man back on {place}.", place=where),
                short=(say("No man on"), say("{place}", place=where)),
            )
    if pieces:
        what = listed(pieces)
        step.instruct(
            seat,
            say("Not possible: take {pieces} off your map, and its goods back.", pieces=what),
            back=say("Put {pieces} back on your map.", pieces=what),
            short=(say("Off your map:"), say("{pieces}", pieces=what)),
        )


# -- the countryside -------------------------------------------------------------------------------------------------


def man_of_cart_shop(state: State, realm: Realm, shop: Building, *, home: bool) -> list[tuple[str, int]]:
    """The tracked numbers that change when the man of a cart shop leaves; with ``home`` he is idle at once."""
    if state.grids:
        return []
    covers = [(f"{realm.seat}.{shop.key}.man", -1)]
    return [*covers, (f"{realm.seat}.idle", 1)] if home else covers


def instruct_site(step: Step[State], works: OpenedSite, covers: Iterable[tuple[str, int]]) -> None:
    """Instruct the moving seat to place a new site: its man, its goods, and what changes on its hexes."""
    good, n = works.good, works.left
    each = quantity(1, good)
    words: Message
    match works.site:
        case "woodcutter":
            words = say_n(
                "Put a man on his hex, with a grass hex and {each} from the bank; no pollution.",
                "Put a man on his hex. On each of the {n} hexes put a grass hex and {each} from the bank; no "
                "pollution.",
                n,
                each=each,
            )
            short = (say_n("{n} hex: grass", "{n} hexes: grass", n),)
        case "fishery":
            words = say_n(
                "Put a Fishery with a man on its two hexes. On the water hex put {each} and 1 pollution.",
                "Put a Fishery with a man on its two hexes. On each of the {n} water hexes put {each} and 1 pollution.",
                n,
                each=each,
            )
            short = (say_n("Pollute {n} water hex", "Pollute {n} water hexes", n),)
        case _:
            words = say_n(
                "Put a man on his hex, with {each} and 1 pollution.",
                "Put a man on his hex. On each of the {n} hexes put {each} and 1 pollution.",
                n,
                each=each,
            )
            short = (say_n("Pollute {n} hex", "Pollute {n} hexes", n),)
    out = say("1 man and {goods} out", goods=_signed(good, n))
    if works.site == "fishery":
        out = say("Fishery: {goods}", goods=_signed(good, n))
    step.instruct(
        step.seat,
        words,
        back=say("Take the man, {goods} and all that was put under them off the map.", goods=quantity(n, good)),
        covers=(*covers, (f"bank.{good}", -n)),
        short=(out, *short),
    )


def instruct_inn(step: Step[State], covers: Sequence[tuple[str, int]]) -> None:
    """Instruct the moving seat to place an inn. On cardboard the man of the cart shop is idle at once."""
    words = say("Put an inn on {place}.", place=ON_THE_MAP)
    if covers:
        words = say("Put an inn on {place}, and the man of a cart shop beside your city.", place=ON_THE_MAP)
    step.instruct(
        step.seat,
        words,
        back=say("Take the inn off the map."),
        covers=((f"{step.seat}.inns", 1), *covers),
        short=(say("Inn on the map"),),
    )


def instruct_city(step: Step[State], number: int, covers: Sequence[tuple[str, int]]) -> None:
    """Instruct the moving seat to place a city. On cardboard it gets a small map, and the man of the cart shop is idle
    at once.
    """
    words = say("Put your new city on the map.")
    if covers:
        words = say(
            "Put your new city on the map. Take a small city map, and put the man of a cart shop beside your city."
        )
    step.instruct(
        step.seat,
        words,
        back=say("Take your new city off the map."),
        covers=covers,
        short=(say("City {n} on the map", n=number),),
    )


def instruct_clearing(step: Step[State]) -> None:
    """Instruct the moving seat to remove pollution by alchemy; where from, only the map shows."""
    step.instruct(
        step.seat,
        say("Take the pollution off one free hex of your zone and all free hexes around it."),
        back=say("Put the pollution back that alchemy took off."),
        short=(say("Pollution off:"), say("1 hex and around it")),
    )


# -- storage, harvest, exploration -----------------------------------------------------------------------------------


def instruct_discard(step: Step[State], realm: Realm, goods: Mapping[Good, int], room: int) -> None:
    """Instruct a seat to discard goods that it loses without a question, with the reason: no store, or too little
    room.
    """
    what = listed([quantity(n, good) for good, n in goods.items()])
    words = say("Storage: put back {things}, stores for {n}.", things=what, n=room)
    why = say("(stores for {n})", n=room)
    if not room:
        words, why = say("Storage: put back {things}, no store.", things=what), say("(no store)")
    parts = [*(signed("-", good, n) for good, n in goods.items()), why]
    if len(goods) > MOST_ON_A_DISPLAY and not room:
        parts = [say("Put back all goods")]
    step.instruct(
        realm.seat,
        Sealed((realm.seat,), words) if step.state.hidden_stocks else words,
        back=say("Take {things}.", things=what),
        covers=tuple((f"{realm.seat}.{good}", -n) for good, n in goods.items()),
        short=parts,
    )


MOST_ON_A_DISPLAY = 3
"""Kinds of goods that an instruction on a small display names besides its other parts."""


class Taken(Struct, frozen=True):
    """What leaves a site at a harvest: ``lost`` to the bank, ``gained`` by its owner."""

    works: OpenedSite
    lost: int
    gained: int


def instruct_harvest(step: Step[State], realm: Realm, taken: Sequence[Taken]) -> None:
    """Instruct a seat to take the goods from all its sites, then the men from the empty ones. Call it after the numbers
    have changed.
    """
    state, seat = step.state, realm.seat
    _instruct_goods(step, realm, taken)
    closed = [one.works for one in taken if not one.works.left]
    if not closed:
        return
    n = len(closed)
    off = say_n("A site is empty: take its man off the map.", "{n} sites are empty: take their men off the map.", n)
    brief = say_n("The man off the map", "{n} men off the map", n)
    if n == 2:
        brief = say("Both men off the map")
    fisheries = sum(works.site == "fishery" for works in closed)
    if fisheries:
        off = say_n("{what} Put the fishery back.", "{what} Put {n} fisheries back.", fisheries, what=off)
    step.instruct(
        seat,
        off,
        back=say_n("Put the man back on the map.", "Put {n} men back on the map.", n),
        covers=() if state.grids else ((f"{seat}.idle", n),),
        short=(brief,),
    )


def _instruct_goods(step: Step[State], realm: Realm, taken: Sequence[Taken]) -> None:
    plain = [one for one in taken if realm.out or not one.lost]
    if plain:
        whole, parts = list[Message](), list[Message]()
        for (site, good), some in _by_kind(plain).items():
            n = sum(one.lost + one.gained for one in some)
            whole.append(_from(site, quantity(n, good), len(some)))
            parts.append(signed("-" if realm.out else "+", good, n))
        what = listed(whole)
        words = say("Harvest: take {what}.", what=what)
        if realm.out:
            words = say("Put back {what}.", what=what)
        elif any(one.works.site != "fishery" for one in plain):
            words = say("Harvest: take {what}, the man's hex last.", what=what)
        _harvested(step, realm, words, say("Put back on the map: {what}.", what=what), parts, plain)
    for (site, good), some in _by_kind(one for one in taken if one not in plain).items():
        lost, gained = sum(one.lost for one in some), sum(one.gained for one in some)
        back = say("Put back on the map: {what}.", what=_from(site, quantity(lost + gained, good), len(some)))
        brief = (say("{good}: {n} back, take {gained}", good=GOOD[good], n=lost, gained=gained),)
        _harvested(step, realm, _forced(site, good, lost, gained), back, brief, some)


def _by_kind(taken: Iterable[Taken]) -> dict[tuple[Site, Good], list[Taken]]:
    found: dict[tuple[Site, Good], list[Taken]] = {}
    for one in taken:
        found.setdefault((one.works.site, one.works.good), []).append(one)
    return found


def _harvested(
    step: Step[State], realm: Realm, words: Message, back: Message, short: Sequence[Message], taken: Sequence[Taken]
) -> None:
    seat = realm.seat
    on_map, in_stock = list[tuple[str, int]](), list[tuple[str, int]]()
    for one in taken:
        good, out = one.works.good, one.lost + one.gained
        # An empty site has no tracked number any more: its goods are counted at the bank.
        on_map.append((f"{seat}.{one.works.key}", -out) if one.works.left else (f"bank.{good}", out))
        if one.gained:
            in_stock.append((f"{seat}.{good}", one.gained))
    hidden = step.state.hidden_stocks
    step.instruct(seat, words, back=back, covers=on_map if hidden else [*on_map, *in_stock], short=short)
    if hidden and in_stock:
        step.instruct(seat, Sealed((seat,), None), covers=in_stock)


_FROM: dict[Site, Callable[[Message, int], Message]] = {
    "woodcutter": lambda goods, n: say_n(
        "{goods} from your woodcutter", "{goods} from your {n} woodcutters", n, goods=goods
    ),
    "mine": lambda goods, n: say_n("{goods} from your mine", "{goods} from your {n} mines", n, goods=goods),
    "farm": lambda goods, n: say_n("{goods} from your farm", "{goods} from your {n} farms", n, goods=goods),
    "fishery": lambda goods, n: say_n("{goods} from your fishery", "{goods} from your {n} fisheries", n, goods=goods),
}


def _from(site: Site, goods: Message, n: int) -> Message:
    return _FROM[site](goods, n)


def _forced(site: Site, good: Good, lost: int, gained: int) -> Message:
    """The words for goods of a site by forced labour, some of which are lost."""
    if not gained:
        return say("Harvest, {site}: put back {goods}.", site=SITE[site], goods=quantity(lost, good))
    return say("Harvest, {site}: put back {goods}, take {n}.", site=SITE[site], goods=quantity(lost, good), n=gained)


def instruct_marker(step: Step[State]) -> None:
    """Instruct the moving seat to turn the marker, or, if the companion drew the good, to remove a marker unseen."""
    words = say("Put the marker in the box.")
    if not step.from_cardboard:
        words = say("Put a marker of your zone in the box, unseen.")
    step.instruct(step.seat, words, back=say("Put the marker back on the map."), short=(say("Marker in the box"),))


# -- pollution, the end ----------------------------------------------------------------------------------------------


def _pollution_of(state: State) -> tuple[str, ...]:
    """A key for this turn's pollution, so that instructions of different turns do not replace each other."""
    return (f"pollution.{state.turn}",)


def instruct_pollution(step: Step[State], seat: int, n: int) -> None:
    """Instruct a seat to place ``n`` pollution counters; where, only the map shows."""
    step.instruct(
        seat,
        say("Put {n} pollution in your zone.", n=n),
        back=say("Take {n} pollution off again.", n=n),
        short=(say("Put {n} pollution", n=n),),
        about=_pollution_of(step.state),
    )


def instruct_polluted(step: Step[State]) -> None:
    """Remove the instruction to place pollution, because the moving seat says that it is done."""
    step.instruct(step.seat, None, about=_pollution_of(step.state))


def instruct_out(step: Step[State], seat: int) -> None:
    """Instruct a seat that is out of the game what to do with its pieces."""
    words = say("You are out of the game: your pieces stay.")
    step.instruct(seat, words, back=say("You are in the game again."), short=(say("Your pieces stay"),))
