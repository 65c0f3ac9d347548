"""Which seats act in a phase, and phases that players want to play in turn order. Section 3."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Pick, Question
from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity.moves import AcceptedTrade, Move, OfferedTrade, PlanInTurn
from companion.games.antiquity.state import (
    AllAtOnce,
    CountingHexes,
    Countryside,
    Due,
    Exploring,
    ForcingLabour,
    JudgingGiorgio,
    Over,
    PlacingGraves,
    Planning,
    Polluting,
    SettingUp,
    State,
    Storing,
)
from companion.games.antiquity.words import PHASES

PHASE_OF: dict[type[Due], str] = {
    Planning: "planning",
    Countryside: "countryside",
    Storing: "storing",
    ForcingLabour: "harvest",
    Exploring: "exploring",
    PlacingGraves: "famine",
    Polluting: "pollution",
    JudgingGiorgio: "victory",
    CountingHexes: "victory",
    Over: "victory",
}
PHASE_NAME = dict(PHASES)


def phase_key(due: Due) -> str:
    """The phase that is on, as ``words.PHASES`` names it."""
    polluted = isinstance(due, PlacingGraves) and due.polluted
    return "pollution" if polluted else PHASE_OF[type(due)]


def on_turn(state: State) -> int:
    """The seat whose turn it is to plan; 0 while all plan at once."""
    due = state.due
    if not isinstance(due, Planning) or not due.insisted:
        return 0
    return next((seat for seat in state.alive if seat not in state.ready), 0)


def seats_left(due: Due) -> list[int]:
    """The seats that a phase still waits for; none while all plan, in set-up and at the end."""
    match due:
        case SettingUp() | Planning() | Over():
            return []
        case Storing(excess=owed) | PlacingGraves(graves=owed) | Polluting(counters=owed):
            return sorted(owed)
        case _:
            return due.left


def acting(state: State) -> list[int]:
    """The seats of a phase that act now: all that are left, or the first of them if a player asked for turn order."""
    due = state.due
    left = seats_left(due)
    if isinstance(due, AllAtOnce) and due.insisted:
        return [seat for seat in state.order if seat in left][:1]
    return left


def still_to_act(state: State) -> list[int]:
    """The seats that a phase waits for, in turn order."""
    match state.due:
        case Planning(insisted=0):
            return [seat for seat in state.alive if seat not in state.ready]
        case Planning():
            return [on_turn(state)]
        case Countryside(left=left) | Exploring(left=left):
            return left[:1]
        case JudgingGiorgio():
            return []
        case _:
            return [seat for seat in state.order if seat in acting(state)]


def may_change_order(state: State, seat: int) -> bool:
    """Whether a seat may ask for turn order in a phase of ``AllAtOnce``, or withdraw its request: while at least two
    seats are still to act.
    """
    due = state.due
    if not isinstance(due, AllAtOnce) or not state.options["in-turn"] or len(seats_left(due)) < 2:
        return False
    return due.insisted in (0, seat)


def in_turn_reason(state: State, seat: int, move: PlanInTurn) -> Message | None:
    """The reason why a seat cannot ask for turn order, or withdraw the request; None if it can."""
    due = state.due
    if isinstance(due, Planning):
        return _planning_reason(state, due, seat, move)
    if not state.options["in-turn"]:
        return say("All act at once on this table.")
    if len(seats_left(due)) < 2:
        return say("Only one is left to act.")
    insisted: int = getattr(due, "insisted", 0)
    if move.on:
        return say("You act one after another already.") if insisted else None
    return None if insisted == seat else say("Only whoever asked for it may give way.")


def _planning_reason(state: State, due: Planning, seat: int, move: PlanInTurn) -> Message | None:
    """Like ``in_turn_reason`` for city building: a request cannot be withdrawn once a plan was carried out."""
    if not state.options["in-turn"]:
        return say("All plan at once on this table.")
    if move.on:
        return say("You plan one after another already.") if due.insisted else None
    if due.insisted != seat:
        return say("Only whoever asked for it may give way.")
    return say("A city stands already.") if state.ready else None


def acting_reason(state: State, seat: int) -> Message | None:
    """Why a seat does not act now in a phase in which all act at once, or one after another."""
    now = acting(state)
    if seat in now:
        return None
    if seat in seats_left(state.due):
        return say("{who} acts first.", who=SeatName(now[0]))
    return say("You have nothing to do in this phase.")


def play_in_turn(step: Step[State], move: PlanInTurn) -> None:
    """Switch the phase to turn order, or back to all at once. What seats have done in the phase stays."""
    due = step.state.due
    if not isinstance(due, Planning | AllAtOnce):
        step.not_now()
    step.require(in_turn_reason(step.state, step.seat, move))
    if isinstance(due, Planning):
        _plan_in_turn(step, move)
        return
    due.insisted = step.seat if move.on else 0
    who, phase = SeatName(step.seat), PHASE_NAME[phase_key(due)]
    if move.on:
        step.tell(say("{who} asks to go one after another: {phase}.", who=who, phase=phase))
    else:
        step.tell(say("{who} gives way, all act at once: {phase}.", who=who, phase=phase))


def _plan_in_turn(step: Step[State], move: PlanInTurn) -> None:
    """Switch city building to turn order, or back. Plans stay; offers and trades are cancelled."""
    state, who = step.state, SeatName(step.seat)
    state.due = Planning(step.seat if move.on else 0)
    state.ready = []
    for plan in state.plans.values():
        plan.value.lines = [
            line for line in plan.value.lines if not isinstance(line.order, OfferedTrade | AcceptedTrade)
        ]
    state.trades = {key: Sealed(sealed.to, []) for key, sealed in state.trades.items()}
    if move.on:
        step.tell(say("{who} asks to plan one after another. Offers and trades so far are off.", who=who))
    else:
        step.tell(say("{who} gives way: all plan at once. Offers and trades so far are off.", who=who))


KEY, AT_ONCE, IN_TURN = "in-turn", "at-once", "one-by-one"
ONE_BY_ONE = say("One after another", short=N_("One after another"))
ALL_AGAIN = say("All at once again")
ANYBODY_MAY_ASK = say(
    "Any player may ask that those who are still to act do so one after another, in turn order. It holds for this "
    "phase of this turn."
)


def or_in_turn(state: State, seat: int, asking: Asking[Move], *, secret: bool = False) -> Asking[Move]:
    """Ask in which order the phase is played, if the seat may change that; then the questions in ``asking``."""
    if not may_change_order(state, seat):
        return (yield from asking)
    insisted = bool(_insisted(state))
    on = yield from _ask_order(insisted, secret)
    return (yield from asking) if on == insisted else PlanInTurn(on)


def on_one_form(state: State, seat: int, asking: Asking[Move]) -> Asking[Move]:
    """Put the question of a phase and the one about its order on one form, if the order is asked."""
    if not may_change_order(state, seat):
        return asking
    return together(phase_key(state.due), PHASE_NAME[phase_key(state.due)], or_in_turn(state, seat, asking))


def ask_others(state: State) -> Asking[Move]:
    """Ask a seat that does not act now whether it asks for turn order, or withdraws that request."""
    options = (_at_once() if _insisted(state) else _in_turn(),)
    prompt = say("{phase}: others act.", phase=PHASE_NAME[phase_key(state.due)])
    return PlanInTurn(
        (yield from Pick[str](key=KEY, prompt=prompt, options=options, meaning=ANYBODY_MAY_ASK)) == IN_TURN
    )


def _insisted(state: State) -> int:
    return getattr(state.due, "insisted", 0)


def _ask_order(insisted: bool, secret: bool) -> Generator[Question, Answer, bool]:
    """Ask whether the seats still to act do so in turn order. True if they do."""
    usual, change = Option(AT_ONCE, say("All at once"), icon="people"), _in_turn(apart=True)
    if insisted:
        usual, change = Option(IN_TURN, ONE_BY_ONE, icon="next"), _at_once(apart=True)
    ask = Pick[str](
        key=KEY,
        prompt=say("In which order?", short=N_("In which order?")),
        options=(usual, change),
        default=usual.value,
        usual=usual.value,
        secret=secret,
        meaning=ANYBODY_MAY_ASK,
    )
    return (yield from ask) == IN_TURN


def _in_turn(*, apart: bool = False) -> Option[str]:
    hint = say("In turn order: the next one acts when the one before is done.")
    return Option(IN_TURN, ONE_BY_ONE, hint=hint, act=ONE_BY_ONE, icon="next", apart=apart)


def _at_once(*, apart: bool = False) -> Option[str]:
    return Option(AT_ONCE, ALL_AGAIN, act=ALL_AGAIN, icon="people", apart=apart)
