"""A printed fact put right in mid-play: what was made of it follows, what happened at the table stays. Section 3."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.boxes import Fact, FactCorrection
from companion.core.secrecy import PUBLIC, seal, seen
from companion.games.athens_sparta.blocks import reveal_block
from companion.games.athens_sparta.box import deck
from companion.games.athens_sparta.changing_hands import neutral_city_joins
from tests.games.athens_sparta.table import ATHENS, GAME, SPARTA, TABLE, War, stepped

Right = tuple[str, str, str, Fact | None, Fact | None]


def put_right(war: War, *facts: Right) -> None:
    """Each is kind, key, field, what it was and what is right."""
    GAME.mend(stepped(war.state, TABLE), [FactCorrection(*one) for one in facts])


# -- cities ------------------------------------------------------------------------------------------------------------


def test_a_city_is_its_colours_unless_it_has_changed_hands() -> None:
    war = War(owners={"city": {"samos": {"colour": "blue"}, "ephesus": {"colour": "blue"}}}).begin()
    war.state.cities["ephesus"].holder = "sparta"
    put_right(war, ("city", "samos", "colour", "blue", "red"), ("city", "ephesus", "colour", "blue", "green"))
    cities = war.state.cities
    assert (cities["samos"].colour, cities["samos"].holder) == ("sparta", "sparta")
    assert (cities["ephesus"].colour, cities["ephesus"].holder) == ("neutral", "sparta")


def test_a_city_can_be_put_right_before_the_table_is_set_up() -> None:
    war = War(owners={"city": {"samos": {"colour": "blue"}}})
    put_right(war, ("city", "samos", "colour", "blue", "red"))
    war.begin()
    assert war.state.cities["samos"].holder == "sparta"


# -- blocks ------------------------------------------------------------------------------------------------------------

ROW: dict[str, Fact] = {"colour": "red", "kind": "hoplite", "letter": "B", "rate": 3, "steps": 4, "home": "corinth"}


def army(key: str = "s", **facts: Fact) -> War:
    """One block that is at home, and has lost a step."""
    war = War("full", {"block": {key: {**ROW, **facts}}}).begin()
    war.state.blocks[key].body.value.strength = 3
    war.state.blocks[key].body.value.at = "thebes"
    return war


def test_a_block_keeps_the_steps_it_has_as_far_as_it_can_have_them() -> None:
    war = army()
    for old, new, strength in ((4, 2, 2), (2, 4, 2)):
        put_right(war, ("block", "s", "steps", old, new))
        held = war.state.blocks["s"].body.value
        assert (held.most, held.strength, held.at) == (new, strength, "thebes")
    put_right(war, ("block", "s", "rate", 3, 1))
    assert (war.state.blocks["s"].side, war.state.blocks["s"].body.value.rate) == ("sparta", 1)


def test_a_block_of_which_nothing_is_known_any_more_stays_as_it_was() -> None:
    war = army()
    before = GAME.copy(war.state).blocks["s"]
    put_right(war, ("block", "s", "steps", 4, None))
    assert war.state.blocks["s"] == before


@pytest.mark.parametrize(
    ("colour", "side", "to"), [("blue", "athens", (ATHENS,)), ("green", "neutral", ()), ("red", "sparta", (SPARTA,))]
)
def test_a_block_of_another_colour_was_never_theirs(colour: str, side: str, to: tuple[int, ...]) -> None:
    war = army("samos")  # called like a city, which stays what it is
    put_right(war, ("block", "samos", "colour", "red", colour))
    block = war.state.blocks["samos"]
    assert (block.side, block.body.to, block.body.value.strength, block.body.value.at) == (side, to, 3, "thebes")
    assert war.state.cities["samos"].holder == "neutral"


def test_a_block_without_a_colour_stays_whose_it_is() -> None:
    war = army()
    put_right(war, ("block", "s", "colour", "red", None))
    assert war.state.blocks["s"].side == "sparta"


def test_a_green_block_that_has_gone_over_stays_where_it_went() -> None:
    war = army("n", colour="green", home="argos")
    neutral_city_joins(stepped(war.state, ATHENS), "argos", "athens")
    put_right(war, ("block", "n", "rate", 3, 2))
    assert (war.state.blocks["n"].side, war.state.blocks["n"].body.value.rate) == ("athens", 2)


def test_a_block_that_lies_face_up_stays_whose_it_is() -> None:
    war = army()
    reveal_block(stepped(war.state, SPARTA), "sparta", "s", "rhodes", "siege")
    put_right(war, ("block", "s", "colour", "red", "blue"))
    assert war.state.blocks["s"].side == "sparta"


def test_a_block_that_is_not_followed_or_not_seen_is_left_alone() -> None:
    light = War(owners={"block": {"s": ROW}}).begin()
    put_right(light, ("block", "s", "steps", 4, 3))
    assert not light.state.blocks
    unseen = army()
    unseen.state = seen(unseen.state, PUBLIC)
    put_right(unseen, ("block", "s", "steps", 4, 3))
    assert not unseen.state.blocks["s"].body.known


# -- cards -------------------------------------------------------------------------------------------------------------

LOW, HIGH = ["1", "1", "1", "2", "2", "9"], ["2", "2", "2", "3", "3", "8"]


def dealt(**options: Any) -> War:
    """25 cards: one of 9, one of 8, and several of each other kind. Athens holds the first, Sparta the second."""
    points = [9, 8, *[1] * 7, *[2] * 8, *[3] * 8]
    rows = {f"c{number:02}": {"points": worth} for number, worth in enumerate(points)}
    return War(owners={"card": rows}, **options).begin(draws=[*LOW, *HIGH])


def hands(war: War) -> tuple[list[str], list[str]]:
    return war.state.hands["athens"].value, war.state.hands["sparta"].value


def test_a_card_of_which_there_was_only_one_is_put_right_in_the_hand() -> None:
    war = dealt()
    put_right(war, ("card", "c00", "points", 9, 0))
    assert hands(war) == (["0", *LOW[:5]], HIGH)


def test_a_card_that_looks_like_others_now_is_put_right_too() -> None:
    war = dealt()
    put_right(war, ("card", "c00", "points", 9, 3))
    assert hands(war) == ([*LOW[:5], "3"], HIGH)
    assert deck(war.state.box)["3"] == 9


def test_two_cards_are_put_right_at_once() -> None:
    war = dealt()
    put_right(war, ("card", "c00", "points", 9, 8), ("card", "c01", "points", 8, 9))
    assert hands(war) == ([*LOW[:5], "8"], [*HIGH[:5], "9"])


def test_an_event_typed_wrong_is_put_right_in_the_hand() -> None:
    war = dealt()
    put_right(war, ("card", "c00", "event", None, "Storm"), ("card", "c00", "effect", None, "no-ships"))
    assert hands(war)[0] == [*LOW[:5], "9.no-ships.own.storm"]


@pytest.mark.parametrize("new", [None, 5])
def test_which_of_several_that_look_the_same_was_dealt_nobody_can_say(new: int | None) -> None:
    war = dealt()
    put_right(war, ("card", "c02", "points", 1, new))
    assert hands(war) == (LOW, HIGH)


def test_a_card_whose_points_nobody_knows_any_more_stays() -> None:
    war = dealt()
    put_right(war, ("card", "c00", "points", 9, None))
    assert hands(war) == (LOW, HIGH)


def test_hands_of_a_deck_that_is_not_known_in_full_stay() -> None:
    war = War(owners={"card": {"c00": {"points": 9}}}).begin()
    war.state.hands["athens"] = seal(["9"], ATHENS)
    put_right(war, ("card", "c00", "points", 9, 8))
    assert war.state.hands["athens"].value == ["9"]


def test_a_card_is_put_right_where_it_was_laid() -> None:
    """Aside while the other still looks at his hand, face down at Syracuse, and face down for the turn."""
    war = dealt(syracuse=True)
    war.says(ATHENS, "keep", "9")
    put_right(war, ("card", "c00", "points", 9, 7), ("card", "c01", "points", 8, 6))
    war.says(SPARTA, "keep", "6")
    assert hands(war) == (LOW[:5], HIGH[:5]), "neither has it in his hand any more"
    put_right(war, ("card", "c00", "points", 7, 5))
    assert [war.state.syracuse[side].value for side in ("athens", "sparta")] == ["5", "6"]
    war = dealt()
    war.says(ATHENS, "keep")
    war.says(SPARTA, "keep")
    war.says(ATHENS, "9")
    put_right(war, ("card", "c00", "points", 9, 7))
    war.says(SPARTA, "8")
    assert (war.state.played, war.state.first) == ({"athens": "7", "sparta": "8"}, "sparta")
    assert hands(war)[0] == LOW[:5]


def test_what_somebody_else_holds_is_not_touched_where_it_is_not_seen() -> None:
    war = dealt()
    war.says(ATHENS, "keep")
    war.state = seen(war.state, PUBLIC)
    put_right(war, ("card", "c00", "points", 9, 7))
    assert not war.state.hands["athens"].known
    assert not war.state.settled["athens"].known
