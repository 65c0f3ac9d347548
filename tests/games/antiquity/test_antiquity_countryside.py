"""What the questions of phase 4 say of the map, which only the table sees. Section 7."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.antiquity.agenda import Countryside
from companion.games.antiquity.moves import OpenSite
from companion.games.antiquity.state import Building
from companion.games.antiquity.tables import GOODS
from tests.games.antiquity.antiquity_table import ENGLISH, Evening


def in_the_countryside(**options: Any) -> Evening:
    """Ana in phase 4 with two cart shops, a brewery, alchemy and four of everything."""
    evening = Evening(level="counters", **options).begun()
    realm = evening.realm(1)
    for place, kind in enumerate(("cart", "cart", "brewery", "alchemy")):
        realm.buildings.append(Building(f"b{place}", kind, 0, 3, manned=int(kind != "brewery")))  # type: ignore[arg-type]
    evening.stock(1, **dict.fromkeys(GOODS, 4))
    evening.ready()
    assert isinstance(evening.state.due, Countryside)
    return evening


def hint_of(evening: Evening, item: str) -> str:
    """What stands beside an item of the list."""
    question: Any = evening.asked(1)
    found = next(option for option in question.options if option.value == item)
    return ENGLISH.say(found.hint) if found.hint is not None else ""


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("woodcutter", ("clean forest", "grass", "stay clean")),
        ("mine", ("clean mountain", "polluted at once")),
        ("farm", ("clean grass", "sow one", "polluted at once")),
        ("fishery", ("Two adjacent", "clean free water", "That water is polluted")),
        ("inn", ("land hex in your zone", "clean or not")),
        ("city", ("Seven free land hexes", "clean or not", "in your zone", "none beside another city")),
        ("clear", ("polluted free hex", "around it", "water too")),
    ],
)
def test_the_list_says_where_a_thing_may_stand_and_what_it_does_to_its_hexes(item: str, words: tuple[str, ...]) -> None:
    said = hint_of(in_the_countryside(), item)
    assert [word for word in words if word not in said] == []


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (("woodcutter",), ("own hex", "clean free forest", "become grass")),
        (("mine", "gold"), ("own hex", "clean free mountain", "Pollute")),
        (("farm", "grain"), ("own hex", "clean free grass", "Pollute")),
        (("fishery", "pearls"), ("clean free water", "polluted land or not", "Pollute that water")),
    ],
)
def test_the_size_of_a_site_is_asked_with_what_becomes_of_its_hexes(answers: Any, words: tuple[str, ...]) -> None:
    question = in_the_countryside().asked(1, *answers)
    said = ENGLISH.say(question.hint) if question.hint is not None else ""
    assert question.key == "goods"
    assert [word for word in words if word not in said] == []


def test_a_fishery_on_clean_land_only_says_so() -> None:
    question = in_the_countryside(polluted_fishery=False).asked(1, "fishery", "fish")
    assert question.hint is not None
    assert "both of them clean" in ENGLISH.say(question.hint)


@pytest.mark.parametrize(("site", "good", "most"), [("woodcutter", "wood", 7), ("fishery", "dye", 8)])
def test_a_site_is_never_larger_than_its_hexes(site: Any, good: Any, most: int) -> None:
    evening = in_the_countryside()
    assert evening.reason(1, OpenSite(site, good, most)) == ""
    assert evening.reason(1, OpenSite(site, good, most + 1)) == "That is more than there can be."
