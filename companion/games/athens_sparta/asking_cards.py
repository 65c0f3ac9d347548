"""Questions of set-up, hands and cards."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from companion.core.questions import Asking, Confirm, Count, Option, Pick
from companion.core.wording import N_, Message, named, say
from companion.games.athens_sparta.agenda import Joining
from companion.games.athens_sparta.asking_blocks import ask_rating, city_option
from companion.games.athens_sparta.asking_map import ask_facts
from companion.games.athens_sparta.moves import Arrange, Choose, Join, Keep, Move, Redeal, SetUp, Typed
from companion.games.athens_sparta.queries import city_named, unknown_facts
from companion.games.athens_sparta.queries_cards import MOST_POINTS, called, card_word, deck
from companion.games.athens_sparta.reasons import begin_reason, hand_points, join_reason, redeal_reason
from companion.games.athens_sparta.rules_cards import lays_aside, lays_in_sicily, neutral_cities
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import (
    EFFECTS,
    KINDS,
    LAST_OLYMPIAD,
    MOST_STEPS,
    SHIP_RATING,
    SIDE_NAMES,
    SIDES,
    WORTH,
    Kind,
    Letter,
    Side,
)

POINT_HINT = say("Look at the card.")


def ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(seat, named(seat), reason=begin_reason(state, seat), seat=seat) for seat in state.chairs)
    prompt = say("Who commands Athens?", short=N_("Athens is whose?"))
    athens = yield from Pick[int](key="athens", prompt=prompt, options=seats, default=state.chairs[0])
    first = int(state.options["olympiad"])
    if state.level == "battle":
        return SetUp(athens, first)
    prompt = say("With which Olympiad do you begin?", short=N_("First Olympiad?"))
    olympiad = yield from Count(
        key="olympiad", prompt=prompt, low=first, high=LAST_OLYMPIAD, start=first, default=first
    )
    if state.level == "full" and _box_has_siege(state):
        return SetUp(athens, olympiad)
    prompt = say("How many Spartan blocks hold Potidaea?", short=N_("Blocks in Potidaea?"))
    hint = say("0: there is no siege of Potidaea any more.")
    inside = yield from Count(key="inside", prompt=prompt, hint=hint, low=0, high=4, start=1, default=1)
    if not inside:
        return SetUp(athens, olympiad)
    hoplite = yield from _ask_besieger("hoplite", "B2")
    ship = yield from _ask_besieger("ship", SHIP_RATING["athens"])
    return SetUp(athens, olympiad, [hoplite, ship], inside)


def _box_has_siege(state: State) -> bool:
    starts = (str(facts.get("start", "")) for facts in state.box.get("block", {}).values())
    return any(city_named(state.box, start) == "potidaea" for start in starts)


def _ask_besieger(kind: Kind, usual: str) -> Asking[Typed]:
    prompt = say("{kind} before Potidaea: which rating?", short=N_("{kind}: rating?"), kind=KINDS[kind])
    word = yield from ask_rating(f"{kind}-rating", prompt, usual)
    prompt = say("{kind} before Potidaea: how many steps?", short=N_("{kind}: steps?"), kind=KINDS[kind])
    strength = yield from Count(key=f"{kind}-steps", prompt=prompt, low=1, high=MOST_STEPS, start=3, default=3)
    letter: Letter = word[0]  # type: ignore[assignment]
    return Typed(kind, letter, int(word[1]), strength)


def ask_arrange(state: State) -> Asking[Move]:
    """Battle by itself: who attacks, and what there is to defend."""
    sides = tuple(Option[Side](side, SIDE_NAMES[side], seat=state.seats[side]) for side in SIDES)
    prompt = say("Who attacks?")
    attacker = yield from Pick[Side](key="attacker", prompt=prompt, options=sides, default="athens")
    grounds: tuple[tuple[Literal["open", "minor", "major"], Message], ...] = (
        ("open", say("In the open")),
        ("minor", say("At a minor city")),
        ("major", say("At a major city")),
    )
    options = tuple(Option[Literal["open", "minor", "major"]](key, label) for key, label in grounds)
    prompt = say("Where do they fight?")
    ground = yield from Pick[Literal["open", "minor", "major"]](
        key="ground", prompt=prompt, options=options, default="open"
    )
    if ground == "open":
        return Arrange(attacker, ground, False)
    prompt = say("Has the city walls?")
    walls = yield from Confirm(key="walls", prompt=prompt, yes=say("Walls"), no=say("No walls"), default=True)
    return Arrange(attacker, ground, walls)


# -- hands and cards: in secret from the first question on -------------------------------------------------------------


def ask_keep(state: State, side: Side) -> Asking[Move]:
    hand = state.hands[side].value
    again = redeal_reason(hand)
    options = (
        Option("keep", say("Keep this hand")),
        Option("redeal", say("Ask for a new hand"), reason=again),
    )
    prompt = _hand_prompt(hand)
    chosen = yield from Pick[str](key="hand", prompt=prompt, options=options, secret=True, default="keep")
    if chosen == "redeal":
        return Keep(True)
    aside = sicily = ""
    if lays_aside(state) and hand:
        aside = yield from _ask_card(state, "aside", say("Which card do you discard?", short=N_("Discard?")), hand)
    if lays_in_sicily(state):
        rest = list(hand)
        if aside:
            rest.remove(aside)
        prompt = say("Which card do you lay down at Syracuse?", short=N_("Card for Syracuse?"))
        sicily = yield from _ask_card(state, "sicily", prompt, rest)
    return Keep(False, aside, sicily)


def _hand_prompt(hand: list[str]) -> Message:
    if not hand:
        return say("Is your hand good enough?", short=N_("Your hand?"))
    return say("Your hand has {n} points.", short=N_("Hand: {n} points"), n=hand_points(hand))


def _ask_card(state: State, key: str, prompt: Message, hand: list[str]) -> Asking[str]:
    if not hand:
        return (yield from _ask_typed_card(key, prompt))
    options = tuple(
        Option(card, called(state, card), icon="card", copies=n) for card, n in sorted(Counter(hand).items())
    )
    return (yield from Pick[str](key=key, prompt=prompt, options=options, secret=True, default=options[0].value))


def _ask_typed_card(key: str, prompt: Message) -> Asking[str]:
    """A card of a deck that nobody has entered: its points, its event."""
    points = yield from Count(
        key=key, prompt=prompt, hint=POINT_HINT, low=0, high=MOST_POINTS, start=2, secret=True, default=2
    )
    events = (Option("plain", say("No event")), *(Option(effect, label) for effect, label in EFFECTS.items()))
    prompt = say("Which event is on it?", short=N_("Event?"))
    event = yield from Pick[str](key=f"{key}-event", prompt=prompt, options=events, secret=True, default="plain")
    if event == "plain":
        return card_word(points)
    if event != "manual":
        return card_word(points, event, "both" if event == "no-ships" else "own", "typed")
    scopes = (Option("own", say("own turn")), Option("both", say("both turns")))
    prompt = say("For whom does it count?", short=N_("For whom?"))
    scope = yield from Pick[str](key=f"{key}-scope", prompt=prompt, options=scopes, secret=True, default="own")
    return card_word(points, event, scope, "typed")


def ask_choose(state: State, side: Side) -> Asking[Move]:
    hand = state.hands[side].value if deck(state.box) else []
    prompt = say("Which card do you play?", short=N_("Play which card?"))
    return Choose((yield from _ask_card(state, "card", prompt, hand)))


def ask_redeal() -> Asking[Move]:
    options = (Option("keep", say("Keep my hand")), Option("new", say("New cards for me too")))
    prompt = say("The other side gets a new hand. And you?", short=N_("New hand too?"))
    chosen = yield from Pick[str](key="redeal", prompt=prompt, options=options, default="keep")
    return Redeal(chosen == "new")


def ask_join(state: State, due: Joining) -> Asking[Move]:
    cities = tuple(city_option(state, key, join_reason(state, key)) for key in neutral_cities(state))
    options = (Option("none", say("None")), *cities)
    prompt = say("Which neutral city joins {side}?", short=N_("Which city joins?"), side=SIDE_NAMES[due.side])
    chosen = yield from Pick[str](key="join", prompt=prompt, options=options, default="none")
    if lacking := unknown_facts(state, chosen, WORTH):
        return (yield from ask_facts(state, chosen, lacking))
    return Join("" if chosen == "none" else chosen)
