"""Eight seats at once, in any order: every effect is there, or was refused in words; a double tap counts once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.step import TABLE
from companion.service.agreement.agreement_requests import GoOnWithout, Redo, Undo
from companion.service.asking.requests import Reply
from companion.service.play.answers import CorrectNumber, StepBack
from companion.service.play.play_views import Dialogue
from tests.core.torture import Torture
from tests.service.at_table import Room, token

Rooms = Callable[..., Room]
SEATS = range(1, 9)


@contextmanager
def table(game: str, **settings: bool) -> Iterator[Room]:
    """Eight people at a game; ``oh-hell`` takes seven."""
    with TemporaryDirectory() as folder, Room(Path(folder) / "log.sqlite", Torture(), **settings) as room:
        room.begin(8 if game == "torture" else 7, game)
        yield room


def an_answer(question: Question, at: int) -> Answer:
    """The ``at``-th answer to a question, round and round; some are out of reach."""
    match question:
        case Pick(options=options):
            return str(options[at % len(options)].value) if options else ""
        case PickMany(options=options, least=least):
            return [str(option.value) for option in options[:least]]
        case Count(low=low, high=high):
            return low + at % (min(high - low, 5) + 1)
        case Dice(dice=dice, faces=faces):
            return [at % faces + 1] * dice
        case Confirm():
            return at % 2 == 0
        case Text(taken=taken):
            return f"word {len(taken)}"
    raise AssertionError(question)


class Phone:
    """A seat's phone: sends what was on its screen when somebody looked at it, which may be a while ago."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        self.seat = seat
        self.screen: tuple[Dialogue, ...] = ()
        self.sent = 0

    def look(self) -> None:
        self.screen = self.room.asked(self.seat)

    def send(self, which: int, at: int, taps: int) -> None:
        """Answer one of the questions on screen, ``taps`` times with the same nonce."""
        if not self.screen:
            return
        ask = self.screen[which % len(self.screen)]
        self.sent += 1
        nonce = f"{self.seat}-{self.sent}"
        answer = an_answer(ask.question, at)
        before = shape(self.room)
        first = self.room.give(self.seat, ask, answer, nonce)
        after = shape(self.room)
        check_effect(self.room, first, before, after)
        for _ in range(taps - 1):
            again = self.room.give(self.seat, ask, answer, nonce)
            if first.taken:
                assert again == first
                assert shape(self.room) == after, "a double tap counted twice"


def shape(room: Room) -> tuple[object, ...]:
    """What an accepted answer changes: the log, a half-given answer, a move that waits, a vote."""
    moment = room.moment
    return room.entries, dict(moment.playing.drafts), tuple(moment.pending), tuple(moment.votes)


def check_effect(room: Room, reply: Reply, before: tuple[object, ...], after: tuple[object, ...]) -> None:
    if reply.taken:
        assert after != before, "it was taken and had no effect"
    else:
        assert reply.notice is not None, "a refusal says why"
        assert room.words(reply)
        assert after[0] == before[0], "a refusal is no entry"
        assert reply.code != "bug"


def one_play_still(room: Room) -> None:
    """Whatever happened, somebody is asked something, and the log can be gone on with."""
    moment = room.moment
    assert moment.problem is None
    if moment.awaited.over:
        return
    seats = [seat for seat in moment.gathering.names if room.asked(seat)]
    assert seats, "nobody is asked anything"
    assert room.table.rooms.running.play.present == room.table.rooms.running.play.head.stands_for
    assert moment.awaited.must or moment.awaited.may or TABLE in moment.awaited.must


act = st.tuples(
    st.integers(0, 7),
    st.sampled_from(["look", "send", "send", "send", "back", "undo", "redo", "skip", "correct"]),
    st.integers(0, 3),
    st.integers(0, 30),
    st.integers(1, 3),
)


def do(room: Room, phones: list[Phone], step: tuple[int, str, int, int, int]) -> None:
    who, what, which, at, taps = step
    phone = phones[who % len(phones)]
    seat, secret = phone.seat, token(phone.seat)
    match what:
        case "look":
            phone.look()
        case "send":
            if at % 3:
                phone.look()
            phone.send(which, at, taps)
        case "back":
            assert room.table.ask(secret, StepBack(seat)).taken
        case "undo" | "redo":
            for _ in range(taps):
                reply = room.table.ask(
                    secret, {"undo": Undo, "redo": Redo}[what](seat, f"{what}-{seat}-{phone.sent}-{at}")
                )
            assert reply.taken or room.words(reply)
        case "skip":
            reply = room.table.ask(secret, GoOnWithout(at % 8 + 1, f"skip-{seat}-{phone.sent}-{at}"))
            assert reply.taken or room.words(reply)
        case "correct":
            before = room.entries
            for _ in range(taps):
                reply = room.table.ask(secret, CorrectNumber("bank", at, f"correct-{seat}-{phone.sent}-{at}"))
            assert reply.taken or room.words(reply)
            assert room.entries <= before + 1


