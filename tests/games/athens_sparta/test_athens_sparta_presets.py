"""Nothing is chosen beforehand, nor answered for a sleeper, where a wrong OK would cost blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.dialogue import Asked, walk
from companion.core.questions import Answer, Question
from companion.games.athens_sparta.state import HiddenLosses, LookingUpCity
from companion.games.athens_sparta.tables import CITY_FIELDS
from tests.games.athens_sparta.table import (
    ATHENS,
    GAME,
    SPARTA,
    TABLE,
    War,
    box_block,
    enter_city,
    on_turn,
    place_hidden,
)
from tests.games.athens_sparta.test_athens_sparta_map import replacing

PRINTED = (*CITY_FIELDS, "keep")


def unknown_abydos(level: str = "light", owners: Any = None) -> War:
    """Athens ends its turn, and nobody has said whose Abydos is."""
    war = War(level, owners)
    del war.state.box["city"]["abydos"]["colour"]
    war.begin()
    war.cards("5", "2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    return war


def questions(war: War, seat: int, *answers: Answer) -> Iterator[Question]:
    """All questions of a dialogue up to the answers given, and the one after them."""
    for n in range(len(answers) + 1):
        walked = walk(GAME.ask(war.seen(seat), seat), answers[:n])
        if isinstance(walked, Asked):
            yield walked.question


def revolting() -> War:
    return on_turn()


def to_sicily() -> War:
    war = on_turn(side=SPARTA)
    war.state.cities["leucas"].holder = "athens"
    return war


def joining() -> War:
    war = War().begin()
    war.says(ATHENS, 5, "join")
    war.says(SPARTA, 2, "plain")
    return war


def attacking() -> War:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "samos")
    return war


def planning_blocks() -> War:
    return replacing("full", {"block": {"s": box_block("red", reserve="yes")}})


CITY = ("red", 1, True, True, False, True)


@pytest.mark.parametrize(
    ("war", "seat", "answers"),
    [
        (unknown_abydos, TABLE, ("red", True)),
        (revolting, ATHENS, ("revolt", "samos", "red", 1, True)),
        (to_sicily, SPARTA, ("march", "sicily", "red", True)),
        (lambda: on_turn(side=SPARTA), SPARTA, ("persia", "red", True)),
        (joining, ATHENS, ("samos", "green", 1, True)),
        (attacking, TABLE, CITY),
        (revolting, TABLE, ("new", "number", *CITY[:4], True)),
        (replacing, SPARTA, ("add", "samos", "red", 1, True)),
        (
            lambda: replacing("full", {"block": {"s": box_block("red", reserve="yes")}}),
            SPARTA,
            ("add", "s", "in-samos"),
        ),
    ],
    ids=["grain", "revolt", "sicily", "persia", "join", "battle", "added", "plan", "full plan"],
)
def test_what_is_printed_at_a_city_is_never_chosen_beforehand(war: Any, seat: int, answers: tuple[Answer, ...]) -> None:
    asked = [question for question in questions(war(), seat, *answers) if question.key in PRINTED]
    assert asked, "something of the city is asked"
    assert [(one.key, one.usual, one.default) for one in asked if (one.usual, one.default) != (None, None)] == []


def test_the_attrition_of_athens_waits_until_somebody_says_whose_abydos_is() -> None:
    """The table is asked openly, so no seat can be gone on without."""
    war = unknown_abydos()
    assert war.state.agenda[-1] == LookingUpCity("abydos", ("colour",))
    assert war.awaited() == (TABLE,)
    assert not any(question.secret for question in questions(war, TABLE, "red", False))
    war.says(TABLE, "blue", False)
    assert war.awaited() == (SPARTA,), "the grain comes"


def test_which_block_goes_for_the_grain_is_not_chosen_for_its_owner() -> None:
    """Any block in Athens may go; for a sleeper it is the weakest."""
    blocks = {"a1": box_block("blue"), "a2": box_block("blue"), "a3": box_block("blue")}
    war = on_turn("full", {"block": blocks})
    war.state.blocks["a2"].body.value.strength = 1
    war.state.agenda.append(HiddenLosses("athens", "athens", 1, "hellespont"))
    asked = war.asked(ATHENS)
    assert (asked.key, asked.usual, asked.default) == ("wound", None, "a2")


def test_in_light_play_neither_a_block_nor_none_is_chosen_for_the_grain() -> None:
    war = on_turn()
    war.state.agenda.append(HiddenLosses("athens", "athens", 1, "hellespont"))
    assert war.asked(ATHENS).usual is None
    place_hidden(war, "athens", "rhodes", 1)
    war.state.agenda[-1] = HiddenLosses("athens", "rhodes", 1, "garrison")
    assert war.asked(ATHENS).usual == "undescribed", "there is no other"


def test_which_of_several_blocks_loses_a_step_is_not_chosen_for_its_owner() -> None:
    war = on_turn("full", {"block": {"a1": box_block("blue"), "a2": box_block("blue")}})
    war.state.agenda.append(HiddenLosses("athens", "athens", 1, "corinth"))
    asked = war.asked(ATHENS)
    assert (asked.key, asked.usual) == ("wound", None)
    assert asked.default in {"a1", "a2"}, "somebody who sleeps loses one"


@pytest.mark.parametrize(("hand", "usual"), [(["1", "1", "1", "2", "2", "2"], None), (["3"] * 6, "keep")])
def test_a_hand_that_may_go_back_is_not_kept_by_oversight(hand: list[str], usual: str | None) -> None:
    war = War(box="practice").begin(draws=[*hand, *["2", "3", "3", "3", "3", "4"]])
    assert war.asked(ATHENS).usual == usual


@pytest.mark.parametrize(("points", "usual"), [(5, None), (1, 1)])
def test_no_number_of_steps_is_bought_by_oversight(points: int, usual: int | None) -> None:
    war = on_turn()
    enter_city(war, "messene", points=2)
    war.state.points = points
    asked = war.asked(ATHENS, "revolt", "messene")
    assert (asked.key, asked.usual) == ("steps", usual)


@pytest.mark.parametrize("level", ["light", "full"])
def test_no_battle_is_skipped_by_oversight(level: str) -> None:
    war = on_turn(level)
    war.says(ATHENS, "end")
    assert war.asked(ATHENS).usual is None
