"""Plans, trades, switches, corrections, and who goes out."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.games.antiquity.agenda import Over, PlacingGraves, Planning, Polluting
from companion.games.antiquity.moves import AddOrder, AnswerOffer, DropOrder, SetUp
from companion.games.antiquity.moves_orders import BuildPiece, Spot
from companion.games.antiquity.queries_city import houses, storage_capacity
from companion.games.antiquity.queries_plan import lines_of
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.tables import GOODS
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, Evening


def goods(evening: Evening, seat: int) -> dict[str, int]:
    """What a seat owns, as its plan would leave it."""
    return {good: n for good, n in draft_of(evening.state, seat).goods.items() if n}


def market(evening: Evening, seat: int) -> None:
    """A house, a market, and a man in it."""
    evening.house(seat, 1)
    evening.build(seat, "market")
    evening.act(seat, plan="man")


def offers(evening: Evening, give: str, take: str, n: int = 1) -> None:
    """Seat 1 offers seat 2 so much of one good for one of another."""
    wish: dict[str, Any] = {"give_1_n": n} if n > 1 else {}
    evening.act(1, plan="offer", whom=2, give_1=give, give_2="enough", take_1=take, take_2="enough", **wish)


# -- plans ---------------------------------------------------------------------------------------------------------


def test_an_order_is_taken_out_only_while_the_rest_holds() -> None:
    evening = Evening().begun()
    market(evening, 1)
    house, _, man = lines_of(evening.state, 1)
    assert "A man into" in evening.reason(1, DropOrder(house.id))
    evening.move(1, DropOrder(man.id))
    evening.move(1, DropOrder(house.id))
    assert [type(line.order) for line in lines_of(evening.state, 1)] == [BuildPiece]


def test_a_plan_that_a_correction_broke_can_be_mended_and_breaks_nothing() -> None:
    evening = Evening().begun()
    evening.build(1, "market")
    evening.build(1, "cart")
    evening.correct("1.wood", 1)
    evening.ready()
    assert [one.kind for one in evening.realm(1).buildings] == ["market"]
    assert any("not possible: Cart shop" in told for told in evening.told)


def test_whoever_is_ready_changes_nothing_without_thinking_again() -> None:
    evening = Evening().begun()
    evening.ready(1)
    assert "Think again" in evening.reason(1, AddOrder(BuildPiece("market", "", {}, None, Spot(0, "0,0,0"))))
    assert GAME.awaits(evening.state).may == (1,)
    evening.act(1)
    evening.build(1, "market")
    evening.ready()
    assert evening.realm(1).buildings


# -- trade ---------------------------------------------------------------------------------------------------------


def test_a_trade_moves_both_halves_at_once_and_only_the_two_know() -> None:
    evening = Evening(3).begun()
    market(evening, 1)
    third = GAME.show(seen(evening.state, Viewer(3)), Viewer(3))
    evening.stock(2, fish=2)
    third = GAME.show(seen(evening.state, Viewer(3)), Viewer(3))
    offers(evening, "wood", "fish", 2)
    assert goods(evening, 1) == {"wood": 3}, "set aside, and one spent on the market"
    evening.act(2, plan="reply", answer="accept")
    assert goods(evening, 1) == {"wood": 3, "fish": 1}
    assert goods(evening, 2) == {"wood": 8, "fish": 1}
    assert GAME.show(seen(evening.state, Viewer(3)), Viewer(3)) == third
    trade = lines_of(evening.state, 2)[-1]
    assert evening.reason(2, DropOrder(trade.id)) == "That trade is settled."
    evening.ready()
    assert any("Ana gives 2 Wood; Bo gives 1 Fish" in told for told in evening.told)


def test_one_of_the_two_needs_a_market() -> None:
    evening = Evening().begun()
    offers(evening, "wood", "wood")
    key = next(trade.key for trade in evening.state.trades["1-2"].value)
    assert evening.reason(2, AnswerOffer(key, accept=True)) == "Your market does not work."
    market(evening, 2)
    evening.act(2, plan="reply", answer="accept")
    assert goods(evening, 2) == {"wood": 5}


def test_an_offer_that_nobody_took_is_void_at_the_reveal() -> None:
    evening = Evening().begun()
    market(evening, 1)
    offers(evening, "wood", "gold", 5)
    evening.ready()
    assert not any("gives" in told and "offers" not in told for told in evening.told)
    assert evening.state.bank["wood"] + sum(one.goods.value["wood"] for one in evening.state.realms) == 48


def test_a_trade_of_which_one_half_fails_is_void_for_both() -> None:
    evening = Evening().begun()
    market(evening, 1)
    evening.stock(2, fish=1)
    offers(evening, "wood", "fish")
    evening.act(2, plan="reply", answer="accept")
    evening.correct("2.fish", 0)
    before = sum(one.goods.value["wood"] for one in evening.state.realms)
    evening.ready()
    assert "Ana gives 1 Wood; Bo gives 1 Fish" not in evening.told[-12:]
    assert "Not possible: Ana gives 1 Wood; Bo gives 1 Fish" in evening.told
    assert all(one.goods.value.get("fish", 0) == 0 for one in evening.state.realms)
    assert before == 12


def test_any_number_that_can_be_set_right_can_be_offered_and_discarded() -> None:
    evening = Evening().begun()
    market(evening, 1)
    evening.stock(1, gold=480, dye=480)
    offers(evening, "gold", "wood", 480)
    evening.state = GAME.decode_state(GAME.encode_state(evening.state))
    evening.build(2, "store", size="2x1")
    evening.house(2, 1)
    evening.act(2, plan="man")
    evening.stock(2, gold=480)
    evening.ready()
    evening.act(2, discard_wood=5)
    assert sum(evening.realm(2).goods.value.values()) == 2


def test_a_declined_offer_gives_the_goods_back() -> None:
    evening = Evening().begun()
    market(evening, 1)
    offers(evening, "wood", "wood", 3)
    evening.act(2, plan="reply", answer="decline")
    assert goods(evening, 1) == {"wood": 5}


# -- switches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "left"), [("store", 5), ("tile", 3)])
def test_what_a_store_costs(price: str, left: int) -> None:
    evening = Evening(store_price=price).begun()
    evening.build(1, "store", size="3x2")
    assert goods(evening, 1)["wood"] == left
    assert draft_of(evening.state, 1).supply["tile"] == 13


@pytest.mark.parametrize(("rise", "graves"), [("after", 0), ("before", 1)])
def test_when_famine_rises(rise: str, graves: int) -> None:
    evening = Evening(famine_rise=rise).begun()
    evening.ready()
    evening.on(Planning)
    assert len(evening.realm(1).cities[0].graves) == graves
    assert evening.state.famine == 1


@pytest.mark.parametrize(("limited", "most"), [(True, 3), (False, 7)])
def test_the_supply_of_a_good_may_be_a_limit(limited: bool, most: int) -> None:
    evening = Evening(goods_limit=limited).begun()
    evening.house(1, 1)
    evening.build(1, "cart")
    evening.act(1, plan="man")
    evening.correct("bank.gold", 3)
    evening.ready()
    question: Any = evening.asked(1, "mine", "gold")
    assert question.high == most


@pytest.mark.parametrize("limited", [True, False])
def test_shared_pieces_may_run_out(limited: bool) -> None:
    evening = Evening(piece_limits=limited).begun()
    evening.correct("supply.cart", 0)
    question: Any = evening.asked(1, "raise")
    cart = next(option for option in question.options if option.value == "cart")
    assert (cart.reason is not None) is limited


@pytest.mark.parametrize("needed", [True, False])
def test_a_fishery_may_need_a_harbour(needed: bool) -> None:
    evening = Evening(fishery_harbour=needed).begun()
    evening.house(1, 1)
    evening.build(1, "cart")
    evening.act(1, plan="man")
    evening.ready()
    question: Any = evening.asked(1)
    fishery = next(option for option in question.options if option.value == "fishery")
    assert (fishery.reason is not None) is needed


def test_a_hidden_stock_shows_to_its_owner_alone() -> None:
    evening = Evening(stocks="hidden").begun()
    evening.ready()
    evening.correct("1.gold", 7)
    assert isinstance(evening.state.due, Polluting)
    for viewer, knows in ((PUBLIC, False), (Viewer(2), False), (Viewer(1), True)):
        known = seen(evening.state, viewer)
        numbers = {one.key for one in GAME.inventory(known) if one.known}
        assert ("1.gold" in numbers) is knows
        shown = {widget.key: widget for widget in GAME.show(known, viewer)}
        assert ("my-stock" in shown) is (viewer.seat is not None)
        stocks: Any = shown["stocks"]
        assert all(cell is None for row in stocks.rows for cell in row.cells)


# -- corrections, and a play that begins late -----------------------------------------------------------------------


def test_a_play_that_begins_late_is_entered_as_it_stands() -> None:
    evening = Evening()
    evening.act(0, turn=5)
    assert (evening.state.turn, evening.state.famine) == (5, 4)
    evening.act(1, plan="mend", mend="stand", building="house", house=7)
    evening.act(1, plan="mend", mend="stand", building="store", size="3x2")
    evening.act(1, plan="mend", mend="stand", building="cathedral", saint="maria")
    evening.act(1, plan="mend", mend="city")
    evening.act(1, plan="mend", mend="grave", city=1, grave="0,0")
    evening.act(1, plan="mend", mend="stand", building="market", city=1)
    realm = draft_of(evening.state, 1).realm
    assert (list(houses(realm)), realm.idle, realm.saint, len(realm.cities)) == ([7], 1, "maria", 2)
    assert storage_capacity(realm) is None
    assert goods(evening, 1) == {"wood": 6}, "nothing is paid"
    evening.act(1, plan="mend", mend="clear", city=1)
    evening.act(1, plan="mend", mend="gone", city=1)
    evening.ready()
    assert evening.state.supply["tile"] == 13
    assert any("Set right: Cathedral" in told for told in evening.told)
    assert not any(one.kind == "market" for one in evening.realm(1).buildings)


def test_a_later_turn_begins_with_the_famine_and_the_order_that_lie_on_the_table() -> None:
    evening = Evening(3)
    evening.act(0, turn=4, famine=7, order_1=3, order_2=1)
    assert (evening.state.turn, evening.state.famine, evening.state.order) == (4, 7, [3, 1, 2])
    assert not any("starting city" in told for told in evening.told)


def test_turn_one_begins_without_famine_and_draws_the_order() -> None:
    evening = Evening(3)
    evening.act(0, turn=1)
    assert (evening.state.turn, evening.state.famine) == (1, 0)
    assert sum("starting city" in told for told in evening.told) == 3


@pytest.mark.parametrize(
    ("move", "word"),
    [
        (SetUp(1, 2), "Turn 1 begins without famine"),
        (SetUp(1, None, (1, 2)), "Turn 1 begins without famine"),
        (SetUp(3, 2, (1, 1)), "one place"),
        (SetUp(3, 2, (1,)), "one place"),
        (SetUp(3, 2, (1, 2, 3)), "one place"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(move: SetUp, word: str) -> None:
    assert word in Evening().reason(0, move)


def test_numbers_of_a_later_turn_are_set_right_by_name() -> None:
    evening = Evening(level="counters").begun()
    keys = {one.key for one in GAME.inventory(evening.state)}
    assert {f"{seat}.{good}" for seat in (1, 2) for good in GOODS} <= keys
    assert {"turn", "famine", "1.idle", "1.inns", "supply.cart", "1.city-1.graves", "markers.wine"} <= keys


# -- going out -----------------------------------------------------------------------------------------------------


def test_those_who_fall_together_as_the_last_share_the_victory() -> None:
    evening = Evening(level="counters").begun()
    evening.correct("famine", 60)
    evening.ready()
    evening.on(Over)
    assert sorted(evening.state.winners) == [1, 2]
    assert {side.side for side in GAME.score(evening.state, PUBLIC).winners()} == {"1", "2"}


def test_who_falls_to_pollution_wins_nothing_of_those_who_fell_before() -> None:
    evening = Evening(3, level="counters").begun()
    for seat in (1, 2, 3):
        evening.realm(seat).cities[0].loose = 49 if seat == 1 else 47
    evening.correct("famine", 1)
    evening.ready()
    assert evening.realm(1).out
    assert isinstance(evening.state.due, Polluting)
    evening.act(2, left_over=3)
    evening.act(3, left_over=0)
    evening.on(Over)
    assert evening.state.winners == [3]


def test_graves_go_on_empty_squares_first() -> None:
    evening = Evening().begun()
    evening.build(1, "market")
    evening.ready()
    evening.on(Planning)
    evening.correct("famine", 2)
    evening.ready()
    assert isinstance(evening.state.due, PlacingGraves)
    question: Any = evening.asked(1)
    at = {option.value for option in question.options}
    assert len(at) == 45
    assert not at & set(evening.realm(1).buildings[0].at)
    assert ENGLISH.say(question.hint) == "Empty squares first, in any of your cities."


def test_on_cardboard_the_last_empty_squares_are_filled_without_a_question() -> None:
    evening = Evening(3, level="counters").begun()
    evening.house(1, 1)
    evening.ready()
    evening.on(Planning)
    evening.realm(1).cities[0].loose = 47
    evening.correct("famine", 3)
    evening.ready()
    assert evening.realm(1).cities[0].loose == 48, "one square was left beside the house"
    assert evening.realm(1).out
    assert not evening.realm(2).out
