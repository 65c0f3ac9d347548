"""A piece laid in a terminal: drawn in letters, answered in numbers."""

from __future__ import annotations

import pytest

from companion.commands.terminal.typed_answers import how_to_answer, is_value, lines_of, read
from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import Fit
from companion.core.wording import say
from companion.locale import speaker

ENGLISH = speaker("en", {})
TAKEN = say("Something stands there already.")


def fit(*ways: str, turns: tuple[tuple[tuple[int, int], ...], ...], taken: tuple[str, ...] = ()) -> Fit:
    options = tuple(Option(way, say("there"), reason=TAKEN if way in taken else None) for way in ways)
    return Fit(key="lay", prompt=say("Where?"), widget="city", turns=turns, options=options)


HOOK = fit(
    "0,0,0",
    "1,0,0",
    "1,0,1",
    turns=(((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (-1, 1))),
    taken=("1,0,1",),
)
WELL = fit(*(f"{x},{y},0" for y in range(7) for x in range(7)), turns=(((0, 0),),))


def test_every_turn_is_drawn_with_where_it_may_lie() -> None:
    assert lines_of(HOOK, ENGLISH) == [
        "Where?",
        "  Turn 0",
        "    @ #",
        "    . #",
        "    0,0 1,0",
        "  Turn 1",
        "    . @",
        "    # #",
        "    nowhere",
    ]


def test_many_squares_fill_lines_that_fit() -> None:
    lines = lines_of(WELL, ENGLISH)
    assert lines[1] == "    @"
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(lines[2:]).split() == [f"{x},{y}" for y in range(7) for x in range(7)]


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [(HOOK, "1,0,0", "1,0,0"), (HOOK, " 0 0 0 ", "0,0,0"), (WELL, "3,6", "3,6,0"), (WELL, "3, 6, 0", "3,6,0")],
)
def test_a_way_is_typed_as_numbers(question: Fit, typed: str, answer: str) -> None:
    assert read(question, typed) == answer


@pytest.mark.parametrize(
    ("question", "typed", "code"),
    [
        (HOOK, "1,0,1", "out-of-reach"),
        (HOOK, "1,0", "not-offered"),
        (HOOK, "", "not-offered"),
        (WELL, "7,7", "not-offered"),
    ],
)
def test_a_way_that_cannot_be_is_refused(question: Fit, typed: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(question, typed)
    assert refusal.value.code == code


def test_what_to_type_is_said() -> None:
    assert "turn" in ENGLISH.say(how_to_answer(HOOK))
    assert "turn" not in ENGLISH.say(how_to_answer(WELL))
    assert is_value(HOOK, "1,0,0") is False
