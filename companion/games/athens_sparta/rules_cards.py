"""Set-up, hands, the choice of cards and what they bring. Sections 3, 4 and the option of section 13."""

from __future__ import annotations

from typing import TypeVar

from companion.core.questions import Option, Pick
from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import N_, SeatName, say
from companion.games.athens_sparta.cards import (
    called,
    deck,
    effect_of,
    event_name,
    event_note,
    first_of,
    points_of,
)
from companion.games.athens_sparta.ground import colour_of, seat_of, slug, worth_unknown
from companion.games.athens_sparta.moves import Choose, Join, Keep, Redeal, SetUp, Typed
from companion.games.athens_sparta.reasons import (
    begin_reason,
    choose_reason,
    join_reason,
    olympiad_reason,
    redeal_reason,
    spare_reason,
)
from companion.games.athens_sparta.stage import add_block, ally, enclose, reveal_block, role_in_siege, sealed_for
from companion.games.athens_sparta.state import (
    FREE,
    OFF,
    POOL,
    Arranging,
    Block,
    Body,
    Choosing,
    City,
    Dealing,
    Due,
    Event,
    Hands,
    Joining,
    Looking,
    Order,
    PlayerTurn,
    Redealing,
    SettingUp,
    State,
    TurnEnd,
    Wearing,
)
from companion.games.athens_sparta.tables import (
    HAND,
    LONG_HAND,
    NOT_NOW,
    REVOLTING,
    SIDE_NAMES,
    SIDES,
    Holder,
    Kind,
    Letter,
    Side,
    other,
)

D = TypeVar("D", bound=Due)


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1]
    if not isinstance(top, kind):
        step.refuse("not-now", NOT_NOW)
    return top


def acting_side(state: State, seat: int) -> Side:
    """What the seat plays; asked only of seats that are awaited."""
    return next(side for side in SIDES if state.seats[side] == seat)


# -- set-up (section 3) ------------------------------------------------------------------------------------------------


def set_up(step: Step[State], move: SetUp) -> None:
    state = step.state
    owed(step, SettingUp)
    step.require(begin_reason(state, move.athens))
    if state.level == "battle":
        _seat(state, move.athens)
        state.agenda = [Arranging()]
        step.tell(say("{name} commands Athens.", name=SeatName(move.athens)))
        return
    step.require(olympiad_reason(state, move.olympiad))
    if len(move.before) > 2:
        step.refuse("out-of-reach", say("One hoplite and one ship besiege Potidaea."))
    _seat(state, move.athens)
    state.olympiad = move.olympiad
    _found_cities(state)
    if state.level == "full":
        _stand_blocks(step)
    _besiege_potidaea(step, move.before, move.inside)
    state.agenda = [Dealing(list(SIDES))]
    step.tell(say("{name} commands Athens.", name=SeatName(move.athens)))


def _seat(state: State, athens: int) -> None:
    state.seats = {"athens": athens, "sparta": next(seat for seat in state.chairs if seat != athens)}
    state.extra = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        seat = seat_of(state, side)
        state.plans[side] = Sealed[list[Order]]((seat,), [])


def _found_cities(state: State) -> None:
    for key in sorted(state.box.get("city", {})):
        colour = colour_of(state, key)
        state.cities[key] = City(colour, colour)
    if "potidaea" in state.cities:
        state.cities["potidaea"].holder = "sparta"


def _stand_blocks(step: Step[State]) -> None:
    """Every block of the box in its home at full strength, but for those that come later (section 3)."""
    state = step.state
    owners: dict[str, Holder] = {"blue": "athens", "red": "sparta", "green": "neutral"}
    for key, facts in state.box.get("block", {}).items():
        owner = owners.get(str(facts.get("colour", "")))
        most, rate = facts.get("steps"), facts.get("rate")
        if owner is None or not isinstance(most, int) or not isinstance(rate, int):
            continue
        held = _body_of(facts, most, rate)
        later = held.reserve or held.kind in REVOLTING or owner == "neutral"
        if later or (owner == "sparta" and held.twin):
            held.strength = 0
            held.at = POOL if held.reserve else OFF
        state.blocks[key] = Block(owner, sealed_for(state, owner, held))


