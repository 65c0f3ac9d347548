"""Zeus spaces and Olympos cards: who turns one up, who adds Zeus cards, whom it affects. Sections 6 and 7."""

from __future__ import annotations

from typing import cast

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.secret_windows import card_holders, given_answer, open_answers, put_answer, reveal_answers
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box, gains, territories, words
from companion.games.olympos.cards import lay_on_discards, tell_discarded
from companion.games.olympos.moves import AddZeus, Left, Lose, Move
from companion.games.olympos.pieces import (
    instruct_god,
    instruct_off_god,
    instruct_off_the_map,
    instruct_on_god,
    instruct_whole_hand,
    instruct_zeus_cards,
)
from companion.games.olympos.state import Arrival, Cubes, Draw, Due, Facts, Hit, Moved, Side, State, Window
from companion.games.olympos.tables import (
    DOUBLE_ZEUS,
    GOD_PRESTIGE,
    GODS,
    RESOURCE_ICONS,
    RESOURCES,
    UNTIL_NEXT_GOD,
    Resource,
)

# -- Zeus spaces: section 6 ---------------------------------------------------------------------------------------


def look_at_zeus_spaces(state: State, moved: Moved) -> None:
    """Put a draw and an arrival on the agenda for each Zeus space reached or passed. Section 6.

    For two in one turn see section 12. If the spaces are unknown, look them up first.
    """
    track = box.track(state.box)
    if track is None:
        state.agenda.append(Facts("track", "track"))
        return
    state.moved = None
    to = state.side(moved.seat).position
    reached = [n for n, space in enumerate(track.zeus, 1) if moved.start < space <= to]
    todo: list[Due] = [due for n in reached for due in (Draw(moved.seat), Arrival(moved.seat, n))]
    if state.options.two_zeus == "draws-first":
        todo.sort(key=lambda due: isinstance(due, Arrival))
    state.agenda.extend(reversed(todo))


def reveals(state: State, seat: int, space: int) -> bool:
    """Whether this seat turns up a card: the first at each Zeus space, and at a double one the last. Section 6."""
    facts = box.track(state.box)
    if facts is None:
        return False
    at = facts.zeus[space - 1]
    there = sum(side.position >= at for side in state.others(state.side(seat)))
    return there == 0 or (space in DOUBLE_ZEUS and there == len(state.sides) - 1)


def arrive(step: Step[State], seat: int, space: int) -> None:
    """Turn up an Olympos card if one is due for this seat at this Zeus space. Section 6."""
    state = step.state
    if reveals(state, seat, space):
        turn_up(step, seat, space)


def turn_up(step: Step[State], seat: int, space: int) -> None:
    """Turn up an Olympos card, which ends Ares and Siren, and let seats add Zeus cards. Section 7."""
    state = step.state
    left = state.gods if any(state.gods.values()) else dict.fromkeys(GODS, 1)
    gods = tuple(Option(key, god.label, hint=god.effect, icon=god_icon(key)) for key, god in GODS.items() if left[key])
    prompt = say("Which Olympos card is turned up?", short=N_("Which Olympos card?"))
    turned_up = Pick[str](
        key="olympos",
        prompt=prompt,
        options=gods,
        hint=_where(state, space),
        meaning=say(
            "The card on the Zeus space that was reached. A good one goes to whoever has most Zeus symbols, a bad one "
            "to whoever has fewest."
        ),
    )
    god = step.chance(turned_up, by=seat)
    state.gods[god] = 0
    state.last_god = god
    instruct_god(step, seat, god)
    for side in state.sides:
        for mark in UNTIL_NEXT_GOD:
            if side.marks[mark]:
                side.marks[mark] = 0
                instruct_off_god(step, side, mark)
    step.tell(_turned_up(god), TABLE)
    if state.options.zeus_cards == "all":
        seats = card_holders({side.seat: len(side.hand) for side in state.sides}, (seat,))
    else:
        seats = (seat,)
    state.votes = open_answers(seats)
    state.agenda.append(Window(god, seat, seats))


def _where(state: State, space: int) -> Message | None:
    """The Zeus space on which the card lies."""
    track = box.track(state.box)
    return say("The one on the Zeus space {n}.", N_("On space {n}"), n=track.zeus[space - 1]) if track else None


