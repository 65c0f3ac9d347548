"""What a seat or the table may do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.antiquity.moves_orders import Heal, House, Man, Mend, Paid, Raise, Raze, Shift, ShiftGrave, Swap
from companion.games.antiquity.tables import LARGEST_FISHERY, Good, Site

Plannable = House | Raise | Man | Heal | Swap | Raze | Shift | ShiftGrave | Mend
"""Orders a seat gives alone."""

LATEST_TURN = 60
MOST_FAMINE = 99


class SetUp(Struct, frozen=True, tag="set-up", omit_defaults=True):
    """The table: the turn that begins. Of a play begun without the companion also where famine stands, and the seats
    in turn order, as they lie on the famine board.
    """

    turn: Annotated[int, msgspec.Meta(ge=1, le=LATEST_TURN)]
    famine: Annotated[int, msgspec.Meta(ge=0, le=MOST_FAMINE)] | None = None
    order: tuple[int, ...] = ()


class Give(Struct, frozen=True, tag="give"):
    """Put an order at the end of the own plan."""

    order: Plannable


class Drop(Struct, frozen=True, tag="drop"):
    """Take an order out of the own plan."""

    id: int


class Lot(Struct, frozen=True):
    """Some of a good."""

    good: Good
    n: Annotated[int, msgspec.Meta(ge=1, le=999)]


ENOUGH = "enough"


class Offer(Struct, frozen=True, tag="offer"):
    """Offer a trade to another seat. ``then`` and ``last`` close the two lists, as the answers do."""

    to: int
    give: tuple[Lot, ...]
    then: Literal["enough"] = "enough"
    take: tuple[Lot, ...] = ()
    last: Literal["enough"] = "enough"

    @property
    def given(self) -> Paid:
        """What is given, by good."""
        return {lot.good: lot.n for lot in self.give}

    @property
    def taken(self) -> Paid:
        """What is asked for, by good."""
        return {lot.good: lot.n for lot in self.take}


class Reply(Struct, frozen=True, tag="reply"):
    """Accept or decline an offer."""

    trade: str
    accept: bool


class Ready(Struct, frozen=True, tag="ready"):
    """The own plan stands."""


class Again(Struct, frozen=True, tag="again"):
    """Not ready after all."""


class Insist(Struct, frozen=True, tag="insist"):
    """City building one after another, please; or, for whoever asked, all at once again."""

    on: bool = True


class Open(Struct, frozen=True, tag="open"):
    """Send a man from a cart shop into the countryside. ``range`` is a mountain range already settled, 0 a new one."""

    site: Site
    good: Good
    goods: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FISHERY)]
    range: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    blessed: bool = False
    """Without seed, by the faculty of biology."""


class Inn(Struct, frozen=True, tag="inn"):
    """Build an inn."""

    paid: Paid


class Found(Struct, frozen=True, tag="found"):
    """Build a new city."""

    paid: Paid


class Clear(Struct, frozen=True, tag="clear"):
    """Alchemy: clear a hex and its neighbours of pollution."""


class Pass(Struct, frozen=True, tag="pass"):
    """Nothing more in the countryside this turn."""


class Discard(Struct, frozen=True, tag="discard"):
    """What does not fit into the stores."""

    goods: Paid


class Drive(Struct, frozen=True, tag="drive"):
    """The sites that are put to forced labour this turn."""

    works: tuple[str, ...]


class Explore(Struct, frozen=True, tag="explore"):
    """Turn a marker, or leave it."""

    turn: bool


class Grave(Struct, frozen=True):
    """Where a grave goes: a square of a grid; on cardboard a building, or an empty square."""

    city: int
    at: str = ""
    key: str = ""


class Bury(Struct, frozen=True, tag="bury"):
    """All graves that are due."""

    graves: tuple[Grave, ...]


class Pollute(Struct, frozen=True, tag="pollute"):
    """Pollution is laid on the map; so many counters found no hex."""

    left_over: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Judge(Struct, frozen=True, tag="judge"):
    """The table: whether a seat reaches all that another one reaches."""

    seat: int
    met: bool


class Hexes(Struct, frozen=True, tag="hexes"):
    """The clean free hexes in the own zone of control."""

    hexes: Annotated[int, msgspec.Meta(ge=0, le=999)]


Move = (
    SetUp
    | Give
    | Drop
    | Offer
    | Reply
    | Ready
    | Again
    | Insist
    | Open
    | Inn
    | Found
    | Clear
    | Pass
    | Discard
    | Drive
    | Explore
    | Bury
    | Pollute
    | Judge
    | Hexes
)