def _body_of(facts: dict[str, int | str | bool | list[int | str]], most: int, rate: int) -> Body:
    kind: Kind = str(facts.get("kind", "hoplite"))  # type: ignore[assignment]
    letter: Letter = str(facts.get("letter", "B"))  # type: ignore[assignment]
    home = slug(str(facts.get("home", "")))
    return Body(
        kind,
        letter,
        rate,
        most,
        most,
        name=str(facts.get("name", "")),
        home=home,
        at=slug(str(facts.get("start", ""))) or home or FREE,
        reserve=facts.get("reserve") == "yes",
        twin=str(facts.get("twin", "")),
    )


def _besiege_potidaea(step: Step[State], before: list[Typed], inside: int) -> None:
    """Spartan blocks inside, an Athenian hoplite and ship before it, face up (section 3)."""
    state = step.state
    if "potidaea" not in state.cities:
        return
    for typed in before:
        key = add_block(state, "athens", typed, "potidaea")
        unit = reveal_block(step, "athens", key, "potidaea", "siege")
        unit.role = role_in_siege(state, unit)
    for _ in range(inside):
        enclose(state, "potidaea", "sparta", "")
    if state.level != "full" or before:
        return
    for key, facts in state.box.get("block", {}).items():
        if slug(str(facts.get("start", ""))) == "potidaea" and key in state.blocks:
            if state.blocks[key].side == "athens":
                unit = reveal_block(step, "athens", key, "potidaea", "siege")
                unit.role = role_in_siege(state, unit)
            elif state.blocks[key].side == "sparta":
                enclose(state, "potidaea", "sparta", key)


# -- hands -------------------------------------------------------------------------------------------------------------


def deal(step: Step[State]) -> None:
    """Six cards each from the whole deck (or seven); what the box does not know lies in hands of cardboard."""
    state = step.state
    due = owed(step, Dealing)
    state.agenda.pop()
    left = deck(state.box)
    if left:
        _take_out(state, due.again, left)
    for side in due.again:
        state.hands[side] = seal(_dealt(step, side, left), seat_of(state, side))
    state.settled.clear()
    state.answered.clear()
    if any(state.hands[side].value for side in SIDES) or lays_in_sicily(state):
        state.agenda.append(Hands())
    else:
        begin_choice(step)


def _take_out(state: State, again: list[Side], left: dict[str, int]) -> None:
    """Hands that are kept and the cards at Syracuse are not shuffled in."""
    kept = [card for side in SIDES if side not in again and side in state.hands for card in state.hands[side].value]
    for card in [*kept, *(laid.value for laid in state.syracuse.values())]:
        left[card] = left.get(card, 0) - 1


def _dealt(step: Step[State], side: Side, left: dict[str, int]) -> list[str]:
    if not left:
        return []
    state, seat = step.state, seat_of(step.state, side)
    hand: list[str] = []
    for _ in range(hand_size(state)):
        options = tuple(Option(card, called(state, card), copies=max(0, copies)) for card, copies in left.items())
        prompt = say("Which card were you dealt?", short=N_("Card dealt?"))
        card = step.chance(Pick[str](key="deal", prompt=prompt, options=options, secret=True), by=seat)
        left[card] -= 1
        hand.append(card)
    return sorted(hand)


def hand_size(state: State) -> int:
    return LONG_HAND if state.options["deal"] == 7 else HAND


def lays_aside(state: State) -> bool:
    """Whether a card of the hand is discarded."""
    return state.options["deal"] == 7


def lays_in_sicily(state: State) -> bool:
    """Whether a card goes face down to Syracuse with this hand: once, after the first deal (section 13)."""
    return bool(state.options["syracuse"]) and len(state.syracuse) < len(SIDES)


def keep(step: Step[State], move: Keep) -> None:
    state, side = step.state, acting_side(step.state, step.seat)
    owed(step, Hands)
    hand = state.hands[side].value
    if move.redeal:
        step.require(redeal_reason(hand))
        state.settled[side] = seal("redeal", step.seat)
    else:
        step.require(spare_reason(hand, move.aside, wanted=lays_aside(state) and bool(hand)))
        rest = list(hand)
        if move.aside in rest:
            rest.remove(move.aside)
        step.require(spare_reason(rest, move.sicily, wanted=lays_in_sicily(state)))
        state.settled[side] = seal(f"{move.aside}/{move.sicily}", step.seat)
    step.tell(seal(say("You have looked at your hand."), step.seat))
    if side not in state.answered:
        state.answered.append(side)
    if len(state.answered) == len(SIDES):
        state.agenda.pop()
        _settle_hands(step)


