"""The account of every side, and every tracked number."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.scoring import Line, Rung, ScoreSheet, SideScore
from companion.core.wording import say
from tests.core.torture.state import Side, State, called
from tests.core.torture.tables import LAURELS_TO_WIN


def score_sheet(state: State) -> ScoreSheet:
    outright = next((side for side in state.sides if side.laurels == LAURELS_TO_WIN), None)
    return ScoreSheet(
        sides=tuple(side_score(side, crowned=side is outright) for side in state.sides),
        final=not state.agenda,
        ladder=(Rung(say("Most laurels")), Rung(say("Fewest cards left in hand"), highest=False)),
    )


def side_score(side: Side, *, crowned: bool) -> SideScore:
    quest = (3 if side.quest.value == side.fleets else 0) if side.quest.known else None
    return SideScore(
        side=side.key,
        seats=(side.seat,),
        label=called(side),
        lines=(
            Line("gold", side.gold, say("Gold")),
            Line("fleets", side.fleets, say("Fleets")),
            Line("laurels", 3 * side.laurels, say("Laurels"), say("3 each")),
            Line("glory", side.glory, say("Glory"), say("As the cards played say")),
            Line("quest", quest, say("Quest"), say("3 for the fleets on the secret card")),
        ),
        ties=(side.laurels, len(side.hand)),
        out=side.fleets + side.forts == 0,
        won=say("Crowned twice") if crowned else None,
    )


def tracked_numbers(state: State) -> list[Tracked]:
    of_sides = [tracked for side in state.sides for tracked in named_inventory(state, side)]
    return [
        *of_sides,
        Tracked("bank", say("Bank"), (state, "bank"), conserved="gold", icon="coin"),
        Tracked("yard", say("Yard"), (state, "yard"), conserved="fleets", icon="ship"),
        Tracked("quarry", say("Forts lost"), (state, "quarry"), high=16, conserved="forts", icon="tower"),
    ]


def named_inventory(state: State, side: Side) -> list[Tracked]:
    """The numbers of a side, with its key where its seat plays another one too."""
    found = side_inventory(side)
    if sum(other.seat == side.seat for other in state.sides) > 1:
        for tracked in found:
            tracked.label = say("{side}: {what}", side=side.key, what=tracked.label)
    return found


def side_inventory(side: Side) -> list[Tracked]:
    key, seat = side.key, side.seat
    return [
        Tracked(f"{key}.gold", say("Gold"), (side, "gold"), seat, conserved="gold", icon="coin"),
        Tracked(f"{key}.fleets", say("Fleets"), (side, "fleets"), seat, conserved="fleets", icon="ship"),
        Tracked(f"{key}.forts", say("Forts"), (side, "forts"), seat, high=1, conserved="forts", icon="tower"),
        Tracked(f"{key}.laurels", say("Laurels"), (side, "laurels"), seat, high=LAURELS_TO_WIN),
        Tracked(f"{key}.glory", say("Glory"), (side, "glory"), seat, high=60),
        Tracked(f"{key}.quest", say("Quest"), (side.quest, "value"), seat, high=3),
    ]
