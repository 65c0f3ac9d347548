"""The questions that build a move."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Confirm, Count, Pick, Place
from companion.core.widgets import position
from companion.core.wording import named, say
from tests.core.torture.agenda import Hits, Planning, SettingUp, Turn, Valuing, Voting
from tests.core.torture.moves import Add, Attack, Drop, Lose, Move, Play, Ready, Sail, SetUp, Value, Vote
from tests.core.torture.reasons import (
    NOBODY,
    add_reason,
    attack_reason,
    drop_reason,
    lose_reason,
    ready_reason,
    sail_price,
    sail_reason,
)
from tests.core.torture.state import Order, Side, State, called
from tests.core.torture.tables import FACES, ORDERS, PIECES, RONDEL, WORTH, Face, Piece, Where


def ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(seat, named(seat), seat=seat) for seat in state.seats)
    first = yield from Pick[int](
        key="first", prompt=say("Who begins?"), options=seats, default=state.seats[0], usual=state.seats[0]
    )
    gold = yield from Count(key="gold", prompt=say("How much gold each?"), low=1, high=4, start=2, default=2, usual=2)
    return SetUp(first, gold)


def ask_plan(state: State, seat: int) -> Asking[Move]:
    """Secret from the first question on: whether there is something to take out tells what was put in."""
    orders = [Order(what, side.key) for side in state.of(seat) for what in ORDERS]
    plan = Pick[str](key="order", prompt=say("Which order?"), options=order_options(state, seat, orders), secret=True)
    own = order_options(state, seat, dict.fromkeys(state.plans[seat].value), dropping=True)
    taken_out = Pick[str](key="order", prompt=say("Take out which order?"), options=own, secret=True)
    todo = (
        Option("ready", say("My plan stands"), reason=ready_reason(state, seat)),
        Option("add", say("Add an order"), reason=plan.blocked()),
        Option("drop", say("Take an order out"), reason=taken_out.blocked()),
    )
    default = None if seat in state.ready else "ready"
    chosen = yield from Pick[str](key="plan", prompt=say("Your plan?"), options=todo, secret=True, default=default)
    if chosen == "ready":
        return Ready()
    what, key = (yield from plan if chosen == "add" else taken_out).split("-")
    order = next(order for order in orders if (order.what, order.side) == (what, key))
    return Add(order) if chosen == "add" else Drop(order)


def order_options(
    state: State, seat: int, orders: Iterable[Order], *, dropping: bool = False
) -> tuple[Option[str], ...]:
    reason = drop_reason if dropping else add_reason
    return tuple(
        Option(
            f"{order.what}-{order.side}",
            say("{who}: {order}", who=called(state.side(order.side)), order=ORDERS[order.what]),
            reason=reason(state, seat, order),
        )
        for order in orders
    )


def ask_turn(state: State, side: Side) -> Asking[Move]:
    spaces = tuple(
        Option[Where](to, label, price=(Amount(sail_price(side, to), "coin"),), reason=sail_reason(side, to))
        for to, label in RONDEL.items()
    )
    sailing = Place[Where](key="space", prompt=say("Sail where?"), widget="rondel", options=spaces)
    targets = tuple(
        Option(position(x, 0), called(other), reason=attack_reason(state, side, other.key), seat=other.seat)
        for x, other in enumerate(state.sides)
    )
    attacking = Place[str](key="target", prompt=say("Attack whom?"), widget="sea", options=targets)
    todo = (
        Option("sail", say("Sail"), icon="ship"),
        Option("attack", say("Attack"), icon="sword", reason=attacking.blocked()),
        Option("card", say("Play a card"), icon="card", reason=None if side.hand else say("Your hand is empty.")),
    )
    chosen = yield from Pick[str](key="turn", prompt=say("{who}: what now?", who=called(side)), options=todo)
    if chosen == "sail":
        return Sail((yield from sailing))
    if chosen == "attack":
        at = yield from attacking
        return Attack(next(other.key for x, other in enumerate(state.sides) if position(x, 0) == at))
    cards = tuple(Option(card.handle, FACES[card.face.value]) for card in side.hand)
    first = cards[0].value
    return Play((yield from Pick(key="card", prompt=say("Which card?"), options=cards, secret=True, default=first)))


def ask_hit(side: Side) -> Asking[Move]:
    options = tuple(Option[Piece](piece, label, reason=lose_reason(side, piece)) for piece, label in PIECES.items())
    default = next(option.value for option in options if option.reason is None)
    prompt = say("{who} was hit. Lose what?", who=called(side))
    return Lose((yield from Pick[Piece](key="hit", prompt=prompt, options=options, default=default, usual=default)))


def ask_vote(state: State) -> Asking[Move]:
    sides = (Option(side.key, called(side), seat=side.seat) for side in state.sides)
    options = (*sides, Option(NOBODY, say("Nobody")))
    prompt = say("Whom does the senate crown?")
    return Vote((yield from Pick(key="vote", prompt=prompt, options=options, secret=True, default=NOBODY)))


def ask_value(face: Face) -> Asking[Move]:
    prompt = say("What is {card} worth?", card=FACES[face])
    worth = yield from Count(key="worth", prompt=prompt, low=WORTH.low, high=WORTH.high, default=0)
    yes, no = say("Keep it"), say("Just this once")
    keep = yield from Confirm(key="keep", prompt=say("Keep that for other evenings?"), yes=yes, no=no, default=False)
    return Value(worth, keep)


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    match state.agenda[-1]:
        case SettingUp():
            return together("set-up", say("The table"), ask_set_up(state))
        case Planning():
            return together("plan", say("Your plan?"), ask_plan(state, seat))
        case Turn(side=key):
            return ask_turn(state, state.side(key))
        case Hits(side=key):
            return together(f"hits-{key}", say("Losses"), ask_hit(state.side(key)))
        case Voting():
            return ask_vote(state)
        case Valuing(face=face):
            return ask_value(face)