def _turned_up(god: str) -> Message:
    """The words for what the card does, and to whom."""
    short, name, effect = N_("Olympos: {god}"), GODS[god].label, GODS[god].effect
    if GODS[god].good:
        return say("Olympos: {god}, for the most Zeus symbols. {effect}.", short, god=name, effect=effect)
    return say("Olympos: {god}, for the fewest Zeus symbols. {effect}.", short, god=name, effect=effect)


def god_icon(god: str) -> str:
    """The icon of a god: sun for a good one, moon for a bad one."""
    return "sun" if GODS[god].good else "moon"


# -- Zeus cards: all who hold cards answer in secret --------------------------------------------------------------


def zeus_reason(held: int, cards: int) -> Message | None:
    """Why a seat that holds ``held`` Zeus cards cannot add ``cards``, or None."""
    if cards <= held:
        return None
    return say("You hold no such card.", short=N_("You hold none")) if held == 0 else say("You hold fewer than that.")


def add_zeus(step: Step[State], move: AddZeus) -> None:
    """Add Zeus cards in secret. When all seats have answered, reveal them and carry out the card. Section 7."""
    state, due = step.state, step.owed(Window)
    side = state.side(step.seat)
    held = [card for card in side.hand if card.face.value == "zeus"]
    step.require(zeus_reason(len(held), move.cards))
    if not put_answer(state.votes, step.seat, move.cards):
        return
    state.agenda.pop()
    added = reveal_answers(step, state.votes)
    state.votes = {}
    for seat, cards in added.items():
        spend_zeus(step, state.side(seat), cards)
    carry_out(step, due, added)


def spend_zeus(step: Step[State], side: Side, cards: int) -> None:
    """Discard so many Zeus cards from the hand."""
    spent = [card for card in side.hand if card.face.value == "zeus"][:cards]
    faces = lay_on_discards(step, side, spent)
    instruct_zeus_cards(step, side, len(faces))
    for face in faces:
        step.tell_all(say("{seat} adds a Zeus card.", N_("{seat}: Zeus card"), seat=SeatName(side.seat)))
        tell_discarded(step, face)


def ask_window(state: State, side: Side, due: Window) -> Asking[Move]:
    """How many Zeus cards to add. All seats with Destiny cards are asked, so that the question does not reveal who
    holds a Zeus card. Section 7.
    """
    held = sum(card.face.value == "zeus" for card in side.hand)
    given = given_answer(state.votes, side.seat)
    none = Option(0, say("No Zeus card", N_("No Zeus card")), icon="hand")
    more = tuple(
        Option(
            n,
            say_n("{n} Zeus card", "{n} Zeus cards", n),
            icon="temple",
            reason=zeus_reason(held, n),
        )
        for n in range(1, max(1, held) + 1)
    )
    if given is None:
        prompt = say("Do you add a Zeus card?", N_("Add a Zeus card?"))
    else:
        prompt = say("You have answered. You may change it.", N_("You have answered"))
    chosen = yield from Pick[int](
        key="zeus",
        prompt=prompt,
        hint=_stakes(state, side, due),
        options=(none, *more),
        secret=True,
        open="words",
        default=0,
        usual=given or 0,
        given=given,
        lapse=0,
        meaning=say(
            "Each Zeus card counts as one symbol for this god only, and is then gone. Most symbols win a good card, "
            "fewest get a bad one."
        ),
    )
    return AddZeus(chosen)


def _stakes(state: State, side: Side, due: Window) -> Message:
    """The hint: what the card does, to whom, and how many symbols the seat has."""
    effect, own = GODS[due.god].effect, zeus_symbols(state, side)
    if GODS[due.god].good:
        return say("{effect}, for the most Zeus symbols. You have {n}.", N_("The most; you {n}"), effect=effect, n=own)
    return say("{effect}, for the fewest Zeus symbols. You have {n}.", N_("The fewest; you {n}"), effect=effect, n=own)


# -- which seats a card affects -----------------------------------------------------------------------------------


def zeus_symbols(state: State, side: Side) -> int:
    """Zeus symbols on discovery tiles, and the Zeus token. Section 7."""
    return sum(box.zeus_on(state.box, tile) for tile, n in side.tiles.items() if n) + (1 if side.zeus else 0)


def affected(state: State, god: str, added: dict[int, int]) -> list[int]:
    """The seats that a card affects. Section 7; section 12 for Democracy."""
    symbols = {side.seat: zeus_symbols(state, side) + added.get(side.seat, 0) for side in state.sides}
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


