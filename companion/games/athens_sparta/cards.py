"""Hands, the choice of cards, events, Player 1.

Section 4; neutral cities that join by an event (section 9); the cards at Syracuse (section 13).
"""

from __future__ import annotations

from collections import Counter

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, Wording, say, say_n
from companion.games.athens_sparta import box, changing_hands, moves, tables
from companion.games.athens_sparta.box import card_points, deck, effect_of, is_card, scope_of, slug, written
from companion.games.athens_sparta.cities import ask_facts, city_option, worth_reason
from companion.games.athens_sparta.moves import ChooseCard, KeepHand, Move, NeutralJoins, Redeal
from companion.games.athens_sparta.pieces import (
    instruct_card_laid,
    instruct_cards_aside,
    instruct_cards_turned,
    instruct_event,
    instruct_shuffle,
    note_dealt,
)
from companion.games.athens_sparta.queries import holder, unknown_facts
from companion.games.athens_sparta.seats import acting_side, both_answered, owed_by_side, seat_of
from companion.games.athens_sparta.state import (
    Attrition,
    CheckingHands,
    ChoosingCards,
    Dealing,
    Event,
    NeutralJoining,
    PlayerTurn,
    Redealing,
    State,
    TurnEnd,
)
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, Effect, Side, other

# -- texts of cards --------------------------------------------------------------------------------------------------

EVENT_WORDS: dict[Effect, Message] = {
    "manual": say("another event", short=N_("other event")),
    "no-double": say("no double defence"),
    "cancel": say("turn cancelled"),
    "join": say("a neutral joins"),
    "no-ships": say("no ship moves"),
}
"""The names of ``EFFECTS`` within a sentence."""


EFFECT_IN_OWN_TURN: dict[Effect, Message] = {
    "manual": say("Read the card aloud and do what it says."),
    "no-double": say("In the turn of {side} walls do not help: each hit behind them takes a step."),
    "cancel": say("Nobody moves or fights this turn; only sieges throw for losses."),
    "join": say("{side} chooses a neutral city: it joins with its points and blocks."),
    "no-ships": say("In the turn of {side} no ship moves."),
}
"""What an event does that counts only in the turn of its own side, in this program's own words."""

EFFECT_IN_BOTH_TURNS: dict[Effect, Message] = {
    **EFFECT_IN_OWN_TURN,
    "no-double": say("Walls do not help this turn: each hit behind them takes a step."),
    "no-ships": say("No ship moves this turn, of either side."),
}


def event_words(state: State, card: str, side: Side) -> Message:
    """What the event of a card that ``side`` plays does: if the program does not know the effect, the owners'
    reminder.
    """
    effect = effect_of(card) or "manual"
    if effect == "manual" and (note := event_note(state, card)):
        return say("{note}", note=note)
    does = (EFFECT_IN_BOTH_TURNS if scope_of(card) == "both" else EFFECT_IN_OWN_TURN)[effect]
    return structs.replace(does, args={"side": SIDE_NAMES[side]}) if "{side}" in does.text else does


def event_line(state: State, event: Event) -> Message:
    """An event by its name, with what it does."""
    words = event_words(state, event.card, event.side)
    name = _own_event_name(state, event.card)
    return say("{event}: {note}", event=name, note=words) if name else words


def events_for(state: State, side: Side) -> list[Event]:
    """The events that count in the turn of ``side``."""
    return [event for event in state.events if event.side == side or scope_of(event.card) == "both"]


def card_name(state: State, card: str) -> Message:
    """A card: its points and its event."""
    if effect_of(card) is None:
        return say("{n} MP", n=card_points(card))
    event = _own_event_name(state, card) or EVENT_WORDS[effect_of(card) or "manual"]
    return say("{n} MP, {event}", n=card_points(card), event=event)


def event_name(state: State, card: str) -> Wording:
    """An event: the owners' name for it, else its effect."""
    return _own_event_name(state, card) or tables.EFFECTS[effect_of(card) or "manual"]


def _own_event_name(state: State, card: str) -> Wording | None:
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        name = str(facts.get("event", ""))
        if name and slug(name) == key:
            return written(name)
    return None


def event_note(state: State, card: str) -> Wording | None:
    """The text that the owners entered as a reminder of the card, or None."""
    key = card.split(".")[-1]
    for facts in state.box.get("card", {}).values():
        if slug(str(facts.get("event", ""))) == key and (note := str(facts.get("note", "")).strip()):
            return written(note)
    return None


