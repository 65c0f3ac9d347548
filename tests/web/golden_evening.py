"""A golden playthrough of a real game on a table with pages: what the browsers there are given can be looked at."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.games import shipped
from companion.games.score_sheet import FileGame
from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Deed
from companion.playthroughs.replay import _Run, replay_into
from companion.service.play.play_now import play_now
from companion.service.seats.seating import TakeSeat
from tests.service.at_table import Room, token
from tests.web.flask_site import Site
from web.templating import drawn_pieces
from web.templating.drawn_pieces import RenderCache

GAMES = {game.meta.key: game for game in shipped() if not isinstance(game, FileGame)}
FEW = 12
"""Positions of a playthrough that are looked at in any case."""


class GoldenEvening:
    """A playthrough at a table where everybody sits. ``sits_down`` and ``looks`` are what a test does meanwhile. Of a
    long playthrough only one position in ``every`` is looked at.
    """

    def __init__(self, folder: Path, every: int = 1) -> None:
        self._every = every
        self.room = Room(folder / "log.sqlite", *GAMES.values())
        self.site: Site | None = None

    def sits_down(self, play: Play, site: Site) -> None:
        """Everybody has a seat, and the play stands at its beginning."""

    def looks(self) -> None:
        """One more step of the playthrough is on the table."""

    def runs(self, path: Path) -> None:
        """Replay the file on the table, with nothing drawn before."""
        do = _Run._do
        playthrough = parse(path.read_text("utf-8"), path.name)
        deeds = sum(isinstance(line, Deed) for line in playthrough.lines)
        every = max(1, min(self._every, deeds // FEW))
        numbers = count()

        def done(run: _Run, deed: Any) -> Any:
            if self.site is None:
                self.site = self._begun(run._play)
                self.sits_down(run._play, self.site)
            found = do(run, deed)
            self._put(run._play)
            if next(numbers) % every == 0:
                self.looks()
            return found

        with patch.object(drawn_pieces, "PUBLIC", RenderCache()), patch.object(_Run, "_do", done):
            result = replay_into(self.room.log, playthrough, GAMES)
        assert result.difference is None, result.difference

    def _begun(self, play: Play) -> Site:
        for seated in play.setup.seats:
            assert self.room.table.ask(token(seated.seat), TakeSeat(seated.seat, seated.name)).taken
        self.room.opened.loop.post(lambda: self.room.opened.rooms.running.take_up(play))
        return Site(self.room)

    def _put(self, play: Play) -> None:
        running = self.room.opened.rooms.running

        def put() -> None:
            now = play_now(play)
            phase: Any = "over" if now.awaited.over else "playing"
            running.part.put(replace(running.now, play=now, phase=phase))

        self.room.opened.loop.post(put)
