"""Earlier plays as everybody may see them, what the finished ones add up to, and how plays of packages ended."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import mean
from threading import Lock
from typing import Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from companion.core.errors import CompanionError, RulesBug
from companion.core.game import AnyGame, Colour
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import SetupError
from companion.core.wording import Message, Speaker, Wording, say, verbatim
from companion.library import Library
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import Account, EndBySeats, score_spelled_out, spelled_out
from companion.plays.log.log import Log
from companion.plays.log.results import result_of
from companion.plays.log.rule_calls import all_bugs_named, bug_place, read_score, read_state, status_of
from companion.plays.play import Play
from companion.plays.reports.export import ReadablePlay, bg_stats, export_json, export_text, inventory_csv, log_csv
from companion.plays.reports.fairness import StreamBlock, distribution, fairness
from companion.plays.reports.score_history import ScoreHistory, score_history
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.rows import PlayRow, Result
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.play.dialogues import in_words
from companion.service.play.running_play import RunningPlay

ExportKind = Literal["json", "text", "log", "numbers"]
"""What may be taken home of an evening; the last two are tables (CSV)."""


class PastPlay(Struct, frozen=True):
    """An evening of the past as everybody may see it. ``wall`` is when it began, if that was known. A ``damaged`` one
    has no score, because what it would be counted from cannot be read. ``colours`` are those of sides that seats wore.
    ``gone``: its game is not here, ``unread``: the version that is here cannot read or count it. Of both is known what
    was kept when it ended.
    """

    id: str
    game: str
    title: Wording
    names: dict[int, str]
    status: str
    wall: float | None
    score: ScoreSheet | None = None
    damaged: bool = False
    colours: Mapping[int, Colour] = {}
    gone: bool = False
    unread: bool = False


class PastDraw(Struct, frozen=True):
    """One thing that chance gave: in which entry, for whom (0: the table), what for, what came, and from which blocks
    of the stream; none where it was taken from cardboard.
    """

    entry: int
    seat: int
    prompt: Message
    answer: Wording
    spins: tuple[StreamBlock, ...]


class PastFaces(Struct, frozen=True):
    """How often each answer came to one kind of question, and how often each would if all came evenly."""

    prompt: Message
    counts: tuple[tuple[str, int], ...]
    expected: float


class PastChance(Struct, frozen=True):
    """The chance of one evening. Until it is closed for good there is only ``commitment``, the hash of the seed.

    ``over`` plays may be closed. ``gaps`` counts the steps whose draws cannot be read.
    """

    id: str
    title: Wording
    names: dict[int, str]
    commitment: str
    seed: str = ""
    draws: tuple[PastDraw, ...] = ()
    shares: tuple[PastFaces, ...] = ()
    whole: bool = True
    gaps: int = 0
    over: bool = False


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


class Statistics(Struct, frozen=True):
    """Games and players, the most played first; ``damaged`` plays are not counted."""

    games: tuple[GameRecord, ...] = ()
    players: tuple[PlayerRecord, ...] = ()
    damaged: int = 0


def statistics(results: Sequence[Result], titles: Mapping[str, Wording], damaged: int = 0) -> Statistics:
    """The statistics of results, the latest first; those of games without a title are left out."""
    known = [result for result in results if result.game in titles]
    return Statistics(_game_records(known, titles), _player_records(known, titles), damaged)


def _game_records(results: Iterable[Result], titles: Mapping[str, Wording]) -> tuple[GameRecord, ...]:
    by_game: dict[str, list[Result]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result)
    records = [_game_record(titles[game], played) for game, played in by_game.items()]
    return tuple(sorted(records, key=lambda record: -record.plays))


def _game_record(title: Wording, played: Sequence[Result]) -> GameRecord:
    totals = [(points, result.names.get(seat, "")) for result in played for points, seat in result.totals]
    if not totals:
        return GameRecord(title, len(played), None, None, "")
    highest = all(result.highest_wins for result in played)
    best, by = (max if highest else min)(totals, key=lambda total: total[0])
    return GameRecord(title, len(played), round(mean(points for points, _ in totals), 1), best, by)


def _player_records(results: Iterable[Result], titles: Mapping[str, Wording]) -> tuple[PlayerRecord, ...]:
    """Names that differ only in case are one player."""
    found: dict[str, tuple[str, list[tuple[Result, bool]]]] = {}
    for result in results:
        for seat, name in result.names.items():
            _, played = found.setdefault(name.casefold(), (name, []))
            played.append((result, seat in result.winners))
    records = [
        PlayerRecord(name, len(played), sum(won for _, won in played), _games(played, titles))
        for name, played in found.values()
    ]
    return tuple(sorted(records, key=lambda record: (-record.plays, -record.wins, record.name.casefold())))


def _games(
    played: Iterable[tuple[Result, bool]], titles: Mapping[str, Wording]
) -> tuple[tuple[Wording, int, int], ...]:
    """(title, plays, wins) of each game."""
    found: dict[str, tuple[Wording, int, int]] = {}
    for result, won in played:
        title, plays, wins = found.get(result.game, (titles[result.game], 0, 0))
        found[result.game] = (title, plays + 1, wins + won)
    return tuple(sorted(found.values(), key=lambda game: -game[1]))


logger = logging.getLogger(__name__)


class KeptAccounts:
    """Follows the play. An end that changes (an undo, a correction) is kept anew."""

    def __init__(self, log: Log, library: Library, running: RunningPlay) -> None:
        self._log = log
        self._library = library
        self._running = running
        running.follow(self.follow)

    def follow(self, _: Entry) -> None:
        self.keep()

    def keep(self) -> None:
        """Keep the account of the play on the table, if it is over and its game is of a package. Neither a log that
        cannot be written to nor a game that fails to count ends anything.
        """
        play = self._running.play
        if play is None or self._running.now.phase != "over" or play.game.meta.key not in self._library.outside_keys:
            return
        try:
            account = self._account(play)
            if account is not None:
                self._log.accounts.put(play.id, account)
        except Exception as error:
            logger.error("the account of a play is not kept: %s", bug_place(error))

    def _account(self, play: Play) -> Account | None:
        row = self._log.play(play.id)
        if row is None:
            return None
        names = self._log.names(row)
        score = read_score(play.game, play.state, PUBLIC)
        readable = ReadablePlay(self._log, play.game, row)

        def end(names: Mapping[int, str]) -> EndBySeats:
            speakers = tuple(speaker(language, names) for language in LANGUAGES)
            texts = {each.language: export_text(readable, PUBLIC, each) for each in speakers}
            return EndBySeats(score_spelled_out(score, speakers), texts)

        named, title = end(names), spelled_out(play.game.meta.title, tuple(speaker(each, {}) for each in LANGUAGES))
        return Account(title, named.score, named.texts, end({}))


SHOWN = 50
"""Evenings a page lists."""
KEPT = 2 * SHOWN
"""Plays of which is kept what was computed: anybody may look at any play there ever was."""
T = TypeVar("T")
A_DAMAGED_PLAY = say("A damaged play")

EXPORTS: dict[ExportKind, Callable[[ReadablePlay, Viewer, Speaker], bytes]] = {
    "json": export_json,
    "text": lambda *given: export_text(*given).encode(),
    "log": lambda *given: log_csv(*given).encode(),
    "numbers": lambda *given: inventory_csv(*given).encode(),
}
"""How what is taken home of an evening is written."""


class End(NamedTuple):
    """What a play came to: no score while it is not over. ``unread``: the rules that are here cannot read or count
    it.
    """

    score: ScoreSheet | None = None
    colours: Mapping[int, Colour] = {}
    unread: bool = False


def _by_these_rules(result: Result, game: AnyGame) -> bool:
    return result.rules_version == game.meta.rules_version


class Computed(Generic[T]):
    """What was computed of the plays that were looked at last, by play and number of entries. Any thread."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int], compute: Callable[[], T]) -> T:
        """That of ``key``, computed now if it is not here."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        found = compute()
        with self._lock:
            self._found[key] = found
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found


class PastPlays:
    """Reads the log for the history page. What is computed of a finished play is kept as long as it has no new entry.

    ``on_table`` is the id of the play on the table.
    """

    def __init__(self, log: Log, library: Library, on_table: Callable[[], str]) -> None:
        self._log = log
        self._library = library
        self._on_table = on_table
        self._ends = Computed[End]()
        self._courses = Computed[ScoreHistory]()
        self._damaged: set[str] = set()

    @property
    def on_table(self) -> str:
        """The id of the play on the table."""
        return self._on_table()

    def plays(self) -> tuple[PastPlay, ...]:
        """The latest plays that have begun."""
        rows = self._log.plays("playing", "over")[:SHOWN]
        return tuple(self._past(row) for row in rows)

    def statistics(self) -> Statistics:
        """What all plays that came to their end add up to. Results that are not kept, or were counted by other rules,
        are counted now and kept. Where the rules that are here cannot count, the result is the one counted before.
        """
        games, kept, damaged = self._library.games(), self._log.results.kept(), 0
        found: list[Result] = []
        for play in self._log.results.over():
            result = kept.get(play)
            if result is None or (result.game in games and not _by_these_rules(result, games[result.game])):
                result, unreadable = self._counted_again(play, result)
                damaged += unreadable
            found += [result] if result is not None else []
        titles = {key: game.meta.title for key, game in games.items()}
        gone = {result.game for result in found} - set(titles)
        return statistics(found, titles | self._titles_of_gone(gone), damaged)

    def _titles_of_gone(self, games: set[str]) -> dict[str, Wording]:
        """The titles of games that are no longer here, as the accounts of their plays have them."""
        found: dict[str, Wording] = {}
        for row in self._log.plays("over") if games else ():
            if row.game in games - set(found) and (account := self._log.accounts.get(row.id)) is not None:
                found[row.game] = account.title
        return found

    def _counted_again(self, play: str, before: Result | None) -> tuple[Result | None, bool]:
        """The result of a play from its state, which is kept, or from its account; whether it is damaged. ``before`` is
        what other rules counted.
        """
        row = self._log.play(play)
        if row is None:
            return None, True
        past, game = self._past(row), self._library.games().get(row.game)
        if past.score is None:
            return before if not past.damaged else None, past.damaged
        if game is None or past.unread:
            return before or result_of(row.game, row.rules_version, past.score, past.names), False
        result = result_of(game.meta.key, game.meta.rules_version, past.score, past.names)
        with suppress(LogError):  # a full card: it is counted again the next time
            self._log.results.put(play, result)
        return result, False

    def play(self, play_id: str) -> PastPlay | None:
        """One play that has begun."""
        row = self._log.play(play_id)
        return self._past(row) if row is not None and row.status != "gathering" else None

    def export(self, play_id: str, viewer: Viewer, language: str, kind: ExportKind = "json") -> bytes | None:
        """One evening as ``viewer`` may know it; None when there is no such play. Of one whose game is gone there is
        only the text that was kept, which is also the one of a play that the rules cannot count any more.
        """
        row, game = self._found(play_id)
        if row is None:
            return None
        unread = game is None or self._end(row, game).unread
        if unread and kind == "text" and (account := self._account(row)) is not None:
            return account.texts.get(language, next(iter(account.texts.values()), "")).encode()
        if game is None:
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
        return self._courses.get((row.id, self._log.count(row.id)), lambda: score_history(self._log, game, row))

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
        if game is None:
            return self._past_of_gone(row)
        end = self._end(row, game)
        account = self._account(row) if end.unread else None
        return PastPlay(
            row.id,
            row.game,
            game.meta.title,
            self._log.names(row),
            row.status,
            row.created,
            end.score if account is None else account.score,
            row.damaged or row.id in self._damaged,
            end.colours,
            unread=end.unread,
        )

    def _past_of_gone(self, row: PlayRow) -> PastPlay:
        """A play whose game is not here: as its account says, if one was kept."""
        account = self._account(row)
        title = account.title if account is not None else A_DAMAGED_PLAY if row.damaged else verbatim(row.game)
        score = account.score if account is not None else None
        names = self._log.names(row)
        return PastPlay(row.id, row.game, title, names, row.status, row.created, score, row.damaged, gone=True)

    def _account(self, row: PlayRow) -> Account | None:
        return self._log.accounts.get(row.id) if row.status == "over" and not row.damaged else None

    def _end(self, row: PlayRow, game: AnyGame) -> End:
        if row.id == self._on_table() and row.status != "over":
            return End()
        return self._ends.get((row.id, self._log.count(row.id)), lambda: self._computed(row, game))

    def _computed(self, row: PlayRow, game: AnyGame) -> End:
        try:
            head = next(self._log.stored(row.id, count := self._log.count(row.id), count), None)
            if head is None:
                raise Gap
            state = read_state(game, self._log.state(row.id, head.entry.stands_for))
            with all_bugs_named():
                if row.status != "over":
                    status_of(game, state)  # what going on with it asks first
                    return End()
                return End(read_score(game, state, PUBLIC), dict(game.colours(seen(state, PUBLIC))))
        except Gap:
            if row.status == "over":
                self._damaged.add(row.id)
        except (RulesBug, SetupError) as error:
            logger.warning("play %s cannot be read or counted: %s", row.id, bug_place(error))
            return End(unread=True)
        except (CompanionError, LookupError):
            pass
        return End()

    def read_again(self) -> None:
        """Drop what was read: rows were put back from a copy."""
        self._ends, self._courses, self._damaged = Computed[End](), Computed[ScoreHistory](), set()


@dataclass(frozen=True, eq=False, repr=False)
class PastLooks(Looks):
    """What a device may see of earlier plays."""

    _past: PastPlays

    @may_look("anyone")
    def plays(self, _: FromDevice) -> tuple[PastPlay, ...]:
        """Earlier plays, the latest first."""
        return self._past.plays()

    @may_look("anyone")
    def statistics(self, _: FromDevice) -> Statistics:
        """What all plays that came to their end add up to."""
        return self._past.statistics()

    @may_look("anyone")
    def play(self, _: FromDevice, play: str) -> PastPlay | None:
        """One play; None when there is no such play."""
        return self._past.play(play)

    @may_look("anyone")
    def score_history(self, _: FromDevice, play: str) -> ScoreHistory:
        """How the visible points of one play went; empty when there is no such play."""
        return self._past.course(play)

    @may_look("anyone")
    def bg_stats_link(self, _: FromDevice, play: str, language: str) -> str | None:
        """The link that hands a finished play to BG Stats; None when that cannot be."""
        past = self._past.play(play)
        return self._past.bg_stats(past, language) if past is not None else None

    @may_look("anyone")
    def chance(self, _: FromDevice, play: str) -> PastChance | None:
        """What chance gave in one play, or only the hash of the seed until it is closed; None without such a play."""
        return self._past.fairness(play)

    @may_look("anyone")
    def export(self, device: FromDevice, play: str, language: str, kind: ExportKind = "json") -> bytes | None:
        """One play as this device may know it: a seat's own secrets only in the play it sits in. None when there is no
        such play.
        """
        # In another play somebody else may have had the secrets of this seat.
        viewer = device.viewer if play == self._past.on_table else PUBLIC
        return self._past.export(play, viewer, language, kind)
