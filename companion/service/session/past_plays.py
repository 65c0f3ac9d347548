"""Earlier evenings, as everybody may see them, and what the finished ones add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from statistics import mean
from typing import NamedTuple

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame, Colour
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.wording import Speaker, Wording, say, verbatim
from companion.library import Library
from companion.locale import speaker
from companion.plays.export import ReadablePlay, bg_stats, export_json, export_text, inventory_csv, log_csv
from companion.plays.fairness import distribution, fairness
from companion.plays.log import Log
from companion.plays.log_errors import Gap
from companion.plays.rows import PlayRow
from companion.plays.rule_calls import read_state
from companion.plays.score_history import ScoreHistory, score_history
from companion.service.asking.sender import LookHandlers, Sender
from companion.service.play.drafts import in_words
from companion.service.session.session_looks import (
    ExportKind,
    ExportPlay,
    PastChance,
    PastDraw,
    PastFaces,
    PastPlay,
    SeeBgStatsLink,
    SeeChance,
    SeeFinishedPlays,
    SeePastPlay,
    SeePastPlays,
    SeeScoreHistory,
)

SHOWN = 50
"""Evenings a page lists."""
A_DAMAGED_PLAY = say("A damaged play")

EXPORTS: dict[ExportKind, Callable[[ReadablePlay, Viewer, Speaker], bytes]] = {
    "json": export_json,
    "text": lambda *given: export_text(*given).encode(),
    "log": lambda *given: log_csv(*given).encode(),
    "numbers": lambda *given: inventory_csv(*given).encode(),
}
"""How what is taken home of an evening is written."""


class End(NamedTuple):
    """How a play came out: no score when it was stored by rules this program cannot read."""

    score: ScoreSheet | None = None
    colours: Mapping[int, Colour] = {}


class PastPlays:
    """Reads the log for the history page. Scores of finished plays never change and are kept.

    ``on_table`` is the id of the play on the table.
    """

    def __init__(self, log: Log, library: Library, on_table: Callable[[], str]) -> None:
        self._log = log
        self._library = library
        self._on_table = on_table
        self._ends: dict[str, End] = {}
        self._courses: dict[str, ScoreHistory] = {}
        self._damaged: set[str] = set()

    def looks(self) -> LookHandlers:
        return {
            SeePastPlays: lambda _sender, _look: self.plays(),
            SeeFinishedPlays: lambda _sender, _look: self.finished(),
            SeePastPlay: lambda _, look: self.play(look.play),
            SeeScoreHistory: lambda _, look: self.course(look.play),
            SeeBgStatsLink: self._bg_stats,
            SeeChance: lambda _, look: self.fairness(look.play),
            ExportPlay: self._export,
        }

    def _bg_stats(self, _: Sender, look: SeeBgStatsLink) -> str | None:
        past = self.play(look.play)
        return self.bg_stats(past, look.language) if past is not None else None

    def _export(self, sender: Sender, look: ExportPlay) -> bytes | None:
        # A seat belongs to the play it sits in: in another evening somebody else may have had its secrets.
        viewer = sender.viewer if look.play == self._on_table() else PUBLIC
        return self.export(look.play, viewer, look.language, look.kind)

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
        row, game = self._found(play_id)
        if row is None or game is None:
            return None
        return EXPORTS[kind](ReadablePlay(self._log, game, row), viewer, speaker(language, self._log.names(row)))

    def _found(self, play_id: str) -> tuple[PlayRow | None, AnyGame | None]:
        """A play that has begun, and its game if there is one. Raises ``Gap`` where even that cannot be read."""
        row = self._log.play(play_id)
        if row is not None and row.damaged:
            raise Gap
        begun = row is not None and row.status != "gathering"
        return row, self._library.games().get(row.game) if row is not None and begun else None

    def course(self, play_id: str) -> ScoreHistory:
        """How the visible points of one evening went; empty when there is no such play."""
        row = self._log.play(play_id)
        game = self._library.games().get(row.game) if row is not None else None
        if row is None or game is None or row.status == "gathering":
            return ScoreHistory()
        if row.status == "playing":
            return score_history(self._log, game, row)
        if row.id not in self._courses:
            self._courses[row.id] = score_history(self._log, game, row)
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
        row, game = self._found(play_id)
        if row is None or game is None:
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
            found.gaps,
            over=row.status == "over",
        )

    def _past(self, row: PlayRow) -> PastPlay:
        game = self._library.games().get(row.game)
        title = game.meta.title if game is not None else A_DAMAGED_PLAY if row.damaged else verbatim(row.game)
        end = self._end(row, game) if game is not None and row.status == "over" else End()
        damaged = row.damaged or row.id in self._damaged
        names = self._log.names(row)
        return PastPlay(row.id, row.game, title, names, row.status, row.created, end.score, damaged, end.colours)

    def _end(self, row: PlayRow, game: AnyGame) -> End:
        if row.id not in self._ends:
            self._ends[row.id] = self._computed(row, game)
        return self._ends[row.id]

    def _computed(self, row: PlayRow, game: AnyGame) -> End:
        try:
            head = next(self._log.stored(row.id, count := self._log.count(row.id), count), None)
            if head is None:
                raise Gap
            state = read_state(game, self._log.state(row.id, head.entry.stands_for))
        except Gap:
            self._damaged.add(row.id)
            return End()
        except (CompanionError, LookupError):
            return End()
        known = seen(state, PUBLIC)
        return End(game.score(known, PUBLIC), game.colours(known))

    def read_again(self) -> None:
        """Rows were put back from a copy: read everything anew."""
        self._ends, self._courses, self._damaged = {}, {}, set()


class GameRecord(Struct, frozen=True):
    """One game at this table. ``best`` is the winning-most number of points ever, and whose it was; it and the average
    are None where points decide nothing.
    """

    title: Wording
    plays: int
    average: float | None
    best: int | None
    by: str


class PlayerRecord(Struct, frozen=True):
    """One player at this table, by the name as last written. ``wins`` counts shared ones too."""

    name: str
    plays: int
    wins: int
    games: tuple[tuple[Wording, int, int], ...]


def game_records(plays: Iterable[PastPlay]) -> tuple[GameRecord, ...]:
    """Every game with a finished play, the most played first."""
    by_game: dict[str, list[PastPlay]] = {}
    for play in plays:
        if play.score is not None:
            by_game.setdefault(play.game, []).append(play)
    return tuple(sorted(map(_game_record, by_game.values()), key=lambda record: -record.plays))


def _game_record(plays: list[PastPlay]) -> GameRecord:
    totals = [
        (side.total, play.names.get(seat, ""))
        for play in plays
        for side in (play.score.sides if play.score and play.score.counted else ())
        for seat in side.seats[:1]
    ]
    if not totals:
        return GameRecord(plays[0].title, len(plays), None, None, "")
    highest = all(play.score is None or play.score.highest_wins for play in plays)
    best, by = (max if highest else min)(totals, key=lambda total: total[0])
    return GameRecord(plays[0].title, len(plays), round(mean(total for total, _ in totals), 1), best, by)


def player_records(plays: Iterable[PastPlay]) -> tuple[PlayerRecord, ...]:
    """Every player of a finished play, who has played most first. Names that differ only in case are one."""
    found: dict[str, tuple[str, list[tuple[PastPlay, bool]]]] = {}
    for play in plays:
        if play.score is None:
            continue
        winners = {seat for side in play.score.winners() for seat in side.seats}
        for seat, name in play.names.items():
            _, played = found.setdefault(name.casefold(), (name, []))
            played.append((play, seat in winners))
    records = [
        PlayerRecord(name, len(played), sum(won for _, won in played), _games(played))
        for name, played in found.values()
    ]
    return tuple(sorted(records, key=lambda record: (-record.plays, -record.wins, record.name.casefold())))


def _games(played: list[tuple[PastPlay, bool]]) -> tuple[tuple[Wording, int, int], ...]:
    """(title, plays, wins) of each game."""
    found: dict[str, tuple[Wording, int, int]] = {}
    for play, won in played:
        title, plays, wins = found.get(play.game, (play.title, 0, 0))
        found[play.game] = (title, plays + 1, wins + won)
    return tuple(sorted(found.values(), key=lambda game: -game[1]))
