"""Why something is out of reach, or None: asked by the questions and by the rules alike. Sections 4 to 4.3."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, say, say_n
from companion.games.ancient_world import queries, words
from companion.games.ancient_world.agenda import Before
from companion.games.ancient_world.box import CardKind, RowKind, known_keys, symbol_count
from companion.games.ancient_world.state import EmpireCard, Player, State, where_on
from companion.games.ancient_world.tables import COIN, OPENING_ROUND, PLACE_AGAIN, REPAIR_ONE, SPACES, Pay, Space

NO_SUCH_THING = say("There is no such thing here.", short=N_("No such thing"))


def coins_reason(player: Player, coins: int) -> Message | None:
    """Why a player cannot pay coins."""
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
    """Why a player cannot pay knowledge."""
    if player.knowledge >= knowledge:
        return None
    return say(
        "You need {n} knowledge and have {have}.",
        short=N_("Too little knowledge"),
        n=knowledge,
        have=player.knowledge,
    )


def ambrosia_reason(state: State, player: Player, ambrosia: int) -> Message | None:
    """Why a player cannot pay ambrosia; the first edition has none. Section 12."""
    if not state.second and ambrosia:
        return say("The first edition has no ambrosia.", short=N_("No ambrosia here"))
    if player.ambrosia >= ambrosia:
        return None
    return say(
        "You need {n} ambrosia and have {have}.", short=N_("Too little ambrosia"), n=ambrosia, have=player.ambrosia
    )


def pay_reason(state: State, player: Player, space: Space, pay: Pay) -> Message | None:
    """Why an action cannot be paid like this."""
    if pay not in queries.ways_to_pay(state, space):
        return NO_SUCH_THING
    coins, knowledge = queries.action_price(state, space, pay)
    return coins_reason(player, coins) or knowledge_reason(player, knowledge)


def grow_reason(player: Player) -> Message | None:
    """Why no citizen can be gained."""
    if 0 in player.citizens:
        return None
    return say("All your citizens are in play.", short=N_("No citizen left"))


def price_reason(state: State, player: Player, what: CardKind, key: str) -> Message | None:
    """Why a card's price cannot be paid."""
    if key not in known_keys(state, what):
        return NO_SUCH_THING
    coins, knowledge = queries.card_price(state, what, key)
    return coins_reason(player, coins) or knowledge_reason(player, knowledge)


def room_reason(state: State, player: Player) -> Message | None:
    """Why no empire card can be added. Section 4.2."""
    left = queries.capacity_left(state, player)
    if left >= 1:
        return None
    return say(
        "You need capacity {n} for another empire card and have {have}.",
        short=N_("No capacity left"),
        n=queries.symbol_total(state, player, "capacity") - left + 1,
        have=queries.symbol_total(state, player, "capacity"),
    )


def build_reason(state: State, player: Player, key: str) -> Message | None:
    """Why an empire card cannot be built."""
    return room_reason(state, player) or price_reason(state, player, "empire", key)


def army_place_reason(state: State, player: Player, over: int) -> Message | None:
    """Why a military card cannot go there: over army ``over``, or for 0 beside the others. Section 5.1."""
    if over:
        return None if any(army.id == over for army in player.armies) else NO_SUCH_THING
    limit = queries.symbol_total(state, player, "army-limit")
    if len(player.armies) < limit:
        return None
    return say("Your army limit is {n}.", short=N_("Army limit {n}"), n=limit)


def recruit_reason(state: State, player: Player) -> Message | None:
    """Why no military card can be added."""
    return None if player.armies else army_place_reason(state, player, 0)


def repair_reason(player: Player, number: int) -> Message | None:
    """Why a card cannot be repaired."""
    if any(card.id == number for card in queries.damaged(player)):
        return None
    return say("That card is not damaged.", short=N_("Not damaged"))


def any_damaged_reason(player: Player) -> Message | None:
    """Why nothing can be repaired."""
    return None if queries.damaged(player) else say("None of your cards is damaged.", short=N_("Nothing is damaged"))


# -- ambrosia: section 4.3 ---------------------------------------------------------------------------------------


def spend_coin_reason(state: State, player: Player) -> Message | None:
    """Why ambrosia cannot be spent on a coin."""
    return ambrosia_reason(state, player, COIN)


def spend_repair_reason(state: State, player: Player) -> Message | None:
    """Why ambrosia cannot be spent on a repair."""
    return any_damaged_reason(player) or ambrosia_reason(state, player, REPAIR_ONE)


def worth_spending(state: State, player: Player, before: Before) -> bool:
    """Whether a seat is asked to spend ambrosia before something: only where that would change it."""
    if before == "strike":
        return spend_coin_reason(state, player) is None
    if spend_repair_reason(state, player) is not None:
        return False
    if before == "disband" and not queries.armies_over_limit(state, player):
        return False
    symbol = {"repair": "repair-income", "feeding": "food", "disband": "army-limit"}.get(before)
    return symbol is None or any(symbol_count(state, "empire", card.key, symbol) for card in queries.damaged(player))


