"""What there is to see: which widgets, in which order."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import AnyWidget, Column, Ledger, Note, Row
from companion.core.wording import N_, say
from companion.games.antike.queries_awards import sudden_death
from companion.games.antike.showing_nations import (
    chart,
    city_hand,
    distances,
    goal,
    holdings,
    know_how,
    page,
    score_track,
)
from companion.games.antike.showing_rondel import digest, rondel
from companion.games.antike.state import State
from companion.games.antike.tables import KIND_ICONS, STACK_NAMES

NO_MAP = say("Nobody has entered the provinces of this board side: cities are counted by type.")


def show(state: State, *, public: bool) -> Iterator[AnyWidget]:
    """All widgets. The public also gets a page of each nation, for the displays of the seats, and the stones on their
    track: a phone has the same by its personalities.
    """
    yield rondel(state)
    yield from digest(state)
    if state.switches.map_missing and state.round <= 1:
        yield Note(key="no-map", title=say("No map"), lines=(NO_MAP,))
    yield goal(state)
    if public:
        if state.switches.score_stone:
            yield score_track(state)
        yield from (page(state, nation) for nation in state.nations)
    yield holdings(state)
    yield distances(state)
    yield know_how(state)
    yield bank(state)
    if state.switches.mapped:
        yield from (city_hand(state, nation) for nation in state.nations)
    if sudden_death(state) and not state.ending:
        yield Note(
            key="sudden",
            title=say("Sudden end"),
            lines=(say("All personalities are gone: the next temple destroyed wins.", short=N_("Next temple wins")),),
            tone="warning",
        )
    if state.ending and state.history:
        yield chart(state)


def bank(state: State) -> Ledger:
    """Personalities, temples and coins that are left."""
    columns = (
        *(Column(label, KIND_ICONS[kind]) for kind, label in STACK_NAMES.items()),
        Column(say("Temples"), "temple"),
        Column(say("Coins"), "coin"),
    )
    row = Row((*(state.stacks[kind] for kind in STACK_NAMES), state.bank_temples, state.bank_coins))
    return Ledger(
        key="bank", title=say("Left in the bank", short=N_("Left")), columns=columns, rows=(row,), big=not state.ending
    )
