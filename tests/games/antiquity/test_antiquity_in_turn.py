"""City building one after another, when somebody asks for it. Section 3."""

from __future__ import annotations

import msgspec
import pytest

from companion.core.secrecy import PUBLIC, seen
from companion.games.antiquity.moves import (
    AddOrder,
    AnswerOffer,
    BuildHouse,
    BuildPiece,
    Offer,
    PlanInTurn,
    Quantity,
    Ready,
    Reconsider,
    Spot,
)
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.queries import buildings_of_kind, houses
from companion.games.antiquity.state import Building, Countryside, Over, Planning
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay


def market(play: AntiquityPlay, seat: int) -> None:
    """A manned market in a plan."""
    play.house(seat, 1)
    play.build(seat, "market")
    play.act(seat, plan="man")


def in_turn(seats: int = 3, asker: int = 2, **options: object) -> AntiquityPlay:
    """Everybody plans, one after another, because ``asker`` wants it so; the order is that of the seats."""
    play = AntiquityPlay(seats, level="counters", **options).begun()
    play.state.order.sort()
    play.act(asker, plan="insist")
    return play


def test_the_first_in_turn_order_plans_and_the_others_may_prepare() -> None:
    play = in_turn()
    awaited = GAME.awaits(seen(play.state, PUBLIC))
    assert (awaited.must, awaited.may, awaited.secret) == ((1,), (2, 3), True)
    assert awaited.why is not None
    assert ENGLISH.say(awaited.why) == "plans the city, in secret"
    assert play.reason(2, Ready()) == "Ana plans first."
    play.house(2, 1)
    assert len(play.state.lines(2)) == 1
    assert play.asked(2).prompt.text.startswith("{who} plans now")  # type: ignore[union-attr]
    assert play.asked(2).default is None, "nobody goes on without a seat that is not awaited"
    assert play.asked(1).default == "ready"


def test_a_city_that_stands_shows_before_the_next_one_is_planned() -> None:
    play = in_turn()
    play.house(1, 1)
    play.build(1, "cart")
    assert not houses(play.realm(1))
    play.ready(1)
    assert list(houses(play.realm(1))) == [1]
    assert play.state.supply["cart"] == 15
    assert "Ana: House 1" in play.told
    assert GAME.awaits(play.state).must == (2,)
    assert GAME.awaits(play.state).may == (3,)
    assert play.reason(1, Reconsider()) != ""
    assert isinstance(play.state.due, Planning)
    play.ready(2)
    play.ready(3)
    assert "Bo builds nothing." in play.told


def test_when_the_last_city_stands_the_next_phase_begins() -> None:
    play = in_turn(2)
    for seat in (1, 2):
        play.house(seat, 1)
        play.build(seat, "cart")
        play.act(seat, plan="man")
        play.ready(seat)
    assert isinstance(play.state.due, Countryside)
    assert (play.state.plans, play.state.trades, play.state.ready) == ({}, {}, [])
    assert play.told.count("Ana: House 1") == 1
    play.on(Planning)
    assert play.state.due == Planning(), "asked for anew every turn"


def test_fountains_and_cathedrals_of_all_count_however_they_are_planned() -> None:
    play = in_turn(3)
    play.correct("famine", 2)
    for seat, wanted in ((1, ("fountain",)), (2, ("cathedral",)), (3, ("fountain", "cathedral"))):
        play.stock(seat, gold=2, stone=2)
        for kind in wanted:
            play.build(seat, kind, **({"saint": "giorgio"} if kind == "cathedral" else {}))
        play.ready(seat)
    assert play.state.cathedrals == 2
    assert "Famine 2 - 1 fountain = 1." in play.told
    assert "Famine 1 - 1 fountain = 0." in play.told
    assert "San Giorgio brings Bo 2 fish." in play.told


def test_a_shared_piece_the_first_took_is_gone_for_the_next() -> None:
    play = in_turn(2)
    play.correct("supply.cart", 1)
    play.build(1, "cart")
    play.ready(1)
    assert play.reason(2, AddOrder(BuildPiece("cart", "", {}, None, Spot(0)))) == "None is left in the supply."


@pytest.mark.parametrize("buyer", [2, 3])
def test_whoever_is_on_turn_trades_with_those_who_come_later(buyer: int) -> None:
    play = in_turn()
    market(play, 1)
    play.stock(buyer, fish=2)
    play.act(1, plan="offer", whom=buyer, give_1="wood", give_1_n=2, give_2="enough", take_1="fish", take_2="enough")
    other = 5 - buyer
    assert play.reason(other, Offer(1, (Quantity("wood", 1),))) == "Only whoever's turn it is offers trades."
    play.act(buyer, plan="reply", answer="accept")
    assert play.realm(buyer).goods.value["wood"] == 6, "nothing moves before the city stands"
    play.ready(1)
    assert (play.realm(buyer).goods.value["wood"], play.realm(buyer).goods.value["fish"]) == (8, 1)
    assert (play.realm(1).goods.value["wood"], play.realm(1).goods.value["fish"]) == (3, 1)
    assert f"Ana gives 2 wood; {ENGLISH.name(buyer)} gives 1 fish" in play.told
    assert play.state.lines(buyer) == []
    assert not [line for line in play.told if line == f"{ENGLISH.name(buyer)} builds nothing."]
    play.ready(2)
    assert play.told.count(f"Ana gives 2 wood; {ENGLISH.name(buyer)} gives 1 fish") == 1
    assert (play.realm(buyer).goods.value["wood"], play.realm(buyer).goods.value["fish"]) == (8, 1)


