"""How forms lie on a page: moves that come again in rows, small numbers to be tapped at once."""

from __future__ import annotations

import pytest
from msgspec import structs

from companion.core.errors import not_offered
from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import Count, Pick
from companion.core.wording import say
from web.templating.form_rows import Row, lie_densely, lines_of_numbers, named_before, rows

HOW = Pick[str](
    key="how",
    prompt=say("How?"),
    options=(Option("march", say("Move a block")), Option("end", say("End the moves"))),
)


def how(key: str, answer: str | None, *, given: bool = False) -> Field:
    return Field(key, HOW, answer, given)


def steps(low: int, high: int) -> Field:
    return Field("steps", Count(key="steps", prompt=say("How many steps?"), low=low, high=high), low)


def test_a_row_begins_where_the_first_question_comes_again() -> None:
    fields = (how("how", "march"), steps(1, 4), how("how-2", "march"), how("how-3", "end"))
    assert [len(row.fields) for row in rows(fields)] == [2, 1, 1]


def test_rows_that_nobody_touched_are_folded_to_their_answers_but_the_last() -> None:
    laid = rows((how("how", "march"), how("how-2", "end", given=True), how("how-3", "march"), how("how-4", "end")))
    assert [row.folded for row in laid] == [True, False, True, False]
    assert laid[0].words == (say("Move a block"),)


def test_a_row_that_lacks_an_answer_is_open() -> None:
    assert [row.folded for row in rows((how("how", None), how("how-2", "end")))] == [False, False]


def test_a_refused_answer_has_no_words() -> None:
    wrong = Field("how", HOW, "fly", True, not_offered("fly").message)
    assert rows((wrong,)) == [Row((wrong,), (), folded=False)]


@pytest.mark.parametrize(("high", "lines"), [(4, 1), (6, 1), (7, 2), (10, 2), (11, 0)])
def test_small_numbers_are_tapped_at_once(high: int, lines: int) -> None:
    row = Row((steps(1, high), how("how", "end")), (), folded=False)
    assert lines_of_numbers(row.fields[0].question, row.counts) == lines


def test_several_counts_stand_below_each_other_with_steppers() -> None:
    row = Row((steps(1, 4), steps(1, 2)), (), folded=False)
    assert lines_of_numbers(row.fields[0].question, row.counts) == 0
    assert lines_of_numbers(HOW, 0) == 0


def names(*words: str) -> list[Option[str]]:
    return [Option(str(place), say(word)) for place, word in enumerate(words)]


@pytest.mark.parametrize(
    ("word", "n", "densely"),
    [("Wine", 8, False), ("Wine", 9, True), ("A longer choice", 12, False), ("A longer choice", 13, True)],
)
def test_many_choices_of_a_word_each_lie_densely(word: str, n: int, densely: bool) -> None:
    assert lie_densely(names(*[word] * n)) is densely


def test_what_is_called_alike_is_listed_once() -> None:
    market = names("Market", "Cart shop", "Market", "Market")
    assert named_before(market) == {"2", "3"}
    barred = structs.replace(market[3], reason=say("Taken"))
    assert named_before([*market[:3], barred]) == {"2"}, "what is out of reach stands with its reason"
