"""The lines that menus share: done, trade, and what a trade is."""

from __future__ import annotations

from companion.core.questions import Asking, Count, Option
from companion.core.wording import N_, say
from companion.games.antike.asking_payments import ask_mix
from companion.games.antike.moves import Move, Split, Trade
from companion.games.antike.queries_payments import Price
from companion.games.antike.queries_production import chips_left
from companion.games.antike.reasons_founding import may_trade
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, Good

DONE = "done"
TRADE = "trade"
AFTER: dict[Good, tuple[Good, ...]] = {"marble": ("iron", "gold"), "iron": ("gold",)}
"""What is asked for after a resource when goods are taken; the last is what remains."""


def done_option() -> Option[str]:
    return Option(DONE, say("Done"), icon="check")


def trade_option(state: State, nation: Nation) -> tuple[Option[str], ...]:
    """Only for those who have the right: others need not read it."""
    if not nation.all_eight:
        return ()
    return (Option(TRADE, say("Trade goods"), icon="shuffle", reason=may_trade(state, nation)),)


def ask_trade(state: State, nation: Nation) -> Asking[Move]:
    """How much to take and of what, then what to give for it. Section 13.12."""
    rate = state.switches.trade_rate
    prompt = say("{who}: take how many goods?", short=N_("Take how many goods?"), who=nation.name)
    bank = {good: chips_left(state, good) for good in GOODS}
    most = min(sum(nation.goods.values()) // rate, sum(bank.values()))
    n = yield from Count(key="take", prompt=prompt, low=1, high=most, start=1)
    take, left = dict.fromkeys(GOODS, 0), n
    for good in AFTER:
        low, high = max(0, left - sum(bank[other] for other in AFTER[good])), min(left, bank[good])
        take[good] = low
        if low < high:
            prompt = say("Take how much {good}?", short=N_("Take {good}"), good=GOODS[good])
            take[good] = yield from Count(key=f"take-{good}", prompt=prompt, low=low, high=high, icon=good)
        left -= take[good]
    given = yield from ask_mix(nation, Price(any=n * rate), coins=0)
    return Trade(given, Split(take["marble"], take["iron"], left))
