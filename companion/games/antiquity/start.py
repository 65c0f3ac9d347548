"""Set-up. Section 2."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity.moves import LATEST_TURN, MOST_FAMINE, Move, SetUp
from companion.games.antiquity.pieces import instruct_first_order, instruct_starting_city
from companion.games.antiquity.starting_cities import where_to_lay
from companion.games.antiquity.state import SettingUp, State
from companion.games.antiquity.turn import begin_turn

ORDER_TRACK = say("Who goes first outside the cities: the men on the order track, from place 1.")


def set_up_reason(state: State, move: SetUp) -> Message | None:
    """Why a play cannot begin like this: turn 1 has no famine, and its order is drawn."""
    if move.turn == 1 and (move.famine or move.order):
        return say("Turn 1 begins without famine, in the order that is drawn.")
    if move.order and sorted(move.order) != sorted(state.order):
        return say("Every seat has one place in the order.")
    return None


def set_up(step: Step[State], move: SetUp) -> None:
    """Draw the order and begin the first turn, or begin a later one as the table says. Section 2."""
    step.owed(SettingUp)
    state = step.state
    step.require(set_up_reason(state, move))
    order, famine = list(state.order), state.famine
    if move.order:
        state.order = list(move.order)
    else:
        _draw_order(step)
    state.turn = move.turn - 1
    state.famine = move.turn - 1 if move.famine is None else move.famine
    instruct_first_order(step, order, famine)
    if move.turn == 1 and not move.laid:
        state.laying = list(reversed(state.order))
        for before, seat in zip([0, *state.laying], state.laying, strict=False):
            instruct_starting_city(step, seat, before, where_to_lay(state.laying, seat))
            step.tell(_lays(seat, before))
    elif move.turn > 1:
        step.tell(
            say("In the first plan each sets right the own city and sites. Other numbers: under corrections."), TABLE
        )
    begin_turn(step)


def _lays(seat: int, before: int) -> Message:
    """When a seat lays its starting city: after the seat ``before``, 0 for the first."""
    if before:
        return say("{who} lays the starting city after {before}.", who=SeatName(seat), before=SeatName(before))
    return say("{who} lays the starting city first.", who=SeatName(seat))


def _draw_order(step: Step[State]) -> None:
    state = step.state
    left = list(state.order)
    state.order = []
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man comes next on the track?")
        seat = step.chance(Pick[int](key="order", prompt=prompt, options=options, meaning=ORDER_TRACK), TABLE)
        left.remove(seat)
        state.order.append(seat)
    state.order += left


def ask_set_up(state: State, _due: SettingUp, _seat: int) -> Asking[Move]:
    """Ask which turn begins; for a later one famine and the order. Cities and sites follow in the plans."""
    prompt = say("Which turn begins?")
    hint = say(
        "A new play begins with turn 1; later ones are for a play begun without the companion.", short=N_("New play: 1")
    )
    act = say("Start at turn {answer}")
    turn = yield from Count(key="turn", prompt=prompt, hint=hint, act=act, low=1, high=LATEST_TURN, start=1, default=1)
    if turn == 1:
        return SetUp(1)
    title, act = say("Turn {n} begins", n=turn), say("Begin turn {n}", n=turn)
    return (yield from together("later-turn", title, _ask_later(state, turn), act))


def _ask_later(state: State, turn: int) -> Asking[Move]:
    """The questions about the state before a later turn, on one form. It stands behind the choice of the turn, since
    most plays begin with turn 1.
    """
    usual = turn - 1
    famine = yield from Count(
        key="famine",
        prompt=say("Where does famine stand?"),
        high=MOST_FAMINE,
        start=usual,
        icon="warning",
        default=usual,
        usual=usual,
        meaning=say("What the famine marker shows now, where you have begun without the companion."),
    )
    return SetUp(turn, famine, (yield from _ask_order(state)))


def _ask_order(state: State) -> Asking[tuple[int, ...]]:
    """Ask for the order track, place by place; the last seat is not asked for."""
    left, found = list(state.order), list[int]()
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man stands in place {n} of the order?", short=N_("Order: place {n}?"), n=len(found) + 1)
        seat = yield from Pick[int](
            key=f"order-{len(found) + 1}", prompt=prompt, options=options, default=left[0], meaning=ORDER_TRACK
        )
        left.remove(seat)
        found.append(seat)
    return (*found, *left)