def event_effect(state: State, card: str) -> Wording | None:
    """What the event of a card does: the owners' reminder, else its effect if the card has a name of its own; else
    None.
    """
    effect = effect_of(card)
    if effect is None:
        return None
    return event_note(state, card) or (tables.EFFECTS[effect] if _own_event_name(state, card) else None)


# -- hands (section 4.1) ---------------------------------------------------------------------------------------------


def hand_points(hand: list[str]) -> int:
    return sum(map(card_points, hand))


def hand_size(state: State) -> int:
    """Cards dealt to each side (options of section 18)."""
    return tables.LONG_HAND_SIZE if state.options["deal"] == 7 else tables.HAND_SIZE


def discards_a_card(state: State) -> bool:
    """Whether each side discards a card of its hand (option of section 18)."""
    return state.options["deal"] == 7


def sets_a_syracuse_card(state: State) -> bool:
    """Whether each side now puts a card of its hand face down at Syracuse: once, after the first deal (section 13)."""
    return bool(state.options["syracuse"]) and len(state.syracuse) < len(SIDES)


def turns_in_olympiad(state: State) -> int:
    """Game Turns of this Olympiad: one for each card of a hand, one less after cards were laid at Syracuse."""
    kept = hand_size(state) - (state.options["deal"] == 7)
    return kept - 1 if state.laid_in == state.olympiad else kept


def redeal_reason(hand: list[str]) -> Message | None:
    """Why a hand is not dealt again, or None: it must be below ten points. A hand of real cards cannot be checked."""
    if hand and hand_points(hand) >= tables.REDEAL_BELOW:
        return say("Only a hand of less than {n} may be dealt anew.", N_("Only below {n}"), n=tables.REDEAL_BELOW)
    return None


def lay_aside_reason(hand: list[str], card: str, *, wanted: bool) -> Message | None:
    """Why a card is not discarded or laid at Syracuse, or None. ``wanted``: whether a card must be put away."""
    if not wanted:
        return None if not card else say("No card is to be laid aside now.")
    return _hand_reason(hand, card)


def _hand_reason(hand: list[str], card: str) -> Message | None:
    """Why a card cannot be used, or None. With real cards any card can."""
    if hand:
        return None if card in hand else say("That card is not in your hand.")
    return None if is_card(card) else say("That is no card.")


def deal(step: Step[State]) -> None:
    """Deal six cards each (or seven) from the whole deck; without a known deck the hands are real cards only."""
    state = step.state
    due = step.owed(Dealing)
    state.agenda.pop()
    if left := box.deck(state.box):
        _remove_kept_cards(state, due.again, left)
    for side in due.again:
        state.hands[side] = seal(_deal_hand(step, side, left), seat_of(state, side))
    state.real_hands = not left or step.from_cardboard
    if left and step.from_cardboard:
        note_dealt(step)
    state.settled.clear()
    state.answered.clear()
    if any(state.hands[side].value for side in SIDES) or sets_a_syracuse_card(state):
        state.agenda.append(CheckingHands())
    else:
        begin_game_turn(step)


def instruct_new_hands(step: Step[State], side: Side | None = None) -> None:
    """Instruct the table to shuffle and deal by hand, if the box does not know the deck; with ``side`` to that side
    only. A known deck is dealt by the companion, or asked for card by card.
    """
    if not box.deck(step.state.box):
        instruct_shuffle(step, hand_size(step.state), SIDE_NAMES[side] if side else None)


def _remove_kept_cards(state: State, again: list[Side], left: dict[str, int]) -> None:
    """Subtract the hands that are kept, and the cards at Syracuse, from the copies ``left`` in the deck."""
    kept = [card for side in SIDES if side not in again and side in state.hands for card in state.hands[side].value]
    for card in [*kept, *(laid.value for laid in state.syracuse.values())]:
        left[card] = left.get(card, 0) - 1


def _deal_hand(step: Step[State], side: Side, left: dict[str, int]) -> list[str]:
    if not left:
        return []
    state, seat = step.state, seat_of(step.state, side)
    hand: list[str] = []
    for _ in range(hand_size(state)):
        options = tuple(Option(card, card_name(state, card), copies=max(0, copies)) for card, copies in left.items())
        prompt = say("Which card were you dealt?", short=N_("Card dealt?"))
        card = step.chance(
            Pick[str](
                key="deal",
                prompt=prompt,
                meaning=say(
                    "What is printed on the card you drew: its move points (MP) and its event. Only you see it."
                ),
                options=options,
                secret=True,
                open="list",
            ),
            by=seat,
        )
        left[card] -= 1
        hand.append(card)
    return sorted(hand)


