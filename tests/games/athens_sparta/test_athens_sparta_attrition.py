"""Who rolls what at the end of a Player Turn, and what hunger does. Sections 7.7, 12, 13 and their examples."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.secrecy import Sealed
from companion.core.step import TABLE
from companion.games.athens_sparta.attrition import besieged_threshold, hellespont_closed, hit_threshold, sicily_cut_off
from companion.games.athens_sparta.blocks import add_to_garrison
from companion.games.athens_sparta.moves import LoseHiddenStep
from companion.games.athens_sparta.queries import is_total_siege
from tests.games.athens_sparta.table import (
    ATHENS,
    SPARTA,
    War,
    box_block,
    enter_city,
    place_face_up,
    place_hidden,
    refused,
)

LAND, SHIP = "hoplite-B2-3", "ship-C3-3"


@pytest.mark.parametrize(
    ("city", "holder", "facts", "siege", "blockade", "threshold"),
    [
        ("potidaea", "sparta", {}, True, True, 3),  # S11
        ("potidaea", "sparta", {}, True, False, 5),
        ("potidaea", "sparta", {}, False, True, 5),  # D34
        ("amphipolis", "athens", {"island": "no"}, True, False, 5),  # S8i
        ("thebes", "sparta", {}, True, False, 3),  # D21: no port
        ("naxos", "athens", {}, False, True, 3),  # D20: an island
        ("cythera", "athens", {}, False, True, 3),  # S9c
        ("corcyra", "athens", {}, False, True, 3),
        ("leucas", "sparta", {}, False, True, 3),
        ("troezen", "sparta", {"island": "no"}, False, True, 5),
    ],
)
def test_what_the_besieged_roll(
    city: str, holder: str, facts: dict[str, str], siege: bool, blockade: bool, threshold: int
) -> None:
    war = War().begin()
    war.state.cities[city].holder = holder  # type: ignore[assignment]
    enter_city(war, city, **facts)
    enemy = "sparta" if holder == "athens" else "athens"
    if siege:
        place_face_up(war, enemy, LAND, city, "siege")
    if blockade:
        place_face_up(war, enemy, SHIP, city, "blockade")
    assert besieged_threshold(war.state, city) == threshold
    assert is_total_siege(war.state, city) == (threshold == 3)


@pytest.mark.parametrize(
    ("place", "role", "blockaded", "threshold"),
    [
        ("thebes", "siege", False, 4),
        ("corinth", "blockade", False, 4),
        ("corinth", "patrol", False, 5),
        ("syracuse", "siege", False, 3),  # D23
        ("syracuse", "field", False, 3),
        ("syracuse", "siege", True, 4),
        ("syracuse", "blockade", True, 4),
    ],
)
def test_what_blocks_before_a_city_roll(place: str, role: str, blockaded: bool, threshold: int) -> None:
    war = War().begin()
    war.state.cities["syracuse"].holder = "sparta"
    if blockaded:
        place_face_up(war, "athens", SHIP, "syracuse", "blockade")
    assert hit_threshold(war.state, place, "athens", role) == threshold


def moved_on(war: War, first: str = "5", second: str = "2") -> War:
    """To the combat part of Sparta's turn, Sparta first."""
    war.cards(second, first)
    war.says(SPARTA, "end")
    return war


