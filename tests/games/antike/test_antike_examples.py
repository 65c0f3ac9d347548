"""The worked examples of the booklets (S of 2005, B of 2006) and those derived from them (D), row by row."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dialogue import Asked, walk
from companion.core.secrecy import PUBLIC
from companion.games.antike.arming import arming_capacity
from companion.games.antike.goods import chips_left, production, proposed
from companion.games.antike.know_how import know_price
from companion.games.antike.moves import Arm, Battle, Build, Conquer, Done, Found, Go, Learn, Split, Take, Trade
from companion.games.antike.personalities import new_cards
from companion.games.antike.queries import cities
from companion.games.antike.state import Award, CoinDue, Next, Turn
from companion.games.antike.tables import KNOW, SPACES, STACKS, Know, Personality, Where
from companion.games.antike.turn import rondel_price, steps
from companion.games.antike.victory import points, sudden_death
from companion.games.antike.war import actions, conquest_reason, defence
from tests.games.antike.bench import GAME, Bench

COSTS = {
    "iron": (5, 0, 0, 0, 1, 2, 3, 4),
    "temple": (4, 5, 0, 0, 0, 1, 2, 3),
    "gold": (3, 4, 5, 0, 0, 0, 1, 2),
    "maneuver-a": (2, 3, 4, 5, 0, 0, 0, 1),
    "arming": (1, 2, 3, 4, 5, 0, 0, 0),
    "marble": (0, 1, 2, 3, 4, 5, 0, 0),
    "know-how": (0, 0, 1, 2, 3, 4, 5, 0),
    "maneuver-b": (0, 0, 0, 1, 2, 3, 4, 5),
}
"""The printed table of section 5: from a row to a column."""


# -- the rondel --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", SPACES)
def test_every_way_round_the_rondel_costs_what_the_table_says(start: Where) -> None:
    bench = Bench()
    bench.us.space = start
    assert tuple(rondel_price(bench.state, bench.us, goal).any for goal in SPACES) == COSTS[start]


@pytest.mark.parametrize(
    ("start", "goal", "walked", "price"),
    [
        pytest.param("maneuver-a", "maneuver-b", 4, 1, id="S1"),
        pytest.param("iron", "arming", 4, 1, id="S2-four"),
        pytest.param("iron", "marble", 5, 2, id="S2-five"),
        pytest.param("iron", "know-how", 6, 3, id="S2-six"),
        pytest.param("gold", "gold", 8, 5, id="S3-B2"),
        pytest.param("iron", "temple", 1, 0, id="B1-temple"),
        pytest.param("iron", "maneuver-a", 3, 0, id="B1-maneuver"),
        pytest.param("know-how", "gold", 4, 1, id="D1"),
        pytest.param("maneuver-b", "know-how", 7, 4, id="D2"),
    ],
)
def test_steps_and_their_price(start: Where, goal: Where, walked: int, price: int) -> None:
    bench = Bench()
    bench.us.space = start
    assert (steps(start, goal), rondel_price(bench.state, bench.us, goal).any) == (walked, price)


def test_s3_the_printed_eight_is_an_option() -> None:
    bench = Bench(same_space=8)
    bench.us.space = "gold"
    assert [rondel_price(bench.state, bench.us, goal).any for goal in ("gold", "temple")] == [8, 4]


@pytest.mark.parametrize("goal", SPACES)
def test_d3_the_first_move_is_free(goal: Where) -> None:
    bench = Bench()
    assert rondel_price(bench.state, bench.us, goal).total == 0
    assert bench.do(Go(goal, Split())).told


# -- production, temples, arming ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "temples", "level", "yields"),
    [
        pytest.param(2, 1, 0, 5, id="S4"),
        pytest.param(2, 1, 1, 6, id="S5"),
        pytest.param(2, 1, 2, 7, id="S6"),
        pytest.param(0, 2, 2, 8, id="D4"),
        pytest.param(0, 0, 2, 2, id="bonus-without-a-city"),
    ],
)
def test_production(plain: int, temples: int, level: int, yields: int) -> None:
    bench = Bench()
    bench.us.plain["marble"], bench.us.temples["marble"] = plain, temples
    bench.us.know["production"] = level
    before = bench.us.goods["marble"]
    key = bench.us.key
    bench.at("marble")
    assert bench.state.nation(key).goods["marble"] - before == yields


def test_without_a_city_the_bonus_may_be_switched_off() -> None:
    bench = Bench(bare_bonus=False)
    bench.us.know["production"] = 2
    assert production(bench.state, bench.us, "marble") == 3
    bench.us.plain["marble"] = 0
    assert production(bench.state, bench.us, "marble") == 0


def test_s7_two_temples() -> None:
    bench = Bench()
    bench.us.goods["marble"] = 11
    key = bench.us.key
    bench.at("temple").do(Build("iron", Split(marble=5))).do(Build("gold", Split(marble=5)))
    nation = bench.state.nation(key)
    assert (nation.goods["marble"], nation.temples["iron"], nation.temples["gold"]) == (1, 1, 1)
    assert bench.state.bank_temples == 18


def test_one_temple_a_city_and_only_while_there_are_any() -> None:
    bench = Bench()
    bench.us.goods["marble"] = 20
    bench.at("temple").do(Build("iron", Split(marble=5)))
    assert bench.refused(Build("iron", Split(marble=5))) == "Missing: one without a temple"
    bench.state.bank_temples = 0
    assert bench.refused(Build("gold", Split(marble=5))) == "All temples are on the board."


def test_s8_arming_is_bounded_by_the_cities() -> None:
    bench = Bench()
    bench.us.temples["marble"], bench.us.plain["marble"] = 1, 0
    bench.us.temples["iron"], bench.us.plain["iron"] = 1, 0
    bench.us.goods["iron"] = 9
    assert arming_capacity(bench.state, bench.us) == 7
    bench.at("arming")
    assert bench.refused(Arm(4, 4, Split(iron=8))) == "Your cities cannot arm that many."
    key = bench.us.key
    nation = bench.do(Arm(4, 3, Split(iron=7))).state.nation(key)
    assert (nation.legions, nation.galleys, nation.goods["iron"]) == (4, 3, 2)


def test_arming_is_bounded_by_pieces_and_iron() -> None:
    bench = Bench()
    bench.us.temples.update(marble=2, iron=2)
    bench.us.legions = 16
    bench.us.goods["iron"] = 3
    bench.us.coins = 1
    bench.at("arming")
    assert bench.refused(Arm(2, 0, Split(iron=2))) == "There are not that many pieces left."
    assert bench.refused(Arm(1, 4, Split(iron=5))) == "Missing: {what}"
    assert bench.refused(Arm(0, 0, Split())) == "Arm at least one unit."
    assert bench.asked().key == "legions"
    bench.do(Arm(1, 3, Split(iron=3, coins=1)))


# -- know-how ----------------------------------------------------------------------------------------------------------


def test_s9_navigation_and_the_sailing_it_needs() -> None:
    bench = Bench()
    bench.them(2).know["galleys"] = 1
    bench.us.goods["gold"] = 13
    key = bench.us.key
    bench.at("know-how").do(Learn("sailing", Split(gold=3))).do(Learn("navigation", Split(gold=10)))
    nation = bench.state.nation(key)
    assert (nation.goods["gold"], nation.know["galleys"], nation.cards["scholar"]) == (0, 2, 1)
    assert bench.state.firsts["navigation"] == 1
    assert bench.state.stacks["scholar"] == STACKS["scholar"] - 1


@pytest.mark.parametrize(("known", "gold", "scholars"), [(False, 68, 8), (True, 32, 0)], ids=["D6", "D7"])
def test_all_eight(known: bool, gold: int, scholars: int) -> None:
    bench = Bench()
    if known:
        bench.them().know.update(legions=2, galleys=2, production=2, defence=2)
    bench.us.goods["gold"] = 68
    key = bench.us.key
    bench.at("know-how")
    for know in KNOW:
        bench.do(Learn(know, Split(gold=know_price(bench.state, know).gold)))
    nation = bench.do(Done()).ends(bench.state.nation(key)).state.nation(key)
    assert (68 - nation.goods["gold"], nation.cards["scholar"], nation.all_eight) == (gold, scholars, True)


def test_d8_the_advanced_know_how_needs_the_basic_one() -> None:
    bench = Bench()
    bench.us.goods["gold"] = 10
    bench.at("know-how")
    assert bench.refused(Learn("navigation", Split(gold=10))) == "Missing: {what}"
    bench.them().know["galleys"] = 2
    pair: tuple[Know, Know] = ("sailing", "navigation")
    assert sum(know_price(bench.state, know).gold for know in pair) == 8


# -- manoeuvres --------------------------------------------------------------------------------------------------------


def test_s10_roads_leave_an_action_after_two_moves() -> None:
    bench = Bench()
    bench.us.know["legions"] = 2
    assert actions(bench.us, "legion") - 2 == 1


@pytest.mark.parametrize(("level", "left"), [(0, 0), (1, 1)], ids=["D15", "with-the-wheel"])
def test_d15_who_has_just_moved_in_with_one_action_cannot_conquer(level: int, left: int) -> None:
    bench = Bench()
    bench.us.know["legions"] = level
    assert actions(bench.us, "legion") - 1 == left


def test_s11_a_battle_takes_one_galley_of_each_side() -> None:
    bench = Bench()
    bench.us.galleys = 3
    bench.them().galleys, bench.them().legions = 1, 1
    mover, other = bench.us.key, bench.them().key
    bench.at("maneuver-a")
    assert GAME.awaits(bench.state).may == (bench.state.nation(other).seat,)
    bench.do(Battle(other, mover, "galley"), bench.state.nation(other).seat)
    us, them = bench.state.nation(mover), bench.state.nation(other)
    assert (us.galleys, them.galleys, them.legions) == (2, 0, 1)
    assert GAME.awaits(bench.state).may == ()


@pytest.mark.parametrize(
    ("temple", "legions", "galleys", "level", "value"),
    [
        pytest.param(True, 2, 1, 2, 8, id="S12"),
        pytest.param(True, 1, 1, 0, 5, id="S13"),
        pytest.param(True, 1, 1, 1, 6, id="B3"),
        pytest.param(False, 1, 0, 0, 2, id="B4"),
        pytest.param(False, 0, 0, 0, 1, id="D11"),
        pytest.param(True, 5, 2, 2, 12, id="D12"),
    ],
)
def test_defence(temple: bool, legions: int, galleys: int, level: int, value: int) -> None:
    bench = Bench()
    bench.us.know["defence"] = level
    assert defence(bench.us, temple=temple, legions=legions, galleys=galleys) == value


def attacked(galleys: int, legions: int = 0, **options: Any) -> tuple[Bench, str, str]:
    """A conqueror with so many units before a temple city that a legion and a galley defend."""
    bench = Bench(**options)
    us, them = bench.us, bench.them()
    us.galleys, us.legions = galleys, legions
    them.temples["iron"], them.plain["iron"] = 1, 0
    them.legions, them.galleys = 1, 1
    bench.state.bank_temples -= 1
    bench.at("maneuver-a")
    return bench, us.key, them.key


@pytest.mark.parametrize("galleys", [6, 5], ids=["S13", "S14"])
def test_a_temple_city_is_conquered(galleys: int) -> None:
    bench, mine, theirs = attacked(galleys)
    bench.do(Conquer(theirs, "iron-temple", 1, 1, 0, 5))
    us, them = bench.state.nation(mine), bench.state.nation(theirs)
    assert (us.galleys, us.plain["iron"], us.generals_due) == (galleys - 5, 2, 1)
    assert (them.temples["iron"], them.legions, them.galleys) == (0, 0, 0)
    assert bench.state.bank_temples == 20
    bench.ends(us)
    assert bench.state.nation(mine).cards["general"] == 1


@pytest.mark.parametrize(("legions", "galleys"), [(0, 2), (1, 1)])
def test_b4_either_kind_conquers_and_the_attacker_chooses(legions: int, galleys: int) -> None:
    bench = Bench()
    bench.us.legions, bench.us.galleys = 2, 2
    bench.them().legions = 1
    them = bench.them().key
    bench.at("maneuver-a").do(Conquer(them, "gold", 1, 0, legions, galleys))
    assert (bench.us.legions, bench.us.galleys) == (2 - legions, 2 - galleys)


@pytest.mark.parametrize(
    ("usable", "needed"), [pytest.param(3, 4, id="D13"), pytest.param(1, 2, id="B6"), pytest.param(4, 4, id="enough")]
)
def test_a_conquest_takes_exactly_the_defence(usable: int, needed: int) -> None:
    """Units without an action left cannot be used; the players know which, the companion counts those given up."""
    bench, _, theirs = attacked(9)
    bench.state.nation(theirs).temples["iron"], bench.state.nation(theirs).plain["iron"] = 0, 1
    bench.state.nation(theirs).legions = needed - 1
    move = Conquer(theirs, "iron", needed - 1, 0, 0, usable)
    refusal = conquest_reason(bench.state, bench.us, move)
    assert (refusal is None) == (usable == needed)


def test_too_few_units_cannot_even_try() -> None:
    bench, _, theirs = attacked(4)
    reason = bench.refused(Conquer(theirs, "iron-temple", 1, 1, 0, 5))
    assert reason == "Missing: {n} unit for defence {sum}"


def test_d16_a_third_nation_is_left_alone() -> None:
    bench, _, theirs = attacked(5)
    third = bench.them(2)
    third.legions = 3
    bench.do(Conquer(theirs, "iron-temple", 1, 1, 0, 5))
    assert bench.state.nation(third.key).legions == 3


def test_s26_the_last_city_is_safe() -> None:
    bench, _, theirs = attacked(9)
    them = bench.state.nation(theirs)
    them.plain.update(marble=0, iron=0, gold=0)
    assert cities(bench.state, them) == 1
    assert bench.refused(Conquer(theirs, "iron-temple", 1, 1, 0, 5)).startswith("The last city")


def test_s27_with_all_discs_out_one_is_lifted() -> None:
    bench, mine, theirs = attacked(5)
    us = bench.us
    us.plain["gold"], us.temples["marble"] = 22, 1
    us.plain["marble"] = 1
    bench.state.bank_temples -= 1
    assert cities(bench.state, us) == 25
    assert bench.refused(Conquer(theirs, "iron-temple", 1, 1, 0, 5)).startswith("All 25 discs are out")
    temples = bench.state.bank_temples
    bench.do(Conquer(theirs, "iron-temple", 1, 1, 0, 5, swap="marble-temple"))
    us = bench.state.nation(mine)
    assert (cities(bench.state, us), us.temples["marble"], us.generals_due) == (25, 0, 1)
    assert bench.state.bank_temples == temples + 2


def test_no_disc_is_lifted_while_there_are_some() -> None:
    bench, _, theirs = attacked(5)
    assert bench.refused(Conquer(theirs, "iron-temple", 1, 1, 0, 5, swap="gold")) == "There are city discs left."


def test_d23_a_temple_comes_back_to_an_empty_bank() -> None:
    bench, mine, theirs = attacked(5)
    bench.state.bank_temples = 0
    bench.do(Conquer(theirs, "iron-temple", 1, 1, 0, 5))
    assert (bench.state.bank_temples, bench.state.nation(mine).generals_due) == (1, 1)


def test_d24_no_general_without_a_temple() -> None:
    bench, mine, theirs = attacked(5)
    bench.do(Conquer(theirs, "gold", 0, 0, 0, 1))
    assert bench.state.nation(mine).generals_due == 0


# -- founding ----------------------------------------------------------------------------------------------------------


def test_s30_founding_costs_one_of_each_coins_allowed() -> None:
    bench = Bench()
    bench.us.legions = 1
    bench.us.goods.update(marble=1, iron=0, gold=1)
    bench.us.coins = 1
    bench.founding().do(Found("gold", Split(marble=1, gold=1, coins=1)))
    nation = bench.state.nations[0]
    assert (nation.plain["gold"], nation.goods, nation.coins) == (2, {"gold": 0, "iron": 0, "marble": 0}, 0)


def test_d18_no_city_without_a_unit_of_ones_own() -> None:
    bench = Bench()
    bench.them().legions = 4
    bench.us.goods.update(marble=1, iron=1, gold=1)
    bench.founding()
    assert bench.refused(Found("gold", Split(1, 1, 1))) == "Missing: {what}"


@pytest.mark.parametrize(("taken", "reason"), [(16, None), (17, "No such province is free.")])
def test_the_last_free_province_of_a_type_can_be_founded(taken: int, reason: str | None) -> None:
    """The east side has 17 golden ones."""
    bench = Bench(side="east")
    bench.us.goods.update(marble=1, iron=1, gold=1)
    bench.us.legions = 1
    others = sum(nation.plain["gold"] for nation in bench.state.nations)
    bench.us.plain["gold"] += taken - others
    question: Any = bench.founding().asked()
    gold = next(option for option in question.options if option.value == "gold")
    assert (gold.reason.text if gold.reason else None) == reason


def test_whoever_has_bought_know_how_finds_the_end_on_top() -> None:
    bench = Bench()
    bench.us.goods["gold"] = 20
    question: Any = bench.at("know-how").asked()
    assert question.options[0].value != "done"
    question = bench.do(Learn("sailing", Split(gold=know_price(bench.state, "sailing").gold))).asked()
    assert question.options[0].value == "done"


# -- personalities -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "count", "paid", "new"),
    [
        pytest.param("king", 10, 1, 1, id="S17"),
        pytest.param("king", 10, 2, 0, id="S18-again-at-ten"),
        pytest.param("king", 15, 2, 1, id="S18-at-fifteen"),
        pytest.param("navigator", 14, 1, 1, id="S28"),
        pytest.param("citizen", 6, 1, 1, id="S29-six"),
        pytest.param("citizen", 9, 2, 1, id="S29-nine"),
        pytest.param("navigator", 7, 0, 1, id="D19-seven"),
        pytest.param("navigator", 6, 0, 0, id="D19-six"),
        pytest.param("navigator", 17, 0, 2, id="D20"),
    ],
)
def test_thresholds_are_absolute(kind: Personality, count: int, paid: int, new: int) -> None:
    assert new_cards(count, kind, paid) == new


def test_s17_s18_kings_are_kept_and_not_won_twice() -> None:
    bench = Bench()
    key = bench.us.key
    bench.us.plain["gold"], bench.us.rewarded["king"], bench.us.cards["king"] = 8, 1, 1
    bench.state.stacks["king"] = 8
    bench.end_of_turn()
    assert bench.state.nation(key).cards["king"] == 2
    for gold, kings in ((7, 2), (8, 2), (12, 2), (13, 3)):
        nation = bench.state.nation(key)
        nation.plain["gold"] = gold
        bench.state.agenda = [Next(key), Award(key), Turn(key)]
        bench.do(Go("gold", proposed(nation, rondel_price(bench.state, nation, "gold"))))
        assert bench.state.nation(key).cards["king"] == kings


def test_d22_an_empty_stack_gives_nothing() -> None:
    bench = Bench()
    bench.us.plain["gold"] = 3
    bench.state.stacks["king"] = 0
    key = bench.us.key
    bench.end_of_turn()
    assert bench.state.nation(key).cards["king"] == 0
    assert bench.state.nation(key).rewarded["king"] == 1


@pytest.mark.parametrize(("seats", "target"), [(6, 7), (5, 8), (4, 9), (3, 10), (2, 9)])
def test_s23_the_goal(seats: int, target: int) -> None:
    assert Bench(seats).state.switches.target == target


def test_s23_three_nations_may_play_to_twelve() -> None:
    assert Bench(3, target_3_nations=12).state.switches.target == 12
    assert Bench(4, target_3_nations=12).state.switches.target == 9


def test_d28_only_one_nation_wins_not_a_seat() -> None:
    bench = Bench(2)
    first, second = bench.state.of(1)
    first.cards["king"], second.cards["king"] = 8, 5
    bench.end_of_turn()
    assert not bench.state.ending
    bench.state.nations[1].cards["king"] = 9
    bench.end_of_turn()
    assert (bench.state.ending, bench.state.winner) == ("cards", bench.state.nations[1].key)


def test_a_general_counts_two_in_the_military_variation() -> None:
    bench = Bench(generals_value=2)
    bench.us.cards.update(general=2, king=1)
    assert points(bench.state, bench.us) == 5
    assert next(side for side in GAME.score(bench.state, PUBLIC).sides if side.side == bench.us.key).total == 5


# -- the end -----------------------------------------------------------------------------------------------------------


def all_gone(seats: int) -> Bench:
    bench = Bench(seats)
    bench.state.stacks = dict.fromkeys(STACKS, 0)
    for place, nation in enumerate(bench.state.nations):
        nation.cards["king"] = 5 if place == 0 and seats == 6 else 6
    return bench


@pytest.mark.parametrize(
    ("seats", "sudden"), [(6, True), (5, True), (4, False), (3, False)], ids=["D26", "5", "D27", "3"]
)
def test_sudden_death_is_for_five_and_six_nations(seats: int, sudden: bool) -> None:
    assert sudden_death(all_gone(seats).state) == sudden


def test_d26_the_next_temple_destroyed_wins() -> None:
    bench = all_gone(6)
    mine, theirs = bench.us.key, bench.them().key
    bench.us.galleys = 3
    bench.them().temples["iron"], bench.them().plain["iron"] = 1, 0
    bench.at("maneuver-a").do(Conquer(theirs, "iron-temple", 0, 0, 0, 3))
    assert (bench.state.ending, bench.state.winner) == ("temple", mine)
    assert GAME.awaits(bench.state).over
    assert [side.side for side in GAME.score(bench.state, PUBLIC).winners()] == [mine]


# -- coins and trading -------------------------------------------------------------------------------------------------


def test_s22_the_start() -> None:
    bench = Bench(coin_timing="round")
    nation = bench.state.nations[1]
    assert nation.goods == {"marble": 2, "iron": 1, "gold": 3}
    assert [nation.coins for nation in Bench().state.nations] == [1, 0, 0, 0]
    assert [nation.coins for nation in bench.state.nations] == [1, 1, 1, 1]


def test_s19_the_growth_opening() -> None:
    bench = Bench()
    first = bench.us.key
    bench.at("marble")
    assert (bench.state.nation(first).goods["marble"], bench.state.nation(first).coins) == (3, 1)
    while bench.us.key != first:
        bench.end_of_turn()
    assert bench.us.coins == 2
    bench.do(Go("temple", Split(gold=1)))
    bench.do(Build("gold", Split(marble=3, coins=2)))
    us = bench.state.nation(first)
    assert (us.goods, us.coins, us.temples["gold"]) == ({"gold": 2, "iron": 1, "marble": 0}, 0, 1)


def test_s25_without_a_coin_a_good_of_choice() -> None:
    bench = Bench()
    bench.state.bank_coins = 0
    bench.end_of_turn()
    assert [option.value for option in bench.asked().options] == ["marble", "iron", "gold"]  # type: ignore[attr-defined]
    bench.do(Take("iron"))
    assert bench.us.goods["iron"] == 2


def test_the_last_chip_of_a_good_is_taken_and_then_there_is_none() -> None:
    bench = Bench(chips=76)
    bench.state.bank_coins = 0
    bench.end_of_turn()
    bench.us.goods["iron"] = 0
    bench.us.goods["iron"] = chips_left(bench.state, "iron") - 1
    assert chips_left(bench.state, "iron") == 1
    taker = bench.us.key
    bench.do(Take("iron"))
    assert chips_left(bench.state, "iron") == 0
    bench.state.agenda.append(CoinDue(taker))
    assert bench.refused(Take("iron")) == "The bank has no such chips left."
    bench.do(Take("gold"))
    assert bench.state.nation(taker).goods["gold"] == 4


def test_b5_two_for_one() -> None:
    bench = Bench(profile=2006)
    bench.us.know.update(legions=2, galleys=2, production=2, defence=2)
    bench.us.goods.update(marble=1, iron=0, gold=3)
    bench.do(Trade(Split(marble=1, gold=3), Split(iron=2)))
    assert bench.us.goods == {"gold": 0, "iron": 2, "marble": 0}
    assert bench.refused(Trade(Split(iron=1), Split(gold=1))).startswith("For every")


def test_nobody_trades_what_is_not_there() -> None:
    """Also where only one of the goods given is short."""
    bench = Bench()
    bench.us.know.update(legions=2, galleys=2, production=2, defence=2)
    bench.us.goods.update(marble=1, iron=0, gold=3)
    assert bench.refused(Trade(Split(gold=2, marble=2), Split(iron=4))) == "You do not have that many goods."
    assert bench.refused(Trade(Split(iron=1), Split(gold=1))) == "You do not have that many goods."
    bench.do(Trade(Split(gold=3, marble=1), Split(iron=4)))
    assert bench.us.goods == {"gold": 0, "iron": 4, "marble": 0}


@pytest.mark.parametrize("profile", [2005, 2006])
@pytest.mark.parametrize("give", [Split(), Split(gold=2)])
def test_a_trade_for_nothing_is_refused(profile: int, give: Split) -> None:
    """Section 13.12: neither nothing for nothing, nor something for nothing."""
    bench = Bench(profile=profile)
    bench.us.know.update(legions=2, galleys=2, production=2, defence=2)
    assert bench.refused(Trade(give, Split())) == "For every {n} given, one is taken."


def test_in_2005_one_for_one_but_no_coins() -> None:
    bench = Bench()
    bench.us.know.update(legions=2, galleys=2, production=2, defence=1)
    assert bench.refused(Trade(Split(gold=1), Split(iron=1))) == "That needs all eight know-hows."
    bench.us.know["defence"] = 2
    bench.do(Trade(Split(gold=2), Split(iron=2)))
    assert bench.us.goods["iron"] == 3
    assert bench.refused(Trade(Split(coins=1), Split(iron=1))) == "Coins are not traded."


def test_d29_the_extra_personality_raises_no_threshold() -> None:
    bench = Bench(profile=2006)
    us = bench.us
    us.know.update(legions=2, galleys=2, production=2, defence=1)
    us.goods["gold"], us.plain["gold"] = 10, 18
    us.rewarded["king"], us.cards["king"] = 4, 4
    bench.state.stacks.update(king=9)
    bench.at("know-how").do(Learn("democracy", Split(gold=10)))
    bench.ends(us)
    nation = bench.state.nation(us.key)
    assert (nation.cards["king"], nation.cards["scholar"], nation.rewarded["king"]) == (5, 1, 4)


def test_s24_the_known_starting_nation_is_proposed() -> None:
    state = GAME.new(Bench(6).setup)
    walked = walk(GAME.ask(state, 0), [])
    assert isinstance(walked, Asked)
    assert walked.question.default == "carthaginians"


def test_awards_come_at_the_end_of_the_own_turn_only() -> None:
    bench = Bench()
    bench.them().plain["gold"] = 4
    them = bench.them().key
    bench.end_of_turn()
    assert bench.state.nation(them).cards["king"] == 0
    bench.end_of_turn()
    assert bench.state.nation(them).cards["king"] == 1


def test_the_log_says_who_begins() -> None:
    bench = Bench(4)
    begins = next(told for told in bench.told if told.text == "{who}: the first turn.")
    assert begins.args["who"] == bench.state.nations[0].name
