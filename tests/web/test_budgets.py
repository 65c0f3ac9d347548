"""What a move of a real game costs: bytes for each phone and pieces drawn anew, counted over golden playthroughs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any
from unittest.mock import patch

import pytest

from companion.plays.play import Play
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Site, Stream
from tests.web.golden_evening import GAMES, GoldenEvening
from web.templating.drawn_pieces import PieceKey, RenderCache


@dataclass(frozen=True)
class Budget:
    """At most so many bytes of an event of a seat's page in the median, in ``often``, the playthrough that is counted
    most, and in ``any`` of them; the ``most`` bytes ever; and pieces drawn for a move by all pages together, in the
    mean.
    """

    often: str
    usual: int
    any: int
    most: int
    pieces: int


BUDGETS = {
    # Forms say where a seat stands afterwards, new cards have an outline; slips stay until they are ticked.
    "ancient-world": Budget("four-seats-practice", 4_100, 7_500, 38_000, 25),
    "antike": Budget("sudden-end", 1_700, 8_500, 35_000, 39),
    "antiquity": Budget("shared", 2_900, 19_000, 45_000, 29),
    # Slips stay until they are ticked, and nobody ticks them here.
    "athens-sparta": Budget("full-to-the-end", 7_600, 7_900, 29_000, 16),
    # Slips stay until they are ticked, and nobody ticks them here: an eighth of all bytes.
    "olympos": Budget("five-mixed", 4_800, 8_200, 27_500, 39),
    # Slips stay until they are ticked, and nobody ticks them here.
    "titans": Budget("three-seats", 6_500, 7_500, 14_000, 25),
    # The play in which all choose at once costs most of ``any``.
    "whose-turn": Budget("clockwise", 5_000, 6_300, 12_500, 15),
}


LENGTHY = {"ancient-world", "olympos"}
"""Their playthroughs take so long that only the long run counts them."""


@dataclass
class Spent:
    """What the moves of a playthrough cost, after the first pages."""

    sizes: list[int] = field(default_factory=list)
    wholes: int = 0
    drawn: list[int] = field(default_factory=list)


class Evening(GoldenEvening):
    """A phone for every seat, by turns in English and Spanish, and the table screen."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.spent = Spent()
        self._pieces = 0
        self._streams: list[Stream] = []

    def play(self, path: Path) -> Spent:
        """Replay the file; what every page is sent after every step of it is counted."""
        with patch.object(RenderCache, "remembered", self._counting()):
            self.runs(path)
        for stream in self._streams:
            stream.close()
        self.room.close()
        return self.spent

    def _counting(self) -> Callable[..., Any]:
        """The memory of drawn pieces, which counts those that it lacks."""
        remembered = RenderCache.remembered

        def counted(cache: RenderCache, key: PieceKey, draw: Callable[..., Any], values: Sequence[Any]) -> Any:
            def drawn(*values: Any) -> Any:
                self._pieces += 1
                return draw(*values)

            return remembered(cache, key, drawn, values)

        return counted

    def sits_down(self, play: Play, site: Site) -> None:
        languages = ("en", "es") * len(play.setup.seats)
        for seat, language in zip(play.setup.numbers, languages, strict=False):
            self._streams.append(Stream(site.browser(seat, language), "seat"))
        self._streams.append(Stream(site.browser("screen"), "table"))
        for stream in self._streams:
            stream.drained()

    def looks(self) -> None:
        before, self._pieces = len(self.spent.sizes), 0
        *phones, screen = self._streams
        for phone in phones:
            events = phone.drained()
            assert len(phone.sizes) == len(events)
            self.spent.sizes += phone.sizes
            self.spent.wholes += sum("html" in json.loads(event.partition("data: ")[2]) for event in events)
        screen.drained()
        if len(self.spent.sizes) > before:
            self.spent.drawn.append(self._pieces)


def playthroughs() -> list[Any]:
    return [
        pytest.param(key, path, id=f"{key}/{path.stem}", marks=[pytest.mark.long] * is_long)
        for key, budget in BUDGETS.items()
        for path in sorted((FOLDER / key).glob("*.txt"))
        for is_long in [key in LENGTHY or path.stem != budget.often]
    ]


def test_every_game_has_a_budget() -> None:
    assert set(BUDGETS) == set(GAMES)
    assert all((FOLDER / key / f"{budget.often}.txt").exists() for key, budget in BUDGETS.items())


@pytest.mark.parametrize(("key", "path"), playthroughs())
def test_a_move_costs_no_more_than_its_game_may(tmp_path: Path, key: str, path: Path) -> None:
    budget, spent = BUDGETS[key], Evening(tmp_path).play(path)
    assert len(spent.sizes) > len(spent.drawn) > 5
    assert spent.wholes == 0, "a page that is up to date got all of it"
    assert median(spent.sizes) <= (budget.usual if path.stem == budget.often else budget.any)
    assert max(spent.sizes) <= budget.most
    assert mean(spent.drawn) <= budget.pieces
