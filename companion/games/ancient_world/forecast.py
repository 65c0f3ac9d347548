"""What a seat can do when it is its turn, and what the end of the round will cost it. Sections 3.3, 4 and 5."""

from __future__ import annotations

from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.core.wording import Message, in_a_row, say, say_n
from companion.games.ancient_world import attack, box, city, place, round_end, words
from companion.games.ancient_world.attack import Force
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import FEED_ONE, SPACES

NAMED = 3
"""How many actions are named."""


def forecast(state: State, seat: int) -> list[ForecastLine]:
    """The titan that a seat can beat most cheaply, the actions open to its citizens, what its own titan costs at the
    end of the round, and citizens without food. Everybody may know all of it.
    """
    player = next((player for player in state.players if player.seat == seat), None)
    if player is None or state.stage not in ("turns", "confront", "mend", "repair", "feed"):
        return []
    acts = state.stage == "turns" and not player.passed
    texts = (
        (_citizens(state, player) if acts else None, "people"),
        (_attack(state, player) if acts else None, "sword"),
        (_titan(state, player) if state.stage == "turns" else None, "warning"),
        (_hunger(state, player), "wheat"),
    )
    return [ForecastLine(text, icon) for text, icon in texts if text is not None][:MOST_FORECAST_LINES]


def _citizens(state: State, player: Player) -> Message:
    """The citizens that can be placed, and where that costs nothing. Section 4."""
    ready = city.ready_citizens(player)
    if not ready:
        return say("You have no citizen ready.")
    free = [
        name
        for space, name in SPACES.items()
        if place.space_reason(state, player, space) is None and not place.placing_fee(state, space, max(ready))
    ]
    numbers = in_a_row(say("{n}", n=number) for number in ready)
    if not free:
        return say("Citizens ready: {numbers}.", numbers=numbers)
    if len(free) <= NAMED:
        return say("Citizens ready: {numbers}. Without a fee: {spaces}.", numbers=numbers, spaces=in_a_row(free))
    return say(
        "Citizens ready: {numbers}. Without a fee: {spaces} and {more} more.",
        numbers=numbers,
        spaces=in_a_row(free[:NAMED]),
        more=len(free) - NAMED,
    )


def _attack(state: State, player: Player) -> Message | None:
    """The cheapest attack on a titan that is known, else why none is possible. Section 5."""
    if reason := attack.attack_reason(state, player):
        return say("No attack: {why}", why=reason)
    if not attack.all_known(state, city.unused_armies(player)):
        return None
    found: list[tuple[Force, str]] = []
    missed: list[tuple[str, Message]] = []
    for target in attack.targets(state):
        titan = attack.titan_at(state, target)
        if not titan or not box.is_known(state, "titan", titan):
            continue
        if reason := attack.beaten_reason(state, player, titan):
            missed.append((titan, reason))
            continue
        forces = attack.attacking_forces(state, player, titan)
        found.append((next(one for one in forces if attack.force_reason(state, player, titan, one) is None), titan))
    if found:
        sent, titan = min(found, key=lambda each: (each[0].ambrosia, each[0].coins))
        cost = words.paid_with_ambrosia(sent.coins, sent.ambrosia)
        return say("You can defeat {titan} for {cost}.", titan=box.name_of(state, "titan", titan), cost=cost)
    if missed:
        titan, reason = missed[0]
        return say("{titan}: {why}", titan=box.name_of(state, "titan", titan), why=reason)
    return None


def _titan(state: State, player: Player) -> Message | None:
    """What the titan on the own board costs at the end of the round, or how many dice it rolls. Section 3.3, step 1."""
    threat = player.threat
    cost = round_end.appease_cost(state, threat) if threat is not None else None
    if threat is None or not cost:
        return None
    name = words.titan_name(state, threat.key, threat.stars)
    if round_end.appease_reason(state, player) is None:
        return say("End of the round: {n} ambrosia appeases {titan}.", n=cost, titan=name)
    dice = box.banners_of(state, threat.key) if box.is_known(state, "titan", threat.key) else None
    if dice is None:
        have = player.ambrosia
        return say("End of the round: {titan} wants {n} ambrosia, you have {have}.", titan=name, n=cost, have=have)
    return say_n(
        "End of the round: {titan} rolls {n} damage die. {cost} ambrosia would appease it, you have {have}.",
        "End of the round: {titan} rolls {n} damage dice. {cost} ambrosia would appease it, you have {have}.",
        dice,
        titan=name,
        cost=cost,
        have=player.ambrosia,
    )


def _hunger(state: State, player: Player) -> Message | None:
    """Citizens without food at the end of the round, and what feeds them. Section 3.3, step 5."""
    hungry = city.hunger(state, player)
    if not hungry:
        return None
    if not state.second:
        return say_n(
            "Hungry at the end of the round: {n} citizen.", "Hungry at the end of the round: {n} citizens.", hungry
        )
    return say_n(
        "Hungry at the end of the round: {n} citizen; {cost} ambrosia would feed it.",
        "Hungry at the end of the round: {n} citizens; {cost} ambrosia would feed all.",
        hungry,
        cost=FEED_ONE * hungry,
    )
