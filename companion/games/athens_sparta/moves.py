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
    """A block as somebody reads it from the cardboard."""

    kind: BlockKind
    letter: Letter
    rate: Rate
    strength: Steps

    @classmethod
    def rated(cls, kind: BlockKind, rating: str, strength: int) -> TypedBlock:
        """A block by its rating in one word: ``B2``."""
        letter: Letter = rating[0]  # type: ignore[assignment]
        return cls(kind, letter, int(rating[1]), strength)


class Move(Struct, frozen=True):
    """What a seat or the table may do; every kind of move is a class below."""


# -- the map (section 2) ---------------------------------------------------------------------------------------------


class LookUpCity(Move, frozen=True, tag="look"):
    """What is printed at a city, for the fields that were asked. ``keep``: for later plays."""

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
    """The table: the seat that plays Athens, the first Olympiad; where the box does not say, the Athenian hoplite and
    ship ``before`` Potidaea and the number of Spartan blocks ``inside``.
    """

    athens: Annotated[int, msgspec.Meta(ge=1, le=8)]
    olympiad: Annotated[int, msgspec.Meta(ge=83, le=LAST_OLYMPIAD)]
    before: list[TypedBlock] = []
    inside: CityPoints = 0


class SetUpBattle(Move, frozen=True, tag="arrange"):
    """The table: who attacks in the single battle, and where."""

    attacker: Side
    ground: Ground
    walled: bool


# -- cards (section 4) -----------------------------------------------------------------------------------------------


class KeepHand(Move, frozen=True, tag="keep"):
    """Keep the hand or ask for a new one. ``aside``: a card to discard; ``sicily``: a card face down at Syracuse."""

    redeal: bool
    aside: str = ""
    sicily: str = ""


class Redeal(Move, frozen=True, tag="redeal"):
    """The other side gets new cards. ``mine``: this side too."""

    mine: bool


class ChooseCard(Move, frozen=True, tag="choose"):
    """Lay a card face down."""

    card: str


# -- moves (section 5), to and from sieges (section 7.1) -------------------------------------------------------------


class MoveBlock(Move, frozen=True, tag="march"):
    """Spend a move point on a block. ``block`` and ``to`` only where every block is followed. With the ``use``
    ``strait`` it met an enemy ship there, lost a step and went back.
    """

    use: MoveKind
    block: str = ""
    to: str = ""


class JoinSiege(Move, frozen=True, tag="bring"):
    """Spend a move point to bring a block to an own siege or blockade."""

    city: str


class LeaveSiege(Move, frozen=True, tag="lift"):
    """Spend a move point to take a besieger, blockader or patrol away."""

    handle: str
    to: str = ""


class EndMoves(Move, frozen=True, tag="end-moves"):
    """End the move part of this Player Turn. ``blocks``: so many move before, each for a point, all in the way of
    ``use``; only where single blocks are not followed.
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
    """One more block is here: ``block`` of the owner's, else ``typed``; one that goes inside unseen may have neither.
    ``row``: a block of the box that lacked some fields; ``keep`` those for later plays.
    """

    stance: Literal["fight", "inside", "patrol", "sally"]
    block: str = ""
    typed: TypedBlock | None = None
    row: str = ""
    keep: bool = False


class EndMuster(Move, frozen=True, tag="mustered"):
    """No more blocks are here."""


class CombatAction(Move, frozen=True, tag="act"):
    """The combat turn of a block. ``to``: where it retreats, where every block is followed."""

    handle: str
    what: Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]
    to: str = ""


class TakeHit(Move, frozen=True, tag="hit"):
    """The block that takes the hit."""

    handle: str


class ForcedRetreat(Move, frozen=True, tag="leave"):
    """A block retreats, or cannot and is lost."""

    handle: str
    away: bool
    to: str = ""


class PlaceBlock(Move, frozen=True, tag="regroup"):
    """Enter where an own hidden block stands now, at no cost. ``to`` ``off`` takes a revolt block away."""

    block: str
    to: str


class EndBattles(Move, frozen=True, tag="end-battles"):
    """End the combat part of this Player Turn; all sieges not mentioned pass."""


# -- sieges and attrition (section 7) --------------------------------------------------------------------------------


class Assault(Move, frozen=True, tag="assault"):
    """Assault the walls with these blocks; none: not now."""

    handles: list[str]


class Besiege(Move, frozen=True, tag="settle"):
    """The blocks that stay to besiege or blockade; the others regroup."""

    handles: list[str]


class Sack(Move, frozen=True, tag="sack"):
    """A step for one of the victors; an empty handle forgoes the rest."""

    handle: str


class LoseHiddenStep(Move, frozen=True, tag="wound"):
    """In secret: the hidden block that loses a step; none for an undescribed one, ``gone`` if it was the last step."""

    block: str
    gone: bool


# -- neutral cities (section 9) --------------------------------------------------------------------------------------


class NeutralJoins(Move, frozen=True, tag="join"):
    """The neutral city that an event brings; empty for none."""

    city: str


class NameGreenBlocks(Move, frozen=True, tag="green"):
    """The table: the face-up blocks that belong to a neutral city which has changed hands."""

    handles: list[str]


# -- revolts (section 10) --------------------------------------------------------------------------------------------


class Revolt(Move, frozen=True, tag="revolt"):
    """Spend move points on a revolt. ``empty``: no enemy block is there. ``rating`` only where the box has none."""

    city: str
    steps: Steps
    empty: bool
    rating: str = ""


# -- replacements (section 11) ---------------------------------------------------------------------------------------


class AddOrder(Move, frozen=True, tag="plan"):
    """Add an order to the own replacement plan."""

    order: PlanOrder


class RemoveOrder(Move, frozen=True, tag="unplan"):
    """Remove an order from the own replacement plan."""

    order: PlanOrder


class ConfirmPlan(Move, frozen=True, tag="ready"):
    """Confirm the own replacement plan."""


# -- Syracuse and Persia (sections 13 and 14) ------------------------------------------------------------------------


class Supply(Move, frozen=True, tag="supply"):
    """The number of Spartan blocks in Corinth."""

    blocks: BlockCount


class AcceptPersia(Move, frozen=True, tag="persia"):
    """Sparta accepts the help of Persia."""


MOVES: Any = reduce(or_, Move.__subclasses__())
"""Every kind of move, to be read by its tag."""
