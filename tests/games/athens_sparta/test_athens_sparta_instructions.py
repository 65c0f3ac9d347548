"""What people do with the pieces: what the examples of the playthroughs do not show, and what nobody may be told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.instructions import AnyInstruction, Instruction, inside, reversed_instructions
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.games.athens_sparta.blocks import add_to_garrison
from companion.games.athens_sparta.changing_hands import neutral_city_joins
from companion.games.athens_sparta.moves import (
    AddOrder,
    Besiege,
    ConfirmPlan,
    CorrectHolder,
    LoseHiddenStep,
    MoveBlock,
    PlaceBlock,
    Revolt,
)
from companion.games.athens_sparta.state import OUT_OF_PLAY, HiddenLosses, PlanningReplacements, PlanOrder
from tests.contract.instructed import committed, playthroughs
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
    stepped,
)

NO_THINGS = {
    "turn": "the companion counts the turns of an Olympiad",
    "mp": "points that are spent at once",
    "first": "whose card was higher",
    "persia": "a state of the war",
    "helot": "a state of the Olympiad",
    r"(athens|sparta)\.extra": "points added by a correction",
}
"""Numbers that count no pieces, by a pattern of their keys."""


def test_every_number_is_a_thing_or_is_listed() -> None:
    left: set[str] = set()
    for name in playthroughs("athens-sparta"):
        for act in committed(name):
            for one in GAME.inventory(act.state):
                listed = any(re.fullmatch(pattern, one.key) for pattern in NO_THINGS)
                if (one.thing is None) is not listed:
                    left.add(one.key)
    assert left == set()


# -- cards ------------------------------------------------------------------------------------------------------------

LOW, HIGH = ["1", "1", "1", "2", "2", "2"], ["2", "3", "3", "3", "3", "4"]
NEW = ["3", "3", "1", "1", "4", "2"]


def test_a_card_of_cardboard_is_laid_face_down_and_both_are_turned_over() -> None:
    war = War().begin()
    war.says(ATHENS, "4", "plain")
    assert war.reads(ATHENS) == ["Lay your card face down."]
    assert visible(war.made, SPARTA) == visible(war.made, None) == []
    war.says(SPARTA, "2", "plain")
    assert war.reads(ATHENS) == war.reads(SPARTA) == ["Turn your card over."]
    assert war.reads(ATHENS, undone=True) == ["Turn your card face down again."]


def test_what_a_card_asks_for_is_over_with_its_game_turn() -> None:
    war = War().begin()
    war.says(ATHENS, "5", "manual", "own")
    laid = [inside(one) for one in war.made]
    war.says(SPARTA, "2", "plain")
    turned = [inside(one) for one in war.made]
    assert laid
    assert all(one.is_overtaken({key for later in turned for key in later.settles}) for one in laid)
    for seat in (ATHENS, SPARTA):
        war.says(seat, "end")
        war.says(seat, "end")
    over = {key for one in war.made for key in inside(one).settles}
    assert war.state.turn == 2
    assert len(turned) == 3, "two cards and an event"
    assert all(one.is_overtaken(over) for one in turned)
    assert [war.reads(seat, undone=undone) for seat in (ATHENS, SPARTA) for undone in (False, True)] == [[]] * 4


def test_cards_that_were_drawn_for_the_question_are_put_back_when_that_is_undone() -> None:
    war = War(box="practice").begin(draws=[*LOW, *HIGH])
    assert [war.reads(seat) for seat in (TABLE, ATHENS, SPARTA)] == [[], [], []]
    assert war.reads(TABLE, undone=True) == ["Put the dealt cards together again."]


def test_cards_that_the_companion_deals_are_in_nobodys_hand() -> None:
    war = War(box="practice").begin(draws=[*LOW, *HIGH])
    war.state.real_hands = False
    for seat in (ATHENS, SPARTA):
        war.says(seat, "keep")
    war.says(ATHENS, "2")
    war.says(SPARTA, "2")
    assert war.made == ()


def test_cards_are_laid_at_syracuse_and_turned_over() -> None:
    war = War(box="practice", syracuse=True, deal=7).begin(draws=[*LOW, "3", *HIGH, "3"])
    war.says(ATHENS, "keep", "2", "2")
    war.says(SPARTA, "keep", "4", "3")
    for seat in (ATHENS, SPARTA):
        assert war.reads(seat) == ["Put your discarded card aside, face down.", "Lay your card face down at Syracuse."]
    war.says(ATHENS, "2")
    war.says(SPARTA, "2")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "syracuse")
    assert war.reads(TABLE) == ["Turn the two cards at Syracuse over."]


def test_cards_of_an_unknown_deck_are_shuffled_and_dealt_anew() -> None:
    war = War(syracuse=True).begin()
    war.says(ATHENS, "redeal")
    war.says(SPARTA, "keep", 2, "plain")
    assert war.reads(TABLE) == []
    war.says(SPARTA, "keep")
    assert war.reads(TABLE) == ["Shuffle the other cards and deal 6 to Athens."]


def test_both_may_have_new_cards() -> None:
    war = War(syracuse=True).begin()
    for seat in (ATHENS, SPARTA):
        war.says(seat, "redeal")
    assert war.reads(TABLE) == ["Shuffle all cards and deal 6 to each side."]


def test_an_olympiad_begins_with_the_marker_and_the_cards() -> None:
    war = War().begin()
    war.state.agenda = [PlanningReplacements()]
    war.says(ATHENS, "ready")
    assert [war.reads(seat) for seat in (TABLE, ATHENS, SPARTA)] == [[], [], []]
    war.says(SPARTA, "ready")
    assert war.reads(ATHENS) == war.reads(SPARTA) == ["Carry out your plan, hidden."]
    assert war.reads(TABLE) == ["Olympiad marker to 85.", "Shuffle all cards and deal 6 to each side."]
    assert war.reads(TABLE, undone=True) == ["Put the dealt cards together again.", "Olympiad marker to 84."]


# -- moves, sieges, revolts -------------------------------------------------------------------------------------------


def test_a_block_joins_a_siege_and_leaves_it_and_then_nobody_is_besieged() -> None:
    war = on_turn()
    enter_city(war, "corinth", points=3, walled="yes", port="yes", island="no")
    place_face_up(war, "athens", "hoplite-B2-3", "corinth", "siege")
    place_hidden(war, "sparta", "corinth", 2)
    war.says(ATHENS, "bring", "corinth")
    war.says(ATHENS, "peltast", "A1", 2)
    assert war.reads(ATHENS) == ["Tip Peltast A1 forward, 2 on top."]
    war.says(ATHENS, "lift", war.handle(ATHENS))
    assert war.reads(ATHENS) == ["Stand Hoplite B2 up and move it away."]
    assert war.reads(ATHENS, undone=True) == ["Tip Hoplite B2 forward again."]
    war.says(ATHENS, "lift", war.handle(ATHENS))
    assert [war.reads(seat) for seat in (ATHENS, SPARTA)] == [["Stand Peltast A1 up and move it away."], []]


def test_a_ship_on_patrol_stands_up_when_the_siege_is_over() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    place_face_up(war, "athens", "ship-C3-3", "amphipolis", "patrol")
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    war.says(SPARTA, "lift", war.handle(SPARTA))
    assert war.reads(ATHENS) == ["Stand Ship C3 up."]


def test_besiegers_of_a_city_that_is_theirs_stand_up() -> None:
    war = on_turn()
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    place_face_up(war, "sparta", "ship-C2-3", "amphipolis", "blockade")
    war.make(TABLE, CorrectHolder("amphipolis", "sparta"))
    assert war.reads(SPARTA) == ["Stand Hoplite B4 and Ship C2 up."]


def test_a_move_on_the_map_needs_no_words() -> None:
    war = on_turn()
    war.says(ATHENS, "march", "operational")
    assert war.made == ()


def test_a_block_that_is_turned_back_at_a_strait_is_turned_by_its_owner() -> None:
    war = on_turn()
    war.says(ATHENS, "march", "strait")
    assert war.reads(ATHENS) == ["Turn that block down a step."]


@pytest.mark.parametrize(
    ("empty", "words"),
    [(False, "Put Demos B2 face up in Thebes, 2 on top."), (True, "Stand Demos B2 up in Thebes, 2 on top.")],
)
def test_a_revolt_block_comes_into_its_city(empty: bool, words: str) -> None:
    war = on_turn()
    enter_city(war, "thebes", points=2)
    war.make(ATHENS, Revolt("thebes", 2, empty, "B2"))
    assert war.reads(ATHENS) == [words]
    assert war.reads(ATHENS, undone=True) == ["Take Demos B2 out of Thebes again."]


def test_a_revolt_block_goes_aside() -> None:
    rows = {"d": {"colour": "blue", "kind": "demos", "steps": 3, "letter": "B", "rate": 2}}
    war = War("full", {"block": rows}).begin()
    enter_city(war, "thebes", points=2)
    war.cards("5", "2")
    war.make(ATHENS, Revolt("thebes", 2, True))
    war.says(ATHENS, "end")
    war.make(ATHENS, PlaceBlock("d", OUT_OF_PLAY))
    assert war.reads(ATHENS) == ["Put Demos B2 aside."]
    assert war.reads(ATHENS, undone=True) == ["Put Demos B2 back, 2 on top."]
    assert visible(war.made, SPARTA) == []


def test_the_help_of_persia_needs_no_words() -> None:
    war = on_turn(side=SPARTA)
    war.state.cities["miletus"].holder = "sparta"
    enter_city(war, "miletus", colour="blue", points=2)
    war.says(SPARTA, "persia")
    assert war.made == ()


# -- battles ----------------------------------------------------------------------------------------------------------


def amphipolis(*defenders: str) -> War:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4", "ship-C2-3"], list(defenders))
    return war


def test_a_block_goes_inside_unseen() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.says(ATHENS, "goes-inside")
    assert war.reads(ATHENS) == ["Put that block inside Amphipolis, still upright."]
    assert war.reads(ATHENS, undone=True) == ["Bring that block out of Amphipolis again."]
    war.says(ATHENS, "patrol", "C3", 2)
    assert war.reads(ATHENS) == ["Tip Ship C3 forward, 2 on top."]


def test_a_garrison_without_walls_shows_itself() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=0, walled="no", port="yes", island="no")
    place_hidden(war, "athens", "amphipolis", 1)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.says(ATHENS, "done")
    war.says(ATHENS, "peltast", "A1", 2)
    assert war.reads(ATHENS) == ["Tip Peltast A1 forward, 2 on top."]


def test_who_comes_out_leaves_the_walls_and_goes_back() -> None:
    war = on_turn()
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", 2)
    war.says(ATHENS, "end")
    war.says(ATHENS, "sally", "amphipolis")
    war.says(ATHENS, "sally", "hoplite", "B2", 2)
    assert war.reads(ATHENS) == ["Bring Hoplite B2 out of Amphipolis, face up, 2 on top."]
    assert war.reads(ATHENS, undone=True) == ["Put Hoplite B2 back into Amphipolis, upright."]
    war.says(ATHENS, "done")
    war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
    war.says(ATHENS, "withdraw")
    assert war.reads(ATHENS) == ["Stand Hoplite B2 up, inside Amphipolis."]
    assert war.reads(ATHENS, undone=True) == ["Bring Hoplite B2 out of Amphipolis again, face up."]


def test_who_retreats_stands_up_and_goes() -> None:
    war = amphipolis("hoplite-B2-3")
    war.says(ATHENS, "retreat")
    assert war.reads(ATHENS) == ["Stand Hoplite B2 up and move it away."]


def test_a_ship_that_blockades_stays_as_it_is() -> None:
    war = amphipolis("hoplite-B2-3")
    war.says(ATHENS, "fire", battle=[6, 6, 6])
    war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
    war.says(SPARTA, "blockade")
    assert war.made == ()


def test_who_cannot_retreat_is_lost() -> None:
    war = amphipolis("hoplite-B2-3")
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6, 6, 6])
        war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
        war.says(SPARTA, "wait")
    war.says(SPARTA, "lost")
    assert war.reads(SPARTA)[:1] == ["Put Hoplite B4 in your pool."]
    assert war.reads(SPARTA, undone=True)[-1:] == ["Take Hoplite B4 from your pool to its place, 4 on top."]


def test_victors_stand_inside_and_then_up() -> None:
    war = amphipolis("hoplite-B2-1")
    war.says(ATHENS, "fire", battle=[6])
    war.says(SPARTA, "fire", battle=[1, 6, 6, 6])
    assert war.reads(ATHENS) == ["Put Hoplite B2 in your pool."]
    assert war.reads(SPARTA) == ["Put Hoplite B4 and Ship C2 inside Amphipolis, still face up."]
    war.says(SPARTA, "done")
    assert war.reads(SPARTA) == ["Stand Hoplite B4 and Ship C2 up."]


def test_who_does_not_stay_to_besiege_stands_up() -> None:
    war = amphipolis("inside")
    war.says(SPARTA, [])
    hoplite, ship = war.handle(SPARTA), war.handle(SPARTA, 1)
    war.make(SPARTA, Besiege([ship]))
    assert war.reads(SPARTA) == ["Leave Ship C2 face up before Amphipolis.", "Stand Hoplite B4 up."]
    assert hoplite not in {unit.handle for unit in war.state.units}


def test_three_blocks_that_stay_are_counted_on_a_display() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    war.attacks(SPARTA, "amphipolis", ["hoplite-B4-4", "hoplite-B3-4", "ship-C2-3"], ["inside"])
    war.says(SPARTA, [])
    war.make(SPARTA, Besiege([unit.handle for unit in war.state.units]))
    [one] = [one for one in war.made if isinstance(one, Instruction) and one.words is not None]
    assert [part.text for part in one.parts] == ["{n} stay face up"]


def test_who_failed_goes_back() -> None:
    war = amphipolis("hoplite-B2-3")
    for _ in range(2):
        war.says(ATHENS, "fire", battle=[6, 6, 6])
        war.says(SPARTA, "fire", battle=[6, 6, 6, 6])
        war.says(SPARTA, "wait")
    war.says(SPARTA, "away")
    assert war.reads(SPARTA)[:1] == ["Stand Hoplite B4 up and move it away."]


def test_a_garrison_that_is_stormed_shows_itself() -> None:
    war = on_turn("full", {"block": {"a0": box_block("blue"), "a1": box_block("blue", "peltast")}}, side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    for key in ("a0", "a1"):
        add_to_garrison(war.state, "amphipolis", "athens", key)
    war.says(SPARTA, "end")
    war.says(SPARTA, "assault", "amphipolis")
    war.says(SPARTA, [war.handle(SPARTA)])
    assert war.reads(ATHENS) == ["Tip Hoplite B2 forward, 3 on top.", "Tip Peltast B2 forward, 3 on top."]


# -- losses behind walls ----------------------------------------------------------------------------------------------


def shut_in(count: int) -> War:
    """So many blocks of Athens that nobody has described are besieged, and one of them loses a step."""
    war = on_turn()
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    place_hidden(war, "athens", "amphipolis", count)
    war.state.agenda.append(HiddenLosses("athens", "amphipolis", 1, "garrison"))
    return war


def test_a_block_that_nobody_has_described_is_turned_or_lost_in_words_for_its_owner() -> None:
    war = shut_in(2)
    war.make(ATHENS, LoseHiddenStep("", False))
    assert war.reads(ATHENS) == ["Turn a block in Amphipolis down a step."]
    assert visible(war.made, SPARTA) == []
    war = shut_in(2)
    war.make(ATHENS, LoseHiddenStep("", True))
    assert war.reads(ATHENS) == ["Put a block from Amphipolis in your pool."]
    assert war.reads(ATHENS, undone=True) == ["Put a block from your pool back into Amphipolis, 1 on top."]


def test_besiegers_go_into_a_city_that_nobody_holds_any_more() -> None:
    war = shut_in(1)
    war.make(ATHENS, LoseHiddenStep("", True))
    assert war.reads(SPARTA) == ["Put Hoplite B4 inside Amphipolis, still face up."]


# -- cities that change hands -----------------------------------------------------------------------------------------


def taken(level: str, city: str, **blocks: Any) -> War:
    """Sparta takes a city in which nobody fights."""
    war = War(level, {"block": blocks} if level == "full" else None).begin()
    war.cards("2", "5")
    enter_city(war, city, points=2, walled="no", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", city)
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, "done")
    return war


def test_the_ships_of_a_rebel_city_are_swapped() -> None:
    war = taken("light", "rhodes")
    assert war.reads(TABLE) == ["Swap the two ships of Rhodes, with the same steps."]


def test_where_every_block_is_followed_each_side_moves_its_own_ship() -> None:
    row = {"kind": "ship", "letter": "C", "rate": 3, "home": "rhodes", "steps": 4, "twin": "rhodes"}
    war = taken("full", "rhodes", a={**row, "colour": "blue"}, s={**row, "colour": "red"})
    assert war.reads(ATHENS) == ["Put the ship of Rhodes aside."]
    assert war.reads(SPARTA)[:1] == ["Put your ship of Rhodes there, 4 on top."]
    assert not [one for one in visible(war.made, None) if "ship" in str(one)]


def test_green_blocks_are_set_up_and_turned_round() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "argos", colour="green", points=2, walled="yes", port="yes", island="no")
    war.state.cities["argos"].holder = war.state.cities["argos"].colour = "neutral"
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "argos")
    assert war.reads(ATHENS) == ["Stand the green blocks of Argos there, full steps on top, towards you."]
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, "done")
    assert war.reads(SPARTA)[:1] == ["Turn the green blocks of Argos round towards you."]


def test_a_city_set_right_needs_no_words() -> None:
    war = on_turn()
    war.says(TABLE, "city", "naxos", "sparta")
    assert [war.reads(seat) for seat in (TABLE, ATHENS, SPARTA)] == [[], [], []]


def test_green_blocks_are_set_up_in_one_sentence_where_every_block_is_followed() -> None:
    war = on_turn("full", {"block": {"n": box_block("green", "hoplite", "argos")}}, side=SPARTA)
    enter_city(war, "argos", colour="green", points=2, walled="yes", port="yes", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "argos")
    assert war.state.blocks["n"].body.value.strength == 3
    assert war.reads(ATHENS) == ["Stand the green blocks of Argos there, full steps on top, towards you."]
    assert war.reads(ATHENS, undone=True) == ["Put the green blocks of Argos aside."]


def greens_in(city: str, *, shut_in: bool) -> War:
    """The green block of Argos stands with one of Athens in another city when Sparta takes Argos by a revolt."""
    rows = {"n": box_block("green", "hoplite", "argos"), "a": box_block("blue", "peltast", city)}
    war = on_turn("full", {"block": rows}, side=SPARTA)
    enter_city(war, "argos", colour="green", points=2, walled="yes", port="yes", island="no")
    enter_city(war, city, points=2, walled="yes", port="yes", island="no")
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    for key in ("n", "a"):
        war.state.blocks[key].body.value.at = city
        if shut_in:
            add_to_garrison(war.state, city, "athens", key)
    if shut_in:
        place_face_up(war, "sparta", "hoplite-B4-4", city, "siege")
    war.make(SPARTA, Revolt("argos", 1, True, "B2"))
    return war


@pytest.mark.parametrize("shut_in", [False, True])
def test_a_green_block_among_enemies_shows_itself(shut_in: bool) -> None:
    war = greens_in("amphipolis", shut_in=shut_in)
    assert "Tip Hoplite B2 forward, 3 on top." in war.reads(SPARTA)
    assert war.reads(ATHENS) == []


# -- plans ------------------------------------------------------------------------------------------------------------


def planned(*orders: PlanOrder, **blocks: Any) -> War:
    """Athens has planned this, and both are ready."""
    war = War("full", {"block": blocks}).begin()
    war.state.agenda = [PlanningReplacements()]
    for key, body in ((key, block.body.value) for key, block in war.state.blocks.items()):
        body.strength, body.at = (0, "pool") if key.startswith("p") else (2, "athens")
    for order in orders:
        war.make(ATHENS, AddOrder(order))
        assert war.made == ()
    war.make(ATHENS, ConfirmPlan())
    assert war.made == ()
    war.make(SPARTA, ConfirmPlan())
    return war


BLOCKS = {"a0": box_block("blue"), "a1": box_block("blue", "peltast"), "p0": box_block("blue", "cavalry")}


def test_a_plan_is_carried_out_order_by_order() -> None:
    orders = (
        PlanOrder("steps", "a0", "athens", 1),
        PlanOrder("disband", "a1", "", 0),
        PlanOrder("build", "p0", "athens", 1),
    )
    war = planned(*orders, **BLOCKS)
    assert war.reads(ATHENS) == [
        "Carry out your plan, hidden.",
        "Turn Hoplite B2 up to 3.",
        "Put Peltast B2 in your pool.",
        "Take Cavalry B2 from your pool to Athens, 1 on top.",
    ]
    assert war.reads(SPARTA) == ["Carry out your plan, hidden."]


# -- secrets ----------------------------------------------------------------------------------------------------------


def visible(made: tuple[AnyInstruction, ...], seat: int | None) -> list[Instruction]:
    """What somebody sees of instructions: how many there are, in which order, and all that they hold."""
    found: list[Instruction] = []
    for one in seen(made, Viewer(seat) if seat else PUBLIC):
        if isinstance(one, Instruction):
            found.append(one)
        elif one.known:
            found.append(one.value)
    return found


def hidden(key: str) -> War:
    """Athens decides which of its blocks goes inside."""
    war = on_turn("full", {"block": {"a0": box_block("blue"), "a1": box_block("blue", "peltast")}}, side=SPARTA)
    enter_city(war, "amphipolis", points=2, walled="yes", port="yes", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, key, "inside")
    return war


def starving(strengths: tuple[int, int], move: LoseHiddenStep, place: str = "amphipolis") -> War:
    """A hidden block of Athens loses a step, in a besieged city or one out of supply."""
    war = on_turn("full", {"block": {"a0": box_block("blue"), "a1": box_block("blue", "peltast")}})
    enter_city(war, place, points=2, walled="yes", port="yes", island="no")
    why = "garrison" if place == "amphipolis" else "corinth"
    place_face_up(war, "sparta", "hoplite-B4-4", place, "siege")
    for key, strength in zip(("a0", "a1"), strengths, strict=True):
        body = war.state.blocks[key].body.value
        body.strength, body.at = strength, place
        if why == "garrison":
            add_to_garrison(war.state, place, "athens", key)
    if not move.block:
        add_to_garrison(war.state, place, "athens", "")
    war.state.agenda.append(HiddenLosses("athens", place, 1, why))  # type: ignore[arg-type]
    war.make(ATHENS, move)
    return war


def crossing(strength: int, key: str) -> War:
    """A block of Athens is turned back at a strait."""
    war = on_turn("full", {"block": {"a0": box_block("blue")}})
    war.state.blocks["a0"].body.value.strength = strength
    war.make(ATHENS, MoveBlock("strait", key))
    return war


def rising(strength: int) -> War:
    """Demos rises in Corinth; until now it stood with so many steps where only Athens knew."""
    rows = {"d": {"colour": "blue", "kind": "demos", "steps": 3, "letter": "B", "rate": 2}}
    war = War("full", {"block": rows}).begin()
    war.cards("5", "2")
    enter_city(war, "corinth", points=3)
    war.state.blocks["d"].body.value.strength = strength
    war.make(ATHENS, Revolt("corinth", 2, False))
    return war


def greens(strength: int, at: str) -> War:
    """Sparta takes Argos by a revolt; its green block, which Athens has hidden, stands there or elsewhere."""
    war = on_turn("full", {"block": {"n": box_block("green", "hoplite", "argos")}}, side=SPARTA)
    enter_city(war, "argos", colour="green", points=2, walled="yes", port="yes", island="no")
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    body = war.state.blocks["n"].body.value
    body.strength, body.at = strength, at
    war.make(SPARTA, Revolt("argos", 1, True, "B2"))
    return war


def card(points: str) -> War:
    war = War().begin()
    war.says(ATHENS, points, "plain")
    return war


GARRISON = LoseHiddenStep("a0", False)
TWINS: dict[str, tuple[Callable[[], War], Callable[[], War]]] = {
    "who goes inside": (lambda: hidden("a0"), lambda: hidden("a1")),
    "who loses a step": (lambda: starving((2, 2), GARRISON), lambda: starving((2, 2), LoseHiddenStep("a1", False))),
    "how strong it was": (lambda: starving((3, 2), GARRISON), lambda: starving((2, 2), GARRISON)),
    "whether it is listed": (
        lambda: starving((2, 2), GARRISON),
        lambda: starving((2, 2), LoseHiddenStep("", False)),
    ),
    "who is lost": (lambda: starving((1, 1), GARRISON), lambda: starving((1, 1), LoseHiddenStep("a1", False))),
    "whether a block out of supply is lost": (
        lambda: starving((1, 1), GARRISON, "corinth"),
        lambda: starving((2, 2), GARRISON, "corinth"),
    ),
    "who is turned back at a strait": (lambda: crossing(2, "a0"), lambda: crossing(2, "")),
    "whether it is lost at the strait": (lambda: crossing(2, "a0"), lambda: crossing(1, "a0")),
    "an empty plan": (lambda: planned(**BLOCKS), lambda: planned(PlanOrder("steps", "a0", "athens", 1), **BLOCKS)),
    "what a plan holds": (
        lambda: planned(PlanOrder("build", "p0", "athens", 1), **BLOCKS),
        lambda: planned(PlanOrder("disband", "a1", "", 0), PlanOrder("steps", "a0", "athens", 1), **BLOCKS),
    ),
    "how strong a rebel was": (lambda: rising(1), lambda: rising(3)),
    "whether a rebel stood anywhere": (lambda: rising(0), lambda: rising(1)),
    "a card": (lambda: card("4"), lambda: card("1")),
}
"""Pairs of moves that differ only in what Athens alone knows."""


@pytest.mark.parametrize("about", TWINS)
def test_others_see_the_same_instructions_whatever_a_side_hides(about: str) -> None:
    one, two = (play() for play in TWINS[about])
    for seat in (SPARTA, None):
        assert visible(one.made, seat) == visible(two.made, seat)
        taken_back = [visible(reversed_instructions(war.made), seat) for war in (one, two)]
        assert taken_back[0] == taken_back[1]


def test_its_owner_reads_what_others_may_not() -> None:
    """The pairs above do differ for Athens, but for words that are the same for each block."""
    same = {about for about, (one, two) in TWINS.items() if one().reads(ATHENS) == two().reads(ATHENS)}
    assert same == {"who goes inside", "how strong a rebel was", "whether a rebel stood anywhere", "a card"}


def test_green_blocks_go_over_in_the_same_words_wherever_they_stand() -> None:
    one, two = greens(3, "argos"), greens(0, "pool")
    assert visible(one.made, None) == visible(two.made, None)
    assert "Turn the green blocks of Argos round towards you." in one.reads(SPARTA)
