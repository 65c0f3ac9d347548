"""Who comes late, who leaves, who plays on somebody else's phone, who only watches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.core.questions import Confirm
from companion.service.agreement.agreement_requests import ComeBack, Depart, Undo
from companion.service.agreement.votes import YES_COUNTS
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_views import Dialogue
from companion.service.screens.streams import DEAD, OpenPage
from companion.service.screens.views import SeatInfo
from companion.service.seats.attendance import Departures, Presence
from companion.service.seats.seat_transfer import ConfirmSeat
from companion.service.seats.seating import ClaimSeat, CoverPhone, LeaveSeat, OfferSeat, Rename, TakeSeat, UncoverPhone
from companion.service.seats.seats_state import LONG_ASLEEP, SeatsState
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from companion.service.table_state import StateHolder
from tests.core.torture import Torture
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, HandClock, Room, token
from tests.service.notes import Notes

Rooms = Callable[..., Room]

LATE = token("late")


@pytest.fixture
def playing(rooms: Rooms) -> Room:
    """Two seats in a play; they plan in secret first, then seat 1 acts."""
    room = rooms(Torture(), profile="simulated")
    room.begin(2, "torture")
    room.set_up(gold=4)
    return room


def info(room: Room, seat: int) -> SeatInfo:
    return next(info for info in room.view().screens.table().seats if info.seat == seat)


def ballot(room: Room, seat: int) -> Dialogue:
    return next(ask for ask in room.asked(seat) if isinstance(ask.question, Confirm) and ask.service)


def awake(room: Room, *seats: int) -> None:
    for seat in seats:
        room.table.stream(token(seat))


# -- late joiners ----------------------------------------------------------------------------------------------------


def test_a_seat_of_a_play_is_not_taken_without_a_yes(playing: Room) -> None:
    """Also one that no phone holds: whoever plays there by keys has secrets."""
    playing.log.tokens.withdraw(playing.moment.gathering.play_id, 2)
    playing.table.seats.claims_changed()
    reply = playing.table.ask(LATE, TakeSeat(2, "Pau"))
    assert reply.taken
    assert "somebody must say yes" in playing.words(reply)
    assert playing.seat_of(LATE) is None
    assert playing.view().screens.table().newcomers == ((2, "Pau"),)
    assert playing.table.ask(token("other"), TakeSeat(2, "Eve")).code == "asked", "one at a time"
    assert playing.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    assert playing.seat_of(LATE) == 2
    assert info(playing, 2).name == "Pau"
    assert playing.page(2).dialogues, "what the seat was asked, it is asked still"


def test_the_seat_itself_says_yes_with_its_keys(playing: Room) -> None:
    playing.log.tokens.withdraw(playing.moment.gathering.play_id, 2)
    playing.table.seats.claims_changed()
    playing.table.ask(LATE, TakeSeat(2, "Pau"))
    ask = ballot(playing, 2)
    assert "Pau wants your seat" in playing.say(ask.question.prompt)
    playing.press(2, "up")
    playing.past(2)
    playing.press(2, "up", "ok")
    playing.past(YES_COUNTS)
    assert playing.seat_of(LATE) == 2


def test_whoever_is_there_keeps_the_seat(playing: Room) -> None:
    awake(playing, 2)
    playing.past(1)
    assert playing.table.ask(LATE, TakeSeat(2, "Pau")).code == "taken"
    assert playing.table.ask(LATE, TakeSeat(5, "Pau")).code == "unknown-seat"


def test_a_seat_that_was_left_is_free_for_anybody(rooms: Rooms, playing: Room) -> None:
    assert playing.table.ask(token(2), LeaveSeat()).taken
    assert info(playing, 2).open
    playing.close()
    again = rooms(Torture())
    assert again.table.ask(LATE, TakeSeat(2, "")).taken
    assert again.seat_of(LATE) == 2
    assert not info(again, 2).open


def test_a_play_that_is_gone_on_with_is_open_to_who_is_there(playing: Room) -> None:
    """The host says so by going on with it; a seat of the same name keeps its phone."""
    play = playing.moment.gathering.play_id
    playing.table.ask(HOST, PlayAgain())
    playing.table.ask(token(2), Rename("Zoe"))
    assert playing.table.ask(HOST, ResumePlay(play)).taken
    assert playing.seat_of(token(1)) == 1
    assert playing.seat_of(token(2)) is None
    assert playing.table.ask(LATE, TakeSeat(2, "")).taken
    assert playing.seat_of(LATE) == 2


# -- leavers ---------------------------------------------------------------------------------------------------------


def test_the_table_agrees_to_go_on_without_somebody(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(3, "torture")
    room.set_up(gold=4)
    room.past(LONG_ASLEEP - 1)
    awake(room, 1, 2)
    assert room.table.ask(token("stranger"), Depart(3, room.nonce())).code == "no-seat"
    assert room.table.ask(token(1), Depart(2, room.nonce())).code == "awake"
    assert room.table.ask(token(1), Depart(9, room.nonce())).code == "unknown-seat"
    for device in (token(1), HOST):
        assert room.table.ask(device, Depart(3, room.nonce())).code == "too-soon"
    room.past(1)
    assert room.table.ask(token(1), Depart(3, room.nonce())).taken
    assert not info(room, 3).gone, "seat 2 is asked"
    (asked,) = room.view().screens.table().votes
    assert (asked.kind, asked.asker, asked.target, asked.waiting) == ("leave", 1, 3, (2,))
    assert room.say(asked.prompt) == "Has Carla left the game?"
    assert room.give(2, ballot(room, 2), True).taken
    assert info(room, 3).gone
    assert room.table.ask(token(1), Depart(3, room.nonce())).code == "gone"
    room.plans_ready(1, 2)
    assert room.moment.awaited.must == (1,), "the plan of seat 3 was its default"
    room.answer(1, "sail", "market")
    room.answer(2, "sail", "market")
    assert room.moment.awaited.must == (3,), "what nobody can answer by itself, somebody must"
    (notice,) = room.view(1).screens.seat().notices
    assert room.say(notice.text).startswith("Somebody must answer for Carla:")
    assert [ask.seat for ask in room.view("host").screens.scribe().dialogues] == [3]


def test_a_seat_that_has_left_can_be_undone_past_and_comes_back(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.begin(3, "asking")
    room.past(LONG_ASLEEP)
    awake(room, 1)
    for seat in (2, 3):
        assert room.table.ask(token(seat), Depart(seat, room.nonce())).taken, "whoever leaves may say so"
    room.answer(1, True)
    assert room.state.said == ["True", "False", "False"]
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.state.said == ["True", "False"], "what was made for seat 3 is not made again at once"
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.table.ask(HOST, Undo(0, room.nonce())).taken
    assert room.moment.awaited.must == (1,)
    assert room.table.ask(token(2), ComeBack()).taken
    assert not info(room, 2).gone
    room.answer(1, False)
    assert room.moment.awaited.must == (2,)
    room.answer(2, True)
    assert room.state.said == ["False", "True", "False"]


def test_nothing_is_done_for_the_gone_while_nobody_is_there(playing: Room) -> None:
    playing.past(LONG_ASLEEP)
    awake(playing, 1)
    playing.table.ask(token(1), Depart(2, playing.nonce()))
    assert info(playing, 2).gone, "of two the other's word is enough"
    playing.plans_ready(1)
    playing.past(DEAD + 1)
    entries = playing.entries
    assert playing.view().screens.table().seats[0].awake is False
    playing.past(10)
    assert playing.entries == entries


def test_who_left_is_remembered_and_a_key_brings_back(rooms: Rooms, playing: Room) -> None:
    playing.past(LONG_ASLEEP)
    playing.table.ask(token(1), Depart(2, playing.nonce()))
    playing.close()
    again = rooms(Torture(), profile="simulated")
    assert info(again, 2).gone
    again.press(2, "ok")
    assert not info(again, 2).gone


# -- one phone for several -------------------------------------------------------------------------------------------


@pytest.fixture
def shared(rooms: Rooms) -> Room:
    """The phone of seat 1 is that of seat 2 too."""
    room = rooms(Torture())
    room.host()
    room.sit(1)
    assert room.table.ask(token(1), TakeSeat(2, "Berta", beside=True)).taken
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    assert room.table.ask(HOST, BeginPlay()).taken
    return room


def test_a_shared_phone_is_covered_between_two(shared: Room) -> None:
    phone = token(1)
    assert shared.seats_of(phone) == (1, 2)
    assert shared.seat_of(phone) is None
    assert shared.table.ask(phone, UncoverPhone(3)).code == "not-yours"
    assert shared.table.ask(token("stranger"), UncoverPhone(1)).code == "not-yours"
    assert shared.table.ask(phone, UncoverPhone(1)).taken
    assert shared.seat_of(phone) == 1
    assert shared.table.ask(phone, CoverPhone()).taken
    assert shared.seat_of(phone) is None


def test_it_covers_itself_when_it_is_the_others_turn(shared: Room) -> None:
    phone = token(1)
    shared.table.ask(phone, UncoverPhone(1))
    shared.set_up(gold=4)
    assert shared.seat_of(phone) == 1, "everybody plans: who is done is nobody's business"
    shared.answer(1, "ready")
    shared.table.ask(phone, CoverPhone())
    shared.table.ask(phone, UncoverPhone(2))
    ask = shared.asked(2)[0]
    assert shared.table.ask(phone, AnswerQuestion(2, ask.digest, "ready", shared.nonce())).taken
    assert shared.seat_of(phone) is None, "seat 1 is on turn"
    shared.table.ask(phone, UncoverPhone(1))
    shared.answer(1, "sail")
    assert shared.seat_of(phone) == 1, "in the middle of a move"
    shared.answer(1, "market")
    assert shared.seat_of(phone) is None


def test_it_stays_open_when_somebody_with_another_phone_is_on_turn(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm"))
    room.host()
    room.sit(1, 3)
    assert room.table.ask(token(1), TakeSeat(2, "Berta", beside=True)).taken
    room.table.ask(HOST, ChooseGame("asking", {}, {}))
    assert room.table.ask(HOST, BeginPlay()).taken
    for seat, after in ((1, None), (2, 2)):
        room.table.ask(token(1), UncoverPhone(seat))
        ask = room.asked(seat)[0]
        assert room.table.ask(token(1), AnswerQuestion(seat, ask.digest, True, room.nonce())).taken
        assert room.seat_of(token(1)) == after
    assert room.moment.awaited.must == (3,)


def test_a_shared_phone_keeps_all_who_share_it_awake_and_is_covered_after_a_restart(rooms: Rooms, shared: Room) -> None:
    shared.table.ask(token(1), UncoverPhone(1))
    shared.table.stream(token(1))
    shared.past(1)
    assert {1, 2} <= shared.moment.awake
    shared.close()
    again = rooms(Torture())
    assert again.seats_of(token(1)) == (1, 2)
    assert again.seat_of(token(1)) is None


def test_one_of_them_goes_on_with_a_phone_of_their_own(shared: Room) -> None:
    shared.table.ask(token(1), UncoverPhone(2))
    code = "".join(re.findall(r"\d+", shared.words(shared.table.ask(token(1), OfferSeat(2)))))
    assert shared.table.ask(LATE, ClaimSeat(code)).taken
    assert shared.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    assert shared.seat_of(LATE) == 2
    assert shared.seats_of(token(1)) == (1,)


def test_the_phone_of_one_takes_in_the_seat_of_another(playing: Room) -> None:
    code = "".join(re.findall(r"\d+", playing.words(playing.table.ask(token(2), OfferSeat(2)))))
    assert playing.table.ask(token(1), ClaimSeat(code)).taken
    assert playing.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    assert playing.seats_of(token(1)) == (1, 2)
    assert playing.seat_of(token(2)) is None


def test_before_a_play_a_phone_moves_with_one_seat_and_shares_the_others(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.sit(1)
    room.table.ask(token(1), TakeSeat(2, "Berta", beside=True))
    room.table.ask(token(1), UncoverPhone(2))
    assert room.table.ask(token(1), TakeSeat(5, "Berta")).taken
    assert room.seats_of(token(1)) == (1, 5)
    assert room.moment.gathering.names == {1: "Ana", 5: "Berta"}


# -- spectators ------------------------------------------------------------------------------------------------------


def test_who_watches_is_counted(playing: Room) -> None:
    streams = [playing.table.stream(token(f"w{n}"), OpenPage(watching=True)) for n in range(2)]
    playing.table.stream(token(1), OpenPage(watching=True))
    playing.past(1)
    assert playing.view().screens.table().watching == 2, "a seat that looks on has its seat"
    streams[0].close()
    playing.past(1)
    assert playing.view().screens.table().watching == 1


def test_comings_are_written_down_with_their_play_only() -> None:
    notes = Notes()

    def departures() -> Departures:
        return Departures(StateHolder().part(SeatsState()), notes)

    leaving, unseen = departures(), Presence(HandClock(), notes)
    leaving.opens((1,))
    unseen.pressed(1)
    assert notes.written == []
    leaving.take_up("play")
    leaving.leaves(2)
    leaving.leaves(2)
    assert [key for key, _ in notes.written] == ["comings:play"], "once: a card is not worn by it"
    again = departures()
    again.take_up("play")
    assert again.now.gone == {2}


def test_an_open_page_is_there_between_two_looks() -> None:
    clock = HandClock()
    presence = Presence(clock, Notes())
    presence.take_up("play")
    presence.pages(frozenset({1}), ())
    clock.now += 0.4
    assert presence.absence_of(1) == "there"
    presence.pages(frozenset(), ())
    clock.now += 0.4
    assert presence.absence_of(1) == "away"
