"""Every number that may be set right."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.secrecy import Sealed
from companion.core.wording import say
from companion.games.antiquity.state import Building, Goods, Realm, State
from companion.games.antiquity.tables import FIRST_SIDE, GOODS, INNS, LARGEST_FISHERY, MARKERS, SUPPLY, Good
from companion.games.antiquity.telling import building_words
from companion.games.antiquity.words import BUILDING_ICON, GOOD, ICON, SHARED, SITE, city_name

MOST_GOODS = 480
MOST_MEN = 22


class Shelf:
    """One good of a stock, opened only when it is looked at: it may be hidden from whoever lists the numbers."""

    def __init__(self, goods: Sealed[Goods], good: Good) -> None:
        self._goods, self._good = goods, good

    @property
    def n(self) -> int:
        return self._goods.value.get(self._good, 0)

    @n.setter
    def n(self, n: int) -> None:
        self._goods.value[self._good] = n


def tracked_numbers(state: State) -> list[Tracked]:
    """The table's first, then every seat's."""
    found = [
        Tracked("turn", say("Game turn"), (state, "turn"), low=0, icon="hourglass"),
        Tracked("famine", say("Famine"), (state, "famine"), icon="warning"),
    ]
    for shared in SUPPLY:
        label = say("Supply: {what}", what=SHARED[shared])
        found.append(Tracked(f"supply.{shared}", label, (state.supply, shared), low=-99, high=99))
    for good in GOODS:
        label = say("Supply: {what}", what=GOOD[good])
        at = (state.bank, good)
        found.append(
            Tracked(f"bank.{good}", label, at, low=-MOST_GOODS, high=MOST_GOODS, conserved=good, icon=ICON[good])
        )
    for good in MARKERS:
        label = say("Markers turned: {what}", what=GOOD[good])
        found.append(Tracked(f"markers.{good}", label, (state.markers, good), high=4, icon=ICON[good]))
    for realm in state.realms:
        found += _of_realm(state, realm)
    return found


def _of_realm(state: State, realm: Realm) -> list[Tracked]:
    seat = realm.seat
    found = [
        Tracked(
            f"{seat}.{good}", GOOD[good], (Shelf(realm.goods, good), "n"), seat, high=MOST_GOODS, conserved=good,
            icon=ICON[good],
        )
        for good in GOODS
    ]  # fmt: skip
    found.append(Tracked(f"{seat}.idle", say("Idle men"), (realm, "idle"), seat, high=MOST_MEN, icon="man"))
    found.append(Tracked(f"{seat}.inns", say("Inns"), (realm, "inns"), seat, high=INNS))
    for works in realm.works:
        label = say("{site}: {good} left", site=SITE[works.site], good=GOOD[works.good])
        key = f"{seat}.{works.key}"
        high = LARGEST_FISHERY
        found.append(Tracked(key, label, (works, "left"), seat, high=high, conserved=works.good, icon=ICON[works.good]))
    for building in realm.buildings:
        found += _of_building(state, seat, building)
    if not state.grids:
        for number, city in enumerate(realm.cities, 1):
            label = say("{city}: graves beside buildings", city=city_name(number))
            high = FIRST_SIDE * FIRST_SIDE
            found.append(Tracked(f"{seat}.city-{number}.graves", label, (city, "loose"), seat, high=high))
    return found


def _of_building(state: State, seat: int, building: Building) -> list[Tracked]:
    """Its man; on cardboard its graves too."""
    if building.kind == "house":
        return []
    icon, words = BUILDING_ICON[building.kind], building_words(building)
    key = f"{seat}.{building.key}"
    found = [
        Tracked(f"{key}.man", say("{building}: man", building=words), (building, "manned"), seat, high=1, icon=icon)
    ]
    if not state.grids:
        label = say("{building}: graves", building=words)
        found.append(Tracked(f"{key}.graves", label, (building, "graves"), seat, high=building.size, icon=icon))
    return found
