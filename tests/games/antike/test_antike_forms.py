"""The forms of a turn: their fields, what is usual, the moves they make, and how many taps that takes."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Any

import pytest

from companion.core.dialogue import Done as Walked
from companion.core.dialogue import walk
from companion.core.forms import Filled, fill
from companion.core.questions import Answer, Count
from companion.core.secrecy import Viewer, seen
from companion.core.step import TABLE
from companion.core.wording import Speaker
from companion.games.antike.cities import FOUNDING
from companion.games.antike.goods import Price, ask_payment, price_reason, proposed
from companion.games.antike.moves import Arm, Battle, Begin, Build, Conquer, Done, Found, Go, Learn, Sail, Settle, Split
from companion.games.antike.state import Acting, Nation
from companion.games.antike.tables import GOODS, KNOW
from companion.games.antike.turn import needed
from companion.games.antike.turn_parts import COUNT_SEAS, END
from tests.games.antike.bench import GAME, Bench


def filled(bench: Bench, seat: int = 0, **given: Answer) -> Filled:
    """The form of whoever is awaited, filled like this."""
    seat = seat or GAME.awaits(bench.state).must[0]
    form = fill(GAME, seen(bench.state, Viewer(seat)), seat, (), {key.replace("_", "-"): given[key] for key in given})
    assert form is not None
    return form


def keys(form: Filled) -> list[str]:
    return [field.key for field in form.fields]


def usual(form: Filled) -> dict[str, Answer | None]:
    """What stands there without anybody's doing."""
    return {field.key: field.answer for field in form.fields if not field.given}


def taps(form: Filled) -> int:
    """One for what was chosen, one for each step of a number, and the button."""
    steps = 0
    for field in form.fields:
        if field.given:
            question = field.question
            steps += abs(int(str(field.answer)) - begun(question)) if isinstance(question, Count) else 1
    return steps + 1


def begun(count: Count) -> int:
    return int(str(count.usual))


def rich(**numbers: Any) -> Bench:
    """A nation on iron with something of everything."""
    bench = Bench(3)
    bench.us.goods.update(marble=6, iron=4, gold=3)
    bench.us.coins = 1
    bench.us.space = "iron"
    for key, value in numbers.items():
        setattr(bench.us, key, value)
    return bench


def test_a_turn_waits_for_the_space() -> None:
    form = filled(rich())
    assert usual(form) == {"rondel": None}
    assert not form.ready


def test_production_is_one_choice() -> None:
    bench = rich(space="marble")
    form = filled(bench, rondel="gold")
    assert keys(form) == ["rondel", "pay"]
    assert form.moves == (Go("gold", Split(marble=2)),)
    assert taps(form) == 2


def test_a_city_is_founded_with_what_was_produced() -> None:
    bench = rich(legions=1)
    bench.us.goods["gold"] = 0
    bench.us.coins = 0
    assert usual(filled(bench, rondel="gold")) == {"found": "done"}
    form = filled(bench, rondel="gold", found="iron")
    assert form.moves == (Go("gold", Split()), Found("iron", Split(1, 1, 1)))
    assert taps(form) == 3


def test_a_temple_is_two_choices() -> None:
    form = filled(rich(), rondel="temple", temple="gold")
    assert form.moves == (Go("temple", Split()), Build("gold", Split(marble=5)))
    assert taps(form) == 3


def test_which_temple_is_usual_only_where_there_is_one_kind() -> None:
    bench = rich()
    assert usual(filled(bench, rondel="temple")) == {"temple": None}
    bench.us.plain = {"marble": 0, "iron": 2, "gold": 0}
    form = filled(bench, rondel="temple")
    assert usual(form) == {"temple": "iron"}
    assert form.moves == (Go("temple", Split()), Build("iron", Split(marble=5)))


def test_after_a_temple_no_more_is_usual() -> None:
    bench = rich()
    bench.us.goods["marble"] = 11
    form = filled(bench, rondel="temple", temple="gold")
    assert usual(form) == {"temple-2": "done"}
    assert form.moves[-1] == Done()
    both = filled(bench, rondel="temple", temple="gold", temple_2="iron")
    assert [type(move) for move in both.moves] == [Go, Build, Build]


