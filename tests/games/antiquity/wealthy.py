"""A play in which everything can be had at once, so that a few random evenings come to every corner of the rules."""

from __future__ import annotations

from companion.core.setup import Setup
from companion.core.widgets import position
from companion.games.antiquity import Antiquity
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.state import Building, City, OpenedSite, Realm, State
from companion.games.antiquity.tables import COUNTERS, GOODS, BuildingKind, Saint

STANDING: tuple[tuple[BuildingKind, int, int], ...] = (
    ("cathedral", 0, 0),
    ("university", 3, 2),
    ("theology", 0, 4),
    ("market", 5, 5),
    ("cart", 5, 3),
    ("store", 3, 0),
)
SECOND: tuple[tuple[BuildingKind, int, int], ...] = (
    ("brewery", 0, 0),
    ("hospital", 0, 2),
    ("explorer", 0, 4),
    ("cart", 3, 2),
    ("cart", 3, 4),
)
SAINTS: tuple[Saint, ...] = ("barbara", "nicolo", "maria", "giorgio")


class Wealthy(Antiquity):
    """Everybody begins with goods, men, two cities, graves and sites."""

    def new(self, setup: Setup) -> State:
        state = super().new(setup)
        for place, realm in enumerate(state.realms):
            _endow(state, realm, SAINTS[place])
        return state


def _endow(state: State, realm: Realm, saint: Saint) -> None:
    realm.cities.append(City(6))
    for city, pieces in enumerate((STANDING, SECOND)):
        for kind, left, top in pieces:
            squares = piece_squares(kind, 2, 1)
            at = [position(left + x, top + y) for x, y in squares] if state.grids else []
            realm.serial += 1
            realm.buildings.append(Building(f"b{realm.serial}", kind, city, len(squares), at))
    for number in (1, 2, 3, 4, 6, 8):
        realm.serial += 1
        realm.buildings.append(Building(f"b{realm.serial}", "house", 1, 1, _house(state, number), number=number))
    if state.grids:
        realm.cities[0].graves += ["6,2", "5,3"]
        realm.cities[1].graves += ["0,3"]
    else:
        realm.cities[0].loose += 2
        realm.buildings[-7].graves += 1
    realm.saint, realm.idle = saint, 5
    realm.works.append(OpenedSite("w90", "farm", "grain", 4))
    realm.goods.value.update(dict.fromkeys(GOODS, 4))
    realm.inns = 2
    for good in GOODS:
        owned = sum(one.goods.value.get(good, 0) for one in state.realms)
        on_map = sum(works.left for one in state.realms for works in one.works if works.good == good)
        state.bank[good] = COUNTERS - owned - on_map
    state.supply["cart"], state.supply["tile"] = 3, 4


def _house(state: State, number: int) -> list[str]:
    return [position(5, (1, 2, 3, 4, 6, 8).index(number))] if state.grids else []
