"""Worked examples of table instructions: whole lines, in both languages, on phones and displays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec import Struct

from companion.core.instructions import (
    AnyInstruction,
    Instruction,
    display_lines,
    inside,
    lines_for,
    merged,
    reversed_instructions,
)
from companion.core.step import TABLE
from companion.core.wording import Speaker
from companion.locale import speaker
from tests.contract.instructed import committed

EXAMPLES = Path(__file__).parents[1] / "golden/instructions"
HEAD = re.compile(r"== (?P<about>.+): (?P<undo>undo of )?(?P<play>\S+) (?P<first>\d+)(?: to (?P<last>\d+))?")
LINE = re.compile(r"(?P<name>\w+) (?P<display>display )?(?P<language>en|es): (?P<lines>.+)")


class Example(Struct, frozen=True):
    game: str
    about: str
    play: str
    undo: bool
    first: int
    last: int
    lines: dict[tuple[str, bool, str], list[str]]


def examples() -> Iterable[Example]:
    for path in sorted(EXAMPLES.glob("*.txt")):
        found: list[Example] = []
        for row in path.read_text(encoding="utf-8").splitlines():
            if head := HEAD.fullmatch(row):
                first = int(head["first"])
                last = int(head["last"] or first)
                found.append(Example(path.stem, head["about"], head["play"], bool(head["undo"]), first, last, {}))
            elif line := LINE.fullmatch(row):
                key = line["name"], bool(line["display"]), line["language"]
                found[-1].lines[key] = line["lines"].split(" | ")
            else:
                assert not row or row.startswith("#"), row
        yield from found


def instructions(example: Example) -> list[Instruction]:
    made: list[AnyInstruction] = []
    for each in committed(f"{example.game}/{example.play}"):
        for entry in each.entries:
            if example.first <= entry.number <= example.last:
                made += entry.instructions
    if example.undo:
        made = list(reversed_instructions(made))
    found = [inside(one) for one in made]
    return list(merged(found)) if example.last > example.first else found


def read(example: Example, person: Speaker, seat: int, *, display: bool) -> list[str]:
    lines = lines_for(seat, instructions(example))
    return list(display_lines(lines, person)) if display else [person.say(line.words) for line in lines]


@pytest.mark.parametrize("example", [pytest.param(one, id=f"{one.game}: {one.about}") for one in examples()])
def test_people_read_these_lines(example: Example) -> None:
    play = committed(f"{example.game}/{example.play}")[0].play
    named = {name for name, _, _ in example.lines}
    seats = {seat: one.name for seat, one in enumerate(play.setup.seats, 1)}
    for seat, name in {**seats, TABLE: "Table"}.items():
        for language in ("en", "es"):
            person = speaker(language, seats)
            if name not in named and not example.last > example.first:
                assert read(example, person, seat, display=False) == [], name
            for display in (False, True):
                wanted = example.lines.get((name, display, language))
                if wanted is not None:
                    assert read(example, person, seat, display=display) == wanted
