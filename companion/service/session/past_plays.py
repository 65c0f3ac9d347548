"""Earlier plays as everybody may see them, statistics of the finished ones, and accounts of plays of packages."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Annotated, Generic, Literal, NamedTuple, TypeVar

from msgspec import Meta, Struct

from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.game import AnyGame, Colour
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import SetupError
from companion.core.wording import Message, Speaker, Wording, say, say_n, verbatim
from companion.library import Library
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import Account, EndBySeats, score_spelled_out, spelled_out
from companion.plays.log.imported_plays import ImportedFile, ImportedPlay, KnownPlays, PlayerResult, numbered
from companion.plays.log.log import Log
from companion.plays.log.results import result_of
from companion.plays.log.rule_calls import all_bugs_named, bug_place, read_score, read_state, status_of
from companion.plays.play import Play
from companion.plays.reports.all_plays import export_all
from companion.plays.reports.export import ReadablePlay, bg_stats, export_json, export_text, inventory_csv, log_csv
from companion.plays.reports.fairness import StreamBlock, distribution, fairness
from companion.plays.reports.play_files import LONGEST, MOST
from companion.plays.reports.score_history import ScoreHistory, score_history
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.rows import PlayRow, Result
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.play.dialogues import in_words
from companion.service.play.running_play import RunningPlay
from companion.service.session.past_records import (
    EndedPlay,
    Names,
    PersonDetail,
    Statistics,
    rivals,
    statistics,
)

PlayerName = Annotated[str, Meta(max_length=LONGEST)]
MOST_NAMES = 500
"""The most names that may count for another one."""


class KeepImported(Request, frozen=True):
    """Keep the plays of a file that are not known here yet: all or none. ``compared`` is the number of changes to the
    stored plays when it was found out which are known; if it differs now, that is found out again.
    """

    may_ask = "host"
    plays: Annotated[tuple[ImportedPlay, ...], Meta(max_length=MOST)]
    compared: int = -1


class NewPlays(Struct, frozen=True):
    """Those of the ``plays`` of a file that are not known here, ``compared`` as ``KeepImported`` has it."""

    plays: tuple[ImportedPlay, ...]
    compared: int


class RemoveImport(Request, frozen=True):
    """Remove the plays of one import. This cannot be undone."""

    may_ask = "admin"
    number: Annotated[str, Meta(max_length=20)]


class SamePerson(Request, frozen=True):
    """Count the plays of one name for the person with another name; "" for itself again."""

    may_ask = "host"
    name: PlayerName
    counts_for: PlayerName


ExportKind = Literal["json", "text", "log", "numbers"]
"""The kinds of exports of a play; the last two are tables (CSV)."""


class PastPlay(Struct, frozen=True):
    """An earlier play as everybody may see it. ``wall`` is when it began, if known. A ``damaged`` one has no score,
    because its state cannot be read. ``colours`` are the colours of seats' sides. ``gone``: its game is not installed;
    ``unread``: the installed version cannot read or count it. For both, only the account stored at the end is known.
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
    """One result of chance: its entry, seat (0: the table), question, answer, and the blocks of the stream used; none
    if people entered it.
    """

    entry: int
    seat: int
    prompt: Message
    answer: Wording
    spins: tuple[StreamBlock, ...]


class PastFaces(Struct, frozen=True):
    """How often each answer came to one kind of question, and how often each was expected with equal probabilities."""

    prompt: Message
    counts: tuple[tuple[str, int], ...]
    expected: float


class PastChance(Struct, frozen=True):
    """The chance of one play. Until it is closed for good there is only ``commitment``, the hash of the seed.

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


logger = logging.getLogger(__name__)


class KeptAccounts:
    """Stores the accounts of plays. If an end changes by an undo or a correction, its account is stored again."""

    def __init__(self, log: Log, library: Library, running: RunningPlay) -> None:
        self._log = log
        self._library = library
        self._running = running
        running.follow(self.follow)

    def follow(self, _: Entry) -> None:
        self.keep()

    def keep(self) -> None:
        """Store the account of the play on the table, if it is over and its game is from a package. Errors of the log
        or of the game are ignored.
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
"""The most plays that a page lists."""
KEPT = 2 * SHOWN
"""The number of plays with cached results, limited because anybody may look at any stored play."""
T = TypeVar("T")
A_DAMAGED_PLAY = say("A damaged play")

