"""A play with its log: entries and current state; each entry is on disk before it is visible."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import inf
from typing import Any

from msgspec import Struct, structs

from companion.core.boxes import Learned
from companion.core.chance import RandomStream, TableChance, commitment
from companion.core.game import AnyGame, asked_anew
from companion.core.instructions import AnyInstruction
from companion.core.owed_chance import ChanceOwed, chance_owed, owing
from companion.core.setup import Setup
from companion.core.step import LogText, Outcome, Reminder
from companion.plays.log.closing import is_concluded, play_closed
from companion.plays.log.entry_sequence import EffectiveEntries, Entries
from companion.plays.log.log import Log
from companion.plays.log.read_marks import ReadMark
from companion.plays.log.results import counted_result
from companion.plays.log.rule_calls import (
    all_bugs_named,
    bug_place,
    is_closed,
    read_state,
    rules_bugs_named,
    status_of,
)
from companion.plays.reports.happened import NumberChanges
from companion.plays.reports.history import History
from companion.plays.storage.entry import Entry, EntryKind, part_of
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import EntryRecord, PlayRow, Result, Status
from companion.plays.time_source import Clock

logger = logging.getLogger(__name__)

WAITING = 256
"""The most requests without an entry that wait to be stored with the next entry."""


class NewState(Struct, frozen=True):
    """A state to be stored: the ``move`` that made it, as JSON, its own JSON ``raw``, and the outcome of the move."""

    move: str
    raw: bytes
    outcome: Outcome[Any]


class StoredPlay:
    """A play in memory, without the operations that change it (see ``Play``). Used by one thread; what it returns is
    immutable.

    ``state`` is the complete state, read-only; ``entries`` are all entries, ``effective`` those that led to ``state``.
    Both grow in place. ``reminders`` are those of the last move; they are not stored.
    """

    def __init__(self, log: Log, game: AnyGame, row: PlayRow, clock: Clock) -> None:
        """The play and its first entry must be in ``log``."""
        self.id = row.id
        self.game = game
        self.setup: Setup = row.setup
        self.seed = row.seed
        self.commitment = commitment(row.seed)
        self._log = log
        self._row = row
        self._clock = clock
        self._opened = clock.mono()
        self._requests: dict[str, str] = {}
        self.reminders: tuple[Reminder, ...] = ()
        self._raw = b""
        self._status: Status = "playing"
        self.read()

    def read(self) -> None:
        """Read the play from the log; called again after rows were repaired. Raises ``Gap``, ``LogError``,
        ``SetupError`` or ``RulesBug``, with nothing changed.
        """
        entries = Entries(self._log, self.id)
        if not entries:
            raise Gap
        head = entries[-1]
        position = self._log.position(self.id, head.number)
        concluded, accepted = is_concluded(self._log, self.id), self._log.accepted(self.id)
        self._take(self._stored(head.stands_for), position)
        self.entries = entries
        self.head: Entry = head
        self.effective = EffectiveEntries(entries, entries.line(head.stands_for))
        self.history = History(entries, self.effective)
        self.changes = NumberChanges(self)
        self.concluded = concluded
        self._accepted = accepted
        self._position = position

    # -- state -------------------------------------------------------------------------------------------------

    @property
    def present(self) -> int:
        """Number of the entry whose state is current."""
        return self.head.stands_for

    @property
    def age(self) -> float:
        """Seconds since the last effective step; infinite for a step of an earlier run, whose monotonic clock is not
        comparable.
        """
        made, now = self.effective[-1].mono, self._clock.mono()
        return now - made if self._opened <= made <= now else inf

    @property
    def finished(self) -> bool:
        """Whether the rules say the play is over."""
        return self._status == "over"

    def state_after(self, number: int) -> Any:
        """State of an entry, for reading only. Raises ``SetupError``, ``RulesBug`` and ``Gap``."""
        return self._stored(number)

    def accepted(self, seat: int) -> int:
        """Number of entries of this seat, undos and undone ones included; only grows."""
        return self._accepted.get(seat, 0)

    def read_marks(self) -> dict[int, ReadMark]:
        """The stored read marks by seat."""
        return self._log.read_marks.of_play(self.id)

    def put_read_mark(self, seat: int, mark: ReadMark) -> None:
        """Store how far a seat has read. Raises ``LogError``."""
        self._log.read_marks.put(self.id, seat, mark)

    def made_by(self, nonce: str) -> Entry | None:
        """The entry made with this nonce, also before a restart, or None."""
        return self._log.by_nonce(self.id, nonce) if nonce else None

    # -- requests ----------------------------------------------------------------------------------------------

    def expect(self, nonce: str, content: str) -> None:
        """Announce a request. It is stored with the next entry, unless dropped before. Raises ``LogError``."""
        if len(self._requests) >= WAITING:
            self._log.keep(self.id, self._requests.items())
            self._requests.clear()
        self._requests[nonce] = content

    def drop(self, nonce: str) -> None:
        """Forget a request that was refused."""
        self._requests.pop(nonce, None)

    def request(self, nonce: str) -> str | None:
        """Content digest of the request accepted under this nonce, also before a restart; None if none was, empty if
        the row is damaged.
        """
        return self._requests.get(nonce) or self._log.request(self.id, nonce)

    # -- committing --------------------------------------------------------------------------------------------

    def _branch(self, to: int) -> list[int]:
        """Undone entries on the way to ``to``, oldest first."""
        numbers = []
        while not self.effective.holds(to):
            numbers.append(to)
            to = self.entries.numbered(to).base
        return numbers[::-1]

    def _put(
        self,
        kind: EntryKind,
        seat: int,
        actor: str,
        move: str,
        nonce: str,
        raw: bytes,
        outcome: Outcome[Any],
        position: int | None = None,
    ) -> Entry:
        """Commit a new state, then make it current."""
        (entry,) = self._put_all(kind, seat, actor, nonce, [NewState(move, raw, outcome)], position)
        return entry

    def _put_all(
        self,
        kind: EntryKind,
        seat: int,
        actor: str,
        nonce: str,
        new: Sequence[NewState],
        position: int | None = None,
    ) -> tuple[Entry, ...]:
        """Commit new states, each on the one before, in one transaction; then make the last one current. The states are
        decoded first, so that no unreadable state is stored.
        """
        records: list[EntryRecord] = []
        for index, each in enumerate(new):
            with rules_bugs_named():
                state: Any = self.game.decode_state(each.raw)
                closed, status = is_closed(self.game, state), status_of(self.game, state)
            entry = self._next(
                kind, seat, actor, part_of(nonce, index), each.outcome, after=index, move=each.move, closed=closed
            )
            result = counted_result(self.game, state) if status == "over" else None
            records.append(self._record(entry, status, each.outcome.learned, result, each.raw, position))
        self._commit(*records)
        for record in records:
            self.effective.append(record.entry.number)
        self._raw, self.state, self._status = new[-1].raw, state, records[-1].status
        self.reminders = new[-1].outcome.reminders
        return tuple(record.entry for record in records)

    def _go(
        self,
        kind: EntryKind,
        to: int,
        seat: int,
        actor: str,
        told: tuple[LogText, ...],
        instructions: tuple[AnyInstruction, ...],
        *,
        marked: bool,
        nonce: str,
        learned: Sequence[Learned],
    ) -> Entry:
        """Commit going to the state of entry ``to``, then make it current; ``learned`` goes into the owners' box."""
        state = self._stored(to)
        with rules_bugs_named():
            status = status_of(self.game, state)
        closed = self.entries.numbered(to).closed
        entry = self._next(
            kind,
            seat,
            actor,
            nonce,
            Outcome(state, told, instructions=instructions),
            to=to,
            marked=marked,
            closed=closed,
        )
        result = counted_result(self.game, state) if status == "over" else None
        self._commit(self._record(entry, status, tuple(learned), result))
        self.reminders = ()
        branch = self._branch(to)
        self.effective.back_to(self.entries.numbered(branch[0]).base if branch else to)
        for number in branch:
            self.effective.append(number)
        self._take(state, self._position)
        return entry

    def _next(
        self,
        kind: EntryKind,
        seat: int,
        actor: str,
        nonce: str,
        outcome: Outcome[Any],
        *,
        to: int | None = None,
        after: int = 0,
        move: str = "",
        marked: bool = False,
        closed: bool,
    ) -> Entry:
        """The next entry to store, after ``after`` other new ones. ``to`` is the entry that an undo or redo goes to;
        None for an entry with a state of its own.
        """
        number = len(self.entries) + 1 + after
        return Entry(
            number=number,
            base=number - 1 if after else self.present,
            stands_for=number if to is None else to,
            kind=kind,
            seat=seat,
            actor=actor,
            move=move,
            drawn=outcome.drawn,
            told=outcome.told,
            instructions=outcome.instructions,
            nonce=nonce,
            revealed=outcome.revealed,
            marked=marked,
            closed=closed,
            mono=self._clock.mono(),
            wall=self._clock.wall(),
        )

    def _record(
        self,
        entry: Entry,
        status: Status,
        learned: tuple[Learned, ...],
        result: Result | None,
        raw: bytes | None = None,
        position: int | None = None,
    ) -> EntryRecord:
        return EntryRecord(
            entry=entry,
            rules_version=self.game.meta.rules_version,
            position=self._position if position is None else position,
            state=raw,
            status=status,
            learned=learned,
            result=result,
        )

    def _commit(self, *records: EntryRecord) -> None:
        if self.concluded:
            raise play_closed()
        *others, last = records
        last = structs.replace(last, requests=tuple(self._requests.items()))
        self._log.append(self._row, *others, last)
        self._requests.clear()
        for record in records:
            self.entries.append(record.entry)
            self._accepted[record.entry.seat] = self.accepted(record.entry.seat) + 1
        self.head = last.entry
        self._position = last.position

    # -- states ------------------------------------------------------------------------------------------------

    def _take(self, state: Any, position: int) -> None:
        """Make a stored state current; ``position`` counts the blocks of chance used."""
        state = self._asked_anew(state, position)
        with all_bugs_named():
            raw, status = self.game.encode_state(state), status_of(self.game, state)
        self._raw, self.state, self._status = raw, state, status

    def _asked_anew(self, state: Any, position: int) -> Any:
        """For a state that owes a chance, the state with its question computed again, or without the chance if the
        rules fail at that; any other state unchanged.
        """
        if chance_owed(state) is None:
            return state
        chance = TableChance(RandomStream(self.seed, position), self.setup.chance)
        try:
            return asked_anew(self.game, state, chance)
        except Exception as error:
            logger.error("the rules broke at a chance that is owed: %s", bug_place(error))
            return owing(state, ChanceOwed())  # the state may come from a forged printed sheet

    def _stored(self, number: int) -> Any:
        """State of an entry. Raises ``SetupError`` if from newer rules, ``RulesBug`` and ``Gap``."""
        return read_state(self.game, self._log.state(self.id, number))
