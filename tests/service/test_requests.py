"""A nonce belongs to its sender and to what was sent: nothing acknowledged is lost, nothing sent again counts twice."""

from __future__ import annotations

import logging
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.service.agreement.agreement_requests import Redo, Undo, WithdrawVotes
from companion.service.asking.requests import Reply, requests
from companion.service.asking.sender import FromKeys
from companion.service.asking.taking import LAST, SENDERS, Decided, Sent
from companion.service.audit.running_audit import CountPart, PutInNumbers
from companion.service.panel.place_states import PANEL
from companion.service.panel.remote_keys import PressKey
from companion.service.play.answers import (
    AnswerQuestion,
    AnswerQuestions,
    AnswerStep,
    CorrectNumber,
    StepBack,
    SubmitForm,
)
from companion.service.seats.seating import BecomeHost, ClaimSeat, FreeSeat, LeaveSeat
from companion.service.session.box_editor import ImportBox
from companion.service.session.photos import KeepPhoto
from companion.service.session.printed_plays import ReadPrint
from companion.service.session.sending import ShowCard
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from companion.service.session.wifi_joining import JoinHomeWifi
from tests.plays.row_rewriting import damage, rewrite
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token
from tests.service.test_full_disk import no_room, room_again
from tests.service.test_interleavings import an_answer, shape

Rooms = Callable[..., Room]
SEATS = (1, 2, 3)


def test_robots_that_count_their_requests_lose_nothing(room: Room) -> None:
    """Three programs, each with a counter of its own: whatever the table says was taken has changed something."""
    room.begin(3)
    sent: Counter[int] = Counter()
    acknowledged, chance = 0, Random(3)
    for _ in range(300):
        seat = chance.choice(SEATS)
        if not (asked := room.asked(seat)):
            continue
        sent[seat] += 1
        before = shape(room)
        reply = room.give(seat, asked[0], an_answer(asked[0].question, chance.randrange(9)), str(sent[seat]))
        assert reply.taken == (shape(room) != before), (seat, sent, reply.code)
        acknowledged += reply.taken
    assert acknowledged > 40
    assert min(sent.values()) > 10


def test_a_nonce_with_other_content_is_refused_and_what_it_was_for_is_not(room: Room) -> None:
    room.begin(2)
    first = room.asked(1)[0]
    assert room.give(1, first, "1", "n").taken
    reused = room.reply(1, 3, nonce="n")
    assert reused.code == "nonce-reused"
    assert "new one" in room.words(reused)
    assert room.asks(1) == ["gold"], "nothing of it counts"
    assert room.give(1, first, "1", "n").taken, "the request itself is still known"
    assert room.table.ask(token(1), Undo(1, "n")).code == "nonce-reused"
    assert room.table.ask(token(1), CorrectNumber("bank", 3, "n")).code == "nonce-reused"


def test_a_refusal_by_rule_is_the_same_when_it_is_sent_again(room: Room) -> None:
    room.begin(2)
    ask = room.asked(1)[0]
    refused = room.give(1, ask, "9", "n")
    assert refused.code == "not-offered"
    assert room.give(1, ask, "9", "n") == refused
    assert room.give(1, ask, "1", "n").code == "nonce-reused"
    assert room.give(1, ask, "1", "m").taken


def test_a_refusal_is_remembered_for_the_last_requests_of_a_device_only(room: Room) -> None:
    room.begin(2)
    assert room.table.ask(token(2), Undo(2, "n")).code == "nothing-to-undo"
    for number in range(LAST):
        assert room.table.ask(token(2), Redo(2, f"more-{number}")).code == "nothing-to-redo"
    room.set_up()
    room.plans_ready(2)
    assert room.table.ask(token(2), Undo(2, "n")).taken, "it is decided anew"