EXPORTS: dict[ExportKind, Callable[[ReadablePlay, Viewer, Speaker], bytes]] = {
    "json": export_json,
    "text": lambda *given: export_text(*given).encode(),
    "log": lambda *given: log_csv(*given).encode(),
    "numbers": lambda *given: inventory_csv(*given).encode(),
}
"""The function that writes each kind of export."""


class End(NamedTuple):
    """The end of a play: no score while it is not over. ``unread``: the installed rules cannot read or count it."""

    score: ScoreSheet | None = None
    colours: Mapping[int, Colour] = {}
    unread: bool = False


SAME_PERSON = "same-person"
"""Settings key: the name under which plays of another name count, by that other in small letters."""


def _day(began: float | None) -> str:
    return "" if began is None else datetime.fromtimestamp(began).date().isoformat()


def _players(result: Result) -> tuple[PlayerResult, ...]:
    points = {seat: total for total, seat in result.totals}
    return tuple(
        PlayerResult(name, points.get(seat), seat in result.winners) for seat, name in sorted(result.names.items())
    )


def _keys_by_title(titles: Mapping[str, Wording]) -> dict[str, str]:
    """The key of each game by its title in any language, in small letters."""
    return {speaker(language, {}).say(title).casefold(): key for language in LANGUAGES for key, title in titles.items()}


def _by_these_rules(result: Result, game: AnyGame) -> bool:
    return result.rules_version == game.meta.rules_version


