"""What the club says of cards, and what a table does with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from math import inf

import pytest

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import say, verbatim
from companion.plays.log.accounts import Account
from companion.plays.log.log import Log
from companion.plays.log.seat_cards import SeatCard
from companion.reporting.card_exchange import CALL_EVERY, CARDS_REST, NAMES, CardExchange, Forgotten
from companion.reporting.club_faults import ClubFault, TooManyCodes
from tests.plays.counter import End, begin
from tests.plays.cut_transactions import cut_after

CODE, OTHER = "0000000101", "000000ZX00"


class AskedClub:
    def __init__(self) -> None:
        self.knows = {CODE: "p-ana"}
        self.forgotten: list[str] = []
        self.database = "one"
        self.asked: list[str | int] = []
        self.away = self.enough = False

    def person_of(self, code: str) -> str | None:
        if self.enough:
            raise TooManyCodes
        self._called(code)
        return self.knows.get(code)

    def forgotten_since(self, number: int) -> Forgotten:
        self._called(number)
        return Forgotten(len(self.forgotten), tuple(self.forgotten[number:]), self.database)

    def _called(self, what: str | int) -> None:
        if self.away:
            raise ClubFault(say("Away."))
        self.asked.append(what)


@pytest.fixture
def log() -> Iterator[Log]:
    with closing(Log(lambda: sqlite3.connect(":memory:", isolation_level=None))) as log:
        log.due_reports.collecting = True
        yield log


@pytest.fixture
def club() -> AskedClub:
    return AskedClub()


def exchange(log: Log, club: AskedClub) -> CardExchange:
    return CardExchange(log, club, lambda: None)


def test_a_card_becomes_a_person_and_its_code_is_not_kept(log: Log, club: AskedClub) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, SeatCard(code=CODE))
    log.seat_cards.put(play, 2, SeatCard(code=OTHER))
    cards = exchange(log, club)
    assert cards.waiting
    cards.exchange()
    assert log.seat_cards.of_play(play) == {1: SeatCard(person="p-ana"), 2: SeatCard()}
    assert not cards.waiting
    assert CODE not in str(log._database.query("SELECT * FROM seat_cards"))


def test_a_play_that_was_told_is_told_again_with_the_person(log: Log, club: AskedClub) -> None:
    play = begin(log)
    play.submit(1, "", End(), nonce="end")
    log.due_reports.receipted(play.id, 1)
    log.seat_cards.put(play.id, 1, SeatCard(code=CODE))
    exchange(log, club).exchange()
    assert [report.version for report in log.due_reports.due()] == [2]


def test_reports_do_not_wait_for_a_club_that_has_had_enough_of_wrong_codes(log: Log, club: AskedClub) -> None:
    play, now = begin(log).id, 100.0
    log.seat_cards.put(play, 1, SeatCard(code=CODE))
    cards = CardExchange(log, club, lambda: None, lambda: now)
    club.enough = True
    cards.exchange()
    assert not cards.waiting, "what is due is sent meanwhile"
    assert cards.rest == CARDS_REST
    assert log.seat_cards.of_play(play) == {1: SeatCard(code=CODE)}
    assert club.asked == [0], "it was called all the same: somebody may want to be forgotten"
    club.enough, now = False, now + CARDS_REST
    assert cards.waiting
    assert cards.rest == 0
    cards.exchange()
    assert log.seat_cards.of_play(play) == {1: SeatCard(person="p-ana")}
    assert cards.rest == inf


def test_a_club_that_is_away_is_asked_again(log: Log, club: AskedClub) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, SeatCard(code=CODE))
    cards, club.away = exchange(log, club), True
    with pytest.raises(ClubFault):
        cards.exchange()
    assert cards.waiting
    assert log.seat_cards.of_play(play) == {1: SeatCard(code=CODE)}
    club.away = False
    cards.exchange()
    assert not cards.waiting


def test_the_club_is_called_once_after_a_start_and_then_for_cards_only(log: Log, club: AskedClub) -> None:
    cards = exchange(log, club)
    assert cards.waiting
    cards.exchange()
    assert not cards.waiting
    log.seat_cards.put(begin(log).id, 1, SeatCard(code=CODE))
    assert cards.waiting


def test_it_is_called_every_hour_though_there_is_nothing_to_ask(log: Log, club: AskedClub) -> None:
    now = 100.0
    cards = CardExchange(log, club, lambda: None, lambda: now)
    cards.exchange()
    now += CALL_EVERY - 1
    assert not cards.waiting
    now += 1
    assert cards.waiting
    cards.exchange()
    assert not cards.waiting
    assert club.asked == [0, 0]


def test_whoever_is_forgotten_is_a_guest_everywhere_and_nameless_in_what_is_over(log: Log, club: AskedClub) -> None:
    over, running = begin(log), begin(log, play_id="running")
    over.submit(1, "", End(), nonce="end")
    log.due_reports.receipted(over.id, 1)
    for play in (over.id, running.id):
        log.seat_cards.put(play, 1, SeatCard(person="p-ana"))
        log.seat_cards.put(play, 2, SeatCard(person="p-ben"))
    club.forgotten = ["p-ana", "p-who-never-was-here"]
    exchange(log, club).exchange()
    for play in (over.id, running.id):
        assert log.seat_cards.of_play(play) == {2: SeatCard(person="p-ben")}
    names = {row.id: log.names(row) for row in log.plays()}
    assert (names[over.id][1], names[over.id][2]) == ("", "Ben")
    assert names[running.id][1] == "Ana"
    assert [report.play for report in log.due_reports.due()] == [over.id]


def test_the_name_goes_from_a_play_that_went_on_once_that_is_over(log: Log, club: AskedClub) -> None:
    play, given = begin(log), begin(log, play_id="given")
    for each in (play, given):
        log.seat_cards.put(each.id, 1, SeatCard(person="p-ana"))
    club.forgotten = ["p-ana"]
    exchange(log, club).exchange()
    log.rename(given.id, 1, "Zoë")  # somebody else sits there now
    for each in (play, given):
        each.submit(1, "", End(), nonce="end")
    exchange(log, club).exchange()
    assert {row.id: log.names(row)[1] for row in log.plays()} == {play.id: "", given.id: "Zoë"}
    assert log.results.kept()[play.id].names[1] == ""
    assert "Ana" not in str(log.settings.get(NAMES))


@pytest.mark.parametrize("count", range(1, 9))
def test_the_name_goes_from_the_account_of_a_play_whenever_the_power_goes(
    log: Log, club: AskedClub, count: int
) -> None:
    play = begin(log)
    play.submit(1, "", End(), nonce="end")
    log.seat_cards.put(play.id, 1, SeatCard(person="p-ana"))
    label, title = verbatim("Ana's coins"), verbatim("Counter")
    score = ScoreSheet((SideScore("1", (1,), label, (Line("all", 9, label),)),), final=True)
    log.accounts.put(play.id, Account(title, score, {"en": "Ana won"}))
    club.forgotten = ["p-ana"]
    with cut_after(log, count):
        exchange(log, club).exchange()
    exchange(log, club).exchange()
    kept = log.accounts.get(play.id)
    assert kept is not None
    assert "Ana" not in str(kept)
    assert kept.score.sides[0].total == 9
    assert log.settings.get(NAMES) == []


def test_a_note_of_names_that_cannot_be_read_is_none(log: Log, club: AskedClub) -> None:
    play = begin(log)
    log.seat_cards.put(play.id, 1, SeatCard(person="p-ana"))
    log.settings.put(NAMES, "rubbish")
    club.forgotten = ["p-ana"]
    exchange(log, club).exchange()
    play.submit(1, "", End(), nonce="end")
    exchange(log, club).exchange()
    assert [log.names(row)[1] for row in log.plays()] == [""]


@pytest.mark.parametrize("count", range(1, 9))
def test_nothing_is_lost_whenever_the_power_goes(log: Log, club: AskedClub, count: int) -> None:
    first, second = begin(log), begin(log, play_id="second")
    for play in (first, second):
        play.submit(1, "", End(), nonce="end")
        log.due_reports.receipted(play.id, 1)
    log.seat_cards.put(first.id, 1, SeatCard(code=CODE))
    log.seat_cards.put(second.id, 2, SeatCard(person="p-ben"))
    club.forgotten = ["p-ben"]
    with cut_after(log, count):
        exchange(log, club).exchange()
    exchange(log, club).exchange()
    assert log.seat_cards.of_play(first.id) == {1: SeatCard(person="p-ana")}
    assert log.seat_cards.of_play(second.id) == {}
    assert {row.id: log.names(row)[2] for row in log.plays()} == {first.id: "Ben", second.id: ""}
    assert {report.play for report in log.due_reports.due()} == {first.id, second.id}


def test_only_what_is_new_is_asked_for(log: Log, club: AskedClub) -> None:
    club.forgotten = ["a", "b"]
    exchange(log, club).exchange()
    exchange(log, club).exchange()
    assert club.asked == [0, 2]


def test_a_club_with_another_database_is_asked_from_the_beginning(log: Log, club: AskedClub) -> None:
    play = begin(log).id
    club.forgotten = ["a", "b"]
    exchange(log, club).exchange()
    log.seat_cards.put(play, 1, SeatCard(person="p-ana"))
    club.database, club.forgotten = "two", ["p-ana", "c", "d"]
    exchange(log, club).exchange()
    exchange(log, club).exchange()
    assert club.asked == [0, 2, 0, 3]
    assert log.seat_cards.of_play(play) == {}


def test_a_club_that_goes_on_from_an_older_copy_is_asked_from_the_beginning(log: Log, club: AskedClub) -> None:
    play = begin(log).id
    club.forgotten = ["a", "b"]
    exchange(log, club).exchange()
    log.seat_cards.put(play, 1, SeatCard(person="p-ana"))
    club.forgotten = ["p-ana"]
    exchange(log, club).exchange()
    exchange(log, club).exchange()
    assert club.asked == [0, 2, 0, 1]
    assert log.seat_cards.of_play(play) == {}


@pytest.mark.parametrize("note", ["rubbish", 7, None, {"number": "x"}])
def test_a_note_that_cannot_be_read_asks_from_the_beginning(log: Log, club: AskedClub, note: object) -> None:
    log.settings.put("club-forgotten", note)
    exchange(log, club).exchange()
    assert club.asked == [0]
