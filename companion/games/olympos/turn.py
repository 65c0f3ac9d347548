"""The end of an action: paying, moving, and all that waits until somebody must decide again. Sections 3, 6 and 9."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import order, pricing, printed
from companion.games.olympos.cards import draw
from companion.games.olympos.gods import arrive
from companion.games.olympos.state import Arrival, Draw, Due, Facts, Moved, Side, State


def finish(step: Step[State], side: Side, parts: list[pricing.Part]) -> None:
    """Pay: hourglasses first, then the token moves, and goes on top where others stand. Section 3."""
    state, cost = step.state, pricing.total(parts)
    final = pricing.last_phase(state, side)
    spent, to = pricing.spent_hourglasses(side, cost), pricing.landing(side, cost)
    start = side.position
    side.marks["erinyes"] = 0
    side.hourglasses -= spent
    step.tell(_paid(side, cost, spent, to))
    if to > start:
        order.place(state, side, to)
        state.moved = Moved(side.seat, start)
    state.actor = side.seat
    state.kept = False
    if final:
        side.done = 1
        step.tell(say("{seat} has taken the last action.", N_("{seat} is done"), seat=SeatName(side.seat)))
    elif order.last(state) is side:
        step.tell(say("{seat} is still last and acts again.", N_("Still last: again"), seat=SeatName(side.seat)))


def _paid(side: Side, cost: int, spent: int, to: int) -> Message:
    who, short = SeatName(side.seat), N_("Pays {cost}, to {to}")
    if not spent:
        return say("{seat} pays {cost} and goes to space {to}.", short, seat=who, cost=cost, to=to)
    return say(
        "{seat} pays {cost}: {spent} in hourglasses, {advance} on the track, to space {to}.",
        short,
        seat=who,
        cost=cost,
        spent=spent,
        advance=to - side.position,
        to=to,
    )


def proceed(step: Step[State]) -> None:
    """Work off what asks nobody, until somebody must decide."""
    state = step.state
    while True:
        match state.agenda:
            case [*_, Draw() as due]:
                if not draw(step, due):
                    return
            case [*_, Arrival(seat=seat, space=space)]:
                state.agenda.pop()
                arrive(step, seat, space)
            case [] if state.moved:
                look_at_zeus_spaces(state, state.moved)
            case _:
                return


def look_at_zeus_spaces(state: State, moved: Moved) -> None:
    """Section 6: each player draws at every Zeus space reached or passed. Section 12 for two in one turn."""
    facts = printed.track(state.box)
    if facts is None:
        state.agenda.append(Facts("track", "track"))
        return
    state.moved = None
    to = state.side(moved.seat).position
    reached = [n for n, space in enumerate(facts.zeus, 1) if moved.start < space <= to]
    todo: list[Due] = [due for n in reached for due in (Draw(moved.seat), Arrival(moved.seat, n))]
    if state.options.two_zeus == "draws-first":
        todo.sort(key=lambda due: isinstance(due, Arrival))
    state.agenda.extend(reversed(todo))
