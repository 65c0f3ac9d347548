"""What the page about boxes shows is what the companion says and takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core import boxes
from companion.core.boxes import BoxError, BoxField, BoxKind
from companion.core.wording import say

DOCS = (Path(__file__).parents[2] / "docs" / "boxes.md").read_text(encoding="utf-8")
WORTH = BoxField("worth", say("Worth"), 0, 5)
GOODS = (("grain", say("Grain")), ("wine", say("Wine")))
KINDS = (
    BoxKind("card", say("Card"), (WORTH,), (("storm", say("Storm")), ("owl", say("Owl")))),
    BoxKind(
        "block",
        say("Block"),
        (
            BoxField("name", say("Name")),
            BoxField("colour", say("Colour"), choices=(("red", say("Red")),)),
            BoxField("costs", say("Costs"), choices=GOODS, many=True),
        ),
        most=3,
    ),
)


def shown(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCS, re.DOTALL)
    assert found
    return found[1]


def test_the_example_is_a_file_as_it_would_be_written() -> None:
    file = boxes.read_file(shown("toml"), KINDS, game="athens-sparta")
    assert boxes.write(file.box, KINDS, file.game, file.edition) == shown("toml")
    assert file.box["block"]["archers-1"]["costs"] == ["wine", "wine"]


def test_the_errors_are_those_that_are_said() -> None:
    text = "[card.owl]\nworth = 9\n\n[card.storm]\n[card.owl]\n\n[crd.owl]\n"
    with pytest.raises(BoxError) as caught:
        boxes.read(text, KINDS, "x")
    assert str(caught.value).replace("x: ", "") + "\n" == shown("text")
