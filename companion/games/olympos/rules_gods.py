"""Olympos cards: turned up, answered in secret, and upon whom they fall. Sections 6 and 7."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, SeatName, say
from companion.games.olympos import box_facts, queries_prices, reasons, rules_cards, rules_gains
from companion.games.olympos.agenda import Cubes, Due, Hit, Window
from companion.games.olympos.moves import AddZeus, Lose, TakeCube
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import DOUBLE_ZEUS, GOD_PRESTIGE, GODS, UNTIL_NEXT_GOD


def reveals(state: State, seat: int, space: int) -> bool:
    """Section 6: the first at every Zeus space, and at a double one the last, turns a card up."""
    facts = box_facts.track(state.box)
    if facts is None:
        return False
    at = facts.zeus[space - 1]
    there = sum(side.position >= at for side in state.others(state.side(seat)))
    return there == 0 or (space in DOUBLE_ZEUS and there == len(state.sides) - 1)


def arrive(step: Step[State], seat: int, space: int) -> None:
    """A token has reached a Zeus space and its Destiny card is drawn: an Olympos card, if one is due."""
    state = step.state
    if reveals(state, seat, space):
        turn_up(step, seat)


def turn_up(step: Step[State], seat: int) -> None:
    """Whichever card it is ends Ares and Siren, and opens the window for Zeus cards. Section 7."""
    state = step.state
    left = state.gods if any(state.gods.values()) else dict.fromkeys(GODS, 1)
    gods = tuple(Option(key, god.label, hint=god.effect, icon=sign(key)) for key, god in GODS.items() if left[key])
    prompt = say("Which Olympos card is turned up?", short=N_("Which Olympos card?"))
    god = step.chance(Pick[str](key="olympos", prompt=prompt, options=gods), by=seat)
    state.gods[god] = 0
    state.last_god = god
    for side in state.sides:
        for mark in UNTIL_NEXT_GOD:
            side.marks[mark] = 0
    step.tell(
        say("Olympos: {god}. {effect}.", N_("Olympos: {god}"), god=GODS[god].label, effect=GODS[god].effect), TABLE
    )
    seats = tuple(state.seats) if state.options.zeus_cards == "all" else (seat,)
    state.votes = {}
    state.agenda.append(Window(god, seat, seats))


def sign(god: str) -> str:
    return "sun" if GODS[god].good else "moon"


def add_zeus(step: Step[State], move: AddZeus) -> None:
    """A seat answers in secret; the answer that completes the set reveals them all. Section 7."""
    state, due = step.state, step.owed(Window)
    side = state.side(step.seat)
    held = [card for card in side.hand if card.face.value == "zeus"]
    step.require(reasons.zeus_reason(len(held), move.cards))
    state.votes[step.seat] = seal(move.cards, step.seat)
    if len(state.votes) < len(due.seats):
        return
    state.agenda.pop()
    added = {seat: step.reveal(state.votes[seat]) for seat in due.seats}
    state.votes = {}
    for seat, cards in added.items():
        spend_zeus(step, state.side(seat), cards)
    fall(step, due, added)


def spend_zeus(step: Step[State], side: Side, cards: int) -> None:
    for card in [card for card in side.hand if card.face.value == "zeus"][:cards]:
        side.hand.remove(card)
        step.tell_all(say("{seat} adds a Zeus card.", N_("{seat}: Zeus card"), seat=SeatName(side.seat)))
        rules_cards.discard(step, card)


def affected(state: State, god: str, added: dict[int, int]) -> list[int]:
    """The seats a card falls upon. Section 7; section 12 for Democracy."""
    symbols = {side.seat: queries_prices.zeus_symbols(state, side) + added.get(side.seat, 0) for side in state.sides}
    good = GODS[god].good
    best = max(symbols.values()) if good else min(symbols.values())
    if good and best == 0:
        return []
    tied = [seat for seat, n in symbols.items() if n == best]
    democrats = [seat for seat in tied if state.side(seat).has("democracy")]
    if len(tied) == 1 or not democrats:
        return tied
    if good:
        return democrats
    escaped = democrats if state.options.democracy == "every-tie" else []
    return [seat for seat in tied if seat not in escaped] or tied


def fall(step: Step[State], due: Window, added: dict[int, int]) -> None:
    """The card takes effect, clockwise from whoever turned it up. Section 7."""
    state = step.state
    seats = affected(state, due.god, added)
    sides = [side for side in state.clockwise(due.drawer) if side.seat in seats]
    if not sides:
        step.tell_all(say("{god} falls upon nobody.", N_("{god}: nobody"), god=GODS[due.god].label), TABLE)
    choices: list[Due] = []
    for side in sides:
        step.tell_all(
            say("{god} falls upon {seat}.", N_("{god}: {seat}"), god=GODS[due.god].label, seat=SeatName(side.seat))
        )
        strike(step, side, due.god)
        if due.god == "artemis":
            choices.append(Cubes(side.seat, 1))
        if due.god == "hades" and side.controlled + side.covered:
            choices.append(Hit(side.seat))
    state.agenda.extend(reversed(choices))


def strike(step: Step[State], side: Side, god: str) -> None:
    """What a card does without a choice. Section 7."""
    match god:
        case "zeus":
            rules_gains.prestige(step, side, GOD_PRESTIGE)
        case "hecate":
            rules_gains.settlers(step, side, 1)
        case "athena" | "ares" | "siren" | "erinyes":
            side.marks[god] = 1
        case "keres":
            side.marks["keres"] += 1
        case "nemesis":
            for card in list(side.hand):
                side.hand.remove(card)
                rules_cards.discard(step, card)


def take_cube(step: Step[State], move: TakeCube) -> None:
    """Artemis and Commerce."""
    state, due = step.state, step.owed(Cubes)
    step.require(reasons.cube_reason(state, move.resource))
    state.agenda.pop()
    if due.left > 1:
        state.agenda.append(Cubes(due.seat, due.left - 1))
    rules_gains.cube(step, state.side(due.seat), move.resource)


def lose(step: Step[State], move: Lose) -> None:
    """Hades: a settler of choice goes back to the personal stock. Section 7."""
    state = step.state
    side = state.side(step.owed(Hit).seat)
    step.require(reasons.lost_reason(state, side, move.left.what))
    if side.controlled + side.covered:
        rules_gains.check_left(step, side, move.left, None)
        rules_gains.leave(step, side, move.left)
        side.stock += 1
    state.agenda.pop()
    step.tell(say("{seat} takes a settler off the map.", N_("{seat}: settler off"), seat=SeatName(side.seat)))
