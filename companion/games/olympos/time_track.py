"""The Time Track: who acts, what an action may cost, how it is paid. Sections 3 and 9."""

from __future__ import annotations

from collections.abc import Generator
from functools import reduce

from msgspec import Struct

from companion.core.options import Amount, Option
from companion.core.questions import Answer, Count, Pick, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Wording, say, say_n
from companion.games.olympos import box
from companion.games.olympos.pieces import instruct_off_god, instruct_token
from companion.games.olympos.state import Moved, Side, State
from companion.games.olympos.tables import ERINYES, FARTHEST

# -- whose turn it is ---------------------------------------------------------------------------------------------


def in_order(state: State) -> list[Side]:
    """All sides in the order in which they would act now; those that have passed come last."""
    return sorted(state.sides, key=lambda side: (side.done, side.position, -side.height, side.seat))


def last(state: State) -> Side | None:
    """The side that acts; None if all have passed. Section 3."""
    first = in_order(state)[0]
    return None if first.done else first


def may_play(state: State) -> tuple[int, ...]:
    """The seat that took the last action, if it may still play cards; empty if not. Section 6."""
    actor = next((side for side in state.sides if side.seat == state.actor), None)
    return (actor.seat,) if actor is not None and actor is not last(state) and actor.hand else ()


def on_turn(step: Step[State]) -> Side:
    """The side that acts; refuse a move of any other, or while the agenda is not empty. Section 3."""
    side = last(step.state)
    if step.state.agenda or side is None or side.seat != step.seat:
        step.not_now()
    return side


# -- what an action costs -----------------------------------------------------------------------------------------


class Part(Struct, frozen=True):
    """One part of a price: action points, and what they are for."""

    points: int
    what: Message
    icon: str

    def amount(self) -> Amount:
        return Amount(self.points, self.icon, self.what)


def entered(points: int) -> list[Part]:
    """A price that the players added up, at the light level."""
    return [Part(points, say("everything together"), "clock")]


def total(parts: list[Part]) -> int:
    """The action points of all parts, at least 0."""
    return max(0, sum(part.points for part in parts))


def erinyes(side: Side) -> int:
    """What Erinyes adds to the price of the next action. Section 7."""
    return ERINYES if side.marks["erinyes"] else 0


def last_phase(state: State, side: Side) -> bool:
    """Whether the token is on or beyond the last Zeus space. Section 9."""
    facts = box.track(state.box)
    return facts is not None and side.position >= facts.zeus[-1]


def budget(state: State, side: Side, hourglasses: int = 0) -> int:
    """The most that an action may cost without passing the Cross. Section 9.

    ``hourglasses`` are those that the action brings before it is paid.
    """
    facts = box.track(state.box)
    if facts is None or not (state.options.cross_always or last_phase(state, side)):
        return FARTHEST - side.position + side.hourglasses
    return max(0, facts.cross - side.position) + side.hourglasses + hourglasses


def cost_reason(state: State, side: Side, cost: int, hourglasses: int = 0) -> Message | None:
    """Why an action cannot cost this much, or None: it may not pass the Cross. Section 9."""
    over = cost - budget(state, side, hourglasses)
    if over <= 0:
        return None
    short = N_("Beyond the Cross: {n}")
    return say_n("That goes {n} space beyond the Cross.", "That goes {n} spaces beyond the Cross.", over, short)


MOST_SPACES = 40
"""More than the spaces of one kind on any way."""


def light_bounds(state: State, side: Side, least: int = 1) -> tuple[int, int]:
    """The least and the most that players may enter as the price of an action, at the light level."""
    return least, max(least, min(MOST_SPACES, budget(state, side)))


def check_bounds(step: Step[State], number: int, bounds: tuple[int, int]) -> None:
    """Refuse a number that is not within ``bounds``."""
    if not bounds[0] <= number <= bounds[1]:
        told = say("{n} is not between {low} and {high}.", n=number, low=bounds[0], high=bounds[1])
        step.refuse("out-of-bounds", told)


# -- paying -------------------------------------------------------------------------------------------------------


def spent_hourglasses(side: Side, cost: int) -> int:
    """How many hourglasses pay for this cost: hourglasses are spent before the token moves. Section 3."""
    return min(side.hourglasses, cost)


def landing(side: Side, cost: int) -> int:
    """Where the token stands after paying this cost. Section 3."""
    return side.position + max(0, cost - side.hourglasses)


