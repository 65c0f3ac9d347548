"""The turn clock: every way of counting by example, and what must hold whatever happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game import Awaited
from companion.core.secrecy import PUBLIC
from companion.service.agreement.agreement_requests import Redo, Undo
from companion.service.agreement.proposals import SHOWN
from companion.service.asking.requests import Request
from companion.service.asking.sender import Actor, Sender
from companion.service.clock.turn_clock import (
    KEPT_GAINS,
    ClockKind,
    ClockRule,
    Clocks,
    PauseClock,
    RunningClock,
    SetClock,
    Waiting,
    paused,
    resumed,
    started,
    up_to,
    waited_for,
)
from companion.service.seats.seating import BecomeHost
from companion.service.session.session import PlayAgain
from companion.service.table_state import StateHolder
from tests.core.torture import Torture
from tests.service.at_table import HOST, PIN, HandClock, Room, token
from tests.service.notes import Notes

Rooms = Callable[..., Room]

SEATS = (1, 2, 3)


def always(_: int) -> bool:
    return True


def wait(
    clocks: Clocks,
    seats: Iterable[int],
    now: float,
    *,
    entry: int = 1,
    undone: bool = False,
    counts: Callable[[int], bool] = always,
) -> Clocks:
    """From now on it is the turn of these seats, and they are waited for."""
    turns = frozenset(seats)
    return waited_for(clocks, Waiting(turns, turns, entry, undone), now, counts)


def played(rule: ClockRule, *turns: tuple[int, float]) -> Clocks:
    """Clocks after turns of (seat, seconds) from 100 on, one after the other."""
    now = 100.0
    clocks = started(rule, SEATS, now)
    for seat, seconds in turns:
        clocks = wait(clocks, [seat], now)
        now += seconds
    return wait(clocks, [], now)


def left(clocks: Clocks) -> dict[int, float]:
    return {seat: clocks.left(seat) for seat in clocks.seats}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (ClockRule("fischer", 60, 5), {1: 60 - 20 + 5 - 2 + 5, 2: 60 - 3 + 5, 3: 60}),
        (ClockRule("bronstein", 60, 5), {1: 60 - 20 + 5 - 2 + 2, 2: 60 - 3 + 3, 3: 60}),
        (ClockRule("sand", 60, 5), {1: 60 - 2, 2: 60 - 3, 3: 60}),
        (ClockRule("up", 60, 5), {1: 60 - 22, 2: 60 - 3, 3: 60}),
    ],
)
def test_every_way_of_counting(rule: ClockRule, expected: dict[int, float]) -> None:
    clocks = played(rule, (1, 20), (2, 3), (1, 2))
    assert left(clocks) == expected
    assert {seat: clock.used for seat, clock in clocks.seats.items()} == {1: 22, 2: 3, 3: 0}


def test_without_a_clock_nothing_is_counted() -> None:
    clocks = played(ClockRule("none"), (1, 20))
    assert clocks.seats[1].used == 0


def test_whoever_runs_out_goes_below_zero_and_on() -> None:
    assert played(ClockRule("fischer", 10, 0), (1, 25)).left(1) == -15


def test_all_who_are_waited_for_run_at_once() -> None:
    clocks = wait(started(ClockRule("up"), SEATS, 0), SEATS, 0)
    clocks = wait(clocks, [2], 4)
    clocks = wait(clocks, [], 10)
    assert [clock.used for clock in clocks.seats.values()] == [4, 10, 4]


def test_pauses_and_the_tables_own_questions_run_nobodys_clock() -> None:
    clocks = wait(started(ClockRule("up"), SEATS, 0), [1], 0)
    clocks = paused(clocks, 5, on=True)
    clocks = paused(clocks, 65, on=False)
    clocks = wait(clocks, [], 70)
    clocks = up_to(clocks, 100)
    assert clocks.seats[1].used == 10
    assert clocks.table == 60 + 30


@pytest.mark.parametrize("kind", ["fischer", "bronstein"])
def test_nobody_gains_or_loses_by_taking_back_and_putting_back(kind: ClockKind) -> None:
    """Seats 1, 2 and 3 play a turn of ten seconds each with entries 1, 2, 3. What a turn's end gave counts as long as
    its entry does; the time is spent for good.
    """
    clocks, now = started(ClockRule(kind, 60, 5), SEATS, 0.0), 0.0
    for entry, (before, after) in enumerate(((1, 2), (2, 3), (3, 1)), 1):
        clocks = wait(wait(clocks, [before], now), [after], now + 10, entry=entry)
        now += 10
    assert left(clocks) == {1: 55, 2: 55, 3: 55}
    undone = wait(clocks, [2], now, entry=1, undone=True, counts=lambda entry: entry <= 1)
    assert left(undone) == {1: 55, 2: 50, 3: 50}, "two turns back: both give back what they got"
    again = wait(undone, [1], now + 1, entry=3, undone=True)
    assert left(again) == {1: 55, 2: 54, 3: 55}, "put back, it counts again"
    other = wait(undone, [3], now + 1, entry=6, counts=lambda entry: entry in (1, 6))
    assert left(other) == {1: 55, 2: 54, 3: 50}, "the same turn, ended another way"
    assert undone.seats[2].turn == 10, "the turn goes on where it was"


def test_the_sum_of_old_turns_is_kept() -> None:
    clocks, now = started(ClockRule("fischer", 60, 5), SEATS, 0.0), 0.0
    for entry in range(1, 1000):
        clocks = wait(clocks, [1 + entry % 2], now, entry=entry)
        now += 1
    assert len(clocks.gains) <= 2 * KEPT_GAINS
    assert clocks.left(1) + clocks.left(2) == 120 + 998 * 5 - 998
    assert left(wait(clocks, [1], now, undone=True, counts=lambda entry: entry < 990))[3] == 60


def test_what_was_off_is_not_counted() -> None:
    clocks = wait(started(ClockRule("up"), SEATS, 1000), [1], 1000)
    clocks = resumed(up_to(clocks, 1010), 3)
    assert up_to(clocks, 8).seats[1].used == 15


def ask(timing: RunningClock, request: Request) -> None:
    assert timing.handlers()[type(request)](Sender(Actor("seat", 1), ""), request).taken


def test_a_running_clock_is_written_down_three_times_a_minute_at_most() -> None:
    """A power cut takes no more than twenty seconds from it, and a card is not worn by it."""
    clock, notes = HandClock(), Notes()
    timing = RunningClock(clock, notes, StateHolder())
    timing.take_up("play", SEATS)
    ask(timing, SetClock(ClockRule("up")))
    timing.follow(Awaited((1,)))
    notes.written.clear()
    for _ in range(60):
        clock.now += 1
        timing.idle()
    assert [kept["seats"]["1"]["used"] for _, kept in notes.written] == [21, 42]
    ask(timing, PauseClock(True))
    notes.written.clear()
    clock.now += 60
    timing.idle()
    assert notes.written == [], "a clock that stands still is written down once"


STEPS = st.lists(
    st.tuples(st.sets(st.sampled_from(SEATS)), st.floats(0, 1000), st.booleans(), st.booleans()), max_size=20
)


@given(STEPS, st.sampled_from(["up", "fischer", "bronstein"]))
def test_all_time_is_somebodys(steps: list[tuple[set[int], float, bool, bool]], kind: ClockKind) -> None:
    """Used time is the time that ran, for each who was waited for; the rest is the table's."""
    now, ran, tables = 0.0, 0.0, 0.0
    clocks = started(ClockRule(kind, 60, 10), SEATS, now)
    for waiting, passed, pause, undone in steps:
        clocks = paused(wait(clocks, waiting, now, undone=undone), now, on=pause)
        now += passed
        if pause or not waiting:
            tables += passed
        else:
            ran += passed * len(waiting)
    clocks = up_to(clocks, now)
    assert sum(clock.used for clock in clocks.seats.values()) == pytest.approx(ran)
    assert clocks.table == pytest.approx(tables)


