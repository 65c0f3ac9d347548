"""Table instructions on a small display: what shares a row, and where there are too many."""

from __future__ import annotations

import pytest

from companion.core.instructions import Instruction, Line, display_lines, lines_for
from companion.core.wording import say
from companion.locale import speaker

PERSON = speaker("en", {1: "Ana", 2: "Ben"})


def shown(*rows: str) -> list[str]:
    return list(display_lines([Line(say(row), (say(row),)) for row in rows], PERSON))


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["Settler", "+1 Grain", "To space 7"], ["Settler", "+1 Grain", "To space 7"]),
        (["Settler", "+1 Grain", "Star", "To space 7"], ["Settler, +1 Grain", "Star", "To space 7"]),
        (["Settler off Athena", "Wheel", "+1 Gold", "To 7"], ["Settler off Athena", "Wheel, +1 Gold", "To 7"]),
        (["+1 Wood", "+1 Gold", "+1 Iron", "+1 Clay", "To 7"], ["+1 Wood, +1 Gold", "+1 Iron, +1 Clay", "To 7"]),
        (["Settler off Athena"] * 4, ["Settler off Athena"] * 4),
    ],
)
def test_neighbouring_rows_share_one_only_where_there_are_too_many(rows: list[str], wanted: list[str]) -> None:
    assert shown(*rows) == wanted


def test_what_is_handed_over_together_names_the_other_once() -> None:
    given = [
        Instruction(1, "give", name, 1, 0, things=say(name), short=say(f"1 {name}"), other=2, brief=brief)
        for name, brief in (("Wood", say("Wood")), ("Coin", None))
    ]
    assert display_lines(lines_for(1, given), PERSON) == ("To Ben: Wood, 1 Coin",)
    assert display_lines(lines_for(1, given[:1]), PERSON) == ("To Ben: 1 Wood",)