def pay(step: Step[State], side: Side, parts: list[Part]) -> None:
    """Pay for an action: hourglasses first, then move the token, and end the action. Section 3."""
    state, cost = step.state, total(parts)
    final = last_phase(state, side)
    spent, to = spent_hourglasses(side, cost), landing(side, cost)
    start = side.position
    paid = _paid(side, cost, spent, to)
    if side.marks["erinyes"]:
        side.marks["erinyes"] = 0
        instruct_off_god(step, side, "erinyes")
    side.hourglasses -= spent
    if to > start:
        place(state, side, to)
        instruct_token(step, side, start)
        state.moved = Moved(side.seat, start)
    step.tell(paid)
    state.actor = side.seat
    state.kept = False
    state.sought = None
    if final:
        side.done = 1
        step.tell(say("{seat} takes the last action.", N_("{seat} is done"), seat=SeatName(side.seat)))
    elif last(state) is side:
        step.tell(say("{seat} is still last and acts again.", N_("Still last: again"), seat=SeatName(side.seat)))


def _paid(side: Side, cost: int, spent: int, to: int) -> Message:
    who, short = SeatName(side.seat), N_("Pays {cost}, to {to}")
    if not spent:
        return say("{seat} pays {cost} and goes to space {to}.", short, seat=who, cost=cost, to=to)
    return say(
        "{seat} pays {cost}: {spent} in hourglasses, {advance} on the track, to space {to}.",
        short,
        seat=who,
        cost=cost,
        spent=spent,
        advance=to - side.position,
        to=to,
    )


def place(state: State, side: Side, position: int) -> None:
    """Put the token on ``position``, on top of those that are there. Section 3."""
    there = [other.height for other in state.others(side) if other.position == position]
    side.position = position
    side.height = max(there) + 1 if there else 0


# -- the questions about a price ----------------------------------------------------------------------------------


def ask_action_points(bounds: tuple[int, int], usual: int) -> Count:
    """How many action points an action costs, as the players added it up."""
    low, high = bounds
    usual = max(low, min(high, usual))
    return Count(
        key="points",
        prompt=say("How many action points does it cost?", N_("Action points?")),
        hint=say("Everything counted, hourglasses not yet.", N_("Before hourglasses")),
        low=low,
        high=high,
        start=usual,
        usual=usual,
        icon="clock",
        meaning=say("Everything this action costs, before hourglasses are taken off."),
    )


def ask_price(
    state: State, side: Side, parts: list[Part], act: Message, won: int = 0
) -> Generator[Question, Answer, str]:
    """The price, to be confirmed. ``won`` are hourglasses that the action brings before it is paid."""
    cost = total(parts)
    words = goes_to(state, side, cost, won)
    return (
        yield from Pick[str](
            key="pay",
            prompt=say_n("That costs {n} action point.", "That costs {n} action points.", cost, N_("That costs {n}")),
            hint=outcome(side, parts, won),
            act=act,
            usual="pay",
            options=(Option("pay", words, price=tuple(part.amount() for part in parts), icon="hourglass", act=act),),
            meaning=say("Hourglasses are spent first, one for each point. Your token moves on by the rest."),
        )
    )


def priced(what: Message, cost: int, spent: Wording | None = None) -> Message:
    """The text of a button: what is bought and its price in action points, with the cubes ``spent``."""
    short = N_("{what}: pay {n}")
    if spent is None:
        return say("{what}: {n}", short, what=what, n=cost)
    return say("{what}: {n} and {spent}", short, what=what, n=cost, spent=spent)


def goes_to(state: State, side: Side, cost: int, won: int = 0) -> Message:
    """The words for where the token stands after paying this cost, and who acts next as far as the Time Track shows it.
    ``won`` are hourglasses that the action gives before it is paid.
    """
    short, to = N_("To space {to}"), side.position + max(0, cost - side.hourglasses - won)
    if last_phase(state, side):
        return say("You go to space {to}, and have acted for the last time.", short, to=to)
    behind = [other for other in in_order(state) if other is not side and not other.done and other.position < to]
    if not behind:
        return say("You go to space {to}, and it is your turn again.", short, to=to)
    return say("You go to space {to}. Then it is {who}'s turn.", short, to=to, who=SeatName(behind[0].seat))


def outcome(side: Side, parts: list[Part], won: int = 0) -> Message:
    """The parts of the price, their sum, and the hourglasses left; in short form where the token goes. Section 3."""
    cost = total(parts)
    have = side.hourglasses + won
    to = side.position + max(0, cost - have)
    short = N_("Token: {start} to {to}") if to > side.position else N_("The token stays")
    way = {"start": side.position, "to": to}
    words = listed(parts)
    if len(parts) > 1:
        words = say("{parts} = {n}", parts=words, n=cost)
    if have <= cost:
        return say("{sum}.", short, sum=words, **way)
    rest = say_n("{n} hourglass stays", "{n} hourglasses stay", have - cost)
    return say("{sum}; {rest}.", short, sum=words, rest=rest, **way)


def listed(parts: list[Part]) -> Message:
    """The parts of a price in words: ``2 for new settler + 1 for sea + 1 for combat``."""
    words = [say("{n} for {what}", n=part.points, what=part.what) for part in parts]
    return (
        reduce(lambda first, then: say("{first} + {then}", first=first, then=then), words) if words else say("nothing")
    )
