"""The examples of CONTRIBUTING.md work as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.chance import NoChance
from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step, run
from companion.core.widgets import Widget
from companion.core.wording import N_, Message, SeatName, say, say_n

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
GAME, WIDGET = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


class Turn(msgspec.Struct, frozen=True):
    seat: int


class Take(msgspec.Struct, frozen=True):
    coins: int


class State(msgspec.Struct):
    pot: int
    agenda: list[Turn]


def names() -> dict[str, Any]:
    shared = (Asking, Message, N_, Option, Pick, SeatName, Step, State, Take, Turn, Widget, say, say_n)
    return {one.__name__: one for one in shared}


def test_the_rule_takes_coins_and_says_why_not() -> None:
    given = names()
    exec(GAME, given)

    def play(coins: int) -> Any:
        state = State(2, [Turn(1)])
        asked = walk(given["ask_take"](state), [coins])
        assert isinstance(asked, Done)
        return run(state, 1, NoChance(), lambda step: given["take"](step, asked.move))

    done = play(2)
    assert done.state.pot == 0
    assert [told.text for told in done.told] == ["{who} takes {n} coin."]
    with pytest.raises(Refused, match="out-of-reach"):
        play(3)


def test_the_widget_is_a_struct_like_the_others() -> None:
    given = names()
    exec(WIDGET, given)
    gauge = given["Gauge"](key="oil", title=say("Oil"), value=3, top=5)
    assert msgspec.json.decode(msgspec.json.encode(gauge))["type"] == "gauge"
