"""Reminders: what people may forget at the question that comes next."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import Message, say, say_n
from companion.games.antike.state import Acting, Founding, State, Turn
from companion.games.antike.war import actions, demanding, maneuvering
from companion.games.antike.words import SPACE_NAMES


def _coins_left(n: int) -> Message:
    return say_n(
        "{n} coin is left: whoever gets none takes a chip.", "{n} coins are left: whoever gets none takes a chip.", n
    )


def remind(step: Step[State]) -> None:
    """Show hints about what is due now. Sections 4 and 6."""
    state = step.state
    due = state.agenda[-1] if state.agenda else None
    match due:
        case Acting(nation=key, space="arming"):
            step.remind(
                state.nation(key).seat, say("Galleys only where there is a blue border, legions where a red one.")
            )
        case Founding(nation=key):
            step.remind(state.nation(key).seat, say("One of your units must stand there; foreign ones do not matter."))
        case Acting(nation=key) if maneuvering(state):
            _remind_manoeuvre(step, key)
        case Turn() if state.bank_coins <= len(state.nations):
            step.remind(TABLE, _coins_left(state.bank_coins))
        case _:
            pass


def _remind_manoeuvre(step: Step[State], key: str) -> None:
    """Remind the nation on turn how many actions its units have, and others that they may demand a battle."""
    state = step.state
    nation = state.nation(key)
    step.remind(
        nation.seat,
        say(
            "Move your units on the board: each legion has {legions}, each galley {galleys}. Only one with an action "
            "left conquers.",
            legions=actions(nation, "legion"),
            galleys=actions(nation, "galley"),
        ),
    )
    for seat in state.seats:
        if demanding(state, seat):
            step.remind(
                seat,
                say(
                    "{who}: {space}. You may demand a battle where you stand together.",
                    who=nation.name,
                    space=SPACE_NAMES[state.switches.profile]["maneuver-a"],
                ),
            )
