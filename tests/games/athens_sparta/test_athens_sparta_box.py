"""What ships with the game is what is known and no more; warnings of the editor; facts asked when they are missing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.boxes import merged
from companion.core.secrecy import PUBLIC, Viewer
from companion.games.athens_sparta.blocks import hide_block
from companion.games.athens_sparta.box import COMPONENT_KINDS, PRACTICE_BOX, SHIPPED_BOX, box_warnings
from companion.games.athens_sparta.moves import AddOrder, LookUpCity, Muster, TypedBlock
from companion.games.athens_sparta.scoring import production_points
from companion.games.athens_sparta.state import Mustering, PlanningReplacements, PlanOrder
from companion.games.athens_sparta.tables import CITY_NAMES
from tests.games.athens_sparta.table import (
    ATHENS,
    ENGLISH,
    GAME,
    SPARTA,
    TABLE,
    War,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
)

KNOWN_POINTS = {"athens": 4, "sparta": 4, "syracuse": 4, "miletus": 2, "potidaea": 1, "argos": 2}


def test_only_what_is_known_ships() -> None:
    assert set(SHIPPED_BOX) == {"city"}
    assert set(SHIPPED_BOX["city"]) == set(CITY_NAMES)
    assert {city: facts["points"] for city, facts in SHIPPED_BOX["city"].items() if "points" in facts} == KNOWN_POINTS


def test_no_practice_number_ships() -> None:
    for kind, parts in PRACTICE_BOX.items():
        for key, facts in parts.items():
            assert not set(facts) & set(SHIPPED_BOX.get(kind, {}).get(key, {})), (kind, key)


def test_every_fact_has_a_field_that_allows_it() -> None:
    kinds = {kind.key: {field.key: field for field in kind.fields} for kind in COMPONENT_KINDS}
    for box in (SHIPPED_BOX, PRACTICE_BOX):
        for kind, parts in box.items():
            for facts in parts.values():
                for name, fact in facts.items():
                    field = kinds[kind][name]
                    if field.choices:
                        assert fact in {key for key, _ in field.choices}
                    elif field.high:
                        assert isinstance(fact, int)
                        assert field.low <= fact <= field.high


def test_the_practice_box_raises_no_warning_and_says_that_it_is_one() -> None:
    assert box_warnings(merged(SHIPPED_BOX, PRACTICE_BOX)) == []
    war = War(box="practice")
    assert "practice" in {widget.key for widget in GAME.show(war.state, PUBLIC)}
    assert "practice" not in {widget.key for widget in GAME.show(War().state, PUBLIC)}


@pytest.mark.parametrize(
    ("box", "text"),
    [
        ({"city": {"athens": {"points": 3}}}, "{city} should be worth {n}."),
        ({"city": {"thebes": {"port": "yes"}}}, "{city} is no port."),
        (
            {
                "city": {
                    "corinth": {"points": 4},
                    "thebes": {"points": 4},
                    "elis": {"points": 4, "colour": "red"},
                    "messene": {"points": 4},
                }
            },
            "Points of the {colour} cities: {n}; there should be {m}.",
        ),
        ({"block": {"b": {"home": "Atlantis"}}}, "Block {block}: there is no city {city}."),
        ({"block": {"b": {"kind": "hoplite", "twin": "rhodes"}}}, "Block {block} has a blue star and is no ship."),
        ({"block": {"b": {"kind": "ship"}}}, "The Spartan ship of {city} is missing."),
        (
            {"card": {f"card-{n}": {"points": 5} for n in range(25)}},
            "Points of all cards together: {n}; about 67 would be expected.",
        ),
        ({"card": {f"card-{n}": {"points": 2} for n in range(26)}}, "There are {n} cards; there should be {m}."),
    ],
)
def test_what_looks_wrong_is_said(box: Any, text: str) -> None:
    assert text in {message.text for message in GAME.box_warnings(box)}


def test_nothing_is_said_of_an_empty_box() -> None:
    assert list(GAME.box_warnings({})) == []


def attacked(**options: Any) -> War:
    """Sparta attacks Rhodes, of which points, walls and island are not known."""
    war = on_turn(**options, side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "rhodes")
    return war


def test_what_is_missing_is_asked_once_and_kept() -> None:
    war = attacked()
    assert war.awaited() == (TABLE,)
    outcome = war.says(TABLE, 3, True, False, True)
    assert {(fact.field, fact.value) for fact in outcome.learned} == {
        ("points", 3),
        ("walled", "yes"),
        ("island", "no"),
    }
    assert war.state.box["city"]["rhodes"]["points"] == 3
    assert war.awaited() == (SPARTA,)


def test_just_this_once_keeps_nothing_but_plays_on() -> None:
    war = attacked()
    outcome = war.says(TABLE, 3, True, False, False)
    assert outcome.learned == ()
    assert war.state.box["city"]["rhodes"]["points"] == 3


def test_only_what_was_asked_may_be_answered() -> None:
    war = attacked()
    assert refused(war, TABLE, LookUpCity("rhodes", True, points=3)) == "Something else is asked."
    assert refused(war, TABLE, LookUpCity("chios", True, None, 3, "yes", None, "no")) == "Something else is asked."


def test_the_colour_of_a_city_is_asked_too() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "samos")
    war.says(TABLE, "blue", 1, True, True, True, False)
    assert war.state.cities["samos"].holder == "athens"


def test_a_city_set_right_is_looked_up_so_that_it_counts() -> None:
    war = on_turn(side=SPARTA)
    before = production_points(war.state, "athens")
    war.says(TABLE, "city", "samos", "athens")
    assert war.awaited() == (TABLE,)
    war.says(TABLE, "red", 2, False)
    assert war.state.cities["samos"].holder == "athens"
    assert production_points(war.state, "athens") == before + 2
    assert war.awaited() == (SPARTA,)


# -- blocks of which something is missing ------------------------------------------------------------------------------

ROW = {"name": "Our own", "colour": "red", "kind": "hoplite", "letter": "B", "rate": 3, "steps": 4, "home": "sparta"}


def mustering(**without: Any) -> War:
    """Sparta attacks with a block of its list, of which these facts are missing."""
    row = {field: fact for field, fact in ROW.items() if field not in without}
    war = on_turn(owners={"block": {"s": row}}, side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "open", "number")
    return war


def test_only_what_is_missing_of_a_block_is_asked() -> None:
    assert mustering().asked(SPARTA, "box.s").key == "steps"
    assert mustering(rate=None).asked(SPARTA, "box.s").key == "rating"
    assert mustering(letter=None).asked(SPARTA, "box.s").key == "rating"
    assert mustering(kind=None).asked(SPARTA, "box.s").key == "kind"


def test_what_was_missing_of_a_block_is_kept() -> None:
    war = mustering(kind=None, letter=None, rate=None)
    outcome = war.says(SPARTA, "box.s", "peltast", "A1", 3, True)
    assert {(fact.key, fact.field, fact.value) for fact in outcome.learned} == {
        ("s", "kind", "peltast"),
        ("s", "letter", "A"),
        ("s", "rate", 1),
    }
    held = war.state.blocks[war.state.units[0].block].body.value
    assert (held.kind, held.letter, held.rate, held.strength) == ("peltast", "A", 1, 3)
    assert war.asked(SPARTA, "box.s").key == "steps", "it is known now"


def test_what_is_known_of_a_rating_is_not_asked_again() -> None:
    """A letter on the list leaves its four ratings; a number, the three letters with it."""
    ratings = {
        missing: {option.value for option in mustering(**{missing: None}).asked(SPARTA, "box.s").options}
        for missing in ("rate", "letter")
    }
    assert ratings == {"rate": {"B1", "B2", "B3", "B4"}, "letter": {"A3", "B3", "C3"}}


@pytest.mark.parametrize(("colour", "kinds"), [("blue", {"tyrant"}), ("red", set())])
def test_without_a_list_a_tyrant_is_typed_in_a_city_that_it_may_have_won(colour: str, kinds: set[str]) -> None:
    rhodes = {"colour": colour, "points": 2, "walled": "no", "port": "yes", "island": "yes"}
    war = on_turn(owners={"city": {"rhodes": rhodes}}, side=ATHENS)
    war.state.cities["rhodes"].holder = "sparta"
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "rhodes")
    war.says(ATHENS, "hoplite", "B2", 3)
    war.says(ATHENS, "done")
    assert {option.value for option in war.asked(SPARTA).options} & {"tyrant", "demos", "helot"} == kinds
    if kinds:
        war.says(SPARTA, "tyrant", "B3", 2)
        held = war.state.blocks[war.state.units[-1].block].body.value
        assert (held.kind, held.letter, held.rate, held.strength) == ("tyrant", "B", 3, 2)


def test_cities_that_may_revolt_say_whose_they_are_and_what_they_are_worth() -> None:
    war = on_turn(owners={"city": {"rhodes": {"points": 2}, "chios": {"points": 1}}}, side=SPARTA)
    hints = {option.value: option.hint for option in war.asked(SPARTA, "revolt").options}
    assert [ENGLISH.say(hints[city]) for city in ("rhodes", "chios", "samos")] == [
        "Athens, 2 points",
        "Athens, 1 point",
        "Not looked up yet",
    ]


def test_a_block_shown_inside_may_be_one_of_the_list_where_every_block_is_followed() -> None:
    war = on_turn("full", {"block": {"s": {field: fact for field, fact in ROW.items() if field != "rate"}}})
    place_hidden(war, "sparta", "sparta", 1)
    war.state.agenda.append(Mustering("sparta", "sparta", "describe"))
    war.says(SPARTA, "box.s", "B4", 3, True)
    assert war.state.box["block"]["s"]["rate"] == 4
    assert war.strengths(SPARTA) == [3]


@pytest.mark.parametrize("typed", [TypedBlock("hoplite", "A", 3, 2), TypedBlock("peltast", "B", 3, 2)])
def test_a_block_is_not_described_against_the_list(typed: TypedBlock) -> None:
    war = mustering(rate=None)
    assert refused(war, SPARTA, Muster("fight", "", typed, "s")) == "The list says otherwise."


def test_just_this_once_knows_a_block_for_this_play_only() -> None:
    war = mustering(rate=None)
    assert war.says(SPARTA, "box.s", "B4", 3, False).learned == ()
    assert war.state.box["block"]["s"]["rate"] == 4


@pytest.mark.parametrize(
    ("row", "typed"),
    [
        ("nobody", TypedBlock("hoplite", "B", 3, 2)),
        ("a", TypedBlock("hoplite", "B", 3, 2)),
        ("t", TypedBlock("hoplite", "B", 3, 2)),
    ],
)
def test_only_a_block_of_the_side_of_which_something_is_missing_is_described(row: str, typed: TypedBlock) -> None:
    """Not one that is not there, of the other side, or known in full."""
    war = mustering(rate=None)
    war.state.box["block"] |= {"a": {"colour": "blue", "kind": "hoplite"}, "t": dict(ROW)}
    assert refused(war, SPARTA, Muster("fight", "", typed, row)) == "That is no block."


def test_a_block_that_is_not_known_in_full_does_not_stand_in_its_home() -> None:
    """No letter, kind or number is invented; its owner describes it when it shows itself."""
    full = {"block": {"s": ROW} | {f"s-{field}": {**ROW} for field in ("kind", "letter", "rate", "steps")}}
    for field in ("kind", "letter", "rate", "steps"):
        del full["block"][f"s-{field}"][field]
    assert set(War("full", full).begin().state.blocks) == {"s"}


def test_the_rating_of_a_revolt_block_is_asked_unless_both_its_parts_are_known() -> None:
    for missing in ("letter", "rate"):
        row = {**ROW, "kind": "tyrant"}
        del row[missing]
        war = on_turn(owners={"block": {"s": row}, "city": {"rhodes": {"points": 2}}}, side=SPARTA)
        assert war.asked(SPARTA, "revolt", "rhodes", 1, False).key == "rating"
    war = on_turn(owners={"block": {"s": {**ROW, "kind": "tyrant"}}, "city": {"rhodes": {"points": 2}}}, side=SPARTA)
    war.says(SPARTA, "revolt", "rhodes", 1, True)
    held = war.state.blocks[war.state.units[0].block].body.value
    assert (held.letter, held.rate) == ("B", 3)


def test_a_block_that_was_typed_can_grow_as_far_as_any_block() -> None:
    """Its maximum stands on the cardboard, and nobody has read it."""
    war = War("full").begin()
    place_face_up(war, "sparta", "hoplite-B3-2", "corinth", "field")
    hide_block(war.state, war.state.units[0], "corinth")
    enter_city(war, "corinth", points=3)
    key = next(iter(war.state.blocks))
    war.state.agenda = [PlanningReplacements()]
    assert refused(war, SPARTA, AddOrder(PlanOrder("steps", key, "corinth", 3))) == "A block has no more than {n} step."
    war.make(SPARTA, AddOrder(PlanOrder("steps", key, "corinth", 2)))
    shown = next(widget for widget in GAME.show(war.seen(SPARTA), Viewer(SPARTA)) if widget.key == "blocks")
    assert shown.cards[0].lines[0].text == "{n} step"
