"""Chance: fair, committed, never rewound; from cardboard, from a record, or not at all."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.chance import (
    CardboardNeeded,
    ChanceAhead,
    Drawn,
    NoChance,
    RandomStream,
    RecordedChance,
    TableChance,
    commitment,
    draw,
)
from companion.core.errors import Refused, RulesBug
from companion.core.options import Option
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.wording import say

SEED = bytes(range(32))
FIRST_ROLLS = [6, 4, 5, 6, 6, 3, 6, 4, 6, 3]
PROMPT = say("What came up?")
ROLL = Dice(key="roll", prompt=PROMPT, dice=2)
CARDS = tuple(Option(key, say("{card}", card=key), copies=copies) for key, copies in (("a", 3), ("b", 1), ("c", 0)))
CARD = Pick[str](key="card", prompt=PROMPT, options=CARDS)


def redo(seed: bytes, limits: list[int]) -> list[int]:
    """The stream as somebody else would write it from its description: block n is HMAC-SHA256(seed, n as 8 bytes
    big-endian); its first 8 bytes are a number; numbers from the last, incomplete stretch of ``limit`` are left out."""
    block, numbers = 0, []
    for limit in limits:
        whole = 2**64 // limit * limit
        number = whole
        while number >= whole:
            mac = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
            number = int.from_bytes(mac[:8], "big")
            block += 1
        numbers.append(number % limit)
    return numbers


@given(st.binary(min_size=1, max_size=40), st.lists(st.integers(1, 2**63), max_size=20))
def test_anybody_can_redo_the_stream_from_its_seed(seed: bytes, limits: list[int]) -> None:
    stream = RandomStream(seed)
    assert [stream.below(limit) for limit in limits] == redo(seed, limits)


def test_the_first_numbers_never_change() -> None:
    """Plays already stored must be verifiable for ever."""
    stream = RandomStream(SEED)
    assert [stream.below(6) + 1 for _ in range(10)] == FIRST_ROLLS
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_numbers_that_would_be_unfair_are_left_out() -> None:
    """With a limit just above half of what a block can say, nearly every second block must be thrown away."""
    stream = RandomStream(SEED)
    limit = 2**63
    for _ in range(64):
        stream.below(limit)
    assert stream.position == 64, "2**63 divides 2**64: nothing is left out"
    three = RandomStream(SEED)
    numbers = [three.below(3 * 2**61) for _ in range(3000)]
    assert three.position > 3000 * 1.2, "a quarter of all blocks lies in the incomplete stretch"
    thirds = Counter(number // 2**61 for number in numbers)
    assert all(900 < thirds[third] < 1100 for third in range(3))


@pytest.mark.parametrize("limit", [0, -1, 2**63 + 1])
def test_limits_that_make_no_sense_are_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        RandomStream(SEED).below(limit)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=30), st.integers(0, 29))
def test_the_position_only_grows_and_a_stream_goes_on_where_it_was(limits: list[int], cut: int) -> None:
    whole = RandomStream(SEED)
    positions, numbers = [], []
    for limit in limits:
        numbers.append(whole.below(limit))
        positions.append(whole.position)
    assert positions == sorted(set(positions))
    first = RandomStream(SEED)
    before = [first.below(limit) for limit in limits[:cut]]
    resumed = RandomStream(SEED, first.position)
    assert before + [resumed.below(limit) for limit in limits[cut:]] == numbers


def test_every_kind_of_question_is_answered_within_its_bounds() -> None:
    stream = RandomStream(SEED)
    many = PickMany[str](key="deal", prompt=PROMPT, options=CARDS, least=2, most=2)
    confirm = Confirm(key="coin", prompt=PROMPT, yes=say("Heads"), no=say("Tails"))
    count = Count(key="count", prompt=PROMPT, low=-1, high=1)
    answers: dict[str, set[Any]] = {}
    for question in (ROLL, CARD, many, confirm, count):
        for _ in range(200):
            answer = draw(question, stream)
            question.check(answer)
            answers.setdefault(question.key, set()).add(tuple(answer) if isinstance(answer, list) else answer)
    assert answers["count"] == {-1, 0, 1}
    assert answers["coin"] == {True, False}
    assert answers["card"] == {"a", "b"}
    assert answers["deal"] == {("a", "b"), ("b", "a")}
    assert len(answers["roll"]) == 36


def test_options_come_up_as_often_as_there_are_copies() -> None:
    stream = RandomStream(SEED)
    drawn = Counter(draw(CARD, stream) for _ in range(4000))
    assert 2900 < drawn["a"] < 3100
    assert drawn["a"] + drawn["b"] == 4000


def test_a_deal_ends_when_nothing_is_left() -> None:
    deal = PickMany[str](key="deal", prompt=PROMPT, options=CARDS, most=3)
    assert draw(deal, RandomStream(SEED)) in (["a", "b"], ["b", "a"])


def test_an_option_out_of_reach_is_never_drawn() -> None:
    options = (Option("a", PROMPT, reason=say("It is gone."), copies=1000), Option("b", PROMPT))
    assert {draw(Pick(key="card", prompt=PROMPT, options=options), RandomStream(SEED, n)) for n in range(50)} == {"b"}


@pytest.mark.parametrize(
    "question",
    [
        Text(key="name", prompt=PROMPT),
        Pick[str](key="card", prompt=PROMPT, options=()),
        Pick[str](key="card", prompt=PROMPT, options=CARDS[2:]),
    ],
)
def test_what_chance_cannot_answer_is_a_bug_of_the_rules(question: Any) -> None:
    with pytest.raises(RulesBug):
        draw(question, RandomStream(SEED))


# -- where a step gets its chance from -----------------------------------------------------------------------------


def test_each_kind_comes_from_where_the_table_says() -> None:
    chance = TableChance(RandomStream(SEED), {"roll": "cardboard", "card": "companion"}, entered=[[6, 6]])
    assert chance.answer(ROLL, 1) == [6, 6]
    card = chance.answer(CARD, 1)
    assert chance.drawn == [Drawn("roll", [6, 6], "cardboard"), Drawn("card", card, "companion")]


def test_cardboard_not_yet_entered_stops_the_rules_and_says_who_must_enter_it() -> None:
    chance = TableChance(RandomStream(SEED), {"roll": "cardboard"})
    card = chance.answer(CARD, 3)
    with pytest.raises(CardboardNeeded) as needed:
        chance.answer(ROLL, 3)
    assert (needed.value.question, needed.value.by) == (ROLL, 3)
    assert needed.value.drawn == (Drawn("card", card, "companion"),)


def test_a_move_that_is_run_again_draws_the_same() -> None:
    sources: dict[str, Any] = {"roll": "cardboard"}
    first = TableChance(RandomStream(SEED), sources)
    card = first.answer(CARD, 1)
    with pytest.raises(CardboardNeeded) as needed:
        first.answer(ROLL, 1)
    stream = RandomStream(SEED)
    again = TableChance(stream, sources, entered=[[1, 2]], before=needed.value.drawn)
    assert again.answer(CARD, 1) == card
    assert again.answer(ROLL, 1) == [1, 2]
    again.finish()
    assert stream.position > 0


def test_a_move_is_refused_when_others_have_drawn_in_between() -> None:
    drawn = TableChance(RandomStream(SEED), {})
    drawn.answer(CARD, 1)
    elsewhere = next(start for start in range(50) if draw(CARD, RandomStream(SEED, start)) != drawn.drawn[0].answer)
    again = TableChance(RandomStream(SEED, elsewhere), {}, before=drawn.drawn)
    with pytest.raises(Refused) as refused:
        again.answer(CARD, 1)
    assert refused.value.code == "overtaken"


def test_a_move_is_refused_when_more_was_entered_than_it_needs() -> None:
    chance = TableChance(RandomStream(SEED), {"roll": "cardboard"}, entered=[[1, 2], [3, 4]])
    chance.answer(ROLL, 1)
    with pytest.raises(Refused) as refused:
        chance.finish()
    assert refused.value.code == "overtaken"


def test_whoever_enters_a_card_is_not_told_how_many_are_left() -> None:
    chance = TableChance(RandomStream(SEED), {"card": "cardboard"})
    with pytest.raises(CardboardNeeded) as needed:
        chance.answer(CARD, 1)
    asked = needed.value.question
    assert isinstance(asked, Pick)
    assert [(option.value, option.copies) for option in asked.options] == [("a", 1), ("b", 1), ("c", 1)]


def test_a_record_gives_what_was_recorded() -> None:
    recorded = [Drawn("roll", [1, 2], "cardboard"), Drawn("card", "b", "companion")]
    chance = RecordedChance(recorded)
    assert [chance.answer(ROLL, 1), chance.answer(CARD, 1)] == [[1, 2], "b"]
    assert chance.drawn == recorded


@pytest.mark.parametrize("recorded", [[], [Drawn("card", "b", "companion")]])
def test_a_record_of_something_else_is_a_bug(recorded: list[Drawn]) -> None:
    with pytest.raises(RulesBug, match="roll"):
        RecordedChance(recorded).answer(ROLL, 1)


def test_there_is_no_chance_while_a_move_is_only_tried_out() -> None:
    with pytest.raises(ChanceAhead):
        NoChance().answer(ROLL, 1)
