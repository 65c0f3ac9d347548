"""Goods and coins: prices, payments, production, and the trade of goods. Sections 4, 6, 9 and 13.12."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.antike import queries, tables
from companion.games.antike.moves import Done, Goods, Move, Split, Trade
from companion.games.antike.state import Acting, Founding, Nation, State, Turn
from companion.games.antike.tables import Good
from companion.games.antike.turn_parts import on_turn
from companion.games.antike.words import amount, coins, sign, split_words

# -- what the bank has -----------------------------------------------------------------------------------------------

NO_END = 1000
"""An unlimited number of chips: more than any nation ever takes."""


def chips_left(state: State, good: Good) -> int:
    """How much of a resource the bank can still give. Chips run out only with the option ``chips``. Section 13.11."""
    if not state.switches.chips:
        return NO_END
    return max(0, state.switches.chips - sum(nation.goods[good] for nation in state.nations))


NO_CHIPS = say("The bank has no such chips left.", short=N_("No chips left"))


def chips_reason(state: State, good: Good, n: int) -> Message | None:
    """Why the bank cannot give so much of a resource, or None."""
    return NO_CHIPS if n > chips_left(state, good) else None


def production(state: State, nation: Nation, good: Good) -> int:
    """How much a nation produces: 1 for a city, 3 for a city with temple, and once 1 for Market or 2 for Currency; no
    more than the bank has. Section 6.
    """
    plain, temples = (queries.cities_by_type(state, nation, temple=temple)[good] for temple in (False, True))
    units = plain + tables.TEMPLE_COUNTS * temples
    bonus = nation.know["production"] if units or state.switches.bare_bonus else 0
    return min(units + bonus, chips_left(state, good))


# -- prices ----------------------------------------------------------------------------------------------------------


class Price(Goods, frozen=True):
    """What something costs: either certain goods, or ``any`` goods of the nation's choice."""

    any: int = 0

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.any

    def most(self, nation: Nation, good: Good) -> int:
        """How much of a good the nation can pay towards this price."""
        return min(nation.goods[good], self.any or self.goods[good])


FREE = Price()


def short_of(nation: Nation, price: Price) -> int:
    """How much a nation lacks for a price, coins counted; 0 if it can pay."""
    return max(0, price.total - nation.coins - sum(price.most(nation, good) for good in tables.GOODS))


def missing(what: Wording) -> Message:
    """The reason that names what is missing."""
    return say("Missing: {what}", what=what)


def shortage(nation: Nation, price: Price, short: int) -> Wording:
    """What a nation lacks for a price, in words. ``short`` is how many goods are missing in all; the words name
    coins instead if coins could replace goods.
    """
    if price.any:
        return say_n("{n} good or coin", "{n} goods or coins", short, short=N_("{n} of any"))
    lacking = {good: n - nation.goods[good] for good, n in price.goods.items() if n > nation.goods[good]}
    if len(lacking) == 1:
        return amount(next(iter(lacking)), short)
    if short == sum(lacking.values()):
        return in_a_row(amount(good, n) for good, n in lacking.items())
    return coins(short)


def price_reason(nation: Nation, price: Price) -> Message | None:
    """Why a nation cannot pay a price, or None."""
    short = short_of(nation, price)
    return missing(shortage(nation, price, short)) if short else None


def amounts(price: Price) -> tuple[Amount, ...]:
    """A price as it stands on a button."""
    found = tuple(Amount(n, good, tables.GOODS[good]) for good, n in price.goods.items() if n)
    return (*found, Amount(price.any, "point", say("of anything"))) if price.any else found


# -- payments --------------------------------------------------------------------------------------------------------

NOTHING_SPARED: Mapping[Good, int] = {}


