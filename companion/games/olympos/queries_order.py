"""Who acts: whoever is furthest back, on a shared space the top of the stack. Section 3."""

from __future__ import annotations

from companion.games.olympos.state import Side, State


def in_order(state: State) -> list[Side]:
    """All sides in the order in which they would act now; those that are done for good at the end."""
    return sorted(state.sides, key=lambda side: (side.done, side.position, -side.height, side.seat))


def last(state: State) -> Side | None:
    """Whose turn it is; nobody's once all are done."""
    first = in_order(state)[0]
    return None if first.done else first


def may_play(state: State) -> tuple[int, ...]:
    """Whoever has acted holds cards and may still play them until somebody else acts. Section 6."""
    actor = next((side for side in state.sides if side.seat == state.actor), None)
    return (actor.seat,) if actor is not None and actor is not last(state) and actor.hand else ()


def place(state: State, side: Side, position: int) -> None:
    """Put the token on ``position``, on top of those that stand there."""
    there = [other.height for other in state.others(side) if other.position == position]
    side.position = position
    side.height = max(there) + 1 if there else 0
