"""What is asked before scoring: missing facts and points by texts. Section 9."""

from __future__ import annotations

from companion.core.boxes import Learned, fact_problem
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import CountingPoints, EnteringFact
from companion.games.ancient_world.box import kind_key, name_of
from companion.games.ancient_world.box_entries import too_often
from companion.games.ancient_world.moves import CountPoints, EnterFact
from companion.games.ancient_world.queries_scoring import asked_field, cards_with_text_points
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.rules_entries import write_fact
from companion.games.ancient_world.rules_gains import acting_player
from companion.games.ancient_world.state import State
from companion.games.ancient_world.words import who


def enter_fact(step: Step[State], move: EnterFact) -> None:
    """Enter a fact for scoring."""
    state = step.state
    due = step.owed(EnteringFact)
    repeated = isinstance(move.value, list) and too_often(move.value)
    if repeated or fact_problem(asked_field(state, due), move.value) is not None:
        step.refuse("out-of-reach", NO_SUCH_THING)
    state.agenda.pop()
    write_fact(step, Learned(kind_key(state, due.kind), due.key, due.field, move.value), keep=move.keep)


def count_points(step: Step[State], move: CountPoints) -> None:
    """Set the points by texts of cards, as counted by the players. Section 9, step 4."""
    state, player = step.state, acting_player(step)
    step.owed(CountingPoints)
    state.agenda.pop()
    player.special = move.points
    keys = cards_with_text_points(state, player)
    card = name_of(state, "empire", keys[0]) if keys else say("cards")
    step.tell(
        say_n(
            "{who}: {n} point by the text of {card}.",
            "{who}: {n} points by the text of {card}.",
            move.points,
            N_("{n} points by text"),
            who=who(player),
            card=card,
        )
    )
