"""Whole evenings of the five games: a golden playthrough, stored up to a move as a play that is on, and what was done
from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path

from msgspec import Struct, structs

from companion.config import LOG_NAME
from companion.core.game import AnyGame
from companion.core.step import TABLE
from companion.games import shipped
from companion.pace.costs import submissions
from companion.plays.log.closing import conclude
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.plays.time_source import SystemClock
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import replay, replay_into

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "playthroughs"
EVENINGS = {
    "olympos": "five-mixed",
    "antike": "six-seats",
    "antiquity": "four-seats",
    "athens-sparta": "full-to-the-end",
    "ancient-world": "four-seats-practice",
}
"""The playthrough of each game that has the most seats the game is for."""
PAST = "sheet-yacht/two-seats"
"""The playthrough of plays that are over."""


class Evening(Struct):
    """A playthrough, and its moves as phones send them: those of one form together."""

    playthrough: Playthrough
    sent: list[tuple[MoveMade, ...]]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seated.seat for seated in self.playthrough.header.seats)

    def store(
        self,
        folder: Path,
        at: int,
        devices: Iterable[tuple[int, str]],
        *,
        more_devices: Iterable[tuple[int, str]] = (),
        entries: int = 0,
        past_plays: int = 0,
    ) -> None:
        """Store the play up to the move with this number; ``devices`` and ``more_devices`` sit at its seats. The last
        move is taken back and put back until there are so many ``entries``; so many ``past_plays`` were over before.
        """
        line = self.sent[at][0].line
        before = tuple(each for each in self.playthrough.lines if each.line < line)
        past = _playthrough(PAST)
        log = open_log(folder / LOG_NAME, synchronous="OFF")
        try:
            for _ in range(past_plays):
                conclude(log, replay_into(log, past, GAMES).play)
            stored = replay_into(log, structs.replace(self.playthrough, lines=before), GAMES).play
            for seat, device in [*devices, *more_devices]:
                log.tokens.put(device, stored, seat)
            _lengthen(log, Play.resume(log, GAMES[self.playthrough.header.game], stored, clock=SystemClock()), entries)
        finally:
            log.close()


def _lengthen(log: Log, play: Play, entries: int) -> None:
    """Take the last move back and put it back until there are so many entries, and the move is in place."""
    last, before = play.present, play.entries.numbered(play.present).base
    for number in count():
        if len(play.entries) >= entries:
            return
        play.undo(before, TABLE, "bench", marked=False, nonce=f"undo-{number}")
        play.bring_back(last, TABLE, "bench", nonce=f"back-{number}")


def evening(game: str) -> Evening:
    """The evening of a game."""
    playthrough = _playthrough(f"{game}/{EVENINGS[game]}")
    played = replay(playthrough, GAMES)
    if played.difference is not None:
        raise SystemExit(str(played.difference))
    return Evening(playthrough, list(submissions(played.moves)))


def _playthrough(name: str) -> Playthrough:
    path = FOLDER / f"{name}.txt"
    return parse(path.read_text("utf-8"), path.name)


def _games() -> dict[str, AnyGame]:
    games: Sequence[AnyGame] = shipped()
    return {game.meta.key: game for game in games}


GAMES = _games()
