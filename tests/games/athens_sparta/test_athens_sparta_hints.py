"""Ranges, straits, oracles, the Diolkos: said where a move or a battle is entered. Section 5."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.questions import Pick
from companion.core.wording import say
from companion.games.athens_sparta.game import waits_for
from companion.games.athens_sparta.movement import move_range
from companion.games.athens_sparta.reminders import remind
from companion.games.athens_sparta.setup_steps import setup_steps
from companion.games.athens_sparta.showing import strip
from companion.games.athens_sparta.tables import SIDE_NAMES, BlockKind, MoveKind
from companion.games.athens_sparta.words import place_name
from companion.locale import speaker
from tests.games.athens_sparta.table import ATHENS, SPARTA, War, on_turn, place_face_up, stepped


def english(wording: Any) -> str:
    return speaker("en", {}).say(wording)


def test_every_use_of_a_point_says_how_far_it_goes() -> None:
    question = on_turn().asked(ATHENS, "march")
    assert isinstance(question, Pick)
    hints = {option.value: option.hint for option in question.options}
    assert hints["operational"].args == {"hoplite": 3, "peltast": 4, "ship": 4, "cavalry": 5}
    assert "port" in hints["strategic"].text
    assert "Cephallenia" in hints["sicily"].text


def test_straits_and_the_diolkos_are_said_with_a_move() -> None:
    hint = on_turn().asked(ATHENS, "march").hint
    assert "strait" in hint.text
    assert "Diolkos" in hint.text


def test_oracles_and_hexsides_are_said_with_a_battle() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    hint = war.asked(ATHENS, "battle").hint
    assert "Delos" in hint.text
    assert "Delphi" in hint.text
    war.says(ATHENS, "battle", "open", "number")
    assert war.asked(ATHENS).hint.args == {"n": 4}, "how far ships come"
    war.says(ATHENS, "hoplite", "B2", 3)
    war.says(ATHENS, "done")
    assert english(war.asked(2).hint) == "Athens attacks with Hoplite B2\u00a0x\u00a03."


def test_the_ranges_are_said_with_a_block_that_comes_to_a_siege() -> None:
    war = on_turn()
    place_face_up(war, "athens", "hoplite-B2-3", "potidaea", "siege")
    assert war.asked(ATHENS, "bring").hint.args["cavalry"] == 5


@pytest.mark.parametrize(
    ("kind", "use", "hexes"),
    [
        ("hoplite", "operational", 3),
        ("peltast", "operational", 4),
        ("ship", "operational", 4),
        ("cavalry", "operational", 5),
        ("hoplite", "strategic", 6),
        ("peltast", "strategic", 8),
        ("cavalry", "strategic", 10),
        ("ship", "strategic", None),
    ],
)
def test_how_far_a_block_goes(kind: BlockKind, use: MoveKind, hexes: int | None) -> None:
    words = move_range(kind, use)
    assert words is not None
    assert words.args.get("n") == hexes


def test_a_block_that_is_followed_says_its_own_range() -> None:
    row = {"colour": "blue", "letter": "A", "rate": 1, "steps": 3, "home": "athens", "kind": "cavalry"}
    war = on_turn("full", {"block": {"a": row}})
    options = {option.value: option for option in war.asked(ATHENS, "march", "operational").options}
    assert options["a"].hint.args == {"n": 5}
    options = {option.value: option for option in war.asked(ATHENS, "march", "sicily").options}
    assert options["a"].hint is None


def test_places_are_called_as_people_say_in_each_language() -> None:
    war, spanish = on_turn(), speaker("es", {})
    for name, key in {"Quíos": "chios", "Corinto": "corinth", "Siracusa": "syracuse", "Atenas": "athens"}.items():
        assert spanish.say(place_name(war.state, key)) == name
    assert {key: speaker("en", {}).say(place_name(war.state, key)) for key in war.state.cities} == {
        key: key.capitalize() for key in war.state.cities
    }
    assert [spanish.say(SIDE_NAMES[side]) for side in ("athens", "sparta")] == ["Atenas", "Esparta"]
    told = [
        spanish.say(say("{side} attacks at {place}.", place=place_name(war.state, "athens"), side=SIDE_NAMES["sparta"]))
    ]
    assert told == ["Esparta ataca en Atenas."]


@pytest.mark.parametrize(("seat", "ships"), [(ATHENS, False), (SPARTA, True)])
def test_whoever_moves_is_reminded_of_what_concerns_it_before_all_else(seat: int, ships: bool) -> None:
    war = on_turn(side=seat)
    step = stepped(war.state, seat)
    remind(step)
    reminders = [english(one.words) for one in step.reminders if one.seat == seat]
    assert any("Corinth" in one for one in reminders) is ships, "Sparta holds Corinth"
    assert "Delphi" in reminders[-1]
    assert "Mountains: 2 blocks" in reminders[-1]
    assert len(reminders) <= 2


def test_a_second_block_is_asked_for_as_another_and_no_more_stands_first() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    assert war.asked(ATHENS).options[-1].value == "done"
    war.says(ATHENS, "hoplite", "B2", 3)
    question = war.asked(ATHENS)
    assert english(question.prompt) == "Battlefield 1: another block of Athens?"
    assert (question.options[0].value, question.usual) == ("done", "done")


def test_nobody_claims_that_a_block_is_whole_after_the_first_turn() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    assert war.asked(ATHENS, "hoplite", "B2").usual == 4
    war.state.turn = 2
    assert war.asked(ATHENS, "hoplite", "B2").usual is None


def test_whose_blocks_come_next_is_told_to_both() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    assert waits_for(war.state).then == SPARTA
    war.says(ATHENS, "hoplite", "B2", 3)
    war.says(ATHENS, "done")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    assert (waits_for(war.state).must, waits_for(war.state).then) == ((SPARTA,), ATHENS), "the defender first"


def test_the_figures_say_which_side_one_is() -> None:
    war = on_turn()
    assert [english(one.label) for one in strip(war.state, SPARTA)] == ["You, Sparta", "Athens", "Income", "Turns"]
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    assert [english(one.label) for one in strip(war.state, ATHENS)] == ["You, Athens", "Sparta", "Blocks", "Steps"]


def test_what_was_laid_out_before_the_sides_are_known_stays_done() -> None:
    before, after = War().state, War().begin().state
    assert [one.key for one in setup_steps(before)] == [one.key for one in setup_steps(after)]
