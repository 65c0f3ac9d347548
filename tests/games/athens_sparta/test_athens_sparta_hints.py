"""Ranges, straits, oracles, the Diolkos: said where a move or a battle is entered. Section 5."""

from __future__ import annotations

import pytest

from companion.core.questions import Pick
from companion.core.wording import say
from companion.games.athens_sparta.movement import move_range
from companion.games.athens_sparta.tables import SIDE_NAMES, BlockKind, MoveKind
from companion.games.athens_sparta.words import place_name
from companion.locale import speaker
from tests.games.athens_sparta.table import ATHENS, on_turn, place_face_up


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
    assert war.asked(2).hint is None, "whoever defends is there already"


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
