"""The order in which starting cities are placed on the map, and where they may be. Section 2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, in_a_row, named, say
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


WHERE: tuple[Message, ...] = (
    say("Wholly inside one start tile, one city on each."),
    say("On any terrain, also on water."),
    say("An exploration marker under it goes away unseen."),
)


def laying_lines(state: State) -> Iterator[Message]:
    """Lines about who places now, who next, and where. ``state.laying`` must not be empty."""
    first, *rest = state.laying
    now = SeatName(first)
    if rest:
        then = in_a_row(named(seat) for seat in rest)
        yield say("{who} lays the starting city now, then {others}.", short=N_("{who} lays now"), who=now, others=then)
    else:
        yield say("{who} lays the starting city now.", short=N_("{who} lays now"), who=now)
    yield from WHERE


def laying_hint(state: State, seat: int) -> Message | None:
    """Where and after whom a seat places its starting city; None if it has done so."""
    return where_to_lay(state.laying, seat) if seat in state.laying else None


def where_to_lay(laying: Sequence[int], seat: int) -> Message:
    """Where a seat places its starting city, and after whom. ``laying`` are the seats still to do so, the next one
    first.
    """
    place = laying.index(seat)
    if place:
        before = SeatName(laying[place - 1])
        return say(
            "After {who}, lay your starting city wholly inside another start tile, on any terrain, also on water. A "
            "marker under it goes away unseen.",
            short=N_("City after {who}"),
            who=before,
        )
    return say(
        "Lay your starting city now, wholly inside one free start tile, on any terrain, also on water. A marker under "
        "it goes away unseen.",
        short=N_("Lay your city now"),
    )
