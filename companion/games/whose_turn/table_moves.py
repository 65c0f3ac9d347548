"""What the table decides: who begins, whose turn it is, how orders are found, that the game is over."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.whose_turn.moves import Arrange, Begin, Finish, Leave, SetNextOrder, SetTurn
from companion.games.whose_turn.rounds import (
    NEXT_ORDERS,
    ask_order,
    clockwise_from,
    end_round,
    following,
    for_the_table,
)
from companion.games.whose_turn.state import Beginning, Finishing, State, Together, Turn

BEGINS = "begins"
"""The key of the draw of the first player."""

# -- who begins ------------------------------------------------------------------------------------------------------


def seat_reason(state: State, seat: int) -> Message | None:
    """Why a move cannot be about this seat, or None: somebody must sit there."""
    return None if seat in state.seats else say("Nobody sits there.")


def begin(step: Step[State], move: Begin) -> None:
    """Begin, clockwise from the first player."""
    state = step.state
    for_the_table(step)
    step.owed(Beginning)
    if move.seat:
        step.require(seat_reason(state, move.seat), "no-seat")
        first = move.seat
    else:
        first = step.chance(first_player(state))
    state.order, state.began = clockwise_from(state, first), first
    step.tell(say("{who} begins.", who=SeatName(first)))
    state.agenda = [Turn(first)]


def first_player(state: State) -> Pick[int]:
    """The random choice of the first player."""
    return Pick[int](
        key=BEGINS,
        prompt=say("Who was drawn?"),
        options=tuple(Option(seat, named(seat), seat=seat) for seat in state.seats),
    )


def ask_begin(state: State) -> Asking[Begin]:
    """Ask who begins, or whether chance decides."""
    options = [Option(str(seat), named(seat), seat=seat) for seat in state.seats]
    options.append(Option("chance", say("By chance"), icon="dice"))
    who = yield from Pick[str](
        key="first",
        prompt=say("Who begins?"),
        act=say("{answer} begins"),
        options=tuple(options),
        default="chance",
        large=True,
        meaning=say("After that it goes on clockwise. The order can be changed at any time."),
    )
    return Begin(0 if who == "chance" else int(who))


# -- whose turn it is, and how the next order is found ---------------------------------------------------------------


def set_turn(step: Step[State], move: SetTurn) -> None:
    """Make it this seat's turn, whatever its state was."""
    state = step.state
    for_the_table(step)
    due = step.owed(Turn, Together)
    step.require(seat_reason(state, move.seat), "no-seat")
    if move.seat in state.out:
        state.out.remove(move.seat)
        state.order.append(move.seat)
    if move.seat in state.passed:
        state.passed.remove(move.seat)
    if isinstance(due, Together):
        step.tell(say("The table says: {who} is not done yet.", who=SeatName(move.seat)))
        return
    step.tell(say("The table says: it is {who}'s turn.", who=SeatName(move.seat)))
    state.agenda = [Turn(move.seat)]


def leave_reason(state: State, seat: int) -> Message | None:
    """Why this seat cannot leave the game, or None."""
    if seat in state.out:
        return say("{who} is out already.", short=N_("Out already"), who=SeatName(seat))
    return seat_reason(state, seat)


def leave(step: Step[State], move: Leave) -> None:
    """Put a seat out of the game; the others play on."""
    state = step.state
    for_the_table(step)
    due = step.owed(Turn, Together)
    step.require(leave_reason(state, move.seat))
    step.tell(say("{who} is out of the game.", who=SeatName(move.seat)))
    follower = following(state, move.seat)
    state.order.remove(move.seat)
    state.out.append(move.seat)
    if move.seat in state.passed:
        state.passed.remove(move.seat)
    if isinstance(due, Turn):
        if move.seat != due.seat:
            return
        if follower and follower != due.seat:
            state.agenda = [Turn(follower)]
        else:
            end_round(step)
    elif not state.playing:
        end_round(step)


def set_next_order(step: Step[State], move: SetNextOrder) -> None:
    """Set how the order of each next round is found."""
    for_the_table(step)
    step.owed(Turn)
    step.state.next_order = move.by
    step.tell(say("The next round's order: {how}.", how=NEXT_ORDERS[move.by]), TABLE)


# -- the end ---------------------------------------------------------------------------------------------------------


