"""Why facts of a component cannot be entered or are still missing, or None."""

from __future__ import annotations

from companion.core.boxes import Component, unfit
from companion.core.wording import N_, Message, say
from companion.games.ancient_world.box import (
    ACTION,
    FIELDS,
    STARTING,
    What,
    complete,
    component,
    component_keys,
    known,
    next_key,
    unknown_of,
)
from companion.games.ancient_world.box_entries import Entry, facts_of
from companion.games.ancient_world.reasons import NOTHING
from companion.games.ancient_world.state import State
from companion.games.ancient_world.tables import SPACES


def entry_reason(state: State, entry: Entry) -> Message | None:
    """Whether these facts are new, complete, and fit their fields."""
    fields = ACTION if entry.kind == "action" else FIELDS[entry.kind]
    by_key = {field.key: field for field in fields}
    facts = facts_of(entry)
    for key, value in facts.items():
        if key not in by_key or unfit(by_key[key], value) is not None:
            return say("{field} cannot be that.", field=key)
    if set(facts) & set(component(state, entry.kind, entry.key)):
        return say("That has been entered already.", short=N_("Entered already"))
    return _key_reason(state, entry, facts)


def _key_reason(state: State, entry: Entry, facts: Component) -> Message | None:
    if entry.kind == "action":
        read = entry.key in SPACES and set(unknown_of(state, entry.key)) <= set(facts)
        return None if read else NOTHING
    what: What = entry.kind
    there = entry.key in component_keys(state, what) or entry.key == next_key(state, what)
    have = {**component(state, what, entry.key), **facts}
    return None if there and complete(what, have) else NOTHING


def unread_reason(state: State, what: What, key: str) -> Message | None:
    """Whether a card may come without a look at it; what a starting card lacks is asked for when it counts."""
    return None if key in STARTING[what] else missing_reason(state, what, key)


def missing_reason(state: State, what: What, key: str) -> Message | None:
    """A rule needs facts of a card that nobody has entered."""
    if known(state, what, key):
        return None
    return say("Enter first what stands on that card.", short=N_("Enter the card first"))
