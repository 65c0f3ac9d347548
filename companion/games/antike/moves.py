"""What may be done, complete and typed."""

from __future__ import annotations

from msgspec import Struct

from companion.games.antike.tables import Good, Know, Personality, Unit, Where


class Goods(Struct, frozen=True):
    """So much of each resource."""

    marble: int = 0
    iron: int = 0
    gold: int = 0

    @property
    def goods(self) -> dict[Good, int]:
        return {"marble": self.marble, "iron": self.iron, "gold": self.gold}


class Split(Goods, frozen=True):
    """What a price is paid with."""

    coins: int = 0

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.coins


class Begin(Struct, frozen=True, tag="begin"):
    """The table begins: the starting nation, or with two seats the order of all four; ``round`` is the first round."""

    order: tuple[str, ...]
    round: int = 1


class NewProvince(Struct, frozen=True):
    """A province of the west side that nobody had entered, as it is read off the board."""

    key: str
    name: str
    good: Good
    keep: bool


class Settle(Struct, frozen=True, tag="settle", omit_defaults=True):
    """A nation names its start cities: a marble, an iron and a gold province; ``new`` are those not entered before."""

    marble: str
    iron: str
    gold: str
    new: tuple[NewProvince, ...] = ()


class Keep(Struct, frozen=True, tag="keep"):
    """A nation keeps the start city of this type."""

    good: Good


class Take(Struct, frozen=True, tag="take"):
    """A good instead of the coin that the bank does not have."""

    good: Good


class Go(Struct, frozen=True, tag="go"):
    """A step on the rondel."""

    to: Where
    paid: Split


class Trade(Struct, frozen=True, tag="trade"):
    """The right of whoever has all eight know-hows: goods for goods."""

    give: Split
    take: Split


class Build(Struct, frozen=True, tag="build"):
    """A temple in a city: a province, or a type where provinces are not tracked."""

    city: str
    paid: Split


class Arm(Struct, frozen=True, tag="arm"):
    """New legions and galleys."""

    legions: int
    galleys: int
    paid: Split


class Learn(Struct, frozen=True, tag="learn"):
    """A know-how."""

    know: Know
    paid: Split


class Battle(Struct, frozen=True, tag="battle"):
    """Legions against legions or galleys against galleys, ``pairs`` of them, between two nations."""

    own: str
    other: str
    unit: Unit
    pairs: int = 1


class Conquer(Struct, frozen=True, tag="conquer"):
    """A city of ``nation`` is conquered: ``city`` is a province, or a type with ``-temple`` where provinces are not
    tracked. ``legions`` and ``galleys`` defend; the conqueror gives up ``lost_legions`` and ``lost_galleys``; ``swap``
    is the own city whose disc it takes when all 25 are out.
    """

    nation: str
    city: str
    legions: int
    galleys: int
    lost_legions: int
    lost_galleys: int
    swap: str = ""


class Survey(Struct, frozen=True, tag="survey"):
    """How far it is from one province to another. Changes nothing."""

    unit: Unit
    start: str
    goal: str


class Found(Struct, frozen=True, tag="found", omit_defaults=True):
    """A city: a province, or a type where provinces are not tracked. ``new`` is a province not entered before."""

    city: str
    paid: Split
    new: NewProvince | None = None


class Sail(Struct, frozen=True, tag="seas"):
    """In how many provinces the nation has galleys."""

    seas: int


class Choose(Struct, frozen=True, tag="choose"):
    """The stack of the extra personality."""

    kind: Personality


class Done(Struct, frozen=True, tag="done"):
    """Nothing more in this part of the turn."""


class PlayOn(Struct, frozen=True, tag="play-on"):
    """Whether the table goes on after very many rounds; if not, the cards are counted."""

    on: bool


Move = (
    Begin
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
    | Sail
    | Choose
    | Done
    | PlayOn
)