def keep_hand(step: Step[State], move: moves.KeepHand) -> None:
    """Keep the hand, or ask for a new one (section 4.1)."""
    owed_by_side(step, CheckingHands)
    state, side = step.state, acting_side(step.state, step.seat)
    hand = state.hands[side].value
    if move.redeal:
        step.require(redeal_reason(hand))
        state.settled[side] = seal("redeal", step.seat)
    else:
        step.require(lay_aside_reason(hand, move.aside, wanted=discards_a_card(state) and bool(hand)))
        rest = list(hand)
        if move.aside in rest:
            rest.remove(move.aside)
        step.require(lay_aside_reason(rest, move.sicily, wanted=sets_a_syracuse_card(state)))
        state.settled[side] = seal(f"{move.aside}/{move.sicily}", step.seat)
    step.tell(seal(say("You look at your hand."), step.seat))
    if both_answered(state, side):
        _resolve_hands(step)


def _resolve_hands(step: Step[State]) -> None:
    state = step.state
    wanting = [side for side in SIDES if state.settled[side].value == "redeal"]
    for side in wanting:
        step.reveal(state.settled[side])
        step.tell(say("{side} asks for a new hand.", side=SIDE_NAMES[side]), seat_of(state, side))
    if len(wanting) == len(SIDES):
        state.agenda.append(Dealing(list(SIDES)))
        instruct_new_hands(step)
    elif wanting:
        state.agenda.append(Redealing(other(wanting[0])))
    else:
        _set_cards_aside(step)
        begin_game_turn(step)


def _set_cards_aside(step: Step[State]) -> None:
    state = step.state
    sicily = sets_a_syracuse_card(state)
    for side in SIDES:
        aside, _, laid = state.settled[side].value.partition("/")
        hand = state.hands[side].value
        for card in (aside, laid):
            if card in hand:
                hand.remove(card)
        if sicily:
            state.syracuse[side] = seal(laid or "0", seat_of(state, side))
    if state.real_hands:
        if discards_a_card(state):
            step.tell(say("Each side discards a card."), TABLE)
        instruct_cards_aside(step, discard=discards_a_card(state), sicily=sicily)
    if sicily:
        state.hidden_value, state.laid_in = True, state.olympiad
        step.tell(say("A card of each side lies face down at Syracuse."), TABLE)


def redeal(step: Step[State], move: moves.Redeal) -> None:
    """Answer whether this side takes a new hand too, because the other side asked for one."""
    state = step.state
    due = owed_by_side(step, Redealing)
    state.agenda[-1] = Dealing(list(SIDES) if move.mine else [other(due.side)])
    instruct_new_hands(step, None if move.mine else other(due.side))
    if not move.mine:
        step.tell(say("{side} keeps its hand.", side=SIDE_NAMES[due.side]), seat_of(state, due.side))


def ask_keep_hand(state: State, side: Side) -> Asking[Move]:
    """Ask whether to keep the hand, and which cards to put away (sections 4.1, 13 and 18)."""
    return together("hand", say("Your hand"), _ask_keep_hand(state, side))


def _ask_keep_hand(state: State, side: Side) -> Asking[Move]:
    hand = state.hands[side].value
    options = (
        Option("keep", say("Keep this hand"), act=say("Keep this hand")),
        Option("redeal", say("Ask for a new hand"), reason=redeal_reason(hand), act=say("Ask for a new hand")),
    )
    prompt = say("Is your hand good enough?", short=N_("Your hand?"))
    if hand:
        points = hand_points(hand)
        prompt = say_n(
            "Your hand has {n} move point (MP).",
            "Your hand has {n} move points (MP).",
            points,
            short=N_("Hand: {n} MP"),
        )
    if side in state.answered:
        prompt = say("Your answer is in. You may still change it.", short=N_("Change your answer?"))
    chosen = yield from Pick[str](
        key="hand",
        prompt=prompt,
        meaning=say(
            "Each turn of the Olympiad plays one of these cards. With fewer than {n} move points (MP) in all you may "
            "ask for new ones.",
            n=tables.REDEAL_BELOW,
        ),
        options=options,
        secret=True,
        default="keep",
        usual="keep" if options[1].reason is not None else None,
        sends=not (discards_a_card(state) and hand) and not sets_a_syracuse_card(state),
    )
    if chosen == "redeal":
        return KeepHand(True)
    aside = sicily = ""
    if discards_a_card(state) and hand:
        aside = yield from _ask_card(
            state, side, "aside", say("Which card do you discard?", short=N_("Discard?")), hand
        )
    if sets_a_syracuse_card(state):
        rest = list(hand)
        if aside:
            rest.remove(aside)
        prompt = say("Which card do you lay down at Syracuse?", short=N_("Card for Syracuse?"))
        sicily = yield from _ask_card(state, side, "sicily", prompt, rest, SYRACUSE_MEANING)
    return KeepHand(False, aside, sicily)


