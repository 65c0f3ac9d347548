"""Plans, trades, switches, corrections, and who goes out."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.games.antiquity.moves import AddOrder, AnswerOffer, BuildPiece, DropOrder, SetUp, Spot
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.queries import houses
from companion.games.antiquity.state import Over, PlacingGraves, Planning, Polluting
from companion.games.antiquity.storage import storage_capacity
from companion.games.antiquity.tables import GOODS
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay


def goods(play: AntiquityPlay, seat: int) -> dict[str, int]:
    """What a seat owns, as its plan would leave it."""
    return {good: n for good, n in draft_of(play.state, seat).goods.items() if n}


def market(play: AntiquityPlay, seat: int) -> None:
    """A house, a market, and a man in it."""
    play.house(seat, 1)
    play.build(seat, "market")
    play.act(seat, plan="man")


def offers(play: AntiquityPlay, give: str, take: str, n: int = 1) -> None:
    """Seat 1 offers seat 2 so much of one good for one of another."""
    wish: dict[str, Any] = {"give_1_n": n} if n > 1 else {}
    play.act(1, plan="offer", whom=2, give_1=give, give_2="enough", take_1=take, take_2="enough", **wish)


# -- plans ---------------------------------------------------------------------------------------------------------


def test_an_order_is_taken_out_only_while_the_rest_holds() -> None:
    play = AntiquityPlay().begun()
    market(play, 1)
    house, _, man = play.state.lines(1)
    assert "A man into" in play.reason(1, DropOrder(house.id))
    play.move(1, DropOrder(man.id))
    play.move(1, DropOrder(house.id))
    assert [type(line.order) for line in play.state.lines(1)] == [BuildPiece]


def test_a_plan_that_a_correction_broke_can_be_mended_and_breaks_nothing() -> None:
    play = AntiquityPlay().begun()
    play.build(1, "market")
    play.build(1, "cart")
    play.correct("1.wood", 1)
    play.ready()
    assert [one.kind for one in play.realm(1).buildings] == ["market"]
    assert any("not possible: Cart shop" in told for told in play.told)


def test_whoever_is_ready_changes_nothing_without_thinking_again() -> None:
    play = AntiquityPlay().begun()
    play.ready(1)
    assert "Think again" in play.reason(1, AddOrder(BuildPiece("market", "", {}, None, Spot(0, "0,0,0"))))
    assert GAME.awaits(play.state).may == (1,)
    play.act(1)
    play.build(1, "market")
    play.ready()
    assert play.realm(1).buildings


# -- trade ---------------------------------------------------------------------------------------------------------


def test_a_trade_moves_both_halves_at_once_and_only_the_two_know() -> None:
    play = AntiquityPlay(3).begun()
    market(play, 1)
    third = GAME.show(seen(play.state, Viewer(3)), Viewer(3))
    play.stock(2, fish=2)
    third = GAME.show(seen(play.state, Viewer(3)), Viewer(3))
    offers(play, "wood", "fish", 2)
    assert goods(play, 1) == {"wood": 3}, "set aside, and one spent on the market"
    play.act(2, plan="reply", answer="accept")
    assert goods(play, 1) == {"wood": 3, "fish": 1}
    assert goods(play, 2) == {"wood": 8, "fish": 1}
    assert GAME.show(seen(play.state, Viewer(3)), Viewer(3)) == third
    trade = play.state.lines(2)[-1]
    assert play.reason(2, DropOrder(trade.id)) == "That trade is settled."
    play.ready()
    assert any("Ana gives 2 wood; Bo gives 1 fish" in told for told in play.told)


def notes(play: AntiquityPlay, seat: int) -> list[tuple[str, tuple[Answer, ...]]]:
    """What the plan of a seat says of its trades, with what the button beside it answers."""
    asked: Any = play.asked(seat)
    return [(ENGLISH.say(one.label), one.answers) for one in asked.shortcuts if one.kind == "reply"]


def test_an_offer_is_told_by_name_and_its_answer_comes_back() -> None:
    play = AntiquityPlay(3).begun()
    market(play, 1)
    play.stock(2, fish=2)
    play.ready(2)
    offers(play, "wood", "fish", 2)
    assert notes(play, 1) == [("Bo has not answered yet: 2 wood for 1 fish", ())]
    assert notes(play, 2) == [("Ana offers you 2 wood for 1 fish", ("reply", "1-2-1"))], "whoever is ready too"
    assert notes(play, 3) == []
    play.act(2, plan="reply", answer="decline")
    assert notes(play, 1) == [("Bo declines: 2 wood for 1 fish", ())]
    offers(play, "wood", "fish")
    play.act(2, plan="reply", answer="accept")
    assert notes(play, 1)[1:] == [("Bo accepts: 1 wood for 1 fish", ())]
    assert notes(play, 2) == []
    drops: Any = [one for one in play.asked(1).shortcuts if one.kind == "drop"]  # type: ignore[attr-defined]
    assert ENGLISH.say(drops[-1].label) == "Ana gives 1 wood; Bo gives 1 fish"


def test_who_is_offered_a_trade_says_what_is_missing_to_accept_it() -> None:
    play = AntiquityPlay(2).begun()

    def hint() -> str:
        asked: Any = play.asked(1, "offer")
        found = asked.options[0].hint
        return ENGLISH.say(found) if found else ""

    assert hint() == "Neither of you has a market: without one Bo cannot accept."
    play.house(1, 1)
    play.build(1, "market")
    assert hint() == "First put a man in your market: Bo has none."
    play.act(1, plan="man")
    assert hint() == ""


def test_one_of_the_two_needs_a_market() -> None:
    play = AntiquityPlay().begun()
    offers(play, "wood", "wood")
    key = next(trade.key for trade in play.state.trades["1-2"].value)
    assert play.reason(2, AnswerOffer(key, accept=True)) == "One of you needs a market with a man."
    market(play, 2)
    play.act(2, plan="reply", answer="accept")
    assert goods(play, 2) == {"wood": 5}


def test_an_offer_that_nobody_took_is_void_at_the_reveal() -> None:
    play = AntiquityPlay().begun()
    market(play, 1)
    offers(play, "wood", "gold", 5)
    play.ready()
    assert not any("gives" in told and "offers" not in told for told in play.told)
    assert play.state.bank["wood"] + sum(one.goods.value["wood"] for one in play.state.realms) == 48


def test_a_trade_of_which_one_half_fails_is_void_for_both() -> None:
    play = AntiquityPlay().begun()
    market(play, 1)
    play.stock(2, fish=1)
    offers(play, "wood", "fish")
    play.act(2, plan="reply", answer="accept")
    play.correct("2.fish", 0)
    before = sum(one.goods.value["wood"] for one in play.state.realms)
    play.ready()
    assert "Ana gives 1 wood; Bo gives 1 fish" not in play.told[-12:]
    assert "Not possible: Ana gives 1 wood; Bo gives 1 fish" in play.told
    assert all(one.goods.value.get("fish", 0) == 0 for one in play.state.realms)
    assert before == 12


def test_any_number_that_can_be_set_right_can_be_offered_and_discarded() -> None:
    play = AntiquityPlay().begun()
    market(play, 1)
    play.stock(1, gold=480, dye=480)
    offers(play, "gold", "wood", 480)
    play.state = GAME.decode_state(GAME.encode_state(play.state))
    play.build(2, "store", size="2x1")
    play.house(2, 1)
    play.act(2, plan="man")
    play.stock(2, gold=480)
    play.ready()
    play.act(2, discard_wood=5)
    assert sum(play.realm(2).goods.value.values()) == 2


def test_a_declined_offer_gives_the_goods_back() -> None:
    play = AntiquityPlay().begun()
    market(play, 1)
    offers(play, "wood", "wood", 3)
    play.act(2, plan="reply", answer="decline")
    assert goods(play, 1) == {"wood": 5}


# -- switches ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "left"), [("store", 5), ("tile", 3)])
def test_what_a_store_costs(price: str, left: int) -> None:
    play = AntiquityPlay(store_price=price).begun()
    play.build(1, "store", size="3x2")
    assert goods(play, 1)["wood"] == left
    assert draft_of(play.state, 1).supply["tile"] == 13


@pytest.mark.parametrize(("rise", "graves"), [("after", 0), ("before", 1)])
def test_when_famine_rises(rise: str, graves: int) -> None:
    play = AntiquityPlay(famine_rise=rise).begun()
    play.ready()
    play.on(Planning)
    assert len(play.realm(1).cities[0].graves) == graves
    assert play.state.famine == 1


@pytest.mark.parametrize(("limited", "most"), [(True, 3), (False, 7)])
def test_the_supply_of_a_good_may_be_a_limit(limited: bool, most: int) -> None:
    play = AntiquityPlay(goods_limit=limited).begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.correct("bank.gold", 3)
    play.ready()
    question: Any = play.asked(1, "mine", "gold")
    assert question.high == most


@pytest.mark.parametrize("limited", [True, False])
def test_shared_pieces_may_run_out(limited: bool) -> None:
    play = AntiquityPlay(piece_limits=limited).begun()
    play.correct("supply.cart", 0)
    question: Any = play.asked(1, "raise")
    cart = next(option for option in question.options if option.value == "cart")
    assert (cart.reason is not None) is limited


@pytest.mark.parametrize("needed", [True, False])
def test_a_fishery_may_need_a_harbour(needed: bool) -> None:
    play = AntiquityPlay(fishery_harbour=needed).begun()
    play.house(1, 1)
    play.build(1, "cart")
    play.act(1, plan="man")
    play.ready()
    question: Any = play.asked(1)
    fishery = next(option for option in question.options if option.value == "fishery")
    assert (fishery.reason is not None) is needed


def test_a_hidden_stock_shows_to_its_owner_alone() -> None:
    play = AntiquityPlay(stocks="hidden").begun()
    play.ready()
    play.correct("1.gold", 7)
    assert isinstance(play.state.due, Polluting)
    for viewer, knows in ((PUBLIC, False), (Viewer(2), False), (Viewer(1), True)):
        known = seen(play.state, viewer)
        numbers = {one.key for one in GAME.inventory(known) if one.known}
        assert ("1.gold" in numbers) is knows
        shown = {widget.key: widget for widget in GAME.show(known, viewer)}
        assert ("my-stock" in shown) is (viewer.seat is not None)
        stocks: Any = shown["stocks"]
        assert all(cell is None for row in stocks.rows for cell in row.cells)


# -- corrections, and a play that begins late -----------------------------------------------------------------------


def test_a_play_that_begins_late_is_entered_as_it_stands() -> None:
    play = AntiquityPlay()
    play.act(0, turn=5)
    assert (play.state.turn, play.state.famine) == (5, 4)
    play.act(1, plan="mend", mend="stand", building="house", house=7)
    play.act(1, plan="mend", mend="stand", building="store", size="3x2")
    play.act(1, plan="mend", mend="stand", building="cathedral", saint="maria")
    play.act(1, plan="mend", mend="city")
    play.act(1, plan="mend", mend="grave", city=1, grave="0,0")
    play.act(1, plan="mend", mend="stand", building="market", city=1)
    realm = draft_of(play.state, 1).realm
    assert (list(houses(realm)), realm.idle, realm.saint, len(realm.cities)) == ([7], 1, "maria", 2)
    assert storage_capacity(realm) is None
    assert goods(play, 1) == {"wood": 6}, "nothing is paid"
    play.act(1, plan="mend", mend="clear", city=1)
    play.act(1, plan="mend", mend="gone", city=1)
    play.ready()
    assert play.state.supply["tile"] == 13
    assert any("Set right: Cathedral" in told for told in play.told)
    assert not any(one.kind == "market" for one in play.realm(1).buildings)


def test_a_later_turn_begins_with_the_famine_and_the_order_that_lie_on_the_table() -> None:
    play = AntiquityPlay(3)
    play.act(0, turn=4, famine=7, order_1=3, order_2=1)
    assert (play.state.turn, play.state.famine, play.state.order) == (4, 7, [3, 1, 2])
    assert not any("starting city" in told for told in play.told)


def test_turn_one_begins_without_famine_and_draws_the_order() -> None:
    play = AntiquityPlay(3)
    play.act(0, turn=1)
    assert (play.state.turn, play.state.famine) == (1, 0)
    assert sum("starting city" in told for told in play.told) == 3


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
    assert word in AntiquityPlay().reason(0, move)


def test_numbers_of_a_later_turn_are_set_right_by_name() -> None:
    play = AntiquityPlay(level="counters").begun()
    keys = {one.key for one in GAME.inventory(play.state)}
    assert {f"{seat}.{good}" for seat in (1, 2) for good in GOODS} <= keys
    assert {"turn", "famine", "1.idle", "1.inns", "supply.cart", "1.city-1.graves", "markers.wine"} <= keys


# -- going out -----------------------------------------------------------------------------------------------------


def test_those_who_fall_together_as_the_last_share_the_victory() -> None:
    play = AntiquityPlay(level="counters").begun()
    play.correct("famine", 60)
    play.ready()
    play.on(Over)
    assert sorted(play.state.winners) == [1, 2]
    assert {side.side for side in GAME.score(play.state, PUBLIC).winners()} == {"1", "2"}


def test_who_falls_to_pollution_wins_nothing_of_those_who_fell_before() -> None:
    play = AntiquityPlay(3, level="counters").begun()
    for seat in (1, 2, 3):
        play.realm(seat).cities[0].loose = 49 if seat == 1 else 47
    play.correct("famine", 1)
    play.ready()
    assert play.realm(1).out
    assert isinstance(play.state.due, Polluting)
    play.act(2, left_over=3)
    play.act(3, left_over=0)
    play.on(Over)
    assert play.state.winners == [3]


def test_pollution_that_is_laid_is_told_by_its_name() -> None:
    """What an undo of it would take back is named by this line."""
    play = AntiquityPlay(2).begun()
    play.ready()
    play.on(Polluting)
    told = len(play.told)
    play.act(1, left_over=1)
    assert play.told[told:] == ["Ana lays 2 pollution.", "Ana has no hex for 1 counter: it becomes a grave."]


def test_graves_go_on_empty_squares_first() -> None:
    play = AntiquityPlay().begun()
    play.build(1, "market")
    play.ready()
    play.on(Planning)
    play.correct("famine", 2)
    play.ready()
    assert isinstance(play.state.due, PlacingGraves)
    question: Any = play.asked(1, "at-once")
    at = {option.value for option in question.options}
    assert len(at) == 45
    assert not at & set(play.realm(1).buildings[0].at)
    assert ENGLISH.say(question.form.prompt) == "2 graves to place, on empty squares first"


def test_on_cardboard_the_last_empty_squares_are_filled_without_a_question() -> None:
    play = AntiquityPlay(3, level="counters").begun()
    play.house(1, 1)
    play.ready()
    play.on(Planning)
    play.realm(1).cities[0].loose = 47
    play.correct("famine", 3)
    play.ready()
    assert play.realm(1).cities[0].loose == 48, "one square was left beside the house"
    assert play.realm(1).out
    assert not play.realm(2).out
