"""The log: one SQLite file with all plays, entries and settings."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import structs

from companion.core.instructions import AnyInstruction
from companion.core.setup import MOST_SEATS, Setup
from companion.plays.log.accounts import Accounts
from companion.plays.log.due_reports import DueReports
from companion.plays.log.imported_plays import ImportedPlays
from companion.plays.log.read_marks import ReadMarks
from companion.plays.log.results import Results
from companion.plays.log.seat_cards import SeatCards
from companion.plays.storage import chain
from companion.plays.storage.chain import Head, StoredEntry
from companion.plays.storage.database import Connect, Database, StoredRow, Synchronous
from companion.plays.storage.digests import DIGESTED, INSTRUCTIONS, PLAYS, REQUESTS
from companion.plays.storage.entry import CHECK_PIECES, Entry, gap
from companion.plays.storage.log_errors import Gap, damaged_if_inconsistent, disk_fault
from companion.plays.storage.migrations import applied_number, check_definitions, check_shape, migrate, shipped
from companion.plays.storage.rows import (
    PLAY,
    EntryRecord,
    PlayRow,
    Result,
    StateRow,
    Status,
    as_real,
    instructions_of,
    json_text,
    play_of,
)
from companion.plays.storage.stores import Boxes, Photos, Settings, Sheets, Tokens
from companion.plays.storage.witness import Steps, Witness, be_there, ends_closed, take_up

PORTION = 256
"""How many entries ``each_entry`` has in memory at a time."""
_OR_BEGIN = """ON CONFLICT (id) DO UPDATE SET game = excluded.game, rules_version = excluded.rules_version,
    setup = excluded.setup, names = excluded.names, seed = excluded.seed, status = excluded.status,
    created = excluded.created, digest = excluded.digest"""
_PLAYS = f"SELECT {PLAY}, digest, rowid FROM plays"  # noqa: S608  (constants)


MOST_LINES = 500
"""The most log lines of one entry."""


def are_links(number: int, base: int, stands_for: int) -> bool:
    """Whether an entry can have these links: to earlier entries or to itself."""
    return min(1, number - 1) <= base < number and 1 <= stands_for <= number


def is_possible(entry: Entry) -> bool:
    """Whether the companion can have written this entry. Needed because a forged backup can have matching digests."""
    times = all(isinstance(time, float | int) for time in (entry.mono, entry.wall or 0.0))
    return times and len(entry.told) <= MOST_LINES and are_links(entry.number, entry.base, entry.stands_for)


def _play_of(row: StoredRow) -> PlayRow:
    """The play of a row, marked as damaged if the companion cannot have written it."""
    play = play_of(row)
    if len(play.setup.seats) <= MOST_SEATS and isinstance(play.created, float | int | None):
        return play
    return PlayRow(
        id=play.id, game="", rules_version=0, setup=Setup(()), names=play.names, status=play.status, damaged=True
    )


def _nothing() -> None:
    """Default release: do nothing."""


class Log:
    """The open file. Thread-safe. Every method may raise ``LogError``.

    With ``synchronous`` other than FULL a power cut may lose acknowledged data; None opens read-only and requires the
    newest schema. ``release`` is called on closing. ``witness`` is compared on opening, unless ``anew``, and records
    every entry from then on.
    """

    def __init__(
        self,
        connect: Connect,
        *,
        synchronous: Synchronous | None = "FULL",
        where: str = "log",
        release: Callable[[], None] = _nothing,
        witness: Witness | None = None,
        anew: bool = False,
    ) -> None:
        self._release = release
        self._witness = witness
        self._database = Database(connect, synchronous=None, where=where)
        self.where = where
        self.ends: Mapping[str, int] = {}
        """How many entries each play had, as recorded outside the file."""
        self.tokens = Tokens(self._database)
        self.boxes = Boxes(self._database)
        self.settings = Settings(self._database)
        self.sheets = Sheets(self._database)
        self.photos = Photos(self._database)
        self.results = Results(self._database)
        self.accounts = Accounts(self._database)
        self.due_reports = DueReports(self._database)
        self.read_marks = ReadMarks(self._database)
        self.imported = ImportedPlays(self._database)
        self.seat_cards = SeatCards(self._database, self.due_reports)
        if synchronous:
            try:
                # first, so that a newer or foreign file is not changed
                before = check_shape(self._database, shipped())
                self._database.write_as(synchronous)
                migrate(self._database, shipped())
                check_definitions(self._database, shipped()[-1].number)
                # a test write: a read-only file fails here, not at the first move
                self._database.query(f"PRAGMA user_version={self.shape()}")
                if witness is not None:
                    take_up(self._database, witness, anew=anew, rewritten=before < self.shape())
            except BaseException:
                self._database.close()
                raise

    def shape(self) -> int:
        """Number of the file's newest migration; 0 for an empty one."""
        return applied_number(self._database)

    def check(self) -> str:
        """``ok``, or what SQLite finds wrong. Reads the whole file."""
        return str(self._database.query("PRAGMA integrity_check")[0][0])

    def close(self) -> None:
        """Close the file and release the lock. Idempotent."""
        self._database.close()
        if self._witness is not None:
            self._witness.close()
        self._release()
        self._release = _nothing

    # -- plays -------------------------------------------------------------------------------------------------

    def plays(self, *statuses: Status) -> list[PlayRow]:
        """All plays, or those with one of ``statuses``; newest first."""
        rows = self._database.query(f"{_PLAYS} ORDER BY rowid DESC")
        return [play for play in map(_play_of, rows) if not statuses or play.status in statuses]

    def play(self, play: str) -> PlayRow | None:
        """Play by id, or None."""
        rows = self._database.query(f"{_PLAYS} WHERE id = ?", play)
        # a damaged index may not find it
        return _play_of(rows[0]) if rows else next((row for row in self.plays() if row.id == play), None)

    def gather(self, game: str, setup: Setup, *, created: float | None = None) -> str:
        """Create a play that people join; returns its id (128 random bits, hexadecimal)."""
        play = secrets.token_hex(16)
        with self._database.transaction():
            self._insert_play(PlayRow(id=play, game=game, rules_version=0, setup=setup, created=created))
        if self._witness is not None:
            be_there(self._database, self._witness)
        return play

    def regather(self, play: str, game: str, setup: Setup) -> None:
        """Change game or set-up of a play that has not begun."""
        with self._database.transaction():
            row = self.play(play)
            if row is not None and row.status == "gathering":
                self._insert_play(structs.replace(row, game=game, setup=setup, damaged=False))

    def rename(self, play: str, seat: int, name: str) -> None:
        """Change the name at ``seat``, in past entries too."""
        with self._database.transaction():
            self._database.query(
                "UPDATE plays SET names = json_set(iif(json_valid(names), names, '{}'), ?, ?) WHERE id = ?",
                f'$."{seat}"',
                name,
                play,
            )
            self.results.rename_within(play, seat, name)

    def names(self, play: PlayRow) -> dict[int, str]:
        """Names by seat: from the set-up, as changed since."""
        return {seated.seat: seated.name for seated in play.setup.seats} | play.names

    def begin(self, play: PlayRow, record: EntryRecord) -> None:
        """Store a play and its first entry in one transaction. A gathering play of that id becomes this one; one that
        has begun is a bug.
        """
        with self._database.transaction():
            self._insert_play(play)
            self._insert_entries(play.id, record)
        self._confirm()

    def _insert_play(self, play: PlayRow) -> None:
        created = as_real(play.created)
        setup = json_text(play.setup)
        self._database.query(
            f"INSERT INTO plays ({PLAY}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) {_OR_BEGIN}",  # noqa: S608
            play.id,
            play.game,
            play.rules_version,
            setup,
            json_text(play.names),
            play.seed,
            play.status,
            created,
            PLAYS.digest((play.id, play.game, play.rules_version, setup, play.seed, created)),
        )

    def size(self) -> int:
        """Number of entries of all plays."""
        return int(self._database.query("SELECT count(*) FROM entries")[0][0])

    def digest_of_play(self, play: str) -> bytes:
        """Digest of the play's own row, which its first entry follows."""
        rows = self._database.query("SELECT digest FROM plays WHERE id = ?", play)
        return bytes(rows[0][0]) if rows else b""

    def damaged_rows(self) -> dict[str, int]:
        """Number of damaged rows by table, entries excluded."""
        found = {each.table: sum(1 for _ in each.damaged(self._database)) for each in DIGESTED}
        return {table: count for table, count in found.items() if count}

    # -- entries -----------------------------------------------------------------------------------------------

    def append(self, play: PlayRow, *records: EntryRecord) -> None:
        """Store entries with the states after them, learned facts, status and result, and the due report to the club,
        in one transaction.
        """
        with damaged_if_inconsistent(self.where), self._database.transaction():
            self._insert_entries(play.id, *records)
            for record in records:
                self._insert_requests(play.id, record.requests)
                self.boxes.put_within(play.game, record.learned)
            status = records[-1].status
            self._database.query("UPDATE plays SET status = ? WHERE id = ? AND status <> ?", status, play.id, status)
            self.results.put_within(play.id, self._with_names(play.id, records[-1].result))
            self.due_reports.mark_within(play.id, over=status == "over")
        self._confirm()

    def _with_names(self, play: str, result: Result | None) -> Result | None:
        """The result with the names as they were changed since the set-up."""
        row = self.play(play) if result is not None else None
        return structs.replace(result, names=self.names(row)) if result is not None and row is not None else None

    def _insert_entries(self, play: str, *records: EntryRecord) -> None:
        """Insert entries to be committed, and announce them to the witness before."""
        links = [chain.insert(self._database, play, record) for record in records]
        for record in records:
            if made := record.entry.instructions:
                INSTRUCTIONS.put(self._database, play, record.entry.number, json_text(made))
        if self._witness is not None:
            first, last = records[0].entry, records[-1].entry
            steps = Steps(play, first.number - 1, links[0].previous, last.number, links[-1].digest, last.closed)
            try:
                self._witness.announce(steps)
            except OSError as error:
                raise disk_fault(error, self.where) from error

    def _confirm(self) -> None:
        if self._witness is not None:
            self._witness.confirm()

    def stored(self, play: str, first: int, last: int) -> Iterator[StoredEntry]:
        """Sound entries ``first`` to ``last`` with their states, in order."""
        return (stored for stored in chain.read(self._database, play, first, last) if is_possible(stored.entry))

    def keep(self, play: str, requests: Iterable[tuple[str, str]]) -> None:
        """Store accepted requests that made no entry: (nonce, content)."""
        with damaged_if_inconsistent(self.where), self._database.transaction():
            self._insert_requests(play, requests)

    def _insert_requests(self, play: str, requests: Iterable[tuple[str, str]]) -> None:
        for nonce, content in requests:
            REQUESTS.put(self._database, play, nonce, content)

    def request(self, play: str, nonce: str) -> str | None:
        """Content digest of the request accepted under this nonce; None if none was, empty if the row is damaged."""
        rows = REQUESTS.with_digests(self._database, "WHERE play = ? AND nonce = ?", play, nonce)
        if not rows:
            return None
        *row, digest = rows[0]
        return str(row[-1]) if REQUESTS.matches(tuple(row), digest) else ""

    def entries(self, play: str, first: int, last: int) -> list[Entry]:
        """Entries ``first`` to ``last`` without states; a gap for each damaged one."""
        made = self._instructions(play, first, last)
        found = {
            stored.entry.number: structs.replace(stored.entry, instructions=made.get(stored.entry.number, ()))
            for stored in self.stored(play, first, last)
        }
        last = min(last, self.count(play)) if len(found) < last - first + 1 else last
        return [found.get(number) or gap(number) for number in range(max(first, 1), last + 1)]

    def _instructions(self, play: str, first: int, last: int) -> dict[int, tuple[AnyInstruction, ...]]:
        tail = "WHERE play = ? AND number BETWEEN ? AND ?"
        rows = INSTRUCTIONS.with_digests(self._database, tail, play, first, last)
        return {
            row[1]: instructions_of(row[2]) if INSTRUCTIONS.matches(row[:-1], row[-1]) else (CHECK_PIECES,)
            for row in rows
        }

    def each_entry(self, play: str) -> Iterator[Entry]:
        """All entries like ``entries``, read in portions."""
        first = 1
        while portion := self.entries(play, first, first + PORTION - 1):
            yield from portion
            first += len(portion)

    def by_nonce(self, play: str, nonce: str) -> Entry | None:
        there, entry = chain.by_nonce(self._database, play, nonce)
        return (entry if entry is not None and is_possible(entry) else gap(1)) if there else None

    def state(self, play: str, number: int) -> StateRow:
        """State stored by an entry. Raises ``Gap`` for a damaged entry, ``LookupError`` for one without a state."""
        state = self._one(play, number).state
        if state is None:
            raise LookupError(f"entry {number} of play {play} holds no state")
        return state

    def position(self, play: str, number: int) -> int:
        """Chance blocks used up to this entry. Raises ``Gap``."""
        return self._one(play, number).position

    def _one(self, play: str, number: int) -> StoredEntry:
        found = next(self.stored(play, number, number), None)
        if found is None:
            raise Gap
        return found

    def count(self, play: str) -> int:
        """Number of the last entry, or of the last recorded one if the file has lost it."""
        return max(chain.numbers_of(self._database, play), self.ends.get(play, 0))

    def ends_closed(self, play: str) -> bool:
        """Whether all decide in secret after the last entry of a play, as far as the log has entries."""
        return ends_closed(self._database, play)

    def orphans(self) -> bool:
        """Whether entries of unknown plays exist."""
        return bool(self._database.query("SELECT 1 FROM entries WHERE play NOT IN (SELECT id FROM plays) LIMIT 1"))

    def head(self, play: str) -> Head | None:
        """Last entry as stored, unchecked; None without one."""
        return chain.head(self._database, play)

    def links(self, play: str) -> Iterator[StoredRow]:
        """(number, base, stands_for) of every entry in order, unchecked."""
        yield from self._database.query(
            "SELECT number, base, stands_for FROM entries WHERE play = ? ORDER BY number", play
        )

    def sound_links(self, play: str) -> dict[int, tuple[int, int]]:
        """Base and ``stands_for`` of all sound entries by number, without using the index, which may be damaged.
        Slow.
        """
        found = chain.sound_links(self._database, play)
        return {number: links for number, links in found.items() if are_links(number, *links)}

    def told(self, play: str, first: int, last: int) -> list[StoredRow]:
        """(number, told) of entries in order, unchecked."""
        sql = "SELECT number, told FROM entries WHERE play = ? AND number BETWEEN ? AND ? ORDER BY number"
        return self._database.query(sql, play, first, last)

    def acts(self, play: str, after: int) -> list[StoredRow]:
        """(number, seat, closed) of every later entry, in order."""
        sql = "SELECT number, seat, closed FROM entries WHERE play = ? AND number > ? ORDER BY number"
        return self._database.query(sql, play, after)

    def accepted(self, play: str) -> dict[int, int]:
        """Number of entries of each seat."""
        return dict(self._database.query("SELECT seat, count(*) FROM entries WHERE play = ? GROUP BY seat", play))
