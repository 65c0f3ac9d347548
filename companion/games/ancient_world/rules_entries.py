"""Write the facts that players read off components."""

from __future__ import annotations

from companion.core.boxes import Learned, put
from companion.core.step import Step
from companion.games.ancient_world.box import CardKind, kind_key, known_keys
from companion.games.ancient_world.box_entries import Entry, facts_of
from companion.games.ancient_world.moves import NEW
from companion.games.ancient_world.reasons import NO_SUCH_THING
from companion.games.ancient_world.reasons_attack import titan_reason
from companion.games.ancient_world.reasons_entries import entry_reason, missing_facts_reason, unknown_card_reason
from companion.games.ancient_world.state import Player, State


def resolve_titan(step: Step[State], owner: Player, titan: str, entry: Entry | None) -> str:
    """Return the titan on a board: named before, known, or entered now."""
    state = step.state
    enter_facts(step, entry)
    key = entry.key if titan == NEW and entry is not None else titan
    step.require(titan_reason(state, f"board-{owner.seat}", key))
    step.require(missing_facts_reason(state, "titan", key))
    return key


# -- facts -------------------------------------------------------------------------------------------------------


def enter_facts(step: Step[State], *entries: Entry | None) -> None:
    """Enter facts that players read off components."""
    for entry in entries:
        if entry is None:
            continue
        step.require(entry_reason(step.state, entry))
        kind = kind_key(step.state, entry.kind)
        for field, value in facts_of(entry).items():
            write_fact(step, Learned(kind, entry.key, field, value), keep=entry.keep)


def write_fact(step: Step[State], fact: Learned, *, keep: bool) -> None:
    """Put a fact into the play's box, and keep it for later plays if wished. A practice box keeps nothing."""
    if keep and not step.state.switches.practice:
        step.learn(fact.kind, fact.key, fact.field, fact.value)
    put(step.state.box, fact)


def resolve_card(step: Step[State], what: CardKind, card: str, entry: Entry | None) -> str:
    """Return the card of a move: known, or entered now."""
    if card == NEW and entry is not None and entry.kind == what:
        enter_facts(step, entry)
        return entry.key
    if entry is not None or card not in known_keys(step.state, what):
        step.refuse("out-of-reach", NO_SUCH_THING)
    step.require(unknown_card_reason(step.state, what, card))
    return card
