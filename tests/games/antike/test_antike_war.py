"""Who may fight whom and when, and the dialogue of a conquest."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.questions import Count, Pick
from companion.core.wording import Message, Speaker
from companion.games.antike.moves import Battle, Conquer, Done
from companion.games.antike.war import NOBODY
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
        (3, Done(), "not-now"),
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


def test_the_dialogue_of_a_conquest() -> None:
    bench = at_war()
    city = bench.asked("romans")
    assert isinstance(city, Pick)
    assert [option.value for option in city.options] == ["marble", "iron", "gold"]
    defenders = bench.asked("romans", "marble")
    assert isinstance(defenders, Pick)
    assert (defenders.key, [option.value for option in defenders.options]) == ("defending-legion", [0, 1, 2, 3])
    lost = bench.asked("romans", "marble", 3)
    assert isinstance(lost, Count)
    assert (lost.key, lost.low, lost.high) == ("lost-legions", 2, 4)
    bench.says("romans", "marble", 3, 2)
    assert (bench.us.legions, bench.us.galleys, bench.us.plain["marble"]) == (3, 0, 2)


def defenders(bench: Bench, *answers: Any) -> dict[int, tuple[int, str]]:
    """Every number of defenders that is offered: the defence that its label says, and why it is out of reach."""
    question = bench.asked(*answers)
    assert isinstance(question, Pick)
    return {
        option.value: (int(str(option.label.args["sum"])), option.reason.text if option.reason else "")
        for option in question.options
    }


STRONGER = "Missing: {n} unit for defence {sum}"


def test_one_galley_does_not_take_what_three_legions_hold() -> None:
    """All three are asked about, and each of them makes the defence more than one galley."""
    bench = at_war()
    bench.us.legions, bench.us.galleys = 0, 1
    assert defenders(bench, "romans", "marble") == {0: (1, ""), 1: (2, STRONGER), 2: (3, STRONGER), 3: (4, STRONGER)}
    with pytest.raises(Refused, match="out-of-reach") as refused:
        bench.says("romans", "marble", 3)
    assert refused.value.message.args == {"n": 3, "sum": 4}


def test_seven_galleys_do_not_win_against_defence_eight() -> None:
    """Temple, Democracy, two legions and a galley: the galley is asked about although two legions use up the force."""
    bench = at_war()
    bench.us.legions, bench.us.galleys = 0, 7
    target = bench.them()
    target.legions, target.galleys, target.know["defence"] = 2, 1, 2
    target.plain["gold"], target.temples["gold"] = 0, 1
    assert defenders(bench, "romans", "gold-temple") == {NOBODY: (5, ""), 0: (5, ""), 1: (6, ""), 2: (7, "")}
    assert defenders(bench, "romans", "gold-temple", 2) == {0: (7, ""), 1: (8, STRONGER)}
    with pytest.raises(Refused, match="out-of-reach") as refused:
        bench.says("romans", "gold-temple", 2, 1)
    assert refused.value.message.args == {"n": 1, "sum": 8}
    bench.us.galleys = 8
    bench.says("romans", "gold-temple", 2, 1)
    assert (bench.us.galleys, bench.them().legions, bench.them().galleys) == (0, 0, 0)


def test_only_kinds_of_units_that_can_be_there_are_asked_about() -> None:
    """On the map: no galley comes to Babylon, no legion to Paphos."""
    bench = Bench(side="east", level="provinces")
    bench.us.legions, bench.us.galleys = 4, 4
    target = bench.them()
    target.legions = target.galleys = 2
    for city in ("babylon", "paphos", "tyros"):
        bench.state.owners[city] = bench.state.number(target)
    bench.at("maneuver-a")
    keys = {city: bench.asked(target.key, city).key for city in ("babylon", "paphos", "tyros")}
    assert keys == {"babylon": "defending-legion", "paphos": "defending-galley", "tyros": "defending-legion"}
    assert bench.asked(target.key, "tyros", 0).key == "defending-galley"
    assert bench.asked(target.key, "tyros", NOBODY).key == "lost-legions", "one answer where nobody defends"
    of_one_kind = bench.asked(target.key, "babylon")
    assert isinstance(of_one_kind, Pick)
    assert NOBODY not in [option.value for option in of_one_kind.options], "0 says it"
    bench.says(target.key, "babylon", 2)
    assert (bench.us.legions, bench.them().legions, bench.them().galleys) == (1, 0, 2)


@pytest.mark.parametrize(("level", "actions"), [(0, 1), (1, 2), (2, 3)])
def test_the_question_of_a_manoeuvre_says_what_each_unit_may_do(level: int, actions: int) -> None:
    bench = at_war()
    bench.us.know["legions"], bench.us.know["galleys"] = level, 2 - level
    english = Speaker("en", NullTranslations(), {})
    hint = bench.asked().hint
    assert isinstance(hint, Message)
    said = english.say(hint)
    assert f"{actions} action" in said.split("legion")[0]
    assert f"{4 - actions} action" in said.split("legion")[1]
    assert english.short(bench.asked().prompt) == f"Leg. {actions}, galleys {4 - actions}"


def test_a_city_that_is_too_strong_says_so() -> None:
    bench = at_war()
    bench.us.legions = bench.us.galleys = 0
    options = {option.value: option.reason for option in bench.asked().options}  # type: ignore[attr-defined]
    assert options["romans"].short == "Defence {sum}: -{n}"
    assert options["romans"].args == {"n": 1, "sum": 1}


def test_the_city_to_lift_a_disc_from_is_asked_at_the_end() -> None:
    bench = at_war()
    bench.us.plain["gold"] = 23
    assert bench.asked("romans", "iron", 0, 1).key == "swap"
    bench.says("romans", "iron", 0, 1, "gold")
    assert (bench.us.plain["gold"], bench.us.plain["iron"]) == (22, 2)


def test_one_answer_says_all_defenders_where_a_disc_must_be_lifted_too() -> None:
    bench = at_war()
    bench.us.plain["gold"] = 23
    bench.state.nation("romans").galleys = 1
    assert bench.asked("romans", "iron").key == "defending"
    bench.says("romans", "iron", "1-1", 3, "gold")
    romans = bench.state.nation("romans")
    assert (bench.us.legions, bench.us.galleys, romans.legions, romans.galleys) == (2, 2, 2, 0)


def test_defenders_too_strong_to_be_beaten_do_not_cost_a_second_answer() -> None:
    """Four legions and three galleys make twenty answers, of which ours can beat ten."""
    bench = at_war()
    bench.us.plain["gold"] = 23
    romans = bench.state.nation("romans")
    romans.legions, romans.galleys, bench.us.legions, bench.us.galleys = 4, 3, 2, 2
    question = bench.asked("romans", "iron")
    assert question.key == "defending"
    assert sum(option.reason is None for option in question.options) == 10  # type: ignore[attr-defined]
    bench.us.legions = 9
    assert bench.asked("romans", "iron").key == "defending-legion"


def test_a_city_is_chosen_beforehand_only_where_no_other_can_be_conquered() -> None:
    bench = at_war()
    assert bench.asked("romans").usual is None
    bench.state.nation("romans").plain |= {"marble": 0, "gold": 0, "iron": 2}
    assert bench.asked("romans").usual == "iron"


def test_a_conquest_tells_what_the_conqueror_gives_up() -> None:
    bench = at_war().do(Conquer("romans", "iron", 1, 0, 1, 1))
    english = Speaker("en", NullTranslations(), {})
    assert any("gives up 1 legion and 1 galley" in english.say(line) for line in bench.told)


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
