"""Hands, the choice of cards and their events. Section 4, and the option of section 13."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say
from companion.games.athens_sparta import agenda, moves, queries_cards, rules_city
from companion.games.athens_sparta.queries import acting_side, seat_of
from companion.games.athens_sparta.reasons import choose_card_reason, join_reason, lay_aside_reason, redeal_reason
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import Event, State
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, Side, other
from companion.games.athens_sparta.words import card_name, event_name, event_note


def both_answered(state: State, side: Side) -> bool:
    """Record that ``side`` has decided in secret. Once both have, nothing secret is due any more."""
    if side not in state.answered:
        state.answered.append(side)
    if len(state.answered) < len(SIDES):
        return False
    state.agenda.pop()
    return True


# -- hands -------------------------------------------------------------------------------------------------------------


def deal(step: Step[State]) -> None:
    """Deal six cards each (or seven) from the whole deck; without a known deck the hands are cardboard only."""
    state = step.state
    due = step.owed(agenda.Dealing)
    state.agenda.pop()
    if left := queries_cards.deck(state.box):
        _remove_kept_cards(state, due.again, left)
    for side in due.again:
        state.hands[side] = seal(_deal_hand(step, side, left), seat_of(state, side))
    state.settled.clear()
    state.answered.clear()
    if any(state.hands[side].value for side in SIDES) or queries_cards.sets_a_syracuse_card(state):
        state.agenda.append(agenda.CheckingHands())
    else:
        begin_game_turn(step)


def _remove_kept_cards(state: State, again: list[Side], left: dict[str, int]) -> None:
    """Take hands that are kept and the cards at Syracuse out of the deck."""
    kept = [card for side in SIDES if side not in again and side in state.hands for card in state.hands[side].value]
    for card in [*kept, *(laid.value for laid in state.syracuse.values())]:
        left[card] = left.get(card, 0) - 1


def _deal_hand(step: Step[State], side: Side, left: dict[str, int]) -> list[str]:
    if not left:
        return []
    state, seat = step.state, seat_of(step.state, side)
    hand: list[str] = []
    for _ in range(queries_cards.hand_size(state)):
        options = tuple(Option(card, card_name(state, card), copies=max(0, copies)) for card, copies in left.items())
        prompt = say("Which card were you dealt?", short=N_("Card dealt?"))
        card = step.chance(Pick[str](key="deal", prompt=prompt, options=options, secret=True), by=seat)
        left[card] -= 1
        hand.append(card)
    return sorted(hand)


def keep_hand(step: Step[State], move: moves.KeepHand) -> None:
    """Keep the hand, or ask for a new one (section 4.1)."""
    owed_by_side(step, agenda.CheckingHands)
    state, side = step.state, acting_side(step.state, step.seat)
    hand = state.hands[side].value
    if move.redeal:
        step.require(redeal_reason(hand))
        state.settled[side] = seal("redeal", step.seat)
    else:
        step.require(lay_aside_reason(hand, move.aside, wanted=queries_cards.discards_a_card(state) and bool(hand)))
        rest = list(hand)
        if move.aside in rest:
            rest.remove(move.aside)
        step.require(lay_aside_reason(rest, move.sicily, wanted=queries_cards.sets_a_syracuse_card(state)))
        state.settled[side] = seal(f"{move.aside}/{move.sicily}", step.seat)
    step.tell(seal(say("You have looked at your hand."), step.seat))
    if both_answered(state, side):
        _resolve_hands(step)


def _resolve_hands(step: Step[State]) -> None:
    state = step.state
    wanting = [side for side in SIDES if state.settled[side].value == "redeal"]
    for side in wanting:
        step.reveal(state.settled[side])
        step.tell(say("{side} asks for a new hand.", side=SIDE_NAMES[side]), seat_of(state, side))
    if len(wanting) == len(SIDES):
        state.agenda.append(agenda.Dealing(list(SIDES)))
    elif wanting:
        state.agenda.append(agenda.Redealing(other(wanting[0])))
    else:
        _set_cards_aside(step)
        begin_game_turn(step)


def _set_cards_aside(step: Step[State]) -> None:
    state = step.state
    sicily = queries_cards.sets_a_syracuse_card(state)
    for side in SIDES:
        aside, _, laid = state.settled[side].value.partition("/")
        hand = state.hands[side].value
        for card in (aside, laid):
            if card in hand:
                hand.remove(card)
        if sicily:
            state.syracuse[side] = seal(laid or "0", seat_of(state, side))
    if sicily:
        state.hidden_value, state.laid_in = True, state.olympiad
        step.tell(say("A card of each side lies face down at Syracuse."), TABLE)


def redeal(step: Step[State], move: moves.Redeal) -> None:
    """Take a new hand too, because the other side asked for one."""
    state = step.state
    due = owed_by_side(step, agenda.Redealing)
    state.agenda[-1] = agenda.Dealing(list(SIDES) if move.mine else [other(due.side)])
    if not move.mine:
        step.tell(say("{side} keeps its hand.", side=SIDE_NAMES[due.side]), seat_of(state, due.side))


# -- the choice and its reveal (section 4.1) ---------------------------------------------------------------------------


def begin_game_turn(step: Step[State]) -> None:
    """Begin a Game Turn: both sides choose a card."""
    state = step.state
    state.turn += 1
    state.chosen.clear()
    state.events.clear()
    state.played.clear()
    state.answered.clear()
    state.agenda.append(agenda.ChoosingCards())


def choose_card(step: Step[State], move: moves.ChooseCard) -> None:
    """Lay a card face down; the second one turns both over."""
    owed_by_side(step, agenda.ChoosingCards)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(choose_card_reason(state, state.hands[side].value, move.card))
    state.chosen[side] = seal(move.card, step.seat)
    step.tell(seal(say("You lay down {card}.", card=card_name(state, move.card)), step.seat))
    if both_answered(state, side):
        _reveal_cards(step)


def _reveal_cards(step: Step[State]) -> None:
    state = step.state
    for side in SIDES:
        card = step.reveal(state.chosen[side])
        state.played[side] = card
        if card in state.hands[side].value:
            state.hands[side].value.remove(card)
        step.tell_all(
            say("{side} plays {card}.", side=SIDE_NAMES[side], card=card_name(state, card)), seat_of(state, side)
        )
    state.first = queries_cards.player_one(state.played)
    order = (state.first, other(state.first))
    state.events = [Event(side, state.played[side]) for side in order if queries_cards.effect_of(state.played[side])]
    for event in state.events:
        if note := event_note(state, event.card):
            step.tell(
                say("{event}: {note}", event=event_name(state, event.card), note=note), seat_of(state, event.side)
            )
    state.agenda.append(agenda.TurnEnd())
    if any(queries_cards.effect_of(event.card) == "cancel" for event in state.events):
        step.tell(say("The Game Turn is cancelled: only sieges wear on.", short=N_("Turn cancelled")), TABLE)
        state.agenda += [agenda.Attrition(side, [], True) for side in reversed(order)]
        return
    step.tell(say("{side} is Player 1.", side=SIDE_NAMES[state.first]), seat_of(state, state.first))
    state.agenda += [agenda.PlayerTurn(side) for side in reversed(order)]


def neutral_joins(step: Step[State], move: moves.NeutralJoins) -> None:
    """A neutral city joins by an event (section 9)."""
    state = step.state
    due = owed_by_side(step, agenda.NeutralJoining)
    step.require(join_reason(state, move.city))
    state.agenda.pop()
    if move.city:
        rules_city.neutral_city_joins(step, move.city, due.side)
    else:
        step.tell(say("No city joins {side}.", side=SIDE_NAMES[due.side]), seat_of(state, due.side))
