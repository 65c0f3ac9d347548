"""Where a rule begins and where it ends: one less, one more, and the neighbour that must stay as it is."""

from __future__ import annotations

import pytest

from companion.core.chance import RandomStream, TableChance
from companion.core.inventory import find
from companion.core.questions import Pick
from companion.core.step import run
from companion.games.antiquity.draft import new_draft
from companion.games.antiquity.houses import build_house, house_reason
from companion.games.antiquity.moves import (
    AddOrder,
    AnswerOffer,
    BuildHouse,
    Explore,
    Grave,
    MoveBuilding,
    Offer,
    PlaceGraves,
    Quantity,
    Spot,
)
from companion.games.antiquity.queries import houses
from companion.games.antiquity.state import Building, City, Exploring, PlacingGraves
from tests.games.antiquity.antiquity_table import ENGLISH, GAME, AntiquityPlay


def nicolo(cities: int, *loose: int) -> AntiquityPlay:
    """San Nicolò's own, with food; so many squares of each city are under graves."""
    play = AntiquityPlay(level="counters").begun()
    realm = play.realm(1)
    realm.saint = "nicolo"
    realm.buildings.append(Building("cathedral", "cathedral", 0, 6))
    realm.cities += [City(6) for _ in range(cities - 1)]
    for city, graves in zip(realm.cities, loose, strict=True):
        city.loose = graves
    play.stock(1, grain=1)
    return play


def test_a_house_without_a_gift_builds_one_house_whatever_spot_is_named() -> None:
    play = nicolo(1, 0)
    draft = new_draft(play.state, 1, ())
    order = BuildHouse(5, {"grain": 1}, Spot(0), 0, Spot(0))
    assert house_reason(draft, order) is None
    build_house(draft, order)
    assert list(houses(draft.realm)) == [5]
    assert draft.realm.idle == 1


def test_two_houses_need_two_squares_where_they_are_laid() -> None:
    # 49 - 6 = 43 squares of the first city, 36 of the second.
    play = nicolo(2, 42, 35)
    draft = new_draft(play.state, 1, ())
    both = BuildHouse(5, {"grain": 1}, Spot(0), 1, Spot(0))
    reason = house_reason(draft, both)
    assert reason is not None
    assert ENGLISH.say(reason) == "There is no room for it."
    assert house_reason(draft, BuildHouse(5, {"grain": 1}, Spot(0), 1, Spot(1))) is None
    draft.realm.cities[0].loose -= 1
    assert house_reason(draft, both) is None


def test_what_was_agreed_before_the_own_turn_counts_when_more_is_agreed() -> None:
    play = AntiquityPlay(2, level="counters").begun()
    play.state.order.sort()
    play.stock(2, fish=1)
    play.house(2, 1)
    play.build(2, "market")
    play.act(2, plan="man")
    play.act(2, plan="swap", give="wood", give_too="wood", take="fish")
    play.act(1, plan="insist")
    play.house(1, 1)
    play.build(1, "market")
    play.act(1, plan="man")
    for _ in range(2):
        play.move(1, Offer(2, (Quantity("wood", 1),), take=(Quantity("fish", 1),)))
    play.move(2, AnswerOffer("1-2-1", True))
    assert play.reason(2, AnswerOffer("1-2-2", True)) == "You do not have that much of it: Fish."


def test_a_man_is_there_or_not() -> None:
    play = AntiquityPlay().begun()
    play.realm(1).buildings.append(Building("b1", "market", 0, 4))
    man = find(GAME.inventory(play.state), "1.b1.man")
    assert (man.low, man.high, man.icon, len(man.meanings)) == (0, 1, "coin", 2)


def barbara() -> AntiquityPlay:
    """Santa Barbara's own on a grid: the cathedral and a market."""
    play = AntiquityPlay().begun()
    realm = play.realm(1)
    realm.saint = "barbara"
    realm.buildings.append(Building("b1", "cathedral", 0, 6, ["1,0", "0,1", "1,1", "2,1", "1,2", "1,3"]))
    realm.buildings.append(Building("b2", "market", 0, 4, ["4,0", "5,0", "4,1", "5,1"]))
    return play


def test_a_building_is_moved_only_to_free_squares_of_its_own_city_map() -> None:
    play = barbara()

    def moved(way: str, city: int = 0, home: int = 0) -> str:
        return play.reason(1, AddOrder(MoveBuilding(home, "b2", Spot(city, way))))

    assert moved("2,4,0") == ""
    assert moved("0,0,0") == "A building stands there."
    assert moved("4,0,0") == "It stands there already."
    assert moved("6,6,0") == "That is not on the map."
    assert moved("2,4,0", city=1) == "That is not on the map."
    assert moved("2,4,0", home=1) == "You have no such building."
    assert play.reason(1, AddOrder(MoveBuilding(0, "nothing", Spot(0, "2,4,0")))) == "You have no such building."


@pytest.mark.parametrize("seed", range(8))
def test_a_marker_shows_no_more_often_than_it_lies_in_the_box(seed: int) -> None:
    play = AntiquityPlay(2).begun()
    play.state.markers.update({"wine": 2, "olives": 1, "sheep": 2, "grain": 2})
    play.realm(1).buildings.append(Building("b1", "explorer", 0, 3, manned=1))
    play.state.due = Exploring([1])
    chance = TableChance(RandomStream(bytes([seed])), {"marker": "companion"})
    outcome = run(GAME.copy(play.state), 1, chance, lambda step: GAME.apply(step, Explore(turn=True)))
    assert outcome.state.markers["olives"] == 2


def test_a_full_city_takes_no_grave_while_another_has_room_and_says_so_alike() -> None:
    play = AntiquityPlay(level="counters").begun()
    play.realm(1).cities = [City(6, loose=36), City(6)]
    play.state.due = PlacingGraves({1: 1})
    question = play.asked(1)
    assert isinstance(question, Pick)
    full, free = question.options
    assert free.reason is None
    assert full.reason is not None
    assert ENGLISH.say(full.reason) == play.reason(1, PlaceGraves((Grave(0),)))
