"""Box data: the owners' facts over the shipped ones, what is missing, and what is learnt in mid-play."""

from __future__ import annotations

from copy import deepcopy

from companion.core.boxes import (
    Box,
    BoxField,
    BoxKind,
    Learned,
    facts,
    kind_called,
    known,
    merged,
    missing,
    number,
    put,
)
from companion.core.wording import say, verbatim

SHIPPED: Box = {"card": {"owl": {"worth": 1, "name": "Owl"}, "bull": {}}}
OWNERS: Box = {"card": {"owl": {"worth": 4}, "lion": {"worth": 0}}, "tile": {"sea": {"wet": True}}}


def test_what_the_owners_typed_stands_over_what_was_shipped() -> None:
    before = deepcopy((SHIPPED, OWNERS))
    assert merged(SHIPPED, OWNERS) == {
        "card": {"owl": {"worth": 4, "name": "Owl"}, "bull": {}, "lion": {"worth": 0}},
        "tile": {"sea": {"wet": True}},
    }
    assert before == (SHIPPED, OWNERS)


def test_the_merged_box_is_the_plays_own() -> None:
    box = merged(SHIPPED, {})
    put(box, Learned("card", "bull", "worth", 2))
    put(box, Learned("tile", "hill", "height", 3))
    assert box["card"]["bull"] == {"worth": 2}
    assert box["tile"] == {"hill": {"height": 3}}
    assert SHIPPED["card"]["bull"] == {}


def test_a_number_is_none_until_somebody_has_entered_it() -> None:
    box = merged(SHIPPED, OWNERS)
    assert number(box, "card", "lion", "worth") == 0
    assert number(box, "card", "bull", "worth") is None
    assert number(box, "card", "ox", "worth") is None
    assert number(box, "ship", "owl", "worth") is None
    assert number(box, "card", "owl", "name") is None


def test_what_is_missing_is_listed_for_the_components_there_are_and_must_be() -> None:
    worth, name = BoxField("worth", say("Worth"), 0, 5), BoxField("name", say("Name"))
    cards = BoxKind("card", say("Card"), (worth, name), (("lion", say("Lion")),))
    ships = BoxKind("ship", say("Ship"), (BoxField("speed", say("Speed"), 1, 9),))
    assert list(missing(SHIPPED, (cards, ships))) == [
        ("card", "lion", "worth"),
        ("card", "lion", "name"),
        ("card", "bull", "worth"),
        ("card", "bull", "name"),
    ]


def test_what_is_optional_is_never_missed() -> None:
    worth, note = BoxField("worth", say("Worth"), 0, 5), BoxField("note", say("Note"), optional=True)
    cards = BoxKind("card", say("Card"), (worth, note), (("lion", say("Lion")),), most=3)
    box: Box = {"card": {"owl": {"worth": 1}, "bull": {"note": "torn"}}}
    assert list(missing(box, (cards,))) == [("card", "lion", "worth"), ("card", "bull", "worth")]
    assert known(box, cards) == (1, 3)
    assert known({}, BoxKind("ship", say("Ship"), (note,))) == (0, 0)


def test_every_fact_of_a_box_is_one_thing_learned() -> None:
    assert list(facts(OWNERS)) == [
        Learned("card", "owl", "worth", 4),
        Learned("card", "lion", "worth", 0),
        Learned("tile", "sea", "wet", True),
    ]


def test_components_are_named_as_printed_as_entered_or_by_their_key() -> None:
    name, rating = BoxField("name", say("Name")), BoxField("rating", say("Rating"), 1, 4)
    blocks = BoxKind("block", say("Block"), (rating, name), (("fort", say("Fort")), ("camp", say("Camp"))), most=9)
    assert blocks.names("fort", {"name": "Ours"}) == say("Fort")
    assert blocks.names("b-1", {"name": "Ours"}) == verbatim("Ours")
    assert blocks.names("b-1", {}) == verbatim("b-1")
    assert blocks.in_order(["b-10", "fort", "b-9", "a"]) == ["fort", "camp", "a", "b-9", "b-10"]
    assert blocks.field("rating") is rating
    assert kind_called((blocks,), "block") is blocks
    assert kind_called((blocks,), "ship") is None
