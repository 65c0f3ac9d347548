"""What a seat can do when it is its turn: the rondel, what it can pay, its cheapest conquest. Sections 4 to 7."""

from __future__ import annotations

from copy import copy

from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.core.wording import Message, Wording, in_a_row, say, say_n
from companion.games.antike import queries, tables
from companion.games.antike.arming import arming_most
from companion.games.antike.cities import any_found_reason, any_temple_reason
from companion.games.antike.know_how import know_price, learn_reason
from companion.games.antike.personalities import to_go
from companion.games.antike.state import Keeping, Naming, Nation, State
from companion.games.antike.turn import around, coins_before_turn, rondel_price, rondel_reason, space_label
from companion.games.antike.turn_parts import nation_on_turn
from companion.games.antike.war import defence
from companion.games.antike.words import KNOW_NAMES, SPACE_NAMES

NAMED = 2
"""How many know-hows are named."""


def forecast(state: State, seat: int) -> list[ForecastLine]:
    """The spaces of the rondel in reach, what a nation can pay with the coin of its next turn, its cheapest conquest
    and a personality that is near. Of two nations of a seat it is the one whose turn comes first.
    """
    nation = next_nation_of(state, seat)
    if nation is None:
        return []
    then = copy(nation)
    then.coins += coins_before_turn(state, nation)
    several = len(state.of(seat)) > 1
    texts = (
        (say("{who} is your nation that goes next.", who=nation.name) if several else None, "flag"),
        (_rondel(state, then), "turn"),
        (_payable(state, then), "coin"),
        (_conquest(state, nation), "sword"),
        (_near_card(state, nation), "crown"),
    )
    return [ForecastLine(text, icon) for text, icon in texts if text is not None][:MOST_FORECAST_LINES]


def next_nation_of(state: State, seat: int) -> Nation | None:
    """The nation of a seat whose turn comes next; None before the first turn and after the last."""
    acting = nation_on_turn(state)
    if acting is None or any(isinstance(due, Naming | Keeping) for due in state.agenda):
        return None
    place = state.number(acting)
    return next((each for each in (*state.nations[place:], *state.nations[:place]) if each.seat == seat), None)


def _rondel(state: State, nation: Nation) -> Message | None:
    """The spaces that cost nothing, and how far the nation can pay to go. Section 5."""
    if not nation.space:
        return say("Your first move on the rondel is free, wherever it goes.")
    open_spaces = [space for space in around(nation) if rondel_reason(state, nation, space) is None]
    prices = {space: rondel_price(state, nation, space).total for space in open_spaces}
    free = [space for space, price in prices.items() if not price]
    if not free:
        return None
    spaces = in_a_row(
        space_label(state, nation, space) if space in tables.GOODS else SPACE_NAMES[state.switches.profile][space]
        for space in free
    )
    far = max((space for space in open_spaces if prices[space]), key=lambda space: prices[space], default=None)
    if far is None:
        return say("Free on the rondel: {spaces}.", spaces=spaces)
    name = SPACE_NAMES[state.switches.profile][far]
    return say("Free on the rondel: {spaces}; as far as {far} for {n}.", spaces=spaces, far=name, n=prices[far])


def _payable(state: State, nation: Nation) -> Message | None:
    """What the nation can pay one of, with its coins. Section 6."""
    found: list[Wording] = []
    if any_temple_reason(state, nation) is None:
        found.append(say_n("a temple", "{n} temples", 1))
    if any_found_reason(state, nation) is None:
        found.append(say("a new city"))
    if most := arming_most(state, nation):
        found.append(say_n("{n} unit", "{n} units", most))
    knows = [know for know in tables.KNOW if learn_reason(state, nation, know) is None]
    knows.sort(key=lambda know: know_price(state, know).total)
    found += [
        say("{know} for {n} gold", know=KNOW_NAMES[know], n=know_price(state, know).total) for know in knows[:NAMED]
    ]
    if not found:
        return None
    return say("You can pay, each by itself: {what}.", what=in_a_row(found))


def _conquest(state: State, nation: Nation) -> Message | None:
    """The weakest city of another nation, as if nobody stood in it. Section 6."""
    costs = {
        other.key: defence(other, temple=not any(queries.cities_by_type(state, other, temple=False).values()))
        for other in state.nations
        if other.seat != nation.seat and queries.cities(state, other) > 1
    }
    have = nation.legions + nation.galleys
    if not costs or not have:
        return None
    least = min(costs.values())
    weak = [other.name for other in state.nations if costs.get(other.key) == least]
    if len(weak) == len(costs) > 1:
        return say_n(
            "A city of anybody costs at least {n} unit, and one more for each defender. You have {have}.",
            "A city of anybody costs at least {n} units, and one more for each defender. You have {have}.",
            least,
            have=have,
        )
    return say_n(
        "A city of {who} costs at least {n} unit, and one more for each defender. You have {have}.",
        "A city of {who} costs at least {n} units, and one more for each defender. You have {have}.",
        least,
        who=in_a_row(weak),
        have=have,
    )


def _near_card(state: State, nation: Nation) -> Message | None:
    """A king or a citizen for which one city or temple is missing. Section 7."""
    if state.stacks["king"] and to_go(state, nation, "king") == 1:
        return say("One more city brings a king.")
    if state.stacks["citizen"] and to_go(state, nation, "citizen") == 1:
        return say("One more temple brings a citizen.")
    return None