def appease_reason(state: State, player: Player) -> Message | None:
    """Why the titan on a player's board cannot be appeased. Section 3.3."""
    cost = queries.appease_cost(state, player.threat) if player.threat else None
    if cost is None:
        return say("Nobody has entered this titan yet.", short=N_("Unknown titan"))
    return ambrosia_reason(state, player, cost)


def stored_reason(player: Player, key: str) -> Message | None:
    """Why a card is not one of the stored ones."""
    return None if key in player.stored else say("You have not stored that card.", short=N_("Not stored"))


def any_stored_reason(state: State, player: Player) -> Message | None:
    """Why no stored card can be built."""
    if not player.stored:
        return say("You have no stored card.", short=N_("Nothing stored"))
    return branch_reason(build_reason(state, player, key) for key in player.stored)


def train_reason(state: State, player: Player, pay: Pay) -> Message | None:
    """Why no army can be improved."""
    if not player.armies:
        return say("You have no army.", short=N_("No army"))
    return pay_reason(state, player, "train", pay)


def lose_reason(player: Player, kind: RowKind) -> Message | None:
    """Why no card of a kind can leave."""
    return None if player.row(kind) else say("You have no such card.", short=N_("No such card"))


# -- placing: section 4 ------------------------------------------------------------------------------------------


def space_reason(state: State, player: Player, space: str, *, again: bool = False) -> Message | None:
    """Why no citizen can go to an action or to an own card."""
    if space in SPACES:
        return _open_reason(state, space) or citizens_reason(state, player, space, again=again)
    card = words.card_of(player, space)
    if card is None:
        return say("You have no such card.", short=N_("No such card"))
    return card_action_reason(state, player, card) or citizens_reason(state, player, space, again=again)


def _open_reason(state: State, space: str) -> Message | None:
    if state.places[space].open:
        return None
    opens = OPENING_ROUND.get(space, 1)  # type: ignore[call-overload]  # any text may come by the API
    return say("This action opens in round {n}.", short=N_("Opens in round {n}"), n=opens)


def card_action_reason(state: State, player: Player, card: EmpireCard) -> Message | None:
    """Why a card action cannot be used: undamaged, once a round. Section 4."""
    if card.down:
        return say("A damaged card gives nothing.", short=N_("Damaged"))
    if not symbol_count(state, "empire", card.key, "card-action"):
        return say("This card has no action.", short=N_("No card action"))
    if queries.citizen_on_card(player, card.id):
        return say("A citizen stands there already this round.", short=N_("Taken this round"))
    return None


def citizens_reason(state: State, player: Player, space: str, *, again: bool) -> Message | None:
    """Why none of the citizens can be placed there."""
    if again and (reason := again_reason(state, player)):
        return reason
    citizens = queries.placed_citizens(player) if again else queries.ready_citizens(player)
    if not citizens:
        return say("You have no citizen ready.", short=N_("No citizen ready"))
    return branch_reason(
        citizen_reason(state, player, space, number, boost, again=again)
        for number in citizens
        for boost in queries.skill_options(state, space, number)
    )


def again_reason(state: State, player: Player) -> Message | None:
    """Why no citizen can be placed again, for 4 ambrosia. Section 4.3."""
    if not state.second:
        return ambrosia_reason(state, player, PLACE_AGAIN)
    if not queries.placed_citizens(player):
        return say("None of your citizens is placed.", short=N_("No citizen placed"))
    return ambrosia_reason(state, player, PLACE_AGAIN)


def citizen_reason(state: State, player: Player, space: str, number: int, boost: int, *, again: bool) -> Message | None:
    """Why this citizen, with bought skill, cannot go there."""
    if number not in (queries.placed_citizens(player) if again else queries.ready_citizens(player)):
        return say("Citizen {n} is not there to be placed.", short=N_("Not there"), n=number)
    if again and _stands_on(player, space, number):
        return say("The citizen stands there already.", short=N_("Stands there already"))
    if boost not in queries.skill_options(state, space, number):
        return NO_SUCH_THING
    if not state.second:
        return _higher_reason(state, space, number)
    ambrosia = boost + (PLACE_AGAIN if again else 0)
    return ambrosia_reason(state, player, ambrosia) or coins_reason(
        player, queries.placing_fee(state, space, number + boost)
    )


def _stands_on(player: Player, space: str, number: int) -> bool:
    if space in SPACES:
        return player.citizens[number - 1] == where_on(space)
    return f"card-{player.on[number - 1]}" == space


def _higher_reason(state: State, space: str, number: int) -> Message | None:
    """First edition: only a higher number may join. Section 12."""
    if space not in SPACES or number > queries.highest_on(state, space):
        return None
    return say("Only a citizen with a higher number may join.", short=N_("Needs a higher number"))
