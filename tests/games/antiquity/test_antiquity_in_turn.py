"""City building one after another, when somebody asks for it. Section 3."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.secrecy import PUBLIC, seen
from companion.games.antiquity.agenda import Countryside, Over, Planning
from companion.games.antiquity.moves import AddOrder, AnswerOffer, Offer, PlanInTurn, Quantity, Ready, Reconsider
from companion.games.antiquity.moves_orders import BuildHouse, BuildPiece, Spot
from companion.games.antiquity.queries_city import buildings_of_kind, houses
from companion.games.antiquity.queries_plan import lines_of
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.state import Building
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, Evening


def market(evening: Evening, seat: int) -> None:
    """A manned market in a plan."""
    evening.house(seat, 1)
    evening.build(seat, "market")
    evening.act(seat, plan="man")


def in_turn(seats: int = 3, asker: int = 2, **options: object) -> Evening:
    """Everybody plans, one after another, because ``asker`` wants it so; the order is that of the seats."""
    evening = Evening(seats, level="counters", **options).begun()
    evening.state.order.sort()
    evening.act(asker, plan="insist")
    return evening


def test_the_first_in_turn_order_plans_and_the_others_may_prepare() -> None:
    evening = in_turn()
    awaited = GAME.awaits(seen(evening.state, PUBLIC))
    assert (awaited.must, awaited.may, awaited.secret) == ((1,), (2, 3), True)
    assert awaited.why is not None
    assert ENGLISH.say(awaited.why) == "City building: Ana plans."
    assert evening.reason(2, Ready()) == "Ana plans first."
    evening.house(2, 1)
    assert len(lines_of(evening.state, 2)) == 1
    assert evening.asked(2).prompt.text.startswith("{who} plans now")  # type: ignore[union-attr]
    assert evening.asked(2).default is None, "nobody goes on without a seat that is not awaited"
    assert evening.asked(1).default == "ready"


def test_a_city_that_stands_shows_before_the_next_one_is_planned() -> None:
    evening = in_turn()
    evening.house(1, 1)
    evening.build(1, "cart")
    assert not houses(evening.realm(1))
    evening.ready(1)
    assert list(houses(evening.realm(1))) == [1]
    assert evening.state.supply["cart"] == 15
    assert "Ana: House 1, City 1" in evening.told
    assert GAME.awaits(evening.state).must == (2,)
    assert GAME.awaits(evening.state).may == (3,)
    assert evening.reason(1, Reconsider()) != ""
    assert isinstance(evening.state.due, Planning)
    evening.ready(2)
    evening.ready(3)
    assert "Bo builds nothing." in evening.told


def test_when_the_last_city_stands_the_next_phase_begins() -> None:
    evening = in_turn(2)
    for seat in (1, 2):
        evening.house(seat, 1)
        evening.build(seat, "cart")
        evening.act(seat, plan="man")
        evening.ready(seat)
    assert isinstance(evening.state.due, Countryside)
    assert (evening.state.plans, evening.state.trades, evening.state.ready) == ({}, {}, [])
    assert evening.told.count("Ana: House 1, City 1") == 1
    evening.on(Planning)
    assert evening.state.due == Planning(), "asked for anew every turn"


def test_fountains_and_cathedrals_of_all_count_however_they_are_planned() -> None:
    evening = in_turn(3)
    evening.correct("famine", 2)
    for seat, wanted in ((1, ("fountain",)), (2, ("cathedral",)), (3, ("fountain", "cathedral"))):
        evening.stock(seat, gold=2, stone=2)
        for kind in wanted:
            evening.build(seat, kind, **({"saint": "giorgio"} if kind == "cathedral" else {}))
        evening.ready(seat)
    assert evening.state.cathedrals == 2
    assert "Famine 2 - 1 fountain = 1." in evening.told
    assert "Famine 1 - 1 fountain = 0." in evening.told
    assert "San Giorgio brings Bo 2 fish." in evening.told


def test_a_shared_piece_the_first_took_is_gone_for_the_next() -> None:
    evening = in_turn(2)
    evening.correct("supply.cart", 1)
    evening.build(1, "cart")
    evening.ready(1)
    assert evening.reason(2, AddOrder(BuildPiece("cart", "", {}, None, Spot(0)))) == "None is left in the supply."


@pytest.mark.parametrize("buyer", [2, 3])
def test_whoever_is_on_turn_trades_with_those_who_come_later(buyer: int) -> None:
    evening = in_turn()
    market(evening, 1)
    evening.stock(buyer, fish=2)
    evening.act(1, plan="offer", whom=buyer, give_1="wood", give_1_n=2, give_2="enough", take_1="fish", take_2="enough")
    other = 5 - buyer
    assert evening.reason(other, Offer(1, (Quantity("wood", 1),))) == "Only whoever's turn it is offers trades."
    evening.act(buyer, plan="reply", answer="accept")
    assert evening.realm(buyer).goods.value["wood"] == 6, "nothing moves before the city stands"
    evening.ready(1)
    assert (evening.realm(buyer).goods.value["wood"], evening.realm(buyer).goods.value["fish"]) == (8, 1)
    assert (evening.realm(1).goods.value["wood"], evening.realm(1).goods.value["fish"]) == (3, 1)
    assert f"Ana gives 2 Wood; {ENGLISH.name(buyer)} gives 1 Fish" in evening.told
    assert lines_of(evening.state, buyer) == []
    assert not [line for line in evening.told if line == f"{ENGLISH.name(buyer)} builds nothing."]
    evening.ready(2)
    assert evening.told.count(f"Ana gives 2 Wood; {ENGLISH.name(buyer)} gives 1 Fish") == 1
    assert (evening.realm(buyer).goods.value["wood"], evening.realm(buyer).goods.value["fish"]) == (8, 1)


def test_nobody_trades_with_a_city_that_stands() -> None:
    evening = in_turn()
    evening.ready(1)
    assert evening.reason(2, Offer(1, (Quantity("wood", 1),))) == "Ana has built already."
    assert evening.reason(1, AnswerOffer("2-1-1", True)) != ""
    evening.ready(2)
    question = evening.asked(3)
    offer = next(option for option in question.options if option.value == "offer")  # type: ignore[attr-defined]
    assert offer.reason is not None
    assert ENGLISH.say(offer.reason) == "Ana has built already."


def test_what_a_plan_would_bring_first_cannot_be_traded_away_before_its_turn() -> None:
    evening = in_turn(2)
    market(evening, 1)
    evening.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="fish", take_2="enough")
    market(evening, 2)
    evening.act(2, plan="swap", give="wood", give_too="wood", take="fish")
    assert draft_of(evening.state, 2).goods["fish"] == 1
    assert evening.reason(2, AnswerOffer("1-2-1", True)) == "You do not have that much of it: Fish."
    evening.ready(1)
    assert evening.realm(2).goods.value["wood"] == 6


def test_a_trade_whose_half_was_corrected_away_is_void_and_said() -> None:
    evening = in_turn(2)
    market(evening, 1)
    evening.stock(2, fish=1)
    evening.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="fish", take_2="enough")
    evening.act(2, plan="reply", answer="accept")
    evening.correct("2.fish", 0)
    evening.ready(1)
    assert "Not possible: Ana gives 1 Wood; Bo gives 1 Fish" in evening.told
    assert evening.realm(1).goods.value["wood"] == 5
    assert evening.realm(2).goods.value["wood"] == 6


def test_plans_made_so_far_stay_and_trades_are_off() -> None:
    evening = Evening(2, level="counters").begun()
    evening.state.order.sort()
    market(evening, 1)
    evening.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="enough")
    evening.act(2, plan="reply", answer="accept")
    evening.house(2, 3)
    evening.ready(2)
    evening.act(1, plan="insist")
    assert evening.state.ready == []
    assert len(lines_of(evening.state, 1)) == 3
    assert [type(line.order) for line in lines_of(evening.state, 2)] == [BuildHouse]
    assert draft_of(evening.state, 1).goods["wood"] == 5
    assert "Ana asks to plan one after another. Offers and trades so far are off." in evening.told
    assert evening.reason(2, AnswerOffer("1-2-1", True)) == "There is no such offer."


def test_whoever_asked_may_give_way_until_a_city_stands() -> None:
    evening = in_turn(asker=2)
    assert evening.reason(1, PlanInTurn(on=False)) == "Only whoever asked for it may give way."
    assert evening.reason(3, PlanInTurn()) == "You plan one after another already."
    evening.act(2, plan="relent")
    assert evening.state.due == Planning()
    assert GAME.awaits(evening.state).must == (1, 2, 3)
    evening.act(2, plan="insist")
    evening.ready(1)
    assert evening.reason(2, PlanInTurn(on=False)) == "A city stands already."


def test_a_table_may_do_without_it() -> None:
    evening = Evening(in_turn=False).begun()
    assert evening.reason(1, PlanInTurn()) == "All plan at once on this table."
    assert "insist" not in {option.value for option in evening.asked(1).options}  # type: ignore[attr-defined]


def test_who_is_out_is_passed_over() -> None:
    evening = in_turn()
    evening.realm(1).out = True
    assert GAME.awaits(evening.state).must == (2,)


# -- plays that older rules stored ---------------------------------------------------------------------------------


def stored_by_version_1(evening: Evening) -> dict[str, object]:
    """The state as version 1 wrote it down."""
    raw: dict[str, object] = msgspec.json.decode(GAME.encode_state(evening.state))
    raw["options"] = {key: value for key, value in evening.state.options.items() if key != "in-turn"}
    return raw


def test_a_play_of_version_1_goes_on_as_it_began() -> None:
    evening = Evening(2).begun()
    raw = stored_by_version_1(evening)
    raw["due"] = {"type": "planning"}
    state = GAME.upgrade(1, raw)
    assert state.options["in-turn"] is False
    assert state.due == Planning()
    assert GAME.awaits(state).must == (1, 2)


def test_the_loser_of_a_tie_in_version_1_is_no_winner_any_more() -> None:
    evening = Evening(2, level="counters").begun()
    for seat in (1, 2):
        evening.realm(seat).saint = "nicolo"
        evening.realm(seat).buildings.append(Building("cathedral", "cathedral", 0, 6))
    evening.state.due, evening.state.winners, evening.state.hexes = Over(), [1, 2], {1: 3, 2: 8}
    state = GAME.upgrade(1, stored_by_version_1(evening))
    assert state.winners == [2]
    assert buildings_of_kind(state.realm(1), "cathedral")