def proposed(nation: Nation, price: Price, spared: Mapping[Good, int] = NOTHING_SPARED) -> Split:
    """The payment that is proposed: goods first, from the largest pile if any will do, then coins. The amounts in
    ``spared`` are paid after all other goods.
    """
    left = {good: price.most(nation, good) for good in tables.GOODS}
    have, used = dict(nation.goods), dict.fromkeys(tables.GOODS, 0)
    owed = price.total
    while owed > 0 and any(left.values()):
        good = max(
            (good for good in tables.GOODS if left[good]),
            key=lambda one: (have[one] > spared.get(one, 0), have[one]),
        )
        have[good] -= 1
        left[good] -= 1
        used[good] += 1
        owed -= 1
    return Split(**used, coins=owed)


def choosable(nation: Nation, price: Price) -> bool:
    """Whether a price can be paid in more than one way."""
    sources = [*(price.most(nation, good) for good in tables.GOODS), min(nation.coins, price.total)]
    return sum(sources) > price.total > 0


def split_reason(nation: Nation, price: Price, split: Split) -> Message | None:
    """Why a price cannot be paid with ``split``, or None."""
    if reason := price_reason(nation, price):
        return reason
    if split.coins < 0 or split.coins > nation.coins:
        return say("You do not have that many coins.", short=N_("Not enough coins"))
    for good, n in split.goods.items():
        if not 0 <= n <= price.most(nation, good):
            return say("That cannot be paid with {what}.", short=N_("Not payable so"), what=amount(good, n))
    if split.total != price.total:
        return say("The price is {price}, not {n}.", short=N_("Price: {price}"), price=price.total, n=split.total)
    return None


def pay(step: Step[State], nation: Nation, price: Price, paid: Split) -> None:
    """Pay a price to the bank with ``paid``. Refuses a payment that does not match the price."""
    step.require(split_reason(nation, price, paid))
    for good, n in paid.goods.items():
        nation.goods[good] -= n
    nation.coins -= paid.coins
    step.state.bank_coins += paid.coins


PROPOSED = "proposed"
MIX = "mix"
"""The answers that take the proposed payment, or put one together good by good."""

PAY: dict[Good, Message] = {
    "marble": say("How much marble do you pay?", short=N_("Pay marble")),
    "iron": say("How much iron do you pay?", short=N_("Pay iron")),
    "gold": say("How much gold do you pay?", short=N_("Pay gold")),
}

REST: dict[Good, Message] = {
    "marble": say("The rest is marble."),
    "iron": say("The rest is iron."),
    "gold": say("The rest is gold."),
}
COINS_REST = say("The rest is paid in coins.", short=N_("The rest: coins"))


def ask_payment(nation: Nation, price: Price, spared: Mapping[Good, int] = NOTHING_SPARED) -> Asking[Split]:
    """Ask how to pay a price in any goods, if there is more than one way; the proposal is the first option.

    Preselected is the payment that leaves the amounts in ``spared``, which the nation needs next.
    """
    proposal, usual = proposed(nation, price), proposed(nation, price, spared)
    if not choosable(nation, price):
        return proposal
    alone = (good for good in tables.GOODS if price.most(nation, good) == price.total)
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
    """The question how to pay: in one of ``ways``, or in another mix. The first way is the default."""
    if price.any:  # only steps on the rondel are paid with any goods
        prompt = say("Pay {n} on the rondel with what?", short=N_("Pay {n} with?"), n=price.total)
    else:
        prompt = say("Pay {n} for the units with what?", short=N_("Pay {n} with?"), n=price.total)
    options = (*ways, Option(MIX, say("Another mix"), icon="edit"))
    return Pick[str](
        key="pay",
        prompt=prompt,
        options=options,
        default=ways[0].value,
        usual=usual,
        meaning=say(
            "A coin counts as one of any resource. What is chosen already keeps what the action there uses, as far as "
            "you have anything else."
        ),
    )


def ask_mix(nation: Nation, price: Price) -> Asking[Split]:
    """Ask for a payment good by good; the rest is paid in coins."""
    return (yield from _ask_mix(nation, price, nation.coins, PAY))


