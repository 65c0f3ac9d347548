"""Everything that a saved play holds, with what it waits for."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.secrecy import Sealed
from companion.core.setup import OptionValue
from companion.games.antiquity.moves import Order, Paid
from companion.games.antiquity.tables import BuildingKind, Good, Saint, Shared, Site


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table lays the map and says which turn begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """Phase 2: all plan in secret; the last to be ready reveals."""

    insisted: int = 0


class Countryside(Struct, tag="countryside"):
    """Phase 4: the seats still to act, in turn order."""

    left: list[int]


class Storing(Struct, tag="storing"):
    """Phase 5: how many goods each seat has to discard."""

    excess: dict[int, int]
    insisted: int = 0


class ForcingLabour(Struct, tag="driving"):
    """Phase 6, where owners choose their forced labour: ``left`` are the seats still to choose."""

    left: list[int]
    insisted: int = 0


class Exploring(Struct, tag="exploring"):
    """Phase 7: who may still explore, in turn order."""

    left: list[int]


class PlacingGraves(Struct, tag="burying"):
    """Graves that each seat has to place: of phase 8, or of phase 9 when ``polluted``."""

    graves: dict[int, int]
    polluted: bool = False
    insisted: int = 0


class Polluting(Struct, tag="polluting"):
    """Phase 9: the pollution counters that each seat has to lay."""

    counters: dict[int, int]
    insisted: int = 0


class JudgingGiorgio(Struct, tag="judging"):
    """Phase 10: the seats for whom the table says whether San Giorgio's condition is met."""

    left: list[int]


class CountingHexes(Struct, tag="counting"):
    """Phase 10, several winners: the seats still to count the clean free hexes of their zones."""

    left: list[int]
    insisted: int = 0


class Over(Struct, frozen=True, tag="over"):
    """The play has ended."""


Due = (
    SettingUp
    | Planning
    | Countryside
    | Storing
    | ForcingLabour
    | Exploring
    | PlacingGraves
    | Polluting
    | JudgingGiorgio
    | CountingHexes
    | Over
)

AllAtOnce = Storing | ForcingLabour | PlacingGraves | Polluting | CountingHexes
"""The phases in which all act at once, except city building, which is secret."""

Goods = dict[Good, int]

MOST_SEATS = 4
SomeSeats = Annotated[list[int], Meta(max_length=MOST_SEATS)]


class Building(Struct):
    """A piece on a city map. ``at`` are its squares in the order of the piece; on cardboard there are none.

    ``graves`` counts the graves on it where the map is on cardboard; on a grid the city knows their squares.
    ``number`` is that of a house. ``joined`` says of a faculty on cardboard that it touches the university.
    """

    key: str
    kind: BuildingKind
    city: int
    size: int
    at: list[str] = []
    manned: int = 0
    graves: int = 0
    number: int = 0
    joined: bool = False


class City(Struct):
    """A city map of ``side`` by ``side`` squares, with its graves: squares of a grid, on cardboard ``loose`` counts
    those that lie on no building.
    """

    side: int
    graves: list[str] = []
    loose: int = 0


class OpenedSite(Struct):
    """A site with ``left`` goods on its hexes. Its man stays until the last is harvested."""

    key: str
    site: Site
    good: Good
    left: int


class Realm(Struct):
    """What a seat owns. ``used`` names the once-a-turn rights used in this turn; ``serial`` is the number of its last
    piece.

    ``worked`` are the buildings in which men stood when the last city building ended.
    """

    seat: int
    goods: Sealed[Goods]
    cities: list[City]
    buildings: list[Building] = []
    works: list[OpenedSite] = []
    idle: int = 0
    inns: int = 0
    saint: Saint | None = None
    out: bool = False
    used: list[str] = []
    serial: int = 0
    actions: int = 0
    worked: list[str] = []

    def building(self, key: str) -> Building | None:
        """The building with this key."""
        return next((building for building in self.buildings if building.key == key), None)


class MountainRange(Struct, frozen=True):
    """A mountain range whose ore is fixed: by which seat, and in which turn; ``turn`` is 0 if that is not known."""

    good: Good
    seat: int
    turn: int


class State(Struct):
    """One play. ``order`` is the turn order; ``bank`` and ``supply`` are the goods and pieces beside the map.

    ``conquered`` and ``fallen`` belong to the phase that is on: the seats that meet San Giorgio's condition, and those
    that went out of the game. ``hexes`` are the free hexes that winners counted; ``overflow`` are counters of pollution
    that become graves. ``laying`` are the seats that still lay their starting cities, the next one first.
    """

    realms: Annotated[list[Realm], Meta(max_length=MOST_SEATS)]
    order: SomeSeats
    options: dict[str, OptionValue]
    grids: bool
    due: Due
    bank: Goods
    supply: dict[Shared, int]
    turn: int = 0
    famine: int = 0
    markers: Goods = {}
    ranges: list[MountainRange] = []
    plans: dict[int, Sealed[Plan]] = {}
    trades: dict[str, Sealed[list[Trade]]] = {}
    ready: SomeSeats = []
    cathedrals: int = 0
    conquered: SomeSeats = []
    fallen: SomeSeats = []
    winners: SomeSeats = []
    survived: bool = False
    hexes: dict[int, int] = {}
    overflow: dict[int, int] = {}
    laying: SomeSeats = []

    def realm(self, seat: int) -> Realm:
        """The realm of a seat. Raises ``LookupError``."""
        for realm in self.realms:
            if realm.seat == seat:
                return realm
        raise LookupError(seat)

    def lines(self, seat: int) -> list[Line]:
        """The orders of a seat's plan. Raises ``BrokenSeal`` for a viewer who may not know them."""
        return self.plans[seat].value.lines

    def trades_of(self, seat: int) -> list[Trade]:
        """All trades a seat knows of."""
        return [trade for sealed in self.trades.values() if seat in sealed.to for trade in sealed.value]

    @property
    def agenda(self) -> tuple[Due, ...]:
        """What the play waits for, as the core reads it; empty once the play is over."""
        return () if isinstance(self.due, Over) else (self.due,)

    @property
    def alive(self) -> list[int]:
        """The seats still in the game, in turn order."""
        return [seat for seat in self.order if not self.realm(seat).out]

    @property
    def hidden_stocks(self) -> bool:
        """Whether stocks stay behind the screens outside phase 2 too."""
        return self.options["stocks"] == "hidden"


class Line(Struct, frozen=True):
    """One order of a plan. Its number ``id`` stays the same when other orders are removed."""

    id: int
    order: Order


class Plan(Struct):
    """The orders of a seat, in the order they were given."""

    lines: list[Line] = []
    next: int = 1


class Trade(Struct):
    """An offer between two seats: ``seller`` gives ``give`` and asks for ``take``.

    ``by_seller`` says that it rests on the seller's market.
    """

    key: str
    seller: int
    buyer: int
    give: Paid
    take: Paid
    by_seller: bool
    state: Literal["open", "done", "declined", "void"] = "open"
