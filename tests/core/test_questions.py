"""Questions: what each kind takes, how it is written down, and the walk from answers to a move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dialogue import Asked, Done, digest, walk
from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import AnyQuestion, Asking, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.wording import say

PROMPT = say("Which?")
FAR = say("That is too far.")
OPTIONS = (Option("near", say("Near")), Option("far", say("Far"), reason=FAR), Option("home", say("Home")))
PICK = Pick[str](key="where", prompt=PROMPT, options=OPTIONS)
PLACE = Place[str](key="where", prompt=PROMPT, options=OPTIONS, widget="map")
MANY = PickMany[str](key="which", prompt=PROMPT, options=OPTIONS, least=1, most=2)
NUMBERED = Pick[int](key="number", prompt=PROMPT, options=tuple(Option(n, say("{n}", n=n)) for n in range(3)))
COUNT = Count(key="gold", prompt=PROMPT, low=-2, high=30)
DICE = Dice(key="roll", prompt=PROMPT, dice=3)
TEXT = Text(key="name", prompt=PROMPT, longest=10, taken=("Rhodes",))
CONFIRM = Confirm(key="sure", prompt=PROMPT, yes=say("Yes"), no=say("No"))

TAKEN: list[tuple[Any, Any, Any]] = [
    (PICK, "near", "near"),
    (PLACE, "home", "home"),
    (NUMBERED, 2, 2),
    (NUMBERED, "2", 2),
    (MANY, ["home", "near"], ["home", "near"]),
    (COUNT, 30, 30),
    (COUNT, "-2", -2),
    (COUNT, " 7 ", 7),
    (DICE, [1, "6", 3], [1, 6, 3]),
    (TEXT, " Ana ", "Ana"),
    (CONFIRM, True, True),
    (CONFIRM, False, False),
]

NOT_TAKEN: list[tuple[Any, Any, str]] = [
    (PICK, "away", "not-offered"),
    (PICK, "far", "out-of-reach"),
    (PICK, ["near"], "not-offered"),
    (NUMBERED, True, "not-offered"),
    (PLACE, "far", "out-of-reach"),
    (MANY, "near", "not-offered"),
    (MANY, ["away"], "not-offered"),
    (MANY, ["far"], "out-of-reach"),
    (MANY, ["near", "near"], "picked-twice"),
    (MANY, [], "wrong-number"),
    (COUNT, 31, "out-of-bounds"),
    (COUNT, -3, "out-of-bounds"),
    (COUNT, True, "no-number"),
    (COUNT, "--5", "no-number"),
    (COUNT, "1_0", "no-number"),
    (COUNT, "12345678901", "no-number"),
    (COUNT, [1], "no-number"),
    (DICE, 3, "not-offered"),
    (DICE, [1, 2], "wrong-number"),
    (DICE, [0, 1, 2], "out-of-bounds"),
    (DICE, [1, 2, 7], "out-of-bounds"),
    (TEXT, "  ", "no-text"),
    (TEXT, "two\nlines", "no-text"),
    (TEXT, 5, "no-text"),
    (TEXT, "eleven chars", "too-long"),
    (TEXT, " rhodes ", "name-taken"),
    (CONFIRM, "yes", "not-offered"),
    (CONFIRM, 1, "not-offered"),
]


def asking(question: Any) -> Asking[Any]:
    return (yield from question)


@pytest.mark.parametrize(("question", "answer", "becomes"), TAKEN)
def test_what_a_question_takes(question: Any, answer: Any, becomes: Any) -> None:
    assert walk(asking(question), [answer]) == Done(becomes, (question,))


@pytest.mark.parametrize(("question", "answer", "code"), NOT_TAKEN)
def test_what_a_question_refuses(question: Any, answer: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        walk(asking(question), [answer])
    assert refused.value.code == code


def test_an_option_out_of_reach_is_refused_with_its_own_reason() -> None:
    with pytest.raises(Refused) as refused:
        PICK.check("far")
    assert refused.value.message == FAR


def test_a_branch_is_blocked_while_none_of_its_options_can_be_picked() -> None:
    assert Pick[str](key="where", prompt=PROMPT, options=OPTIONS[1:]).blocked() is None
    assert Pick[str](key="where", prompt=PROMPT, options=OPTIONS[1:2]).blocked() == FAR
    assert Pick[str](key="where", prompt=PROMPT, options=()).blocked() is not None


# -- one line of text ----------------------------------------------------------------------------------------------

words = st.text(st.characters(categories=("L", "N"), include_characters="-_,."), min_size=1, max_size=8)
values = words | st.integers(-999, 999)


@st.composite
def picks(draw: st.DrawFn) -> tuple[Any, Any]:
    offered = draw(st.lists(values, min_size=1, max_size=6, unique_by=str))
    options = tuple(Option(value, PROMPT) for value in offered)
    return Pick(key="q", prompt=PROMPT, options=options), draw(st.sampled_from(offered))


@st.composite
def several(draw: st.DrawFn) -> tuple[Any, Any]:
    offered = draw(st.lists(values.filter(lambda value: value != "-"), min_size=1, max_size=6, unique_by=str))
    options = tuple(Option(value, PROMPT) for value in offered)
    chosen = draw(st.lists(st.sampled_from(offered), unique_by=str))
    return PickMany(key="q", prompt=PROMPT, options=options, most=len(offered)), chosen


@st.composite
def counts(draw: st.DrawFn) -> tuple[Any, Any]:
    low = draw(st.integers(-10_000, 10_000))
    high = draw(st.integers(low, 20_000))
    return Count(key="q", prompt=PROMPT, low=low, high=high), draw(st.integers(low, high))


@st.composite
def rolls(draw: st.DrawFn) -> tuple[Any, Any]:
    rolled = draw(st.lists(st.integers(1, 12), min_size=1, max_size=8))
    return Dice(key="q", prompt=PROMPT, dice=len(rolled), faces=12), rolled


printable = st.text(max_size=40).filter(lambda text: text.isprintable() and bool(text.strip()))
texts = st.tuples(st.just(Text(key="q", prompt=PROMPT)), printable)
yes_or_no = st.tuples(st.just(CONFIRM), st.booleans())


@given(picks() | several() | counts() | rolls() | texts | yes_or_no)
def test_every_answer_survives_its_text_form(both: tuple[Any, Any]) -> None:
    question, answer = both
    written = question.format(answer)
    assert "\n" not in written
    read = question.parse(written)
    question.check(read)
    assert walk(asking(question), [read]) == walk(asking(question), [answer])


@given(st.text())
def test_parsing_refuses_or_gives_an_answer(text: str) -> None:
    for question in (PICK, MANY, COUNT, DICE, TEXT, CONFIRM):
        try:
            question.check(question.parse(text))
        except Refused:
            continue


@pytest.mark.parametrize("text", ["Ana", "5", "[1]", '"open', ""])
def test_a_text_is_written_in_quotes(text: str) -> None:
    with pytest.raises(Refused):
        TEXT.parse(text)


def test_a_question_can_be_sent_as_json_and_read_again() -> None:
    for question in (PICK, PLACE, MANY, COUNT, DICE, TEXT, CONFIRM):
        sent = msgspec.json.encode(question)
        assert msgspec.json.decode(sent, type=AnyQuestion) == question
        assert msgspec.json.decode(sent)["type"] == question.kind


# -- the walk ------------------------------------------------------------------------------------------------------


def trip() -> Asking[tuple[str, int]]:
    where = yield from PICK
    gold = (yield from COUNT) if where == "near" else 0
    return where, gold


def test_a_walk_stops_at_the_first_open_question() -> None:
    assert walk(trip(), []) == Asked(PICK)
    assert walk(trip(), ["near"]) == Asked(COUNT, (PICK,))


def test_a_walk_ends_with_the_move_and_the_questions_that_led_there() -> None:
    assert walk(trip(), ["near", 3]) == Done(("near", 3), (PICK, COUNT))
    assert walk(trip(), ["home"]) == Done(("home", 0), (PICK,))


def test_a_walk_refuses_more_answers_than_questions() -> None:
    with pytest.raises(Refused) as refused:
        walk(trip(), ["home", 1])
    assert refused.value.code == "too-many-answers"


def test_a_dialogue_may_need_no_answer_or_refuse_at_once() -> None:
    def forced() -> Asking[str]:
        yield from ()
        return "the only move"

    def nothing_to_say() -> Asking[str]:
        yield from ()
        raise Refused("not-awaited", say("The others are deciding."))

    assert walk(forced(), []) == Done("the only move")
    with pytest.raises(Refused):
        walk(nothing_to_say(), [])


# -- the digest ----------------------------------------------------------------------------------------------------


def test_the_digest_is_the_same_as_long_as_what_was_looked_at_is() -> None:
    again = Pick[str](key="where", prompt=say("Which?"), options=tuple(OPTIONS))
    assert digest("play", 1, 4, [PICK, COUNT]) == digest("play", 1, 4, [again, COUNT])


@pytest.mark.parametrize(
    "other",
    [
        digest("another play", 1, 4, [PICK]),
        digest("play", 2, 4, [PICK]),
        digest("play", 1, 5, [PICK]),
        digest("play", 1, 4, [PICK, COUNT]),
        digest("play", 1, 4, [PLACE]),
        digest("play", 1, 4, [msgspec.structs.replace(PICK, options=OPTIONS[:1])]),
        digest("play", 1, 4, [msgspec.structs.replace(PICK, prompt=say("Which one?"))]),
    ],
)
def test_the_digest_changes_with_anything_that_was_looked_at(other: str) -> None:
    assert other != digest("play", 1, 4, [PICK])


def test_a_piece_covers_squares_as_it_is_turned() -> None:
    ways = (Option("0,0,0", say("A1")), Option("2,1,1", say("C2"), reason=say("There is a grave.")))
    fit = Fit(key="lay", prompt=PROMPT, options=ways, widget="city", turns=(((0, 0), (1, 0)), ((0, 0), (0, 1))))
    assert fit.squares("0,0,0") == ("0,0", "1,0")
    assert fit.squares("2,1,1") == ("2,1", "2,2")
    with pytest.raises(Refused):
        fit.check("2,1,1")
    with pytest.raises(Refused):
        fit.squares("6,6,0")