def _ask_mix(nation: Nation, price: Price, coins: int, prompts: Mapping[Good, Message]) -> Asking[Split]:
    """Ask how much of each good is paid, with these prompts; the rest is paid with at most ``coins``."""
    proposal, most = proposed(nation, price).goods, {good: price.most(nation, good) for good in tables.GOODS}

    def ask(good: Good, low: int, high: int) -> Count:
        start = min(max(proposal[good], low), high)
        hint = COINS_REST if coins else REST[_last(most)]
        prompt = prompts[good]
        return Count(
            key=f"pay-{good}",
            prompt=prompt,
            hint=hint,
            low=low,
            high=high,
            start=start,
            usual=start,
            icon=good,
            meaning=say("How much of the price you pay with this resource. The others or coins pay the rest."),
        )

    used = yield from _ask_goods(price.total, most, coins, ask)
    return Split(**used, coins=price.total - sum(used.values()))


def _last(most: Mapping[Good, int]) -> Good:
    """The good that is not asked for, because it makes up the rest."""
    return next(good for good in reversed(tables.GOODS) if most[good])


def _ask_goods(
    n: int, most: Mapping[Good, int], rest: int, ask: Callable[[Good, int, int], Count]
) -> Asking[dict[Good, int]]:
    """Ask how much of each good, ``n`` in all together with at most ``rest`` of something else. A good is not asked for
    if only one amount is possible.
    """
    chosen: dict[Good, int] = {}
    later = rest + sum(most.values())
    for good in tables.GOODS:
        later -= most[good]
        low, high = max(0, n - later), min(most[good], n)
        chosen[good] = (yield from ask(good, low, high)) if low < high else low
        n -= chosen[good]
    return chosen


def mix_option(nation: Nation, *prices: Price) -> tuple[Option[str], ...]:
    """The option to change the payment of what is chosen next; none if each of ``prices`` can be paid in one way."""
    if not any(short_of(nation, price) == 0 and choosable(nation, price) for price in prices):
        return ()
    return (Option(MIX, say("Pay otherwise", short=N_("Pay otherwise")), icon="edit"),)


def ask_split(nation: Nation, price: Price, *, edit: bool) -> Asking[Split]:
    """The proposed payment. With ``edit`` and more than one possible payment, the amounts are asked for good by
    good.
    """
    if edit and choosable(nation, price):
        return (yield from ask_mix(nation, price))
    return proposed(nation, price)


def ask_with_coins(nation: Nation, price: Price) -> Asking[Split]:
    """The proposed payment; asked for if the nation has coins that could replace some of the goods."""
    proposal = proposed(nation, price)
    if not choosable(nation, price):
        return proposal
    chosen = yield from _pick_way(price, PROPOSED, Option(PROPOSED, split_words(proposal)))
    return proposal if chosen == PROPOSED else (yield from ask_mix(nation, price))


# -- trade -----------------------------------------------------------------------------------------------------------


def may_trade(state: State, nation: Nation) -> Message | None:
    """Why a nation cannot trade at all, or None."""
    if not nation.all_eight:
        return say("That needs all eight know-hows.", short=N_("Needs all eight"))
    if sum(nation.goods.values()) < state.switches.trade_rate:
        return say("You do not have that many goods.", short=N_("Not enough goods"))
    if all(chips_left(state, good) == 0 for good in tables.GOODS):
        return NO_CHIPS
    return None