def finish(step: Step[State], move: Finish) -> None:
    """End the play."""
    state = step.state
    for_the_table(step)
    step.owed(Turn, Together, Finishing)
    if move.winner:
        step.require(seat_reason(state, move.winner), "no-seat")
        step.tell(say("{who} has won.", who=SeatName(move.winner)))
    elif move.count:
        step.tell(say("The game is over. Now count the points."), TABLE)
    else:
        step.tell(say("The game is over."), TABLE)
    state.winner, state.count = move.winner, move.count and not move.winner
    state.agenda = []


def ask_finish(state: State) -> Asking[Finish]:
    """Ask who won, or whether a score sheet decides it."""
    options = [
        Option(str(seat), named(seat), seat=seat, act=say("{who} has won", who=SeatName(seat))) for seat in state.seats
    ]
    options.append(Option("count", say("Count the points on a sheet", short=N_("Count points")), icon="score"))
    options.append(Option("nobody", say("Nobody alone", short=N_("Nobody alone")), act=say("End the game")))
    who = yield from Pick[str](key="won", prompt=say("Who won?"), options=tuple(options), default="nobody")
    return Finish(int(who) if who.isdecimal() else 0, who == "count")


# -- the menu --------------------------------------------------------------------------------------------------------


def ask_table(state: State) -> Asking[SetTurn | Arrange | Leave | SetNextOrder | Finish]:
    """Ask the table what to change while a seat is on turn."""
    way = yield from Pick[str](
        key="table",
        prompt=say("Change the turn or end the game", short=N_("The table")),
        options=(
            Option("turn", say("It is somebody else's turn", short=N_("Whose turn")), icon="hand"),
            Option("order", say("Change the order", short=N_("The order")), icon="people"),
            Option("out", say("Somebody is out of the game", short=N_("Who is out")), icon="unplug"),
            Option("next", say("How the next round is ordered", short=N_("Next round")), icon="hourglass"),
            Option("finish", say("The game is over", short=N_("Game over")), apart=True),
        ),
    )
    if way == "order":
        return (yield from ask_order(state))
    if way == "finish":
        return (yield from ask_finish(state))
    if way == "turn":
        others = tuple(Option(seat, named(seat), seat=seat) for seat in state.seats if seat != state.on_turn)
        return SetTurn((yield from Pick[int](key="whose", prompt=say("Whose turn is it?"), options=others)))
    if way == "out":
        return (yield from _ask_out(state))
    ways = tuple(Option(key, words) for key, words in NEXT_ORDERS.items())
    prompt = say("The next round's order?", short=N_("Next order?"))
    by = yield from Pick[str](key="by", prompt=prompt, options=ways, usual=state.next_order, act=say("Order: {answer}"))
    return SetNextOrder(next(key for key in NEXT_ORDERS if key == by))


def ask_together(state: State) -> Asking[SetTurn | Leave | Finish]:
    """Ask the table what to change while all play at once."""
    idle = [seat for seat in state.seats if seat not in state.playing]
    none = None if idle else say("Nobody is done yet.", short=N_("Nobody yet"))
    way = yield from Pick[str](
        key="table",
        prompt=say("Somebody is not done, or the game ends", short=N_("The table")),
        options=(
            Option("turn", say("Somebody is not done yet", short=N_("Not done yet")), reason=none, icon="hand"),
            Option("out", say("Somebody is out of the game", short=N_("Who is out")), icon="unplug"),
            Option("finish", say("The game is over", short=N_("Game over")), apart=True),
        ),
    )
    if way == "finish":
        return (yield from ask_finish(state))
    if way == "out":
        return (yield from _ask_out(state))
    those = tuple(Option(seat, named(seat), seat=seat) for seat in idle)
    prompt = say("Who is not done yet?", short=N_("Who is not?"))
    return SetTurn((yield from Pick[int](key="whose", prompt=prompt, options=those)))


def _ask_out(state: State) -> Asking[Leave]:
    those = tuple(
        Option(
            seat,
            named(seat),
            reason=leave_reason(state, seat),
            seat=seat,
            act=say("{who} is out", who=SeatName(seat)),
        )
        for seat in state.seats
    )
    prompt = say("Who is out of the game?", short=N_("Who is out?"))
    return Leave((yield from Pick[int](key="out", prompt=prompt, options=those)))
