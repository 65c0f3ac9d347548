"""The thread that reports to the club. The table never waits for it, and it finds by itself what is due."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol

from msgspec import Struct, structs

from companion.core.errors import raised_at
from companion.core.wording import Message, say
from companion.plays.log.due_reports import DueReport, DueReports
from companion.plays.storage.log_errors import LogError
from companion.reporting.club_faults import ClubFault, no_receipt
from companion.reporting.play_report import PlayReport, Receipt, report_document
from companion.reporting.report_making import NoReport
from companion.service.session.sending import ReportingState, ReportingView

logger = logging.getLogger(__name__)

SETTLING = 3.0
"""Seconds after a play has ended before its report is made: the pages of the end are drawn first."""
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds before the next attempt, by how many have failed in a row. Up to half as much is added at random: a club that
comes back is not asked by all its tables at once.
"""
LASTING_PAUSE = 60.0
"""The same where it helps only that somebody changes something."""
TIME_AWAITED = 5.0
"""Seconds between two looks at whether the time is known."""
LEFT_OUT_FOR = 3600.0
"""Seconds before a report is tried again that could not be made, or that the club refused; and before the club is
called again though there is nothing to tell.
"""
GOODBYE = 1.0
"""Seconds the table waits for this thread when it closes: what was not receipted is sent the next time."""

TIME_UNKNOWN = say("Results wait until the time of day is known: it comes from the internet.")
BROKE = say("Reporting stumbled over something. The log names the place; the table plays on.")
TOKEN_LEFT = say(
    "The token in [club] of the settings is the one of the table this card was copied from. Have the club give this"
    " table its own, with companion-club table add."
)
NOT_MADE = say("The result of a play cannot be read: it stays here. See the log.")


class Postponed(Struct, frozen=True):
    """A report that does not go through, and ``until`` when, by the monotonic clock, it is not tried again."""

    until: float
    message: Message


class CardsToAsk(Protocol):
    """What there is to ask about cards. ``exchange`` raises ``ClubFault`` and ``LogError``."""

    @property
    def waiting(self) -> bool: ...

    @property
    def rest(self) -> float:
        """Seconds until cards are asked about that are left alone for now; infinite where there are none."""
        ...

    def exchange(self) -> None: ...


class TokenUse(Protocol):
    """See ``ClubToken``."""

    @property
    def left(self) -> bool: ...

    def leave(self) -> None: ...


class LinkToClub(Protocol):
    """Sends one report. Raises ``ClubFault``."""

    def put(self, play: str, document: bytes) -> Receipt: ...

    def close(self) -> None: ...


