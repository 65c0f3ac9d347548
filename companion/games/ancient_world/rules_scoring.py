"""What is asked before scoring: missing facts and points by texts. Section 9."""

from __future__ import annotations

from companion.core.boxes import Learned, unfit
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.ancient_world.agenda import Reading, Tallying
from companion.games.ancient_world.box import kind_key, name_of
from companion.games.ancient_world.moves import Read, Tally
from companion.games.ancient_world.queries_scoring import field_of, with_text
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.rules_entries import write
from companion.games.ancient_world.rules_gains import mover, owed
from companion.games.ancient_world.state import State
from companion.games.ancient_world.words import who


def read(step: Step[State], move: Read) -> None:
    """A fact for scoring goes into the box."""
    state = step.state
    due = owed(step, Reading)
    if unfit(field_of(state, due), move.value) is not None:
        step.refuse("out-of-reach", NOTHING)
    state.agenda.pop()
    write(step, Learned(kind_key(state, due.kind), due.key, due.field, move.value), keep=move.keep)


def tally(step: Step[State], move: Tally) -> None:
    """Points by the texts of cards: counted by people. Section 9, step 4."""
    state, player = step.state, mover(step)
    owed(step, Tallying)
    state.agenda.pop()
    player.special = move.points
    cards = name_of(state, "empire", with_text(state, player)[0]) if with_text(state, player) else say("cards")
    step.tell(
        say_n(
            "{who}: {n} point by the text of {card}.",
            "{who}: {n} points by the text of {card}.",
            move.points,
            N_("{n} points by text"),
            who=who(player),
            card=cards,
        )
    )
