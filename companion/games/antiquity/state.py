"""Everything a saved play holds."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct

from companion.core.game import OptionValue
from companion.core.secrecy import Sealed
from companion.games.antiquity.orders import Plan, Trade
from companion.games.antiquity.tables import Good, Kind, Saint, Shared, Site

Goods = dict[Good, int]


class Building(Struct):
    """A piece on a city map. ``at`` are its squares in the order of the piece; on cardboard there are none.

    ``graves`` counts the graves on it where the map is on cardboard; on a grid the city knows their squares.
    ``number`` is that of a house. ``joined`` says of a faculty on cardboard that it touches the university.
    """

    key: str
    kind: Kind
    city: int
    size: int
    at: list[str] = []
    manned: int = 0
    graves: int = 0
    number: int = 0
    joined: bool = False


class City(Struct):
    """A city map of ``side`` by ``side`` squares, with its graves: squares of a grid, or ``loose`` ones on cardboard
    that lie on no building.
    """

    side: int
    graves: list[str] = []
    loose: int = 0


class Works(Struct):
    """A building in the countryside with ``left`` goods on its hexes. The man stays until the last is harvested."""

    key: str
    site: Site
    good: Good
    left: int


class Realm(Struct):
    """What a seat owns. ``used`` names what serves once a turn; ``serial`` numbers pieces as they come."""

    seat: int
    goods: Sealed[Goods]
    cities: list[City]
    buildings: list[Building] = []
    works: list[Works] = []
    idle: int = 0
    inns: int = 0
    saint: Saint | None = None
    out: bool = False
    used: list[str] = []
    serial: int = 0
    actions: int = 0


class Range(Struct, frozen=True):
    """A mountain range whose ore is settled for good: by whom, and when."""

    good: Good
    seat: int
    turn: int


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table lays the map and says which turn begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """Phase 2: all plan in secret; the last to be ready reveals. ``insisted``: the seat that asked to do it one after
    another, in turn order; 0 for nobody.
    """

    insisted: int = 0


class Countryside(Struct, tag="countryside"):
    """Phase 4: the seats still to act, in turn order."""

    left: list[int]


class Storing(Struct, tag="storing"):
    """Phase 5: how many goods each seat has to discard."""

    excess: dict[int, int]


class Driving(Struct, tag="driving"):
    """Phase 6, when forced labour is by choice: who has still to choose."""

    left: list[int]


class Exploring(Struct, tag="exploring"):
    """Phase 7: who may still explore, in turn order."""

    left: list[int]


class Burying(Struct, tag="burying"):
    """Graves each seat has to place: those of phase 8, or of phase 9 when ``polluted``."""

    graves: dict[int, int]
    polluted: bool = False


class Polluting(Struct, tag="polluting"):
    """Phase 9: the counters each seat has to lay."""

    counters: dict[int, int]


class Judging(Struct, tag="judging"):
    """Phase 10: the seats for whom the table says whether San Giorgio's condition is met."""

    left: list[int]


class Counting(Struct, tag="counting"):
    """Several have won: each counts the clean free hexes of the own zone of control."""

    left: list[int]


class Over(Struct, frozen=True, tag="over"):
    """The play has ended."""


Due = (
    SettingUp | Planning | Countryside | Storing | Driving | Exploring | Burying | Polluting | Judging | Counting | Over
)


D = TypeVar("D", bound=Due)


class State(Struct):
    """One play. ``order`` is the turn order; ``bank`` and ``supply`` are what lies beside the map.

    ``conquered`` and ``fallen`` belong to the phase that is on: for whom San Giorgio's condition is met, and who went
    out. ``hexes`` are what winners counted; ``overflow`` are counters of pollution that become graves.
    """

    realms: list[Realm]
    order: list[int]
    options: dict[str, OptionValue]
    grids: bool
    due: Due
    bank: Goods
    supply: dict[Shared, int]
    turn: int = 0
    famine: int = 0
    markers: Goods = {}
    ranges: list[Range] = []
    plans: dict[int, Sealed[Plan]] = {}
    trades: dict[str, Sealed[list[Trade]]] = {}
    ready: list[int] = []
    cathedrals: int = 0
    conquered: list[int] = []
    fallen: list[int] = []
    winners: list[int] = []
    survived: bool = False
    hexes: dict[int, int] = {}
    overflow: dict[int, int] = {}

    def realm(self, seat: int) -> Realm:
        """Raises ``LookupError`` when nobody of that number plays."""
        for realm in self.realms:
            if realm.seat == seat:
                return realm
        raise LookupError(seat)

    def owed(self, kind: type[D]) -> D:
        """What is due, known to be of this kind. Raises ``LookupError``: the rules are asked out of their phase."""
        if not isinstance(self.due, kind):
            raise LookupError(kind.__name__)
        return self.due

    @property
    def alive(self) -> list[int]:
        """The seats still in the game, in turn order."""
        return [seat for seat in self.order if not self.realm(seat).out]

    @property
    def hidden_stocks(self) -> bool:
        """Whether stocks stay behind the screens outside phase 2 too."""
        return self.options["stocks"] == "hidden"
