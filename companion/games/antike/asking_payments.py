"""How a price is paid, and the lines that menus share: done, and the trade of goods. Sections 4 and 13.12."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, say
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
DONE_OPTION = Option(DONE, say("Done"), icon="check")


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
    """How to pay: in one of these ways, the first by default, or in another mix."""
    prompt = say("Pay {n} with what?", short=N_("Pay {n} with?"), n=price.total)
    options = (*ways, Option(MIX, say("Another mix"), icon="edit"))
    return Pick[str](key="pay", prompt=prompt, options=options, default=ways[0].value, usual=usual)


def ask_mix(nation: Nation, price: Price, coins: int | None = None) -> Asking[Split]:
    """A payment good by good; what remains is paid in coins, of which there are ``coins`` (all by default)."""
    proposal, most = proposed(nation, price).goods, {good: price.most(nation, good) for good in GOODS}

    def ask(good: Good, low: int, high: int) -> Count:
        prompt = say("How much {good}?", short=N_("Pay {good}"), good=GOODS[good])
        start = min(max(proposal[good], low), high)
        return Count(key=f"pay-{good}", prompt=prompt, low=low, high=high, start=start, usual=start, icon=good)

    used = yield from _ask_goods(price.total, most, nation.coins if coins is None else coins, ask)
    return Split(**used, coins=price.total - sum(used.values()))


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
    return (Option(TRADE, say("Trade goods"), icon="shuffle", reason=may_trade(state, nation)),)


def usual_end(state: State, nation: Nation) -> str | None:
    """That nothing more is done, unless the nation may trade: what a trade was made for is still to come."""
    return None if may_trade(state, nation) is None else DONE


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
        prompt = say("Take how much {good}?", short=N_("Take {good}"), good=GOODS[good])
        return Count(key=f"take-{good}", prompt=prompt, low=low, high=high, usual=low, icon=good)

    take = yield from _ask_goods(n, bank, 0, ask)
    given = yield from ask_mix(nation, Price(any=n * rate), coins=0)
    return Trade(given, Split(**take))
