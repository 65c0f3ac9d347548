"""Who may fight whom and when, and the dialogue of a conquest."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.questions import Count, Pick
from companion.games.antike.moves import Battle, Conquer, Done
from tests.games.antike.bench import GAME, Bench


def at_war(**options: Any) -> Bench:
    """The first nation manoeuvres with five legions and two galleys; the others have some of either."""
    bench = Bench(**options)
    bench.us.legions, bench.us.galleys = 5, 2
    second, third, fourth = bench.them(1), bench.them(2), bench.them(3)
    second.legions, third.galleys, fourth.plain["gold"] = 3, 1, 0
    bench.at("maneuver-b")
    return bench


def test_only_those_whose_units_can_meet_may_demand_a_battle() -> None:
    assert GAME.awaits(at_war().state).may == (2, 3)


def test_battles_are_fought_by_the_nation_on_turn() -> None:
    bench = at_war().says("battle", "romans-legion", 2)
    assert (bench.us.legions, bench.them().legions) == (3, 1)
    bench.says("battle", "romans-legion")
    assert (bench.us.legions, bench.them().legions) == (2, 0)


def test_a_battle_is_demanded_by_another_seat() -> None:
    bench = at_war().says("germans-galley", seat=3)
    assert (bench.us.galleys, bench.them(2).galleys) == (1, 0)
    assert GAME.awaits(bench.state).may == (2,)
    with pytest.raises(Refused):
        GAME.ask(bench.state, 3)


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (3, Battle("germans", "romans", "galley"), "out-of-reach"),
        (3, Battle("greeks", "germans", "galley"), "out-of-reach"),
        (3, Battle("germans", "greeks", "legion"), "out-of-reach"),
        (3, Battle("germans", "greeks", "galley", 2), "out-of-reach"),
        (3, Battle("germans", "germans", "galley"), "out-of-reach"),
        (3, Battle("gauls", "greeks", "galley"), "out-of-reach"),
        (3, Done(), "not-awaited"),
        (4, Battle("phoenicians", "greeks", "legion"), "not-awaited"),
        (1, Battle("greeks", "romans", "galley"), "out-of-reach"),
        (1, Battle("romans", "greeks", "legion"), "out-of-reach"),
        (1, Battle("greeks", "romans", "legion", 0), "out-of-reach"),
    ],
)
def test_battles_that_cannot_be(seat: int, move: Any, code: str) -> None:
    bench = at_war()
    with pytest.raises(Refused, match=code):
        bench.do(move, seat)


def test_no_battle_outside_a_manoeuvre() -> None:
    bench = Bench()
    bench.us.legions = bench.them().legions = 3
    with pytest.raises(Refused, match="not-now"):
        bench.do(Battle("greeks", "romans", "legion"))
    assert GAME.awaits(bench.state).may == ()


def test_two_nations_of_one_seat_demand_nothing_of_each_other() -> None:
    bench = Bench(2)
    bench.us.legions = 2
    for nation in bench.state.nations:
        nation.legions = 2
    bench.at("maneuver-a")
    assert GAME.awaits(bench.state).may == (2,)
    options = bench.asked(seat=2).options  # type: ignore[attr-defined]
    assert [option.value for option in options] == ["greeks-legion", "germans-legion"]
    mine = [option.value for option in bench.asked("battle").options]  # type: ignore[attr-defined]
    assert "phoenicians-legion" in mine


def test_the_dialogue_of_a_conquest_asks_only_what_can_differ() -> None:
    bench = at_war()
    city = bench.asked("romans")
    assert isinstance(city, Pick)
    assert [option.value for option in city.options] == ["marble", "iron", "gold"]
    defenders = bench.asked("romans", "marble")
    assert isinstance(defenders, Count)
    assert (defenders.key, defenders.high) == ("defending-legion", 3)
    lost = bench.asked("romans", "marble", 3)
    assert isinstance(lost, Count)
    assert (lost.key, lost.low, lost.high) == ("lost-legions", 2, 4)
    bench.says("romans", "marble", 3, 2)
    assert (bench.us.legions, bench.us.galleys, bench.us.plain["marble"]) == (3, 0, 2)


def test_more_defenders_than_can_be_beaten_are_not_offered() -> None:
    bench = at_war()
    bench.them().legions = 17
    assert bench.asked("romans", "marble").high == 6  # type: ignore[attr-defined]
    bench.them().know["defence"] = 2
    assert bench.asked("romans", "marble").high == 4  # type: ignore[attr-defined]


def test_a_city_that_is_too_strong_says_so() -> None:
    bench = at_war()
    bench.us.legions = bench.us.galleys = 0
    options = {option.value: option.reason for option in bench.asked().options}  # type: ignore[attr-defined]
    assert options["romans"].short == "Defence {n}"
    assert options["romans"].args == {"n": 1}


def test_the_city_to_lift_a_disc_from_is_asked_at_the_end() -> None:
    bench = at_war()
    bench.us.plain["gold"] = 23
    assert bench.asked("romans", "iron", 0, 1).key == "swap"
    bench.says("romans", "iron", 0, 1, "gold")
    assert (bench.us.plain["gold"], bench.us.plain["iron"]) == (22, 2)


@pytest.mark.parametrize(
    "move",
    [
        Conquer("greeks", "iron", 0, 0, 1, 0),
        Conquer("gauls", "iron", 0, 0, 1, 0),
        Conquer("romans", "iron-temple", 0, 0, 3, 0),
        Conquer("romans", "iron", 4, 0, 5, 0),
        Conquer("romans", "iron", 0, 1, 2, 0),
        Conquer("romans", "iron", -1, 0, 0, 0),
        Conquer("romans", "iron", 1, 0, 1, 0),
        Conquer("romans", "iron", 1, 0, 3, -1),
        Conquer("romans", "iron", 0, 0, 1, 0, swap="iron"),
    ],
)
def test_conquests_that_cannot_be(move: Conquer) -> None:
    bench = at_war()
    before = GAME.encode_state(bench.state)
    with pytest.raises(Refused, match="out-of-reach"):
        bench.do(move)
    assert GAME.encode_state(bench.state) == before


def test_conquests_and_battles_may_be_mixed_in_2005() -> None:
    bench = at_war().do(Conquer("romans", "iron", 0, 0, 1, 0))
    bench.do(Battle("greeks", "romans", "legion")).do(Conquer("romans", "gold", 0, 0, 0, 1))
    assert bench.us.plain == {"gold": 2, "iron": 2, "marble": 1}
    assert bench.refused(Conquer("romans", "marble", 0, 0, 1, 0)).startswith("The last city")
