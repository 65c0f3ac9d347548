"""What a play waits for: the kinds of dues. The last one on the state's agenda is asked first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Before = Literal["strike", "repair", "income", "feeding", "scoring", "disband"]
"""What comes next where ambrosia may be spent before it."""


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who begins, and in which round."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """The table prepares the next round."""


class SeatDue(Struct, frozen=True):
    """What one seat has to do."""

    seat: int


class Turn(SeatDue, frozen=True, tag="turn"):
    """A seat takes an action or passes."""


class Acting(SeatDue, frozen=True, tag="acting"):
    """A citizen stands on ``space`` (an action, or ``card-N``); the action is still to be done or declined."""

    space: str


class Upgrading(SeatDue, frozen=True, tag="upgrading"):
    """A seat swaps a citizen for the next number."""


class Rolling(SeatDue, frozen=True, tag="rolling"):
    """A seat rolls for titan ``key`` while nobody has entered the faces of a die."""

    key: str


class TakingDamage(SeatDue, frozen=True, tag="wounded"):
    """A seat turns ``left`` empire cards face down."""

    left: int


class TakingCoinEffect(SeatDue, frozen=True, tag="struck"):
    """A coin symbol was rolled: the effect of titan ``key`` hits a seat."""

    key: str


class Disbanding(SeatDue, frozen=True, tag="surplus"):
    """A seat has more armies than its limit and discards the surplus."""


class Confronting(SeatDue, frozen=True, tag="confronting"):
    """A seat appeases its titan or rolls."""


class Repairing(SeatDue, frozen=True, tag="repairing"):
    """A seat turns up to ``left`` damaged cards up again: its repair income."""

    left: int


class Feeding(SeatDue, frozen=True, tag="feeding"):
    """A seat has more citizens than food."""


class Spending(SeatDue, frozen=True, tag="spending"):
    """A seat may spend ambrosia ``before`` something that cannot wait for its next turn. Section 4.3: at any time."""

    before: Before


class EnteringFact(Struct, frozen=True, tag="reading"):
    """The table enters a fact that scoring needs."""

    kind: str
    key: str
    field: str


class CountingPoints(SeatDue, frozen=True, tag="tallying"):
    """A seat counts the points of its cards with a scoring text."""


TableDue = SettingUp | Preparing | EnteringFact
TurnDue = Turn | Acting | Upgrading | Rolling | TakingDamage | TakingCoinEffect | Disbanding
RoundEndDue = Confronting | Repairing | Feeding | Spending | CountingPoints
Due = TableDue | TurnDue | RoundEndDue