def test_nobody_trades_with_a_city_that_stands() -> None:
    play = in_turn()
    play.ready(1)
    assert play.reason(2, Offer(1, (Quantity("wood", 1),))) == "Ana has built already."
    assert play.reason(1, AnswerOffer("2-1-1", True)) != ""
    play.ready(2)
    question = play.asked(3)
    offer = next(option for option in question.options if option.value == "offer")  # type: ignore[attr-defined]
    assert offer.reason is not None
    assert ENGLISH.say(offer.reason) == "All others have built already."


def test_what_a_plan_would_bring_first_cannot_be_traded_away_before_its_turn() -> None:
    play = in_turn(2)
    market(play, 1)
    play.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="fish", take_2="enough")
    market(play, 2)
    play.act(2, plan="swap", give="wood", give_too="wood", take="fish")
    assert draft_of(play.state, 2).goods["fish"] == 1
    assert play.reason(2, AnswerOffer("1-2-1", True)) == "You do not have that much of it: Fish."
    play.ready(1)
    assert play.realm(2).goods.value["wood"] == 6


def test_a_trade_whose_half_was_corrected_away_is_void_and_said() -> None:
    play = in_turn(2)
    market(play, 1)
    play.stock(2, fish=1)
    play.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="fish", take_2="enough")
    play.act(2, plan="reply", answer="accept")
    play.correct("2.fish", 0)
    play.ready(1)
    assert "Not possible: Ana gives 1 wood; Bo gives 1 fish" in play.told
    assert play.realm(1).goods.value["wood"] == 5
    assert play.realm(2).goods.value["wood"] == 6


def test_plans_made_so_far_stay_and_trades_are_off() -> None:
    play = AntiquityPlay(2, level="counters").begun()
    play.state.order.sort()
    market(play, 1)
    play.act(1, plan="offer", whom=2, give_1="wood", give_2="enough", take_1="enough")
    play.act(2, plan="reply", answer="accept")
    play.house(2, 3)
    play.ready(2)
    play.act(1, plan="insist")
    assert play.state.ready == []
    assert len(play.state.lines(1)) == 3
    assert [type(line.order) for line in play.state.lines(2)] == [BuildHouse]
    assert draft_of(play.state, 1).goods["wood"] == 5
    assert "Ana asks to plan one after another. Offers and trades so far are off." in play.told
    assert play.reason(2, AnswerOffer("1-2-1", True)) == "There is no such offer."


def test_whoever_asked_may_give_way_until_a_city_stands() -> None:
    play = in_turn(asker=2)
    assert play.reason(1, PlanInTurn(on=False)) == "Only whoever asked for it may give way."
    assert play.reason(3, PlanInTurn()) == "You plan one after another already."
    play.act(2, plan="relent")
    assert play.state.due == Planning()
    assert GAME.awaits(play.state).must == (1, 2, 3)
    play.act(2, plan="insist")
    play.ready(1)
    assert play.reason(2, PlanInTurn(on=False)) == "A city stands already."


def test_a_table_may_do_without_it() -> None:
    play = AntiquityPlay(in_turn=False).begun()
    assert play.reason(1, PlanInTurn()) == "All plan at once on this table."
    assert "insist" not in {option.value for option in play.asked(1).options}  # type: ignore[attr-defined]


def test_who_is_out_is_passed_over() -> None:
    play = in_turn()
    play.realm(1).out = True
    assert GAME.awaits(play.state).must == (2,)


# -- plays that older rules stored ---------------------------------------------------------------------------------


def stored_by_version_1(play: AntiquityPlay) -> dict[str, object]:
    """The state as version 1 wrote it down."""
    raw: dict[str, object] = msgspec.json.decode(GAME.encode_state(play.state))
    raw["options"] = {key: value for key, value in play.state.options.items() if key != "in-turn"}
    return raw


def test_a_play_of_version_1_goes_on_as_it_began() -> None:
    play = AntiquityPlay(2).begun()
    raw = stored_by_version_1(play)
    raw["due"] = {"type": "planning"}
    state = GAME.upgrade(1, raw)
    assert state.options["in-turn"] is False
    assert state.due == Planning()
    assert GAME.awaits(state).must == (1, 2)


def test_the_loser_of_a_tie_in_version_1_is_no_winner_any_more() -> None:
    play = AntiquityPlay(2, level="counters").begun()
    for seat in (1, 2):
        play.realm(seat).saint = "nicolo"
        play.realm(seat).buildings.append(Building("cathedral", "cathedral", 0, 6))
    play.state.due, play.state.winners, play.state.hexes = Over(), [1, 2], {1: 3, 2: 8}
    state = GAME.upgrade(1, stored_by_version_1(play))
    assert state.winners == [2]
    assert buildings_of_kind(state.realm(1), "cathedral")
