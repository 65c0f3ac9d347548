"""Order, targets, walls, retreats, pursuit, revolts: the examples of sections 6 to 8 and 16.

The three long battles with every die are playthroughs beside the other goldens.
"""

from __future__ import annotations

import pytest

from companion.core.step import TABLE
from companion.core.wording import verbatim
from companion.games.athens_sparta.battlefield import combat_rating, next_to_act, targets
from companion.games.athens_sparta.moves import Assault, Besiege, CombatAction, Muster, Revolt
from companion.games.athens_sparta.queries import find_unit
from companion.games.athens_sparta.state import AssigningHits, Battle, CombatTurn
from companion.games.athens_sparta.words import place_name
from tests.games.athens_sparta.table import (
    ATHENS,
    SPARTA,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
)


def fighting(war: War, place: str = "amphipolis", **facts: object) -> War:
    enter_city(war, place, **{"points": 2, "walled": "yes", "port": "yes", "island": "no", **facts})
    return war


def acting(war: War) -> list[str]:
    due = war.state.agenda[-1]
    assert isinstance(due, CombatTurn), due
    return due.handles


def test_order_is_by_letter_and_the_defender_first() -> None:
    """Section 6.2."""
    war = fighting(on_turn(side=SPARTA))
    war.attacks(SPARTA, "amphipolis", ["hoplite-B2-3", "peltast-A1-3"], ["hoplite-B2-3", "ship-C3-3"])
    order = []
    for _ in range(4):
        order.append(acting(war)[0])
        unit = find_unit(war.state, order[-1])
        assert unit is not None
        seat = SPARTA if unit.side == "sparta" else ATHENS
        if unit.block and war.state.blocks[unit.block].body.value.kind == "ship":
            war.says(seat, "wait")
        else:
            war.says(seat, "fire", battle=[6, 6, 6])
    mine, theirs = war.handle(SPARTA, 0), war.handle(SPARTA, 1)
    assert order == [theirs, war.handle(ATHENS, 0), mine, war.handle(ATHENS, 1)]


@pytest.mark.parametrize(
    ("block", "assaulting", "inside", "expected"),
    [
        ("hoplite-B3-2", True, False, ("B", 3)),
        ("cavalry-A2-3", True, False, ("B", 1)),
        ("cavalry-A2-3", False, True, ("B", 1)),
        ("cavalry-A2-3", False, False, ("A", 2)),
        ("ship-C3-4", True, False, ("C", 1)),
        ("ship-C3-4", False, True, ("C", 1)),
        ("ship-C3-4", False, False, ("C", 3)),  # D11: a sally is fought as printed
    ],
)
def test_ratings_in_a_siege(block: str, assaulting: bool, inside: bool, expected: tuple[str, int]) -> None:
    war = on_turn(side=SPARTA)
    unit = find_unit(war.state, place_face_up(war, "athens", block, "thebes", "inside" if inside else "siege"))
    assert unit is not None
    unit.assaulting = assaulting
    assert combat_rating(war.state, unit) == expected


def stormed(*inside: str, limit: int = 2) -> War:
    """Sparta besieges Amphipolis, in which these blocks are, and storms it."""
    war = fighting(on_turn(side=SPARTA), points=limit)
    for block in ("hoplite-B4-4", "hoplite-B3-3", "cavalry-A2-3"):
        place_face_up(war, "sparta", block, "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", len(inside))
    war.says(SPARTA, "end")
    war.says(SPARTA, "assault", "amphipolis")
    return war


