"""Payments: every proposal and every edited split is one the rules take; an entry broken off leaves nothing behind."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.dialogue import Asked, walk
from companion.core.questions import Count
from companion.games.antike.arming import arm_reason
from companion.games.antike.box import atlas
from companion.games.antike.goods import (
    Price,
    ask_mix,
    ask_payment,
    ask_trade,
    choosable,
    proposed,
    short_of,
    split_reason,
)
from companion.games.antike.moves import Found, Go, Learn, Split
from companion.games.antike.state import Nation
from companion.games.antike.tables import GOODS
from tests.games.antike.bench import GAME, Bench

AMOUNT = st.integers(0, 6)
NATIONS = st.builds(
    lambda marble, iron, gold, coins: Nation("greeks", 1, {"marble": marble, "iron": iron, "gold": gold}, coins),
    AMOUNT,
    AMOUNT,
    AMOUNT,
    AMOUNT,
)
PRICES = st.one_of(
    st.builds(lambda n: Price(any=n), st.integers(0, 8)),
    st.builds(Price, st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)),
)


def ways(nation: Nation, price: Price) -> list[Split]:
    """Every way to pay, found by trying all."""
    amounts = [range(nation.goods[good] + 1) for good in GOODS]
    splits = [Split(*parts) for parts in product(*amounts, range(nation.coins + 1))]
    return [split for split in splits if split_reason(nation, price, split) is None]


@pytest.mark.parametrize(
    ("goods", "n", "split"),
    [
        ((1, 4, 2), 1, Split(iron=1)),
        ((1, 4, 2), 3, Split(iron=2, gold=1)),
        ((0, 1, 1), 4, Split(iron=1, gold=1, coins=2)),
    ],
)
def test_where_it_may_be_any_good_the_largest_pile_pays_first(
    goods: tuple[int, int, int], n: int, split: Split
) -> None:
    nation = Nation("greeks", 1, dict(zip(GOODS, goods, strict=True)), 5)
    found = proposed(nation, Price(any=n))
    assert (found.coins, found.total) == (split.coins, n)
    assert max(found.goods, key=lambda good: found.goods[good]) == max(split.goods, key=lambda good: split.goods[good])
    left = [nation.goods[good] - spent for good, spent in found.goods.items()]
    assert max(left) - min(left) <= max(goods) - min(goods)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(NATIONS, PRICES)
def test_the_proposal_spends_plain_goods_first_and_is_taken(nation: Nation, price: Price) -> None:
    found = ways(nation, price)
    assert bool(found) == (short_of(nation, price) == 0)
    if found:
        proposal = proposed(nation, price)
        assert proposal in found
        assert proposal.coins == min(split.coins for split in found)
        assert choosable(nation, price) == (len(found) > 1)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(NATIONS, PRICES, st.data())
def test_every_edited_split_is_taken(nation: Nation, price: Price, data: Any) -> None:
    if short_of(nation, price):
        return
    answers: list[Any] = []
    while isinstance(walked := walk(edited(nation, price), answers), Asked):
        question = walked.question
        if isinstance(question, Count):
            answers.append(data.draw(st.integers(question.low, question.high)))
        else:
            answers.append(data.draw(st.sampled_from([option.value for option in question.options])))  # type: ignore[attr-defined]
    assert split_reason(nation, price, walked.move) is None


def edited(nation: Nation, price: Price) -> Any:
    return ask_payment(nation, price) if price.any else ask_mix(nation, price)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(NATIONS, st.sampled_from([2005, 2006]), st.data())
def test_every_trade_that_can_be_dialled_is_taken(nation: Nation, profile: int, data: Any) -> None:
    bench = Bench(profile=profile)
    bench.us.goods = dict(nation.goods)
    bench.us.know.update(legions=2, galleys=2, production=2, defence=2)
    if sum(nation.goods.values()) < bench.state.switches.trade_rate:
        assert bench.asked().key == "rondel"
        return
    answers: list[Any] = []
    while isinstance(walked := walk(ask_trade(bench.state, bench.us), answers), Asked):
        question = walked.question
        assert isinstance(question, Count)
        answers.append(data.draw(st.integers(question.low, question.high)))
    before = sum(bench.us.goods.values())
    bench.do(walked.move)
    taken = walked.move.take.total  # type: ignore[union-attr]
    assert before - sum(bench.us.goods.values()) == taken * (bench.state.switches.trade_rate - 1)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(
    st.lists(st.sampled_from(["babylon", "tyros", "paphos", "athen", "knossos", "rhagai"]), unique=True, min_size=1),
    st.lists(st.booleans(), min_size=6, max_size=6),
    st.integers(0, 7),
    st.integers(0, 7),
)
def test_units_are_armed_if_and_only_if_the_provinces_can(
    cities: list[str], temples: list[bool], legions: int, galleys: int
) -> None:
    """As counted by putting them down one province after the other."""
    bench = Bench(side="east", level="provinces")
    bench.us.goods["iron"] = 14
    bench.state.owners = {**dict.fromkeys(atlas("east", {}), 0), **dict.fromkeys(cities, 1)}
    bench.state.built.update({city: int(temple) for city, temple in zip(cities, temples, strict=False)})
    possible = fits([(city, 3 if bench.state.built[city] else 1) for city in cities], legions, galleys)
    expected = possible and legions + galleys > 0
    assert (arm_reason(bench.state, bench.us, legions, galleys) is None) == expected


def fits(room: list[tuple[str, int]], legions: int, galleys: int) -> bool:
    if not room:
        return legions == galleys == 0
    (city, size), *rest = room
    province = atlas("east", {})[city]
    return any(
        fits(rest, legions - here, galleys - there)
        for here in range((min(size, legions) if province.takes("legion") else 0) + 1)
        for there in range((min(size - here, galleys) if province.takes("galley") else 0) + 1)
    )


# -- wrong payments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        (Split(gold=1, coins=1), "The price is {price}, not {n}."),
        (Split(gold=4), "That cannot be paid with {what}."),
        (Split(marble=-1, gold=2), "That cannot be paid with {what}."),
        (Split(coins=1, marble=0), None),
        (Split(coins=2), "You do not have that many coins."),
        (Split(coins=-1, gold=2), "You do not have that many coins."),
    ],
)
def test_a_wrong_payment_is_refused_and_nothing_is_paid(paid: Split, reason: str | None) -> None:
    bench = Bench()
    bench.us.space = "iron"
    move = Go("arming", paid)
    if reason is None:
        assert bench.do(move).told
        return
    before = GAME.encode_state(bench.state)
    assert bench.refused(move) == reason
    assert GAME.encode_state(bench.state) == before


def test_a_founding_is_paid_with_its_own_goods() -> None:
    bench = Bench()
    bench.us.legions = 1
    bench.us.coins = 3
    bench.founding()
    assert bench.refused(Found("iron", Split(marble=2, iron=0, gold=1))) == "That cannot be paid with {what}."
    bench.do(Found("iron", Split(coins=3)))


def test_coins_may_be_spent_before_goods() -> None:
    bench = Bench()
    bench.them().know["legions"] = 1
    bench.us.coins = 2
    bench.at("know-how")
    bank = bench.state.bank_coins
    bench.says("mix", "wheel", 1)
    assert bench.state.bank_coins == bank + 2 - 1, "two were paid, and the next nation has taken its own"
    nation = bench.state.nations[0]
    assert (nation.goods["gold"], nation.coins, nation.know["legions"]) == (2, 0, 1)


def test_an_entry_broken_off_leaves_no_half_payment() -> None:
    """The state changes with a whole move only, however many questions were answered before."""
    bench = Bench()
    bench.us.space = "iron"
    before = GAME.encode_state(bench.state)
    for answers in (["arming"], ["arming", "mix"], ["arming", "mix", 1]):
        bench.asked(*answers[:-1]) if len(answers) > 1 else bench.asked()
        walk(GAME.ask(bench.state, 1), answers)
        assert GAME.encode_state(bench.state) == before


def test_a_know_how_is_paid_in_gold() -> None:
    bench = Bench()
    bench.us.goods.update(gold=7, marble=9)
    bench.at("know-how")
    assert bench.refused(Learn("wheel", Split(gold=3, marble=4))) == "That cannot be paid with {what}."