def carry_out(step: Step[State], due: Window, added: dict[int, int]) -> None:
    """Carry out a card, clockwise from the seat that turned it up. Section 7."""
    state = step.state
    seats = affected(state, due.god, added)
    sides = [side for side in state.clockwise(due.drawer) if side.seat in seats]
    if not sides:
        step.tell_all(say("{god} falls upon nobody.", N_("{god}: nobody"), god=GODS[due.god].label), TABLE)
    choices: list[Due] = []
    for side in sides:
        step.tell_all(_falls(due.god, side))
        apply_effect(step, side, due.god)
        if due.god == "artemis":
            choices.append(Cubes(side.seat, 1))
        if due.god == "hades" and side.controlled + side.covered:
            choices.append(Hit(side.seat))
    state.agenda.extend(reversed(choices))


def _falls(god: str, side: Side) -> Message:
    short, who, name, effect = N_("{god}: {seat}"), SeatName(side.seat), GODS[god].label, GODS[god].effect
    if GODS[god].good:
        return say("{god} favours {seat}. {effect}.", short, god=name, seat=who, effect=effect)
    return say("{god} falls upon {seat}. {effect}.", short, god=name, seat=who, effect=effect)


def apply_effect(step: Step[State], side: Side, god: str) -> None:
    """Apply the effect of a card on one seat, as far as it needs no choice. Section 7."""
    match god:
        case "zeus":
            gains.prestige(step, side, GOD_PRESTIGE)
        case "hecate":
            gains.settlers(step, side, 1)
        case "athena" | "ares" | "siren" | "erinyes":
            if not side.marks[god]:
                side.marks[god] = 1
                instruct_on_god(step, side, god)
        case "keres":
            side.marks["keres"] += 1
            instruct_on_god(step, side, "keres")
        case "nemesis":
            faces = lay_on_discards(step, side, list(side.hand))
            instruct_whole_hand(step, side, faces)
            for face in faces:
                tell_discarded(step, face)
        case _:
            pass


# -- Hades: a settler leaves the map ------------------------------------------------------------------------------

THAT_TERRITORY = say("that territory")


def lost_reason(state: State, side: Side, what: str) -> Message | None:
    """Why Hades cannot take this settler, or None. Section 7; section 12 for covered settlers."""
    if what == "covered":
        if side.covered == 0 and side.controlled:
            return territories.NONE_COVERED
        allowed = state.options.hades_covered or side.controlled == 0
        return None if allowed else say("He takes none that is covered.", short=N_("Not a covered one"))
    return next(
        (territories.no_territory(side, resource) for resource in RESOURCES if resource == what),
        territories.NOBODY_THERE,
    )


def lose(step: Step[State], move: Lose) -> None:
    """Hades: a settler goes from the map back to the stock of its seat. Section 7."""
    state = step.state
    side = state.side(step.owed(Hit).seat)
    step.require(lost_reason(state, side, move.left.what))
    if side.controlled + side.covered:
        territories.check_left(step, side, move.left, None)
        territories.leave(step, side, move.left, THAT_TERRITORY)
        side.stock += 1
        instruct_off_the_map(step, side)
    state.agenda.pop()
    step.tell(say("{seat} takes a settler off the map.", N_("{seat}: settler off"), seat=SeatName(side.seat)))


def ask_loss(state: State, side: Side) -> Asking[Move]:
    """Hades: which settler leaves the map. Section 7."""
    act = say("Take a settler off the map", N_("Settler off"))
    return together("loss", GODS["hades"].label, _ask_loss(state, side), act)


def _ask_loss(state: State, side: Side) -> Asking[Move]:
    options = tuple(
        Option(
            each,
            words.from_territory(each),
            icon=RESOURCE_ICONS[each],
            reason=lost_reason(state, side, each),
        )
        for each in RESOURCES
    )
    covered: Option[str] = Option(
        "covered",
        words.covered_settler(side.covered),
        icon="down",
        reason=lost_reason(state, side, "covered"),
    )
    every = (covered, *options)
    first, *others = [option.value for option in every if option.reason is None]
    prompt = say("Which settler leaves the map?", N_("Hades takes which?"))
    usual = None if others else first
    what = yield from Pick[str](
        key="loss",
        prompt=prompt,
        options=every,
        default=first,
        usual=usual,
        meaning=say(
            "The settler goes back to your stock, and what it held goes to whoever is below it, or back to the board."
        ),
    )
    if what == "covered":
        return Lose(Left("covered"))
    return Lose((yield from territories.ask_left(state, side, cast("Resource", what), None)))
