"""A working copy of a realm, to which the orders of a plan are applied."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field

from msgspec.structs import replace

from companion.core.secrecy import Sealed
from companion.core.setup import OptionValue
from companion.games.antiquity.state import Building, Goods, MountainRange, Realm, State, Trade
from companion.games.antiquity.tables import Good, Shared


@dataclass
class Draft:
    """A copy of a realm, the bank and the supply, which orders change.

    ``trades`` are those the seat knows, by key; ``keys`` the pieces that this plan has laid; ``line`` the number of the
    current order. ``ranges`` are the mountain ranges listed before the phase, ``mined`` the ores of those that this
    plan adds. ``healed``, ``fountains`` and ``cathedrals`` count graves removed and pieces built in this phase;
    ``razed`` says that the cathedral was razed in it.
    """

    realm: Realm
    bank: Goods
    supply: dict[Shared, int]
    options: dict[str, OptionValue]
    grids: bool
    trades: dict[str, Trade]
    healed: int = 0
    razed: bool = False
    ranges: tuple[MountainRange, ...] = ()
    mined: list[Good] = field(default_factory=list)
    fountains: int = 0
    cathedrals: int = 0
    keys: list[str] = field(default_factory=list)
    line: int = 0

    @property
    def goods(self) -> Goods:
        """The stock of the realm; changes in place."""
        return self.realm.goods.value

    @property
    def new_key(self) -> str:
        """The key of the piece that the current order lays."""
        return f"p{self.line}"

    def standing(self, key: str) -> Building:
        """The building with this key, already built or planned. Raises ``LookupError``."""
        found = self.realm.building(key)
        if found is None:
            raise LookupError(key)
        return found


def copy_realm(realm: Realm) -> Realm:
    """Copy a realm with its buildings, cities and goods; hidden goods stay hidden."""
    twin = copy(realm)
    if realm.goods.known:
        twin.goods = Sealed(realm.goods.to, dict(realm.goods.value), realm.goods.revealed)
    twin.cities = [replace(city, graves=list(city.graves)) for city in realm.cities]
    twin.buildings = [replace(building, at=list(building.at)) for building in realm.buildings]
    twin.works = [copy(works) for works in realm.works]
    twin.used = list(realm.used)
    return twin


def new_draft(state: State, seat: int, trades: Iterable[Trade]) -> Draft:
    """A draft before the first order."""
    return Draft(
        realm=copy_realm(state.realm(seat)),
        bank=dict(state.bank),
        supply=dict(state.supply),
        options=state.options,
        grids=state.grids,
        trades={trade.key: trade for trade in trades},
        ranges=tuple(state.ranges),
    )
