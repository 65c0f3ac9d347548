"""Points of neutral cities go first to their own blocks: section 9, and the plans of section 11."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.athens_sparta.changing_hands import neutral_city_joins
from companion.games.athens_sparta.moves import AddOrder
from companion.games.athens_sparta.state import PlanningReplacements, PlanOrder
from tests.games.athens_sparta.table import ATHENS, War, enter_city, place_face_up, refused, stepped

FIRST = "The points of {place} go to its own blocks first."


def allied(points: int = 2, **green: int) -> War:
    """Argos has joined Athens, whose whole income it is but for four points; ``green`` are the strengths of its
    blocks: a ship of 2 steps and a hoplite of 3.
    """
    row = {"colour": "green", "letter": "C", "rate": 2, "home": "argos"}
    blocks: dict[str, Any] = {
        "n": {**row, "kind": "ship", "steps": 2},
        "m": {**row, "kind": "hoplite", "steps": 3},
        "a": {"colour": "blue", "kind": "hoplite", "letter": "B", "rate": 2, "steps": 4, "home": "athens"},
    }
    war = War("full", {"block": blocks, "city": {"argos": {"colour": "green", "points": points}}}).begin()
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    war.state.extra["athens"] = -15
    for key, strength in {"n": 2, "m": 3, "a": 1, **green}.items():
        body = war.state.blocks[key].body.value
        body.strength = strength
        if not strength:
            body.at = "pool"
    war.state.agenda = [PlanningReplacements()]
    war.state.answered = []
    return war


def strengthen(war: War, key: str, steps: int, city: str = "") -> PlanOrder:
    held = war.state.blocks[key].body.value
    return PlanOrder("steps" if held.strength else "build", key, city or held.home, steps)


def planned(war: War, *orders: PlanOrder) -> str:
    """The reason why the last of these lines is refused, or nothing."""
    for order in orders[:-1]:
        war.make(ATHENS, AddOrder(order))
    try:
        war.make(ATHENS, AddOrder(orders[-1]))
    except Exception as found:
        return found.message.text  # type: ignore[attr-defined, no-any-return]
    return ""


def test_income_is_what_the_examples_below_reckon_with() -> None:
    war = allied()
    assert war.asked(ATHENS).prompt.args == {"n": 19 - 15 + 2}


@pytest.mark.parametrize(
    ("points", "green", "steps", "reason"),
    [
        (2, {"m": 1}, 3, ""),  # 6 points, 2 of which wait for the hoplite of Argos: 4 are left, 3 are asked
        (4, {"m": 1}, 3, ""),  # it lacks only two steps, so two of eight wait
        (4, {"m": 0, "n": 1}, 3, ""),
        (2, {}, 3, ""),  # at full strength nothing waits
    ],
)
def test_what_is_left_may_go_to_others(points: int, green: dict[str, int], steps: int, reason: str) -> None:
    war = allied(points, **green)
    assert planned(war, strengthen(war, "a", steps)) == reason


def poor(points: int, left: int, **green: int) -> War:
    """So that ``left`` points are to be spent in all."""
    war = allied(points, **green)
    war.state.extra["athens"] -= 4 + points - left
    return war


@pytest.mark.parametrize(
    ("points", "left", "green", "most"),
    [
        (2, 4, {"m": 1}, 2),
        (2, 4, {"m": 2}, 3),  # one step is all it lacks
        (2, 4, {"n": 1}, 2),  # a step of a ship costs two
        (1, 4, {"n": 1}, 3),  # more than the city is worth: it cannot be paid of its points
        (2, 4, {"n": 0}, 2),  # in the pool: it is built again
        (4, 4, {"m": 0, "n": 0}, 0),
        (3, 4, {"m": 2, "n": 1}, 1),  # two for the ship and one for the hoplite
        (2, 4, {}, 3),
    ],
)
def test_no_more_may_go_to_others_than_its_own_blocks_leave(
    points: int, left: int, green: dict[str, int], most: int
) -> None:
    for steps in range(1, 4):
        war = poor(points, left, **green)
        assert planned(war, strengthen(war, "a", steps)) == ("" if steps <= most else FIRST), steps


def test_what_the_own_blocks_were_given_waits_no_longer() -> None:
    war = poor(2, 4, m=1)
    assert planned(war, strengthen(war, "m", 1), strengthen(war, "a", 3)) == FIRST
    war = poor(2, 5, m=1)
    assert planned(war, strengthen(war, "m", 2), strengthen(war, "a", 3)) == ""


def test_own_blocks_may_be_given_more_than_their_city_is_worth() -> None:
    war = poor(1, 4, m=0)
    assert planned(war, strengthen(war, "m", 2)) == ""


def test_others_leave_room_in_the_city_too() -> None:
    """Argos of one point takes two in all; one of them waits for its hoplite."""
    war = allied(1, m=1)
    war.state.blocks["a"].body.value.at = "argos"
    assert planned(war, strengthen(war, "a", 2, "argos")) == FIRST
    assert planned(war, strengthen(war, "a", 1, "argos")) == ""


@pytest.mark.parametrize("where", ["field", "sparta", "corinth", "samos"])
def test_a_block_that_can_be_given_nothing_does_not_make_others_wait(where: str) -> None:
    """In the open, in an enemy city, or in one that nobody has looked up."""
    war = poor(2, 3, m=1)
    war.state.blocks["m"].body.value.at = where
    assert planned(war, strengthen(war, "a", 3)) == ""


def test_besieged_blocks_do_not_make_others_wait() -> None:
    for blockaded in (False, True):
        war = poor(2, 5 if blockaded else 3, m=1)  # a blockaded Rhodes gives nothing
        war.state.blocks["m"].body.value.at = "rhodes"
        enter_city(war, "rhodes", points=2)
        if blockaded:
            place_face_up(war, "sparta", "ship-C2-3", "rhodes", "blockade")
        assert planned(war, strengthen(war, "a", 3)) == ("" if blockaded else FIRST)


def test_a_besieged_neutral_city_gives_nothing_to_anybody() -> None:
    war = poor(2, 5, m=1)
    place_face_up(war, "sparta", "ship-C2-3", "argos", "blockade")
    assert planned(war, strengthen(war, "a", 3)) == ""


def test_a_short_income_still_serves_the_own_blocks() -> None:
    war = poor(4, 2, m=0, n=0)
    assert planned(war, strengthen(war, "a", 1)) == FIRST
    assert planned(war, strengthen(war, "m", 2)) == ""


def test_the_rule_is_said_where_it_counts_and_not_elsewhere() -> None:
    assert "green blocks first" in allied().asked(ATHENS).hint.text
    war = War().begin()
    war.state.agenda = [PlanningReplacements()]
    assert war.asked(ATHENS).hint is None


def test_by_light_tracking_it_is_left_to_the_players() -> None:
    war = War().begin()
    enter_city(war, "argos", colour="green")
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    war.state.cities["argos"].colour = "neutral"
    war.state.agenda = [PlanningReplacements()]
    assert "green blocks first" in war.asked(ATHENS).hint.text
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "argos", 5))) == "Only {n} point may go there."
    war.make(ATHENS, AddOrder(PlanOrder("buy", "hoplite", "argos", 4)))
