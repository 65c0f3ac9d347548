"""Questions about hands and cards. Section 4."""

from __future__ import annotations

from collections import Counter

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import queries_cards
from companion.games.athens_sparta.agenda import NeutralJoining, Redealing
from companion.games.athens_sparta.asking_blocks import city_option
from companion.games.athens_sparta.asking_map import ask_facts
from companion.games.athens_sparta.moves import ChooseCard, KeepHand, Move, NeutralJoins, Redeal
from companion.games.athens_sparta.queries_city import unknown_facts
from companion.games.athens_sparta.reasons import join_reason, redeal_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import EFFECTS, SIDE_NAMES, WORTH_FIELDS, Side
from companion.games.athens_sparta.words import card_name


def ask_keep_hand(state: State, side: Side) -> Asking[Move]:
    """Ask whether to keep the hand, and which cards to lay aside (sections 4.1, 13 and 18)."""
    return together("hand", say("Your hand"), _ask_keep_hand(state, side))


def _ask_keep_hand(state: State, side: Side) -> Asking[Move]:
    hand = state.hands[side].value
    options = (
        Option("keep", say("Keep this hand"), act=say("Keep this hand")),
        Option("redeal", say("Ask for a new hand"), reason=redeal_reason(hand), act=say("Ask for a new hand")),
    )
    prompt = say("Is your hand good enough?", short=N_("Your hand?"))
    if hand:
        points = queries_cards.hand_points(hand)
        prompt = say_n(
            "Your hand has {n} move point (MP).",
            "Your hand has {n} move points (MP).",
            points,
            short=N_("Hand: {n} MP"),
        )
    chosen = yield from Pick[str](key="hand", prompt=prompt, options=options, secret=True, default="keep", usual="keep")
    if chosen == "redeal":
        return KeepHand(True)
    aside = sicily = ""
    if queries_cards.discards_a_card(state) and hand:
        aside = yield from _ask_card(state, "aside", say("Which card do you discard?", short=N_("Discard?")), hand)
    if queries_cards.sets_a_syracuse_card(state):
        rest = list(hand)
        if aside:
            rest.remove(aside)
        prompt = say("Which card do you lay down at Syracuse?", short=N_("Card for Syracuse?"))
        sicily = yield from _ask_card(state, "sicily", prompt, rest)
    return KeepHand(False, aside, sicily)


def _ask_card(state: State, key: str, prompt: Message, hand: list[str]) -> Asking[str]:
    if not hand:
        return (yield from _ask_typed_card(key, prompt))
    options = tuple(
        Option(card, card_name(state, card), icon="card", copies=n) for card, n in sorted(Counter(hand).items())
    )
    default = options[0].value
    return (yield from Pick[str](key=key, prompt=prompt, options=options, secret=True, default=default))


def _ask_typed_card(key: str, prompt: Message) -> Asking[str]:
    """Ask for points and event of a card that the box does not know."""
    hint = say("Look at the card: how many move points (MP)?", short=N_("MP on the card?"))
    points = yield from Count(
        key=key,
        prompt=prompt,
        hint=hint,
        low=0,
        high=queries_cards.MOST_POINTS,
        start=2,
        secret=True,
        default=2,
        usual=2,
    )
    events = (Option("plain", say("No event")), *(Option(effect, label) for effect, label in EFFECTS.items()))
    prompt = say("Which event is on it?", short=N_("Event?"))
    event = yield from Pick[str](
        key=f"{key}-event", prompt=prompt, options=events, secret=True, default="plain", usual="plain"
    )
    if event == "plain":
        return queries_cards.card_word(points)
    if event != "manual":
        return queries_cards.card_word(points, event, "both" if event == "no-ships" else "own", "typed")
    scopes = (Option("own", say("Own turn")), Option("both", say("Both turns")))
    prompt = say("For which turn does it count?", short=N_("For which turn?"))
    scope = yield from Pick[str](key=f"{key}-scope", prompt=prompt, options=scopes, secret=True, default="own")
    return queries_cards.card_word(points, event, scope, "typed")


def ask_choose_card(state: State, side: Side) -> Asking[Move]:
    """Ask for the card to play (section 4.1)."""
    prompt = say("Which card do you play?", short=N_("Play which card?"))
    return together("card", prompt, _ask_choose_card(state, side, prompt), say("Play this card"), layout="rows")


def _ask_choose_card(state: State, side: Side, prompt: Message) -> Asking[Move]:
    hand = state.hands[side].value if queries_cards.deck(state.box) else []
    return ChooseCard((yield from _ask_card(state, "card", prompt, hand)))


def ask_redeal(_state: State, _due: Redealing) -> Asking[Move]:
    """Ask whether to take a new hand too (section 4.1)."""
    options = (Option("keep", say("Keep my hand")), Option("new", say("New cards for me too")))
    prompt = say("The other side gets a new hand. And you?", short=N_("New hand too?"))
    chosen = yield from Pick[str](key="redeal", prompt=prompt, options=options, default="keep")
    return Redeal(chosen == "new")


def ask_neutral_joins(state: State, due: NeutralJoining) -> Asking[Move]:
    """Ask which neutral city joins by an event (section 9)."""
    neutral = [key for key, one in state.cities.items() if one.holder == "neutral"]
    options = (Option("none", say("None")), *(city_option(state, key, join_reason(state, key)) for key in neutral))
    prompt = say("Which neutral city joins {side}?", short=N_("Which city joins?"), side=SIDE_NAMES[due.side])
    chosen = yield from Pick[str](key="join", prompt=prompt, options=options, default="none")
    if lacking := unknown_facts(state, chosen, WORTH_FIELDS):
        return (yield from ask_facts(state, chosen, lacking))
    return NeutralJoins("" if chosen == "none" else chosen)
