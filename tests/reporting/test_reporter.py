"""The reporting thread: what it sends when, what it keeps, and that nothing is let go without a receipt."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from math import inf
from threading import Event
from time import monotonic

import pytest
from msgspec import structs

from companion.core.wording import say
from companion.plays.log.due_reports import DueReports
from companion.plays.log.log import Log
from companion.plays.log.seat_cards import SeatCard
from companion.plays.storage.log_errors import LogError
from companion.reporting import card_exchange
from companion.reporting import reporter as module
from companion.reporting.card_exchange import CardExchange
from companion.reporting.club_faults import ClubFault
from companion.reporting.club_token import ClubToken
from companion.reporting.play_report import PlayReport, Receipt, read_report
from companion.reporting.report_making import NoReport
from companion.reporting.reporter import BROKE, NOT_MADE, TIME_UNKNOWN, TOKEN_LEFT, Reporter
from tests.mqtt.mosquitto import wait_until
from tests.plays.counter import begin
from tests.reporting.test_card_exchange import CODE, AskedClub
from tests.reporting.test_play_report import REPORT

TOKEN = "olive-0123456789abcdefghijklmnop"
AWAY = ClubFault(say("The club hung up."))
STRANGER = ClubFault(say("Unknown."), lasting=True)
REFUSED = ClubFault(say("Not this one."), lasting=True, of_report=True)


class FakeClub:
    """Stores what it is sent, and gives receipts; ``faults`` are raised first, one for each report."""

    def __init__(self) -> None:
        self.has: dict[str, Receipt] = {}
        self.sent: list[tuple[str, int]] = []
        self.faults: list[Exception] = []
        self.of_play: dict[str, Exception] = {}
        self.closed = 0
        self.answer: Callable[[Receipt], Receipt] = lambda receipt: receipt

    def put(self, play: str, document: bytes) -> Receipt:
        report, digest = read_report(document)
        assert report.play == play
        self.sent.append((play, report.version))
        if self.faults:
            raise self.faults.pop(0)
        if play in self.of_play:
            raise self.of_play[play]
        if play not in self.has or report.version > self.has[play].version:
            self.has[play] = Receipt(version=report.version, digest=digest)
        return self.answer(self.has[play])

    def close(self) -> None:
        self.closed += 1


class FakeCards:
    """Counts its calls, and raises ``faults`` first."""

    def __init__(self) -> None:
        self.waiting = False
        self.rest = inf
        self.calls = 0
        self.faults: list[Exception] = []

    def exchange(self) -> None:
        self.calls += 1
        if self.faults:
            raise self.faults.pop(0)
        self.waiting = False


class Reporting:
    """A reporter with its log and a club of the test."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.reports: DueReports = log.due_reports
        self.reports.collecting = True
        self.club = FakeClub()
        self.cards = FakeCards()
        self.time_known = True
        self.broken: dict[str, Exception] = {}
        self.changes = 0
        self.reporter = Reporter(
            "club.example",
            self.club,
            self.reports,
            self.cards,
            self.made,
            self.changed,
            monotonic,
            lambda: self.time_known,
            ClubToken(TOKEN, log.settings),
        )
        self.reports.listen(self.reporter.wake)

    def made(self, play: str, version: int) -> PlayReport:
        if play in self.broken:
            raise self.broken[play]
        return structs.replace(REPORT, play=play, version=version)

    def changed(self) -> None:
        self.changes += 1

    def ends(self, *plays: str) -> None:
        for play in plays:
            if self.log.play(play) is None:
                begin(self.log, play_id=play)
            with self.log._database.transaction():
                self.reports.mark_within(play, over=True)

    def told(self) -> None:
        wait_until(lambda: self.reporter.view.state == "told" and not self.reports.due())

    @property
    def trouble(self) -> str:
        said = self.reporter.view.trouble
        return said.text if said is not None else ""


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLING", 0.0)
    monkeypatch.setattr(module, "PAUSES", (0.01, 0.02))
    monkeypatch.setattr(module, "LASTING_PAUSE", 0.02)
    monkeypatch.setattr(module, "TIME_AWAITED", 0.01)