def test_know_how_is_two_choices_and_one_where_something_else_pays_for_the_way() -> None:
    bench = rich()
    bench.us.goods.update(marble=1, iron=2, gold=12)
    form = filled(bench, rondel="know-how", know="market")
    assert usual(form)["pay"] == "1-2-0-0", "gold is what science needs"
    assert form.moves[:2] == (Go("know-how", Split(1, 2)), Learn("market", Split(gold=7)))
    assert taps(form) == 3
    assert "know-2" not in keys(form), "nothing else can be paid"


def test_nobody_loses_a_know_how_by_the_button_alone() -> None:
    """Nothing is usual among them, so it makes only the step on the rondel."""
    bench = rich()
    bench.us.goods["gold"] = 9
    form = filled(bench, rondel="know-how")
    assert usual(form)["know"] is None
    assert [type(move) for move in form.moves] == [Go]
    assert isinstance(bench.do(form.moves[0]).state.agenda[-1], Acting)


def test_arming_presets_nothing_that_costs() -> None:
    bench = rich()
    form = filled(bench, rondel="arming")
    assert usual(form) == {"pay": "1-0-0-0", "legions": 0, "galleys": None}
    assert not any(isinstance(move, Arm) for move in form.moves)
    form = filled(bench, rondel="arming", galleys=2)
    assert form.moves[:2] == (Go("arming", Split(marble=1)), Arm(0, 2, Split(iron=2)))
    form = filled(bench, rondel="arming", legions=2)
    assert usual(form)["galleys"] == 0
    assert form.moves[1] == Arm(2, 0, Split(iron=2))
    assert taps(form) == 4


def test_where_no_galley_can_be_the_legions_are_waited_for() -> None:
    """Babylon and Ninive lie inland."""
    bench = Bench(3, side="east", level="provinces")
    for province in list(bench.state.owners):
        bench.state.owners[province] = 0
    number = bench.state.number(bench.us)
    bench.state.owners |= {"babylon": number, "ninive": number}
    bench.us.goods.update(iron=3)
    form = usual(filled(bench, rondel="arming"))
    assert form["legions"] is None
    assert "galleys" not in form


@pytest.mark.parametrize("gold", [1, 2])
def test_the_rondel_is_not_paid_with_marble_that_a_temple_needs(gold: int) -> None:
    bench = rich(space="marble", coins=2)
    bench.us.goods.update(marble=3, iron=1, gold=gold)
    bench.us.space = "marble"
    form = filled(bench, rondel="temple")
    assert usual(form)["pay"] == ("0-0-1-0" if gold > 1 else "0-1-0-0")
    assert "temple" in keys(form)


def maneuvering() -> Bench:
    bench = rich(space="gold", legions=5, galleys=2)
    bench.do(Go("maneuver-a", Split()))
    return bench


def test_a_manoeuvre_is_chosen_in_one_form_and_ended_in_another() -> None:
    bench = rich(space="gold", legions=5)
    form = filled(bench, rondel="maneuver-a")
    assert form.moves == (Go("maneuver-a", Split()),)
    assert taps(form) == 2
    end = filled(maneuvering())
    assert usual(end) == {"maneuver": "done", "found": "done"}
    assert end.moves == (Done(), Done())
    assert taps(end) == 1


def test_a_manoeuvre_and_its_cities_are_one_form() -> None:
    form = filled(maneuvering(), found="iron", found_2="gold")
    assert [type(move) for move in form.moves] == [Done, Found, Found, Done]
    assert form.moves[2] == Found("gold", Split(1, 1, 1))
    assert len(form.told) == 4, "two cities, the king for five, and the coin of the next nation"
    one = filled(maneuvering(), found="iron")
    assert usual(one) == {"maneuver": "done", "found-2": "done"}
    assert taps(one) == 2


def test_after_a_fight_nothing_is_usual() -> None:
    """Who has entered a conquest may have another; the button sends no more than what was entered."""
    bench = maneuvering()
    form = filled(bench, maneuver="romans", city="iron", defending_legion=0)
    assert keys(form) == ["maneuver", "city", "lost-legions", "maneuver-2"]
    assert form.moves == (Conquer("romans", "iron", 0, 0, 1, 0),)
    bench.state.nation("romans").legions = 1
    form = filled(bench, maneuver="battle", battle="romans-legion")
    assert form.moves == (Battle("greeks", "romans", "legion", 1),)
    whole = filled(bench, maneuver="battle", battle="romans-legion", maneuver_2="done", found="iron")
    assert [type(move) for move in whole.moves] == [Battle, Done, Found, Done]


