"""Every kind of table instruction that people read in the golden playthroughs, in both languages, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.instructions import Instruction, inside, lines_for
from companion.locale import speaker
from tests.contract.instructed import committed, playthroughs

GOLDEN = Path(__file__).parents[1] / "golden/instruction_texts"
WITH_THINGS = ("ancient-world", "antike", "antiquity", "athens-sparta", "olympos")
NAMES = dict(enumerate(("Ana", "Ben", "Cleo", "Dora", "Eva", "Fe"), 1))


def kinds(game: str) -> Iterator[tuple[str, Instruction]]:
    """Instructions with what they are: the text of a game's own words, else the verb and the pieces."""
    for name in playthroughs(game):
        for act in committed(name):
            for one in (inside(each) for entry in act.entries for each in entry.instructions):
                if one.verb == "words":
                    text = one.words.text if one.words is not None else "(done for a question)"
                    back = one.back.text if one.back is not None else ""
                    yield f"{text} / {back}", one
                else:
                    yield f"{one.verb} {one.things.text or one.things.args}", replace(one, side=None)


def rows(game: str) -> Iterator[str]:
    spoken = [speaker(language, NAMES) for language in ("en", "es")]
    first: dict[str, Instruction] = {}
    for kind, one in kinds(game):
        first.setdefault(kind, one)
    for kind in sorted(first):
        one = first[kind]
        lines = [line.words for line in lines_for(one.seat, [one])] or [one.back]
        if said := " | ".join(each.say(words) for words in lines for each in spoken if words is not None):
            yield said


@pytest.mark.parametrize("game", WITH_THINGS)
def test_what_people_read_is_as_written(game: str, update_golden: bool) -> None:
    found, path = "\n".join([*rows(game), ""]), GOLDEN / f"{game}.txt"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert path.read_text("utf-8") == found, "run pytest --update-golden and look at the difference"
