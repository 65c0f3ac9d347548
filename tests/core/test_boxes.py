"""Box data: the owners' facts over the shipped ones, what is missing, and what is learnt in mid-play."""

from __future__ import annotations

from copy import deepcopy

from companion.core.boxes import Box, BoxField, BoxKind, Learned, merged, missing, number, put
from companion.core.wording import say

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
