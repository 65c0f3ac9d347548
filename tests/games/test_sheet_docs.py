"""The page on score sheets says what is there, and its examples work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.icon_names import ICON_NAMES
from companion.games.score_sheet import SheetError, check, parse, shipped
from companion.games.score_sheet.sheet_files import RESERVED
from companion.games.score_sheet.sheet_form import describe
from tests.games.sheet_table import SheetTable

PAGE = (Path(__file__).parents[2] / "docs" / "score-sheets.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def part(heading: str) -> str:
    """The text from a heading to the next one of its kind or above."""
    level = heading.split(" ")[0]
    rest = PAGE.split(f"\n{heading}", 1)[1]
    return re.split(rf"\n#{{1,{len(level)}}} ", rest, maxsplit=1)[0]


def test_every_key_and_choice_stands_in_its_part_of_the_page() -> None:
    form = describe()
    parts = [
        ("## The sheet", form.sheet),
        ("## A category", form.category),
        ('### `form = "set"`', form.kinds),
        ("## Tie-breaks", form.ladder),
        ("## Winning outright", form.sudden),
        ("## Choices at the start", form.option),
        ("## Together", form.outcome),
        *((f'### `form = "{section.key}"`', section) for section in form.forms),
    ]
    for heading, section in parts:
        text = part(heading)
        for field in section.fields:
            assert re.search(rf"`\[*{field.key}\]*( = [^`]*)?`", text), (heading, field.key)
            for name, _ in field.choices if field.key != "form" else ():
                assert f'"{name}"' in text, (heading, field.key, name)


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_sheet_that_can_be_played(text: str) -> None:
    assert check(text) == ()
    table = SheetTable(text, parse(text, "example").seats[0])
    assert table.must()


def test_the_example_of_mistakes_is_what_is_said() -> None:
    broken = EXAMPLES[-1].replace('ask = "pick"', 'wins = "lowst"').replace("high = 20", "hihg = 20")
    with pytest.raises(SheetError) as caught:
        parse(broken, "fjords.toml")
    assert str(caught.value) in PAGE


def test_the_icons_and_reserved_keys_are_listed() -> None:
    assert set(re.findall(r"`([a-z0-9-]+)`", part("## Icons"))) == ICON_NAMES
    assert all(f"`{key}`" in part("## A category") for key in RESERVED)


def test_every_shipped_sheet_is_named() -> None:
    for sheet in shipped():
        assert f"| `{sheet.id}` |" in PAGE
