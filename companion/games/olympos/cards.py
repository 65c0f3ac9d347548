"""Destiny cards: drawn, kept with the Oracle, played, discarded. Section 6."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import box, gains, time_track
from companion.games.olympos.moves import NO_CARD, KeepCard, Move, PlayCard
from companion.games.olympos.pieces import (
    has_cards,
    instruct_drawn,
    instruct_oracle,
    instruct_played,
    instruct_shuffled,
)
from companion.games.olympos.state import Arrival, Draw, Facts, HeldCard, Oracle, Playing, Side, State
from companion.games.olympos.tables import DESTINIES, SET_PRESTIGE, STONE_HOURGLASSES

NOT_IN_HAND = say("That card is not in your hand.", short=N_("Not in your hand"))


# -- drawing ------------------------------------------------------------------------------------------------------

ORACLE_CARDS = 3


def draw(step: Step[State], due: Draw) -> bool:
    """Draw for the seat of ``due`` and remove ``due`` from the agenda. False, with no change, if the numbers of the
    deck must be looked up first. Section 6.
    """
    state = step.state
    if state.companion_draws and not state.deck:
        copies = box.destiny_copies(state.box)
        if copies is None:
            state.agenda.append(Facts("destiny", "destiny"))
            return False
        state.deck = {face: seal(n) for face, n in copies.items()}
        state.deck_left = sum(copies.values())
    state.agenda.pop()
    side = state.side(due.seat)
    most = ORACLE_CARDS if side.has("oracle") and not due.dealt else 1
    cards = [card for card in (draw_one(step, due) for _ in range(most)) if card is not None]
    if len(cards) > 1:
        state.agenda.append(Oracle(due.seat, cards))
        step.tell(say("{seat} looks at the top cards of the deck.", N_("{seat}: Oracle"), seat=SeatName(due.seat)))
    elif cards and due.dealt:
        side.hand.append(cards[0])
    elif cards:
        add_to_hand(step, side, cards[0])
    else:
        step.tell(say("No Destiny card is left.", short=N_("No Destiny card left")))
    return True


SHUFFLE_FIRST = say("The deck is empty: shuffle the discard pile to make a new one first.", N_("Shuffle first"))


def why_drawn(state: State, due: Draw) -> Message | None:
    """What the card is drawn for: the set-up, a Zeus space that was reached, or a discovery."""
    if due.dealt:
        return say("Everybody begins with one.", N_("One to begin with"))
    draws = sum(isinstance(one, Draw) and one.seat == due.seat for one in state.agenda)
    spaces = [one.space for one in reversed(state.agenda) if isinstance(one, Arrival) and one.seat == due.seat]
    track = box.track(state.box)
    if track is None or draws >= len(spaces):
        return say("Your discovery brings it.", N_("By your discovery"))
    n = track.zeus[spaces[len(spaces) - 1 - draws] - 1]
    return say("You have reached the Zeus space {n}.", N_("Zeus space {n} reached"), n=n)


def draw_one(step: Step[State], due: Draw) -> HeldCard | None:
    """Draw the top card, known to its drawer only; None if deck and discard pile are empty.

    All faces are offered as answers, even one of which no card is left.
    """
    state, seat = step.state, due.seat
    empty = state.deck_left <= 0
    if empty:
        instruct_shuffled(step, seat, state.discards)
        shuffle(state)
    if state.deck_left <= 0:
        return None
    left = {face: sealed.value for face, sealed in state.deck.items()}
    if not any(left.values()):
        left = dict.fromkeys(DESTINIES, 1)
    faces = tuple(
        Option(face, destiny.label, hint=destiny.effect, icon=destiny.icon, copies=left.get(face, 0))
        for face, destiny in DESTINIES.items()
    )
    prompt = say("Draw a Destiny card: which is it?", short=N_("Destiny card drawn"))
    drawn = Pick[str](
        key="destiny",
        prompt=prompt,
        hint=SHUFFLE_FIRST if empty and has_cards(state) else why_drawn(state, due),
        options=faces,
        secret=True,
        open="list",
        meaning=say("Only you see it. You may play it in your turn, or keep it to the end for one point."),
    )
    face = step.chance(drawn, by=seat)
    state.deck_left -= 1
    if face in state.deck:
        state.deck[face].value = max(0, state.deck[face].value - 1)
    state.drawn += 1
    instruct_drawn(step, seat, face)
    return HeldCard(f"d{state.drawn}", seal(face, seat))


def shuffle(state: State) -> None:
    """Make the discard pile the new deck."""
    state.deck_left = sum(state.discards.values())
    if state.deck:
        state.deck = {face: seal(state.discards.get(face, 0)) for face in DESTINIES}
    state.discards = dict.fromkeys(DESTINIES, 0)


def add_to_hand(step: Step[State], side: Side, card: HeldCard) -> None:
    """Add a card to the hand; its owner may play cards at once. Section 6."""
    side.hand.append(card)
    _drawn(step, side, card)


def _drawn(step: Step[State], side: Side, card: HeldCard) -> None:
    line = say(
        "{seat} draws a Destiny card: {card}.",
        N_("{seat}: Destiny card"),
        seat=SeatName(side.seat),
        card=seal(DESTINIES[card.face.value].label, side.seat),
    )
    step.tell(line)
    step.state.agenda.append(Playing(side.seat))


def keep_card(step: Step[State], move: KeepCard) -> None:
    """Oracle: keep one of the cards looked at, discard the others face up. Section 6."""
    state, due = step.state, step.owed(Oracle)
    if move.handle not in [card.handle for card in due.cards]:
        step.refuse("not-there", NOT_IN_HAND)
    state.agenda.pop()
    side = state.side(due.seat)
    side.hand += due.cards
    faces = lay_on_discards(step, side, [card for card in due.cards if card.handle != move.handle])
    instruct_oracle(step, side, faces)
    for face in faces:
        tell_discarded(step, face)
    _drawn(step, side, side.hand[-1])


def ask_oracle(due: Oracle) -> Asking[Move]:
    """Oracle: which of the cards looked at is kept. Section 6."""
    prompt = say("Which card do you keep?", N_("Keep which card?"))
    cards = tuple(_card(card) for card in due.cards)
    handle = yield from Pick[str](
        key="keep",
        prompt=prompt,
        options=cards,
        secret=True,
        open="words",
        default=cards[0].value,
        meaning=say("With the Oracle you see three Destiny cards and keep one. The others are laid open."),
    )
    return KeepCard(handle)


def _card(card: HeldCard, reason: Message | None = None) -> Option[str]:
    face = DESTINIES[card.face.value]
    return Option(card.handle, face.label, hint=face.effect, icon=face.icon, reason=reason)


# -- playing ------------------------------------------------------------------------------------------------------


def card_reason(state: State, side: Side) -> Message | None:
    """Why no card can be played now, or None. A seat that declined to play a card must act first."""
    if not side.hand:
        return say("You hold no Destiny card.", short=N_("No Destiny card"))
    return say("You keep your cards until you have acted.", short=N_("You keep them")) if state.kept else None


def face_reason(state: State, side: Side, face: str) -> Message | None:
    """Why a card with this face cannot be played now, or None: it must have an effect. Section 6."""
    if face == "zeus":
        return say("Only after an Olympos card is revealed.", short=N_("After an Olympos card"))
    useless = say("It would bring nothing now.", short=N_("Nothing now"))
    match face:
        case "wood" | "grain" if side.tokens["wood" if face == "wood" else "grain"] == 0:
            return useless
        case "set" if not all(side.tokens.values()):
            return useless
        case "stone" if not most_stone(state, side):
            return useless
    return None


def most_stone(state: State, side: Side) -> bool:
    """Whether the seat has the most Stone territories. Section 6; section 12 for ties."""
    mine, best = side.tokens["stone"], max(other.tokens["stone"] for other in state.others(side))
    if mine != best:
        return mine > best
    if state.options.stone_tie == "all":
        return mine > 0
    rivals = any(other.has("democracy") for other in state.others(side) if other.tokens["stone"] == mine)
    return state.options.stone_tie == "democracy" and mine > 0 and side.has("democracy") and not rivals


def play_card(step: Step[State], move: PlayCard) -> None:
    """Play a card, or none: after drawing, before the action, or after it until another seat acts. Section 6."""
    state = step.state
    if state.agenda:
        due = step.owed(Playing)
        side = state.side(due.seat)
        play_from_hand(step, side, move)
        if move.handle == NO_CARD or not side.hand:
            state.agenda.remove(due)
    elif step.seat in time_track.may_play(state):
        play_from_hand(step, state.side(step.seat), move)
        if move.handle == NO_CARD:
            state.actor = 0
    else:
        side = time_track.on_turn(step)
        step.require(card_reason(state, side))
        state.kept = move.handle == NO_CARD
        play_from_hand(step, side, move)


def play_from_hand(step: Step[State], side: Side, move: PlayCard) -> None:
    """Play a card from the hand; nothing happens for ``NO_CARD``. Section 6.

    A Star card stays before its owner until a wonder uses it, and is discarded then.
    """
    if move.handle == NO_CARD:
        return
    card = next((card for card in side.hand if card.handle == move.handle), None)
    if card is None:
        step.refuse("not-there", NOT_IN_HAND)
    step.require(face_reason(step.state, side, card.face.value))
    side.hand.remove(card)
    face = step.reveal(card.face)
    if face == "star":
        side.marks["laid"] += 1
    else:
        put_on_discards(step.state, face)
    instruct_played(step, side, face)
    step.tell(say("{seat} plays {card}.", N_("{seat}: {card}"), seat=SeatName(side.seat), card=DESTINIES[face].label))
    apply_effect(step, side, face)


def apply_effect(step: Step[State], side: Side, face: str) -> None:
    """Apply the effect of a card. Section 6."""
    cube = DESTINIES[face].cube
    if cube:
        gains.cube(step, side, cube)
    match face:
        case "wood":
            gains.prestige(step, side, side.tokens["wood"])
        case "set":
            gains.prestige(step, side, SET_PRESTIGE)
        case "grain":
            gains.hourglasses(step, side, side.tokens["grain"])
        case "stone":
            gains.hourglasses(step, side, STONE_HOURGLASSES)
        case _:
            pass


PLAY_ONE = say("Play a Destiny card?", N_("Play a card?"))


def ask_card(
    state: State, side: Side, usual: str | None = None, lapse: str | None = None, prompt: Message = PLAY_ONE
) -> Asking[Move]:
    """Ask which card of the hand to play, or none. Section 6."""
    cards = tuple(_card(card, face_reason(state, side, card.face.value)) for card in side.hand)
    keep = Option(NO_CARD, say("None: keep all", N_("None: keep all")), icon="hand")
    handle = yield from Pick[str](
        key="card",
        prompt=prompt,
        options=(keep, *cards),
        secret=True,
        open="words",
        default=NO_CARD,
        usual=usual,
        lapse=lapse,
        meaning=say(
            "You may play any number of Destiny cards in your turn. Each one you keep to the end is worth one point."
        ),
    )
    return PlayCard(handle)


def ask_more(state: State, side: Side) -> Asking[Move]:
    """Ask whether to play a card after a draw or an action; preselected is none."""
    prompt = PLAY_ONE
    if not state.agenda and (first := time_track.last(state)):
        prompt = say("Play one more Destiny card before {who} acts?", N_("Play a card?"), who=SeatName(first.seat))
    return ask_card(state, side, NO_CARD, NO_CARD, prompt)


# -- discarding ---------------------------------------------------------------------------------------------------


def lay_on_discards(step: Step[State], side: Side, cards: list[HeldCard]) -> list[str]:
    """Reveal cards of a hand, put them on the discard pile, and return their faces."""
    faces = [step.reveal(card.face) for card in cards]
    for card, face in zip(cards, faces, strict=True):
        side.hand.remove(card)
        put_on_discards(step.state, face)
    return faces


def tell_discarded(step: Step[State], face: str) -> None:
    """Log that a card with this face lies on the discard pile."""
    step.tell(say("Discarded: {card}.", short=N_("Card discarded"), card=DESTINIES[face].label))


def put_on_discards(state: State, face: str, n: int = 1) -> None:
    """Add ``n`` cards with this face to the discard pile."""
    state.discards[face] = state.discards.get(face, 0) + n


def take_back_laid_stars(state: State) -> None:
    """Remove Star cards that lie before their owners from the discard pile or, once shuffled, from the deck."""
    laid = sum(side.marks["laid"] for side in state.sides)
    discarded = min(laid, state.discards.get("star", 0))
    shuffled = min(laid - discarded, state.deck_left)
    if stars := state.deck.get("star"):
        shuffled = min(shuffled, stars.value)
        stars.value -= shuffled
    state.deck_left -= shuffled
    put_on_discards(state, "star", -discarded)
