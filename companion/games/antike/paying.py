"""Prices, what they may be paid with, and the split that is proposed: plain goods first, coins last. Section 4."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from companion.core.questions import Amount, Asking, Count, Option, Pick
from companion.core.wording import N_, Message, say
from companion.games.antike.moves import Split
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, Good
from companion.games.antike.words import amount, coins, listed

PROPOSED = "proposed"
MIX = "mix"


class Price(Struct, frozen=True):
    """What something costs: so much of certain goods, or ``any`` of whatever. Never both."""

    marble: int = 0
    iron: int = 0
    gold: int = 0
    any: int = 0

    @property
    def goods(self) -> dict[Good, int]:
        return {"marble": self.marble, "iron": self.iron, "gold": self.gold}

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.any

    def most(self, nation: Nation, good: Good) -> int:
        """How much of a good the nation may pay of it."""
        return min(nation.goods[good], self.any or self.goods[good])


FREE = Price()


def short_of(nation: Nation, price: Price) -> int:
    """How much is missing, coins counted; 0 when the nation can pay."""
    return max(0, price.total - nation.coins - sum(price.most(nation, good) for good in get_args(Good)))


def price_reason(nation: Nation, price: Price) -> Message | None:
    """Why the nation cannot pay a price, or None."""
    missing = short_of(nation, price)
    return say("{n} short", short=N_("{n} short"), n=missing) if missing else None


def split_reason(nation: Nation, price: Price, split: Split) -> Message | None:
    """Why a price cannot be paid like this, or None."""
    if reason := price_reason(nation, price):
        return reason
    if split.coins < 0 or split.coins > nation.coins:
        return say("You do not have that many coins.", short=N_("Not enough coins"))
    for good, n in split.goods.items():
        if not 0 <= n <= price.most(nation, good):
            return say("That cannot be paid with so much {good}.", short=N_("Not payable so"), good=GOODS[good])
    if split.total != price.total:
        return say("The price is {price}, not {n}.", short=N_("Price: {price}"), price=price.total, n=split.total)
    return None


def proposed(nation: Nation, price: Price) -> Split:
    """Plain goods first, of the largest pile where it may be any; coins last."""
    left = {good: price.most(nation, good) for good in GOODS}
    have, used = dict(nation.goods), dict.fromkeys(GOODS, 0)
    owed = price.total
    while owed > 0 and any(left.values()):
        good = max((good for good in GOODS if left[good]), key=lambda one: have[one])
        have[good] -= 1
        left[good] -= 1
        used[good] += 1
        owed -= 1
    return Split(used["marble"], used["iron"], used["gold"], owed)


def choosable(nation: Nation, price: Price) -> bool:
    """Whether a price can be paid in more than one way."""
    sources = [*(price.most(nation, good) for good in GOODS), min(nation.coins, price.total)]
    return price.total > 0 and sum(sources) > price.total and sum(map(bool, sources)) > 1


def pay(state: State, nation: Nation, split: Split) -> None:
    """To the bank."""
    for good, n in split.goods.items():
        nation.goods[good] -= n
    nation.coins -= split.coins
    state.bank_coins += split.coins


def split_words(split: Split) -> Message:
    """A payment in words."""
    parts = [amount(good, n) for good, n in split.goods.items() if n]
    return listed([*parts, coins(split.coins)] if split.coins else parts)


def sign(split: Split) -> str:
    """The icon of a payment in one kind only."""
    kinds = [*(good for good, n in split.goods.items() if n), *(["coin"] if split.coins else [])]
    return kinds[0] if len(kinds) == 1 else ""


def amounts(price: Price) -> tuple[Amount, ...]:
    """A price on a button."""
    found = tuple(Amount(n, good, GOODS[good]) for good, n in price.goods.items() if n)
    return (*found, Amount(price.any, "point", say("of anything"))) if price.any else found


# -- asking --------------------------------------------------------------------------------------------------------


def ask_payment(nation: Nation, price: Price) -> Asking[Split]:
    """How to pay what may be paid with anything: asked when there is more than one way, the proposal first."""
    proposal = proposed(nation, price)
    if not choosable(nation, price):
        return proposal
    ways = [proposal]
    for good in GOODS:
        if price.most(nation, good) == price.total:
            ways.append(Split(**{good: price.total}))
    if nation.coins >= price.total:
        ways.append(Split(coins=price.total))
    named = {"-".join(str(n) for n in (way.marble, way.iron, way.gold, way.coins)): way for way in ways}
    options = (
        *(Option(key, split_words(way), icon=sign(way)) for key, way in named.items()),
        Option(MIX, say("Another mix"), icon="edit"),
    )
    prompt = say("Pay {n} with what?", short=N_("Pay {n} with?"), n=price.total)
    key = yield from Pick[str](key="pay", prompt=prompt, options=options, default=options[0].value)
    return named[key] if key != MIX else (yield from ask_mix(nation, price))


def ask_mix(nation: Nation, price: Price, coins: int | None = None) -> Asking[Split]:
    """A payment good by good; what remains is paid in coins, of which there are ``coins`` (all by default)."""
    coins = nation.coins if coins is None else coins
    proposal, owed = proposed(nation, price).goods, price.total
    used = dict.fromkeys(GOODS, 0)
    left = list(GOODS)
    while left:
        good = left.pop(0)
        later = coins + sum(price.most(nation, other) for other in left)
        low, high = max(0, owed - later), min(price.most(nation, good), owed)
        n = low
        if low < high:
            prompt = say("How much {good}?", short=N_("Pay {good}"), good=GOODS[good])
            start = min(max(proposal[good], low), high)
            n = yield from Count(key=f"pay-{good}", prompt=prompt, low=low, high=high, start=start, icon=good)
        used[good] = n
        owed -= n
    return Split(used["marble"], used["iron"], used["gold"], owed)


def mix_option(nation: Nation, *prices: Price) -> tuple[Option[str], ...]:
    """The line of a menu that lets the payment of what is chosen next be edited; nothing when there is no choice."""
    if not any(short_of(nation, price) == 0 and choosable(nation, price) for price in prices):
        return ()
    return (Option(MIX, say("Choose and pay otherwise", short=N_("Pay otherwise")), icon="edit"),)


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
    options = (Option(PROPOSED, split_words(proposal)), Option(MIX, say("Another mix"), icon="edit"))
    prompt = say("Pay {n} with what?", short=N_("Pay {n} with?"), n=price.total)
    chosen = yield from Pick[str](key="pay", prompt=prompt, options=options, default=PROPOSED)
    return proposal if chosen == PROPOSED else (yield from ask_mix(nation, price))