def _settle_hands(step: Step[State]) -> None:
    state = step.state
    said = {side: step.reveal(state.settled[side]) if _asked_anew(state, side) else "" for side in SIDES}
    wanting = [side for side in SIDES if said[side] == "redeal"]
    for side in wanting:
        step.tell(say("{side} asks for a new hand.", side=SIDE_NAMES[side]))
    if len(wanting) == len(SIDES):
        state.agenda.append(Dealing(list(SIDES)))
    elif wanting:
        state.agenda.append(Redealing(other(wanting[0])))
    else:
        _lay_aside(step)
        begin_choice(step)


def _asked_anew(state: State, side: Side) -> bool:
    return state.settled[side].value == "redeal"


def _lay_aside(step: Step[State]) -> None:
    state = step.state
    sicily = lays_in_sicily(state)
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
        step.tell(say("A card of each side lies face down at Syracuse."))


def redeal(step: Step[State], move: Redeal) -> None:
    state = step.state
    due = owed(step, Redealing)
    state.agenda.pop()
    state.agenda.append(Dealing(list(SIDES) if move.mine else [other(due.side)]))
    if not move.mine:
        step.tell(say("{side} keeps its hand.", side=SIDE_NAMES[due.side]))


# -- the choice and its reveal (section 4.1) ---------------------------------------------------------------------------


def begin_choice(step: Step[State]) -> None:
    """A Game Turn begins with both choosing a card."""
    state = step.state
    state.turn += 1
    state.chosen.clear()
    state.events.clear()
    state.played.clear()
    state.answered.clear()
    state.agenda.append(Choosing())


def choose(step: Step[State], move: Choose) -> None:
    state, side = step.state, acting_side(step.state, step.seat)
    owed(step, Choosing)
    step.require(choose_reason(state, state.hands[side].value, move.card))
    state.chosen[side] = seal(move.card, step.seat)
    step.tell(seal(say("You lay down {card}.", card=called(state, move.card)), step.seat))
    if side not in state.answered:
        state.answered.append(side)
    if len(state.answered) == len(SIDES):
        state.agenda.pop()
        _reveal_cards(step)


def _reveal_cards(step: Step[State]) -> None:
    state = step.state
    for side in SIDES:
        card = step.reveal(state.chosen[side])
        state.played[side] = card
        if card in state.hands[side].value:
            state.hands[side].value.remove(card)
        step.tell(say("{side} plays {card}.", side=SIDE_NAMES[side], card=called(state, card)))
    state.first = first_of(state.played)
    order = (state.first, other(state.first))
    state.events = [Event(side, state.played[side]) for side in order if effect_of(state.played[side])]
    for event in state.events:
        if note := event_note(state, event.card):
            step.tell(say("{event}: {note}", event=event_name(state, event.card), note=note))
    state.agenda.append(TurnEnd())
    if any(effect_of(event.card) == "cancel" for event in state.events):
        step.tell(say("The Game Turn is cancelled: only sieges wear on.", short=N_("Turn cancelled")))
        state.agenda += [Wearing(side, [], True) for side in reversed(order)]
        return
    step.tell(say("{side} is Player 1.", side=SIDE_NAMES[state.first]))
    state.agenda += [PlayerTurn(side) for side in reversed(order)]


def join(step: Step[State], move: Join) -> None:
    state = step.state
    due = owed(step, Joining)
    step.require(join_reason(state, move.city))
    state.agenda.pop()
    if move.city:
        ally(step, move.city, due.side)
        if worth_unknown(state, move.city):
            state.agenda.append(Looking(move.city))
    else:
        step.tell(say("No city joins {side}.", side=SIDE_NAMES[due.side]))


def card_points(state: State, side: Side) -> int:
    """Move points of the card that was played."""
    return points_of(state.played[side])


def neutral_cities(state: State) -> list[str]:
    """What an event may bring."""
    return [key for key, one in state.cities.items() if one.holder == "neutral"]