@pytest.fixture
def idle(hurry: None) -> Iterator[Reporting]:
    """Not started."""
    with closing(Log(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))) as log:
        reporting = Reporting(log)
        yield reporting
        reporting.reporter.close()


@pytest.fixture
def on(idle: Reporting) -> Reporting:
    idle.reporter.follow(on=True)
    idle.reporter.start()
    return idle


def test_what_is_due_at_the_start_and_what_ends_later_is_told(idle: Reporting) -> None:
    idle.ends("a", "b")
    idle.reporter.follow(on=True)
    idle.reporter.start()
    idle.told()
    idle.ends("c", "a")
    idle.told()
    assert sorted(idle.club.sent) == [("a", 1), ("a", 2), ("b", 1), ("c", 1)]
    assert idle.club.closed >= 1, "no connection is held while nothing is due"
    assert idle.reporter.view.club == "club.example"
    assert idle.changes >= 1


def test_nothing_is_told_while_it_is_off(idle: Reporting) -> None:
    idle.reporter.start()
    idle.ends("a")
    idle.reporter.wake()
    assert not Event().wait(0.1)
    assert idle.club.sent == []
    assert idle.reporter.view.state == "off"
    idle.reporter.follow(on=True)
    idle.told()
    idle.reporter.follow(on=False)
    wait_until(lambda: idle.reporter.view.state == "off")
    idle.ends("b")
    assert not Event().wait(0.1)
    assert idle.club.sent == [("a", 1)]


def test_a_club_that_is_away_is_tried_again_until_it_has_everything(on: Reporting) -> None:
    on.club.faults = [AWAY] * 5
    on.ends("a", "b")
    on.told()
    assert on.club.sent[-2:] == [("a", 1), ("b", 1)]
    assert on.trouble == ""


def test_why_it_does_not_get_on_is_shown(on: Reporting) -> None:
    on.club.faults = [STRANGER] * 10_000
    on.ends("a")
    wait_until(lambda: on.trouble == STRANGER.message.text)
    assert on.reporter.view.state == "trying"
    assert on.reports.due()
    on.club.faults = []
    on.told()
    assert on.trouble == ""


def test_a_report_that_the_club_refuses_does_not_stop_the_others(on: Reporting) -> None:
    on.club.of_play["a"] = REFUSED
    on.ends("a", "b")
    wait_until(lambda: "b" in on.club.has and on.trouble == REFUSED.message.text)
    wait_until(lambda: on.reporter.view.due == 1)
    assert [play for play, _ in on.club.sent].count("a") == 1, "the same report is not sent again at once"
    on.club.of_play.clear()
    on.ends("a")
    on.told()
    assert on.club.has["a"].version == 2


def test_a_play_that_cannot_be_read_stays_and_is_named_in_words(on: Reporting) -> None:
    on.broken["a"] = NoReport("a: it is damaged")
    on.ends("a", "b")
    wait_until(lambda: "b" in on.club.has and on.trouble == NOT_MADE.text)
    assert [report.play for report in on.reports.due()] == ["a"]


def test_a_bug_of_ours_does_not_end_the_thread(on: Reporting) -> None:
    on.broken["a"] = ZeroDivisionError("secret")
    on.ends("a")
    wait_until(lambda: on.trouble == BROKE.text)
    on.broken.clear()
    on.told()


def test_a_log_that_cannot_be_read_is_said(on: Reporting) -> None:
    on.broken["a"] = LogError("full", say("The disk is full."))
    on.ends("a")
    wait_until(lambda: on.trouble == "The disk is full.")
    on.broken.clear()
    on.told()


def test_a_play_that_went_on_from_an_older_copy_is_told_as_the_newest(on: Reporting) -> None:
    on.club.has["a"] = Receipt(version=7, digest="of what was lost")
    on.ends("a")
    on.told()
    assert on.club.sent == [("a", 1), ("a", 8)]
    assert on.reports.of_play("a") is not None
    assert on.club.has["a"].version == 8