def test_cavalry_that_storms_scores_half_a_hit() -> None:
    """Sections 1.1 and 7.2: cavalry hits as B1, and one hit is half a hit."""
    war = stormed("hoplite-B2-3")
    war.says(SPARTA, [war.handle(SPARTA, 2)])
    war.says(ATHENS, *["hoplite", "B2", "3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 2, 6])
    assert war.strengths(ATHENS) == [3]
    assert [unit.half for unit in war.state.units if unit.side == "athens"] == [True]


def test_a_half_hit_heals_when_the_attack_is_over() -> None:
    """Section 7.2: the next assault begins with a half hit again."""
    war = stormed("hoplite-B2-3")
    war.says(SPARTA, [war.handle(SPARTA, 1)])
    war.says(ATHENS, *["hoplite", "B2", "3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 5, 6])
    war.says(SPARTA, [])
    assert war.state.battle is None
    war.says(SPARTA, "assault", "amphipolis")
    war.says(SPARTA, [war.handle(SPARTA, 1)])
    war.says(ATHENS, *["hoplite", "B2", "3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 5, 6])
    assert war.strengths(ATHENS) == [3]


def test_two_blocks_storm_a_minor_city_and_others_may_in_the_second_round() -> None:
    """Section 7.1: two in a round, and another two in the next."""
    war = stormed("hoplite-B2-3", limit=0)
    three = [war.handle(SPARTA, number) for number in range(3)]
    assert refused(war, SPARTA, Assault(three)) == "No more than {n} block may storm these walls."
    war.says(SPARTA, three[:2])
    war.says(ATHENS, *["hoplite", "B2", "3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, three[0], "fire", battle=[6, 6, 6, 6])
    war.says(SPARTA, "fire", battle=[6, 6, 6])
    war.says(SPARTA, three[1:])
    assert {unit.handle for unit in war.state.units if unit.assaulting} == set(three[1:])


def test_who_does_not_storm_neither_fires_nor_is_hit() -> None:
    war = stormed("hoplite-B2-3")
    one = war.handle(SPARTA, 0)
    war.says(SPARTA, [one])
    war.says(ATHENS, *["hoplite", "B2", "3"])
    war.says(ATHENS, "fire", battle=[1, 1, 6])
    assert war.strengths(SPARTA) == [2, 3, 3]
    war.says(SPARTA, "fire", battle=[6, 6])
    assert war.state.battle is not None
    assert war.state.battle.round == 2


def test_betrayal_takes_the_double_defence_in_both_rounds() -> None:
    war = War().begin()
    war.says(ATHENS, 2, "plain")
    war.says(SPARTA, 5, "no-double")
    fighting(war)
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 1)
    war.says(SPARTA, "end")
    war.says(SPARTA, "assault", "amphipolis")
    war.says(SPARTA, [war.handle(SPARTA)])
    war.says(ATHENS, *["hoplite", "B2", "4"])
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6] * war.strengths(ATHENS)[0])
        before = war.strengths(ATHENS)[0]
        war.says(SPARTA, "fire", battle=[1, 6, 6, 6])
        assert war.strengths(ATHENS)[:1] in ([before - 1], [])
        if war.state.battle is not None and war.state.battle.round == 2 and before == 4:
            war.says(SPARTA, [war.handle(SPARTA)])
    assert war.state.garrisons[0].count == 1


def test_four_of_five_land_blocks_withdraw() -> None:
    """Section 7.1: no more than four."""
    war = fighting(on_turn(side=SPARTA))
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.musters(SPARTA, ["hoplite-B4-4"])
    for _ in range(4):
        war.says(ATHENS, "goes-inside")
    assert refused(war, ATHENS, Muster("inside")) == "No more than {n} block fits inside."
    war.says(ATHENS, "hoplite", "B2", 3)
    war.says(ATHENS, "done")
    assert war.state.garrisons[0].count == 4


def athens_attacked() -> War:
    """Five land blocks and two ships of Athens defend it, every block followed."""
    land = {f"a{n}": box_block("blue", "hoplite") for n in range(5)}
    ships = {f"b{n}": box_block("blue", "ship") for n in range(2)}
    war = on_turn("full", {"block": {**land, **ships, "s": box_block("red", "hoplite", "sparta")}}, side=SPARTA)
    enter_city(war, "athens", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "athens")
    war.says(SPARTA, "s")
    war.says(SPARTA, "done")
    return war


def test_athens_holds_six_of_which_four_by_land() -> None:
    """Section 7.1, where every block is followed."""
    war = athens_attacked()
    for key in ("a0", "a1", "a2", "a3"):
        war.says(ATHENS, key, "inside")
    assert refused(war, ATHENS, Muster("inside", "a4")) == "No more than {n} land block fits inside."
    for key in ("b0", "b1"):
        war.says(ATHENS, key, "inside")
    assert war.state.garrisons[0].count == 6


def test_ships_inside_athens_leave_room_for_four_land_blocks() -> None:
    war = athens_attacked()
    for key in ("b0", "b1", "a0", "a1", "a2"):
        war.make(ATHENS, Muster("inside", key))
    war.make(ATHENS, Muster("inside", "a3"))
    assert war.state.garrisons[0].count == 6


def test_the_attack_that_fails_is_pursued_and_must_go() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4"], ["peltast-A1-2", "hoplite-B2-3"])
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6, 6])
        war.says(ATHENS, "fire", battle=[6, 6, 6])
        war.says(SPARTA, "fire", battle=[5, 5, 5, 5])
    assert refused(war, ATHENS, CombatAction(acting(war)[0], "retreat")) == "Pursuers only fire."
    war.says(ATHENS, "fire", battle=[1, 6])
    assert war.strengths(SPARTA) == [3]
    assert war.awaited() == (SPARTA,)
    war.says(SPARTA, "lost")
    assert war.state.battle is None
    assert not war.state.units


def test_ships_are_not_pursued() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["ship-C2-3"], ["ship-C3-3"])
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6, 6, 6])
        war.says(SPARTA, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "away")
    assert war.state.battle is None


