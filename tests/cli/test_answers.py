"""Questions as text, and what people type back."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from companion.commands.terminal.random_partners import random_answer
from companion.commands.terminal.typed_answers import COMMANDS, Words, how_to_answer, is_value, lines_of, read
from companion.core.errors import Refused
from companion.core.options import Amount, Option
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.wording import say
from companion.locale import LANGUAGES, speaker

ENGLISH = speaker("en", {})
WARES = (
    Option("wine", say("Wine"), price=(Amount(3, "coin"), Amount(1, label=say("salt"))), hint=say("sweet")),
    Option("cloth", say("Cloth"), reason=say("sold out")),
    Option("back", say("Back room")),
)
PICK = Pick(key="ware", prompt=say("Which ware?"), hint=say("One only."), options=WARES)
NUMBERED = Pick(key="seat", prompt=say("Who?"), options=(Option(3, say("Ana")), Option("undo", say("Nobody"))))
MANY = PickMany(key="wares", prompt=say("Which?"), options=WARES, least=1, most=2)
CONFIRM = Confirm(key="sure", prompt=say("Sure?"), yes=say("Burn it"), no=say("Keep it"))


def test_a_question_shows_prices_hints_and_reasons() -> None:
    assert lines_of(PICK, ENGLISH) == [
        "Which ware?",
        "One only.",
        "  1) Wine [3 coin, 1 salt] (sweet)",
        "  2) Cloth - not now: sold out",
        "  3) Back room",
    ]
    assert lines_of(NUMBERED, ENGLISH)[1:] == ["     3) Ana", "  undo) Nobody"]
    assert lines_of(CONFIRM, ENGLISH)[1:] == ["  1) Burn it", "  2) Keep it"]


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        (PICK, "1", "wine"),
        (PICK, " wine ", "wine"),
        (NUMBERED, "3", "3"),
        (MANY, "1 3", ["wine", "back"]),
        (MANY, "3, 1", ["back", "wine"]),
        (Count(key="n", prompt=say("How many?"), low=-2, high=5), "-1", -1),
        (Dice(key="d", prompt=say("Dice?"), dice=2), "3 6", [3, 6]),
        (Text(key="t", prompt=say("Name?")), "New Corinth", "New Corinth"),
        (Text(key="t", prompt=say("Name?")), '"undo"', "undo"),
        (CONFIRM, "1", True),
        (CONFIRM, "2", False),
        (CONFIRM, "no", False),
    ],
)
def test_what_is_typed_is_read(question: Question, typed: str, answer: Answer) -> None:
    assert read(question, typed) == answer


@pytest.mark.parametrize(
    ("question", "typed", "code"),
    [
        (PICK, "2", "out-of-reach"),
        (PICK, "4", "not-offered"),
        (PICK, "", "not-offered"),
        (NUMBERED, "1", "not-offered"),
        (MANY, "-", "wrong-number"),
        (MANY, "1 1", "picked-twice"),
        (Count(key="n", prompt=say("How many?"), high=5), "6", "out-of-bounds"),
        (Count(key="n", prompt=say("How many?"), high=5), "many", "no-number"),
        (Text(key="t", prompt=say("Name?")), "", "no-text"),
        (CONFIRM, "3", "not-offered"),
    ],
)
def test_what_cannot_be_is_refused(question: Question, typed: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(question, typed)
    assert refusal.value.code == code


def test_a_choice_named_like_a_command_can_be_made() -> None:
    assert read(PICK, "3") == "back"
    assert not is_value(PICK, "back")
    assert is_value(NUMBERED, "undo")


def test_it_is_said_what_to_type() -> None:
    told = [ENGLISH.say(how_to_answer(question)) for question in (PICK, MANY, Dice(key="d", prompt=say("?"), dice=1))]
    assert told == [
        "Your choice",
        "From 1 to 2 choices with spaces between them, - for none",
        "What the die shows, from 1 to 6",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_single_words_in_every_language_and_english_always_serves(language: str) -> None:
    words = Words(speaker(language, {}))
    own = words.listed().split(", ")
    assert len(set(own)) == len(COMMANDS)
    assert all(" " not in word for word in own)
    for word, command in zip((*own, *COMMANDS), (*COMMANDS, *COMMANDS), strict=True):
        typed = words.read(f" {word.upper()} 2 ")
        assert typed is not None
        assert typed == (command, "2")
    assert words.read("3") is None
    assert words.read("?") == ("help", "")


@pytest.mark.parametrize("question", [PICK, NUMBERED, MANY, CONFIRM, Dice(key="d", prompt=say("?"), dice=3)])
def test_random_answers_are_possible_ones(question: Question) -> None:
    random = Random(7)
    answers = [random_answer(question, random, "Ana") for _ in range(40)]
    for answer in answers:
        question.check(answer)
    assert len({str(answer) for answer in answers}) > 1


def test_nothing_to_choose_from_is_refused_also_at_random() -> None:
    with pytest.raises(Refused):
        random_answer(Pick(key="none", prompt=say("?"), options=WARES[1:2]), Random(1), "Ana")


@pytest.mark.parametrize(
    ("question", "usual", "typed"),
    [
        (PICK, "back", "3"),
        (NUMBERED, 3, "3"),
        (MANY, ["back", "wine"], "3 1"),
        (MANY, ["wine"], "1"),
        (CONFIRM, False, "2"),
        (Count(key="n", prompt=say("How many?"), high=5), 4, "4"),
        (Dice(key="d", prompt=say("Dice?"), dice=2), [6, 1], "6 1"),
    ],
)
def test_enter_alone_takes_the_usual_answer(question: Question, usual: Answer, typed: str) -> None:
    usually = structs.replace(question, usual=usual)
    assert lines_of(usually, ENGLISH) == [*lines_of(question, ENGLISH), f"Enter alone: {typed}"]
    assert read(usually, " ") == usual
    assert question.format(read(usually, typed)) == question.format(usual)


def test_enter_alone_takes_nothing_that_is_not_possible() -> None:
    with pytest.raises(Refused):
        read(structs.replace(PICK, usual="cloth"), "")
