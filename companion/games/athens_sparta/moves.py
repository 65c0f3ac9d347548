"""The moves of the sides and of the table, in the order of the rule book."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from companion.games.athens_sparta.state import PlanOrder
from companion.games.athens_sparta.tables import (
    HIGHEST_RATE,
    LAST_OLYMPIAD,
    MOST_STEPS,
    BlockKind,
    Holder,
    Letter,
    MoveKind,
    Side,
)

# -- what moves name -------------------------------------------------------------------------------------------------

Steps = Annotated[int, msgspec.Meta(ge=1, le=MOST_STEPS)]
Rate = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_RATE)]
BlockCount = Annotated[int, msgspec.Meta(ge=0, le=20)]
CityPoints = Annotated[int, msgspec.Meta(ge=0, le=4)]
Name = Annotated[str, msgspec.Meta(max_length=40)]
YesNo = Literal["yes", "no"]
Ground = Literal["open", "minor", "major"]
Colour = Literal["blue", "red", "green", "orange"]


class TypedBlock(Struct, frozen=True):
    """A block as a player reads it from the real block."""

    kind: BlockKind
    letter: Letter
    rate: Rate
    strength: Steps

    @classmethod
    def rated(cls, kind: BlockKind, rating: str, strength: int) -> TypedBlock:
        """A block from its rating as a string, such as ``B2``."""
        letter: Letter = rating[0]  # type: ignore[assignment]
        return cls(kind, letter, int(rating[1]), strength)


class Move(Struct, frozen=True):
    """Base of all moves of a seat or the table."""


# -- the map (section 2) ---------------------------------------------------------------------------------------------


class LookUpCity(Move, frozen=True, tag="look"):
    """Enter what is printed at a city, for the fields that were asked. ``keep``: store them for later plays."""

    city: str
    keep: bool
    colour: Colour | None = None
    points: CityPoints | None = None
    walled: YesNo | None = None
    port: YesNo | None = None
    island: YesNo | None = None


class AddCity(Move, frozen=True, tag="found"):
    """The table adds a city of the map that is not listed, with its facts. Without a name it gets a number."""

    name: Name
    keep: bool
    colour: Colour
    points: CityPoints
    walled: YesNo
    port: YesNo


class NamePlace(Move, frozen=True, tag="call"):
    """The table names a place in the open or a city that had only a number."""

    place: str
    name: Name
    keep: bool


class CorrectHolder(Move, frozen=True, tag="fix"):
    """The table corrects who holds a city."""

    city: str
    holder: Holder


# -- set-up (section 3) ----------------------------------------------------------------------------------------------


class SetUp(Move, frozen=True, tag="set-up"):
    """Entered by the table: the seat that plays Athens and the first Olympiad; if the box does not say it, also the
    Athenian hoplite and ship ``before`` Potidaea and the number of Spartan blocks ``inside``.
    """

    athens: Annotated[int, msgspec.Meta(ge=1, le=8)]
    olympiad: Annotated[int, msgspec.Meta(ge=83, le=LAST_OLYMPIAD)]
    before: list[TypedBlock] = []
    inside: CityPoints = 0


class SetUpBattle(Move, frozen=True, tag="arrange"):
    """Entered by the table: who attacks in the single battle, and where."""

    attacker: Side
    ground: Ground
    walled: bool


# -- cards (section 4) -----------------------------------------------------------------------------------------------


class KeepHand(Move, frozen=True, tag="keep"):
    """Keep the hand or ask for a new one. ``aside`` is a card to discard, ``sicily`` a card to put face down at
    Syracuse.
    """

    redeal: bool
    aside: str = ""
    sicily: str = ""


class Redeal(Move, frozen=True, tag="redeal"):
    """Answer after the other side asked for a new hand. ``mine``: this side takes a new one too."""

    mine: bool


class ChooseCard(Move, frozen=True, tag="choose"):
    """Choose a card, face down."""

    card: str


# -- moves (section 5), to and from sieges (section 7.1) -------------------------------------------------------------


class MoveBlock(Move, frozen=True, tag="march"):
    """Spend a move point on a block. ``block`` and ``to`` are set only at the level ``full``. With the ``use``
    ``strait`` the block met an enemy ship, lost a step and went back.
    """

    use: MoveKind
    block: str = ""
    to: str = ""


class JoinSiege(Move, frozen=True, tag="bring"):
    """Spend a move point to bring a block to a siege or blockade of its side."""

    city: str


class LeaveSiege(Move, frozen=True, tag="lift"):
    """Spend a move point to withdraw a besieger, blockader or patrol."""

    handle: str
    to: str = ""


class EndMoves(Move, frozen=True, tag="end-moves"):
    """End the move part of this Player Turn. Before that, ``blocks`` blocks move for one point each, all in the way of
    ``use``; only at levels that do not follow single blocks.
    """

    blocks: BlockCount = 0
    use: MoveKind = "operational"


# -- battles (section 6) ---------------------------------------------------------------------------------------------


class Attack(Move, frozen=True, tag="attack"):
    """Begin a battle at a city, or in the open (no ``place``). ``kind``: assault, sally, or field for all others."""

    place: str
    kind: Literal["field", "assault", "sally"]
    name: Name = ""


class Muster(Move, frozen=True, tag="muster"):
    """Enter one more block that is present: ``block`` of the owner's, else ``typed``; one that goes inside unseen may
    have neither. ``row`` is a block of the box that lacks some fields; ``keep`` stores them for later plays.
    """

    stance: Literal["fight", "inside", "patrol", "sally"]
    block: str = ""
    typed: TypedBlock | None = None
    row: str = ""
    keep: bool = False


class EndMuster(Move, frozen=True, tag="mustered"):
    """Say that no more blocks are present."""


class CombatAction(Move, frozen=True, tag="act"):
    """The combat turn of a block. ``to`` is where it retreats, at the level ``full``."""

    handle: str
    what: Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]
    to: str = ""


class TakeHit(Move, frozen=True, tag="hit"):
    """Choose the block that takes the hit."""

    handle: str


class ForcedRetreat(Move, frozen=True, tag="leave"):
    """A block retreats, or cannot and is lost."""

    handle: str
    away: bool
    to: str = ""


class PlaceBlock(Move, frozen=True, tag="regroup"):
    """Enter where a hidden block of the side stands now, at no cost. ``to`` ``off`` removes a revolt block from the
    map.
    """

    block: str
    to: str


class EndBattles(Move, frozen=True, tag="end-battles"):
    """End the combat part of this Player Turn; sieges without a battle stay as they are."""


# -- sieges and attrition (section 7) --------------------------------------------------------------------------------


class Assault(Move, frozen=True, tag="assault"):
    """Assault the walls with these blocks; with none, do not assault now."""

    handles: list[str]


class Besiege(Move, frozen=True, tag="settle"):
    """Choose the blocks that stay to besiege or blockade; the others regroup."""

    handles: list[str]


class Sack(Move, frozen=True, tag="sack"):
    """Add a step to one of the victors; an empty handle gives up the remaining points."""

    handle: str


class LoseHiddenStep(Move, frozen=True, tag="wound"):
    """In secret: choose the hidden block that loses a step; empty for an undescribed one, ``gone`` if that was its last
    step.
    """

    block: str
    gone: bool


# -- neutral cities (section 9) --------------------------------------------------------------------------------------


class NeutralJoins(Move, frozen=True, tag="join"):
    """Choose the neutral city that joins by an event; empty for none."""

    city: str


class NameGreenBlocks(Move, frozen=True, tag="green"):
    """Entered by the table: the face-up blocks that belong to a neutral city which has changed hands."""

    handles: list[str]


# -- revolts (section 10) --------------------------------------------------------------------------------------------


class Revolt(Move, frozen=True, tag="revolt"):
    """Spend move points on a revolt. ``empty``: no enemy block is there. ``rating`` is set only if the box has none."""

    city: str
    steps: Steps
    empty: bool
    rating: str = ""


# -- replacements (section 11) ---------------------------------------------------------------------------------------


class AddOrder(Move, frozen=True, tag="plan"):
    """Add an order to the side's replacement plan."""

    order: PlanOrder


class RemoveOrder(Move, frozen=True, tag="unplan"):
    """Remove an order from the side's replacement plan."""

    order: PlanOrder


class ConfirmPlan(Move, frozen=True, tag="ready"):
    """Confirm the side's replacement plan."""


# -- Syracuse and Persia (sections 13 and 14) ------------------------------------------------------------------------


class Supply(Move, frozen=True, tag="supply"):
    """Enter the number of Spartan blocks in Corinth."""

    blocks: BlockCount


class AcceptPersia(Move, frozen=True, tag="persia"):
    """Sparta accepts the help of Persia."""


MOVES: Any = reduce(or_, Move.__subclasses__())
"""Every kind of move, decoded by its tag."""
