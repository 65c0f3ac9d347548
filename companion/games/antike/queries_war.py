"""What armies may do, and what a city's defence is. Section 6."""

from __future__ import annotations

from companion.games.antike.agenda import Acting
from companion.games.antike.queries import on_board
from companion.games.antike.reasons import unit_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import TEMPLE_COUNTS, UNITS, Column, Unit

COLUMN_OF: dict[Unit, Column] = {"legion": "legions", "galley": "galleys"}


def actions(nation: Nation, unit: Unit) -> int:
    """Manoeuvre actions of each unit of a kind: 1, or 2 and 3 with the know-how of its kind."""
    return 1 + nation.know[COLUMN_OF[unit]]


def defence(nation: Nation, *, temple: bool, legions: int = 0, galleys: int = 0) -> int:
    """1, with temple 3, its owner's units there, and Monarchy 1 or Democracy 2. Third parties do not count."""
    return (TEMPLE_COUNTS if temple else 1) + legions + galleys + nation.know["defence"]


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
    others = [] if seat == mover.seat else state.of(seat)
    return [(one, unit) for one in others for unit in UNITS if min(on_board(mover, unit), on_board(one, unit)) > 0]


def units_near(state: State, nation: Nation, city: str, unit: Unit) -> int:
    """How many units of a kind a nation may have in the province of a city at most."""
    return 0 if unit_reason(state, city, unit) else on_board(nation, unit)


def losses(state: State, nation: Nation, city: str, needed: int) -> range:
    """How many legions the conqueror may give up for a defence of ``needed``; the rest are galleys."""
    legions = units_near(state, nation, city, "legion")
    return range(max(0, needed - units_near(state, nation, city, "galley")), min(legions, needed) + 1)