class Computed(Generic[T]):
    """A cache of computed values of recently viewed plays, by play and number of entries. Thread-safe."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, int], compute: Callable[[], T]) -> T:
        """The value for ``key``, computed now if it is not cached."""
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
    """Reads the log for the history page. Values computed from a finished play are cached as long as it has no new
    entry.

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
        """The statistics of all finished plays, imported ones included."""
        plays, damaged = self._ended()
        return statistics(plays, self._names(), damaged)

    def person(self, name: str) -> PersonDetail | None:
        """All about one person, by any of its names; None if nobody of that name has played."""
        plays, _ = self._ended()
        names = self._names()
        record = statistics(plays, names).person(names.of(name))
        if record is None:
            return None
        written = {each.name.casefold(): each.name for play in plays for each in play.players}
        others = tuple(written.get(other, other) for other in names.others(record.name))
        return PersonDetail(record, rivals(plays, names, record.name), others)

    def _names(self) -> Names:
        return Names(self._log.settings.get(SAME_PERSON, {}))

    def _ended(self) -> tuple[list[EndedPlay], int]:
        """(all finished plays, the latest first; how many are damaged)."""
        results, damaged = self._results()
        titles = {key: game.meta.title for key, game in self._library.games().items()}
        titles |= self._titles_of_gone({result.game for result, _ in results.values()} - set(titles))
        found = [
            EndedPlay(result.game, titles[result.game], _day(began), _players(result), result.highest_wins)
            for result, began in results.values()
            if result.game in titles
        ]
        keys = _keys_by_title(titles)
        for play in self._log.imported.all():
            key = keys.get(play.game.casefold())
            game, title = (f"title:{play.game.casefold()}", verbatim(play.game)) if key is None else (key, titles[key])
            found.append(EndedPlay(game, title, play.day, play.players, play.highest_wins))
        return sorted(found, key=lambda play: play.day, reverse=True), damaged

    def _results(self) -> tuple[dict[str, tuple[Result, float | None]], int]:
        """(results and start times of the plays of this table, the latest first; how many are damaged). Results that
        are not stored, or were counted by other rules, are counted now and stored. If the installed rules cannot count
        a play, its stored result is used.
        """
        games, kept, damaged = self._library.games(), self._log.results.kept(), 0
        found: dict[str, tuple[Result, float | None]] = {}
        for play, began in self._log.results.over().items():
            result = kept.get(play)
            if result is None or (result.game in games and not _by_these_rules(result, games[result.game])):
                result, unreadable = self._counted_again(play, result)
                damaged += unreadable
            if result is not None:
                found[play] = (result, began)
        return found, damaged

    def own(self, language: str) -> list[ImportedPlay]:
        """The plays of this table in the form of an exported file, with titles in ``language``."""
        results, _ = self._results()
        speaking = speaker(language, {})
        titles = {key: speaking.say(game.meta.title) for key, game in self._library.games().items()}
        gone = self._titles_of_gone({result.game for result, _ in results.values()} - set(titles))
        titles |= {key: speaking.say(title) for key, title in gone.items()}
        plays = [
            ImportedPlay(
                ids=(f"companion:{play}",),
                game=titles[result.game],
                day=_day(began),
                players=_players(result),
                highest_wins=result.highest_wins,
            )
            for play, (result, began) in results.items()
            if result.game in titles
        ]
        return list(numbered(plays))

    def imported(self) -> tuple[ImportedPlay, ...]:
        """The latest plays that were imported, the latest day first."""
        return self._log.imported.latest(SHOWN)

    def unknown(self, plays: Iterable[ImportedPlay]) -> NewPlays:
        """Which of these plays are not known here. May take seconds for many plays, so it may be called from any
        thread.
        """
        compared = self._log.imported.changes
        here = self._log.imported.all()
        known = KnownPlays([*here, *(play for language in LANGUAGES for play in self.own(language))])
        return NewPlays(tuple(play for play in plays if play not in known), compared)

    def imports(self) -> list[ImportedFile]:
        """The files from which plays were imported, the latest first."""
        return self._log.imported.files()

    def handlers(self) -> Handlers:
        return {KeepImported: self._keep_imported, RemoveImport: self._remove_import, SamePerson: self._same_person}

    def _keep_imported(self, _: Sender, request: KeepImported) -> Reply:
        fresh = request.compared == self._log.imported.changes
        new = request.plays if fresh else self.unknown(request.plays).plays
        if sum(file.plays for file in self._log.imported.files()) + len(new) > MOST:
            raise Refused(
                "many-plays", say("Only {n} plays of elsewhere fit here. Bring a file with fewer years.", n=MOST)
            )
        if new:
            self._log.imported.put(new)
        return Reply(notice=say_n("{n} play was added.", "{n} plays were added.", len(new)))

    def _remove_import(self, _: Sender, request: RemoveImport) -> Reply:
        if not self._log.imported.remove(request.number):
            raise Refused("no-import", say("The plays of that file are not here any more."))
        return Reply(notice=say("The plays of that file are gone."))

    def _same_person(self, _: Sender, request: SamePerson) -> Reply:
        """Handle ``SamePerson``. Names that counted for ``name`` are moved along, so that no plays count for a name
        which itself counts for another.
        """
        other, main = request.name.casefold(), request.counts_for
        same = dict(self._log.settings.get(SAME_PERSON, {}))
        if not main:
            same.pop(other, None)
            self._log.settings.put(SAME_PERSON, same)
            return Reply(notice=say("{name} is somebody else again.", name=request.name))
        if main.casefold() == other or same.get(main.casefold(), main).casefold() == other:
            raise Refused("same-person", say("Both are the same name. Choose another one."))
        main = same.get(main.casefold(), main)
        same = {one: main if counts.casefold() == other else counts for one, counts in same.items()} | {other: main}
        if len(same) > MOST_NAMES:
            raise Refused("many-names", say("No more names can be put together. Separate one first."))
        self._log.settings.put(SAME_PERSON, same)
        return Reply(notice=say("The plays of {name} count for {main} now.", name=request.name, main=main))

    def all_plays(self, language: str) -> bytes:
        """All plays in one file, which another table can import."""
        plays = [*self.own(language), *self._log.imported.all()]
        return export_all(sorted(plays, key=lambda play: play.day, reverse=True))

    def _titles_of_gone(self, games: set[str]) -> dict[str, Wording]:
        """The titles of games that are no longer here, as the accounts of their plays have them."""
        found: dict[str, Wording] = {}
        for row in self._log.plays("over") if games else ():
            if row.game in games - set(found) and (account := self._log.accounts.get(row.id)) is not None:
                found[row.game] = account.title
        return found

    def _counted_again(self, play: str, before: Result | None) -> tuple[Result | None, bool]:
        """(result of a play counted from its state and stored, or from its account; whether the play is damaged).
        ``before`` is the result counted by other rules.
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
        with suppress(LogError):  # the card is full: it is counted again next time
            self._log.results.put(play, result)
        return result, False

    def play(self, play_id: str) -> PastPlay | None:
        """One play that has begun."""
        row = self._log.play(play_id)
        return self._past(row) if row is not None and row.status != "gathering" else None

    def export(self, play_id: str, viewer: Viewer, language: str, kind: ExportKind = "json") -> bytes | None:
        """An export of one play as ``viewer`` may know it; None if there is no such play. If its game is not installed
        or cannot count it, only the stored text is available.
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
        """The course of the visible points of one play; empty when there is no such play."""
        row = self._log.play(play_id)
        game = self._library.games().get(row.game) if row is not None else None
        if row is None or game is None or row.status == "gathering":
            return ScoreHistory()
        if row.status == "playing":
            return score_history(self._log, game, row)
        return self._courses.get((row.id, self._log.count(row.id)), lambda: score_history(self._log, game, row))

    def bg_stats(self, past: PastPlay, language: str) -> str | None:
        """The link that hands a finished play to BG Stats; None if that is not possible."""
        if past.score is None:
            return None
        title = speaker(language, past.names).say(past.title)
        minutes = self.course(past.id).minutes
        return bg_stats(past.id, past.game, title, past.score, past.names, past.wall, minutes)

    def fairness(self, play_id: str) -> PastChance | None:
        """All results of chance in one play, and its seed once it is closed; None when there is no such play."""
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
        """A play whose game is not installed: from its account, if one is stored."""
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
        """Clear all caches, because rows were restored from a copy."""
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
        """The statistics of all finished plays."""
        return self._past.statistics()

    @may_look("anyone")
    def person(self, _: FromDevice, name: str) -> PersonDetail | None:
        """All about one person; None if nobody of that name has played."""
        return self._past.person(name)

    @may_look("anyone")
    def all_plays(self, _: FromDevice, language: str) -> bytes:
        """All plays in one file, which can be brought to another table."""
        return self._past.all_plays(language)

    @may_look("anyone")
    def imported(self, _: FromDevice) -> tuple[ImportedPlay, ...]:
        """The latest plays that were imported, the latest first."""
        return self._past.imported()

    @may_look("anyone")
    def unknown(self, device: FromDevice, plays: tuple[ImportedPlay, ...]) -> NewPlays:
        """Which of these plays are not known here, for a device that may import plays; others get an empty answer."""
        return self._past.unknown(plays) if _may_import(device) else NewPlays(plays, -1)

    @may_look("anyone")
    def imports(self, _: FromDevice) -> tuple[ImportedFile, ...]:
        """The files from which plays were imported, the latest first."""
        return tuple(self._past.imports())

    @may_look("anyone")
    def may_import(self, device: FromDevice) -> bool:
        """Whether this device may import plays: a device with a seat, or an admin."""
        return _may_import(device)

    @may_look("anyone")
    def play(self, _: FromDevice, play: str) -> PastPlay | None:
        """One play; None when there is no such play."""
        return self._past.play(play)

    @may_look("anyone")
    def score_history(self, _: FromDevice, play: str) -> ScoreHistory:
        """The course of the visible points of one play; empty when there is no such play."""
        return self._past.course(play)

    @may_look("anyone")
    def bg_stats_link(self, _: FromDevice, play: str, language: str) -> str | None:
        """The link that hands a finished play to BG Stats; None if that is not possible."""
        past = self._past.play(play)
        return self._past.bg_stats(past, language) if past is not None else None

    @may_look("anyone")
    def chance(self, _: FromDevice, play: str) -> PastChance | None:
        """All results of chance in one play; only the hash of the seed until it is closed; None without such a play."""
        return self._past.fairness(play)

    @may_look("anyone")
    def export(self, device: FromDevice, play: str, language: str, kind: ExportKind = "json") -> bytes | None:
        """One play as this device may know it: a seat's own secrets only in the play it sits in. None when there is no
        such play.
        """
        # In another play a different person may have had the secrets of this seat.
        viewer = device.viewer if play == self._past.on_table else PUBLIC
        return self._past.export(play, viewer, language, kind)


def _may_import(device: FromDevice) -> bool:
    return device.own is not None or device.host
