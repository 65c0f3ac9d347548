"""What a page sends of symbols that are tapped as often as they are printed, and of a set put together by parts."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import Answer, Count, Parts, Pick, PickMany, Sum
from companion.core.wording import say
from web.pages.seats.forms import given_answers
from web.templating.form_rows import chosen_sum, how_often, near_and_far, times_key, times_of

WORDS = say("Which?")
SYMBOLS = PickMany[str](
    key="symbols", prompt=WORDS, options=(Option("food", WORDS),), most=1, likely=1, counted_by="more"
)
MORE = PickMany[str](key="more", prompt=WORDS, options=(Option("food*2", WORDS),), most=1, counts="symbols")


def sent(*pairs: tuple[str, str]) -> dict[str, Answer]:
    return given_answers(MultiDict(pairs))


def test_nothing_tapped_is_no_answer_and_none_of_them_is_one() -> None:
    assert sent() == {}
    assert sent(("none.symbols", "yes")) == {"symbols": []}
    assert sent(("many.symbols", "food"), ("none.symbols", "yes")) == {"symbols": ["food"]}


@pytest.mark.parametrize(
    ("parts", "instead", "was", "answer"),
    [
        (["7", "8"], "", "7", "7+8"),
        ([], "", "7", ""),
        (["7"], "later", "7", "later"),
        (["7"], "later", "later", "7"),
        ([], "later", "later", "later"),
    ],
)
def test_a_set_is_its_parts_or_what_was_chosen_instead_last(
    parts: list[str], instead: str, was: str, answer: str
) -> None:
    pairs = [("set.force", part) for part in ["", *parts]] + [("was-set.force", was)]
    assert sent(*pairs, *([("instead.force", instead)] if instead else [])) == {"force": answer}


def test_a_set_that_is_as_usual_is_not_sent_again() -> None:
    assert sent(("set.force", ""), ("set.force", "7"), ("was.force", "7"), ("was-set.force", "7")) == {}


def a_sum(have: int) -> Sum:
    return Sum(have=have, have_of=WORDS, need=5, need_title=WORDS, need_of=WORDS, words=WORDS)


def test_a_set_is_meant_in_any_order_and_comes_to_its_sum() -> None:
    parts = (Option("7", WORDS), Option("8", WORDS))
    sums = {"": a_sum(1), "7": a_sum(3), "7+8": a_sum(6)}
    question = Pick[str](
        key="force",
        prompt=WORDS,
        options=(Option("7", WORDS), Option("7+8", WORDS)),
        set_of=Parts(parts=parts, on=WORDS, off=WORDS, title=WORDS, sums=sums),
    )
    assert question.option("8+7").value == "7+8"

    def comes_to(answer: Any) -> int | None:
        found = chosen_sum(Field("force", question, answer))
        return found and found.have

    assert [comes_to(answer) for answer in ("8+7", "7", "", None)] == [6, 3, 1, 1]


def test_how_often_a_symbol_is_there_stands_in_the_field_after_it() -> None:
    first, more, second = Field("symbols", SYMBOLS, ["food"]), Field("more", MORE, ["food*3"]), Field("s-2", SYMBOLS)
    fields = (first, more, second)
    assert times_of(fields, first) is more
    assert times_of(fields, second) is None
    assert (times_key(fields, first), times_key(fields, second)) == ("more", "more-2")
    assert (how_often(more, "food"), how_often(more, "sword"), how_often(None, "food")) == (3, 1, 1)


def test_the_likely_numbers_are_tapped_at_once_from_where_they_start() -> None:
    def shown(start: int, high: int) -> tuple[list[int], list[int]]:
        near, far = near_and_far(Count(key="n", prompt=WORDS, high=high, start=start, likely=True))
        return list(near), list(far)

    assert shown(2, 9) == ([2, 3, 4, 5, 6, 7], [0, 1, 8, 9])
    assert shown(9, 9) == ([4, 5, 6, 7, 8, 9], [0, 1, 2, 3])
    assert shown(0, 3) == ([0, 1, 2, 3], [])
