"""Every question of Antike is explained, and nothing is explained that is never asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.questions import Confirm, Count, Question
from companion.core.wording import say
from companion.games import antike
from companion.games.antike.meanings import MEANINGS
from companion.plays.play import Play
from companion.service.screens.view_builders import seat_view
from tests.games.antike.bench import GAME
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Site
from tests.web.golden_evening import GoldenEvening

SHORT = ("two-seats-2006", "defended")
NAMES = sorted(path.stem for path in (FOLDER / "antike").glob("*.txt"))


class Asked(GoldenEvening):
    """The questions that a playthrough comes to, and those among them that nothing explains."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.explained = 0
        self.unexplained: set[str] = set()
        self._seats: tuple[int, ...] = ()

    def sits_down(self, play: Play, site: Site) -> None:
        del site
        self._seats = tuple(play.setup.numbers)

    def looks(self) -> None:
        for seat in self._seats:
            for dialogue in seat_view(self.room.moment, seat).dialogues:
                form = dialogue.form
                asked = [field.question for field in form.fields] if form else [dialogue.question]
                self.unexplained |= {each.key for each in asked if GAME.meaning(each) is None}
                self.explained += len(dialogue.meanings)
                assert len(dialogue.meanings) <= len(asked)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES])
def test_every_question_of_a_play_is_explained(tmp_path: Path, name: str) -> None:
    evening = Asked(tmp_path)
    evening.runs(FOLDER / "antike" / f"{name}.txt")
    evening.room.close()
    assert evening.unexplained == set()
    assert evening.explained > 5


def test_every_explanation_is_of_a_question() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(antike.__path__[0]).glob("*.py"))
    keys = {key.partition("{")[0] for key in re.findall(r'\bkey ?= ?f?"([^"]+)"', sources)} | {"temple", "found"}
    assert {name.partition(" ")[0] for name in MEANINGS} - keys == set()


def test_a_key_that_is_asked_in_several_ways_is_told_by_its_kind() -> None:
    yes: Question = Confirm(key="keep", prompt=say("Keep it?"), yes=say("yes"), no=say("no"))
    assert GAME.meaning(yes) == MEANINGS["keep confirm"]
    assert GAME.meaning(Count(key="pay-gold", prompt=say("Gold"), high=3)) == MEANINGS["pay-"]
    assert GAME.meaning(Count(key="unheard-of", prompt=say("?"), high=3)) is None
