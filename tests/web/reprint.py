"""A golden playthrough that is stopped in its middle, printed, and gone on with from the print on an empty table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Deed
from companion.playthroughs.replay import _Run, replay
from tests.service.at_table import Room, token
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening


class Reprint(GoldenEvening):
    """``deeds`` are played at the first table, the others at the second, where nothing is known of the play."""

    def __init__(self, folder: Path, deeds: int) -> None:
        super().__init__(folder)
        self.second = Room(folder / "second.sqlite", *GAMES.values())
        self.other = Site(self.second)
        self._left = deeds
        self._run: _Run | None = None
        self.sheets: Mapping[int, list[str]] = {}

    def runs(self, path: Path) -> None:
        do = _Run._do

        def noted(run: _Run, deed: Any) -> Any:
            self._run = run
            return do(run, deed)

        with patch.object(_Run, "_do", noted):
            super().runs(path)
        assert not self._left, "the playthrough is shorter"

    def looks(self) -> None:
        if self._left:
            self._left -= 1
            if not self._left:
                self.sheets = self.printed()
                self._moves_over()

    def printed(self) -> dict[int, list[str]]:
        """The codes on the printed sheets: of the public one (0), and of each seat's own."""
        play = self._play
        found = {0: list(self.room.table.view(token("nobody")).prints.codes().public)}
        for seat in play.setup.numbers:
            own = self.room.table.view(token(seat)).prints.codes().own
            found |= {seat: [own]} if own else {}
        return found

    @property
    def _play(self) -> Play:
        assert self._run is not None
        return self._run._play

    def _moves_over(self) -> None:
        """Read what is printed at the other table, and let the playthrough go on there."""
        first = self._play
        host = self.other.browser("host")
        host.post("/host/pin", {"pin": "2718"})
        for codes in self.sheets.values():
            for code in codes:
                reply = host.post("/codes", {"code": code}, page="codes").json
                assert reply["taken"], reply
        reply = host.post("/codes/begin", page="codes").json
        assert reply["taken"], reply
        play = self.second.opened.rooms.running.play
        assert play is not None
        assert play.id != first.id
        assert play._raw == first._raw
        # the playthrough's chance, so that the same comes of the same moves
        play.seed, play._position = first.seed, first._position
        self._run._play = play  # type: ignore[union-attr]
        self.room.close()
        self.room, self.site = self.second, self.other


def deeds_in(path: Path) -> int:
    """How many deeds a playthrough has."""
    return sum(isinstance(line, Deed) for line in parse(path.read_text("utf-8"), path.name).lines)


def middle(path: Path) -> int:
    """After how many deeds a playthrough is stopped: nearest to its middle where everybody knows of the last one, since
    between secret ones the sheets hold the position before them.
    """
    do, known = _Run._do, list[bool]()

    def noted(run: _Run, deed: Any) -> Any:
        done = do(run, deed)
        known.append(run._play.effective[-1].known)
        return done

    with patch.object(_Run, "_do", noted):
        replay(parse(path.read_text("utf-8"), path.name), GAMES)
    return min((at for at, is_known in enumerate(known, 1) if is_known), key=lambda at: abs(at - len(known) / 2))