def test_ships_and_land_blocks_meet_only_in_shore_combat() -> None:
    """Section 8.2."""
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4", "ship-C2-3"], ["hoplite-B2-3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
    ship = war.handle(SPARTA, 1)
    assert acting(war) == [ship]
    assert refused(war, SPARTA, CombatAction(ship, "fire")).startswith("It hits those on land only")
    war.says(SPARTA, "shore")
    war.says(SPARTA, "fire", battle=[1, 6, 6])
    assert war.strengths(ATHENS) == [2]


def test_ships_alone_do_not_besiege() -> None:
    """Section 7.1: they blockade."""
    war = fighting(on_turn(side=SPARTA), "rhodes")
    war.attacks(SPARTA, "rhodes", ["ship-C2-3"], ["inside"])
    war.says(SPARTA, [])
    war.says(SPARTA, [war.handle(SPARTA)])
    assert [unit.role for unit in war.state.units] == ["blockade"]


def test_no_blockade_while_an_enemy_ship_is_out() -> None:
    war = fighting(on_turn(side=SPARTA), "rhodes")
    war.attacks(SPARTA, "rhodes", ["ship-C2-3", "ship-C2-2"], ["ship-C3-3", "inside"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    one = war.handle(SPARTA)
    assert refused(war, SPARTA, CombatAction(one, "blockade")) == "An enemy ship is still out."
    assert refused(war, SPARTA, Besiege([one])) == "That is not asked for now."


def test_both_may_withdraw_at_once_and_the_assault_meets_walls() -> None:
    """Section 7.1: if they hold, the city is besieged and blockaded."""
    war = fighting(on_turn(side=SPARTA), "naupactus")
    war.attacks(SPARTA, "naupactus", ["ship-C2-3", "hoplite-B3-3"], ["inside", "inside"])
    war.says(SPARTA, [war.handle(SPARTA, 1)])
    war.says(ATHENS, *["peltast", "A1", "3"])
    war.says(ATHENS, *["ship", "C3", "3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 6, 6])
    war.says(ATHENS, war.handle(ATHENS, 0))
    war.says(ATHENS, "fire", battle=[2, 6, 6])
    war.says(SPARTA, [])
    war.says(SPARTA, [war.handle(SPARTA, 0), war.handle(SPARTA, 1)])
    assert sorted(unit.role for unit in war.state.units) == ["blockade", "siege"]
    assert war.state.garrisons[0].count == 2


def test_a_sally_is_fought_without_walls_and_ends_inside() -> None:
    """Section 7.4: besiegers are the defenders."""
    war = fighting(on_turn(side=SPARTA))
    place_face_up(war, "sparta", "hoplite-B4-1", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 2)
    war.says(SPARTA, "end")
    war.says(SPARTA, "end", attrition=[1])
    war.says(ATHENS, "end")
    war.says(ATHENS, "sally", "amphipolis")
    war.says(ATHENS, "sally", "ship", "C3", 4)
    war.says(ATHENS, "sally", "hoplite", "B2", 3)
    assert not war.state.garrisons
    war.says(ATHENS, "done")
    sallied = war.handle(ATHENS, 1)
    war.says(SPARTA, "fire", battle=[6])
    assert refused(war, ATHENS, CombatAction(sallied, "retreat")) == "Those who came out can only go back in."
    war.says(ATHENS, "withdraw")
    war.says(ATHENS, "wait")
    while war.state.battle is not None:
        war.says(war.awaited()[0], "wait")
    assert war.state.garrisons[0].count == 2
    assert [unit.role for unit in war.state.units] == ["siege"]


def test_a_relief_breaks_the_siege() -> None:
    """Section 7.5: the relief attacks, and the besieged are free."""
    war = fighting(on_turn(side=SPARTA))
    place_face_up(war, "sparta", "hoplite-B4-1", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 2)
    war.says(SPARTA, "end")
    war.says(SPARTA, "end", attrition=[1])
    war.says(ATHENS, "end")
    war.says(ATHENS, "sally", "amphipolis")
    war.says(ATHENS, "hoplite", "B2", 3)
    war.says(ATHENS, "done")
    relief = war.handle(ATHENS, 0)
    war.says(SPARTA, "fire", battle=[6])
    assert refused(war, ATHENS, CombatAction(relief, "withdraw")) == "A relief by land cannot go inside."
    war.says(ATHENS, "fire", battle=[1, 6, 6])
    assert not war.state.units
    assert not war.state.garrisons
    assert war.state.battle is None


def test_helots_take_messene_and_stay() -> None:
    """Section 10: Helots fire as A2, and stay."""
    war = on_turn()
    enter_city(war, "messene", points=2)
    war.says(ATHENS, "revolt", "messene", 3, True)
    assert war.state.points == 2
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, "done")
    war.musters(SPARTA, ["hoplite-B3-2"])
    assert refused(war, ATHENS, CombatAction(war.handle(ATHENS), "retreat")) == "Helots cannot retreat."
    war.says(ATHENS, "fire", battle=[1, 2, 5])
    assert war.state.cities["messene"].holder == "athens"
    war.says(ATHENS, "done")
    assert war.state.battle is None
    assert refused(war, ATHENS, war_revolt("messene")) == "That is not asked for now."


def war_revolt(city: str) -> object:
    return Revolt(city, 1, True)


def test_a_revolt_that_fails_is_taken_away() -> None:
    war = on_turn()
    enter_city(war, "corinth", points=3)
    war.says(ATHENS, "revolt", "corinth", 1, True, "B2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, "done")
    war.musters(SPARTA, ["hoplite-B3-2"])
    for _ in range(2):
        war.says(SPARTA, "fire", battle=[6, 6])
        war.says(ATHENS, "fire", battle=[6])
    assert war.state.battle is None
    assert not war.state.units
    assert war.state.cities["corinth"].holder == "sparta"


def corinth_revolts() -> War:
    """A Demos and a friend of it against a Spartan hoplite, which acts first."""
    war = on_turn()
    enter_city(war, "corinth", points=3)
    war.says(ATHENS, "revolt", "corinth", 2, True, "B2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.musters(ATHENS, ["hoplite-C2-4"])
    war.musters(SPARTA, ["hoplite-B3-2"])
    return war


def test_friends_of_rebels_are_not_hit_before_they_fire() -> None:
    war = corinth_revolts()
    war.says(SPARTA, "fire", battle=[1, 6])
    assert war.strengths(ATHENS) == [1, 4]


def test_friends_of_rebels_can_be_hit_once_they_have_fired() -> None:
    war = corinth_revolts()
    war.says(SPARTA, "fire", battle=[6, 6])
    war.says(ATHENS, "fire", battle=[6, 6])
    war.says(ATHENS, "fire", battle=[6, 6, 6, 6])
    war.says(SPARTA, "fire", battle=[1, 6])
    assert war.strengths(ATHENS) == [2, 3], "the strongest, which has fired"


def test_an_empty_city_revolts_at_once_and_only_once() -> None:
    """Section 10: each step costs a point."""
    war = on_turn(side=SPARTA)
    enter_city(war, "rhodes", points=2)
    war.says(SPARTA, "revolt", "rhodes", 3, False, "B3")
    assert war.state.points == 2
    assert war.state.cities["rhodes"].holder == "sparta"
    war.says(SPARTA, "end")
    assert refused(war, SPARTA, war_revolt("rhodes")) == "That is not asked for now."
    assert war.state.cities["rhodes"].revolts == ["sparta"]


def test_an_attacked_neutral_joins_the_other_side() -> None:
    war = fighting(on_turn(side=SPARTA), "syracuse", points=4)
    war.attacks(SPARTA, "syracuse", ["hoplite-B4-4"], ["hoplite-B2-3"])
    assert war.state.cities["syracuse"].holder == "athens"


def test_battles_at_syracuse_go_on_from_turn_to_turn() -> None:
    """Section 13: no pursuit, nobody retreats, and whoever is on turn may go on."""
    war = fighting(on_turn(side=SPARTA), "syracuse", points=4)
    war.attacks(SPARTA, "syracuse", ["hoplite-B4-4"], ["peltast-A1-3"])
    assert refused(war, ATHENS, CombatAction(acting(war)[0], "retreat")) == "Nobody retreats from Sicily."
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6, 6, 6])
        war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
    assert war.state.battle is None
    assert len(war.state.units) == 2
    war.says(SPARTA, "end", attrition=[3])
    assert war.strengths(SPARTA) == [3]
    war.says(SPARTA, 0)
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "syracuse")
    war.says(ATHENS, "done")
    assert isinstance(war.state.agenda[-1], CombatTurn)


def test_nobody_is_left_so_the_city_is_taken_without_a_fight() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no", points=0)
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4"], [])
    assert war.state.cities["amphipolis"].holder == "sparta"
    assert war.state.battle is None


def test_a_battle_in_the_open_has_the_name_that_it_was_given() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "open", "name", "near Pleuron")
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, ["hoplite-B2-1"])
    assert list(war.state.places.values()) == ["near Pleuron"]
    war.says(ATHENS, "retreat")
    assert war.state.battle is None