def test_what_was_taken_is_known_after_a_restart_with_everything_it_led_to(rooms: Rooms) -> None:
    """Also the steps that made no entry themselves: half a dialogue, the request and the votes of an undo."""
    room = rooms()
    room.begin(3)
    half, whole = room.asked(1)[0], None
    assert room.give(1, half, "1", "1").taken
    whole = room.asked(1)[0]
    assert room.give(1, whole, 2, "2").taken
    for seat in SEATS:
        room.answer(seat, "ready")
    room.close()
    again = rooms()
    before = shape(again)
    assert again.give(1, half, "1", "1").taken
    assert again.give(1, whole, 2, "2").taken
    assert again.give(1, whole, 3, "2").code == "nonce-reused"
    assert shape(again) == before


def test_an_undo_by_agreement_is_not_made_twice_after_a_restart(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.begin(3)
    room.set_up()
    room.answer(1, "ready")
    room.answer(2, "ready")
    for seat in SEATS:
        room.press(seat, "back")
    assert room.table.ask(token(1), Undo(1, "undo")).taken
    votes = {seat: next(ask for ask in room.asked(seat) if ask.service) for seat in (2, 3)}
    for seat, vote in votes.items():
        assert room.give(seat, vote, True, "yes").taken
    entries = room.entries
    room.close()
    again = rooms(profile="simulated")
    assert again.entries == entries
    assert again.table.ask(token(1), Undo(1, "undo")) == Reply()
    for seat, vote in votes.items():
        assert again.give(seat, vote, True, "yes").taken
        assert again.give(seat, vote, False, "yes").code == "nonce-reused"
    assert again.entries == entries


def test_another_device_or_another_play_has_nonces_of_its_own(room: Room) -> None:
    room.begin(2)
    assert room.reply(1, "1", nonce="n").taken
    second = token("second")
    room.log.tokens.put(second, room.moment.gathering.play_id, 1)
    ask = room.asked(1)[0]
    assert room.table.ask(second, AnswerQuestion(ask.seat, ask.digest, 2, "n")).taken
    assert room.entries == 2
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.reply(1, "2", nonce="n").taken
    assert room.asks(1) == ["gold"]


def test_what_a_full_disk_did_not_take_may_be_sent_again(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.begin(3)
        room.set_up()
        no_room(room)
        for number in range(1000):
            seat = room.moment.awaited.must[0]
            ask = room.asked(seat)[0]
            reply = room.give(seat, ask, "ready", str(number))
            if not reply.taken:
                break
        assert reply.code == "disk-full"
        room_again(room)
        entries = room.entries
        assert room.give(seat, ask, "ready", str(number)).taken
        assert room.entries == entries + 1
        assert room.give(seat, ask, "ready", str(number)).taken
        assert room.entries == entries + 1


def test_what_another_program_kept_from_the_file_may_be_sent_again(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.begin(2)
        room.set_up()
        room.log._database.query("PRAGMA busy_timeout=10")
        ask = room.asked(1)[0]
        with closing(sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert room.give(1, ask, "ready", "n").code == "in-use"
            other.execute("ROLLBACK")
        assert room.entries == 2
        assert room.give(1, ask, "ready", "n").taken
        assert room.entries == 3


def test_what_broke_the_rules_by_a_bug_may_be_sent_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.begin(2)
    room.set_up()
    ask = room.asked(1)[0]
    game = room.table.rooms.running.playing().game
    with monkeypatch.context() as broken:
        broken.setattr(type(game), "apply", lambda *_: 1 / 0)
        assert room.give(1, ask, "ready", "n").code == "bug"
    assert room.give(1, ask, "ready", "n").taken
    assert room.entries == 3


def test_a_request_of_before_the_update_is_not_done_twice_and_takes_no_others_place(rooms: Rooms) -> None:
    """Entries of older programs hold the bare nonce: their own sender is told to look, every other is heard."""
    room = rooms()
    room.begin(3)
    room.set_up()
    asks = {seat: room.asked(seat)[0] for seat in SEATS}
    assert room.give(1, asks[1], "ready", "7").taken
    rewrite(room.log, "UPDATE entries SET nonce = '7' WHERE number = 3")
    room.log._database.query("DELETE FROM requests")
    room.close()
    again = rooms()
    entries = again.entries
    assert again.give(1, asks[1], "ready", "7").code == "nonce-reused"
    assert again.entries == entries
    assert again.give(2, asks[2], "ready", "7").taken
    assert again.entries == entries + 1


def test_what_was_sent_is_not_done_twice_because_the_memory_of_it_is_damaged(rooms: Rooms) -> None:
    room = rooms()
    room.begin(3)
    room.set_up()
    ask = room.asked(1)[0]
    assert room.give(1, ask, "ready", "7").taken
    damage(room.log, "UPDATE requests SET content = content || '0'")
    room.close()
    again = rooms()
    entries = again.entries
    assert again.give(1, ask, "ready", "7").code == "nonce-reused"
    assert again.entries == entries


def test_without_a_nonce_everything_counts_each_time(room: Room) -> None:
    room.begin(2)
    room.set_up()
    for bank in (3, 4, 3):
        assert room.table.ask(token(1), CorrectNumber("bank", bank, "")).taken
    assert room.entries == 5


def test_requests_that_only_wait_are_written_before_there_are_too_many(rooms: Rooms) -> None:
    room = rooms()
    room.begin(2)
    ask = room.asked(1)[0]
    assert room.give(1, ask, "1", "first").taken
    for number in range(300):
        assert room.table.ask(token(1), StepBack(ask.seat)).taken
        assert room.give(1, ask, "1", str(number)).taken
    room.close()
    again = rooms()
    assert again.give(1, ask, "2", "first").code == "nonce-reused"


# -- the memory itself -------------------------------------------------------------------------------------------------


def test_replies_are_remembered_by_sender_and_not_for_ever() -> None:
    decided = Decided()
    one, other = Sent.of("ana", Undo(1, "n")), Sent.of("berta", Undo(1, "n"))
    assert decided.reply(one) is None
    decided.remember(one, Reply("no"))
    assert decided.reply(one) == Reply("no")
    assert decided.reply(other) is None
    for number in range(LAST):
        decided.remember(Sent.of("berta", Undo(1, str(number))), Reply())
    assert decided.reply(one) == Reply("no"), "what others send pushes nothing out"
    for number in range(SENDERS - 2):
        decided.remember(Sent.of(str(number), Undo(1, "n")), Reply())
    assert decided.reply(one) == Reply("no"), "as many senders as are remembered"
    decided.remember(Sent.of("one more", Undo(1, "n")), Reply())
    assert decided.reply(one) is None


def test_a_request_is_its_content_and_its_key_tells_nothing() -> None:
    request = Sent.of("secret-token-hash", AnswerQuestion(1, "digest", "x", "7"))
    assert request == Sent.of("secret-token-hash", AnswerQuestion(1, "digest", "x", "7"))
    assert "secret" not in request.key
    assert request.digest != Sent.of("secret-token-hash", AnswerQuestion(1, "digest", "y", "7")).digest
    assert Sent.of("a", Undo(1, "bc")).key != Sent.of("ab", Undo(1, "c")).key
    assert Sent.of("a", Undo(1, "")).key == ""
    assert Sent.of("a", AnswerQuestion(1, "d", 10**40, "n")).digest


def test_every_request_has_a_handler(room: Room) -> None:
    handled = room.table.rooms._taking._handlers
    assert {kind.__name__ for kind in handled} == set(requests())


def test_what_is_private_in_a_request_is_never_printed() -> None:
    assert repr(AnswerQuestion(1, "digest", "my secret", "n")) == "AnswerQuestion(seat=1, nonce='n', service='')"
    assert repr(BecomeHost("27182818")) == "BecomeHost()"


# -- the lines for debugging -------------------------------------------------------------------------------------------

WORD, NUMBER = "hidden-word", 918273645
PRIVATE = (
    AnswerQuestion(1, WORD, WORD, "n1"),
    AnswerQuestions(1, WORD, (WORD, NUMBER), "n2"),
    AnswerStep(1, WORD, WORD, "n6"),
    SubmitForm(1, WORD, {WORD: NUMBER}, "n7"),
    CorrectNumber("bank", NUMBER, "n3"),
    ClaimSeat(WORD),
    BecomeHost(WORD),
    CountPart(1, {WORD: NUMBER}, WORD, "n4"),
    PutInNumbers({WORD: NUMBER}, "n5"),
    KeepPhoto(WORD.encode(), (4, 4)),
    ReadPrint(WORD),
    JoinHomeWifi("Home", WORD),
    ShowCard(1, WORD),
    PressKey("ok", 1, WORD),
)
"""One of each request that has private fields, with nothing in them but these two."""


def test_a_private_field_stands_in_no_line_of_the_log(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    assert {type(request) for request in PRIVATE} == {kind for kind in requests().values() if kind.private}
    caplog.set_level(logging.DEBUG)
    room.begin(2)
    for request in PRIVATE:
        room.table.ask(token(1), request)
        assert f"{type(request).__name__}(" in caplog.text, "it is logged at all"
    room.answer(1, "1", 2)
    assert WORD not in caplog.text
    assert str(NUMBER) not in caplog.text
    assert token(1) not in caplog.text


def test_keys_ask_for_nothing_that_only_a_host_or_a_seat_may(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """What keys send comes through the same check as what a phone sends: the panel is no host, and has no seat."""
    caplog.set_level(logging.DEBUG, "companion.service.asking.taking")
    room.begin(2)
    at_table = room.table.rooms
    play, seated = at_table.running.play, at_table.seats.now
    for place in (PANEL, 1):
        for request in (PlayAgain(), FreeSeat(2)):
            assert at_table.take(FromKeys(place), request).code == "not-host"
    assert at_table.take(FromKeys(PANEL), LeaveSeat()).code == "no-seat"
    assert (at_table.running.play, at_table.seats.now) == (play, seated)
    assert {"panel asks PlayAgain(): not-host", "key:1 asks PlayAgain(): not-host"} <= set(caplog.messages)
    for place in (PANEL, 1):
        assert at_table.take(FromKeys(place), WithdrawVotes()).taken


def test_every_request_is_logged_with_its_sender_and_what_became_of_it(
    rooms: Rooms, caplog: pytest.LogCaptureFixture
) -> None:
    room = rooms(AskingGame("pick"), profile="simulated")
    caplog.set_level(logging.DEBUG, "companion.service.asking.taking")
    assert room.table.ask(token("stranger"), PlayAgain()).code == "no-seat"
    room.begin(2, "asking")
    room.press(1, "ok")
    assert not room.table.ask(token(1), AnswerQuestion(1, "another", "red", "n")).taken
    assert not room.table.ask(token(2), Redo(2, "r")).taken
    assert not room.table.ask(token(2), Redo(2, "r")).taken
    lines = caplog.messages
    assert lines[0] == "guest asks PlayAgain(): no-seat"
    assert lines[1] == "guest asks BecomeHost(): taken"
    assert "guest asks TakeSeat(seat=2, name='Berta', beside=False, language=''): taken" in lines
    assert "seat:1 asks AnswerQuestion(seat=1, nonce='n', service=''): stale" in lines
    assert lines[-2:] == ["seat:2 asks Redo(seat=2, nonce='r'): nothing-to-redo"] * 2
    assert any(line.startswith("key:1 asks AnswerQuestion(seat=1, ") for line in lines)


def test_what_is_long_is_logged_in_short(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "companion.service.asking.taking")
    room.host()
    room.table.ask(HOST, ImportBox("torture", "x" * 100_000))
    assert caplog.messages[-1].startswith("host asks ImportBox(game='torture', text='xxx")
    assert caplog.messages[-1].endswith(": bad-box")
    assert len(caplog.messages[-1]) < 500


def test_nothing_is_logged_unless_somebody_looks_for_mistakes(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    room.begin(2)
    assert not caplog.messages
