"""The moves, and the orders of a plan, in the order of the rule book."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.antiquity.tables import HOUSES, LARGEST_FISHERY, BuildingKind, Good, Saint, Site

PositiveNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
Paid = dict[Good, PositiveNumber]
"""The food and luxuries given for something; the wood and stone are given by the price."""

StoreSize = Annotated[str, msgspec.Meta(pattern="^([1-7]x[1-7])?$")]


def sides_of(size: str) -> tuple[int, int]:
    """Squares of a store from left to right and from top to bottom ("2x3"); 0 of anything else."""
    return (int(size[0]), int(size[-1])) if size else (0, 0)


class Spot(Struct, frozen=True):
    """Where a piece is laid: the city, counted from 0, and on a grid the placement (``"x,y,turn"``)."""

    city: int
    way: str = ""


LATEST_TURN = 60
MOST_FAMINE = 99


class SetUp(Struct, frozen=True, tag="set-up", omit_defaults=True):
    """Begin the play with this turn. A play begun without the companion also has its famine level and the seats in turn
    order. ``laid``: the guided set-up placed the starting cities, so no plan asks for them.
    """

    turn: Annotated[int, msgspec.Meta(ge=1, le=LATEST_TURN)]
    famine: Annotated[int, msgspec.Meta(ge=0, le=MOST_FAMINE)] | None = None
    order: tuple[int, ...] = ()
    laid: bool = False


class LayCity(Struct, frozen=True, tag="lay"):
    """Say that the seat's starting city lies on the map."""


class PlanInTurn(Struct, frozen=True, tag="insist"):
    """Ask to play this phase in turn order. ``on`` false: withdraw the request, so that all act at once again."""

    on: bool = True


# -- city building, in secret ----------------------------------------------------------------------------------------


class Ready(Struct, frozen=True, tag="ready"):
    """Declare the seat's plan finished."""


class Reconsider(Struct, frozen=True, tag="again"):
    """Take the seat's plan back into work."""


class AddOrder(Struct, frozen=True, tag="give"):
    """Add an order to the seat's plan."""

    order: OwnOrder


class AddOrders(Struct, frozen=True, tag="give-several"):
    """Add several orders to the seat's plan, each of which holds after those before it; all or none."""

    orders: tuple[OwnOrder, ...]


class DropOrder(Struct, frozen=True, tag="drop"):
    """Take an order out of the seat's plan."""

    id: int


class Quantity(Struct, frozen=True):
    """``n`` of one good."""

    good: Good
    n: PositiveNumber


ENOUGH = "enough"


class Offer(Struct, frozen=True, tag="offer"):
    """Offer a trade to another seat. ``then`` and ``last`` are the answers that end the lists ``give`` and ``take``."""

    to: int
    give: tuple[Quantity, ...]
    then: Literal["enough"] = "enough"
    take: tuple[Quantity, ...] = ()
    last: Literal["enough"] = "enough"

    @property
    def given(self) -> Paid:
        """The amounts given, by good."""
        return {lot.good: lot.n for lot in self.give}

    @property
    def taken(self) -> Paid:
        """The amounts asked for, by good."""
        return {lot.good: lot.n for lot in self.take}


class AnswerOffer(Struct, frozen=True, tag="reply"):
    """Accept or decline an offer."""

    trade: str
    accept: bool


# -- the orders of a plan --------------------------------------------------------------------------------------------


class PlaceMan(Struct, frozen=True, tag="man"):
    """Put an idle man into a building."""

    key: str


class BuildPiece(Struct, frozen=True, tag="raise"):
    """Build a piece that is no house. ``size`` is that of a store ("2x3"), ``saint`` that of a cathedral.

    ``touching`` are the keys of the pieces with which a university or faculty on cardboard shares an edge.
    """

    kind: BuildingKind
    size: StoreSize
    paid: Paid
    saint: Saint | None
    spot: Spot
    touching: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[int, int]:
        return sides_of(self.size)


class BuildHouse(Struct, frozen=True, tag="house"):
    """Build a house; with San Nicolò's blessing a further, lower one is ``free``."""

    number: Annotated[int, msgspec.Meta(ge=1, le=HOUSES)]
    paid: Paid
    spot: Spot
    free: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    free_spot: Spot | None = None


class SwapGoods(Struct, frozen=True, tag="swap"):
    """Give two goods to the bank for one."""

    give: tuple[Good, Good]
    take: Good


class OfferedTrade(Struct, frozen=True, tag="offered"):
    """Goods set aside for an offer; its price comes when the other accepts."""

    trade: str


class AcceptedTrade(Struct, frozen=True, tag="accepted"):
    """The buyer's side of a trade."""

    trade: str


class RemoveGrave(Struct, frozen=True, tag="heal"):
    """Take one grave off in the hospital: from a square of a grid, a building on cardboard (``key``), or a square
    without a building.
    """

    city: int
    at: str = ""
    key: str = ""


