"""Every reason why a move of a turn is out of reach, asked of the rules past the questions. Sections 5, 7 and 11."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.athens_sparta.attack import assault_reason, sally_reason
from companion.games.athens_sparta.blocks import add_to_garrison, reveal_block
from companion.games.athens_sparta.changing_hands import neutral_city_joins
from companion.games.athens_sparta.combat import act_reason
from companion.games.athens_sparta.movement import has_sicily_port
from companion.games.athens_sparta.moves import AddOrder, Attack, Besiege, JoinSiege, LeaveSiege, MoveBlock, PlaceBlock
from companion.games.athens_sparta.muster import stance_reason
from companion.games.athens_sparta.places import battle_reason
from companion.games.athens_sparta.queries import cities_besieged_by, free_blocks
from companion.games.athens_sparta.sieges import besiege_reason
from companion.games.athens_sparta.state import OUT_OF_PLAY, POOL, Battle, Mustering, PlanningReplacements, PlanOrder
from tests.games.athens_sparta.table import (
    ATHENS,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
    stepped,
)


def text(reason: Any) -> str:
    return "" if reason is None else str(reason.text)


# -- battles to choose -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "role", "inside", "reason"),
    [
        ("", "", 0, "Nobody besieges you there."),
        ("sparta", "siege", 0, "Nobody is inside to come out."),
        ("sparta", "siege", 1, ""),
        ("sparta", "blockade", 1, ""),
        ("sparta", "patrol", 1, "Nobody besieges you there."),
        ("athens", "siege", 1, "Nobody besieges you there."),
    ],
)
def test_who_may_come_out_of_a_city(before: str, role: str, inside: int, reason: str) -> None:
    war = War().begin()
    if before:
        place_face_up(war, before, "ship-C3-3", "amphipolis", role)
    place_hidden(war, "athens", "amphipolis", inside)
    assert text(sally_reason(war.state, "athens", "amphipolis")) == reason


def test_nobody_comes_out_of_a_city_of_the_others() -> None:
    war = War().begin()
    place_face_up(war, "sparta", "ship-C3-3", "amphipolis", "siege")
    place_hidden(war, "sparta", "amphipolis", 1)
    assert text(sally_reason(war.state, "sparta", "amphipolis")) == "Nobody besieges you there."


@pytest.mark.parametrize(
    ("role", "walls", "inside", "reason"),
    [
        ("siege", "yes", 1, ""),
        ("blockade", "yes", 1, ""),
        ("siege", "no", 1, "There is nobody behind walls to storm."),
        ("siege", "yes", 0, "There is nobody behind walls to storm."),
        ("patrol", "yes", 1, "You do not besiege that city."),
        ("field", "yes", 1, "You do not besiege that city."),
    ],
)
def test_which_city_may_be_stormed(role: str, walls: str, inside: int, reason: str) -> None:
    war = War().begin()
    enter_city(war, "amphipolis", walled=walls)
    place_face_up(war, "sparta", "hoplite-B3-3", "amphipolis", role)
    place_hidden(war, "athens", "amphipolis", inside)
    assert text(assault_reason(war.state, "sparta", "amphipolis")) == reason
    assert (cities_besieged_by(war.state, "sparta") == ["amphipolis"]) == (role in ("siege", "blockade"))


def test_ones_own_city_is_not_besieged_by_oneself() -> None:
    war = War().begin()
    place_face_up(war, "sparta", "hoplite-B3-3", "corinth", "siege")
    assert cities_besieged_by(war.state, "sparta") == []
    assert cities_besieged_by(war.state, "athens") == []


def test_where_a_battle_may_be() -> None:
    war = War().begin()
    assert text(battle_reason(war.state, "athens", "athens")) == "That city is yours."
    place_face_up(war, "sparta", "hoplite-B3-3", "athens", "siege")
    assert text(battle_reason(war.state, "athens", "athens")) == ""
    assert text(battle_reason(war.state, "athens", "corinth")) == ""
    war.state.cities["corinth"].holder = "persia"
    assert text(battle_reason(war.state, "athens", "corinth")) == "Persian cities are neutral ground."


@pytest.mark.parametrize(
    ("block", "side", "place", "role", "enemy", "port", "reason"),
    [
        ("hoplite-B3-3", "sparta", "rhodes", "field", "", "yes", ""),
        ("hoplite-B3-3", "athens", "rhodes", "field", "", "yes", "That block is not free to stay."),
        ("hoplite-B3-3", "sparta", "chios", "field", "", "yes", "That block is not free to stay."),
        ("hoplite-B3-3", "sparta", "rhodes", "siege", "", "yes", "That block is not free to stay."),
        ("ship-C2-3", "sparta", "rhodes", "field", "", "yes", ""),
        ("ship-C2-3", "sparta", "rhodes", "field", "", "no", "There is no port to blockade."),
        ("ship-C2-3", "sparta", "rhodes", "field", "ship-C3-3", "yes", "An enemy ship is still out."),
        ("ship-C2-3", "sparta", "rhodes", "field", "hoplite-B2-3", "yes", ""),
        ("hoplite-B3-3", "sparta", "rhodes", "field", "ship-C3-3", "yes", ""),
        ("ship-C2-3", "sparta", "rhodes", "blockade", "", "yes", "It blockades already."),
    ],
)
def test_who_may_stay_before_a_city(
    block: str, side: str, place: str, role: str, enemy: str, port: str, reason: str
) -> None:
    war = War().begin()
    enter_city(war, "rhodes", port=port)
    handle = place_face_up(war, side, block, place, role)
    if enemy:
        place_face_up(war, "athens", enemy, "rhodes", "field")
    assert text(besiege_reason(war.state, "sparta", "rhodes", handle)) == reason
    assert text(besiege_reason(war.state, "sparta", "rhodes", "u99")) == "That block is not free to stay."


# -- moves -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "holder", "ship", "open_"),
    [
        ("corcyra", "athens", "", True),
        ("corcyra", "sparta", "", False),
        ("corcyra", "athens", "sparta", False),
        ("corcyra", "athens", "athens", True),
        ("cyllene", "athens", "", True),
        ("cephallenia", "athens", "", True),
        ("leucas", "athens", "", True),
        ("rhodes", "athens", "", False),
    ],
)
def test_which_ports_lead_to_sicily(port: str, holder: str, ship: str, open_: bool) -> None:
    war = War().begin()
    for one in ("corcyra", "leucas", "cyllene", "cephallenia"):
        war.state.cities[one].holder = "neutral"
    war.state.cities[port].holder = holder  # type: ignore[assignment]
    if ship:
        place_face_up(war, ship, "ship-C3-3", port, "blockade")
    assert has_sicily_port(war.state, "athens") == open_


def followed() -> War:
    """Athens is on turn with five points, every block followed."""
    row = box_block("blue")
    blocks = {
        "a0": row,
        "a1": {**row, "reserve": "yes"},
        "a2": {**row, "kind": "demos"},
        "s0": {**row, "colour": "red"},
    }
    return on_turn("full", {"block": blocks})


@pytest.mark.parametrize(("key", "free"), [("a0", True), ("a1", False), ("s0", False), ("nobody", False)])
def test_only_a_free_block_of_ones_own_moves(key: str, free: bool) -> None:
    war = followed()
    assert (key in free_blocks(war.state, "athens")) == free
    if free:
        war.make(ATHENS, MoveBlock("operational", key, "chios"))
    else:
        assert refused(war, ATHENS, MoveBlock("operational", key, "chios")) == "That block cannot move."
        war.says(ATHENS, "end")
        assert refused(war, ATHENS, PlaceBlock(key, "chios")) == "That block cannot move."


def test_a_block_behind_walls_or_face_up_is_not_free() -> None:
    war = followed()
    add_to_garrison(war.state, "athens", "athens", "a0")
    assert refused(war, ATHENS, MoveBlock("operational", "a0", "chios")) == "That block cannot move."
    war = followed()
    reveal_block(stepped(war.state, ATHENS), "athens", "a0", "corinth", "siege")
    assert refused(war, ATHENS, MoveBlock("operational", "a0", "chios")) == "That block cannot move."


def test_a_move_needs_a_point_and_a_place() -> None:
    war = followed()
    assert refused(war, ATHENS, MoveBlock("operational", "a0", "atlantis")) == "There is no such city."
    war.state.points = 0
    none = "There are no move points left."
    assert refused(war, ATHENS, MoveBlock("operational", "a0", "chios")) == none
    assert refused(war, ATHENS, JoinSiege("corinth")) == none
    assert refused(war, ATHENS, LeaveSiege("u1")) == none
    war.state.points = 1
    assert refused(war, ATHENS, JoinSiege("corinth")) == "You do not besiege that city."
    assert refused(war, ATHENS, LeaveSiege("u1")) == "That block is in no siege."
    handle = place_face_up(war, "sparta", "hoplite-B3-3", "athens", "siege")
    assert refused(war, ATHENS, LeaveSiege(handle)) == "That block is in no siege."


def test_single_blocks_are_named_only_where_they_are_followed() -> None:
    war = on_turn()
    assert refused(war, ATHENS, MoveBlock("operational", "a0", "chios")) == "No single blocks are followed."
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, PlaceBlock("", "chios")) == "That block cannot move."
    assert refused(war, ATHENS, Attack("atlantis", "field")) == "There is no such city."
    assert refused(war, ATHENS, Besiege([])) == "That is not asked for now."


# -- replacement plans -------------------------------------------------------------------------------------------------


def planning() -> War:
    war = followed()
    war.state.agenda = [PlanningReplacements()]
    war.state.answered = []
    return war


@pytest.mark.parametrize(
    ("order", "strength", "at", "reason"),
    [
        (PlanOrder("steps", "a0", "athens", 1), 2, "athens", ""),
        (PlanOrder("steps", "a0", "athens", 2), 2, "athens", "A block has no more than {n} step."),
        (PlanOrder("steps", "a0", "athens", 1), 0, "athens", "It does not stand there."),
        (PlanOrder("steps", "a0", "athens", 1), 2, "chios", "It does not stand there."),
        (PlanOrder("build", "a0", "athens", 1), 0, POOL, ""),
        (PlanOrder("build", "a0", "athens", 1), 0, "athens", ""),
        (PlanOrder("build", "a0", "athens", 1), 2, "athens", "It is not in the pool."),
        (PlanOrder("build", "a0", "athens", 1), 0, OUT_OF_PLAY, "It is not in the pool."),
        (PlanOrder("build", "a0", "rhodes", 1), 0, POOL, "It is built at home."),
        (PlanOrder("build", "a1", "rhodes", 1), 0, POOL, ""),
        (PlanOrder("build", "a2", "athens", 1), 0, POOL, "That block is bound."),
        (PlanOrder("build", "nobody", "athens", 1), 0, POOL, "That block is bound."),
        (PlanOrder("build", "a0", "sparta", 1), 0, POOL, "That city is not yours."),
        (PlanOrder("build", "a0", "atlantis", 1), 0, POOL, "That city is not yours."),
        (PlanOrder("buy", "hoplite", "athens", 1), 0, POOL, "That is not how steps are bought here."),
        (PlanOrder("build", "a0", "athens", 0), 0, POOL, "Nothing is bought by that."),
        (PlanOrder("disband", "a0", "", 0), 2, "athens", ""),
        (PlanOrder("disband", "a0", "", 1), 2, "athens", "Nothing is bought by that."),
        (PlanOrder("disband", "a0", "", 0), 0, POOL, "That block cannot be disbanded."),
        (PlanOrder("disband", "s0", "", 0), 2, "athens", "That block cannot be disbanded."),
    ],
)
def test_what_may_be_planned_for_a_block(order: PlanOrder, strength: int, at: str, reason: str) -> None:
    war = planning()
    enter_city(war, "rhodes", points=2)
    if order.of in war.state.blocks:
        held = war.state.blocks[order.of].body.value
        held.strength, held.at = strength, at
    if reason:
        assert refused(war, ATHENS, AddOrder(order)) == reason
    else:
        war.make(ATHENS, AddOrder(order))


def test_nothing_is_planned_for_a_block_that_is_bound() -> None:
    war = planning()
    war.state.blocks["a0"].body.value.strength = 1
    reveal_block(stepped(war.state, ATHENS), "athens", "a0", "athens", "patrol")
    assert refused(war, ATHENS, AddOrder(PlanOrder("steps", "a0", "athens", 1))) == "That block is bound."


def test_a_green_block_that_is_bound_makes_nobody_wait() -> None:
    """On patrol in its own port it cannot be given a step."""
    row = {"letter": "C", "rate": 2, "steps": 3}
    blocks = {
        "n": {**row, "colour": "green", "kind": "ship", "home": "argos"},
        "a": {**row, "colour": "blue", "kind": "hoplite", "home": "athens"},
    }
    for bound in (False, True):
        war = War("full", {"block": blocks, "city": {"argos": {"colour": "green", "points": 2}}}).begin()
        neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
        war.state.extra["athens"] = -19
        war.state.agenda = [PlanningReplacements()]
        for key in blocks:
            war.state.blocks[key].body.value.strength = 1
        if bound:
            reveal_block(stepped(war.state, ATHENS), "athens", "n", "argos", "patrol")
            war.make(ATHENS, AddOrder(PlanOrder("steps", "a", "athens", 1)))
        else:
            first = "The points of {place} go to its own blocks first."
            assert refused(war, ATHENS, AddOrder(PlanOrder("steps", "a", "athens", 1))) == first


# -- combat turns ------------------------------------------------------------------------------------------------------


def in_battle(*blocks: tuple[str, str, str], walled: str = "yes", port: str = "yes", place: str = "amphipolis") -> War:
    """Round 1 at a city of Athens, which Sparta attacks; blocks as (side, block, role)."""
    war = War().begin()
    enter_city(war, place, points=2, walled=walled, port=port, island="no")
    for side, block, role in blocks:
        place_face_up(war, side, block, place, role)
    war.state.battle = Battle(place, "sparta", "field", "round")
    return war


LAND, ENEMY = ("athens", "hoplite-B2-3", "field"), ("sparta", "hoplite-B3-3", "field")
BLOCKADER, PATROL = ("sparta", "ship-C2-3", "blockade"), ("athens", "ship-C3-3", "patrol")
ONLY_SHIPS = "A ship that blockades or patrols fights only ships."
SHIP, ENEMY_SHIP = ("athens", "ship-C3-3", "field"), ("sparta", "ship-C2-3", "field")


@pytest.mark.parametrize(
    ("blocks", "facts", "what", "reason"),
    [
        ([LAND, ENEMY], {}, "withdraw", ""),
        ([LAND, ENEMY], {"walled": "no"}, "withdraw", "There are no walls of its own."),
        ([ENEMY, LAND], {}, "withdraw", "There are no walls of its own."),
        ([("athens", "hoplite-B2-3", "inside"), ENEMY], {}, "withdraw", "It is inside already."),
        ([LAND, ENEMY], {}, "retreat", ""),
        ([("athens", "hoplite-B2-3", "inside"), ENEMY], {}, "retreat", "Nobody retreats from behind walls."),
        ([("sparta", "helot-A2-3", "field"), LAND], {}, "retreat", "Helots cannot retreat."),
        ([LAND, ENEMY], {}, "fire", ""),
        ([LAND, ENEMY_SHIP], {}, "fire", "Nobody is there to be hit."),
        ([LAND, ENEMY_SHIP], {}, "wait", ""),
        ([LAND, ENEMY], {}, "wait", "It has somebody to fire at."),
        ([ENEMY_SHIP, LAND], {}, "blockade", ""),
        ([ENEMY_SHIP, SHIP], {}, "blockade", "An enemy ship is still out."),
        ([ENEMY_SHIP, ("athens", "ship-C3-3", "patrol")], {}, "blockade", "An enemy ship is still out."),
        ([ENEMY_SHIP, ("athens", "ship-C3-3", "inside")], {}, "blockade", ""),
        ([ENEMY_SHIP, LAND], {"port": "no"}, "blockade", "There is no enemy port."),
        ([SHIP, ENEMY], {}, "blockade", "There is no enemy port."),
        ([ENEMY, LAND], {}, "blockade", "Only ships blockade."),
        ([BLOCKADER, LAND], {}, "blockade", "It blockades already."),
        ([BLOCKADER, LAND], {}, "shore", ONLY_SHIPS),
        ([BLOCKADER, LAND], {}, "fire", ONLY_SHIPS),
        ([BLOCKADER, SHIP], {}, "fire", ""),
        ([LAND, BLOCKADER], {}, "fire", "Land blocks cannot hit a ship that blockades or patrols."),
        ([PATROL, ENEMY], {}, "shore", ONLY_SHIPS),
        ([PATROL, ENEMY], {}, "blockade", "There is no enemy port."),
        ([("sparta", "ship-C2-3", "inside"), LAND], {}, "shore", "It is inside the walls."),
        ([ENEMY_SHIP, LAND], {}, "shore", ""),
        ([ENEMY_SHIP, SHIP, LAND], {}, "shore", "An enemy ship is still out."),
        ([ENEMY_SHIP, ("athens", "hoplite-B2-3", "inside")], {}, "shore", "Nobody stands on the shore."),
        ([ENEMY, LAND], {}, "shore", "Only ships come to shore."),
    ],
)
def test_what_the_first_block_may_do(
    blocks: list[tuple[str, str, str]], facts: dict[str, str], what: str, reason: str
) -> None:
    war = in_battle(*blocks, **facts)
    assert war.state.battle is not None
    assert text(act_reason(war.state, war.state.battle, war.state.units[0], what)) == reason
    war.state.battle.phase = "pursuit"
    pursued = text(act_reason(war.state, war.state.battle, war.state.units[0], what))
    assert pursued == (reason if what in ("fire", "wait") else "Pursuers only fire.")


def test_no_more_go_inside_than_fit() -> None:
    war = in_battle(LAND, ENEMY)
    assert war.state.battle is not None
    for inside, reason in ((3, ""), (4, "No more than {n} block fits inside.")):
        war.state.garrisons.clear()
        place_hidden(war, "athens", "amphipolis", inside)
        assert text(act_reason(war.state, war.state.battle, war.state.units[0], "withdraw")) == reason


def test_shore_combat_is_declared_once() -> None:
    war = in_battle(ENEMY_SHIP, LAND)
    assert war.state.battle is not None
    war.state.battle.shore = True
    assert text(act_reason(war.state, war.state.battle, war.state.units[0], "shore")) == "Shore combat is on already."


@pytest.mark.parametrize(
    ("block", "sallied", "reason"),
    [
        ("hoplite-B3-3", False, "A relief by land cannot go inside."),
        ("ship-C2-3", False, ""),
        ("hoplite-B3-3", True, ""),
    ],
)
def test_who_of_those_that_attack_besiegers_may_go_inside(block: str, sallied: bool, reason: str) -> None:
    """Section 7.5: the city is the attacker's own."""
    war = in_battle(("sparta", block, "field"), LAND, place="corinth")
    war.state.units[0].sallied = sallied
    assert war.state.battle is not None
    assert text(act_reason(war.state, war.state.battle, war.state.units[0], "withdraw")) == reason
    only_in = "Those who came out can only go back in." if sallied else ""
    assert text(act_reason(war.state, war.state.battle, war.state.units[0], "retreat")) == only_in


def test_no_ship_patrols_a_port_that_an_enemy_ship_blockades() -> None:
    """Section 8.5: only ships with sea control patrol."""
    war = in_battle(BLOCKADER, LAND)
    due = Mustering("athens", "amphipolis", "defend")
    assert text(stance_reason(war.state, due, "patrol")) == "An enemy ship blockades the port."
    war.state.units[0].role = "field"
    assert stance_reason(war.state, due, "patrol") is None