CARD_MEANING = say(
    "Both sides choose a card in secret and show it together. The higher one moves first, an event before any "
    "number, Sparta among equals. Its number is your move points (MP)."
)
SYRACUSE_MEANING = say(
    "Each side lays one card face down at Syracuse. Together they are what the city is worth, and are shown when "
    "it is attacked."
)
EVENT_MEANING = say("An event happens before the moves of that turn. If the card has none, say so.")


def _ask_card(
    state: State, side: Side, key: str, prompt: Message, hand: list[str], meaning: Message | None = None
) -> Asking[str]:
    if not hand:
        return (yield from _ask_typed_card(key, prompt, meaning))
    options = tuple(
        Option(
            card,
            card_name(state, card),
            icon="card",
            copies=n,
            hint=_card_hint(state, side, card, n),
            plays=tuple(f"hand-{at}" for at, held in enumerate(hand) if held == card),
        )
        for card, n in sorted(Counter(hand).items())
    )
    default = options[0].value
    return (
        yield from Pick[str](key=key, prompt=prompt, meaning=meaning, options=options, secret=True, default=default)
    )


def _card_hint(state: State, side: Side, card: str, held: int) -> Message | None:
    """The hint of a card in the hand: what its event would do; for a card without an event how many alike the hand has,
    if several.
    """
    if effect_of(card) is not None:
        return event_words(state, card, side)
    return say("You hold {n} of these.", short=N_("You hold {n}"), n=held) if held > 1 else None


def _ask_typed_card(key: str, prompt: Message, meaning: Message | None) -> Asking[str]:
    """Ask for points and event of a card that the box does not know."""
    hint = say("Look at the card: how many move points (MP)?", short=N_("MP on the card?"))
    points = yield from Count(
        key=key,
        prompt=prompt,
        hint=hint,
        meaning=meaning,
        low=0,
        high=box.MOST_POINTS,
        start=2,
        secret=True,
        default=2,
    )
    events = (Option("plain", say("No event")), *(Option(effect, label) for effect, label in tables.EFFECTS.items()))
    prompt = say("Which event is on it?", short=N_("Event?"))
    event = yield from Pick[str](
        key=f"{key}-event",
        prompt=prompt,
        meaning=EVENT_MEANING,
        options=events,
        secret=True,
        default="plain",
        usual="plain",
    )
    if event == "plain":
        return box.card_word(points)
    if event != "manual":
        return box.card_word(points, event, "both" if event == "no-ships" else "own", "typed")
    scopes = (Option("own", say("Own turn")), Option("both", say("Both turns")))
    prompt = say("For which turn does it count?", short=N_("For which turn?"))
    scope = yield from Pick[str](
        key=f"{key}-scope", prompt=prompt, meaning=EVENT_MEANING, options=scopes, secret=True, default="own"
    )
    return box.card_word(points, event, scope, "typed")


def ask_redeal(_state: State, _due: Redealing) -> Asking[Move]:
    """Ask whether to take a new hand too (section 4.1)."""
    options = (Option("keep", say("Keep my hand")), Option("new", say("New cards for me too")))
    prompt = say("The other side gets a new hand. And you?", short=N_("New hand too?"))
    chosen = yield from Pick[str](
        key="redeal",
        prompt=prompt,
        meaning=say(
            "The other hand had fewer than {n} move points (MP) and is dealt anew. You may keep yours.",
            n=tables.REDEAL_BELOW,
        ),
        options=options,
        default="keep",
    )
    return Redeal(chosen == "new")


# -- the choice of cards (section 4.1) -------------------------------------------------------------------------------


def card_rank(card: str, side: Side) -> tuple[bool, int, bool]:
    """Sort key of a card: events first, then points, then Sparta (section 4.1)."""
    return (effect_of(card) is not None, card_points(card), side == "sparta")


def player_one(cards: dict[Side, str]) -> Side:
    """The side with the higher card, which is Player 1."""
    return max(cards, key=lambda side: card_rank(cards[side], side))


def choose_card_reason(state: State, hand: list[str], card: str) -> Message | None:
    return _hand_reason(hand if deck(state.box) else [], card)


def begin_game_turn(step: Step[State]) -> None:
    """Begin a Game Turn: both sides choose a card."""
    state = step.state
    state.turn += 1
    state.chosen.clear()
    state.events.clear()
    state.played.clear()
    state.answered.clear()
    state.agenda.append(ChoosingCards())


