"""A roster of seventy blocks, typed at a keyboard and tapped on a phone: the keys and taps that docs/boxes.md says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.box_pages import PadThumb, cell, host_of, kept, owners
from tests.browser.conftest import Crowd

BOXES = Path(__file__).parents[2] / "docs" / "boxes.md"

BLOCKS = 70
"""Of a roster: the name on the label and five printed facts of each, the home city of every other; of every tenth where
it starts instead, and another tenth are in reserve.
"""

KEY, LOOK = 0.28, 1.35
"""Seconds of a key or tap for somebody who types without training, and of looking at the next thing (Card, Moran and
Newell, The Keystroke-Level Model, 1980).
"""

MINUTES = 10

PRINTED = {"colour": ("blue", "red", "green"), "kind": ("hoplite",), "steps": (1, 2, 3, 4), "letter": ("A", "B", "C"),
           "rate": (1, 2, 3, 4, 5)}  # fmt: skip
HOME, START = "Corinth", "Chios"


def block(n: int) -> dict[str, Any]:
    """What is printed on a block."""
    facts = {"name": f"Hoplite {n:02}", **{field: values[n % len(values)] for field, values in PRINTED.items()}}
    facts |= {"home": HOME} if n % 2 else {}
    return facts | ({"start": START} if n % 10 == 9 else {"reserve": "yes"} if n % 10 == 5 else {})


ROSTER = {f"hoplite-{n:02}": block(n) for n in range(BLOCKS)}


class Typist:
    """Somebody at a keyboard: every key and every look at a block is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = self.looks = 0

    def type(self, text: str) -> None:
        """Something that is looked for on the block, then typed."""
        self.page.keyboard.type(text)
        self.keys += len(text)
        self.looks += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.keys += len(keys)


def said_of_roster() -> tuple[int, ...]:
    """The blocks, keys, looks of a keyboard, and taps, looks of a phone that the document says."""
    said = re.search(
        r"a roster of (\d+) blocks.*?\*\*(\d+)\s+keys\*\*.*?(\d+)\s+looks.*?\*\*(\d+)\s+taps\*\*.*?(\d+)\s+looks",
        BOXES.read_text("utf-8"),
        re.DOTALL,
    )
    assert said is not None
    return tuple(map(int, said.groups()))


def shown_first(text: str, first: bool) -> str:
    """What is typed of a text: the rest of what stands in the column already is suggested."""
    return text if first else text[0]


@pytest.mark.long
def test_a_roster_is_typed_in_ten_minutes(crowd: Crowd) -> None:
    """A look goes to each block's name, to its printed facts, and to what else is said on it."""
    page = host_of(crowd, "/host/box-table/athens-sparta/block", size=(1280, 800)).page
    typist = Typist(page)
    page.locator("tr[data-row='+0'] input[data-field='name']").click()
    for n, facts in enumerate(ROSTER.values()):
        typist.type(facts["name"])
        typist.press("Tab")
        typist.type("".join(str(values.index(facts[field]) + 1) for field, values in PRINTED.items()))
        if "home" in facts:
            typist.type(shown_first(HOME, first=n == 1))
        if "start" in facts:
            typist.press("Tab", *shown_first(START, first=n == 9))
        if "reserve" in facts:
            typist.press("Tab", "Tab", "1")
        if n < BLOCKS - 1:
            typist.press("Enter")  # to the name of the next block
    page.keyboard.press("Tab")
    kept(page)
    assert owners(crowd, "athens-sparta") == {"block": ROSTER}
    assert (BLOCKS, typist.keys, typist.looks) == said_of_roster()[:3]
    assert typist.keys * KEY + typist.looks * LOOK < MINUTES * 60


@pytest.mark.long
def test_a_roster_is_tapped_on_a_phone_a_column_at_a_time(crowd: Crowd) -> None:
    """A letter on the phone's own keyboard is a tap, and its key for the next cell."""
    page = host_of(crowd, "/host/box-table/athens-sparta/block").page
    thumb = PadThumb(page)
    rows, looks = list(ROSTER), 0

    def column(number: int) -> None:
        thumb.tap(page.locator(f"label[for=col-{number}]"))

    def letters(text: str) -> None:
        page.keyboard.type(text)
        thumb.taps += len(text)

    column(1)
    thumb.cell("+0", "name")
    for n, facts in enumerate(ROSTER.values()):
        letters(facts["name"])
        looks += 1
        if n < BLOCKS - 1:
            page.keyboard.press("Enter")
            thumb.taps += 1
    kept(page)
    for number, (field, values) in enumerate(PRINTED.items(), 2):
        column(number)
        thumb.cell(rows[0], field)
        for facts in ROSTER.values():
            thumb.tap(page.locator("[data-keys]:visible button").nth(values.index(facts[field])))
            looks += 1
    for number, field in ((7, "home"), (8, "start"), (9, "reserve")):
        column(number)
        having = [row for row, facts in ROSTER.items() if field in facts]
        for row in having:
            thumb.cell(row, field)
            if field == "reserve":
                thumb.tap(page.locator("[data-keys]:visible button").nth(0))
            else:
                letters(shown_first(ROSTER[row][field], first=row == having[0]))
            looks += 1
    cell(page, rows[0], "reserve").blur()
    kept(page)
    assert owners(crowd, "athens-sparta") == {"block": ROSTER}
    assert (thumb.taps, looks) == said_of_roster()[3:]
