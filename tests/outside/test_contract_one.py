"""Contract 1 is frozen: what a game may use today it may use tomorrow. What is added leaves it as it is; what is taken
away, or called in another way, makes another contract, with another number.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.outside.contract_surface import Parameters, Surface, breaks, surface

FROZEN = Path(__file__).with_name("contract_1.json")


def test_everything_that_a_game_may_use_is_there_as_it_was(update_golden: bool) -> None:
    now = surface()
    before: Surface = json.loads(FROZEN.read_text("utf-8"))
    assert breaks(before, now) == [], "games that are out there would break: keep it, or make it contract 2"
    if update_golden:
        FROZEN.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
    else:
        assert now == before, "something was added; run pytest --update-golden, so that it is kept from now on"


A: Parameters = [["step", "either", "required"], ["seat", "either", "optional"]]


@pytest.mark.parametrize(
    ("now", "why"),
    [
        ({}, "say: is gone"),
        ({"say": "str"}, "say: was [['step'"),
        ({"say": A[:1]}, "say: seat is gone"),
        ({"say": A[::-1]}, "say: step stands in another place"),
        ({"say": [A[0], ["seat", "either", "required"]]}, "say: seat must be given now"),
        ({"say": [A[0], ["seat", "keyword", "optional"]]}, "say: seat is keyword, was either"),
        ({"say": [*A, ["more", "keyword", "required"]]}, "say: more must be given as well"),
        ({"say": [["more", "either", "optional"], *A]}, "say: step stands in another place"),
    ],
)
def test_what_breaks_a_game_is_found(now: Surface, why: str) -> None:
    [found] = breaks({"say": A}, now)
    assert found.startswith(why)


@pytest.mark.parametrize(
    "now",
    [
        {"say": A, "more": A},
        {"say": [*A, ["more", "either", "optional"]]},
        {"say": [*A, ["more", "keyword", "optional"]]},
        {"say": [["step", "either", "optional"], A[1]]},
        {"say": [*A, ["args", "any keyword", "required"]]},
    ],
)
def test_what_is_added_breaks_nothing(now: Surface) -> None:
    assert breaks({"say": A}, now) == []
