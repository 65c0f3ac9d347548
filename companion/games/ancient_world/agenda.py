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


class Turn(Struct, frozen=True, tag="turn"):
    """A seat takes an action or passes."""

    seat: int


class Acting(Struct, frozen=True, tag="acting"):
    """A citizen stands on ``space`` (an action, or ``card-N``); the action is still to be done or declined."""

    seat: int
    space: str


class Upgrading(Struct, frozen=True, tag="upgrading"):
    """A seat swaps a citizen for the next number."""

    seat: int


class Rolling(Struct, frozen=True, tag="rolling"):
    """A seat rolls for titan ``key`` while nobody has entered the faces of a die."""

    seat: int
    key: str


class TakingDamage(Struct, frozen=True, tag="wounded"):
    """A seat turns ``left`` empire cards face down."""

    seat: int
    left: int


class TakingCoinEffect(Struct, frozen=True, tag="struck"):
    """A coin symbol was rolled: the effect of titan ``key`` hits a seat."""

    seat: int
    key: str


class Disbanding(Struct, frozen=True, tag="surplus"):
    """A seat has more armies than its limit and discards the surplus."""

    seat: int


class Confronting(Struct, frozen=True, tag="confronting"):
    """A seat appeases its titan or rolls."""

    seat: int


class Repairing(Struct, frozen=True, tag="repairing"):
    """A seat turns up to ``left`` damaged cards up again: its repair income."""

    seat: int
    left: int


class Feeding(Struct, frozen=True, tag="feeding"):
    """A seat has more citizens than food."""

    seat: int


class Spending(Struct, frozen=True, tag="spending"):
    """A seat may spend ambrosia ``before`` something that cannot wait for its next turn. Section 4.3: at any time."""

    seat: int
    before: Before


class EnteringFact(Struct, frozen=True, tag="reading"):
    """The table enters a fact that scoring needs."""

    kind: str
    key: str
    field: str


class CountingPoints(Struct, frozen=True, tag="tallying"):
    """A seat counts the points of its cards with a scoring text."""

    seat: int


Due = (
    SettingUp
    | Preparing
    | Turn
    | Acting
    | Upgrading
    | Rolling
    | TakingDamage
    | TakingCoinEffect
    | Disbanding
    | Confronting
    | Repairing
    | Feeding
    | Spending
    | EnteringFact
    | CountingPoints
)
