"""Reports to the club that are due: a play is marked in the same transaction as the entry that ends or changes it, and
unmarked only when the club acknowledges the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.plays.storage.database import Database
from companion.plays.storage.digests import DUE_REPORTS
from companion.plays.storage.stores import Store


class DueReport(Struct, frozen=True):
    """The report of one play, in its newest ``version``, from 1; ``receipted`` is the newest version that the club has
    acknowledged, 0 for none.
    """

    play: str
    version: int
    receipted: int

    @property
    def is_due(self) -> bool:
        return self.version > self.receipted


class DueReports(Store):
    """The reports of all plays. ``collecting``: plays that end from now on are reported."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.collecting = False
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` when a report becomes due, in any thread and before the transaction is committed."""
        self._listeners.append(listener)

    def due(self) -> tuple[DueReport, ...]:
        """The reports that the club has not acknowledged, the earliest play first."""
        return tuple(report for report in self._read("ORDER BY rowid") if report.is_due)

    def of_play(self, play: str) -> DueReport | None:
        """The report of one play; None if the play was never to be reported."""
        return next(self._read("WHERE play = ?", play), None)

    def _read(self, tail: str, *params: str) -> Iterator[DueReport]:
        """The reports in the rows selected by ``tail``. A damaged row counts as due, since the club can say which
        version it has.
        """
        for *row, digest in DUE_REPORTS.with_digests(self._database, tail, *params):
            if DUE_REPORTS.matches(tuple(row), digest):
                yield DueReport(*row)
            elif isinstance(row[0], str):
                yield DueReport(row[0], 1, 0)

    def mark_within(self, play: str, *, over: bool) -> None:
        """Mark a change in the report of a play: a new entry, after which the play is ``over`` or not, or a card.
        Within an open transaction.

        A play that was reported once is reported again: as over, or as no longer over.
        """
        before = self.of_play(play)
        if before is not None:
            self._put(DueReport(play, before.version + 1, before.receipted))
        elif over and self.collecting:
            self._put(DueReport(play, 1, 0))

    def receipted(self, play: str, version: int) -> None:
        """Record that the club has stored this version."""
        with self._database.transaction():
            now = self.of_play(play)
            if now is not None and version > now.receipted:
                self._put(DueReport(play, max(now.version, version), version))

    def overtake(self, play: str, version: int) -> None:
        """Continue with a version after ``version``, which the club has with other content, because this table was
        restored from an older copy.
        """
        with self._database.transaction():
            now = self.of_play(play)
            if now is not None and version >= now.version:
                self._put(DueReport(play, version + 1, now.receipted))

    def _put(self, report: DueReport) -> None:
        DUE_REPORTS.put(self._database, report.play, report.version, report.receipted)
        for listener in self._listeners if report.is_due else ():
            listener()
