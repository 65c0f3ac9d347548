"""What a seat can do when it is its turn. Sections 3 to 5."""

from __future__ import annotations

from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.core.wording import Message, SeatName, listed, say, say_n
from companion.games.olympos import box, discover, expand, time_track, wonders
from companion.games.olympos.state import Crossing, SettingUp, Side, State
from companion.games.olympos.tables import WONDERS


def forecast(state: State, seat: int) -> list[ForecastLine]:
    """What a seat can pay, what its hourglasses pay, and its cheapest fight. Everybody may know all of it."""
    side = next((side for side in state.sides if side.seat == seat), None)
    if side is None or side.done or any(isinstance(due, SettingUp | Crossing) for due in state.agenda):
        return []
    found = [
        ForecastLine(text, icon)
        for text, icon in (
            (_discoveries(state, side), "scroll"),
            (_hourglasses(state, side), "hourglass"),
            (_fight(state, side), "sword"),
            (_wonder(state, side), "temple"),
        )
        if text is not None
    ]
    if side.marks["siren"]:
        found.insert(0, ForecastLine(say("No sea spaces for you until the next Olympos card."), "warning"))
    return found[:MOST_FORECAST_LINES]


def _discoveries(state: State, side: Side) -> Message | None:
    """The discoveries in reach, or the nearest miss. Section 5.1."""
    if state.light:
        return None
    if found := discover.in_reach(state, side):
        return found
    reason = discover.discovering_reason(state, side)
    return say("No discovery: {why}", why=reason) if reason else None


def _hourglasses(state: State, side: Side) -> Message | None:
    """What a discovery costs and what of it hourglasses pay; at the light level only the latter. Section 3."""
    if state.light:
        if not side.hourglasses:
            return None
        return say_n(
            "Your hourglass pays the first point of your action.",
            "Your {n} hourglasses pay the first points of your action.",
            side.hourglasses,
        )
    cost = time_track.total(discover.price(side, set()))
    paid = time_track.spent_hourglasses(side, cost)
    if not paid:
        return say_n("A discovery costs you {n} point.", "A discovery costs you {n} points.", cost)
    return say("A discovery costs you {cost}; your hourglasses pay {n}.", cost=cost, n=paid)


def _fight(state: State, side: Side) -> Message | None:
    """The cheapest fight for a territory of somebody else, without the way there. Section 4."""
    prices = {
        other.seat: expand.combat_with(state, side, str(other.seat)) for other in state.others(side) if other.controlled
    }
    if not prices:
        return None
    least = min(prices.values())
    if least == max(prices.values()) and len(prices) > 1:
        return say("Attacking anybody: {n} for the fight, plus the way.", n=least)
    who = listed([SeatName(seat) for seat, price in prices.items() if price == least])
    return say("Attacking {who}: {n} for the fight, plus the way.", who=who, n=least)


def _wonder(state: State, side: Side) -> Message | None:
    """The wonders for which nothing is missing. Section 5.2."""
    able = [key for key in state.wonders if wonders.wonder_reason(state, side, key) is None]
    known = [WONDERS[key] for key in able if box.unknown_wonder(state, key) is None]
    return say("You have the stars for {what}.", what=listed(known)) if known else None