# -- at the table ----------------------------------------------------------------------------------------------------


def seconds(room: Room) -> dict[int, float]:
    """What each clock shows now."""
    view = room.view().screens.table().clocks
    assert view is not None
    passed = 0.0 if view.paused else room.clock.mono() - view.since
    sign = -1 if view.down else 1
    return {time.seat: round(time.seconds + sign * passed * time.running, 1) for time in view.seats}


def test_the_clock_follows_the_turn_and_stands_still_in_votes(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2, "torture")
    assert room.view().screens.table().clocks is None
    assert room.table.ask(token(5), SetClock(ClockRule("up"))).code == "no-seat"
    assert room.table.ask(token(1), SetClock(ClockRule("up", bank=0))).code == "no-clock"
    assert room.table.ask(token(1), SetClock(ClockRule("up"))).taken
    room.past(7)
    assert seconds(room) == {1: 0, 2: 0}, "the table is asked who begins"
    room.set_up(gold=4)
    room.past(5)
    assert seconds(room) == {1: 5, 2: 5}, "everybody plans in secret"
    room.answer(1, "ready")
    room.past(5)
    assert seconds(room) == {1: 10, 2: 10}, "who is ready is nobody's business"
    room.answer(2, "ready")
    room.past(3)
    assert seconds(room) == {1: 13, 2: 10}
    room.answer(1, "sail", "market")
    room.past(4)
    assert seconds(room) == {1: 13, 2: 14}
    assert room.table.ask("stranger", PauseClock(on=True)).code == "no-seat"
    assert room.table.ask(token(2), PauseClock(on=True)).taken
    room.past(60)
    assert seconds(room) == {1: 13, 2: 14}
    assert room.table.ask(token(1), PauseClock(on=False)).taken
    room.past(1)
    assert seconds(room) == {1: 13, 2: 15}


