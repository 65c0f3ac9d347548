"""Cards of the club at this table: who may show one, who sees it, and that it goes with whoever showed it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.plays.log.card_codes import new_card_code, shown_card_code
from companion.plays.log.seat_cards import SeatCard
from companion.reporting.card_exchange import CardExchange
from companion.reporting.report_making import report_of
from companion.service.asking.requests import Reply
from companion.service.seats.seat_transfer import ConfirmSeat
from companion.service.seats.seating import (
    ClaimSeat,
    FreeSeat,
    HandPage,
    LeaveSeat,
    OfferSeat,
    Rename,
    TakeSeat,
    UncoverPhone,
)
from companion.service.session.sending import (
    TRIES,
    WINDOW,
    CardView,
    RemoveCard,
    SetReporting,
    ShowCard,
)
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from tests.core.torture import Torture
from tests.reporting.test_card_exchange import AskedClub
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, Room, token
from tests.service.test_play_lifecycle import play_to_the_end

ANA, BEN, NOBODY = (new_card_code(lambda count, n=n: bytes([n] * count)) for n in (1, 2, 3))  # type: ignore[misc]
LATE = token("late")


class Club(AskedClub):
    def __init__(self) -> None:
        super().__init__()
        self.knows = {ANA: "p-ana", BEN: "p-ben"}

    def answers(self, room: Room) -> None:
        """The reporting thread asks the club."""
        CardExchange(room.log, self, lambda: None).exchange()


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    """A table that reports to a club."""
    made = rooms(reporter=FakeReporter().made)
    made.host()
    assert made.table.ask(HOST, SetReporting(on=True)).taken
    return made


def show(room: Room, seat: int, code: str, who: int | str | None = None) -> Reply:
    return room.table.ask(token(seat if who is None else who), ShowCard(seat, code))


def shows(room: Room, seat: int, code: str) -> None:
    reply = show(room, seat, code)
    assert reply.taken, reply.code


def state(room: Room, who: int | str) -> str:
    card = room.view(who).sending.own_card()
    assert card is not None
    return card.state


def cards(room: Room) -> dict[int, SeatCard]:
    return room.log.seat_cards.of_play(room.moment.gathering.play_id)


def begins(room: Room) -> None:
    for request in (ChooseGame("torture", {"rounds": 1}), BeginPlay()):
        assert room.table.ask(HOST, request).taken


def ends(room: Room) -> str:
    """The play is over, and the club was told."""
    play_to_the_end(room)
    play = room.moment.gathering.play_id
    room.log.due_reports.receipted(play, 1)
    assert not room.log.due_reports.due()
    return play


# -- showing one ------------------------------------------------------------------------------------------------------


def test_a_guest_shows_a_card_and_is_somebody_once_the_club_has_answered(room: Room, club: Club) -> None:
    room.sit(1, 2)
    assert room.view(1).sending.own_card() == CardView(1, "none")
    shows(room, 1, shown_card_code(ANA).lower())
    assert state(room, 1) == "asked"
    club.answers(room)
    assert state(room, 1) == "known"
    assert cards(room) == {1: SeatCard(person="p-ana")}
    begins(room)
    play = room.moment.gathering.play_id
    assert report_of(room.log, {"torture": Torture()}, play, 1).seats[0].person == "p-ana"


def test_the_address_of_the_qr_code_is_read_too(room: Room) -> None:
    room.sit(1)
    shows(room, 1, f"https://club.example:8100/c/{ANA}")
    assert cards(room) == {1: SeatCard(code=ANA)}


def test_without_the_keepers_word_no_card_counts(rooms: Callable[..., Room]) -> None:
    for reporter in (None, FakeReporter().made):
        room = rooms(reporter=reporter)
        room.sit(1)
        reply = show(room, 1, ANA)
        assert (reply.code, room.words(reply)) == (
            "no-cards",
            "This table reports to no club, so that no card counts here.",
        )
        assert room.view(1).sending.own_card() is None
        assert not room.view(1).sending.cards_taken()
        assert cards(room) == {}
        room.close()


def test_a_keeper_who_stops_reporting_stops_cards(room: Room) -> None:
    room.sit(1)
    shows(room, 1, ANA)
    assert room.table.ask(HOST, SetReporting(on=False)).taken
    assert show(room, 1, BEN).code == "no-cards"
    assert room.view(1).sending.own_card() is None


@pytest.mark.parametrize("wrong", ["", "hello", ANA[:-1], ANA[1:] + ANA[0], "https://club.example/c/"])
def test_what_is_mistyped_is_told_at_once_and_costs_no_try(room: Room, wrong: str) -> None:
    room.sit(1)
    for _ in range(TRIES + 1):
        reply = show(room, 1, wrong)
        assert reply.code == "no-card"
        assert "one character of it is wrong or missing" in room.words(reply)
    assert cards(room) == {}
    shows(room, 1, ANA)


def test_a_card_that_is_nobodys_is_told_and_another_one_shown(room: Room, club: Club) -> None:
    room.sit(1)
    shows(room, 1, NOBODY)
    club.answers(room)
    assert state(room, 1) == "unknown"
    shows(room, 1, ANA)
    club.answers(room)
    assert state(room, 1) == "known"


def test_codes_cannot_be_guessed_at(room: Room) -> None:
    room.sit(1, 2)
    for n in range(TRIES):
        shows(room, 1, new_card_code(lambda count, n=n: bytes([9 + n] * count)))  # type: ignore[misc]
    reply = show(room, 1, ANA)
    assert reply.code == "too-often"
    assert "Too many tries" in room.words(reply)
    shows(room, 2, ANA)
    room.past(WINDOW + 1)
    shows(room, 1, BEN)


def test_it_is_taken_away_again(room: Room) -> None:
    room.sit(1)
    shows(room, 1, ANA)
    assert room.table.ask(token(1), RemoveCard(1)).taken
    assert state(room, 1) == "none"
    assert cards(room) == {}
    assert room.table.ask(token(1), RemoveCard(1)).taken, "without one nothing happens"


def test_an_answer_about_a_card_that_is_gone_changes_nothing(room: Room, club: Club) -> None:
    room.sit(1)
    shows(room, 1, ANA)
    [asked] = room.log.seat_cards.asked()
    assert room.table.ask(token(1), RemoveCard(1)).taken
    room.log.seat_cards.answer(asked, "p-ana")
    assert cards(room) == {}
    shows(room, 1, BEN)
    room.log.seat_cards.answer(asked, "p-ana")
    assert cards(room) == {1: SeatCard(code=BEN)}


# -- one card, one seat -----------------------------------------------------------------------------------------------


def test_the_same_card_at_two_seats_is_refused(room: Room) -> None:
    room.sit(1, 2)
    shows(room, 1, ANA)
    reply = show(room, 2, ANA)
    assert (reply.code, room.words(reply)) == (
        "card-elsewhere",
        "This card is shown at another seat. Take it away there first.",
    )
    shows(room, 1, ANA)
    assert room.table.ask(token(1), RemoveCard(1)).taken
    shows(room, 2, ANA)


def test_one_person_at_two_seats_counts_at_neither_until_one_is_taken_away(room: Room, club: Club) -> None:
    room.sit(1, 2, 3)
    shows(room, 1, ANA)
    club.answers(room)
    shows(room, 2, ANA)
    shows(room, 3, BEN)
    club.answers(room)
    assert [state(room, seat) for seat in (1, 2, 3)] == ["twice", "twice", "known"]
    begins(room)

    def reported() -> list[str]:
        play = room.moment.gathering.play_id
        return [seat.person for seat in report_of(room.log, {"torture": Torture()}, play, 1).seats]

    assert reported() == ["", "", "p-ben"]
    assert room.table.ask(token(2), RemoveCard(2)).taken
    assert [state(room, seat) for seat in (1, 2, 3)] == ["known", "none", "known"]
    assert reported() == ["p-ana", "", "p-ben"]


# -- whose it is ------------------------------------------------------------------------------------------------------


def test_only_the_seat_itself_shows_sees_and_removes_it(room: Room) -> None:
    room.sit(1, 2)
    shows(room, 1, ANA)
    for who, code in (("stranger", "no-seat"), (2, "not-yours"), ("host", "no-seat")):
        assert show(room, 1, BEN, who).code == code
        assert room.table.ask(token(who), RemoveCard(1)).code == code
    assert [room.view(who).sending.own_card() for who in (2, "stranger", "host")] == [
        CardView(2),
        CardView(),
        CardView(),
    ]
    assert cards(room) == {1: SeatCard(code=ANA)}


def test_on_a_shared_phone_a_page_of_one_seat_shows_no_card_at_the_other(room: Room) -> None:
    room.sit(1)
    assert room.table.ask(token(1), TakeSeat(2, "Ben", beside=True)).taken
    assert show(room, 1, ANA, 1).code == "no-seat", "it is covered"
    assert room.table.ask(token(1), UncoverPhone(2)).taken
    assert show(room, 1, ANA, 1).code == "not-yours"
    assert show(room, 2, BEN, 1).taken
    assert cards(room) == {2: SeatCard(code=BEN)}


def test_whoever_has_no_phone_shows_it_on_the_scribes(room: Room) -> None:
    room.begin(2)
    assert room.table.ask(HOST, FreeSeat(2)).taken
    assert room.table.ask(HOST, HandPage(2)).taken
    assert show(room, 2, BEN, "host").code == "no-seat"
    assert room.table.ask(HOST, UncoverPhone(2)).taken
    assert show(room, 2, BEN, "host").taken
    assert cards(room) == {2: SeatCard(code=BEN)}


# -- it goes with whoever showed it -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "leave", [lambda room: room.table.ask(token(1), LeaveSeat()), lambda room: room.table.ask(HOST, FreeSeat(1))]
)
@pytest.mark.parametrize("playing", [False, True])
def test_whoever_leaves_takes_it_along(room: Room, leave: Callable[[Room], Reply], *, playing: bool) -> None:
    room.sit(1, 2)
    if playing:
        begins(room)
    shows(room, 1, ANA)
    shows(room, 2, BEN)
    assert leave(room).taken
    assert cards(room) == {2: SeatCard(code=BEN)}


def test_somebody_else_who_is_given_the_seat_is_a_guest(room: Room) -> None:
    room.begin(2)
    shows(room, 2, BEN)
    assert room.table.ask(LATE, TakeSeat(2, "Zoe")).taken
    assert cards(room) == {2: SeatCard(code=BEN)}, "nobody has said yes yet"
    assert room.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    assert room.seat_of(LATE) == 2
    assert cards(room) == {}


def test_on_another_phone_and_under_another_name_one_is_the_same(room: Room) -> None:
    room.begin(2)
    shows(room, 2, BEN)
    code = room.words(room.table.ask(token(2), OfferSeat(2))).split("Type ")[1].split(" on")[0]
    assert room.table.ask(LATE, ClaimSeat(code)).taken
    assert room.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    assert room.table.ask(LATE, Rename("Benito")).taken
    assert room.view("late").sending.own_card() == CardView(2, "asked")


def test_whoever_sits_down_elsewhere_takes_it_along(room: Room) -> None:
    room.sit(1, 2)
    shows(room, 1, ANA)
    assert room.table.ask(token(1), TakeSeat(3, "Ana")).taken
    assert cards(room) == {3: SeatCard(code=ANA)}
    assert state(room, 1) == "asked"


def test_whoever_is_left_out_of_a_play_has_none_in_it(room: Room) -> None:
    room.sit(1, 2, 3)
    shows(room, 1, ANA)
    shows(room, 3, BEN)
    assert room.table.ask(HOST, ChooseGame("torture")).taken
    assert room.table.ask(HOST, BeginPlay(frozenset({1, 2}))).taken
    assert cards(room) == {1: SeatCard(code=ANA)}


def test_the_same_people_have_their_cards_in_the_next_play(room: Room, club: Club) -> None:
    room.sit(1, 2)
    shows(room, 1, ANA)
    club.answers(room)
    begins(room)
    shows(room, 2, BEN)
    first = ends(room)
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.moment.gathering.play_id != first
    assert cards(room) == {1: SeatCard(person="p-ana"), 2: SeatCard(code=BEN)}
    assert len(room.log.seat_cards.asked()) == 2
    club.answers(room)
    assert [state(room, seat) for seat in (1, 2)] == ["known", "known"]


def test_of_an_unfinished_play_only_those_who_are_here_again_have_theirs(room: Room, club: Club) -> None:
    room.begin(2)
    shows(room, 1, ANA)
    shows(room, 2, BEN)
    club.answers(room)
    first = room.moment.gathering.play_id
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.table.ask(token(2), LeaveSeat()).taken
    assert room.table.ask(HOST, ResumePlay(first)).taken
    assert room.table.ask(LATE, TakeSeat(2, "Zoe")).taken
    assert cards(room) == {1: SeatCard(person="p-ana")}


# -- after the end ----------------------------------------------------------------------------------------------------


def test_a_card_that_is_shown_after_the_end_counts(room: Room, club: Club) -> None:
    room.begin(2, options={"rounds": 1})
    play = ends(room)
    shows(room, 1, ANA)
    assert room.view(1).sending.own_card() == CardView(1, "asked", over=True)
    club.answers(room)
    assert [(due.play, due.version) for due in room.log.due_reports.due()] == [(play, 2)]


def test_one_that_is_taken_away_after_the_end_counts_no_more(room: Room, club: Club) -> None:
    room.begin(2, options={"rounds": 1})
    shows(room, 1, ANA)
    club.answers(room)
    play = ends(room)
    assert room.table.ask(token(1), RemoveCard(1)).taken
    assert [(due.play, due.version) for due in room.log.due_reports.due()] == [(play, 2)]


def test_whoever_goes_home_after_the_end_has_played(rooms: Callable[..., Room], room: Room, club: Club) -> None:
    """Whoever sits down there then can neither see nor take the play, also after a restart, and begins as a guest."""
    room.begin(2, options={"rounds": 1})
    shows(room, 1, ANA)
    club.answers(room)
    play = ends(room)
    assert room.table.ask(token(1), LeaveSeat()).taken
    assert room.table.ask(LATE, TakeSeat(1, "Zoe")).taken
    room.close()
    again = rooms(reporter=FakeReporter().made)
    assert again.view("late").sending.own_card() == CardView(1, "left", over=True)
    assert show(again, 1, BEN, "late").code == "card-late"
    assert again.table.ask(LATE, RemoveCard(1)).taken
    assert again.log.seat_cards.of_play(play) == {1: SeatCard(person="p-ana")}
    assert again.table.ask(HOST, PlayAgain()).taken
    assert cards(again) == {}
    assert again.table.ask(LATE, ShowCard(1, BEN)).taken
    assert not again.log.due_reports.due()


def test_a_damaged_note_of_who_left_is_none(room: Room) -> None:
    room.begin(2, options={"rounds": 1})
    play = ends(room)
    room.log.settings.put(f"cards-left:{play}", "rubbish")
    assert room.view(1).sending.own_card() == CardView(1, "none", over=True)


# -- a secret ---------------------------------------------------------------------------------------------------------


def test_a_code_is_printed_with_no_request(room: Room) -> None:
    assert ANA not in repr(ShowCard(1, ANA))