@pytest.mark.parametrize("game", ["torture", pytest.param("sheet:oh-hell", marks=pytest.mark.long)])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(act, min_size=20, max_size=80), awake=st.booleans())
def test_any_order_of_eight_seats(game: str, steps: list[tuple[int, str, int, int, int]], awake: bool) -> None:
    with table(game, sheets=game != "torture") as room:
        phones = [Phone(room, seat) for seat in room.moment.gathering.names]
        if awake:
            for phone in phones:
                room.table.stream(token(phone.seat))
        for step in steps:
            do(room, phones, step)
        one_play_still(room)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_a_long_evening_of_hasty_people(rooms: Rooms, seed: int) -> None:
    """Hundreds of answers from screens that are mostly out of date; the log is the same after a restart."""
    chance = random.Random(seed)
    room = rooms()
    room.begin(8, options={"rounds": 2})
    phones = [Phone(room, seat) for seat in SEATS]
    for _ in range(400):
        phone = chance.choice(phones)
        if chance.random() < 0.6:
            phone.look()
        phone.send(chance.randrange(3), chance.randrange(30), chance.choice((1, 1, 2)))
    one_play_still(room)
    entries, state = room.entries, room.state
    assert entries > 20
    room.close()
    room = rooms()
    assert (room.entries, room.state) == (entries, state)


def test_a_form_held_by_a_dead_radio_for_a_round_is_not_taken(room: Room) -> None:
    """Same question, same options, a round later: it looks the same, but it is not what the seat decided then."""
    room.begin(2, options={"rounds": 2})
    room.set_up()
    held = room.asked(1, of=1)[0]
    room.plans_ready(1, 2)
    room.answer(1, "sail", "library")
    room.answer(2, "sail", "library")
    now = room.asked(1, of=1)[0]
    assert now.question == held.question
    entries = room.entries
    reply = room.give(1, held, "ready")
    assert (reply.code, room.words(reply)) == ("stale", "The table has changed meanwhile. Look again.")
    assert room.entries == entries
    assert room.give(1, now, "ready").taken


def test_a_key_and_a_phone_of_one_seat_answer_one_question(sim: Room) -> None:
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    screen = sim.asked(1)[0]
    sim.press(1, "ok")
    assert sim.asks(1) == ["space"]
    reply = sim.give(1, screen, "sail")
    assert reply.code == "stale"
    assert sim.words(reply)


# -- real threads ----------------------------------------------------------------------------------------------------


def test_eight_threads_at_one_table(rooms: Rooms) -> None:
    """Phones in threads of their own, through the inbox: no answer is lost, none counts twice."""
    room = rooms(threads=True)
    room.begin(8)
    room.set_up()
    start = Barrier(8)

    def plays(seat: int) -> list[Reply]:
        start.wait(10)
        replies = []
        for n in range(6):
            screen = [ask for ask in room.asked(seat) if ask.seat == seat]
            if screen:
                nonce = f"{seat}-{n}"
                answer = an_answer(screen[0].question, seat + n)
                replies += [room.give(seat, screen[0], answer, nonce) for _ in range(2)]
        return replies

    with ThreadPoolExecutor(8) as pool:
        replies = [reply for found in pool.map(plays, SEATS) for reply in found]
    assert replies
    assert all(reply.taken or reply.notice is not None for reply in replies)
    assert not [reply for reply in replies if reply.code == "bug"]
    nonces = [entry.nonce for entry in room.table.rooms.running.play.entries if entry.nonce]
    assert len(nonces) == len(set(nonces))


def test_one_answer_of_many_threads_wins(rooms: Rooms) -> None:
    """Everybody answers the table's question at once: one is taken, the others hear that it was decided."""
    room = rooms(threads=True)
    room.begin(8)
    screens = {seat: room.asked(seat)[0] for seat in SEATS}
    start = Barrier(8)

    def answers(seat: int) -> Reply:
        start.wait(10)
        return room.give(seat, screens[seat], str(seat), f"first-{seat}")

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(answers, SEATS))
    assert [reply.taken for reply in replies].count(True) == 1
    assert {reply.code for reply in replies} == {"", "stale"}
    assert all(room.words(reply) for reply in replies if not reply.taken)
    winner = next(seat for seat, reply in zip(SEATS, replies, strict=True) if reply.taken)
    room.answer(1, 2)
    assert f"{room.speaker('en').name(winner)} begins." in room.lines()


def test_keys_and_phones_at_once(rooms: Rooms) -> None:
    """Devices post from threads of their own while phones send: the table stays whole."""
    room = rooms(threads=True, profile="simulated")
    room.begin(8)
    room.set_up()
    start = Barrier(2)

    def keys() -> None:
        start.wait(10)
        for n in range(60):
            room.tell(f"press {n % 8 + 1} {('ok', 'down', 'peek', 'back')[n % 4]}")

    def phones() -> None:
        start.wait(10)
        for seat in SEATS:
            room.reply(seat, "ready")

    with ThreadPoolExecutor(2) as pool:
        for work in [pool.submit(keys), pool.submit(phones)]:
            work.result(60)
    assert room.opened.loop.ask(lambda: room.table.rooms.running.now.rules_broke) is False
    assert set(room.state.ready) == set(SEATS) or room.state.agenda
