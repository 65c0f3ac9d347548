"""Whether a phase in which all act at once is played one after another. Section 3."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Pick, Question
from companion.core.wording import N_, say
from companion.games.antiquity.moves import Move, PlanInTurn
from companion.games.antiquity.queries_agenda import PHASE_NAME, may_change_order, phase_key
from companion.games.antiquity.state import State

KEY, AT_ONCE, IN_TURN = "in-turn", "at-once", "one-by-one"
ONE_BY_ONE = say("One after another", short=N_("One after another"))
ALL_AGAIN = say("All at once again")


def or_in_turn(state: State, seat: int, asking: Asking[Move], *, secret: bool = False) -> Asking[Move]:
    """The questions of a phase, and first, while several are still to act, in which order."""
    if not may_change_order(state, seat):
        return (yield from asking)
    insisted = bool(_insisted(state))
    on = yield from _ask_order(insisted, secret)
    return (yield from asking) if on == insisted else PlanInTurn(on)


def on_one_form(state: State, seat: int, asking: Asking[Move]) -> Asking[Move]:
    """A question that stands alone, with that of the order on one form where there is one."""
    if not may_change_order(state, seat):
        return asking
    return together(phase_key(state.due), PHASE_NAME[phase_key(state.due)], or_in_turn(state, seat, asking))


def ask_others(state: State) -> Asking[Move]:
    """What a seat that does not act now may do: ask for turns, or give way."""
    options = (_at_once() if _insisted(state) else _in_turn(),)
    prompt = say("{phase}: others act.", phase=PHASE_NAME[phase_key(state.due)])
    return PlanInTurn((yield from Pick[str](key=KEY, prompt=prompt, options=options)) == IN_TURN)


def _insisted(state: State) -> int:
    return getattr(state.due, "insisted", 0)


def _ask_order(insisted: bool, secret: bool) -> Generator[Question, Answer, bool]:
    """Whether those who are still to act do so one after another."""
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
    )
    return (yield from ask) == IN_TURN


def _in_turn(*, apart: bool = False) -> Option[str]:
    hint = say("In turn order: the next one acts when the one before is done.")
    return Option(IN_TURN, ONE_BY_ONE, hint=hint, act=ONE_BY_ONE, icon="next", apart=apart)


def _at_once(*, apart: bool = False) -> Option[str]:
    return Option(AT_ONCE, ALL_AGAIN, act=ALL_AGAIN, icon="people", apart=apart)
