"""Every tracked number."""

from __future__ import annotations

from companion.core.inventory import Thing, Tracked
from companion.core.wording import say
from tests.core.torture.agenda import Hits
from tests.core.torture.state import Side, State
from tests.core.torture.tables import LAURELS_TO_WIN

GOLD = Thing("gold", lambda n: say("{n} gold", n=n), lambda n: say("{sign}{n} gold", sign="", n=n))
FLEETS = Thing("fleet", lambda n: say("fleets: {n}", n=n), lambda n: say("{sign}{n} fleets", sign="", n=n))
QUEST = Thing("quest", lambda n: say("quest stones: {n}", n=n), lambda n: say("{sign}{n} quest", sign="", n=n))
"""Stones behind a hand, as many as the fleets on the secret card."""


def tracked_numbers(state: State) -> list[Tracked]:
    of_sides = [tracked for side in state.sides for tracked in named_inventory(state, side)]
    return [
        *of_sides,
        Tracked("bank", say("Bank"), (state, "bank"), conserved="gold", icon="coin", thing=GOLD),
        Tracked("yard", say("Yard"), (state, "yard"), conserved="fleets", icon="ship", thing=FLEETS),
        Tracked("quarry", say("Forts lost"), (state, "quarry"), high=16, conserved="forts", icon="tower"),
    ]


def named_inventory(state: State, side: Side) -> list[Tracked]:
    """The numbers of a side, with its key where its seat plays another one too."""
    hits = next((due.left for due in state.agenda if isinstance(due, Hits) and due.side == side.key), 0)
    found = side_inventory(side, hits)
    if sum(other.seat == side.seat for other in state.sides) > 1:
        for tracked in found:
            tracked.label = say("{side}: {what}", side=side.key, what=tracked.label)
    return found


def side_inventory(side: Side, hits: int) -> list[Tracked]:
    """``hits`` are still to be taken: there stays something to lose for each."""
    key, seat = side.key, side.seat
    fleets, forts = max(0, hits - side.forts), max(0, hits - side.fleets)
    return [
        Tracked(f"{key}.gold", say("Gold"), (side, "gold"), seat, conserved="gold", icon="coin", thing=GOLD),
        Tracked(
            f"{key}.fleets",
            say("Fleets"),
            (side, "fleets"),
            seat,
            low=fleets,
            conserved="fleets",
            icon="ship",
            thing=FLEETS,
        ),
        Tracked(
            f"{key}.forts", say("Forts"), (side, "forts"), seat, low=forts, high=1, conserved="forts", icon="tower"
        ),
        Tracked(f"{key}.laurels", say("Laurels"), (side, "laurels"), seat, high=LAURELS_TO_WIN),
        Tracked(f"{key}.glory", say("Glory"), (side, "glory"), seat, high=60),
        Tracked(f"{key}.quest", say("Quest"), (side.quest, "value"), seat, high=3, thing=QUEST),
    ]