def test_the_same_version_of_another_play_is_not_taken_for_a_receipt(on: Reporting) -> None:
    on.club.has["a"] = Receipt(version=1, digest="of what was lost")
    on.ends("a")
    on.told()
    assert on.club.sent == [("a", 1), ("a", 2)]


@pytest.mark.parametrize(
    "answer",
    [
        lambda receipt: Receipt(version=receipt.version, digest="nonsense"),
        lambda receipt: Receipt(version=receipt.version + 1, digest=receipt.digest),
        lambda receipt: Receipt(version=0, digest=receipt.digest),
    ],
)
def test_receipts_that_are_for_nothing_let_nothing_go(on: Reporting, answer: Callable[[Receipt], Receipt]) -> None:
    on.club.answer = answer
    on.ends("a")
    wait_until(lambda: "no club" in on.trouble)
    assert on.reports.due()
    assert len(on.club.sent) < 50, "it is not asked without a pause"
    on.club.answer = lambda receipt: receipt
    on.told()


def test_while_the_time_is_not_known_it_waits_and_says_so(on: Reporting) -> None:
    on.time_known = False
    on.ends("a")
    wait_until(lambda: on.trouble == TIME_UNKNOWN.text)
    assert on.reporter.view.state == "waiting"
    assert on.club.sent == []
    on.time_known = True
    on.told()


def test_with_the_token_of_another_table_nothing_is_told_and_the_results_wait(on: Reporting) -> None:
    on.ends("a")
    on.told()
    calls = on.cards.calls
    on.reporter.leave_token()
    on.ends("b")
    on.cards.waiting = True
    wait_until(lambda: on.reporter.view.due == 1)
    assert on.reporter.view.state == "stopped"
    assert on.trouble == TOKEN_LEFT.text
    assert on.club.sent == [("a", 1)]
    assert on.cards.calls == calls
    assert ClubToken(TOKEN, on.log.settings).left, "also after the next start"
    assert not ClubToken(TOKEN.replace("olive", "fig"), on.log.settings).left


def test_cards_are_asked_about_before_what_rests_on_them_is_told(on: Reporting) -> None:
    on.cards.faults = [AWAY]
    on.ends("a")
    on.told()
    assert on.cards.calls == 2
    assert on.club.sent == [("a", 1)], "nothing was told before the cards were known"


def test_cards_are_asked_about_where_nothing_is_to_be_told(on: Reporting) -> None:
    wait_until(lambda: on.reporter.view.state == "told")
    assert on.cards.calls == 0
    on.cards.waiting = True
    on.reporter.wake()
    wait_until(lambda: not on.cards.waiting)
    assert on.club.sent == []


def test_a_card_is_asked_about_again_once_the_club_has_rested_though_nobody_rings(
    idle: Reporting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_exchange, "CARDS_REST", 0.2)
    play, asked = begin(idle.log).id, AskedClub()
    asked.enough = True
    idle.log.seat_cards.put(play, 1, SeatCard(code=CODE))
    idle.reporter._cards = CardExchange(idle.log, asked, lambda: None)
    idle.reporter.follow(on=True)
    idle.reporter.start()
    wait_until(lambda: idle.reporter.view.state == "told")
    asked.enough = False
    wait_until(lambda: idle.log.seat_cards.of_play(play) == {1: SeatCard(person="p-ana")})


def test_it_closes_while_the_club_is_silent(idle: Reporting) -> None:
    asked, answered = Event(), Event()

    def silent(receipt: Receipt) -> Receipt:
        asked.set()
        answered.wait(10)
        return receipt

    idle.club.answer = silent
    idle.reporter.follow(on=True)
    idle.reporter.start()
    idle.ends("a")
    assert asked.wait(5)
    began = monotonic()
    idle.reporter.close()
    assert monotonic() - began < 5
    assert idle.reports.due(), "it is sent again the next time"
    answered.set()
