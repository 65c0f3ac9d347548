"""Why something is out of reach, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world.derived import (
    appease_cost,
    capacity_left,
    card_taken,
    damaged,
    highest,
    placed_citizens,
    ready_citizens,
    total,
)
from companion.games.ancient_world.facts import What, amount, count, fact, listed
from companion.games.ancient_world.state import Before, Built, Player, State, where_on
from companion.games.ancient_world.tables import (
    COIN,
    FIELDS_ASKED,
    OPENS,
    PLACE_AGAIN,
    REPAIR_ONE,
    SPACES,
    Pay,
    Space,
)
from companion.games.ancient_world.words import card_of

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


# -- placing: section 4 ----------------------------------------------------------------------------------------------


def space_reason(state: State, player: Player, space: str, *, again: bool = False) -> Message | None:
    """Whether any citizen may go to an action of the board, or to a card of one's own."""
    if space in SPACES:
        return _open_reason(state, space) or citizens_reason(state, player, space, again=again)
    card = card_of(player, space)
    if card is None:
        return say("You have no such card.", short=N_("No such card"))
    return card_action_reason(state, player, card) or citizens_reason(state, player, space, again=again)


def _open_reason(state: State, space: str) -> Message | None:
    if state.places[space].open:
        return None
    opens = OPENS.get(space, 1)  # type: ignore[call-overload]  # any text may come by the API
    return say("This action opens in round {n}.", short=N_("Opens in round {n}"), n=opens)


def card_action_reason(state: State, player: Player, card: Built) -> Message | None:
    """A card action: on an undamaged card, once a round. Section 4."""
    if card.down:
        return say("A damaged card gives nothing.", short=N_("Damaged"))
    if not count(state, "empire", card.key, "card-action"):
        return say("This card has no action.", short=N_("No card action"))
    if card_taken(player, card.id):
        return say("A citizen stands there already this round.", short=N_("Taken this round"))
    return None


def citizens_reason(state: State, player: Player, space: str, *, again: bool) -> Message | None:
    """Whether some citizen can be placed there."""
    if again and (reason := again_reason(state, player)):
        return reason
    citizens = placed_citizens(player) if again else ready_citizens(player)
    if not citizens:
        return say("You have no citizen ready.", short=N_("No citizen ready"))
    first: Message | None = None
    for number in citizens:
        for boost in boosts(state, space, number):
            reason = citizen_reason(state, player, space, number, boost, again=again)
            if reason is None:
                return None
            first = first or reason
    return first


def again_reason(state: State, player: Player) -> Message | None:
    """Re-placing a citizen for 4 ambrosia. Section 4.3."""
    if not state.second:
        return ambrosia_reason(state, player, PLACE_AGAIN)
    if not placed_citizens(player):
        return say("None of your citizens is placed.", short=N_("No citizen placed"))
    return ambrosia_reason(state, player, PLACE_AGAIN)


def boosts(state: State, space: str, number: int) -> tuple[int, ...]:
    """The skill that may be bought for this placement: none, or as much as spares the fee."""
    if not state.second:
        return (0,)
    missing = highest(state, space) - number
    return (0, missing) if missing > 0 else (0,)


def fee(state: State, space: str, skill: int) -> int:
    """One coin where a citizen with a higher number stands. Section 4."""
    if not state.second:
        return 0
    return int(highest(state, space) > skill)


def citizen_reason(state: State, player: Player, space: str, number: int, boost: int, *, again: bool) -> Message | None:
    """Whether this citizen, with bought skill, may go there."""
    if number not in (placed_citizens(player) if again else ready_citizens(player)):
        return say("Citizen {n} is not there to be placed.", short=N_("Not there"), n=number)
    if again and _stands_on(player, space, number):
        return say("The citizen stands there already.", short=N_("Stands there already"))
    if boost not in boosts(state, space, number):
        return NOTHING
    if not state.second:
        return _higher_reason(state, space, number)
    ambrosia = boost + (PLACE_AGAIN if again else 0)
    return ambrosia_reason(state, player, ambrosia) or coins_reason(player, fee(state, space, number + boost))


def _stands_on(player: Player, space: str, number: int) -> bool:
    if space in SPACES:
        return player.citizens[number - 1] == where_on(space)
    return f"card-{player.on[number - 1]}" == space


def _higher_reason(state: State, space: str, number: int) -> Message | None:
    """The first edition: only with a higher number than those there. Section 12."""
    if space not in SPACES or number > highest(state, space):
        return None
    return say("Only a citizen with a higher number may join.", short=N_("Needs a higher number"))


# -- actions: section 4.1 --------------------------------------------------------------------------------------------


def action_price(state: State, space: Space, pay: Pay) -> tuple[int, int]:
    """Coins and knowledge, paid like this; what the board has no price in costs none of it."""
    printed = FIELDS_ASKED[space]
    coins = amount(state, "action", space, "coins") if pay != "knowledge" and "coins" in printed else 0
    knowledge = amount(state, "action", space, "knowledge") if pay != "coins" and "knowledge" in printed else 0
    return coins, knowledge


def ways(state: State, space: Space) -> tuple[Pay, ...]:
    """How an action may be paid."""
    either = "either" in FIELDS_ASKED[space] and fact(state, "action", space, "either") == "yes"
    return ("coins", "knowledge") if either else ("both",)


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


def card_price(state: State, what: What, key: str) -> tuple[int, int]:
    """Coins and knowledge printed on a card."""
    return amount(state, what, key, "coins"), amount(state, what, key, "knowledge")


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