def test_besiegers_lose_from_the_strongest_and_choose_among_equals() -> None:
    """Section 7.7: one of the dice 4 and 3 hits two besiegers; the owner chooses in a tie."""
    war = War().begin()
    for block in ("hoplite-B4-4", "hoplite-B3-4"):
        place_face_up(war, "sparta", block, "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 1)
    moved_on(war)
    war.says(SPARTA, "end", attrition=[4, 3])
    war.says(SPARTA, war.handle(SPARTA, 0))
    assert war.strengths(SPARTA) == [3, 4]


def test_patrols_lose_on_five_and_six() -> None:
    """Section 7.7: 5 and more hits."""
    war = War().begin()
    enter_city(war, "corinth", points=3)
    for _ in range(3):
        place_face_up(war, "sparta", "ship-C2-3", "corinth", "patrol")
    place_face_up(war, "athens", LAND, "corinth", "siege")
    moved_on(war)
    war.says(SPARTA, "end", attrition=[5, 4, 5])
    assert sorted(war.strengths(SPARTA)) == [2, 2, 3], "they are alike, so nobody is asked"


def roster(*steps: int) -> dict[str, object]:
    """Spartan blocks of these strengths that begin in Potidaea, and Athenians before it."""
    row = {"colour": "red", "kind": "hoplite", "letter": "B", "rate": 2, "home": "sparta", "start": "potidaea"}
    inside = {f"s{n}": {**row, "steps": most} for n, most in enumerate(steps)}
    before = {
        "a0": {**row, "colour": "blue", "kind": "hoplite", "steps": 3},
        "a1": {**row, "colour": "blue", "kind": "ship", "steps": 4},
    }
    return {"block": {**inside, **before}}


def test_the_siege_of_potidaea_at_the_start() -> None:
    """Section 7.7: total, three dice at 3+; the owner is asked in secret, tie or not."""
    war = War("full", roster(2, 2, 2)).begin()
    assert sorted(unit.role for unit in war.state.units) == ["blockade", "siege"]
    assert war.state.garrisons[0].count == 3
    moved_on(war)
    war.says(SPARTA, "end", attrition=[3, 3, 1])
    question = war.asked(SPARTA)
    assert question.secret
    war.says(SPARTA, "s0")
    assert refused(war, SPARTA, LoseHiddenStep("s0", False)) == "A stronger block takes the hit."
    war.says(SPARTA, "s1")
    strengths = [war.state.blocks[f"s{n}"].body.value.strength for n in range(3)]
    assert strengths == [1, 1, 2]
    war.says(ATHENS, "end")
    war.says(ATHENS, "end", attrition=[[3], [4]])
    assert sorted(war.strengths(ATHENS)) == [3, 3]


@pytest.mark.parametrize("field", ["colour", "steps"])
def test_the_siege_is_asked_while_something_of_a_block_there_is_missing(field: str) -> None:
    """Section 3: else there would be one block too few inside."""
    box: Any = roster(2, 2)
    del box["block"]["s1"][field]
    war = War("full", box)
    assert war.asked(TABLE, str(ATHENS), 84).key == "inside"
    war.begin()
    assert war.state.garrisons == []
    assert war.state.units == []


def test_the_owner_is_asked_also_where_there_is_no_choice() -> None:
    war = moved_on(War("full", roster(3)).begin())
    outcome = war.says(SPARTA, "end", attrition=[6])
    assert war.awaited() == (SPARTA,)
    assert war.asked(SPARTA).secret
    outcome = war.says(SPARTA, "s0")
    assert any(isinstance(told, Sealed) for told in outcome.told)


def test_a_city_whose_last_block_starves_is_taken_and_sacked() -> None:
    war = moved_on(War("full", roster(1)).begin())
    war.says(SPARTA, "end", attrition=[6])
    war.says(SPARTA, "s0")
    assert war.state.cities["potidaea"].holder == "athens"
    assert war.awaited() == (ATHENS,)
    assert not war.state.garrisons
    war.says(ATHENS, "done")
    assert not war.state.units


def test_when_the_besiegers_are_gone_the_siege_is_over() -> None:
    war = War().begin()
    enter_city(war, "amphipolis", points=2)
    place_face_up(war, "sparta", "hoplite-B4-1", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 2)
    moved_on(war)
    war.says(SPARTA, "end", attrition=[4])
    assert not war.state.units
    assert not war.state.garrisons


def test_an_earthquake_rolls_each_siege_in_order() -> None:
    """Section 4.2: what Player 1's roll ends, Player 2 does not roll for."""
    war = War().begin()
    enter_city(war, "amphipolis", points=2)
    place_face_up(war, "sparta", "hoplite-B4-1", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 2)
    war.says(ATHENS, 1, "plain")
    war.says(SPARTA, 1, "cancel", attrition=[4])
    assert war.state.turn == 2
    assert not war.state.garrisons


def test_corinth_hungers_while_athens_blockades_syracuse() -> None:
    """Section 13: three dice at 5+."""
    war = War().begin()
    war.state.cities["syracuse"].holder = "sparta"
    assert not sicily_cut_off(war.state)
    place_face_up(war, "athens", SHIP, "syracuse", "blockade")
    assert sicily_cut_off(war.state)
    moved_on(war)
    war.says(SPARTA, "end")
    war.says(SPARTA, 3, attrition=[5, 4, 6])
    for _ in range(2):
        assert war.asked(SPARTA).secret
        war.says(SPARTA, "undescribed", False)
    assert war.awaited() == (ATHENS,)


@pytest.mark.parametrize(
    ("abydos", "blockader", "syracuse", "cut"),
    [
        ("athens", None, "neutral", False),
        ("sparta", None, "neutral", True),
        ("sparta", "athens", "neutral", False),
        ("athens", "sparta", "neutral", True),
        ("sparta", None, "athens", False),
    ],
)
def test_the_hellespont(abydos: str, blockader: str | None, syracuse: str, cut: bool) -> None:
    war = War().begin()
    war.state.cities["abydos"].holder = abydos  # type: ignore[assignment]
    war.state.cities["syracuse"].holder = syracuse  # type: ignore[assignment]
    if blockader:
        place_face_up(war, blockader, SHIP, "abydos", "blockade")
    assert hellespont_closed(war.state) == cut


@pytest.mark.parametrize(("option", "left"), [("block", 0), ("step", 2)])
def test_the_hellespont_costs_a_block_or_a_step(option: str, left: int) -> None:
    row = box_block("blue")
    war = War("full", {"block": {"a0": row, "a1": {**row, "steps": 2}}}, hellespont=option).begin(84, 0)
    war.state.cities["abydos"].holder = "sparta"
    war.cards("5", "2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, "a0")
    assert war.state.blocks["a0"].body.value.strength == left


def besieged_athens(war: War) -> War:
    """Sparta holds Abydos and stands before Athens; Athens is on turn with nothing to do."""
    war.state.cities["abydos"].holder = "sparta"
    place_face_up(war, "sparta", "hoplite-B4-3", "athens", "siege")
    war.cards("5", "2")
    war.says(ATHENS, "end")
    return war


def test_the_hellespont_starves_also_those_whom_a_siege_holds_in_athens() -> None:
    row = box_block("blue")
    war = War("full", {"block": {"a0": row}}).begin(84, 0)
    add_to_garrison(war.state, "athens", "athens", "a0")
    besieged_athens(war)
    war.says(ATHENS, "end", attrition=[2])
    war.says(ATHENS, "a0")
    assert war.state.blocks["a0"].body.value.strength == 0
    assert not war.state.garrisons


def test_without_a_list_of_blocks_the_hellespont_asks_for_a_whole_one_or_none() -> None:
    for answer, inside in (("undescribed", 1), ("nobody", 2)):
        war = War().begin(84, 0)
        place_hidden(war, "athens", "athens", 2)
        besieged_athens(war)
        war.says(ATHENS, "end", attrition=[1, 1])
        war.says(ATHENS, answer)
        assert war.state.garrisons[0].count == inside


def test_a_patrol_does_not_roll_in_a_turn_that_is_cancelled() -> None:
    war = War().begin()
    place_face_up(war, "sparta", "ship-C2-3", "corinth", "patrol")
    war.says(ATHENS, 1, "plain")
    war.says(SPARTA, 1, "cancel")
    assert war.state.turn == 2
