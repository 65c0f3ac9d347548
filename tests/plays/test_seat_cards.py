"""Cards of the club at the seats of a play."""

from __future__ import annotations

from companion.plays.log.log import Log
from companion.plays.log.seat_cards import PlayedCard, SeatCard
from tests.plays.counter import End, begin
from tests.plays.cut_transactions import cut_after
from tests.plays.row_rewriting import damage

ANA = SeatCard(person="p-ana")
ASKED = SeatCard(code="0000000101")


def test_a_card_is_shown_asked_about_and_known(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 2, ASKED)
    assert log.seat_cards.asked() == (PlayedCard(play, 2, ASKED),)
    log.seat_cards.put(play, 2, ANA)
    assert log.seat_cards.asked() == ()
    assert log.seat_cards.of_play(play) == {2: ANA}
    assert log.seat_cards.of_person("p-ana") == (PlayedCard(play, 2, ANA),)


def test_a_guest_has_none(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 2, ANA)
    log.seat_cards.remove(play, 2)
    log.seat_cards.remove(play, 3)
    assert log.seat_cards.of_play(play) == {}


def test_whoever_goes_to_another_seat_has_the_card_there_whenever_the_power_goes(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 2, ASKED)
    log.seat_cards.move(play, 1, 3)
    with cut_after(log, 1):
        log.seat_cards.move(play, 2, 3)
    assert log.seat_cards.of_play(play) == {3: ASKED}


def test_a_card_does_not_go_without_the_report_of_its_play(log: Log) -> None:
    log.due_reports.collecting = True
    play = begin(log)
    play.submit(1, "", End(), nonce="end")
    log.seat_cards.put(play.id, 1, ANA)
    log.due_reports.receipted(play.id, 1)
    with cut_after(log, 1):
        log.seat_cards.remove(play.id, 1)
    assert log.seat_cards.of_play(play.id) == {}
    assert [report.version for report in log.due_reports.due()] == [2]


def test_whoever_is_forgotten_takes_no_card_of_somebody_else(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, ANA)
    [gone] = log.seat_cards.of_person("p-ana")
    log.seat_cards.put(play, 1, ASKED)
    log.seat_cards.forget(gone)
    assert log.seat_cards.of_play(play) == {1: ASKED}
    log.seat_cards.put(play, 1, ANA)
    log.seat_cards.forget(gone)
    assert log.seat_cards.of_play(play) == {}


def test_a_card_that_the_club_does_not_know_is_not_asked_about_again(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, SeatCard())
    assert log.seat_cards.asked() == ()
    assert not log.seat_cards.of_play(play)[1].is_asked


def test_people_stay_at_their_seats_in_the_next_play(log: Log) -> None:
    first, second = begin(log).id, begin(log, play_id="next").id
    log.seat_cards.put(first, 1, ANA)
    log.seat_cards.put(first, 3, ASKED)
    log.seat_cards.carry(first, second)
    assert log.seat_cards.of_play(second) == log.seat_cards.of_play(first) == {1: ANA, 3: ASKED}


def test_whoever_has_left_has_none_in_the_next_play(log: Log) -> None:
    first, second = begin(log).id, begin(log, play_id="next").id
    log.seat_cards.put(first, 1, ANA)
    log.seat_cards.put(first, 3, ASKED)
    log.seat_cards.carry(first, second, but={1})
    assert log.seat_cards.of_play(second) == {3: ASKED}


def test_whoever_asks_the_club_is_told_of_what_is_shown_and_carried(log: Log) -> None:
    told: list[int] = []
    first, second = begin(log).id, begin(log, play_id="next").id
    log.seat_cards.put(first, 1, ANA)
    log.seat_cards.listen(lambda: told.append(len(log.seat_cards.asked())))
    log.seat_cards.carry(first, second)
    assert told == []
    log.seat_cards.put(first, 3, ASKED)
    log.seat_cards.carry(first, second)
    assert told == [1, 2]


def test_an_answer_is_for_the_card_that_was_asked_about(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, ASKED)
    [asked] = log.seat_cards.asked()
    log.seat_cards.put(play, 1, SeatCard(code="000000ZX00"))
    log.seat_cards.answer(asked, "p-ana")
    assert log.seat_cards.of_play(play) == {1: SeatCard(code="000000ZX00")}
    log.seat_cards.remove(play, 1)
    log.seat_cards.answer(asked, "p-ana")
    assert log.seat_cards.of_play(play) == {}


def test_of_a_damaged_row_nobody_is_known(log: Log) -> None:
    play = begin(log).id
    log.seat_cards.put(play, 1, ANA)
    damage(log, "UPDATE seat_cards SET person = 'p-ben'")
    assert log.seat_cards.of_play(play) == {}
    assert log.damaged_rows() == {"seat_cards": 1}