def test_an_unanswered_group_is_that_of_one_letter_and_side() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4", "hoplite-B3-3"], ["hoplite-B2-3"])
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    battle = war.state.battle
    assert isinstance(battle, Battle)
    assert [unit.handle for unit in next_to_act(war.state, battle)] == acting(war)
    assert len(acting(war)) == 2


def test_which_of_blocks_that_are_alike_is_hit_is_not_asked() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-3"], ["peltast-A1-3"])
    assert war.state.battle is not None
    for block in ("hoplite-B4-3", "hoplite-B3-3"):
        place_face_up(war, "sparta", block, "amphipolis", "field")
    for unit in war.state.units:
        war.state.blocks[unit.block].body.value.most = 4
    war.says(ATHENS, "fire", battle=[1, 6, 6])
    assert isinstance(war.state.agenda[-1], AssigningHits), "B4 and B3 differ"
    war.says(SPARTA, war.handle(SPARTA, 2))
    assert war.strengths(SPARTA) == [3, 3, 2]
    war.says(SPARTA, war.handle(SPARTA, 0), "fire", battle=[6, 6, 6])
    war.says(SPARTA, war.handle(SPARTA, 1), "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[6, 6])
    war.says(ATHENS, "fire", battle=[1, 6, 6])
    assert isinstance(war.state.agenda[-1], CombatTurn)
    assert sorted(war.strengths(SPARTA)) == [2, 2, 3]


def test_the_last_block_is_repeated_by_one_answer() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    assert "again" not in [option.value for option in war.asked(SPARTA).options]
    war.says(SPARTA, "cavalry", "A2", 2)
    war.says(SPARTA, "again")
    assert war.strengths(SPARTA) == [2, 2]


def test_only_what_a_block_could_do_has_a_row() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-3"], ["hoplite-B2-3", "ship-C3-2"])
    assert [option.value for option in war.asked(ATHENS).options] == ["fire", "retreat"]
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[6, 6, 6])
    assert "shore" in [option.value for option in war.asked(ATHENS).options]


