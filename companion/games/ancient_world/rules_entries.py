"""Write the facts that players read off components."""

from __future__ import annotations

from companion.core.boxes import Learned, put
from companion.core.step import Step
from companion.games.ancient_world.box import What, kind_key, listed
from companion.games.ancient_world.box_entries import Entry, facts_of
from companion.games.ancient_world.moves import NEW
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.reasons_attack import titan_reason
from companion.games.ancient_world.reasons_entries import entry_reason, missing_reason, unread_reason
from companion.games.ancient_world.state import Player, State


def titan_meant(step: Step[State], owner: Player, titan: str, entry: Entry | None) -> str:
    """The titan on a board: the one named before, a known one, or the one just entered."""
    state = step.state
    enter(step, entry)
    key = entry.key if titan == NEW and entry is not None else titan
    step.require(titan_reason(state, f"board-{owner.seat}", key))
    step.require(missing_reason(state, "titan", key))
    return key


# -- facts -----------------------------------------------------------------------------------------------------------


def enter(step: Step[State], *entries: Entry | None) -> None:
    """Write what was read off components."""
    for entry in entries:
        if entry is None:
            continue
        step.require(entry_reason(step.state, entry))
        kind = kind_key(step.state, entry.kind)
        for field, value in facts_of(entry).items():
            write(step, Learned(kind, entry.key, field, value), keep=entry.keep)


def write(step: Step[State], fact: Learned, *, keep: bool) -> None:
    """A fact into the play's box, and kept for other evenings if wished. A practice box keeps nothing."""
    if keep and not step.state.switches.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


def card_meant(step: Step[State], what: What, card: str, entry: Entry | None) -> str:
    """The card of a move: a known one, or the one that was just entered."""
    if card == NEW and entry is not None and entry.kind == what:
        enter(step, entry)
        return entry.key
    if entry is not None or card not in listed(step.state, what):
        step.refuse("out-of-reach", NOTHING)
    step.require(unread_reason(step.state, what, card))
    return card