def choose_card(step: Step[State], move: moves.ChooseCard) -> None:
    """Choose a card face down; once both sides have chosen, reveal both."""
    owed_by_side(step, ChoosingCards)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(choose_card_reason(state, state.hands[side].value, move.card))
    state.chosen[side] = seal(move.card, step.seat)
    step.tell(seal(say("You lay down {card}.", card=card_name(state, move.card)), step.seat))
    if both_answered(state, side):
        _reveal_cards(step)
    elif state.real_hands:
        instruct_card_laid(step, step.seat)


def _reveal_cards(step: Step[State]) -> None:
    state = step.state
    if state.real_hands:
        instruct_cards_turned(step)
    for side in SIDES:
        card = step.reveal(state.chosen[side])
        state.played[side] = card
        if card in state.hands[side].value:
            state.hands[side].value.remove(card)
        step.tell_all(
            say("{side} plays {card}.", side=SIDE_NAMES[side], card=card_name(state, card)), seat_of(state, side)
        )
    state.first = player_one(state.played)
    order = (state.first, other(state.first))
    state.events = [Event(side, state.played[side]) for side in order if box.effect_of(state.played[side])]
    for event in state.events:
        line, seat = event_line(state, event), seat_of(state, event.side)
        step.tell_all(line, seat)
        for each in SIDES:
            step.remind(seat_of(state, each), line)
        if effect_of(event.card) == "manual":
            instruct_event(step, seat)
    state.agenda.append(TurnEnd())
    if any(box.effect_of(event.card) == "cancel" for event in state.events):
        step.announce(say("The Game Turn is cancelled: only sieges wear on.", short=N_("Turn cancelled")), TABLE)
        state.agenda += [Attrition(side, [], True) for side in reversed(order)]
        return
    words = say("{side} is Player 1.", side=SIDE_NAMES[state.first])
    if len({card_rank(card, state.first) for card in state.played.values()}) == 1:
        words = say("Equal cards: {side} is Player 1.", side=SIDE_NAMES[state.first])
    step.tell(words, seat_of(state, state.first))
    state.agenda += [PlayerTurn(side) for side in reversed(order)]


def ask_choose_card(state: State, side: Side) -> Asking[Move]:
    """Ask for the card to play (section 4.1)."""
    prompt, act = say("Which card do you play?", short=N_("Play which card?")), say("Play this card")
    if side in state.answered:
        prompt = say("Your card lies face down. You may still take another one.", short=N_("Another card?"))
        act = say("Play this card instead")
    return together("card", prompt, _ask_choose_card(state, side, prompt), act, layout="rows", again=False)


def _ask_choose_card(state: State, side: Side, prompt: Message) -> Asking[Move]:
    hand = state.hands[side].value if box.deck(state.box) else []
    return ChooseCard((yield from _ask_card(state, side, "card", prompt, hand, CARD_MEANING)))


# -- a neutral city joins by an event (section 9) --------------------------------------------------------------------


def join_reason(state: State, place: str) -> Message | None:
    """Why a city does not join by an event, or None: it must be neutral, with known colour and points. ``place`` is
    empty if no city joins.
    """
    if not place:
        return None
    if holder(state, place) != "neutral":
        return say("Only a neutral city can join.")
    return worth_reason(state, place)


def neutral_joins(step: Step[State], move: moves.NeutralJoins) -> None:
    """A neutral city joins by an event (section 9)."""
    state = step.state
    due = owed_by_side(step, NeutralJoining)
    step.require(join_reason(state, move.city))
    state.agenda.pop()
    if move.city:
        changing_hands.neutral_city_joins(step, move.city, due.side)
    else:
        step.tell(say("No city joins {side}.", side=SIDE_NAMES[due.side]), seat_of(state, due.side))


def ask_neutral_joins(state: State, due: NeutralJoining) -> Asking[Move]:
    """Ask which neutral city joins by an event (section 9)."""
    neutral = [key for key, one in state.cities.items() if one.holder == "neutral"]
    options = (Option("none", say("None")), *(city_option(state, key, join_reason(state, key)) for key in neutral))
    prompt = say("Which neutral city joins {side}?", short=N_("Which city joins?"), side=SIDE_NAMES[due.side])
    chosen = yield from Pick[str](
        key="join",
        prompt=prompt,
        meaning=say("A neutral city changes to that side at once, with its points and its blocks."),
        options=options,
        default="none",
    )
    if lacking := unknown_facts(state, chosen, tables.WORTH_FIELDS):
        return (yield from ask_facts(state, chosen, lacking))
    return NeutralJoins("" if chosen == "none" else chosen)
