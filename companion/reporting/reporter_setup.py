"""Puts the reporter of a table together. Loaded only where the settings name a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.game import AnyGame
from companion.keeping.time_of_day import machine_time_known
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.reporting.card_exchange import CardExchange
from companion.reporting.club_connection import ClubConnection
from companion.reporting.club_settings import ClubSettings
from companion.reporting.club_token import ClubToken
from companion.reporting.report_making import report_of
from companion.reporting.reporter import Reporter
from companion.service.session.sending import MakeReporter


def reporter_setup(
    club: ClubSettings,
    log: Log,
    games: Callable[[], Mapping[str, AnyGame]],
    clock: Clock,
    address: Callable[[], str] = lambda: "",
) -> MakeReporter:
    """What makes the reporter of the table with this log; ``games`` are those that there are now, ``address`` is where
    phones open the table now.
    """

    def made(changed: Callable[[], object]) -> Reporter:
        link = ClubConnection(club, address=address)
        reporter = Reporter(
            club.host,
            link,
            log.due_reports,
            CardExchange(log, link, changed, clock.mono),
            lambda play, version: report_of(log, games(), play, version),
            changed,
            clock.mono,
            lambda: not club.needs_time or machine_time_known(clock),
            ClubToken(club.token, log.settings),
        )
        log.due_reports.listen(reporter.wake)
        log.seat_cards.listen(reporter.wake)
        return reporter

    return made
