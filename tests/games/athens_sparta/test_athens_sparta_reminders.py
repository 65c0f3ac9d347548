"""Reminders of rules that the companion cannot check: each is shown with the move that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.athens_sparta.moves import Muster, Revolt, TypedBlock
from companion.games.athens_sparta.state import AssigningHits, Battle, Besieging, CombatTurn, Retreating
from companion.locale import speaker
from tests.games.athens_sparta.table import (
    ATHENS,
    SPARTA,
    TABLE,
    War,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
)


def english(wording: Any) -> str:
    return "" if wording is None else speaker("en", {}).say(wording)


def told(war: War) -> list[str]:
    return [english(line) for line in war.told]


def in_battle(*blocks: tuple[str, str]) -> War:
    """Round 1 at Rhodes, which Sparta attacks; blocks as (side, block)."""
    war = War().begin()
    enter_city(war, "rhodes", points=2, walled="yes", island="no")
    for side, block in blocks:
        place_face_up(war, side, block, "rhodes", "field")
    war.state.battle = Battle("rhodes", "sparta", "field", "round")
    return war


SHIP_RETREAT = "A ship retreats to a friendly port within four hexes, not through enemy hexes; hexsides do not matter."
ATTACKERS = (
    "A retreat: back over the hexsides the attack came by, two blocks over a clear one, "
    "one over a pass or strait, each round."
)
DEFENDERS = (
    "A retreat: over hexsides the attack did not come by, two blocks over a clear one, "
    "one over a pass or strait, each round."
)
REGROUP = (
    "Regroup to adjacent friendly hexes, two blocks over a clear hexside, one over a pass or strait; ships to a "
    "friendly port within four hexes."
)


@pytest.mark.parametrize(
    ("side", "block", "hint"),
    [
        ("sparta", "hoplite-B3-3", ATTACKERS),
        ("athens", "hoplite-B2-3", DEFENDERS),
        ("sparta", "ship-C2-3", SHIP_RETREAT),
        ("athens", "ship-C3-3", SHIP_RETREAT),
    ],
)
def test_ships_are_not_told_the_rule_of_land_blocks(side: str, block: str, hint: str) -> None:
    war = in_battle((side, block), ("athens" if side == "sparta" else "sparta", block))
    seat = war.state.seats[side]  # type: ignore[index]
    war.state.agenda.append(CombatTurn(side, [war.handle(seat)]))  # type: ignore[arg-type]
    retreat = next(option for option in war.asked(seat).options if option.value == "retreat")
    assert english(retreat.hint) == hint
    war.state.agenda[-1] = Retreating(side, war.handle(seat))  # type: ignore[arg-type]
    assert english(war.asked(seat).hint) == hint


def test_who_does_not_stay_is_told_how_to_regroup() -> None:
    war = in_battle(("sparta", "hoplite-B3-3"))
    place_hidden(war, "athens", "rhodes", 1)
    war.state.agenda.append(Besieging("sparta", "rhodes"))
    assert english(war.asked(SPARTA).hint) == f"The others regroup. {REGROUP}"


def test_the_victor_in_the_open_is_told_how_to_regroup() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    war.musters(ATHENS, ["peltast-A1-3"])
    war.musters(SPARTA, ["hoplite-B3-1"])
    outcome = war.says(ATHENS, "fire", battle=[1, 6, 6])
    assert told(war)[-1] == "Athens may regroup.", "the story says what happened, not what to do"
    assert (ATHENS, REGROUP) in [(one.seat, english(one.words)) for one in outcome.reminders]


def test_two_blocks_are_the_most_in_mountains() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    seen = []
    for _ in range(4):
        war.make(ATHENS, Muster("fight", typed=TypedBlock("hoplite", "B", 2, 3)))
        seen.append("A mountain hex holds two blocks of a side." in told(war))
    assert seen == [False, False, True, False]


def test_an_assault_says_who_may_storm_and_how() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, island="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4"], ["inside"])
    hint = "At most 4. Cavalry: B1, ships: C1."
    assert english(war.asked(SPARTA).hint) == hint
    war.says(SPARTA, [war.handle(SPARTA)])
    assert "Two hits take a step from those inside; a half hit heals after the assault." in told(war)


def test_two_hits_a_step_is_said_to_whoever_is_hit_behind_walls() -> None:
    war = in_battle(("athens", "hoplite-B2-3"), ("athens", "peltast-A1-3"))
    handles = [war.handle(ATHENS, n) for n in (0, 1)]
    for double, hint in (
        (True, "Two hits take a step from those inside; a half hit heals after the assault."),
        (False, ""),
    ):
        war.state.agenda.append(AssigningHits("athens", 1, handles, double))
        assert english(war.asked(ATHENS).hint) == hint


def test_a_revolt_says_that_its_friends_are_screened() -> None:
    war = on_turn()
    enter_city(war, "thebes", points=2)
    rebels = "Rebels do not count for stacking. Their friends cannot be hit before they have fired."
    war.make(ATHENS, Revolt("thebes", 1, True, "B2"))
    assert rebels not in told(war), "an empty city is taken at once"
    enter_city(war, "corinth", points=3)
    war.make(ATHENS, Revolt("corinth", 1, False, "B2"))
    assert rebels in told(war)


def test_at_syracuse_nobody_retreats_or_regroups() -> None:
    war = on_turn()
    enter_city(war, "syracuse", island="no")
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "syracuse")
    assert "At Syracuse nobody retreats or regroups; the battle goes on next turn." in told(war)


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("block", "No grain comes: a block in Athens goes at the end of your turn."),
        ("step", "No grain comes: a step in Athens goes at the end of your turn."),
    ],
)
def test_athens_is_told_in_time_that_no_grain_comes(option: str, hint: str) -> None:
    war = on_turn(hellespont=option)
    assert english(war.asked(ATHENS).hint) == ""
    war.state.cities["abydos"].holder = "sparta"
    assert english(war.asked(ATHENS).hint) == hint
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, *(["undescribed"] if option == "block" else ["undescribed", False]))
    assert english(war.asked(SPARTA).hint) == "", "it is not Sparta's loss"


def test_where_a_strategic_move_ends_is_said_with_it() -> None:
    hints = {option.value: english(option.hint) for option in on_turn().asked(ATHENS, "march").options}
    assert "No siege at either end, no neutral hex, no Persian border." in hints["strategic"]
    assert "A mountain hex stops a block, and holds two." in hints["operational"]
    assert "loses a step and goes back" in hints["strait"]


def test_what_green_blocks_do_is_said_to_both_when_their_city_falls() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "argos", colour="green", points=2)
    war.state.cities["argos"].holder, war.state.cities["argos"].colour = "athens", "neutral"
    war.make(SPARTA, Revolt("argos", 1, True, "B2"))
    assert "Those among enemy blocks attack them at once." in told(war)
    assert TABLE not in war.awaited()


def test_both_read_in_which_order_the_blocks_of_a_battle_act() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.musters(SPARTA, ["hoplite-B4-4", "peltast-A1-3"])
    war.says(ATHENS, "hoplite", "B2", 4)
    war.says(ATHENS, "ship", "C3", 2)
    outcome = war.says(ATHENS, "done")
    order = "They act in this order: Sparta: Peltast A1, Athens: Hoplite B2, Sparta: Hoplite B4 and Athens: Ship C3."
    for seat in (ATHENS, SPARTA):
        assert order in [english(each.words) for each in outcome.reminders if each.seat == seat]
    outcome = war.says(SPARTA, "fire", battle=[6, 6, 6])
    assert [english(each.words) for each in outcome.reminders if each.seat == SPARTA] == [
        "They act in this order: Athens: Hoplite B2, Sparta: Hoplite B4 and Athens: Ship C3."
    ]
