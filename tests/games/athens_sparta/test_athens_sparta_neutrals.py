"""Blocks of a neutral city change sides at once with it, also face up, and attack the enemies they stand among.

Section 9. The worked example: Argos joins Athens, its ship blockades Gytheum, Sparta takes Argos by revolt.
"""

from __future__ import annotations

from typing import Any

from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.games.athens_sparta.blocks import add_to_garrison, reveal_block
from companion.games.athens_sparta.changing_hands import neutral_city_joins, take_city
from companion.games.athens_sparta.moves import NameGreenBlocks, Revolt
from companion.games.athens_sparta.queries import is_besieged, naval_control
from companion.games.athens_sparta.state import NamingGreenBlocks
from tests.games.athens_sparta.table import (
    ATHENS,
    GAME,
    SPARTA,
    TABLE,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
    stepped,
)

GREEN_SHIP = box_block("green", "ship", "argos", letter="C")


def allied(level: str = "full", **blocks: Any) -> War:
    """Sparta is on turn; Argos, a major city, has joined Athens."""
    owners: dict[str, Any] = {
        "block": {"n": GREEN_SHIP, **blocks} if level == "full" else {},
        "city": {"argos": {"colour": "green", "points": 2, "walled": "yes", "port": "yes", "island": "no"}},
    }
    war = on_turn(level, owners, side=SPARTA)
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    enter_city(war, "gytheum", points=1, walled="yes", island="no")
    return war


def blockade_of_gytheum(war: War) -> str:
    """The ship of Argos blockades Gytheum, where a block of Sparta is shut in: its handle."""
    place_hidden(war, "sparta", "gytheum", 1)
    if war.state.level == "full":
        return reveal_block(stepped(war.state, ATHENS), "athens", "n", "gytheum", "blockade").handle
    return place_face_up(war, "athens", "ship-C2-3", "gytheum", "blockade")


def revolt(war: War) -> None:
    war.make(SPARTA, Revolt("argos", 1, True, "B2"))


# -- where every block is followed -------------------------------------------------------------------------------------


def test_the_ship_of_argos_turns_spartan_and_its_blockade_ends() -> None:
    war = allied()
    blockade_of_gytheum(war)
    assert naval_control(war.state, "gytheum") == "athens"
    revolt(war)
    assert (war.state.blocks["n"].side, war.state.blocks["n"].body.to) == ("sparta", (SPARTA,))
    assert not is_besieged(war.state, "gytheum")
    assert (war.state.units, war.state.garrisons) == ([], [])
    assert war.state.blocks["n"].body.value.at == "gytheum"
    assert war.state.battle is None
    assert "{place} is besieged no longer." in war.words()
    assert war.asked(SPARTA).key == "move", "the turn goes on"


def test_green_blocks_among_enemies_attack_them_at_once() -> None:
    """The ship of Argos and a hoplite of Athens besiege Gytheum: the ship attacks the hoplite."""
    war = allied()
    blockade_of_gytheum(war)
    place_face_up(war, "athens", "hoplite-B2-3", "gytheum", "siege")
    revolt(war)
    battle = war.state.battle
    assert battle is not None
    assert (battle.place, battle.attacker, battle.kind) == ("gytheum", "sparta", "sally")
    assert war.awaited() == (ATHENS,), "B before C"
    war.says(ATHENS, "wait")
    war.says(SPARTA, "shore")
    war.says(ATHENS, "fire", battle=[1, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 2])
    assert war.strengths(ATHENS) == [1]
    assert war.strengths(SPARTA) == [2]


def test_a_hidden_green_block_attacks_the_garrison_it_stood_in() -> None:
    """In Amphipolis with a hoplite of Athens: once hidden, it comes forward, and the defender answers."""
    war = allied(a=box_block("blue", "hoplite", "amphipolis"))
    enter_city(war, "amphipolis", points=2, island="no")
    war.state.blocks["n"].body.value.at = "amphipolis"
    revolt(war)
    battle = war.state.battle
    assert battle is not None
    assert (battle.place, battle.attacker, battle.kind) == ("amphipolis", "sparta", "field")
    assert [(unit.block, unit.side, unit.role) for unit in war.state.units] == [("n", "sparta", "field")]
    assert war.awaited() == (ATHENS,)
    war.says(ATHENS, "a", "fight")
    war.says(ATHENS, "done")
    assert war.asked(ATHENS).key == "act"


def test_a_green_block_shut_in_with_others_leaves_them_and_attacks() -> None:
    war = allied(a=box_block("blue", "hoplite", "amphipolis"))
    enter_city(war, "amphipolis", points=2, island="no")
    for key in ("a", "n"):
        war.state.blocks[key].body.value.at = "amphipolis"
        add_to_garrison(war.state, "amphipolis", "athens", key)
    place_face_up(war, "sparta", "hoplite-B3-3", "amphipolis", "siege")
    revolt(war)
    assert [(one.side, one.count) for one in war.state.garrisons] == [("athens", 1)]
    assert war.state.battle is not None
    assert {unit.block for unit in war.state.units} == {"t1", "n"}


