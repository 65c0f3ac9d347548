"""Who is on turn, the end of an action, passing for good, the end of the game. Sections 3 and 9."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import box_facts, queries, queries_prices, reasons, rules_facts
from companion.games.olympos.moves import Close, Pass
from companion.games.olympos.state import Moved, Side, State


def on_turn(step: Step[State]) -> Side:
    """Whoever is last on the Time Track, if this is their move and nothing is to be settled before. Section 3."""
    side = queries.last(step.state)
    if step.state.agenda or side is None or side.seat != step.seat:
        step.not_now()
    return side


def finish(step: Step[State], side: Side, parts: list[queries_prices.Part]) -> None:
    """Pay: hourglasses first, then the token moves, and goes on top where others stand. Section 3."""
    state, cost = step.state, queries_prices.total(parts)
    final = queries_prices.last_phase(state, side)
    spent, to = queries_prices.spent_hourglasses(side, cost), queries_prices.landing(side, cost)
    start = side.position
    side.marks["erinyes"] = 0
    side.hourglasses -= spent
    step.tell(_paid(side, cost, spent, to))
    if to > start:
        place(state, side, to)
        state.moved = Moved(side.seat, start)
    state.actor = side.seat
    state.kept = False
    state.sought = None
    if final:
        side.done = 1
        step.tell(say("{seat} has taken the last action.", N_("{seat} is done"), seat=SeatName(side.seat)))
    elif queries.last(state) is side:
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


def pass_for_good(step: Step[State], _: Pass) -> None:
    """No more actions. Section 9."""
    side = on_turn(step)
    step.require(reasons.pass_reason(step.state, side))
    side.done = 1
    step.state.kept = False
    step.state.sought = None
    step.state.actor = side.seat
    step.tell(say("{seat} passes for good.", N_("{seat} passes"), seat=SeatName(side.seat)))


def place(state: State, side: Side, position: int) -> None:
    """Put the token on ``position``, on top of those that stand there."""
    there = [other.height for other in state.others(side) if other.position == position]
    side.position = position
    side.height = max(there) + 1 if there else 0


# -- the end: section 9.1 ----------------------------------------------------------------------------------------


def close(step: Step[State], move: Close) -> None:
    """All are done: the last facts, and everything face down is turned over. Section 9.1."""
    state = step.state
    if state.agenda or queries.last(state) is not None:
        step.not_now()
    positions = box_facts.unknown_times(state)
    if len(move.points) != len(positions) or box_facts.unknown_wonders(state):
        step.refuse("not-printed", rules_facts.NOT_PRINTED)
    for position, points in zip(positions, move.points, strict=True):
        rules_facts.write(step, Learned("time", str(position), "points", points), keep=move.keep)
    state.over = True
    for side in state.sides:
        step.reveal(side.prestige)
        for card in side.hand:
            step.reveal(card.face)
    step.tell(ended(), TABLE)


def ended() -> Message:
    return say("The game is over: prestige tokens and cards are turned over.", short=N_("The game is over"))