def test_a_battle_in_the_open_needs_no_name() -> None:
    """By keys nobody types: the place has a number, and a name may follow."""
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    assert war.asked(SPARTA, "battle", "open").default == "number"
    war.says(SPARTA, "battle", "open", "number")
    assert war.state.battle is not None
    place = war.state.battle.place
    assert (place_name(war.state, place).text, place_name(war.state, place).args) == ("Battlefield {n}", {"n": 1})
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, [])
    assert place_name(war.state, "field-2").args == {"n": 2}
    war.says(TABLE, "name", place, "near Pleuron")
    assert place_name(war.state, place) == verbatim("near Pleuron")
    war.says(SPARTA, "battle", "open", "number")
    assert war.state.battle is not None
    assert war.state.battle.place == "field-2"


@pytest.mark.parametrize("ship", ["ship-C3-3", "ship-A3-3"])
def test_a_lone_ship_may_go_inside_before_its_city_is_lost(ship: str) -> None:
    """Section 8.1: in its first combat turn, also where only land blocks attack, which it cannot hit."""
    war = fighting(on_turn(side=SPARTA))
    war.attacks(SPARTA, "amphipolis", ["peltast-A1-4", "hoplite-B4-4"], [ship])
    assert war.state.cities["amphipolis"].holder == "athens"
    assert acting(war) == [war.handle(ATHENS)]
    war.says(ATHENS, "withdraw")
    assert war.state.cities["amphipolis"].holder == "athens"
    assert war.awaited() == (SPARTA,), "who may storm the walls now"
    war.says(SPARTA, [])
    war.says(SPARTA, [war.handle(SPARTA, 0)])
    assert war.state.garrisons[0].count == 1