def trade_reason(state: State, nation: Nation, give: Split, take: Split) -> Message | None:
    """Why ``give`` cannot be traded for ``take``, or None."""
    rate = state.switches.trade_rate
    if not nation.all_eight:
        return say("That needs all eight know-hows.", short=N_("Needs all eight"))
    if give.coins or take.coins:
        return say("Coins are not traded.", short=N_("No coins"))
    if any(n < 0 for n in (*give.goods.values(), *take.goods.values())):
        return say("That is not a number of goods.", short=N_("No such number"))
    if any(n > nation.goods[good] for good, n in give.goods.items()):
        return say("You do not have that many goods.", short=N_("Not enough goods"))
    if any(chips_reason(state, good, n - give.goods[good]) for good, n in take.goods.items()):
        return NO_CHIPS
    if take.total == 0 or give.total != rate * take.total:
        return say("For every {n} given, one is taken.", short=N_("{n} for 1"), n=rate)
    return None


def trade(step: Step[State], move: Trade) -> None:
    """Trade goods with the bank: the right of a nation with all eight know-hows, at any time of its turn."""
    state = step.state
    nation = on_turn(step, Turn, Acting, Founding)
    step.require(trade_reason(state, nation, move.give, move.take))
    for good, n in move.give.goods.items():
        nation.goods[good] += move.take.goods[good] - n
    given, taken = split_words(move.give), split_words(move.take)
    step.tell(say("{who}: {given} for {taken}", who=nation.name, given=given, taken=taken), nation.seat)


TRADE = "trade"
TRADE_GOODS = say("Trade goods")

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


def trade_option(state: State, nation: Nation) -> tuple[Option[str], ...]:
    """The option to trade; none for a nation without the right."""
    if not nation.all_eight:
        return ()
    return (trading(may_trade(state, nation)),)


def trading(reason: Message | None = None) -> Option[str]:
    """The option to trade. The button names it, because what follows the trade is not known yet."""
    return Option(TRADE, TRADE_GOODS, icon="shuffle", reason=reason, act=TRADE_GOODS)


def ask_trade(state: State, nation: Nation) -> Asking[Move]:
    """Ask how many goods to take, which ones, and what to give for them. Section 13.12."""
    rate = state.switches.trade_rate
    prompt = say("{who}: take how many goods?", short=N_("Take how many goods?"), who=nation.name)
    bank = {good: chips_left(state, good) for good in tables.GOODS}
    most = min(sum(nation.goods.values()) // rate, sum(bank.values()))
    n = yield from Count(
        key="take",
        prompt=prompt,
        low=1,
        high=most,
        start=1,
        usual=1,
        meaning=say("How many resources you get from the bank, and then of which kind. You pay for them with others."),
    )

    def ask(good: Good, low: int, high: int) -> Count:
        hint = REST[_last(bank)]
        return Count(
            key=f"take-{good}",
            prompt=TAKE[good],
            hint=hint,
            low=low,
            high=high,
            usual=low,
            icon=good,
            meaning=say("How many of them shall be of this kind. The last kind makes up the rest."),
        )

    take = yield from _ask_goods(n, bank, 0, ask)
    given = yield from _ask_mix(nation, Price(any=n * rate), 0, GIVE)
    return Trade(given, Split(**take))


# -- the end of a part of the turn -----------------------------------------------------------------------------------

DONE = "done"
"""The answer that ends this part of the turn."""


def usual_end(state: State, nation: Nation) -> str | None:
    """The preselected answer where a nation may end this part of the turn: ``DONE``; None if it may trade, since it
    trades for something that it does next.
    """
    return None if may_trade(state, nation) is None else DONE


def end_option(state: State, nation: Nation, label: Message, act: Message | None = None) -> Option[str]:
    """The option that ends this part of the turn, with its own ``label``. For a nation that may trade, the button says
    ``act`` or the label; for others it keeps the text of the form's button.
    """
    open_end = may_trade(state, nation) is None
    return Option(DONE, label, icon="check", act=(act or label) if open_end else None)


def ask_done(state: State, nation: Nation, answer: str) -> Asking[Move]:
    """The move that ends this part of the turn; for the answer ``TRADE`` the questions of a trade."""
    return (yield from ask_trade(state, nation)) if answer == TRADE else Done()
