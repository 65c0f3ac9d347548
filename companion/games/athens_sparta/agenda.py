"""The kinds of things a play waits for. The agenda is a stack of them; the last is due first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.athens_sparta.tables import CITY_FIELDS, CityField, Side


class SideDue(Struct, frozen=True):
    """What one side decides."""

    side: Side


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table enters who plays whom and how the war begins (section 3)."""


class Dealing(Struct, frozen=True, tag="dealing"):
    """Deal the hands of an Olympiad. ``again``: the sides that get new cards."""

    again: list[Side]


class CheckingHands(Struct, frozen=True, tag="hands"):
    """Both sides, in secret: keep the hand or ask for a new one, and which cards to lay aside."""


class Redealing(SideDue, frozen=True, tag="redealing"):
    """``side`` keeps its hand or takes a new one, because the other side asked for one."""


class ChoosingCards(Struct, frozen=True, tag="choosing"):
    """Both sides choose a card in secret."""


class PlayerTurn(Struct, frozen=True, tag="player-turn"):
    """Begin the Player Turn of ``side``: event, moves, battles, attrition."""

    side: Side


class NeutralJoining(SideDue, frozen=True, tag="joining"):
    """An event brings a neutral city to ``side``."""


class Moving(SideDue, frozen=True, tag="moving"):
    """The move part of a Player Turn."""


class ChoosingBattle(SideDue, frozen=True, tag="fighting"):
    """The combat part of a Player Turn: which battle comes next, or none."""


class LookingUpCity(Struct, frozen=True, tag="looking"):
    """The table enters what is printed at a city: those of ``fields`` that the box lacks."""

    city: str
    fields: tuple[CityField, ...] = CITY_FIELDS


class NamingGreenBlocks(Struct, frozen=True, tag="naming-green"):
    """The table enters which face-up blocks belong to a neutral city that ``side`` has taken."""

    city: str
    side: Side


class NeutralAttack(Struct, frozen=True, tag="neutral-attack"):
    """Blocks of the neutral city ``city``, which went over to ``side``, attack the enemies they stand among."""

    city: str
    place: str
    side: Side


class Mustering(SideDue, frozen=True, tag="mustering"):
    """``side`` enters which of its blocks are there, one by one. ``why``: ``join`` a siege, ``describe`` hidden blocks
    that must show themselves, or the part in a battle.
    """

    place: str
    why: Literal["attack", "defend", "join", "sally", "describe"]


class BattleContinues(Struct, frozen=True, tag="clashing"):
    """The battle goes on; ``State.battle`` says with what."""


class Assaulting(SideDue, frozen=True, tag="assaulting"):
    """The attacker assaults or not, and with which blocks."""


class CombatTurn(SideDue, frozen=True, tag="acting"):
    """One of these blocks of ``side`` takes its combat turn."""

    handles: list[str]


class AssigningHits(SideDue, frozen=True, tag="hits"):
    """The owner picks which of its strongest blocks takes a hit. ``left``: hits to assign; ``among``: handles of the
    targets; ``double``: double defence.
    """

    left: int
    among: list[str]
    double: bool


class Retreating(SideDue, frozen=True, tag="leaving"):
    """A block must retreat, or is lost."""

    handle: str


class Besieging(SideDue, frozen=True, tag="settling"):
    """The attacker picks the blocks that stay to besiege or blockade."""

    place: str


class Sacking(SideDue, frozen=True, tag="sacking"):
    """The victors spend the points of a captured major city on steps."""

    place: str
    points: int


class Attrition(Struct, frozen=True, tag="wearing"):
    """Attrition of ``side``. ``done``: groups that have rolled, as place/role; ``cancelled``: only sieges roll."""

    side: Side
    done: list[str]
    cancelled: bool = False


class HiddenLosses(SideDue, frozen=True, tag="wounds"):
    """The owner picks in secret which hidden block loses a step: of a garrison, or in a city out of supply."""

    place: str
    left: int
    why: Literal["garrison", "corinth", "hellespont"]


class SupplyCheck(SideDue, frozen=True, tag="supplying"):
    """Sparta enters how many blocks stand in Corinth, cut off from Sicily."""


class TurnEnd(Struct, frozen=True, tag="turn-end"):
    """The end of a Game Turn."""


class PlanningReplacements(Struct, frozen=True, tag="replacing"):
    """Both sides plan their replacements in secret."""


class SettingUpBattle(Struct, frozen=True, tag="arranging"):
    """The table enters the place of a single battle."""


SecretDue = CheckingHands | ChoosingCards | PlanningReplacements
"""What both sides decide in secret, each in its own time."""

TableDue = SettingUp | SettingUpBattle | LookingUpCity | NamingGreenBlocks
"""What the table enters."""

AutomaticDue = Dealing | PlayerTurn | BattleContinues | NeutralAttack | Attrition | TurnEnd
"""What goes on by itself."""

Due = (
    Redealing
    | NeutralJoining
    | Moving
    | ChoosingBattle
    | Mustering
    | Assaulting
    | CombatTurn
    | AssigningHits
    | Retreating
    | Besieging
    | Sacking
    | HiddenLosses
    | SupplyCheck
    | SecretDue
    | TableDue
    | AutomaticDue
)
