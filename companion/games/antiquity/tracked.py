"""Tracked numbers."""

from __future__ import annotations

from companion.core.inventory import Choice, Tracked
from companion.core.secrecy import Sealed
from companion.core.wording import N_, Message, say
from companion.games.antiquity.pieces import (
    FAMINE,
    GOOD_THINGS,
    GRAVE,
    INN,
    LEVELS_OF_FAMINE,
    MAN,
    ON_THE_MAP,
    ORDER,
    all_orders,
    order_number,
    place_of_graves,
)
from companion.games.antiquity.state import Building, Goods, Realm, State
from companion.games.antiquity.tables import FIRST_SIDE, GOODS, INNS, LARGEST_FISHERY, MARKERS, PIECES, SUPPLY, Good
from companion.games.antiquity.words import (
    BUILDING_ICON,
    GOOD,
    ICON,
    SAINT,
    SHARED,
    SITE,
    SQUARE_LABEL,
    called,
    city_name,
    numbered,
    with_number,
)

MOST_GOODS = 480
MOST_MEN = 22
NO_YES = (say("no"), say("yes"))


class GoodInStock:
    """One good of a stock, read only on access, because it may be hidden."""

    def __init__(self, goods: Sealed[Goods], good: Good) -> None:
        self._goods, self._good = goods, good

    @property
    def n(self) -> int:
        return self._goods.value.get(self._good, 0)

    @n.setter
    def n(self, n: int) -> None:
        self._goods.value[self._good] = n


class TurnOrder:
    """The turn order as the number of a permutation of the seats, in ascending order."""

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def n(self) -> int:
        return order_number(self._state.order)

    @n.setter
    def n(self, n: int) -> None:
        self._state.order = list(list(all_orders(tuple(sorted(self._state.order))))[n])


PATRONS = (say("none"), *SAINT.values())


def tracked_numbers(state: State) -> list[Tracked]:
    """All tracked numbers: the table's, then those of each seat."""
    found = [
        Tracked("turn", say("Game turn"), (state, "turn"), low=0, icon="hourglass"),
        Tracked("famine", say("Famine"), (state, "famine"), icon="warning", thing=FAMINE, places=LEVELS_OF_FAMINE),
    ]
    orders = tuple(all_orders(tuple(sorted(state.order))).values())
    found.append(
        Tracked("order", say("Turn order"), (TurnOrder(state), "n"), high=len(orders) - 1, meanings=orders, thing=ORDER)
    )
    for shared in SUPPLY:
        label = say("Supply: {what}", what=SHARED[shared])
        found.append(Tracked(f"supply.{shared}", label, (state.supply, shared), low=-99, high=99, icon="brick"))
    for good in GOODS:
        label = say("Supply: {what}", what=GOOD[good])
        at = (state.bank, good)
        found.append(
            Tracked(
                f"bank.{good}",
                label,
                at,
                low=-MOST_GOODS,
                high=MOST_GOODS,
                conserved=good,
                icon=ICON[good],
                thing=GOOD_THINGS[good],
            )
        )
    for good in MARKERS:
        label = say("Markers turned: {what}", short=N_("Turned: {what}"), what=GOOD[good])
        found.append(Tracked(f"markers.{good}", label, (state.markers, good), high=4, icon=ICON[good]))
    for realm in state.realms:
        found += _of_realm(state, realm)
    return found


def _of_realm(state: State, realm: Realm) -> list[Tracked]:
    seat = realm.seat
    found = [
        Tracked(
            f"{seat}.{good}", GOOD[good], (GoodInStock(realm.goods, good), "n"), seat, high=MOST_GOODS, conserved=good,
            icon=ICON[good], thing=GOOD_THINGS[good],
        )
        for good in GOODS
    ]  # fmt: skip
    man = None if state.grids else MAN
    found.append(
        Tracked(
            f"{seat}.idle",
            say("Idle men"),
            (realm, "idle"),
            seat,
            high=MOST_MEN,
            icon="man",
            thing=man,
            better="neither",
        )
    )
    found.append(
        Tracked(
            f"{seat}.inns", say("Inns"), (realm, "inns"), seat, high=INNS, icon="barrel", thing=INN, place=ON_THE_MAP
        )
    )
    patron = (Choice(realm, "saint", (None, *SAINT)), "number")
    found.append(
        Tracked(f"{seat}.saint", say("Patron saint"), patron, seat, high=len(SAINT), icon="crown", meanings=PATRONS)
    )
    found += _of_works(realm)
    for building, words, brief in called(realm):
        found += _of_building(state, seat, building, words, brief)
    if not state.grids:
        for number, city in enumerate(realm.cities, 1):
            label = say("{city}: graves beside buildings", short=N_("{city}: graves"), city=city_name(number))
            high = FIRST_SIDE * FIRST_SIDE
            found.append(
                Tracked(
                    f"{seat}.city-{number}.graves",
                    label,
                    (city, "loose"),
                    seat,
                    high=high,
                    icon="grave",
                    thing=GRAVE,
                    place=place_of_graves(realm, number),
                )
            )
    return found


def _of_works(realm: Realm) -> list[Tracked]:
    """The goods on every site; equal sites are numbered."""
    found = []
    for works, number in numbered(realm.works, lambda works: (works.site, works.good)):
        site = with_number(SITE[works.site], number)
        label = say("{site}: {good} on the map", short=N_("{site}: {good}"), site=site, good=GOOD[works.good])
        at, icon = (works, "left"), ICON[works.good]
        key, high = f"{realm.seat}.{works.key}", LARGEST_FISHERY
        found.append(
            Tracked(
                key,
                label,
                at,
                realm.seat,
                high=high,
                conserved=works.good,
                icon=icon,
                thing=GOOD_THINGS[works.good],
                place=site,
                better="neither",
            )
        )
    return found


def _of_building(state: State, seat: int, building: Building, words: Message, brief: Message) -> list[Tracked]:
    """The tracked numbers of a building: its man, if it takes one; on cardboard also its graves."""
    icon, key = BUILDING_ICON[building.kind], f"{seat}.{building.key}"
    place = say("{building}", short=N_("{brief}"), building=words, brief=SQUARE_LABEL[building.kind])
    found = []
    if PIECES[building.kind].needs_man:
        label = say("{building}: man at work", short=N_("{brief}: man"), building=words, brief=brief)
        found.append(
            Tracked(
                f"{key}.man",
                label,
                (building, "manned"),
                seat,
                high=1,
                icon=icon,
                meanings=NO_YES,
                thing=None if state.grids else MAN,
                place=place,
            )
        )
    if not state.grids:
        label = say("{building}: graves", short=N_("{brief}: graves"), building=words, brief=brief)
        found.append(
            Tracked(
                f"{key}.graves",
                label,
                (building, "graves"),
                seat,
                high=building.size,
                icon="grave",
                thing=GRAVE,
                place=place,
            )
        )
    return found
