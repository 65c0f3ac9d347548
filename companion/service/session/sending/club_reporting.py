"""Whether the admin lets the table report how plays end to its club, and how that goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.plays.log.due_reports import DueReports
from companion.plays.storage.stores import Settings
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender

KEPT = "reporting"
"""The setting: whether the table reports."""

ReportingState = Literal["off", "waiting", "trying", "told", "stopped"]
"""Nothing is sent; the time of day is awaited; the club is not reached (yet); it has everything; nothing is sent until
the settings have another token.
"""


class ReportingView(Struct, frozen=True):
    """``club`` as people write it; ``due`` are the reports it has not given a receipt for, ``trouble`` says why."""

    club: str
    state: ReportingState = "off"
    due: int = 0
    trouble: Message | None = None


class SetReporting(Request, frozen=True):
    """Let the table report plays that end from now on; or stop it."""

    may_ask = "admin"
    on: bool


class ClubReporter(Protocol):
    """The thread that reports."""

    @property
    def view(self) -> ReportingView: ...

    def leave_token(self) -> None: ...

    def follow(self, *, on: bool) -> None: ...

    def wake(self) -> None: ...

    def start(self) -> None: ...

    def close(self) -> None: ...


MakeReporter = Callable[[Callable[[], object]], ClubReporter]
"""Makes the reporter, which tells the given function, in its own thread, when its view has changed."""


class ClubReporting:
    """``reporter`` is None where the settings name no club; ``changed`` is told what was asked."""

    def __init__(
        self, reporter: ClubReporter | None, reports: DueReports, settings: Settings, changed: Callable[[], None]
    ) -> None:
        self._reporter = reporter
        self._reports = reports
        self._settings = settings
        self._changed = changed
        self._on = False
        if reporter is not None:
            self._follow(reporter, on=settings.get(KEPT) is True)

    def handlers(self) -> Handlers:
        return {SetReporting: self._set}

    def _set(self, _: Sender, request: SetReporting) -> Reply:
        if self._reporter is None:
            raise Refused("no-club", say("The settings of this table name no club: see [club] there."))
        self._settings.put(KEPT, request.on)
        self._follow(self._reporter, on=request.on)
        self._changed()
        return Reply()

    def _follow(self, reporter: ClubReporter, *, on: bool) -> None:
        self._on = self._reports.collecting = on
        reporter.follow(on=on)

    @property
    def view(self) -> tuple[bool, ReportingView] | None:
        """Whether the table is to report, and how it goes; None where the settings name no club."""
        return (self._on, self._reporter.view) if self._reporter is not None else None
