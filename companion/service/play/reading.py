"""What each seat has read of the log, and which slips it has ticked. Stored beside the log; no move waits for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import say
from companion.plays.log.read_marks import ReadMark
from companion.plays.play import Play
from companion.plays.reports.happened import Happenings, happenings
from companion.plays.reports.slips import (
    Digest,
    ReadEntry,
    SeatSlips,
    TableSlips,
    digest,
    last_read,
    open_slips,
    table_slips,
    unseen_undos,
)
from companion.plays.storage.log_errors import LogError
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.play.play_now import PlayNow
from companion.service.play.running_play import RunningPlay
from companion.service.table_state import StateHolder

Line = Annotated[int, Meta(ge=1, le=2**31, description="A line of the log, as this seat numbers it.")]


class TickSlip(Request, frozen=True):
    """Tick the slip with this ``line``, a number of the seat's own log: the pieces are moved."""

    may_ask = "seat"
    line: Line


class MarkRead(Request, frozen=True):
    """Record that this seat has read its own log up to this ``line``."""

    may_ask = "seat"
    line: Line


NOT_READ = ReadMark()


@dataclass(frozen=True)
class ReadingState:
    """The marks of the play on the table, by seat."""

    marks: Mapping[int, ReadMark] = field(default_factory=dict)

    def slips(self, play: PlayNow, seat: int) -> SeatSlips:
        """What ``seat`` still has to do with the pieces, cached for each entry and mark."""
        mark = self.marks.get(seat, NOT_READ)
        return play.keep_while(
            ("slips", seat), (mark,), lambda: open_slips(play.recent.get(Viewer(seat), ()), seat, mark)
        )

    def slips_by_public_steps(self, play: PlayNow, seat: int) -> SeatSlips:
        """The slips of ``seat`` from steps with public lines. They do not depend on how often a seat acts in secret,
        not even in when they fold.
        """
        mark = self.marks.get(seat, NOT_READ)

        def found() -> SeatSlips:
            public = {each.entry.number for each in play.recent.get(PUBLIC, ())}
            recent = [each for each in play.recent.get(Viewer(seat), ()) if each.entry.number in public]
            return open_slips(recent, seat, mark)

        return play.keep_while(("slips by public steps", seat), (mark,), found)

    def table_slips(self, play: PlayNow, ticking: frozenset[int]) -> TableSlips:
        """What is still to be done with the pieces, as far as public. Only the seats ``ticking`` can tick slips."""
        return play.keep_while(
            ("table slips", ticking),
            (self.marks,),
            lambda: table_slips(play.recent, play.setup.numbers, self.marks, ticking),
        )

    def happenings(self, play: PlayNow, seat: int) -> Happenings:
        """What others did to ``seat`` since it moved last, cached for each entry and mark."""
        mark = self.marks.get(seat, NOT_READ)
        recent, changes = play.recent.get(Viewer(seat), ()), play.changes.get(seat, {})
        return play.keep_while(("happened", seat), (mark,), lambda: happenings(recent, changes, seat, mark))


class Reading:
    """Read marks and ticked slips of every seat, and what is therefore still open for it. Used only by the deciding
    thread.
    """

    def __init__(self, state: StateHolder, running: RunningPlay) -> None:
        self._part = state.part(ReadingState())
        self._running = running
        self._unwritten: set[int] = set()

    def handlers(self) -> Handlers:
        return {TickSlip: self._tick, MarkRead: self._read}

    def take_up(self, play: Play | None) -> None:
        """Follow another play on the table, or none."""
        self._unwritten.clear()
        marks: Mapping[int, ReadMark] = {}
        if play is not None:
            with suppress(LogError):
                marks = play.read_marks()
        self._part.put(ReadingState(marks))

    def write_down(self) -> None:
        """Store how far seats have read. After a power cut seats see again what was not stored."""
        seats, self._unwritten = self._unwritten, set()
        if self._running.play is not None:
            with suppress(LogError):
                for seat in sorted(seats):
                    self._running.play.put_read_mark(seat, self._mark(seat))

    def digest(self, seat: int) -> Digest | None:
        """What happened since ``seat`` last looked; None if nothing did."""
        play = self._running.play
        if play is None:
            return None
        return digest(play, seat, last_read(self._recent(seat), seat, self._mark(seat)))

    def tick_all(self, seats: Iterable[int]) -> None:
        """Tick all slips of these seats so far, because another page tells them what to do. Raises ``LogError``."""
        now = self._running.now.play
        for seat in seats:
            found = self._part.now.slips(now, seat) if now is not None else SeatSlips()
            if slips := (*found.open, *found.old):
                mark = self._mark(seat)
                self._put(seat, ReadMark(mark.line, (*mark.ticked, *(slip.line for slip in slips))), seen=True)
                self._write(seat)

    def _tick(self, sender: Sender, request: TickSlip) -> Reply:
        seat, mark = self._checked(sender, request.line)
        if request.line not in mark.ticked:
            self._put(seat, ReadMark(mark.line, (*mark.ticked, request.line)), seen=True)
            self._write(seat)
        return Reply()

    def _read(self, sender: Sender, request: MarkRead) -> Reply:
        """Store a read mark. No page shows it, so none is updated: undos of unseen steps need no action in any case."""
        seat, mark = self._checked(sender, request.line)
        if request.line > mark.line:
            undos = unseen_undos(self._recent(seat), seat, mark, request.line)
            self._put(seat, ReadMark(request.line, (*mark.ticked, *undos)), seen=False)
            self._unwritten.add(seat)
        return Reply()

    def _checked(self, sender: Sender, line: int) -> tuple[int, ReadMark]:
        seat = sender.actor.seat
        if line > self._running.playing().history.count(Viewer(seat)):
            raise Refused("no-line", say("The log has no such line."))
        return seat, self._mark(seat)

    def _mark(self, seat: int) -> ReadMark:
        return self._part.now.marks.get(seat, NOT_READ)

    def _recent(self, seat: int) -> tuple[ReadEntry, ...]:
        now = self._running.now.play
        return now.recent.get(Viewer(seat), ()) if now is not None else ()

    def _put(self, seat: int, mark: ReadMark, *, seen: bool) -> None:
        recent = self._recent(seat)
        kept = ReadMark(mark.line, tuple(line for line in mark.ticked if recent and line >= recent[0].line))
        put = self._part.put if seen else self._part.note
        put(ReadingState({**self._part.now.marks, seat: kept}))

    def _write(self, seat: int) -> None:
        """Store the mark of a seat at once, since a tick must not be lost."""
        self._running.playing().put_read_mark(seat, self._mark(seat))
        self._unwritten.discard(seat)