class Reporter:
    """``cards`` asks about cards; ``make`` makes the report of a play in a version; ``time_known`` says whether the
    clock of this machine is right, and may take a while. Nothing is sent once the ``token`` was left. ``follow``,
    ``wake`` and ``leave_token`` may be called in any thread, and do not wait.
    """

    def __init__(
        self,
        club: str,
        link: LinkToClub,
        reports: DueReports,
        cards: CardsToAsk,
        make: Callable[[str, int], PlayReport],
        changed: Callable[[], object],
        mono: Callable[[], float],
        time_known: Callable[[], bool],
        token: TokenUse,
    ) -> None:
        self.view = ReportingView(club)
        self._token = token
        self._link = link
        self._reports = reports
        self._cards = cards
        self._make = make
        self._changed = changed
        self._mono = mono
        self._time_known = time_known
        self._left_out: dict[DueReport, Postponed] = {}
        self._overtaken: set[str] = set()
        """Plays of which the club had another report than this table, and no receipt for a newer one yet."""
        self._due = self._failed = 0
        self._on = self._over = False
        self._bell = Event()
        self._thread = Thread(target=self._run, name="reports", daemon=True)

    # -- asked by others ---------------------------------------------------------------------------------------------

    def follow(self, *, on: bool) -> None:
        """Report from now on, or stop."""
        self._on = on
        self._failed = 0
        self._left_out.clear()
        self._bell.set()

    def wake(self) -> None:
        """There may be something new."""
        if self._on:
            self._bell.set()

    def leave_token(self) -> None:
        """Report no more as the table that this token was given to."""
        self._token.leave()
        self._bell.set()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over = True
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE)

    # -- reporting ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._over:
            self._bell.clear()
            try:
                pause = self._round()
            except ClubFault as fault:
                pause = self._failure(fault)
            except LogError as fault:
                pause = self._failure(ClubFault(fault.message))
            except Exception as error:
                logger.error("reporting broke: %s at %s", type(error).__name__, raised_at(error))
                pause = self._failure(ClubFault(BROKE, lasting=True))
            if not self._over and self._bell.wait(pause) and self._on:
                self._rest(SETTLING)
        self._link.close()

    def _rest(self, seconds: float) -> None:
        """Wait so long whatever happens, but for the end."""
        until = self._mono() + seconds
        while not self._over and (rest := until - self._mono()) > 0:
            self._bell.clear()
            self._bell.wait(rest)

    def _round(self) -> float | None:
        """Send what is due; returns seconds until the next attempt or call, None: until something is new."""
        due = self._reports.due()
        self._due = len(due)
        if not self._on:
            self._show("off", len(due))
            return None
        if self._token.left:
            self._show("stopped", len(due), TOKEN_LEFT)
            return None
        ready = [
            report for report in due if report not in self._left_out or self._left_out[report].until <= self._mono()
        ]
        if ready or self._cards.waiting:
            if not self._time_known():
                self._show("waiting", len(due), TIME_UNKNOWN)
                return TIME_AWAITED
            self._cards.exchange()
        for report in ready:
            if self._over or not self._on or self._token.left:
                return 0.0
            self._send(report)
        due = self._reports.due()
        self._left_out = {report: why for report, why in self._left_out.items() if report in due}
        if len(due) > len(self._left_out):
            return 0.0
        self._link.close()
        trouble = next((why.message for why in self._left_out.values()), None)
        self._show("trying" if due else "told", len(due), trouble)
        return min(LEFT_OUT_FOR, self._cards.rest)

    def _send(self, report: DueReport) -> None:
        """Send one report, or leave it out for a while. Raises ``ClubFault`` and ``LogError``."""
        try:
            document, digest = report_document(self._make(report.play, report.version))
            receipt = self._link.put(report.play, document)
        except NoReport as error:
            logger.warning("a play cannot be reported: %s", error)
            self._leave_out(report, NOT_MADE)
            return
        except ClubFault as fault:
            if not fault.of_report:
                raise
            logger.warning("the club does not take a report: %s", fault)
            self._leave_out(report, fault.message)
            return
        if receipt == Receipt(version=report.version, digest=digest):
            self._reports.receipted(report.play, report.version)
            self._overtaken.discard(report.play)
        elif receipt.version < report.version or report.play in self._overtaken:
            raise no_receipt()
        else:
            self._reports.overtake(report.play, receipt.version)
            self._overtaken.add(report.play)
        self._failed = 0

    def _leave_out(self, report: DueReport, why: Message) -> None:
        self._left_out[report] = Postponed(self._mono() + LEFT_OUT_FOR, why)

    def _failure(self, fault: ClubFault) -> float:
        """Show why it failed; returns seconds until the next attempt."""
        if self.view.trouble != fault.message:
            logger.warning("reporting: %s", fault)
        self._show("trying", self._due, fault.message)
        pause = LASTING_PAUSE if fault.lasting else PAUSES[min(self._failed, len(PAUSES) - 1)]
        self._failed += 1
        return pause * random.uniform(1.0, 1.5)

    def _show(self, state: ReportingState, due: int, trouble: Message | None = None) -> None:
        view = structs.replace(self.view, state=state, due=due, trouble=trouble)
        if view != self.view:
            self.view = view
            self._changed()
