"""Positions of whole evenings of the five games: a golden playthrough up to a line, stored as a play that is on, and
what was done from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs

from companion.config import LOG_NAME
from companion.core.game import AnyGame
from companion.games import shipped
from companion.pace.costs import submissions
from companion.plays.log.log_file import open_log
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
PARTS = {"start": 0.02, "middle": 0.45, "end": 0.75}
"""Where each position stands in the playthrough, as a share of what was sent."""


class Evening(Struct):
    """A playthrough, and its moves as phones send them: those of one form together."""

    playthrough: Playthrough
    sent: list[tuple[MoveMade, ...]]

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seated.seat for seated in self.playthrough.header.seats)

    def ahead(self, part: str) -> list[tuple[MoveMade, ...]]:
        """What was sent from the position on."""
        return self.sent[int(len(self.sent) * PARTS[part]) :]

    def store(self, folder: Path, part: str, devices: Mapping[int, str]) -> None:
        """Store the play up to the position; ``devices`` sit at its seats."""
        line = self.ahead(part)[0][0].line
        before = tuple(each for each in self.playthrough.lines if each.line < line)
        log = open_log(folder / LOG_NAME, synchronous="OFF")
        try:
            stored = replay_into(log, structs.replace(self.playthrough, lines=before), GAMES)
            for seat, device in devices.items():
                log.tokens.put(device, stored.play, seat)
        finally:
            log.close()


def evening(game: str) -> Evening:
    """The evening of a game."""
    path = FOLDER / game / f"{EVENINGS[game]}.txt"
    playthrough = parse(path.read_text("utf-8"), path.name)
    played = replay(playthrough, GAMES)
    if played.difference is not None:
        raise SystemExit(str(played.difference))
    return Evening(playthrough, list(submissions(played.moves)))


def _games() -> dict[str, AnyGame]:
    games: Sequence[AnyGame] = shipped()
    return {game.meta.key: game for game in games}


GAMES = _games()
