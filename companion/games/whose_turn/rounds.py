"""Who comes next, the end of a round, and the order of the next one."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, PickMany
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, listed, named, say
from companion.games.whose_turn.moves import Arrange, GiveNumber
from companion.games.whose_turn.state import (
    MOST_NUMBER,
    MOST_ROUNDS,
    Arranging,
    Beginning,
    Finishing,
    NextOrder,
    Numbers,
    State,
    Together,
    Turn,
)

# -- who moves -------------------------------------------------------------------------------------------------------


def for_the_table(step: Step[State]) -> None:
    """Refuse a move that a seat makes instead of the table."""
    if step.seat != TABLE:
        step.refuse("not-the-table", say("Only the table answers that."))


def own_turn(step: Step[State]) -> int:
    """The seat whose turn it is, which makes the move. Refuses it to the table."""
    due = step.owed(Turn)
    if step.seat != due.seat:
        step.not_now()
    return due.seat


# -- who comes next --------------------------------------------------------------------------------------------------


def following(state: State, seat: int) -> int:
    """The seat that acts after ``seat`` in this round; 0 if the round is over then. It is ``seat`` itself only if
    rounds end by passing and all others have passed.
    """
    at = state.order.index(seat)
    ring = state.order[at + 1 :] + (state.order[: at + 1] if state.round_end == "pass" else [])
    return next((other for other in ring if other not in state.passed), 0)


def turns_ahead(state: State) -> list[int]:
    """The seats of the coming turns, as far as known: first the one whose turn it is. In laps a seat may come twice."""
    first = state.on_turn
    if not first:
        return []
    at = state.order.index(first)
    rest, before = state.order[at:], state.order[:at]
    if state.round_end == "pass":
        return [seat for seat in rest + before if seat not in state.passed]
    return rest + known_order(state)


def coming(state: State) -> list[int]:
    """The seats by their next turn, whose turn it is first; only as far as that is known."""
    return list(dict.fromkeys(turns_ahead(state)))


def known_order(state: State) -> list[int]:
    """The order of the next round as far as it is known before this one has ended."""
    match state.next_order:
        case "same":
            return list(state.order)
        case "left":
            # if the seat that began this round is out, its left neighbour is first already
            return list(state.order) if state.began in state.out else state.order[1:] + state.order[:1]
        case "passed":
            return state.passed + [seat for seat in state.order if seat not in state.passed]
        case "high" | "low" | "hand":
            return []


def clockwise_from(state: State, seat: int) -> list[int]:
    """All seats that are in the game, clockwise, beginning with ``seat``."""
    at = state.seats.index(seat)
    return [one for one in state.seats[at:] + state.seats[:at] if one not in state.out]


# -- the end of a turn and of a round --------------------------------------------------------------------------------


def go_on(step: Step[State], seat: int) -> None:
    """Begin the next turn after that of ``seat``, which is still in the order, or end the round."""
    follower = following(step.state, seat)
    if follower:
        step.state.agenda = [Turn(follower)]
    else:
        end_round(step)


def end_round(step: Step[State]) -> None:
    """Begin the next round, or ask for its order."""
    state = step.state
    if not state.order or state.round >= MOST_ROUNDS:
        state.agenda = [Finishing()]
    elif state.round_end == "all":
        state.passed = []
        state.round += 1
        step.announce(say("Round {n}: everybody at once.", n=state.round), TABLE)
        state.agenda = [Together()]
    elif state.next_order in ("high", "low") and len(state.order) > 1:
        state.numbers = {}
        state.agenda = [Numbers()]
    elif state.next_order == "hand" and len(state.order) > 1:
        state.agenda = [Arranging()]
    else:
        begin_round(step, known_order(state) or list(state.order))


def begin_round(step: Step[State], order: list[int]) -> None:
    """Begin the next round in this order."""
    state = step.state
    same = order == state.order
    state.order, state.began, state.passed, state.numbers = order, order[0], [], {}
    state.round += 1
    words = say("Round {n}: {who} begins.", n=state.round, who=SeatName(order[0]))
    if state.round_end == "pass":
        step.announce(words)
    else:
        step.tell(words)
    if not same and len(order) > 1:
        step.tell(order_words(order))
    state.agenda = [Turn(order[0])]


def order_words(order: list[int]) -> Message:
    """The log line of an order."""
    return say("The order is {names}.", names=listed([SeatName(seat) for seat in order]))


# -- by a number -----------------------------------------------------------------------------------------------------


def give_number(step: Step[State], move: GiveNumber) -> None:
    """Store the number of a seat; with the last one the order is computed. Seats with equal numbers keep their previous
    order.
    """
    state = step.state
    step.owed(Numbers)
    state.numbers[step.seat] = move.number
    step.tell(say("{who}: {n}", who=SeatName(step.seat), n=move.number))
    if all(seat in state.numbers for seat in state.order):
        sign = -1 if state.next_order == "high" else 1
        begin_round(step, sorted(state.order, key=lambda seat: sign * state.numbers[seat]))


def ask_number(state: State) -> Asking[GiveNumber]:
    """Ask for the number of a seat."""
    highest = state.next_order == "high"
    number = yield from Count(
        key="number",
        prompt=say("Your bid or number?", short=N_("Your number?")),
        hint=say("The highest goes first.", short=N_("Highest first"))
        if highest
        else say("The lowest goes first.", short=N_("Lowest first")),
        act=say("My number: {answer}"),
        high=MOST_NUMBER,
        default=0,
        meaning=say("It decides the order of the next round. Who is level stays in the order of this round."),
    )
    return GiveNumber(number)


# -- by hand ---------------------------------------------------------------------------------------------------------


def arrange_reason(state: State, order: tuple[int, ...]) -> Message | None:
    """Why the table cannot lay this order, or None."""
    if sorted(order) != sorted(state.order):
        return say("Everybody who is in the game must be in the order once.")
    return None


def arrange(step: Step[State], move: Arrange) -> None:
    """Set the order of the round that begins, or of the current one."""
    state = step.state
    for_the_table(step)
    due = step.owed(Arranging, Turn)
    step.require(arrange_reason(state, move.order), "wrong-order")
    if isinstance(due, Arranging):
        begin_round(step, list(move.order))
    else:
        state.order = list(move.order)
        step.tell(order_words(state.order))


def ask_order(state: State) -> Asking[Arrange]:
    """Ask for the order, seat by seat."""
    seats = [seat for seat in state.seats if seat in state.order]
    order = yield from PickMany[int](
        key="order",
        prompt=say("Pick everybody in the order of play.", short=N_("Pick the order")),
        act=say("This is the order"),
        options=tuple(Option(seat, named(seat), seat=seat) for seat in seats),
        least=len(seats),
        most=len(seats),
        default=list(state.order),
        meaning=say("Whom you pick first acts first."),
    )
    return Arrange(tuple(order))


# -- how the next order is found -------------------------------------------------------------------------------------

NEXT_ORDERS: dict[NextOrder, Message] = {
    "same": say("as in this round", short=N_("as now")),
    "left": say("first player moves on to the left", short=N_("1st moves on")),
    "passed": say("who passes first goes first", short=N_("as passed")),
    "high": say("by a bid or number, highest first", short=N_("highest bid")),
    "low": say("by a bid or number, lowest first", short=N_("lowest number")),
    "hand": say("by hand, after each round", short=N_("by hand")),
}


def due_words(state: State) -> Message:
    """Public words for why the play waits."""
    match state.agenda[-1]:
        case Beginning():
            return say("Who begins?")
        case Turn():
            return say("round {n}", n=state.round)
        case Together():
            return say("Round {n}: everybody", n=state.round)
        case Numbers():
            return say("Your numbers")
        case Arranging():
            return say("The next order", short=N_("Next order"))
        case Finishing():
            return say("Who won?")
