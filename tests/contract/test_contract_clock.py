"""The turn clock of every game: all time is somebody's, no vote ends a turn, undo and redo give and take nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import AnyGame, Awaited
from companion.core.step import TABLE
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.service.asking.requests import Request
from companion.service.asking.sender import Actor, Sender
from companion.service.clock.turn_clock import ClockRule, PauseClock, RunningClock, SetClock
from companion.service.table_state import StateHolder
from tests.contract.table import briefly_and_at_length, for_every_game
from tests.service.at_table import HandClock
from tests.service.notes import Notes

BANK, GAIN = 600, 10


class Entries:
    """The entries that count: as many as there are moves."""

    def __init__(self) -> None:
        self.numbers: Sequence[int] = [0]

    def holds(self, number: int) -> bool:
        return number in self.numbers


class Timed:
    """Clocks over a play. Every moment lasts longer than the one before, so that no two can be mistaken."""

    def __init__(self, random_play: RandomPlay) -> None:
        self.clock = HandClock()
        self.timing = RunningClock(self.clock, Notes(), StateHolder())
        self.entries = Entries()
        self.numbers = random_play.setup.numbers
        self.used = dict.fromkeys(self.numbers, 0.0)
        self.table = 0.0
        self.lasts = 1.0
        self.timing.take_up("play", self.numbers, self.entries)
        self.ask(SetClock(ClockRule("fischer", BANK, GAIN)))

    def ask(self, request: Request) -> None:
        assert self.timing.handlers()[type(request)](Sender(Actor("host"), ""), request).taken

    def waits(self, awaited: Awaited, *, votes: bool = False, undone: bool = False) -> None:
        """Some time passes while these are waited for; the clocks must show what that means for each seat."""
        self.timing.follow(awaited, votes=votes, undone=undone)
        self.clock.now += self.lasts
        if votes or awaited.over or (TABLE in awaited.must and not awaited.secret):
            self.table += self.lasts
        else:
            for seat in self.numbers if awaited.secret else set(awaited.must):
                self.used[seat] += self.lasts
        self.lasts += 1.0
        self.ask(PauseClock(True))
        view = self.timing.view()
        assert view is not None
        clocks = self.timing.clocks
        assert {seat: clock.used for seat, clock in clocks.seats.items()} == self.used
        assert clocks.table == self.table
        for shown in view.seats:
            assert shown.seconds == BANK - self.used[shown.seat] + clocks.given.get(shown.seat, 0.0)
        self.ask(PauseClock(False))


@for_every_game
@briefly_and_at_length
def test_the_clock_runs_for_whom_the_game_waits(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        timed = Timed(random_play)
        timed.waits(random_play.awaited)
        for dialogue in random_play.moves():
            before, line, was = random_play.awaited, timed.entries.numbers, dict(timed.timing.clocks.given)
            random_play.make(dialogue)
            timed.entries.numbers = [*line, line[-1] + 1]
            timed.waits(random_play.awaited)
            given = dict(timed.timing.clocks.given)
            timed.waits(random_play.awaited, votes=True)
            ahead, timed.entries.numbers = timed.entries.numbers, line
            timed.waits(before, undone=True)
            assert timed.timing.clocks.given == was, "what the end of a turn gave goes when it is taken back"
            timed.entries.numbers = ahead
            timed.waits(random_play.awaited, undone=True)
            assert timed.timing.clocks.given == given, "taken back and put back: as if nothing had been"

    explore(game, plays, check)
