"""Which rule puts which move into effect, and what goes on by itself until somebody must decide. Sections 4 and 8."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.antike import moves, rules_action, rules_start, rules_turn, rules_war
from companion.games.antike.agenda import Acting, Award, CoinDue, Founding, Next, Seas
from companion.games.antike.queries import seas_matter
from companion.games.antike.reasons import any_found_reason, chips_reason, may_trade, usable
from companion.games.antike.rules_turn import award
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, SPACES

RULES: Rules[State] = {
    moves.Begin: rules_start.begin,
    moves.Settle: rules_start.name_cities,
    moves.Keep: rules_start.keep_city,
    moves.Take: rules_turn.take_good,
    moves.Go: rules_turn.go,
    moves.Trade: rules_action.trade,
    moves.Build: rules_action.build,
    moves.Arm: rules_action.arm,
    moves.Learn: rules_action.learn,
    moves.Battle: rules_war.battle,
    moves.Conquer: rules_war.conquer,
    moves.Survey: rules_war.survey,
    moves.Found: rules_action.found,
    moves.Sail: rules_turn.say_seas,
    moves.Choose: rules_turn.choose,
    moves.Done: rules_turn.finish_part,
    moves.PlayOn: rules_turn.play_on,
}


def proceed(step: Step[State]) -> None:
    """Work off whatever needs nobody's word, until somebody must decide again or the play is over."""
    while step.state.agenda and not step.state.ending and settles(step):
        pass
    if step.state.ending:
        step.state.agenda.clear()


def settles(step: Step[State]) -> bool:
    """Whether the top of the agenda needed nobody; then it is done."""
    state = step.state
    match state.agenda[-1]:
        case CoinDue() if all(chips_reason(state, good, 1) for good in GOODS):
            state.agenda.pop()
        case Acting(nation=key, space=space) if not may_act(state, state.nation(key), space):
            state.agenda.pop()
        case Founding(nation=key) if idle(state, state.nation(key)):
            state.agenda.pop()
        case Seas(nation=key) if not seas_matter(state, state.nation(key)):
            state.agenda.pop()
        case Award(nation=key):
            state.agenda.pop()
            award(step, state.nation(key))
        case Next(nation=key):
            state.agenda.pop()
            rules_turn.next_nation(step, state.nation(key))
        case _:
            return False
    return True


def may_act(state: State, nation: Nation, space: str) -> bool:
    """Whether a space still offers anything; manoeuvres end by a word."""
    if space.startswith("maneuver") or may_trade(state, nation) is None:
        return True
    return any(goal == space and usable(state, nation, goal) for goal in SPACES)


def idle(state: State, nation: Nation) -> bool:
    """Whether nothing can be founded, nor traded for."""
    return any_found_reason(state, nation) is not None and may_trade(state, nation) is not None
