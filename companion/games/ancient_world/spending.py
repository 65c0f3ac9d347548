"""Spending ambrosia on coins and repairs. Section 4.3."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, Wording, say
from companion.games.ancient_world import box, city, forms, goods, words
from companion.games.ancient_world.moves import Move, Spend, StopSpending
from companion.games.ancient_world.state import Acting, Before, Confronting, Player, Spending, State, Turn
from companion.games.ancient_world.tables import COIN, REPAIR_ONE


def spend_coin_reason(state: State, player: Player) -> Message | None:
    """Why ambrosia cannot be spent on a coin."""
    return goods.ambrosia_reason(state, player, COIN)


def spend_repair_reason(state: State, player: Player) -> Message | None:
    """Why ambrosia cannot be spent on a repair."""
    return goods.any_damaged_reason(player) or goods.ambrosia_reason(state, player, REPAIR_ONE)


def worth_spending(state: State, player: Player, before: Before) -> bool:
    """Whether to ask a seat about spending ambrosia before something: only if that would make a difference to it."""
    if before == "strike":
        return spend_coin_reason(state, player) is None
    if spend_repair_reason(state, player) is not None:
        return False
    if before == "disband" and not city.armies_over_limit(state, player):
        return False
    symbol = {"repair": "repair-income", "feeding": "food", "disband": "army-limit"}.get(before)
    return symbol is None or any(box.symbol_count(state, "empire", card.key, symbol) for card in city.damaged(player))


def spend(step: Step[State], move: Spend) -> None:
    """Spend ambrosia on a coin or a repair, possible whenever the seat is asked a question. Section 4.3."""
    state, player = step.state, goods.acting_player(step)
    step.owed(Turn, Acting, Confronting, Spending)
    if move.on == "coin":
        step.require(spend_coin_reason(state, player))
        goods.pay(state, player, ambrosia=COIN, coins=-1)
        step.tell(say("{who} turns 2 ambrosia into a coin.", short=N_("Ambrosia for a coin"), who=words.who(player)))
        return
    step.require(spend_repair_reason(state, player))
    step.require(goods.repair_reason(player, move.card))
    goods.pay(state, player, ambrosia=REPAIR_ONE)
    goods.repair_cards(step, player, (move.card,))


def stop_spending(step: Step[State], _: StopSpending) -> None:
    """Spend no more ambrosia."""
    step.owed(Spending)
    step.state.agenda.pop()


COIN_LABEL = say("A coin for ambrosia")
TAKE_COIN = say("Take the coin")
WHAT_A_REPAIR_BRINGS = say(
    "A damaged card lies face down and gives nothing. {n} ambrosia turn one up again, at any time.", n=REPAIR_ONE
)
WHAT_A_STRIKE_TAKES = say("The titan takes ambrosia that you have. What you spend first it cannot take.")


def coin_option(
    state: State, player: Player, label: Message = COIN_LABEL, value: str = "coin", act: Message | None = TAKE_COIN
) -> Option[str]:
    """The option to spend ambrosia on a coin; ``act`` says it on the button."""
    reason = spend_coin_reason(state, player)
    return Option(value, label, price=words.price(ambrosia=COIN), reason=reason, icon="coin", act=act)


def repair_option(
    state: State,
    player: Player,
    label: Wording,
    value: str = "repair",
    icon: str = "hammer",
    act: Message | None = None,
) -> Option[str]:
    """The option to spend ambrosia on a repair; ``act`` says it on the button."""
    reason = spend_repair_reason(state, player)
    return Option(value, label, price=words.price(ambrosia=REPAIR_ONE), reason=reason, icon=icon, act=act)


def spend_pick(state: State, player: Player) -> Pick[str]:
    """A coin or a repair for ambrosia."""
    options = (coin_option(state, player, say("A coin")), repair_option(state, player, say("Repair a card")))
    usual = forms.only_open(options)
    return Pick[str](
        key="on",
        prompt=say("Ambrosia for what?"),
        options=options,
        usual=usual,
        meaning=say(
            "{coin} ambrosia bring a coin, {repair} repair a card. It costs you no action.",
            coin=COIN,
            repair=REPAIR_ONE,
        ),
    )


def ask_spend(state: State, player: Player) -> Asking[Move]:
    """Ask what ambrosia is spent on."""
    return (yield from ask_spent_on(state, player, (yield from spend_pick(state, player))))


def ask_spent_on(state: State, player: Player, chosen: str) -> Asking[Move]:
    """The move for what was ``chosen``: a coin, or a repair, for which the card is asked."""
    if chosen == "coin":
        return Spend(on="coin")
    reason = spend_repair_reason(state, player)
    cards = tuple(
        Option(
            card.id,
            words.card_name(state, card),
            reason=reason,
            icon="card",
            act=say("Repair {card}", short=N_("Repair it"), card=words.card_name(state, card)),
        )
        for card in city.damaged(player)
    )
    card = yield from Pick[int](
        key="card", prompt=say("Repair which card?"), options=cards, meaning=WHAT_A_REPAIR_BRINGS
    )
    return Spend(on="repair", card=card)


SPEND_BEFORE: dict[Before, Message] = {
    "strike": say("Spend ambrosia before the titan takes it?", short=N_("Spend ambrosia now?")),
    "repair": say("Repair before the repair income?", short=N_("Repair before?")),
    "income": say("Repair before the income?", short=N_("Repair now?")),
    "feeding": say("Repair before feeding?", short=N_("Repair for food?")),
    "disband": say("Repair before armies are discarded?", short=N_("Repair for armies?")),
    "scoring": say("Repair before scoring?", short=N_("Repair any more?")),
}


def ask_spending(state: State, due: Spending) -> Asking[Move]:
    """Ask for repairs, or a coin, before something on which they have an effect. Preselected is nothing more."""
    return forms.as_owed(state, _ask_spending(state, due, state.player(due.seat)))


def _ask_spending(state: State, due: Spending, player: Player) -> Asking[Move]:
    cards = tuple(
        repair_option(
            state,
            player,
            say("Repair {card}", short=N_("{card}"), card=words.card_name(state, card)),
            str(card.id),
            act=say("Repair {card}", short=N_("Repair it"), card=words.card_name(state, card)),
        )
        for card in city.damaged(player)
    )
    stop = say("Spend no more ambrosia", short=N_("Spend no more"))
    done, coin = Option("close", say("Nothing more"), icon="check", act=stop), coin_option(state, player)
    prompt = SPEND_BEFORE[due.before]
    chosen = yield from Pick[str](
        key="card",
        prompt=prompt,
        options=(done, *cards, coin),
        default="close",
        usual="close",
        meaning=WHAT_A_STRIKE_TAKES if due.before == "strike" else WHAT_A_REPAIR_BRINGS,
    )
    if chosen == coin.value:
        return Spend(on="coin")
    return StopSpending() if chosen == done.value else Spend(on="repair", card=int(chosen))
