"""Why facts of a component cannot be entered or are still missing, or None."""

from __future__ import annotations

from companion.core.boxes import Component, fact_problem
from companion.core.wording import N_, Message, say
from companion.games.ancient_world import box, box_entries, reasons
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import SPACES


def entry_reason(state: State, entry: box_entries.Entry) -> Message | None:
    """Why entered facts are not new, not complete or do not fit."""
    if reason := _symbols_reason(entry):
        return reason
    by_key = {field.key: field for field in box.KIND[entry.kind].fields}
    facts = box_entries.facts_of(entry)
    for key, value in facts.items():
        if key not in by_key or fact_problem(by_key[key], value) is not None:
            return say("{field} cannot be that.", field=key)
    if set(facts) & set(box.component(state, entry.kind, entry.key)):
        return say("That has been entered already.", short=N_("Entered already"))
    if entry.kind != "action" and _is_taken(box.entered_names(state, entry.kind), entry.name or ""):
        return say("There is something of that name already.", short=N_("Name is taken"))
    return _key_reason(state, entry, facts)


def _is_taken(names: tuple[str, ...], name: str) -> bool:
    return name.strip().casefold() in {other.casefold() for other in names}


def _symbols_reason(entry: box_entries.Entry) -> Message | None:
    """Each symbol is entered once, and only a few of them are printed several times."""
    symbols = entry.symbols or ()
    several = {f"{symbol}*{n}" for symbol in symbols for n in box_entries.TIMES}
    if len(set(symbols)) < len(symbols) or len(set(entry.more)) < len(entry.more):
        return say("The same choice is there twice.")
    if len(entry.more) > box_entries.MOST_TWICE or not several.issuperset(entry.more):
        return say("{field} cannot be that.", field="more")
    return None


def _key_reason(state: State, entry: box_entries.Entry, facts: Component) -> Message | None:
    if entry.kind == "action":
        read = entry.key in SPACES and set(box.unknown_fields(state, entry.key)) <= set(facts)
        return None if read else reasons.NO_SUCH_THING
    what: box.CardKind = entry.kind
    there = entry.key in box.component_keys(state, what) or entry.key == box.next_card_key(state, what)
    have = {**box.component(state, what, entry.key), **facts}
    return None if there and box.is_complete(what, have) else reasons.NO_SUCH_THING


def unknown_card_reason(state: State, what: box.CardKind, key: str) -> Message | None:
    """Why a card must be entered first; a starting card can come without."""
    return None if key in box.KIND[what].listed else missing_facts_reason(state, what, key)


def missing_facts_reason(state: State, what: box.CardKind, key: str) -> Message | None:
    """Why a rule cannot use a card: facts are missing."""
    if box.is_known(state, what, key):
        return None
    return say("Enter first what stands on that card.", short=N_("Enter the card first"))
