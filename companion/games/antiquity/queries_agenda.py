"""Who is awaited in a phase, and why. Section 3."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity import agenda
from companion.games.antiquity.state import State
from companion.games.antiquity.words import PHASES

PHASE_OF: dict[type[agenda.Due], str] = {
    agenda.Planning: "planning",
    agenda.Countryside: "countryside",
    agenda.Storing: "storing",
    agenda.ForcingLabour: "harvest",
    agenda.Exploring: "exploring",
    agenda.PlacingGraves: "famine",
    agenda.Polluting: "pollution",
    agenda.JudgingGiorgio: "victory",
    agenda.CountingHexes: "victory",
    agenda.Over: "victory",
}
PHASE_NAME = dict(PHASES)


def phase_key(due: agenda.Due) -> str:
    """The phase that is on, as ``words.PHASES`` names it."""
    polluted = isinstance(due, agenda.PlacingGraves) and due.polluted
    return "pollution" if polluted else PHASE_OF[type(due)]


def on_turn(state: State) -> int:
    """The seat whose turn it is to plan; 0 while all plan at once."""
    due = state.due
    if not isinstance(due, agenda.Planning) or not due.insisted:
        return 0
    return next((seat for seat in state.alive if seat not in state.ready), 0)


def _planners(state: State) -> Awaited:
    """Who plans: all at once; or one seat, while the others may answer an offer or prepare."""
    open_plans = tuple(seat for seat in state.alive if seat not in state.ready)
    if turn := on_turn(state):
        why = say("City building: {who} plans.", short=N_("{who} plans"), who=SeatName(turn))
        return Awaited((turn,), tuple(sorted(seat for seat in open_plans if seat != turn)), why, secret=True)
    why = say("City building: all plan in secret.", short=N_("All plan in secret"))
    return Awaited(open_plans, tuple(sorted(state.ready)), why, secret=True)


PHASE: dict[type[agenda.Due], Message] = {
    agenda.Countryside: say("Countryside"),
    agenda.Storing: say("Storage: discard what does not fit.", short=N_("Storage")),
    agenda.ForcingLabour: say("Harvest: forced labour."),
    agenda.Exploring: say("Exploration"),
    agenda.PlacingGraves: say("Graves have to be placed."),
    agenda.Polluting: say("Pollution: lay the counters."),
    agenda.CountingHexes: say("Several have won: count your hexes."),
}


def seats_left(due: agenda.Due) -> list[int]:
    """The seats that a phase still waits for; none while all plan, in set-up and at the end."""
    match due:
        case agenda.SettingUp() | agenda.Planning() | agenda.Over():
            return []
        case agenda.Storing(excess=owed) | agenda.PlacingGraves(graves=owed) | agenda.Polluting(counters=owed):
            return sorted(owed)
        case _:
            return due.left


def acting(state: State) -> list[int]:
    """The seats of a phase that act now: all that are left, or the first of them where somebody asked for turns."""
    due = state.due
    left = seats_left(due)
    if isinstance(due, agenda.AllAtOnce) and due.insisted:
        return [seat for seat in state.order if seat in left][:1]
    return left


def still_to_act(state: State) -> list[int]:
    """The seats that a phase waits for, in turn order."""
    match state.due:
        case agenda.Planning(insisted=0):
            return [seat for seat in state.alive if seat not in state.ready]
        case agenda.Planning():
            return [on_turn(state)]
        case agenda.Countryside(left=left) | agenda.Exploring(left=left):
            return left[:1]
        case agenda.JudgingGiorgio():
            return []
        case _:
            return [seat for seat in state.order if seat in acting(state)]


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    due = state.due
    match due:
        case agenda.SettingUp():
            return Awaited((TABLE,), why=say("Lay the map, then say which turn begins."))
        case agenda.JudgingGiorgio():
            return Awaited((TABLE,), why=say("San Giorgio: look at the map."))
        case agenda.Planning():
            return _planners(state)
        case agenda.Countryside(left=left) | agenda.Exploring(left=left):
            return Awaited((left[0],), why=say("{phase}: {who}.", phase=PHASE[type(due)], who=SeatName(left[0])))
        case _:
            return _actors(state)


def _actors(state: State) -> Awaited:
    """The seats that act in a phase of ``AllAtOnce`` (must), and those that may ask for turn order or withdraw it."""
    due, now = state.due, acting(state)
    may = tuple(seat for seat in sorted(state.alive) if seat not in now and may_change_order(state, seat))
    why = PHASE[type(due)]
    if isinstance(due, agenda.AllAtOnce) and due.insisted and now:
        why = say("{phase}: {who}.", phase=PHASE_NAME[phase_key(due)], who=SeatName(now[0]))
    return Awaited(tuple(now), may, why=why)


def may_change_order(state: State, seat: int) -> bool:
    """Whether a seat may ask that a phase of ``AllAtOnce`` be played in turn order, or give way again: while two are
    still to act.
    """
    due = state.due
    if not isinstance(due, agenda.AllAtOnce) or not state.options["in-turn"] or len(seats_left(due)) < 2:
        return False
    return due.insisted in (0, seat)