def test_no_clock_is_chosen_before_there_is_a_play(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    reply = room.table.ask(HOST, SetClock(ClockRule("up")))
    assert (reply.code, room.words(reply)) == ("no-play", "No play is on.")
    room.begin(2)
    assert room.view().screens.table().clocks is None


def test_the_clock_survives_a_restart_and_a_jump_of_the_time_of_day(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2, "torture")
    room.table.ask(token(1), BecomeHost(PIN))
    room.table.ask(token(1), SetClock(ClockRule("fischer", 600, 10)))
    room.set_up(gold=4)
    room.plans_ready(1, 2)
    room.past(30)
    before = seconds(room)
    room.clock.since = 5.0  # the time of day comes from somewhere, and was wrong
    assert seconds(room) == before
    room.past(25)  # written down while it runs
    room.close()
    again = rooms(Torture(), clock=HandClock(mono=3.0, wall=None))
    after = seconds(again)
    assert after[2] == before[2]
    assert before[1] - 25 <= after[1] <= before[1]
    assert again.moment.score(PUBLIC) is not None


def test_votes_and_undo_give_nobody_time(rooms: Rooms) -> None:
    """A vote stops the clock in the middle of a turn; it neither ends the turn nor begins a new one."""
    room = rooms(Torture())
    room.begin(3, "torture")
    room.table.ask(token(1), BecomeHost(PIN))
    room.set_up(gold=4)
    room.plans_ready(1, 2, 3)
    room.table.ask(token(1), SetClock(ClockRule("fischer", 600, 30)))
    room.past(10)
    room.answer(1, "sail", "market")
    room.past(5)
    assert seconds(room) == {1: 620, 2: 595, 3: 600}
    streams = [room.table.stream(token(seat)) for seat in (1, 2, 3)]
    for _ in range(2):
        assert room.table.ask(token(3), Undo(3, room.nonce())).taken
        room.past(20)
        assert seconds(room) == {1: 620, 2: 595, 3: 600}, "the table votes"
        ask = next(ask for ask in room.asked(3) if ask.service)
        room.give(3, ask, "withdraw")
        assert seconds(room) == {1: 620, 2: 595, 3: 600}
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken
    assert seconds(room) == {1: 590, 2: 595, 3: 600}
    room.past(1)
    assert room.table.ask(token(1), Redo(1, room.nonce())).taken
    room.past(1)
    assert seconds(room) == {1: 619, 2: 594, 3: 600}
    view = room.view().screens.table().clocks
    assert view is not None
    assert view.table == 40
    assert len(streams) == 3


def told(room: Room) -> str:
    words = room.view().screens.table().told
    return room.say(words) if words is not None else ""


def test_everybody_is_told_that_the_clocks_begin_anew_and_the_same_clock_goes_on(rooms: Callable[..., Room]) -> None:
    room = rooms(Torture())
    room.begin(2)
    assert room.table.ask(token(2), SetClock(ClockRule("fischer", 600, 5))).taken
    assert told(room) == "Berta sets the turn clock: 10 min each, 5 s more after each turn. All clocks begin anew."
    assert room.page(1).table.told is not None
    room.past(SHOWN + 1)
    assert told(room) == ""
    room.set_up()
    room.past(60)
    before = room.view().screens.table().clocks
    assert room.table.ask(token(1), SetClock(ClockRule("fischer", 600, 5))).taken
    assert told(room) == ""
    assert room.view().screens.table().clocks == before
    assert room.table.ask(HOST, SetClock(ClockRule("up"))).taken
    assert told(room) == "The turn clock is set: counts up. All clocks begin anew."
    room.past(SHOWN + 1)
    assert room.table.ask(token(1), SetClock(ClockRule("up", 60))).taken
    assert told(room) == "", "minutes make no difference to a clock that counts up"
    assert room.table.ask(token(1), SetClock(ClockRule())).taken
    assert told(room) == "Ana switches the turn clock off."


def test_words_on_clocks_hide_nothing_that_counts_down(rooms: Callable[..., Room]) -> None:
    room = rooms(Torture())
    room.begin(2)
    assert room.table.ask(token(1), PlayAgain()).taken
    assert room.table.ask(token(2), SetClock(ClockRule("up"))).taken
    view = room.view().screens.table()
    assert view.proposal is not None
    assert view.told is None
