"""Several houses in one go: which, what they cost in all, what they are paid with, where they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

import pytest

from companion.core.forms import Filled
from companion.games.antiquity.goods import can_pay, next_goods, without
from companion.games.antiquity.moves import AddOrders, BuildHouse, Spot
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.tables import FOODS, LUXURIES, Good
from tests.games.antiquity.antiquity_table import ENGLISH, AntiquityPlay
from tests.games.antiquity.test_antiquity_forms import PLENTY, form, given, offered

NO_FOOD_OR_LUXURY = dict.fromkeys((*FOODS, *LUXURIES), 0)


def paying(level: str = "grids", **goods: int) -> AntiquityPlay:
    """The free houses of seat 1 stand, and it has these goods."""
    table = AntiquityPlay(level=level).begun()
    table.act(1, plan="houses", **({f"at-{n}": f"{n},0" for n in range(1, 5)} if level == "grids" else {}))
    table.stock(1, **{**NO_FOOD_OR_LUXURY, **goods})
    return table


def orders(filled: Filled) -> list[tuple[int, dict[str, int]]]:
    """The houses that a form builds, with what is paid for each."""
    (move,) = filled.moves
    return [(order.number, order.paid) for order in move.orders]


def test_several_houses_are_chosen_and_then_laid_on_one_picture() -> None:
    table = paying(grain=4, olives=3, sheep=2, fish=1)
    shown = form(table, 1, "several", 5, 6, 7, 0, **{"at-5": "0,1", "at-6": "1,1", "at-7": "2,1"})
    assert [field.key for field in shown.fields] == ["pay", "at-5", "at-6", "at-7"]
    assert shown.ready
    assert orders(shown) == [(5, {"grain": 1}), (6, {"grain": 1}), (7, {"olives": 1, "grain": 1})]
    before = len(table.state.lines(1))
    table.move(1, shown.moves[0])
    assert len(table.state.lines(1)) == before + 3, "each stays an order of its own"
    assert "You pay in all: 3 grain, 1 olive." in table.told
    assert {one.number: one.at for one in draft_of(table.state, 1).realm.buildings if one.number > 4} == {
        5: ["0,1"],
        6: ["1,1"],
        7: ["2,1"],
    }


def test_every_further_house_says_what_they_cost_so_far() -> None:
    table = paying(**PLENTY)
    assert table.asked(1, "several").hint is None
    sums = {
        (5,): "Together: 1 food",
        (5, 8): "Together: 2 food, 1 luxury",
        (5, 8, 10): "Together: 3 food, 3 luxuries",
    }
    for chosen, words in sums.items():
        hint = table.asked(1, "several", *chosen).hint
        assert hint is not None
        assert ENGLISH.say(hint) == words
    title = form(table, 1, "several", 5, 8, 0).form.prompt
    assert ENGLISH.say(title) == "Houses 5 and 8. Together: 2 food, 1 luxury"
    assert ENGLISH.short(title) == "2 food, 1 lux."


def reasons(table: AntiquityPlay, *chosen: int) -> dict[str, str]:
    """The houses out of reach beside those chosen, with the reason."""
    options = table.asked(1, "several", *chosen).options  # type: ignore[attr-defined]
    return {str(one.value): ENGLISH.say(one.reason) for one in options if one.reason is not None}


def test_what_cannot_be_paid_beside_the_others_is_out_of_reach() -> None:
    table = paying(grain=2, olives=1, wine=1)
    assert reasons(table)["9"] == "It takes 3 different foods."
    assert not {"5", "6", "7"} & set(reasons(table))
    assert "7" not in reasons(table, 5), "grain for the one, grain and olives for the other"
    assert reasons(table, 5, 6)["7"] == "Too little food for all of them."
    lone = paying(grain=9, wine=1, gold=1)
    assert reasons(lone, 8)["10"] == "Too few luxuries for all of them."
    assert table.reason(1, AddOrders(form(table, 1, "several", 5, 7, **at(5, 7)).moves[0].orders[::-1])) == ""


def at(*numbers: int) -> dict[str, str]:
    """A square for each house."""
    return {f"at-{number}": f"{place},1" for place, number in enumerate(numbers)}


def test_several_houses_are_offered_where_two_can_be_paid_together() -> None:
    assert "several" not in offered(paying(grain=1), 1), "a single one is asked for by itself"
    assert "several" in offered(paying(grain=2), 1)
    free_ones = AntiquityPlay().begun()
    assert "several" not in offered(free_ones, 1), "all of them are free"
    free_ones.stock(1, grain=1)
    assert "several" in offered(free_ones, 1)


def test_whoever_wants_to_pay_otherwise_chooses_each_good_so_that_all_can_be_paid() -> None:
    table = paying(grain=2, olives=2, wine=1, gold=1)
    shown = form(table, 1, "several", 7, 8, 0, pay="choose", **at(7, 8))
    assert [field.key for field in shown.fields] == ["pay", "food-8-1", "luxury-8-1", "at-7", "at-8"], "two for house 7"
    shown = form(
        table, 1, "several", 7, 8, 0, **{"pay": "choose", "food-8-1": "olives", "luxury-8-1": "gold", **at(7, 8)}
    )
    assert orders(shown) == [(7, {"grain": 1, "olives": 1}), (8, {"olives": 1, "gold": 1})]
    tight = paying(grain=2, olives=1, fish=1)
    fields = form(tight, 1, "several", 5, 9, pay="choose", **at(5, 9)).fields
    assert [field.key for field in fields] == ["at-5", "at-9"], "grain for house 5 alone leaves three different ones"


def test_without_a_choice_nobody_is_asked_what_houses_are_paid_with() -> None:
    assert [field.key for field in form(paying(grain=2), 1, "several", 5, 6, **at(5, 6)).fields] == ["at-5", "at-6"]


def test_several_houses_bring_their_free_ones_by_san_nicolo() -> None:
    built = paying()
    built.stock(1, wood=9, stone=9, **PLENTY)
    built.build(1, "cathedral", at="1,3,0", saint="nicolo")
    squares = {"at-20": "3,3", "at-19": "4,3", "at-10": "3,4", "at-9": "4,4"}
    shown = form(built, 1, "several", 20, 10, 0, **squares)
    assert [(order.number, order.free) for order in shown.moves[0].orders] == [(20, 19), (10, 9)]
    built.move(1, shown.moves[0])
    numbers = {one.number for one in draft_of(built.state, 1).realm.buildings if one.kind == "house"}
    assert {9, 10, 19, 20} <= numbers
    none = form(built, 1, "several", 18, 8, 0, **{"free-18": 0, "free-8": 0, "at-18": "5,3", "at-8": "5,4"})
    assert [order.free for order in none.moves[0].orders] == [0, 0]


def test_on_cardboard_several_houses_are_chosen_paid_for_and_spread_over_cities() -> None:
    table = paying("counters", grain=5, fish=5, wine=1)
    table.act(1, plan="several", house_1=5, house_2=6, house_3=0)
    assert sum(draft_of(table.state, 1).goods[food] for food in FOODS) == 8
    table.act(1, plan="mend", mend="city")
    shown = form(table, 1, "several", 7, 0)
    assert given(shown) == {"city-7": 0}, "the city with most room"
    shown = form(table, 1, "several", 7, 0, **{"city-7": 1})
    assert shown.moves[0].orders[0].spot == Spot(1)


def test_a_house_of_several_can_be_taken_out_again() -> None:
    table = paying(grain=2)
    table.move(1, form(table, 1, "several", 5, 6, **at(5, 6)).moves[0])
    line = next(line.id for line in table.state.lines(1) if line.order.number == 5)
    table.act(1, plan="drop", order=line)
    assert [one.number for one in draft_of(table.state, 1).realm.buildings][-1] == 6


@pytest.mark.parametrize("numbers", [(5, 6, 7), (5, 5)])
def test_several_houses_are_all_built_or_none(numbers: tuple[int, ...]) -> None:
    table = paying(grain=2, olives=1)
    before = len(table.state.lines(1))
    built = tuple(BuildHouse(n, {"grain": 1}, Spot(0, f"{place},1,0")) for place, n in enumerate(numbers))
    assert table.reason(1, AddOrders(built)) in ("Too little food for all of them.", "That house is built.")
    assert len(table.state.lines(1)) == before


# -- what pays several prices -----------------------------------------------------------------------------------------

Payment = tuple[Good, ...]


def payments(stock: dict[Good, int], due: int, *, different: bool) -> Iterator[Payment]:
    """Every way to pay one price."""
    ways = combinations(FOODS, due) if different else combinations_with_replacement(FOODS, due)
    yield from (way for way in ways if all(stock[good] >= n for good, n in Counter(way).items()))


def is_payable(stock: dict[Good, int], dues: Sequence[int], *, different: bool) -> bool:
    """Whether any way to pay the first price leaves enough for the others: every way is tried."""
    if not dues:
        return True
    ways = payments(stock, dues[0], different=different)
    return any(is_payable(without(stock, way), dues[1:], different=different) for way in ways)


def chosen(stock: dict[Good, int], dues: Sequence[int], given: Payment, *, different: bool) -> Iterator[Payment]:
    """Every way to pay the first price that the questions lead to."""
    if len(given) == dues[0]:
        yield given
        return
    for good in next_goods(stock, FOODS, dues, given, different=different):
        yield from chosen(without(stock, [good]), dues, (*given, good), different=different)


@pytest.mark.parametrize("different", [True, False])
@pytest.mark.parametrize("dues", [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (1, 2, 2), (2, 2, 2), (4, 1)])
def test_goods_are_offered_for_every_way_in_which_all_prices_can_be_paid(
    dues: tuple[int, ...], different: bool
) -> None:
    for numbers in product(range(3), repeat=len(FOODS)):
        stock = dict(zip(FOODS, numbers, strict=True))
        assert can_pay(stock, FOODS, dues, different=different) == is_payable(stock, dues, different=different), stock
        ways = [
            way
            for way in payments(stock, dues[0], different=different)
            if is_payable(without(stock, way), dues[1:], different=different)
        ]
        assert list(chosen(stock, dues, (), different=different)) == ways, stock
