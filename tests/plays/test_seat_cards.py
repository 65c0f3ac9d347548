"""Cards of the club at the seats of a play."""

from __future__ import annotations

from companion.plays.log.log import Log
from companion.plays.log.seat_cards import PlayedCard, SeatCard
from tests.plays.counter import begin
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