def test_a_battle_demanded_by_another_ends_what_was_usual() -> None:
    bench = maneuvering()
    bench.state.nation("romans").legions = 1
    bench.do(Battle("romans", "greeks", "legion", 1), bench.state.nation("romans").seat)
    assert usual(filled(bench)) == {"maneuver": None}


def test_a_way_on_the_map_is_no_part_of_the_form() -> None:
    bench = Bench(3, side="east", level="provinces")
    bench.do(Go("maneuver-a", Split()))
    form = filled(bench, maneuver="survey")
    assert form.moves == ()
    assert form.draft == ("survey",)


def test_seas_are_counted_with_the_rest() -> None:
    bench = rich(space="gold", galleys=7, seas=3)
    bench.do(Go("maneuver-a", Split()))
    assert usual(filled(bench)) == {"maneuver": "done", "found": "done", "seas": 3}
    assert filled(bench, seas=7).moves[-1] == Sail(7)


def test_how_galleys_lie_is_asked_alone_where_nobody_has_said_it_yet() -> None:
    bench = rich(space="gold", galleys=7)
    bench.do(Go("maneuver-a", Split()))
    form = filled(bench)
    assert usual(form) == {"maneuver": "done", "found": "done", "seas": None}
    assert form.moves == (Done(), Done())
    for move in form.moves:
        bench.do(move)
    assert usual(filled(bench)) == {"seas": None}
    assert not filled(bench).ready


def acts(form: Filled) -> list[str]:
    """The words of its own that each answer puts on the button, in the order of the fields."""
    found = []
    for field in form.fields:
        options = getattr(field.question, "options", ())
        act = field.question.act or next((option.act for option in options if option.value == field.answer), None)
        if act is not None and field.answer is not None:
            found.append(act.text)
    return found


def test_no_button_ends_the_turn_while_the_seas_are_still_to_be_counted() -> None:
    bench = rich(space="gold", galleys=7)
    bench.do(Go("maneuver-a", Split()))
    assert filled(bench).form.act == COUNT_SEAS
    assert acts(filled(bench, seas=7)) == [END.text]
    bench.us.seas = 3
    assert filled(bench).form.act == END
    for galleys, act in ((6, "Go on"), (3, END.text)):
        few = rich(space="gold", galleys=galleys)
        few.do(Go("arming", Split()))
        form = filled(few).form
        assert form.act is not None
        assert form.act.text == act, "what is armed now may be the seventh galley"


def test_the_button_names_what_leaves_a_question_open() -> None:
    bench = rich(know=dict.fromkeys(("legions", "galleys", "production", "defence"), 2), legions=1)
    assert acts(filled(bench, turn="trade")) == ["Trade goods"]
    assert acts(filled(bench, rondel="temple", temple="done"))[-1] == "No temple"
    assert acts(filled(bench, rondel="temple", temple="done", found="done"))[-1] == END.text
    assert acts(filled(bench, rondel="arming", arming="done"))[-1] == "No units"
    east = Bench(3, side="east", level="provinces")
    east.do(Go("maneuver-a", Split()))
    assert acts(filled(east, maneuver="survey")) == ["Count borders on the map"]


def test_where_something_is_put_does_not_read_as_what_is_paid() -> None:
    for space, key in (("temple", "temple"), ("iron", "found")):
        form = filled(rich(space="marble", legions=1), rondel=space)
        options = next(field.question for field in form.fields if field.key == key).options  # type: ignore[union-attr]
        labels = {option.value: option.label.text for option in options}
        assert [labels[good] for good in GOODS] == ["Marble city", "Iron city", "Gold city"]


