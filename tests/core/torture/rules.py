"""Moves into effect."""

from __future__ import annotations

from companion.core.boxes import number, put
from companion.core.game import Rules
from companion.core.options import Option
from companion.core.questions import Count, Dice, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import SeatName, say, say_n
from tests.core.torture.agenda import Hits, Planning, SettingUp, Turn, Valuing, Voting
from tests.core.torture.moves import Add, Attack, Drop, Lose, Play, Ready, Sail, SetUp, Value, Vote
from tests.core.torture.reasons import (
    add_reason,
    attack_reason,
    drop_reason,
    first_reason,
    lose_reason,
    play_reason,
    ready_reason,
    sail_price,
    sail_reason,
    vote_reason,
)
from tests.core.torture.state import HeldCard, Order, Side, State, called
from tests.core.torture.tables import DECK, FACES, HITS_FROM, LAURELS_TO_WIN, ORDERS, PIECES, RONDEL, Face


def on_turn(step: Step[State]) -> Side:
    return step.state.side(step.owed(Turn).side)


def pay(state: State, side: Side, gold: int) -> None:
    """From the bank to the side, or back with a negative number; the bank gives what it has."""
    gold = min(gold, state.bank)
    side.gold += gold
    state.bank -= gold


def build(state: State, side: Side) -> None:
    built = min(1, state.yard)
    side.fleets += built
    state.yard -= built


def set_up(step: Step[State], move: SetUp) -> None:
    state = step.state
    step.owed(SettingUp)
    step.require(first_reason(state, move.first))
    state.first = move.first
    for side in state.sides:
        pay(state, side, move.gold)
        quest = Count(key="quest", prompt=say("Which quest did you draw?"), low=0, high=3, secret=True)
        side.quest = seal(step.chance(quest, by=side.seat), side.seat)
        step.tell(seal(say("Your quest: end with {n} fleets.", n=side.quest.value), side.seat))
        draw_card(step, side)
    state.agenda.pop()
    step.tell(say("{seat} begins.", seat=SeatName(move.first)))


def add(step: Step[State], move: Add) -> None:
    step.owed(Planning)
    step.require(add_reason(step.state, step.seat, move.order))
    step.state.plans[step.seat].value.append(move.order)
    step.tell(seal(say("You plan: {order}.", order=ORDERS[move.order.what]), step.seat))


def drop(step: Step[State], move: Drop) -> None:
    step.owed(Planning)
    step.require(drop_reason(step.state, step.seat, move.order))
    step.state.plans[step.seat].value.remove(move.order)
    step.tell(seal(say("You plan no longer: {order}.", order=ORDERS[move.order.what]), step.seat))


def get_ready(step: Step[State], _: Ready) -> None:
    state = step.state
    step.owed(Planning)
    step.require(ready_reason(state, step.seat))
    state.ready.append(step.seat)
    step.tell(say("{seat} is ready.", seat=SeatName(step.seat)))
    if len(state.ready) < len(state.seats):
        return
    state.agenda.pop()
    for seat in state.seats:
        for order in step.reveal(state.plans[seat]):
            carry_out(step, order)


def carry_out(step: Step[State], order: Order) -> None:
    state, side = step.state, step.state.side(order.side)
    step.tell(say("{who}: {order}", who=called(side), order=ORDERS[order.what]))
    if order.what == "tax":
        pay(state, side, 1)
    elif side.gold:
        pay(state, side, -1)
        build(state, side)


def sail(step: Step[State], move: Sail) -> None:
    state, side = step.state, on_turn(step)
    step.require(sail_reason(side, move.to))
    state.agenda.pop()
    pay(state, side, -sail_price(side, move.to))
    side.space = move.to
    step.tell(say("{who} sails: {space}", who=called(side), space=RONDEL[move.to]))
    match move.to:
        case "market":
            pay(state, side, 2)
        case "library":
            draw_card(step, side)
        case "arsenal":
            build(state, side)
        case "senate" if not state.voted:
            state.voted = True
            state.agenda.append(Voting())


def draw_card(step: Step[State], side: Side) -> None:
    """Every face is listed, also one that has run out: who draws from cardboard must not learn what others hold."""
    state = step.state
    if state.drawn == sum(DECK.values()):
        return
    faces = tuple(Option[Face](face, label, copies=state.deck[face].value) for face, label in FACES.items())
    prompt = say("Which card did you draw?")
    face = step.chance(Pick[Face](key="deck", prompt=prompt, options=faces, secret=True), by=side.seat)
    state.deck[face].value = max(0, state.deck[face].value - 1)
    state.drawn += 1
    side.hand.append(HeldCard(f"c{state.drawn}", seal(face, side.seat)))
    step.tell(say("{who} draws {card}.", who=called(side), card=seal(FACES[face], side.seat)))


