"""What a seat may do, complete and typed."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.athens_sparta.state import PlanOrder
from companion.games.athens_sparta.tables import (
    HIGHEST_RATE,
    LAST_OLYMPIAD,
    MOST_STEPS,
    Holder,
    Kind,
    Letter,
    MoveKind,
    Side,
)

Steps = Annotated[int, msgspec.Meta(ge=1, le=MOST_STEPS)]
Rate = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_RATE)]
BlockCount = Annotated[int, msgspec.Meta(ge=0, le=20)]
CityPoints = Annotated[int, msgspec.Meta(ge=0, le=4)]
Name = Annotated[str, msgspec.Meta(max_length=40)]
YesNo = Literal["yes", "no"]
Colour = Literal["blue", "red", "green", "orange"]


class TypedBlock(Struct, frozen=True):
    """A block as somebody reads it from the cardboard."""

    kind: Kind
    letter: Letter
    rate: Rate
    strength: Steps


class SetUp(Struct, frozen=True, tag="set-up"):
    """The table: which seat plays Athens, the Olympiad to begin with, who stands before and in Potidaea.

    ``before`` are the Athenian hoplite and ship, ``inside`` how many Spartan blocks hold the city; both only where the
    box does not say.
    """

    athens: Annotated[int, msgspec.Meta(ge=1, le=8)]
    olympiad: Annotated[int, msgspec.Meta(ge=83, le=LAST_OLYMPIAD)]
    before: list[TypedBlock] = []
    inside: CityPoints = 0


class KeepHand(Struct, frozen=True, tag="keep"):
    """A hand: keep it or ask for a new one; a card laid aside, a card put face down in Sicily (or none)."""

    redeal: bool
    aside: str = ""
    sicily: str = ""


class Redeal(Struct, frozen=True, tag="redeal"):
    """The other wants new cards: mine too, or not."""

    mine: bool


class ChooseCard(Struct, frozen=True, tag="choose"):
    """Lay a card face down."""

    card: str


class NeutralJoins(Struct, frozen=True, tag="join"):
    """The neutral city that an event brings; none leaves it."""

    city: str


class MoveBlock(Struct, frozen=True, tag="march"):
    """Spend a point on a block. ``block`` and ``to`` only where every block is followed."""

    use: MoveKind
    block: str = ""
    to: str = ""


class JoinSiege(Struct, frozen=True, tag="bring"):
    """Spend a point to bring a block into an own siege or blockade."""

    city: str


class LeaveSiege(Struct, frozen=True, tag="lift"):
    """Spend a point to take a besieger, blockader or patrol away."""

    handle: str
    to: str = ""


class Revolt(Struct, frozen=True, tag="revolt"):
    """Spend points on a revolt in an enemy city. ``empty``: nobody is there. The rating only where the box has none."""

    city: str
    steps: Steps
    empty: bool
    rating: str = ""


class AcceptPersia(Struct, frozen=True, tag="persia"):
    """Sparta accepts the help of Persia."""


class EndMoves(Struct, frozen=True, tag="end-moves"):
    """No more moves in this Player Turn."""


class Attack(Struct, frozen=True, tag="attack"):
    """A battle at a city, or in the open at a place with that name or without one. ``kind``: to storm walls one
    besieges, to come out of them, or anything else.
    """

    place: str
    kind: Literal["field", "assault", "sally"]
    name: Name = ""


class PlaceBlock(Struct, frozen=True, tag="regroup"):
    """Say where a hidden block of one's own stands now; costs nothing. A revolt block may be taken away (``off``)."""

    block: str
    to: str


class EndBattles(Struct, frozen=True, tag="end-battles"):
    """No more battles in this Player Turn; all sieges not mentioned pass."""


class LookUpCity(Struct, frozen=True, tag="look"):
    """What is printed at a city: by the table, by the side on turn before it needs it, or by a side in secret for its
    replacements. Values stand for what was asked, the others are empty.
    """

    city: str
    keep: bool
    colour: Colour | None = None
    points: CityPoints | None = None
    walled: YesNo | None = None
    port: YesNo | None = None
    island: YesNo | None = None


class Muster(Struct, frozen=True, tag="muster"):
    """One more block is here. ``block`` is one of the owner's, else ``typed`` says what it is; a hidden one that
    goes inside may stay undescribed. ``row`` is a block of the box of which something was missing, to be kept or not.
    """

    stance: Literal["fight", "inside", "patrol", "sally"]
    block: str = ""
    typed: TypedBlock | None = None
    row: str = ""
    keep: bool = False


class EndMuster(Struct, frozen=True, tag="mustered"):
    """Those are all."""


class Assault(Struct, frozen=True, tag="assault"):
    """Storm the walls with these blocks; none: not now."""

    handles: list[str]


class CombatAction(Struct, frozen=True, tag="act"):
    """A combat turn."""

    handle: str
    what: Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]
    to: str = ""


class TakeHit(Struct, frozen=True, tag="hit"):
    """The block that takes the hit."""

    handle: str


class ForcedRetreat(Struct, frozen=True, tag="leave"):
    """A block goes away, or cannot and is lost."""

    handle: str
    away: bool
    to: str = ""


class Besiege(Struct, frozen=True, tag="settle"):
    """Who stays to besiege or blockade; the others regroup."""

    handles: list[str]


class Sack(Struct, frozen=True, tag="sack"):
    """A step for one of the victors; an empty handle gives the rest away."""

    handle: str


class LoseHiddenStep(Struct, frozen=True, tag="wound"):
    """In secret: the hidden block that loses a step; ``gone`` for a block nobody has described that is lost by it."""

    block: str
    gone: bool


class Supply(Struct, frozen=True, tag="supply"):
    """How many blocks stand in Corinth."""

    blocks: BlockCount


class AddOrder(Struct, frozen=True, tag="plan"):
    """One more line of the own replacement plan."""

    order: PlanOrder


class RemoveOrder(Struct, frozen=True, tag="unplan"):
    """Take that line out again."""

    order: PlanOrder


class ConfirmPlan(Struct, frozen=True, tag="ready"):
    """The own replacement plan stands."""


class CorrectHolder(Struct, frozen=True, tag="fix"):
    """The table sets right who holds a city."""

    city: str
    holder: Holder


class AddCity(Struct, frozen=True, tag="found"):
    """The table: a city of the map that is not listed, with what is printed at it. Without a name it has a number."""

    name: Name
    keep: bool
    colour: Colour
    points: CityPoints
    walled: YesNo
    port: YesNo


class NamePlace(Struct, frozen=True, tag="call"):
    """The table gives a name to a place in the open or to a city that had only a number."""

    place: str
    name: Name
    keep: bool


class SetUpBattle(Struct, frozen=True, tag="arrange"):
    """The table: who attacks in the single battle, and where."""

    attacker: Side
    ground: Literal["open", "minor", "major"]
    walled: bool


Move = (
    SetUp
    | KeepHand
    | Redeal
    | ChooseCard
    | NeutralJoins
    | MoveBlock
    | JoinSiege
    | LeaveSiege
    | Revolt
    | AcceptPersia
    | EndMoves
    | Attack
    | PlaceBlock
    | EndBattles
    | LookUpCity
    | Muster
    | EndMuster
    | Assault
    | CombatAction
    | TakeHit
    | ForcedRetreat
    | Besiege
    | Sack
    | LoseHiddenStep
    | Supply
    | AddOrder
    | RemoveOrder
    | ConfirmPlan
    | CorrectHolder
    | AddCity
    | NamePlace
    | SetUpBattle
)