def test_a_green_block_alone_in_a_city_of_its_former_side_takes_it() -> None:
    war = allied()
    enter_city(war, "megara", colour="blue", points=1, walled="no", port="yes", island="no")
    war.state.cities["megara"].holder = war.state.cities["megara"].colour = "athens"
    war.state.blocks["n"].body.value.at = "megara"
    revolt(war)
    war.says(ATHENS, "done")
    assert war.state.cities["megara"].holder == "sparta"


def test_the_attack_comes_after_the_battle_that_is_on() -> None:
    """Argos falls in a battle; the ship before Gytheum attacks once that is over."""
    war = allied()
    blockade_of_gytheum(war)
    place_face_up(war, "athens", "hoplite-B2-3", "gytheum", "siege")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "argos")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, "done")
    assert war.state.cities["argos"].holder == "sparta"
    assert war.asked(SPARTA).key == "sack"
    war.says(SPARTA, "done")
    assert war.state.battle is not None
    assert war.state.battle.place == "gytheum"
    war.says(ATHENS, "wait")
    war.says(SPARTA, "retreat", "field")
    assert war.asked(SPARTA).key == "battle"


def test_a_green_block_in_the_pool_is_built_by_its_new_side() -> None:
    war = allied()
    body = war.state.blocks["n"].body.value
    body.strength, body.at = 0, "pool"
    revolt(war)
    assert (war.state.blocks["n"].side, war.state.battle) == ("sparta", None)


def test_nobody_is_told_where_hidden_green_blocks_stand() -> None:
    war = allied(h=box_block("green", "hoplite", "argos"))
    war.state.blocks["h"].body.value.at = "field"
    revolt(war)
    assert not seen(war.state, PUBLIC).blocks["h"].body.known
    assert not seen(war.state, Viewer(ATHENS)).blocks["h"].body.known
    assert seen(war.state, Viewer(SPARTA)).blocks["h"].body.known


def test_a_rebel_ship_leaves_the_blockade_it_kept() -> None:
    """Section 15, a sibling: Chios falls, and its ship that blockaded Gytheum moves there as a Spartan."""
    row = {"kind": "ship", "letter": "C", "rate": 3, "home": "chios", "steps": 4, "twin": "chios"}
    war = War("full", {"block": {"a": {**row, "colour": "blue"}, "s": {**row, "colour": "red"}}}).begin()
    place_hidden(war, "sparta", "gytheum", 1)
    reveal_block(stepped(war.state, ATHENS), "athens", "a", "gytheum", "blockade")
    take_city(stepped(war.state, SPARTA), "chios", "sparta")
    assert (war.state.units, war.state.garrisons) == ([], [])


# -- by light tracking -------------------------------------------------------------------------------------------------


def test_in_light_play_the_table_says_which_block_is_green() -> None:
    war = allied("light")
    ship = blockade_of_gytheum(war)
    hoplite = place_face_up(war, "athens", "hoplite-B2-3", "potidaea", "siege")
    revolt(war)
    assert war.state.agenda[-1] == NamingGreenBlocks("argos", "sparta")
    assert war.awaited() == (TABLE,)
    asked = war.asked(TABLE)
    assert [option.value for option in asked.options] == [ship, hoplite]
    assert (asked.usual, asked.default) == (None, None)
    war.says(TABLE, [ship])
    assert [unit.handle for unit in war.state.units] == [hoplite]
    assert not is_besieged(war.state, "gytheum")
    assert war.asked(SPARTA).key == "move"


def test_in_light_play_a_named_block_attacks_too() -> None:
    war = allied("light")
    ship = blockade_of_gytheum(war)
    place_face_up(war, "athens", "hoplite-B2-3", "gytheum", "siege")
    revolt(war)
    war.says(TABLE, [ship])
    assert war.state.battle is not None
    assert (war.state.battle.place, war.state.battle.attacker) == ("gytheum", "sparta")
    assert [unit.side for unit in war.state.units] == ["sparta", "athens"]


def test_blocks_that_came_forward_before_argos_joined_are_not_its_own() -> None:
    war = on_turn("light", {"city": {"argos": {"colour": "green", "points": 2}}}, side=SPARTA)
    place_face_up(war, "athens", "ship-C3-3", "potidaea", "blockade")
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    revolt(war)
    assert war.asked(SPARTA).key == "move", "the table is not asked"


def test_only_what_may_be_green_is_named_and_none_may_be_right() -> None:
    war = allied("light")
    blockade_of_gytheum(war)
    enemy = place_face_up(war, "sparta", "ship-C2-3", "rhodes", "blockade")
    revolt(war)
    assert refused(war, TABLE, NameGreenBlocks([enemy])) == "Those blocks are not of that city."
    assert refused(war, TABLE, NameGreenBlocks(["u1", "u1"])) == "Those blocks are not of that city."
    war.says(TABLE, [])
    assert naval_control(war.state, "gytheum") == "athens"
    assert GAME.awaits(war.seen(TABLE)).must == (SPARTA,)
