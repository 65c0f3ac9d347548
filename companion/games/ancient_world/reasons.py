"""Why something is out of reach, or None: asked by the questions and by the rules alike. Sections 4.1 to 4.3."""

from __future__ import annotations

from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world.agenda import Before
from companion.games.ancient_world.box import What, count, listed
from companion.games.ancient_world.queries import (
    action_price,
    appease_cost,
    capacity_left,
    card_price,
    damaged,
    total,
    ways,
)
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import COIN, REPAIR_ONE, Pay, Space

NOT_AWAITED = say("The table is not waiting for you.", short=N_("Not your turn"))
NOT_NOW = say("That is not asked for now.", short=N_("Not asked now"))
NOTHING = say("There is no such thing here.", short=N_("No such thing"))


def coins_reason(player: Player, coins: int) -> Message | None:
    """Whether the coins are there."""
    if player.coins >= coins:
        return None
    return say_n(
        "You need {n} coin and have {have}.",
        "You need {n} coins and have {have}.",
        coins,
        N_("Too few coins"),
        have=player.coins,
    )


def knowledge_reason(player: Player, knowledge: int) -> Message | None:
    """Whether the knowledge is there."""
    if player.knowledge >= knowledge:
        return None
    return say(
        "You need {n} knowledge and have {have}.",
        short=N_("Too little knowledge"),
        n=knowledge,
        have=player.knowledge,
    )


def ambrosia_reason(state: State, player: Player, ambrosia: int) -> Message | None:
    """Whether the ambrosia is there; the first edition has none. Section 12."""
    if not state.second and ambrosia:
        return say("The first edition has no ambrosia.", short=N_("No ambrosia here"))
    if player.ambrosia >= ambrosia:
        return None
    return say(
        "You need {n} ambrosia and have {have}.", short=N_("Too little ambrosia"), n=ambrosia, have=player.ambrosia
    )


def pay_reason(state: State, player: Player, space: Space, pay: Pay) -> Message | None:
    """Whether an action can be paid like this."""
    if pay not in ways(state, space):
        return NOTHING
    coins, knowledge = action_price(state, space, pay)
    return coins_reason(player, coins) or knowledge_reason(player, knowledge)


def grow_reason(player: Player) -> Message | None:
    """Whether a citizen is left in the box."""
    if 0 in player.citizens:
        return None
    return say("All your citizens are in play.", short=N_("No citizen left"))


def bought_reason(state: State, player: Player, what: What, key: str) -> Message | None:
    """Whether a card's own price can be paid."""
    if key not in listed(state, what):
        return NOTHING
    coins, knowledge = card_price(state, what, key)
    return coins_reason(player, coins) or knowledge_reason(player, knowledge)


def room_reason(state: State, player: Player) -> Message | None:
    """Whether another empire card has a place. Section 4.2."""
    left = capacity_left(state, player)
    if left >= 1:
        return None
    return say(
        "Another empire card needs capacity {n}; you have {have}.",
        short=N_("No capacity left"),
        n=total(state, player, "capacity") - left + 1,
        have=total(state, player, "capacity"),
    )


def build_reason(state: State, player: Player, key: str) -> Message | None:
    """Whether this empire card can be built."""
    return room_reason(state, player) or bought_reason(state, player, "empire", key)


def over_reason(state: State, player: Player, over: int) -> Message | None:
    """Where a new military card may go: beside the others within the army limit, or over one. Section 5.1."""
    if over:
        return None if any(army.id == over for army in player.armies) else NOTHING
    limit = total(state, player, "army-limit")
    if len(player.armies) < limit:
        return None
    return say("Your army limit is {n}.", short=N_("Army limit {n}"), n=limit)


def recruit_reason(state: State, player: Player) -> Message | None:
    """Whether a new military card has any place."""
    return None if player.armies else over_reason(state, player, 0)


def repair_reason(player: Player, number: int) -> Message | None:
    """Whether this card is there to be repaired."""
    if any(card.id == number for card in damaged(player)):
        return None
    return say("That card is not damaged.", short=N_("Not damaged"))


def damage_reason(player: Player) -> Message | None:
    """Whether there is anything to repair."""
    return None if damaged(player) else say("None of your cards is damaged.", short=N_("Nothing is damaged"))


# -- ambrosia: section 4.3 -------------------------------------------------------------------------------------------


def spend_coin_reason(state: State, player: Player) -> Message | None:
    """A coin for 2 ambrosia."""
    return ambrosia_reason(state, player, COIN)


def spend_repair_reason(state: State, player: Player) -> Message | None:
    """A repair for 2 ambrosia."""
    return damage_reason(player) or ambrosia_reason(state, player, REPAIR_ONE)


def worth_spending(state: State, player: Player, before: Before) -> bool:
    """Whether a seat is asked if it spends ambrosia before something: where a repair, or any spending at all, would
    make a difference to that.
    """
    if before == "strike":
        return spend_coin_reason(state, player) is None
    if spend_repair_reason(state, player) is not None:
        return False
    symbol = {"repair": "repair-income", "feeding": "food"}.get(before)
    return symbol is None or any(count(state, "empire", card.key, symbol) for card in damaged(player))


def appease_reason(state: State, player: Player) -> Message | None:
    """Whether the titan on the own board can be appeased, in full. Section 3.3."""
    cost = appease_cost(state, player.threat) if player.threat else None
    if cost is None:
        return say("Nobody has entered this titan yet.", short=N_("Unknown titan"))
    return ambrosia_reason(state, player, cost)


def stored_reason(player: Player, key: str) -> Message | None:
    """Whether this card is stored."""
    return None if key in player.stored else say("You have not stored that card.", short=N_("Not stored"))


def any_stored_reason(state: State, player: Player) -> Message | None:
    """Whether any stored card can be built."""
    if not player.stored:
        return say("You have no stored card.", short=N_("Nothing stored"))
    reasons = [build_reason(state, player, key) for key in player.stored]
    return None if None in reasons else reasons[0]


def train_reason(state: State, player: Player, pay: Pay) -> Message | None:
    """Whether there is an army to improve, and the action can be paid."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    return pay_reason(state, player, "train", pay)


def lose_reason(player: Player, kind: str) -> Message | None:
    """Whether there is any card of this kind to lose."""
    rows = {
        "empire": len(player.cards),
        "military": len(player.armies),
        "titan": len(player.titans),
        "district": len(player.districts),
        "stored": len(player.stored),
    }
    return None if rows[kind] else say("You have no such card.", short=N_("No such card"))
