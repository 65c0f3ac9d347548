"""Which finished plays the club has yet to be told of: marked with the entry that ends or changes a play, in the same
transaction, and let go only on the club's receipt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.plays.storage.database import Database
from companion.plays.storage.digests import DUE_REPORTS
from companion.plays.storage.stores import Store


class DueReport(Struct, frozen=True):
    """The report of one play, in its newest ``version``, from 1; ``receipted`` is the newest the club has, 0: none."""

    play: str
    version: int
    receipted: int

    @property
    def is_due(self) -> bool:
        return self.version > self.receipted


class DueReports(Store):
    """The reports of all plays. ``collecting``: plays that end from now on are to be reported."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.collecting = False
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Let somebody know, in whatever thread and before it is committed, that a report is due."""
        self._listeners.append(listener)

    def due(self) -> tuple[DueReport, ...]:
        """What the club is still to be told, the earliest play first."""
        return tuple(report for report in self._read("ORDER BY rowid") if report.is_due)

    def of_play(self, play: str) -> DueReport | None:
        """The report of one play; None if the club was never to be told of it."""
        return next(self._read("WHERE play = ?", play), None)

    def _read(self, tail: str, *params: str) -> Iterator[DueReport]:
        """A damaged row is a report that the club may or may not have: it is due, and the club says which it has."""
        for *row, digest in DUE_REPORTS.with_digests(self._database, tail, *params):
            if DUE_REPORTS.matches(tuple(row), digest):
                yield DueReport(*row)
            elif isinstance(row[0], str):
                yield DueReport(row[0], 1, 0)

    def mark_within(self, play: str, *, over: bool) -> None:
        """Something changed that is in the report of a play: a new entry, after which it is ``over`` or not, or a card.
        Within an open transaction.

        One that was reported once is reported again: as over, or to take it back.
        """
        before = self.of_play(play)
        if before is not None:
            self._put(DueReport(play, before.version + 1, before.receipted))
        elif over and self.collecting:
            self._put(DueReport(play, 1, 0))

    def receipted(self, play: str, version: int) -> None:
        """Note that the club has stored this version."""
        with self._database.transaction():
            now = self.of_play(play)
            if now is not None and version > now.receipted:
                self._put(DueReport(play, max(now.version, version), version))

    def overtake(self, play: str, version: int) -> None:
        """Take a version after the club's, which has other content: this table went on from an older copy of its
        plays.
        """
        with self._database.transaction():
            now = self.of_play(play)
            if now is not None and version >= now.version:
                self._put(DueReport(play, version + 1, now.receipted))

    def _put(self, report: DueReport) -> None:
        DUE_REPORTS.put(self._database, report.play, report.version, report.receipted)
        for listener in self._listeners if report.is_due else ():
            listener()