def attack(step: Step[State], move: Attack) -> None:
    state, side = step.state, on_turn(step)
    step.require(attack_reason(state, side, move.side))
    state.agenda.pop()
    target = state.side(move.side)
    step.tell(say("{who} attacks {target}.", who=called(side), target=called(target)))
    weathers = (Option("calm", say("Calm"), copies=2), Option("storm", say("Storm")))
    weather = step.chance(Pick[str](key="weather", prompt=say("What is the weather?"), options=weathers))
    dice = Dice(key="battle", prompt=say("Roll for the battle."), dice=2 if weather == "calm" else 1)
    rolled = step.chance(dice, by=step.seat)
    hits = min(sum(face >= HITS_FROM for face in rolled), target.fleets + target.forts)
    step.tell(say_n("{n} hit.", "{n} hits.", hits))
    if hits:
        state.agenda.append(Hits(target.key, hits))


def lose(step: Step[State], move: Lose) -> None:
    state, due = step.state, step.owed(Hits)
    side = state.side(due.side)
    step.require(lose_reason(side, move.piece))
    state.agenda.pop()
    if move.piece == "fleet":
        side.fleets -= 1
        state.yard += 1
    else:
        side.forts -= 1
        state.quarry += 1
    if due.left > 1:
        state.agenda.append(Hits(due.side, due.left - 1))
    step.tell(say("{who} loses {piece}.", who=called(side), piece=PIECES[move.piece]))


def vote(step: Step[State], move: Vote) -> None:
    state = step.state
    step.owed(Voting)
    step.require(vote_reason(state, move.side))
    state.votes[step.seat] = seal(move.side, step.seat)
    if len(state.votes) < len(state.seats):
        return
    state.agenda.pop()
    votes = [step.reveal(state.votes[seat]) for seat in state.seats]
    state.votes.clear()
    ahead = sorted(state.sides, key=lambda side: votes.count(side.key), reverse=True)
    if votes.count(ahead[0].key) > votes.count(ahead[1].key):
        ahead[0].laurels += 1
        step.tell(say("The senate crowns {who}.", who=called(ahead[0])))
    else:
        step.tell(say("The senate crowns nobody."))


def play_card(step: Step[State], move: Play) -> None:
    state, side = step.state, on_turn(step)
    step.require(play_reason(side, move.handle))
    state.agenda.pop()
    card = next(card for card in side.hand if card.handle == move.handle)
    side.hand.remove(card)
    face = step.reveal(card.face)
    side.played.append(face)
    step.tell(say("{who} plays {card}.", who=called(side), card=FACES[face]))
    worth = number(state.box, "card", face, "worth")
    if worth is None:
        state.agenda.append(Valuing(side.key, face))
    else:
        side.glory += worth


def value(step: Step[State], move: Value) -> None:
    due = step.owed(Valuing)
    step.state.agenda.pop()
    if move.keep:
        put(step.state.box, step.learn("card", due.face, "worth", move.worth))
    worth = number(step.state.box, "card", due.face, "worth")
    step.state.side(due.side).glory += move.worth if worth is None else worth
    step.tell(say("{card} is worth {n}.", card=FACES[due.face], n=move.worth))


def proceed(step: Step[State]) -> None:
    """Begin the next round when the agenda is empty, or end the play: only then does it stay empty."""
    state = step.state
    if any(side.laurels == LAURELS_TO_WIN for side in state.sides):
        state.agenda.clear()
    elif not state.agenda and state.round < state.rounds:
        state.round += 1
        state.voted = False
        state.ready.clear()
        state.plans = {seat: seal([], seat) for seat in state.seats}
        turns = sorted(state.sides, key=lambda side: (side.seat < state.first, side.seat, side.key))
        state.agenda = [*(Turn(side.key) for side in reversed(turns)), Planning()]
    if not state.agenda:
        for side in state.sides:
            step.reveal(side.quest)
        step.tell(say("The play is over."))


RULES: Rules[State] = {
    SetUp: set_up,
    Add: add,
    Drop: drop,
    Ready: get_ready,
    Sail: sail,
    Attack: attack,
    Lose: lose,
    Vote: vote,
    Play: play_card,
    Value: value,
}
