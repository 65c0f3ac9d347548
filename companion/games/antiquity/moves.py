"""What a seat or the table may do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.antiquity.moves_orders import OwnOrder, Paid, PositiveNumber
from companion.games.antiquity.tables import LARGEST_FISHERY, Good, Site

LATEST_TURN = 60
MOST_FAMINE = 99


class SetUp(Struct, frozen=True, tag="set-up", omit_defaults=True):
    """The table: the turn that begins. Of a play begun without the companion also the famine level, and the seats in
    turn order.
    """

    turn: Annotated[int, msgspec.Meta(ge=1, le=LATEST_TURN)]
    famine: Annotated[int, msgspec.Meta(ge=0, le=MOST_FAMINE)] | None = None
    order: tuple[int, ...] = ()


class AddOrder(Struct, frozen=True, tag="give"):
    """Add an order to the own plan."""

    order: OwnOrder


class AddOrders(Struct, frozen=True, tag="give-several"):
    """Add several orders to the own plan, each of which holds after those before it; all or none."""

    orders: tuple[OwnOrder, ...]


class DropOrder(Struct, frozen=True, tag="drop"):
    """Take an order out of the own plan."""

    id: int


class Quantity(Struct, frozen=True):
    """A number of one good."""

    good: Good
    n: PositiveNumber


ENOUGH = "enough"


class Offer(Struct, frozen=True, tag="offer"):
    """Offer a trade to another seat. ``then`` and ``last`` close the two lists, as the answers do."""

    to: int
    give: tuple[Quantity, ...]
    then: Literal["enough"] = "enough"
    take: tuple[Quantity, ...] = ()
    last: Literal["enough"] = "enough"

    @property
    def given(self) -> Paid:
        """What is given, by good."""
        return {lot.good: lot.n for lot in self.give}

    @property
    def taken(self) -> Paid:
        """What is asked for, by good."""
        return {lot.good: lot.n for lot in self.take}


class AnswerOffer(Struct, frozen=True, tag="reply"):
    """Accept or decline an offer."""

    trade: str
    accept: bool


class Ready(Struct, frozen=True, tag="ready"):
    """End the own plan."""


class Reconsider(Struct, frozen=True, tag="again"):
    """Be no longer ready."""


class PlanInTurn(Struct, frozen=True, tag="insist"):
    """Ask to play this phase in turn order. ``on`` false: withdraw the request, so that all act at once again."""

    on: bool = True


class LayCity(Struct, frozen=True, tag="lay"):
    """Say that the own starting city lies on the map."""


class OpenSite(Struct, frozen=True, tag="open"):
    """Send a man from a cart shop to a new site. ``range`` is a mountain range mined before, 0 a new one."""

    site: Site
    good: Good
    goods: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FISHERY)]
    range: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    blessed: bool = False
    """Without seed, by the faculty of biology."""


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


class Discard(Struct, frozen=True, tag="discard"):
    """Discard goods that the stores do not hold."""

    goods: Paid


class ForceLabour(Struct, frozen=True, tag="drive"):
    """Put these sites to forced labour this turn."""

    works: tuple[str, ...]


class Explore(Struct, frozen=True, tag="explore"):
    """Turn an exploration marker, or none."""

    turn: bool


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


class JudgeGiorgio(Struct, frozen=True, tag="judge"):
    """The table: whether a seat reaches all that another one reaches."""

    seat: int
    met: bool


class CountHexes(Struct, frozen=True, tag="hexes"):
    """Enter the clean free hexes of the own zone."""

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
