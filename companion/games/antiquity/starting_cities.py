"""The order in which starting cities are placed on the map, and where they may be. Section 2."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity.moves import LayCity
from companion.games.antiquity.pieces import instruct_city_laid
from companion.games.antiquity.state import Planning, State


def laying_reason(state: State, seat: int) -> Message | None:
    """Why a seat does not lay its starting city now: it lies already, or another seat's turn comes first."""
    if seat not in state.laying:
        return say("Your starting city lies already.")
    first = state.laying[0]
    return say("{who} lays first.", who=SeatName(first)) if first != seat else None


def lay_city(step: Step[State], _: LayCity) -> None:
    """Note that the moving seat's starting city lies on the map. The last seat on the order track goes first. Section
    2.
    """
    step.owed(Planning)
    step.require(laying_reason(step.state, step.seat))
    step.state.laying.remove(step.seat)
    instruct_city_laid(step)
    step.tell(say("{who} lays the starting city.", who=SeatName(step.seat)))


def where_to_lay(laying: Sequence[int], seat: int) -> Message:
    """Where a seat places its starting city, and after whom. ``laying`` are the seats still to do so, the next one
    first.
    """
    place = laying.index(seat)
    if place:
        before = SeatName(laying[place - 1])
        return say(
            "After {who}, lay your starting city wholly inside another start tile; water is fine. A marker under it "
            "goes away unseen.",
            short=N_("City after {who}"),
            who=before,
        )
    return say(
        "Lay your starting city now, wholly inside a free start tile; water is fine. A marker under it goes away "
        "unseen.",
        short=N_("Lay your city now"),
    )
