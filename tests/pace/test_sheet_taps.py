"""What the end of well-known games takes on a score pad, against pen and paper: docs/score-sheets.md shows it,
``pytest --update-golden tests/pace/test_sheet_taps.py`` writes it anew.

On a pad every digit and sign is a tap, and so are the key that goes on to the next number, yes or no, and *Done*. On
paper every digit and sign of what is printed there to be filled in is written, with the total.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.core.chance import NoChance
from companion.core.questions import AnyQuestion, Confirm, Count, Pick
from companion.core.scoring import SideScore
from companion.core.secrecy import PUBLIC
from companion.core.step import TABLE, Step, run
from companion.locale import speaker
from companion.playthroughs.grammar import parse
from companion.playthroughs.header import setup_of
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import replay
from tests.golden.test_playthroughs import BY_KEY, FOLDER

PAGE = Path(__file__).parents[2] / "docs" / "score-sheets.md"
SECTION = re.compile(
    r"(?<=<!-- written by pytest --update-golden tests/pace/test_sheet_taps.py -->\n).*?(?=<!-- end -->)", re.DOTALL
)
SHEETS = (
    "7-wonders",
    "agricola",
    "azul",
    "carcassonne",
    "castles-of-burgundy",
    "catan",
    "concordia",
    "everdell",
    "scythe",
    "terraforming-mars",
    "ticket-to-ride",
    "wingspan",
)
MOST = 35
"""Taps a person that no end of these may take."""


class Counted(NamedTuple):
    """The end of a game: taps a person, digits a person on paper, and points of it worked out in the head there."""

    title: str
    people: int
    taps: float
    digits: float
    sums: float

    def cells(self) -> tuple[str, ...]:
        return (self.title, str(self.people), f"{self.taps:.0f}", f"{self.digits:.0f}", f"{self.sums:.0f}")


def written(number: int) -> int:
    """Digits and sign of a number."""
    return len(str(number))


def taps_of(question: AnyQuestion, answer: object) -> int:
    """Taps on the pad. It goes on to the next number by itself, so that none is picked."""
    match question:
        case Count(low=0, high=1) | Confirm():
            return 1
        case Count():
            return written(int(str(answer))) + 1
        case Pick(key="entry"):
            return int(answer == "done")
        case _:
            return 2  # whoever has a bonus, and the button


def taps(moves: tuple[MoveMade, ...]) -> int:
    return sum(taps_of(question, answer) for made in moves for question, answer in made.dialogue)


def sides_of(playthrough: Playthrough, moves: tuple[MoveMade, ...]) -> tuple[SideScore, ...]:
    """The score after these moves, of which none needs chance."""
    game = BY_KEY[playthrough.header.game]
    state = game.new(setup_of(playthrough, game)[0])
    for made in moves:

        def rule(step: Step[Any], move: Any = made.move) -> None:
            game.apply(step, move)

        state = run(game.copy(state), made.seat, NoChance(), rule).state
    return game.score(state, PUBLIC).sides


def worked_out(side: SideScore, moves: tuple[MoveMade, ...]) -> int:
    """How many lines are not as they were typed, and the sum."""
    typed = {str(answer) for made in moves if made.seat in side.seats for _, answer in made.dialogue}
    return 1 + sum(str(line.points) not in typed for line in side.lines)


def counted(name: str) -> Counted:
    playthrough = parse((FOLDER / f"sheet-{name}" / "worked-end.txt").read_text("utf-8"), name)
    moves = replay(playthrough, BY_KEY).moves
    assert {made.seat for made in moves} - {TABLE}
    sides = sides_of(playthrough, moves)
    title = speaker("en", {}).say(BY_KEY[playthrough.header.game].meta.title)
    people = len(playthrough.header.seats)
    digits = sum(written(side.total) + sum(written(line.points or 0) for line in side.lines) for side in sides)
    sums = sum(worked_out(side, moves) for side in sides)
    return Counted(title, people, taps(moves) / people, digits / people, sums / people)


def rows() -> Iterator[tuple[str, ...]]:
    yield ("Game", "People", "Taps each", "Digits on paper", "Worked out in the head")
    yield ("---",) * 5
    for name in SHEETS:
        yield counted(name).cells()


def section() -> str:
    return "\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows()) + "\n\n"


@pytest.mark.parametrize("name", SHEETS)
def test_the_end_of_a_game_takes_few_taps_each(name: str) -> None:
    assert counted(name).taps <= MOST


def test_the_page_shows_what_the_ends_take(update_golden: bool) -> None:
    page = PAGE.read_text("utf-8")
    if update_golden:
        PAGE.write_text(SECTION.sub(lambda _: section(), page), "utf-8")
        return
    assert SECTION.findall(page) == [section()]
