"""Every question of the five games is explained, or is listed here as one that explains itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

import pytest

from companion.core.questions import Confirm, Count, Question
from companion.core.wording import Wording, say
from tests.games.explanations import explanations
from tests.golden.test_playthroughs import BY_KEY, FOLDER, replayed
from tests.service.asking_game import AskingGame

PLAIN: Mapping[str, Collection[str]] = {
    "ancient-world": (),
    "antike": (),
    "antiquity": (
        # what lies on the table, set right
        "Which good?",
        "Which site?",
        "Which square?",
        "{good}: how many are left on it?",
        # its hint says it all
        "Which turn begins?",
    ),
    "athens-sparta": ("Which line?", "Which place gets its name?", "Who commands Athens?"),
    "olympos": (
        # read off the board and the tiles, with hints that say how
        "How many grey groups?",
        "Points it is worth",
        "Points on space {n}?",
        "Size of grey group {n}",
        "Stars it needs",
        "The Cross: where?",
        "Zeus space {n}: where?",
    ),
}
"""The prompts of questions that nothing explains."""

SHORT = ("ancient-world/every-move", "antike/two-seats-2006", "antiquity/first-round", "athens-sparta/light-moves")
NAMES = sorted(f"{key}/{path.stem}" for key in PLAIN for path in (FOLDER / key).glob("*.txt"))


def asked_in(name: str) -> list[Question]:
    """All that the playthrough comes to ask."""
    moves = replayed(FOLDER / f"{name}.txt").moves
    return [question for made in moves for question, _ in (*made.dialogue, *made.entered)]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES])
def test_every_question_of_a_play_is_explained(name: str) -> None:
    key = name.partition("/")[0]
    unexplained = {each.prompt.text for each in asked_in(name) if BY_KEY[key].meaning(each) is None}
    assert unexplained <= set(PLAIN[key])


@pytest.mark.long
@pytest.mark.parametrize("key", PLAIN)
def test_nothing_else_is_explained_or_listed_as_plain(key: str) -> None:
    """A key or a prompt that is renamed takes its explanation along."""
    asked = [each for name in NAMES if name.startswith(f"{key}/") for each in asked_in(name)]
    names = {name for each in asked for name in (each.prompt.text, each.key, each.key.partition("-")[0] + "-")}
    assert set(BY_KEY[key].meanings) <= names
    assert {each.prompt.text for each in asked if BY_KEY[key].meaning(each) is None} == set(PLAIN[key])


class Explained(AskingGame):
    """A game that explains its questions by key and by prompt."""

    meanings: ClassVar[Mapping[str, Wording]] = {
        "keep": say("It is there the next time, too."),
        "{who}: keep which start city?": say("The others go."),
        "pay-": say("A coin counts as any."),
    }


def test_a_question_without_its_own_explanation_has_that_of_its_prompt_or_key() -> None:
    game, yes, no = Explained("pick"), say("yes"), say("no")
    prompt, own = say("{who}: keep which start city?", who="Greeks"), say("This one.")
    assert game.meaning(Confirm(key="keep", prompt=prompt, yes=yes, no=no)) == game.meanings[prompt.text]
    assert game.meaning(Confirm(key="keep", prompt=prompt, yes=yes, no=no, meaning=own)) == own
    assert game.meaning(Confirm(key="keep", prompt=say("Keep it?"), yes=yes, no=no)) == game.meanings["keep"]
    assert game.meaning(Count(key="pay-gold", prompt=say("Gold"), high=3)) == game.meanings["pay-"]
    assert game.meaning(Count(key="unheard-of", prompt=say("?"), high=3)) is None


@pytest.mark.parametrize("key", PLAIN)
def test_an_explanation_is_short(key: str) -> None:
    found = explanations(BY_KEY[key])
    assert found
    for words in found:
        assert words.text.count(". ") < 4, words.text
        assert len(words.text) < 220, words.text
