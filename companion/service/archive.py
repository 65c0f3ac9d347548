"""Earlier evenings, as everybody may see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.wording import Speaker, verbatim
from companion.locale import speaker
from companion.plays.clock import SystemClock
from companion.plays.course import Course, course
from companion.plays.export import export_json, export_text, inventory_csv, log_csv
from companion.plays.fairness import distribution, fairness
from companion.plays.handover import bg_stats
from companion.plays.log import Log
from companion.plays.play import Play
from companion.plays.rows import PlayRow
from companion.plays.rulebook import read_state
from companion.service.drafts import in_words
from companion.service.shelf import Shelf
from companion.service.views import PastChance, PastDraw, PastFaces, PastPlay

SHOWN = 50
"""Evenings a page lists."""


ExportKind = Literal["json", "text", "log", "numbers"]

EXPORTS: dict[ExportKind, Callable[[Play, Viewer, Speaker], bytes]] = {
    "json": export_json,
    "text": lambda *given: export_text(*given).encode(),
    "log": lambda *given: log_csv(*given).encode(),
    "numbers": lambda *given: inventory_csv(*given).encode(),
}
"""What may be taken home of an evening, by kind."""


class Archive:
    """Reads the log for the history page. Scores of finished plays never change and are kept."""

    def __init__(self, log: Log, shelf: Shelf) -> None:
        self._log = log
        self._shelf = shelf
        self._scores: dict[str, ScoreSheet | None] = {}
        self._courses: dict[str, Course] = {}

    def plays(self) -> tuple[PastPlay, ...]:
        """The latest plays that have begun."""
        rows = self._log.plays("playing", "over")[:SHOWN]
        return tuple(self._past(row) for row in rows)

    def finished(self) -> tuple[PastPlay, ...]:
        """Every play that came to its end, the latest first."""
        return tuple(self._past(row) for row in self._log.plays("over"))

    def play(self, play_id: str) -> PastPlay | None:
        """One play that has begun."""
        row = self._log.play(play_id)
        return self._past(row) if row is not None and row.status != "gathering" else None

    def export(self, play_id: str, viewer: Viewer, language: str, kind: ExportKind = "json") -> bytes | None:
        """One evening as ``viewer`` may know it; None when there is no such play."""
        row = self._log.play(play_id)
        game = self._shelf.games().get(row.game) if row is not None else None
        if row is None or game is None or row.status == "gathering":
            return None
        play = Play.resume(self._log, game, play_id, clock=SystemClock())
        return EXPORTS[kind](play, viewer, speaker(language, self._log.names(row)))

    def course(self, play_id: str) -> Course:
        """How the visible points of one evening went; empty when there is no such play."""
        row = self._log.play(play_id)
        game = self._shelf.games().get(row.game) if row is not None else None
        if row is None or game is None or row.status == "gathering":
            return Course()
        if row.status == "playing":
            return course(self._log, game, row)
        if row.id not in self._courses:
            self._courses[row.id] = course(self._log, game, row)
        return self._courses[row.id]

    def bg_stats(self, past: PastPlay, language: str) -> str | None:
        """The link that hands a finished evening to BG Stats; None when that cannot be."""
        if past.score is None:
            return None
        title = speaker(language, past.names).say(past.title)
        minutes = self.course(past.id).minutes
        return bg_stats(past.id, past.game, title, past.score, past.names, past.wall, minutes)

    def fairness(self, play_id: str) -> PastChance | None:
        """What chance gave in one evening, and its seed once it is closed; None when there is no such play."""
        row = self._log.play(play_id)
        game = self._shelf.games().get(row.game) if row is not None else None
        if row is None or game is None or row.status == "gathering":
            return None
        found = fairness(self._log, game, row)
        draws = tuple(
            PastDraw(each.entry, each.seat, each.question.prompt, in_words(each.question, each.answer), each.spins)
            for each in found.draws
        )
        shares = tuple(
            PastFaces(each.question.prompt, each.counts, round(each.expected, 1)) for each in distribution(found.draws)
        )
        return PastChance(
            row.id,
            game.meta.title,
            self._log.names(row),
            found.commitment,
            found.seed,
            draws,
            shares,
            found.whole,
            over=row.status == "over",
        )

    def _past(self, row: PlayRow) -> PastPlay:
        game = self._shelf.games().get(row.game)
        title = game.meta.title if game is not None else verbatim(row.game)
        score = self._score(row, game) if game is not None and row.status == "over" else None
        return PastPlay(row.id, row.game, title, self._log.names(row), row.status, row.created, score)

    def _score(self, row: PlayRow, game: AnyGame) -> ScoreSheet | None:
        if row.id not in self._scores:
            self._scores[row.id] = self._computed(row, game)
        return self._scores[row.id]

    def _computed(self, row: PlayRow, game: AnyGame) -> ScoreSheet | None:
        """The final account; None when the play was stored by rules this program cannot read."""
        *_, last = self._log.links(row.id)
        try:
            state = read_state(game, self._log.state(row.id, int(last[1])))
        except CompanionError:
            return None
        return game.score(seen(state, PUBLIC), PUBLIC)
