"""The east side: what was counted on the board, where units can be, how far it is; and what owners correct or enter."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from companion.core.boxes import Box, Learned, read
from companion.core.questions import Pick
from companion.core.secrecy import PUBLIC
from companion.core.wording import verbatim
from companion.games import antike
from companion.games.antike.box import BORDERS, EAST, SHIPPED, WEST, Province, atlas, distances
from companion.games.antike.moves import Arm, Build, Conquer, Found, Keep, NewProvince, Settle, Split, Survey
from companion.games.antike.state import Acting, Founding
from companion.games.antike.tables import EAST_TYPES, GOODS, NATIONS, START_CITIES, Good, Unit
from companion.games.antike.war import city_reason, unit_reason
from companion.games.antike.words import action_words
from companion.locale import speaker
from tests.games.antike.bench import GAME, Bench

MAP = atlas("east", {})


def named(good: Good, letter: str) -> str:
    return f"{good}-{letter}"


def west_box() -> Box:
    """Fifteen provinces in a row, types in turn, all borders mixed, entered at one end only."""
    goods: tuple[Good, ...] = ("marble", "iron", "gold")
    keys = [named(good, letter) for letter in "abcde" for good in goods]
    facts: Box = {"west": {}}
    for place, key in enumerate(keys):
        facts["west"][key] = {"name": key.title(), "type": key.split("-")[0]}
        if place:
            facts["west"][key]["mixed"] = [keys[place - 1]]
    return facts


# -- as counted on the board -------------------------------------------------------------------------------------------


def test_fifty_provinces_by_type() -> None:
    assert len(MAP) == 50
    assert Counter(province.good for province in MAP.values()) == EAST_TYPES


def test_every_border_is_there_from_both_sides_once() -> None:
    borders: Counter[str] = Counter()
    for one, other in combinations(MAP.values(), 2):
        kinds = [kind for kind in BORDERS if other.key in one.borders[kind]]
        assert kinds == [kind for kind in BORDERS if one.key in other.borders[kind]]
        assert len(kinds) <= 1
        borders.update(kinds)
    assert borders == {"land": 68, "sea": 32, "mixed": 27}
    assert all(key in MAP for facts in SHIPPED["east"].values() for kind in BORDERS for key in facts[kind])  # type: ignore[union-attr]


def test_three_to_six_neighbours_each() -> None:
    assert Counter(len(province.near) for province in MAP.values()) == {3: 6, 4: 12, 5: 4, 6: 28}


def classed(province: Province) -> str:
    return {(True, True): "coast", (True, False): "inland", (False, True): "sea-only"}[
        province.takes("legion"), province.takes("galley")
    ]


def test_classes() -> None:
    assert Counter(map(classed, MAP.values())) == {"coast": 29, "inland": 17, "sea-only": 4}


def test_two_seas() -> None:
    seas = {frozenset(other for other in MAP if other in distances(MAP, "galley", key)) for key in MAP}
    assert sorted(map(len, seas - {frozenset()})) == [14, 19]


@pytest.mark.parametrize(
    ("unit", "start", "goal", "steps"),
    [
        ("galley", "ephesos", "athen", 1),
        ("galley", "cyrene", "athen", 2),
        ("galley", "attalia", "alexandria", 2),
        ("galley", "tyros", "gerrha", None),
        ("galley", "babylon", "tyros", None),
        ("legion", "paphos", "tyros", None),
        ("legion", "tyros", "babylon", 2),
        ("galley", "athen", "athen", 0),
    ],
)
def test_distances(unit: Unit, start: str, goal: str, steps: int | None) -> None:
    assert distances(MAP, unit, start).get(goal) == steps


@pytest.mark.parametrize("nations", START_CITIES)
def test_start_cities_are_one_of_each_type_and_all_different(nations: int) -> None:
    starts = START_CITIES[nations]
    assert set(starts) == set(NATIONS["east"][:nations])
    taken = [city for cities in starts.values() for city in cities]
    assert len(set(taken)) == len(taken)
    for cities in starts.values():
        assert [MAP[city].good for city in cities] == ["marble", "iron", "gold"]


def test_the_shipped_box_is_a_box() -> None:
    text = Path(antike.__file__).with_name("box.toml").read_text("utf-8")
    assert read(text, (EAST, WEST)) == SHIPPED


# -- in play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("city", "unit", "allowed"),
    [
        pytest.param("babylon", "galley", False, id="D31-galley"),
        pytest.param("paphos", "legion", False, id="D31-legion"),
        pytest.param("tyros", "galley", True, id="D32-galley"),
        pytest.param("tyros", "legion", True, id="D32-legion"),
        pytest.param("zadrakarta", "galley", False, id="touches-water-only"),
    ],
)
def test_where_units_can_be(city: str, unit: Unit, allowed: bool) -> None:
    bench = provinces()
    assert (unit_reason(bench.state, city, unit) is None) == allowed
    bench.state.owners = {**dict.fromkeys(MAP, 0), city: 1}
    bench.us.goods["iron"] = 3
    bench.at("arming")
    move = Arm(int(unit == "legion"), int(unit == "galley"), Split(iron=1))
    if allowed:
        bench.do(move)
    else:
        assert bench.refused(move) == "Your cities cannot arm that many."


def provinces(seats: int = 4, **options: object) -> Bench:
    return Bench(seats, side="east", level="provinces", **options)


def test_each_province_arms_for_itself_or_all_in_one_pool() -> None:
    for pooled, refused in (("province", True), ("pooled", False)):
        bench = provinces(arming_cap=pooled)
        bench.state.owners = {**dict.fromkeys(MAP, 0), "babylon": 1, "tyros": 1}
        bench.state.built["babylon"] = 1
        bench.us.goods["iron"] = 9
        bench.at("arming")
        move = Arm(2, 2, Split(iron=4))
        if refused:
            assert bench.refused(move) == "Your cities cannot arm that many."
        bench.do(move if not refused else Arm(3, 1, Split(iron=4)))


def test_start_cities_stand_on_the_map() -> None:
    bench = provinces()
    assert bench.us.key == "greece"
    mine = [key for key, owner in bench.state.owners.items() if owner == 1]
    assert sorted(mine) == ["athen", "dyrrhachion", "pella"]


def test_founding_offers_neighbours_first_and_knows_classes() -> None:
    bench = provinces()
    bench.us.legions = 1
    bench.us.goods.update(marble=2, iron=2, gold=2)
    bench.founding()
    offered = bench.asked("gold").options  # type: ignore[attr-defined]
    near = {key for city in ("athen", "dyrrhachion", "pella") for key in MAP[city].near}
    places = [option.value in near for option in offered]
    assert places == sorted(places, reverse=True)
    assert len(places) == 17 - 4
    reasons = {option.value: option.reason for option in offered}
    assert reasons["messana"] is not None, "an island needs a galley"
    assert reasons["sirmium"] is None
    bench.says("gold", "sirmium")
    assert bench.state.owners["sirmium"] == 1
    assert bench.refused(Found("sirmium", Split(1, 1, 1))) == "There is a city already."
    assert bench.refused(Found("atlantis", Split(1, 1, 1))) == "There is no such city."


def test_a_temple_is_built_by_name() -> None:
    bench = provinces()
    bench.us.goods["marble"] = 11
    bench.state.owners["alexandria"] = 1
    bench.at("temple")
    assert [option.value for option in bench.asked("marble").options] == ["alexandria", "pella"]  # type: ignore[attr-defined]
    bench.says("marble", "alexandria").says("iron")
    assert (bench.state.built["alexandria"], bench.state.built["dyrrhachion"]) == (1, 1)
    assert bench.refused(Build("tyros", Split(marble=5))).startswith("Every city") is False


def test_an_island_is_conquered_by_galleys_alone() -> None:
    bench = provinces()
    theirs = next(nation for nation in bench.state.nations if nation.key == "phoenicia")
    bench.us.legions, bench.us.galleys = 5, 1
    theirs.legions = 2
    bench.at("maneuver-a")
    assert bench.refused(Conquer("phoenicia", "paphos", 1, 0, 2, 0)) == "There are not that many units."
    assert bench.refused(Conquer("phoenicia", "paphos", 0, 0, 1, 0)).startswith("The defence is")
    bench.do(Conquer("phoenicia", "paphos", 0, 0, 0, 1))
    assert bench.state.owners["paphos"] == 1


def test_what_is_missing_is_of_the_kind_that_gets_there() -> None:
    """Two legions do not help against an island, so not "a unit" is missing but a galley."""
    bench = provinces()
    theirs = next(nation for nation in bench.state.nations if nation.key == "phoenicia")
    bench.us.legions, bench.us.galleys = 2, 0
    reason = city_reason(bench.state, bench.us, theirs, "paphos")
    assert reason is not None
    assert speaker("en", {}).say(reason) == "Only galleys reach it. Missing: 1 galley for defence 1"
    bench.us.legions = 0
    reason = city_reason(bench.state, bench.us, theirs, "paphos")
    assert reason is not None
    assert speaker("en", {}).say(reason) == "Missing: 1 unit for defence 1"


def test_a_way_is_measured_on_request() -> None:
    bench = provinces()
    bench.at("maneuver-a")
    before = GAME.encode_state(bench.state)
    bench.says("survey", "galley", "athen", "alexandria")
    assert GAME.encode_state(bench.state) == before
    assert (bench.told[0].args["n"], bench.told[0].args["actions"]) == (2, action_words(1))
    assert bench.refused(Survey("galley", "athen", "adane")) == "There is no route."
    assert bench.refused(Survey("legion", "paphos", "tyros")) == "No legion gets to {city}."
    assert bench.refused(Survey("legion", "atlantis", "tyros")) == "There is no such province."
    bench.state.agenda[-1] = Acting(bench.us.key, "temple")
    assert bench.refused(Survey("galley", "athen", "alexandria")) == "That is not asked for now."


# -- corrected and entered by owners -----------------------------------------------------------------------------------


def test_owners_correct_a_province() -> None:
    known = atlas("east", {"east": {"athen": {"type": "iron"}, "tyros": {"sea": []}}})
    assert known["athen"].good == "iron"
    assert known["athen"].borders == MAP["athen"].borders
    assert "paphos" in known["tyros"].borders["sea"], "the other end still has it"
    both = atlas("east", {"east": {"paphos": {"sea": ["knossos"]}, "tyros": {"sea": []}}})
    assert "paphos" not in both["tyros"].borders["sea"]


def test_a_west_side_that_nobody_entered_is_counted() -> None:
    west = Bench(side="west", level="provinces")
    assert not west.state.switches.mapped
    assert "no-map" in [widget.key for widget in GAME.show(west.state, PUBLIC)]
    assert "no-map" not in [widget.key for widget in GAME.show(Bench(side="west").state, PUBLIC)]
    assert Bench(side="east", level="provinces").state.switches.mapped
    assert not Bench(side="east", level="counters").state.switches.mapped


def test_borders_entered_once_hold_both_ways_and_unknown_ones_let_all_in() -> None:
    known = atlas("west", west_box())
    assert known["marble-a"].near == ("iron-a",)
    lonely = atlas("west", {"west": {"rome": {"name": "Rome", "type": "marble", "land": ["nowhere"]}}})
    assert lonely["rome"].takes("legion")
    assert lonely["rome"].takes("galley")
    assert atlas("west", {"west": {"rome": {"name": "Rome"}}}) == {}


class WestBench(Bench):
    """A west side with fifteen provinces."""

    def __init__(self, **options: object) -> None:
        super().__init__(3, side="west", level="provinces", box=west_box(), **options)


def test_nations_name_their_start_cities_on_the_west_side() -> None:
    bench = WestBench()
    bench.do(Settle("marble-a", "iron-a", "gold-a"))
    assert [told.text for told in bench.told] == ["{who}: cities in {cities}."], "what an undo takes back, in one line"
    assert bench.refused(Settle("marble-a", "iron-b", "gold-b")) == "There is a city already."
    assert bench.refused(Settle("iron-b", "marble-b", "gold-b")) == "There is no such province of that type."
    assert bench.refused(Settle("marble-b", "iron-b", "nowhere")) == "There is no such province of that type."
    bench.do(Settle("marble-b", "iron-b", "gold-b")).do(Settle("marble-c", "iron-c", "gold-c"))
    assert sum(owner > 0 for owner in bench.state.owners.values()) == 9
    assert bench.us.coins == 1


@pytest.mark.parametrize("level", ["counters", "provinces"])
def test_the_longer_game_begins_with_one_city(level: str) -> None:
    bench = Bench(3, side="east", level=level, start_cities=1)
    if level == "provinces":
        bench.state.owners["sparta"] = 0
        assert bench.refused(Keep("marble")) == "You have no such start city."
        bench.state.owners["sparta"] = 1
    for good in ("gold", "iron", "marble"):
        bench.do(Keep(good))
    assert [sum(holding(bench, place).values()) for place in range(3)] == [1, 1, 1]
    assert [key for place in range(3) for key, n in holding(bench, place).items() if n] == ["gold", "iron", "marble"]


def holding(bench: Bench, place: int) -> dict[Good, int]:
    nation = bench.state.nations[place]
    if not bench.state.switches.mapped:
        return nation.plain
    return Counter(MAP[key].good for key, owner in bench.state.owners.items() if owner == place + 1)


# -- a west side entered in part -----------------------------------------------------------------------------------


def founding() -> WestBench:
    """The first nation may found a city; it has a legion and the goods for two."""
    west = WestBench()
    for letter in "abc":
        west.do(Settle(*(named(good, letter) for good in GOODS)))
    west.us.goods.update(marble=2, iron=2, gold=2)
    west.us.legions = 1
    west.state.agenda.append(Founding(west.us.key))
    return west


def test_a_city_may_stand_where_nobody_has_entered_a_province() -> None:
    west = founding()
    before = len(west.state.owners)
    question = west.asked("gold")
    assert isinstance(question, Pick)
    assert question.options[-1].value == "new"
    west.says("gold", "new", "write", "Gades", True)
    assert west.learned == [
        Learned("west", f"province-{before + 1}", "name", "Gades"),
        Learned("west", f"province-{before + 1}", "type", "gold"),
    ]
    assert west.state.owners[f"province-{before + 1}"] == west.state.number(west.us)
    assert atlas("west", west.state.box)[f"province-{before + 1}"].name == verbatim("Gades")
    assert list(west.state.owners.values()).count(west.state.number(west.us)) == 4
    west.says("iron", "new", "number", False)
    assert west.learned == []
    assert atlas("west", west.state.box)[f"province-{before + 2}"].name == verbatim(f"#{before + 2}")
    assert west.us.goods == dict.fromkeys(GOODS, 0)


def test_a_start_city_may_lie_where_nobody_has_entered_a_province() -> None:
    west = WestBench()
    west.says("new", "number", True, "iron-a", "new", "write", "Gades", True)
    known = atlas("west", west.state.box)
    names = {known[key].name.words[""]: known[key].good for key, owner in west.state.owners.items() if owner}
    assert names == {"#16": "marble", "Iron-A": "iron", "Gades": "gold"}


@pytest.mark.parametrize(
    ("new", "says"),
    [
        (NewProvince("province-17", "Gades", "gold", False), "There is no such province."),
        (NewProvince("marble-a", "Gades", "gold", False), "There is no such province."),
        (NewProvince("province-16", "Iron-A", "gold", False), "There is a province of that name."),
        (NewProvince("province-16", " ", "gold", False), "That is no name."),
        (NewProvince("province-16", "x" * 41, "gold", False), "That is no name."),
        (NewProvince("province-16", "a\nb", "gold", False), "That is no name."),
    ],
)
def test_odd_provinces_are_refused(new: NewProvince, says: str) -> None:
    west = founding()
    assert west.refused(Found(new.key, Split(1, 1, 1), new)) == says


def test_fifty_provinces_are_all_there_are() -> None:
    west = founding()
    for n in range(16, 51):
        west.state.box["west"][f"province-{n}"] = {"name": f"#{n}", "type": "gold"}
        west.state.owners[f"province-{n}"] = west.state.built[f"province-{n}"] = 0
    question = west.asked("gold")
    assert isinstance(question, Pick)
    assert "new" not in [option.value for option in question.options]
    new = NewProvince("province-51", "Gades", "gold", False)
    assert west.refused(Found(new.key, Split(1, 1, 1), new)) == "There is no such province."


def test_the_east_side_is_printed_whole() -> None:
    east_side = Bench(side="east", level="provinces")
    east_side.us.legions = 1
    east_side.state.agenda.append(Founding(east_side.us.key))
    new = NewProvince("province-51", "Gades", "gold", False)
    assert east_side.refused(Found(new.key, Split(1, 1, 1), new)) == "There is no such province."
