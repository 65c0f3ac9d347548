"""How a price is paid, and the lines that menus share: the end, and the trade of goods. Sections 4 and 13.12."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, Message, say
from companion.games.antike.moves import Done, Move, Split, Trade
from companion.games.antike.queries_production import NOTHING_SPARED, Price, chips_left, choosable, proposed, short_of
from companion.games.antike.reasons import may_trade
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, Good
from companion.games.antike.words import sign, split_words

PROPOSED = "proposed"
MIX = "mix"
DONE = "done"
TRADE = "trade"
TRADE_GOODS = say("Trade goods")


PAY: dict[Good, Message] = {
    "marble": say("How much marble do you pay?", short=N_("Pay marble")),
    "iron": say("How much iron do you pay?", short=N_("Pay iron")),
    "gold": say("How much gold do you pay?", short=N_("Pay gold")),
}
GIVE: dict[Good, Message] = {
    "marble": say("How much marble do you give?", short=N_("Give marble")),
    "iron": say("How much iron do you give?", short=N_("Give iron")),
    "gold": say("How much gold do you give?", short=N_("Give gold")),
}
TAKE: dict[Good, Message] = {
    "marble": say("How much marble do you take?", short=N_("Take marble")),
    "iron": say("How much iron do you take?", short=N_("Take iron")),
    "gold": say("How much gold do you take?", short=N_("Take gold")),
}


REST: dict[Good, Message] = {
    "marble": say("The rest is marble."),
    "iron": say("The rest is iron."),
    "gold": say("The rest is gold."),
}
COINS_REST = say("The rest is paid in coins.", short=N_("The rest: coins"))


def amounts(price: Price) -> tuple[Amount, ...]:
    """A price on a button."""
    found = tuple(Amount(n, good, GOODS[good]) for good, n in price.goods.items() if n)
    return (*found, Amount(price.any, "point", say("of anything"))) if price.any else found


def ask_payment(nation: Nation, price: Price, spared: Mapping[Good, int] = NOTHING_SPARED) -> Asking[Split]:
    """How to pay what may be paid with anything: asked when there is more than one way, the proposal first.

    Usual is what leaves the goods ``spared``, so many of each, for what they are needed for next.
    """
    proposal, usual = proposed(nation, price), proposed(nation, price, spared)
    if not choosable(nation, price):
        return proposal
    alone = (good for good in GOODS if price.most(nation, good) == price.total)
    ways = [proposal, *(Split(**{good: price.total}) for good in alone)]
    if nation.coins >= price.total:
        ways.append(Split(coins=price.total))
    named = {_way_key(way): way for way in (*ways, usual)}
    options = tuple(Option(key, split_words(way), icon=sign(way)) for key, way in named.items())
    key = yield from _pick_way(price, _way_key(usual), *options)
    return named[key] if key != MIX else (yield from ask_mix(nation, price))


def _way_key(way: Split) -> str:
    return "-".join(str(n) for n in (way.marble, way.iron, way.gold, way.coins))


def _pick_way(price: Price, usual: str, *ways: Option[str]) -> Pick[str]:
    """How to pay: in one of these ways, the first by default, or in another mix. Only steps are paid with anything."""
    if price.any:
        prompt = say("Pay {n} on the rondel with what?", short=N_("Pay {n} with?"), n=price.total)
    else:
        prompt = say("Pay {n} for the units with what?", short=N_("Pay {n} with?"), n=price.total)
    options = (*ways, Option(MIX, say("Another mix"), icon="edit"))
    return Pick[str](key="pay", prompt=prompt, options=options, default=ways[0].value, usual=usual)


def ask_mix(nation: Nation, price: Price) -> Asking[Split]:
    """A payment good by good; what remains is paid in coins."""
    return (yield from _ask_mix(nation, price, nation.coins, PAY))


def _ask_mix(nation: Nation, price: Price, coins: int, prompts: Mapping[Good, Message]) -> Asking[Split]:
    """A price good by good, and the rest in coins, of which there are so many."""
    proposal, most = proposed(nation, price).goods, {good: price.most(nation, good) for good in GOODS}

    def ask(good: Good, low: int, high: int) -> Count:
        start = min(max(proposal[good], low), high)
        hint = COINS_REST if coins else REST[_last(most)]
        prompt = prompts[good]
        return Count(
            key=f"pay-{good}", prompt=prompt, hint=hint, low=low, high=high, start=start, usual=start, icon=good
        )

    used = yield from _ask_goods(price.total, most, coins, ask)
    return Split(**used, coins=price.total - sum(used.values()))


def _last(most: Mapping[Good, int]) -> Good:
    """The good that is not asked for, since it makes up the rest."""
    return next(good for good in reversed(GOODS) if most[good])


def _ask_goods(
    n: int, most: Mapping[Good, int], rest: int, ask: Callable[[Good, int, int], Count]
) -> Asking[dict[Good, int]]:
    """How much of each resource makes ``n`` together with at most ``rest`` of something else; asks what is open."""
    chosen: dict[Good, int] = {}
    later = rest + sum(most.values())
    for good in GOODS:
        later -= most[good]
        low, high = max(0, n - later), min(most[good], n)
        chosen[good] = (yield from ask(good, low, high)) if low < high else low
        n -= chosen[good]
    return chosen


def mix_option(nation: Nation, *prices: Price) -> tuple[Option[str], ...]:
    """The line of a menu that lets the payment of what is chosen next be edited; nothing when there is no choice."""
    if not any(short_of(nation, price) == 0 and choosable(nation, price) for price in prices):
        return ()
    return (Option(MIX, say("Pay otherwise", short=N_("Pay otherwise")), icon="edit"),)


def ask_split(nation: Nation, price: Price, *, edit: bool) -> Asking[Split]:
    """The proposal, or a payment of one's own."""
    if edit and choosable(nation, price):
        return (yield from ask_mix(nation, price))
    return proposed(nation, price)