class RazeCathedral(Struct, frozen=True, tag="raze"):
    """Raze the seat's cathedral."""


class MoveBuilding(Struct, frozen=True, tag="shift"):
    """Move a building of city ``home``, with its man and its graves."""

    home: int
    key: str
    spot: Spot


class MoveGrave(Struct, frozen=True, tag="shift-grave"):
    """Move a single grave to an empty square."""

    city: int
    at: str
    to_city: int
    to: str


class Correction(Struct, frozen=True, tag="mend"):
    """Correct the seat's cities. ``do`` says how: "stand" and "gone" for a building, "grave" and "clear" for a grave,
    "city" for a further city.
    """

    do: Literal["stand", "gone", "grave", "clear", "city"]
    kind: BuildingKind | None = None
    number: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    size: StoreSize = ""
    saint: Saint | None = None
    spot: Spot | None = None
    city: int = 0
    at: str = ""
    key: str = ""

    @property
    def sides(self) -> tuple[int, int]:
        return sides_of(self.size)


class EnterSite(Struct, frozen=True, tag="mend-site"):
    """Correct the countryside: add a site with its goods and its man.

    ``range`` is the mountain range of a mine: its number in the list, from 1; 0 for a new range; -1 for the range of
    another mine that is entered in the same plan.
    """

    site: Site
    good: Good
    goods: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FISHERY)]
    range: Annotated[int, msgspec.Meta(ge=-1, le=999)] = 0


class RemoveSite(Struct, frozen=True, tag="mend-no-site"):
    """Correct the countryside: remove a site; its man becomes idle."""

    key: str


OwnOrder = (
    BuildHouse
    | BuildPiece
    | PlaceMan
    | RemoveGrave
    | SwapGoods
    | RazeCathedral
    | MoveBuilding
    | MoveGrave
    | Correction
    | EnterSite
    | RemoveSite
)
"""The orders that a seat gives without a partner."""

Order = OwnOrder | OfferedTrade | AcceptedTrade


# -- the countryside -------------------------------------------------------------------------------------------------


class OpenSite(Struct, frozen=True, tag="open"):
    """Send a man from a cart shop to a new site. ``range`` is a mountain range mined before, 0 a new one."""

    site: Site
    good: Good
    goods: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FISHERY)]
    range: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    blessed: bool = False
    """Sown without seed, thanks to the faculty of biology."""


class BuildInn(Struct, frozen=True, tag="inn"):
    """Build an inn."""

    paid: Paid


class FoundCity(Struct, frozen=True, tag="found"):
    """Build a new city."""

    paid: Paid


class ClearPollution(Struct, frozen=True, tag="clear"):
    """Clear a hex and its neighbours of pollution, by alchemy."""


class Pass(Struct, frozen=True, tag="pass"):
    """Do nothing more in the countryside this turn."""


# -- storage, harvest, exploration -----------------------------------------------------------------------------------


class Discard(Struct, frozen=True, tag="discard"):
    """Discard goods that the stores do not hold."""

    goods: Paid


class ForceLabour(Struct, frozen=True, tag="drive"):
    """Put these sites to forced labour this turn."""

    works: tuple[str, ...]


class Explore(Struct, frozen=True, tag="explore"):
    """Turn an exploration marker (and take ``good``), or none."""

    turn: bool


# -- famine and pollution --------------------------------------------------------------------------------------------


class Grave(Struct, frozen=True):
    """Where a grave goes: a square of a grid; on cardboard a building, or an empty square."""

    city: int
    at: str = ""
    key: str = ""


class PlaceGraves(Struct, frozen=True, tag="bury"):
    """Place all graves that are due."""

    graves: tuple[Grave, ...]


class Pollute(Struct, frozen=True, tag="pollute"):
    """Lay pollution on the map; ``left_over`` counters found no hex."""

    left_over: Annotated[int, msgspec.Meta(ge=0, le=99)]


# -- victory ---------------------------------------------------------------------------------------------------------


class JudgeGiorgio(Struct, frozen=True, tag="judge"):
    """Entered by the table: whether a seat reaches every hex that some other seat reaches."""

    seat: int
    met: bool


class CountHexes(Struct, frozen=True, tag="hexes"):
    """Enter the clean free hexes in the seat's zone."""

    hexes: Annotated[int, msgspec.Meta(ge=0, le=999)]


Move = (
    SetUp
    | AddOrder
    | AddOrders
    | DropOrder
    | Offer
    | AnswerOffer
    | Ready
    | Reconsider
    | PlanInTurn
    | LayCity
    | OpenSite
    | BuildInn
    | FoundCity
    | ClearPollution
    | Pass
    | Discard
    | ForceLabour
    | Explore
    | PlaceGraves
    | Pollute
    | JudgeGiorgio
    | CountHexes
)