def test_what_is_missing_for_a_price_is_named() -> None:
    nation = Nation("greeks", 1, {"marble": 3, "iron": 0, "gold": 0}, 0)
    english = Speaker("en", NullTranslations(), {})

    def said(price: Price) -> str:
        reason = price_reason(nation, price)
        return english.say(reason) if reason else ""

    assert said(Price(marble=5)) == "Missing: 2 marble"
    assert said(FOUNDING) == "Missing: 1 iron, 1 gold"
    assert said(Price(any=4)) == "Missing: 1 good or coin"
    nation.coins = 1
    assert said(Price(marble=5)) == "Missing: 1 marble"
    assert said(FOUNDING) == "Missing: 1 coin", "which good it stands for is open"
    assert said(Price(any=6)) == "Missing: 2 goods or coins"
    nation.coins = 2
    assert said(FOUNDING) == ""


def test_whoever_may_trade_is_not_sent_on_by_a_trade() -> None:
    bench = rich(know=dict.fromkeys(("legions", "galleys", "production", "defence"), 2), legions=1)
    assert usual(filled(bench))["turn"] == "go"
    form = filled(bench, turn="trade")
    assert [type(move).__name__ for move in form.moves] == ["Trade"]
    assert usual(filled(bench, rondel="gold"))["found"] is None


@pytest.mark.parametrize("space", ["temple", "arming", "know-how", "gold"])
def test_the_way_is_usually_paid_with_what_the_space_does_not_need(space: Any) -> None:
    bench = rich(coins=2)
    bench.us.goods.update(marble=6, iron=3, gold=6)
    for n in range(1, 6):
        before = needed(bench.state, bench.us, space)
        paid = proposed(bench.us, Price(any=n), before)
        other = sum(max(0, bench.us.goods[good] - before.get(good, 0)) for good in GOODS)
        used = sum(max(0, paid.goods[good] - (bench.us.goods[good] - before.get(good, 0))) for good in GOODS)
        assert used == max(0, n - other)
        assert paid.coins == 0


def test_a_temple_stays_affordable_on_the_way_to_it() -> None:
    """Five marble are the largest pile, and the temple."""
    nation = Nation("greeks", 1, {"marble": 5, "iron": 1, "gold": 1}, 0)
    walked = walk(ask_payment(nation, Price(any=1), {"marble": 5}), ["1-0-0-0"])
    assert isinstance(walked, Walked), "what old evenings paid with is still there"
    question = next(ask_payment(nation, Price(any=1), {"marble": 5}))
    assert question.default == "1-0-0-0"
    assert question.usual in ("0-1-0-0", "0-0-1-0")


def test_every_know_how_says_on_the_button_what_it_is() -> None:
    bench = rich()
    bench.us.goods["gold"] = 30
    form = filled(bench, rondel="know-how")
    options = next(field.question for field in form.fields if field.key == "know").options  # type: ignore[union-attr]
    assert {option.value for option in options if option.act is not None} == set(KNOW)


# -- the beginning, and battles demanded ------------------------------------------------------------------------------


def test_who_begins_and_the_round_are_one_form() -> None:
    bench = Bench(4)
    begun = GAME.new(bench.setup)
    form = fill(GAME, begun, TABLE, (), {})
    assert form is not None
    assert keys(form)[0] == "first"
    form = fill(GAME, begun, TABLE, (), {"first": "romans"})
    assert form is not None
    assert usual(form) == {"round": 1}
    assert form.moves == (Begin(("romans",)),)


def test_the_start_cities_of_a_nation_are_one_form() -> None:
    bench = Bench(3, side="east", level="provinces", start_places="named")
    form = filled(bench)
    assert usual(form) == {"start-marble": None}
    for good in ("marble", "iron", "gold"):
        options = form.fields[-1].question.options  # type: ignore[union-attr]
        city = next(option.value for option in options if option.reason is None)
        form = filled(
            bench, **{field.key: field.answer for field in form.fields if field.given}, **{f"start-{good}": city}
        )
    assert [type(move) for move in form.moves] == [Settle]


def test_a_battle_that_is_demanded_is_one_form() -> None:
    bench = maneuvering()
    romans = bench.state.nation("romans")
    romans.legions = 3
    form = filled(bench, romans.seat, demand="romans-legion")
    assert usual(form) == {"pairs": 1}
    assert form.moves == (Battle("romans", "greeks", "legion", 1),)
