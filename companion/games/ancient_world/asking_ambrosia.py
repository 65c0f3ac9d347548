"""Questions of spending ambrosia on coins and repairs. Section 4.3."""

from __future__ import annotations

from companion.core.questions import Amount, Asking, Option, Pick
from companion.core.wording import N_, Message, Wording, say
from companion.games.ancient_world.agenda import Before, Spending
from companion.games.ancient_world.moves import Move, Spend, StopSpending
from companion.games.ancient_world.queries import damaged
from companion.games.ancient_world.reasons import spend_coin_reason, spend_repair_reason
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import COIN, REPAIR_ONE
from companion.games.ancient_world.words import card_name

SPEND_BEFORE: dict[Before, Message] = {
    "strike": say("Spend ambrosia before the titan takes it?", short=N_("Spend ambrosia now?")),
    "repair": say("Repair before the repair income?", short=N_("Repair before?")),
    "income": say("Repair before the income?", short=N_("Repair now?")),
    "feeding": say("Repair before feeding?", short=N_("Repair for food?")),
    "disband": say("Repair before armies are discarded?", short=N_("Repair for armies?")),
    "scoring": say("Repair before scoring?", short=N_("Repair any more?")),
}


COIN_LABEL = say("2 ambrosia for a coin", short=N_("Ambrosia for a coin"))


def coin_option(state: State, player: Player, label: Message = COIN_LABEL, value: str = "coin") -> Option[str]:
    """The option to spend ambrosia on a coin."""
    reason = spend_coin_reason(state, player)
    return Option(value, label, price=(Amount(COIN, "amphora"),), reason=reason, icon="coin")


def repair_option(
    state: State, player: Player, label: Wording, value: str = "repair", icon: str = "hammer"
) -> Option[str]:
    """The option to spend ambrosia on a repair."""
    reason = spend_repair_reason(state, player)
    return Option(value, label, price=(Amount(REPAIR_ONE, "amphora"),), reason=reason, icon=icon)


def spend_pick(state: State, player: Player) -> Pick[str]:
    """A coin or a repair for ambrosia."""
    options = (coin_option(state, player, say("A coin")), repair_option(state, player, say("Repair a card")))
    return Pick[str](key="on", prompt=say("Ambrosia for what?"), options=options)


def ask_spend(state: State, player: Player) -> Asking[Move]:
    """Ask what ambrosia is spent on."""
    return (yield from ask_spent_on(state, player, (yield from spend_pick(state, player))))


def ask_spent_on(state: State, player: Player, chosen: str) -> Asking[Move]:
    """Spend on the coin that was ``chosen``, or ask which card is repaired."""
    if chosen == "coin":
        return Spend(on="coin")
    reason = spend_repair_reason(state, player)
    cards = tuple(Option(card.id, card_name(state, card), reason=reason, icon="card") for card in damaged(player))
    return Spend(on="repair", card=(yield from Pick[int](key="card", prompt=say("Repair which card?"), options=cards)))


def ask_spending(state: State, due: Spending) -> Asking[Move]:
    """Ask for repairs, or a coin, before something that they would change."""
    player = state.player(due.seat)
    cards = tuple(repair_option(state, player, card_name(state, card), str(card.id)) for card in damaged(player))
    done, coin = Option("close", say("Nothing more"), icon="check"), coin_option(state, player)
    prompt = SPEND_BEFORE[due.before]
    chosen = yield from Pick[str](key="card", prompt=prompt, options=(done, *cards, coin), default="close")
    if chosen == coin.value:
        return Spend(on="coin")
    return StopSpending() if chosen == done.value else Spend(on="repair", card=int(chosen))
