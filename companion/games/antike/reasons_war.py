"""Battles and conquests: who may, what a city's defence is, what both sides lose. R-MAN."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.wording import N_, Message, say
from companion.games.antike.moves import Battle, Conquer
from companion.games.antike.queries_cities import (
    cities,
    discs_left,
    has_city,
    has_temple,
    on_board,
)
from companion.games.antike.queries_production import NO_SUCH_CITY, unit_reason
from companion.games.antike.state import Acting, Nation, State
from companion.games.antike.tables import TEMPLE_COUNTS, UNITS, Column, Unit

NO_NATION = say("There is no such nation.", short=N_("No such nation"))
COLUMN_OF: dict[Unit, Column] = {"legion": "legions", "galley": "galleys"}


def actions(nation: Nation, unit: Unit) -> int:
    """Manoeuvre actions of each unit of a kind: 1, or 2 and 3 with the know-how of its kind."""
    return 1 + nation.know[COLUMN_OF[unit]]


def defence(nation: Nation, *, temple: bool, legions: int, galleys: int) -> int:
    """1, with temple 3, its owner's units there, and Monarchy 1 or Democracy 2. Third parties do not count."""
    return (TEMPLE_COUNTS if temple else 1) + legions + galleys + nation.know["defence"]


def opponents(state: State, nation: Nation) -> Iterator[tuple[Nation, Unit]]:
    """Everybody the nation could fight now, and with what."""
    for other in state.nations:
        for unit in UNITS:
            if other is not nation and min(on_board(nation, unit), on_board(other, unit)) > 0:
                yield other, unit


def maneuvering(state: State) -> Acting | None:
    """The manoeuvre that is on, if one is."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Acting) and top.space.startswith("maneuver") else None


def may_battle(state: State) -> bool:
    """Whether battles may be demanded now: during a manoeuvre, in 2006 only before its conquests."""
    acting = maneuvering(state)
    return acting is not None and not (acting.conquered and state.switches.phases)


def demanding(state: State, seat: int) -> list[tuple[Nation, Unit]]:
    """What nations of a seat that is not on turn may demand battles with, against the one that manoeuvres."""
    acting = maneuvering(state)
    if acting is None or not may_battle(state):
        return []
    mover = state.nation(acting.nation)
    return [(other, unit) for other, unit in opponents(state, mover) if other.seat == seat != mover.seat]


def battle_reason(state: State, seat: int, move: Battle) -> Message | None:
    """Why there can be no such battle, or None. The manoeuvring nation may demand it, and any other against it."""
    acting = maneuvering(state)
    keys = [nation.key for nation in state.nations]
    if acting is None or move.own not in keys or move.other not in keys or move.own == move.other:
        return NO_NATION
    if not may_battle(state):
        return say("Battles come before conquests.", short=N_("Battles came first"))
    own, other = state.nation(move.own), state.nation(move.other)
    if own.seat != seat or acting.nation not in (move.own, move.other):
        return NO_NATION
    if own.key != acting.nation and own.seat == state.nation(acting.nation).seat:
        return NO_NATION
    most = min(on_board(own, move.unit), on_board(other, move.unit))
    if not 1 <= move.pairs <= most:
        return say("There are not that many units.", short=N_("Not that many"))
    return None


def city_reason(state: State, nation: Nation, target: Nation, city: str) -> Message | None:
    """Why a city cannot even be attacked, whatever defends it, or None."""
    if target is nation:
        return NO_NATION
    if not has_city(state, target, city):
        return NO_SUCH_CITY
    if cities(state, target) <= 1:
        return say("The last city of a nation cannot be conquered.", short=N_("Their last city"))
    needed = defence(target, temple=has_temple(state, city), legions=0, galleys=0)
    return force_reason(state, nation, city, needed)


def units_near(state: State, nation: Nation, city: str, unit: Unit) -> int:
    """How many units of a kind a nation may have in the province of a city at most."""
    return 0 if unit_reason(state, city, unit) else on_board(nation, unit)


def force_reason(state: State, nation: Nation, city: str, needed: int) -> Message | None:
    """Why a nation cannot give up so many units at a city, or None."""
    if units_near(state, nation, city, "legion") + units_near(state, nation, city, "galley") >= needed:
        return None
    return say("The defence is {n}: not enough units.", short=N_("Defence {n}: too few"), n=needed)


def losses(state: State, nation: Nation, city: str, needed: int) -> range:
    """How many legions the conqueror may give up for a defence of ``needed``; the rest are galleys."""
    legions = units_near(state, nation, city, "legion")
    return range(max(0, needed - units_near(state, nation, city, "galley")), min(legions, needed) + 1)


def conquest_reason(state: State, nation: Nation, move: Conquer) -> Message | None:
    """Why a conquest is not possible, or None."""
    target = next((one for one in state.nations if one.key == move.nation), nation)
    if reason := city_reason(state, nation, target, move.city):
        return reason
    if not 0 <= move.legions <= units_near(state, target, move.city, "legion"):
        return say("There are not that many units.", short=N_("Not that many"))
    if not 0 <= move.galleys <= units_near(state, target, move.city, "galley"):
        return say("There are not that many units.", short=N_("Not that many"))
    needed = defence(target, temple=has_temple(state, move.city), legions=move.legions, galleys=move.galleys)
    if reason := force_reason(state, nation, move.city, needed):
        return reason
    if move.lost_legions not in losses(state, nation, move.city, needed) or (
        move.lost_legions + move.lost_galleys != needed
    ):
        return say("The defence is {n}: give up that many units.", short=N_("Give up {n}"), n=needed)
    return swap_reason(state, nation, move.swap)


def swap_reason(state: State, nation: Nation, swap: str) -> Message | None:
    """A conqueror with all 25 discs out takes one off a city of its own; with fewer it may not."""
    if (discs_left(state, nation) <= 0) == bool(swap):
        return None if not swap or has_city(state, nation, swap) else NO_SUCH_CITY
    if swap:
        return say("There are city discs left.", short=N_("Discs are left"))
    return say("All 25 discs are out: take one off a city of yours.", short=N_("Take a disc off"))