def test_a_lone_ship_that_stays_out_loses_its_city() -> None:
    war = fighting(on_turn(side=SPARTA))
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4"], ["ship-C3-3"])
    war.says(ATHENS, "wait")
    assert war.state.cities["amphipolis"].holder == "sparta"


def test_a_lone_ship_has_no_walls_to_go_behind_in_an_open_city() -> None:
    war = fighting(on_turn(side=SPARTA), walled="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4"], ["ship-C3-3"])
    assert war.state.cities["amphipolis"].holder == "sparta"
    assert refused(war, ATHENS, CombatAction(war.handle(ATHENS), "withdraw")) == "There are no walls of its own."


def test_ships_that_fight_for_a_city_are_asked_only_once_before_it_falls() -> None:
    """Two of them: each has its turn, then nobody holds the walls."""
    war = fighting(on_turn(side=SPARTA))
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4", "ship-C2-3"], ["ship-C3-3", "ship-C3-2"])
    war.says(ATHENS, war.handle(ATHENS, 0), "fire", battle=[6, 6, 6])
    assert war.state.cities["amphipolis"].holder == "athens"
    war.says(ATHENS, "fire", battle=[6, 6])
    assert war.state.cities["amphipolis"].holder == "sparta"


@pytest.mark.parametrize("shore", [False, True])
@pytest.mark.parametrize("role", ["field", "blockade", "patrol"])
def test_captors_behind_the_walls_and_ships_meet_only_where_the_ships_come_ashore(role: str, shore: bool) -> None:
    """Section 8.4: a ship that blockades instead has no part in it."""
    war = fighting(on_turn(side=SPARTA))
    place_face_up(war, "sparta", "hoplite-B3-3", "amphipolis", "inside")
    place_face_up(war, "athens", "ship-C3-3", "amphipolis", role)
    battle = Battle("amphipolis", "sparta", "field", "round", shore=shore, captured=True)
    captor, ship = war.state.units
    assert targets(war.state, battle, captor) == ([ship] if shore and role == "field" else [])
    assert targets(war.state, battle, ship) == ([captor] if shore and role == "field" else [])


def test_the_points_of_a_sack_are_spent_step_by_step() -> None:
    """Section 7.6."""
    war = fighting(on_turn(side=SPARTA), walled="no", points=2)
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-1"], [])
    war.says(SPARTA, war.handle(SPARTA))
    assert war.strengths(SPARTA) == [2]
    war.says(SPARTA, war.handle(SPARTA))
    assert war.told[0].args["n"] == 3
    assert not war.state.units, "two points are two steps of a hoplite"


def test_each_revolt_has_a_block_of_its_own_with_a_rating() -> None:
    row = {"colour": "blue", "kind": "demos", "steps": 3, "letter": "B", "rate": 2}
    war = on_turn("full", {"block": {"d": row}})
    for city in ("thebes", "corinth"):
        enter_city(war, city, points=2)
        war.make(ATHENS, Revolt(city, 1, False))
    assert [unit.block for unit in war.state.units] == ["d", "t2"]
    war = on_turn()
    enter_city(war, "thebes", points=2)
    for word in ("", "Z9", "B", "B22"):
        assert refused(war, ATHENS, Revolt("thebes", 1, False, word)) == "Say the rating of the block."


def test_everybody_is_told_with_which_rating_a_block_rises_that_is_hidden_again_at_once() -> None:
    war = on_turn("full")
    enter_city(war, "thebes", points=2)
    war.make(ATHENS, Revolt("thebes", 1, True, "B3"))
    assert not war.state.units, "nobody is there to fight"
    assert [told.args["rating"] for told in war.told if "rating" in getattr(told, "args", {})] == ["B3"]
