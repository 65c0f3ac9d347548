"""Anything in any order: after every step a resumed play is the same play, and the line that counts is what a simple
list says it is.
"""

from __future__ import annotations

import sqlite3

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.core.errors import Refused, RulesBug
from companion.core.secrecy import PUBLIC, Viewer
from companion.plays.log.log import Log
from companion.plays.maintenance.verify import verify
from companion.plays.reports.history import lines
from companion.plays.undo import redo_offer, undo_offer, undo_offer_to
from tests.plays.counter import (
    Add,
    Counter,
    End,
    Hush,
    Learn,
    Move,
    Peek,
    Ready,
    Reveal,
    Roll,
    Trip,
    Whisper,
    begin,
    cast_with,
    raw,
    resume,
)

SEATS = st.integers(0, 3)
MOVES = st.sampled_from([Add(1), Add(2), Roll(), Whisper(4), Peek(), Reveal(), Learn(2), Hush(), Ready(), End()])
VIEWERS = (PUBLIC, Viewer(1), Viewer(2), Viewer(3))


class PlayMachine(RuleBasedStateMachine):
    """The model: states that count, in order, and a stack of what was taken back."""

    def __init__(self) -> None:
        super().__init__()
        self.log = Log(lambda: sqlite3.connect(":memory:", isolation_level=None))
        self.play = begin(self.log)
        self.line = [raw(self.play)]
        self.taken_back: list[list[bytes]] = []
        self.nonce = 0

    def teardown(self) -> None:
        assert verify(self.log, {"counter": Counter()}).clean
        self.log.close()

    def fresh(self) -> str:
        self.nonce += 1
        return str(self.nonce)

    def counts(self) -> None:
        self.line.append(raw(self.play))
        self.taken_back.clear()

    @precondition(lambda self: not self.play.finished)
    @rule(seat=st.integers(1, 3), move=MOVES)
    def move(self, seat: int, move: Move) -> None:
        self.play.submit(seat, f"scribe {seat}", move, nonce=self.fresh())
        self.counts()

    @precondition(lambda self: not self.play.finished)
    @rule(seat=st.integers(1, 3), dice=st.lists(st.integers(1, 6), min_size=2, max_size=2))
    def cast(self, seat: int, dice: list[int | str]) -> None:
        cast_with(self.play, seat, dice, nonce=self.fresh())
        self.counts()

    @rule(key=st.sampled_from(["total", "1.secret", "3.secret"]), value=st.integers(0, 99))
    def correct(self, key: str, value: int) -> None:
        self.play.correct(key, value, "host", nonce=self.fresh())
        self.counts()

    @precondition(lambda self: not self.play.finished)
    @rule(seat=st.integers(1, 3), how=st.sampled_from(["raise", "unreadable", "after chance"]))
    def trip(self, seat: int, how: str) -> None:
        with pytest.raises(RulesBug):
            self.play.submit(seat, "", Trip(how), nonce=self.fresh())

    @rule(seat=st.integers(1, 3))
    def refused(self, seat: int) -> None:
        with pytest.raises(Refused):
            self.play.submit(seat, "", Add(0), nonce=self.fresh())

    @precondition(lambda self: self.play.finished)
    @rule(seat=st.integers(1, 3), move=MOVES)
    def moved_after_the_end(self, seat: int, move: Move) -> None:
        with pytest.raises(Refused):
            self.play.submit(seat, "", move, nonce=self.fresh())

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        offer = undo_offer(self.play.effective, seat)
        if offer is None:
            return
        self.go_back(offer.to, seat)

    @rule(seat=SEATS, back=st.integers(1, 6))
    def undo_far(self, seat: int, back: int) -> None:
        if back >= len(self.play.effective):
            return
        offer = undo_offer_to(self.play.effective, seat, self.play.effective[-1 - back].number)
        if offer:
            assert offer.way == "vote" or back == 1
            self.go_back(offer.to, seat)

    def go_back(self, to: int, seat: int) -> None:
        place = list(self.play.effective.numbers).index(to) + 1
        self.play.undo(to, seat, "", marked=False, nonce=self.fresh())
        self.taken_back.append(self.line[place:])
        del self.line[place:]

    @rule(seat=SEATS)
    def redo(self, seat: int) -> None:
        offer = redo_offer(self.play.entries, seat)
        if self.play.head.closed:
            assert offer is None
            return
        assert (offer is not None) == bool(self.taken_back)
        if offer:
            self.play.redo(offer.to, seat, "", nonce=self.fresh())
            self.line += self.taken_back.pop()

    @precondition(lambda self: self.nonce > 0)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        nonce = str(data.draw(st.integers(1, self.nonce)))
        known = self.log.by_nonce(self.play.id, nonce)
        if known:
            assert self.play.submit(1, "", Add(1), nonce=nonce) == known

    @rule()
    def restart(self) -> None:
        self.play = resume(self.log, self.play)

    @invariant()
    def the_line_is_what_the_model_says(self) -> None:
        assert raw(self.play) == self.line[-1]
        assert len(self.play.effective) == len(self.line)

    @invariant()
    def a_resumed_play_is_the_same(self) -> None:
        again = resume(self.log, self.play)
        assert raw(again) == raw(self.play)
        assert again.effective.numbers == self.play.effective.numbers
        assert list(again.entries) == list(self.play.entries)
        assert again.finished == self.play.finished == self.play.state.over
        assert [again.accepted(seat) for seat in range(4)] == [self.play.accepted(seat) for seat in range(4)]

    @invariant()
    def everybody_reads_the_same_lines_however_they_are_asked_for(self) -> None:
        for viewer in VIEWERS:
            whole = lines(self.play.entries, viewer, self.play.effective)
            assert self.play.history.lines(viewer) == whole
            assert self.play.history.tail(viewer, 5) == whole[-5:]
            assert [line.number for line in whole] == list(range(1, len(whole) + 1))


PlayMachine.TestCase.settings = settings(
    max_examples=max(1, settings.default.max_examples // 4) if settings.default else 25,
    stateful_step_count=25,
    deadline=None,
)
TestEvening = PlayMachine.TestCase