def ask_with_coins(nation: Nation, price: Price) -> Asking[Split]:
    """The proposal, unless there are coins that could be spent instead of goods that are there."""
    proposal = proposed(nation, price)
    if not choosable(nation, price):
        return proposal
    chosen = yield from _pick_way(price, PROPOSED, Option(PROPOSED, split_words(proposal)))
    return proposal if chosen == PROPOSED else (yield from ask_mix(nation, price))


def trade_option(state: State, nation: Nation) -> tuple[Option[str], ...]:
    """Only for those who have the right: others need not read it."""
    if not nation.all_eight:
        return ()
    return (trading(may_trade(state, nation)),)


def trading(reason: Message | None = None) -> Option[str]:
    """The line of a menu for a trade; what it is for is still open then, so the button names it."""
    return Option(TRADE, TRADE_GOODS, icon="shuffle", reason=reason, act=TRADE_GOODS)


def usual_end(state: State, nation: Nation) -> str | None:
    """That nothing more is done, unless the nation may trade: what a trade was made for is still to come."""
    return None if may_trade(state, nation) is None else DONE


def end_option(state: State, nation: Nation, label: Message, act: Message | None = None) -> Option[str]:
    """The line of a menu by which nothing more is done there, in its own words. The form ends with the turn, unless
    the nation may trade: what comes next is open then, and the button says no more than the line, or ``act``.
    """
    open_end = may_trade(state, nation) is None
    return Option(DONE, label, icon="check", act=(act or label) if open_end else None)


def ask_done(state: State, nation: Nation, answer: str) -> Asking[Move]:
    """The nation is done, or trades."""
    return (yield from ask_trade(state, nation)) if answer == TRADE else Done()


def ask_trade(state: State, nation: Nation) -> Asking[Move]:
    """How much to take and of what, then what to give for it. Section 13.12."""
    rate = state.switches.trade_rate
    prompt = say("{who}: take how many goods?", short=N_("Take how many goods?"), who=nation.name)
    bank = {good: chips_left(state, good) for good in GOODS}
    most = min(sum(nation.goods.values()) // rate, sum(bank.values()))
    n = yield from Count(key="take", prompt=prompt, low=1, high=most, start=1, usual=1)

    def ask(good: Good, low: int, high: int) -> Count:
        hint = REST[_last(bank)]
        return Count(key=f"take-{good}", prompt=TAKE[good], hint=hint, low=low, high=high, usual=low, icon=good)

    take = yield from _ask_goods(n, bank, 0, ask)
    given = yield from _ask_mix(nation, Price(any=n * rate), 0, GIVE)
    return Trade(given, Split(**take))
