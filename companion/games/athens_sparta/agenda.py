"""What a play waits for: the agenda is a stack of these, the last first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.athens_sparta.tables import CITY_FIELDS, CityField, Side


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who plays whom, and how the war begins."""


class Dealing(Struct, frozen=True, tag="dealing"):
    """An Olympiad begins. ``again`` are the sides that are dealt anew."""

    again: list[Side]


class CheckingHands(Struct, frozen=True, tag="hands"):
    """Both look at their hands in secret: keep it or not, what to lay aside."""


class Redealing(Struct, frozen=True, tag="redealing"):
    """``side`` may keep its hand or have a new one, because the other asked for one."""

    side: Side


class ChoosingCards(Struct, frozen=True, tag="choosing"):
    """Both choose a card in secret."""


class PlayerTurn(Struct, frozen=True, tag="player-turn"):
    """A Player Turn begins: event, moves, battles, attrition."""

    side: Side


class NeutralJoining(Struct, frozen=True, tag="joining"):
    """An event brings a neutral city to ``side``."""

    side: Side


class Moving(Struct, frozen=True, tag="moving"):
    """The move part of a Player Turn."""

    side: Side


class ChoosingBattle(Struct, frozen=True, tag="fighting"):
    """The combat part of a Player Turn: battles one after the other."""

    side: Side


class LookingUpCity(Struct, frozen=True, tag="looking"):
    """The table looks up what the box does not know of a city: those of ``fields`` that are missing."""

    city: str
    fields: tuple[CityField, ...] = CITY_FIELDS


class Mustering(Struct, frozen=True, tag="mustering"):
    """``side`` says which of its blocks are there, one by one."""

    side: Side
    place: str
    why: Literal["attack", "defend", "join", "sally", "describe"]


class BattleContinues(Struct, frozen=True, tag="clashing"):
    """The battle goes on; what is due follows from ``State.battle``."""


class Assaulting(Struct, frozen=True, tag="assaulting"):
    """The attacker may assault, and says with which blocks."""

    side: Side


class CombatTurn(Struct, frozen=True, tag="acting"):
    """One of these blocks of ``side`` has its combat turn."""

    side: Side
    handles: list[str]


class AssigningHits(Struct, frozen=True, tag="hits"):
    """The owner picks which of its strongest blocks is hit. ``among`` are the targets, ``double`` their walls."""

    side: Side
    left: int
    among: list[str]
    double: bool


class Retreating(Struct, frozen=True, tag="leaving"):
    """A block that must go away."""

    side: Side
    handle: str


class Besieging(Struct, frozen=True, tag="settling"):
    """The attacker says which of his blocks stay for the siege or blockade."""

    side: Side
    place: str


class Sacking(Struct, frozen=True, tag="sacking"):
    """Points of a captured major city, for the victors."""

    side: Side
    place: str
    points: int


class Attrition(Struct, frozen=True, tag="wearing"):
    """Attrition of a side; ``done`` are the groups that have rolled."""

    side: Side
    done: list[str]
    cancelled: bool = False


class HiddenLosses(Struct, frozen=True, tag="wounds"):
    """The owner of hidden blocks says in secret which of them take the hits: a garrison, or blocks short of supply."""

    side: Side
    place: str
    left: int
    why: Literal["garrison", "corinth", "hellespont"]


class SupplyCheck(Struct, frozen=True, tag="supplying"):
    """Sparta says how many blocks stand in Corinth, cut off from Sicily."""

    side: Side


class TurnEnd(Struct, frozen=True, tag="turn-end"):
    """The end of a Game Turn."""


class PlanningReplacements(Struct, frozen=True, tag="replacing"):
    """Both plan their replacements in secret."""


class SettingUpBattle(Struct, frozen=True, tag="arranging"):
    """The table describes the place of a single battle."""


Due = (
    SettingUp
    | Dealing
    | CheckingHands
    | Redealing
    | ChoosingCards
    | PlayerTurn
    | NeutralJoining
    | Moving
    | ChoosingBattle
    | LookingUpCity
    | Mustering
    | BattleContinues
    | Assaulting
    | CombatTurn
    | AssigningHits
    | Retreating
    | Besieging
    | Sacking
    | Attrition
    | HiddenLosses
    | SupplyCheck
    | TurnEnd
    | PlanningReplacements
    | SettingUpBattle
)
