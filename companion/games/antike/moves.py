"""The moves, in the order of the rule book."""

from __future__ import annotations

from msgspec import Struct

from companion.games.antike.tables import Good, Know, Personality, Unit, Where

# -- what moves name -------------------------------------------------------------------------------------------------


class Goods(Struct, frozen=True):
    """An amount of each resource."""

    marble: int = 0
    iron: int = 0
    gold: int = 0

    @property
    def goods(self) -> dict[Good, int]:
        return {"marble": self.marble, "iron": self.iron, "gold": self.gold}


class Split(Goods, frozen=True):
    """A payment: goods and coins, which count as one of any resource. Section 4."""

    coins: int = 0

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.coins


class NewProvince(Struct, frozen=True):
    """A province of the west side that is entered as it is printed on the board; ``keep`` stores it in the box of its
    owners. Section 10.2.
    """

    key: str
    name: str
    good: Good
    keep: bool


# -- set-up (section 3) ----------------------------------------------------------------------------------------------


class Begin(Struct, frozen=True, tag="begin"):
    """The table begins. ``order`` is the nation with the first turn, with two players the turn order of all four; empty
    if the nations are dealt first. ``round`` is the round in which the play is. Section 3.
    """

    order: tuple[str, ...]
    round: int = 1


class First(Struct, frozen=True, tag="first"):
    """The table says who begins, once the nations are dealt: ``order`` as in ``Begin``. Section 3."""

    order: tuple[str, ...]


class Settle(Struct, frozen=True, tag="settle", omit_defaults=True):
    """A nation names the provinces of its three start cities; ``new`` are those not entered before. Section 3."""

    marble: str
    iron: str
    gold: str
    new: tuple[NewProvince, ...] = ()


class Keep(Struct, frozen=True, tag="keep"):
    """A nation keeps the start city of this type (the longer game). Section 1."""

    good: Good


# -- the turn: coin, rondel, trade (sections 4 and 5) ----------------------------------------------------------------


class Take(Struct, frozen=True, tag="take"):
    """A nation takes a good, because the bank has no coin for it. Section 4."""

    good: Good


class Go(Struct, frozen=True, tag="go"):
    """A nation moves to a space of the rondel and pays for more than three steps. Section 5."""

    to: Where
    paid: Split


class Trade(Struct, frozen=True, tag="trade"):
    """A nation with all eight know-hows trades goods with the bank. Sections 1 and 13.12."""

    give: Split
    take: Split


# -- the spaces of the rondel (section 6) ----------------------------------------------------------------------------


class Build(Struct, frozen=True, tag="build"):
    """Temple: a nation builds one in ``city``, a province, or a type where provinces are not tracked. Section 6."""

    city: str
    paid: Split


class Arm(Struct, frozen=True, tag="arm"):
    """Arming: a nation gets new legions and galleys. Section 6."""

    legions: int
    galleys: int
    paid: Split


class Learn(Struct, frozen=True, tag="learn"):
    """Know-how: a nation buys one. Section 6."""

    know: Know
    paid: Split


class Battle(Struct, frozen=True, tag="battle"):
    """Manoeuvre: two nations lose ``pairs`` units each, legions against legions or galleys against galleys. ``own`` is
    the nation that demands the battle. Section 6.
    """

    own: str
    other: str
    unit: Unit
    pairs: int = 1


class Conquer(Struct, frozen=True, tag="conquer"):
    """Manoeuvre: the nation on turn conquers a city of ``nation``. Section 6.

    ``city`` is a province; where provinces are not tracked, a type, with ``-temple`` if it has one. ``legions`` and
    ``galleys`` defend it. The conqueror gives up ``lost_legions`` and ``lost_galleys``. ``swap`` is the own city whose
    disc it takes if all 25 are on the board, else empty.
    """

    nation: str
    city: str
    legions: int
    galleys: int
    lost_legions: int
    lost_galleys: int
    swap: str = ""


class Survey(Struct, frozen=True, tag="survey"):
    """Manoeuvre: the companion counts the borders between two provinces for a unit. Changes nothing. Section 6."""

    unit: Unit
    start: str
    goal: str


class Found(Struct, frozen=True, tag="found", omit_defaults=True):
    """After the action a nation founds a city: in the province ``city``, or in one of that type where provinces are not
    tracked. ``new`` is the province if it was not entered before. Section 6.
    """

    city: str
    paid: Split
    new: NewProvince | None = None


class Done(Struct, frozen=True, tag="done"):
    """A nation ends its action, or founds no more cities. Section 4."""


# -- personalities and the end (sections 7 and 8) --------------------------------------------------------------------


class Sail(Struct, frozen=True, tag="seas"):
    """A nation says in how many provinces it has galleys, for its navigators. Section 7."""

    seas: int


class Choose(Struct, frozen=True, tag="choose"):
    """A nation with all eight know-hows takes its extra personality from this stack (2006). Section 1."""

    kind: Personality


class PlayOn(Struct, frozen=True, tag="play-on"):
    """The table plays on after the limit of rounds, or stops and counts the personalities."""

    on: bool


Move = (
    Begin
    | First
    | Settle
    | Keep
    | Take
    | Go
    | Trade
    | Build
    | Arm
    | Learn
    | Battle
    | Conquer
    | Survey
    | Found
    | Done
    | Sail
    | Choose
    | PlayOn
)
