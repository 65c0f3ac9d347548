"""Dimmed lines: the schedule without a clock, and the thread on lines that are lists."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from hardware.colours import LAMPS, SIDES
from hardware.pi.dimmer import BEAT, BUSIEST, STEP, STEPS, Beats, Dimmer, steps_of
from tests.hardware.line_checks import until

# -- the schedule ------------------------------------------------------------------------------------------------------


def played(beats: Beats, seconds: float, late: Callable[[], float] = lambda: 0.0) -> list[tuple[float, int, bool]]:
    """What is switched from 0 on, by somebody who wakes when told, or so much later."""
    now, switched = 0.0, []
    while now < seconds:
        lines, at = beats.due(now)
        switched += [(now, line, high) for line, high in lines]
        assert at > now
        now = at + late()
    return switched


def share(switched: list[tuple[float, int, bool]], line: int, seconds: float) -> float:
    """Share of the time for which a line was high."""
    total, since = 0.0, None
    for now, which, high in switched:
        if which == line:
            assert high == (since is None), "it is switched only where it changes"
            total += 0.0 if since is None else now - since
            since = now if high else None
    return (total + (0.0 if since is None else seconds - since)) / seconds


def test_every_line_is_high_for_its_share() -> None:
    beats = Beats()
    for line in range(1, STEPS):
        beats.dim(line, line)
    switched = played(beats, 10 * BEAT)
    assert [round(share(switched, line, 10 * BEAT), 6) for line in range(1, STEPS)] == [
        n / STEPS for n in range(1, STEPS)
    ]


def test_lines_go_high_together_and_low_in_their_turn() -> None:
    beats = Beats()
    for line, steps in ((16, 2), (20, 2), (21, 15)):
        beats.dim(line, steps)
    switched = [(round(now / STEP), line, high) for now, line, high in played(beats, BEAT)]
    assert switched == [(0, 16, True), (0, 20, True), (0, 21, True), (2, 16, False), (2, 20, False), (15, 21, False)]


def test_it_asks_no_more_often_than_there_are_levels() -> None:
    beats, asked = Beats(), 0
    for line in range(24):
        beats.dim(line, 1 + line % 3)
    now = 0.0
    while now < 10 * BEAT - STEP / 2:
        asked += 1
        _, now = beats.due(now)
    assert asked == 10 * (1 + 3)


@pytest.mark.parametrize("late", [0.3 * STEP, BEAT / 2, 3.3 * BEAT, 50 * BEAT])
def test_who_comes_late_makes_up_for_nothing_and_dim_lines_stay_dim(late: float) -> None:
    beats = Beats()
    beats.dim(16, STEPS // 4)
    beats.dim(20, STEPS * 3 // 4)
    seconds = 1000 * BEAT
    switched = played(beats, seconds, lambda: late)
    assert len(switched) <= 4 * 1000
    dim, bright = share(switched, 16, seconds), share(switched, 20, seconds)
    assert 0.2 < dim < 0.55
    assert max(dim, 0.45) <= bright <= 1


def test_a_change_counts_from_the_next_moment_on_and_what_leaves_is_left_alone() -> None:
    beats = Beats()
    beats.dim(16, 15)
    beats.dim(20, 15)
    assert beats.due(0.0)[0] == [(16, True), (20, True)]
    beats.dim(16, 2)
    beats.leave(20)
    beats.dim(21, 4)
    assert beats.due(5 * STEP) == ([(16, False)], BEAT)
    assert beats.due(BEAT)[0] == [(16, True), (21, True)]
    for line in (16, 20, 21):
        beats.leave(line)
    assert not beats


def test_what_is_not_quite_dark_shines() -> None:
    assert [steps_of(share) for share in (0, 0.001, 0.05, 0.5, 0.99, 1)] == [0, 1, 1, STEPS // 2, STEPS, STEPS]


def test_every_colour_of_the_product_has_its_own_step() -> None:
    for colour in (*LAMPS.values(), *SIDES.values()):
        assert [steps_of(part) / STEPS for part in colour] == [pytest.approx(part) for part in colour]


# -- the thread --------------------------------------------------------------------------------------------------------


class Lamp:
    """A line that keeps when it was switched."""

    def __init__(self) -> None:
        self.switched: list[tuple[float, bool]] = []
        self.broken = False

    def __call__(self, high: bool) -> None:
        if self.broken:
            raise OSError("it is gone")
        self.switched.append((time.monotonic(), high))


@pytest.fixture
def dimmer() -> Iterator[Dimmer]:
    threads = set(threading.enumerate())
    made = Dimmer()
    yield made
    made.close()
    made.close()
    assert set(threading.enumerate()) == threads


def test_on_and_off_cost_no_thread(dimmer: Dimmer) -> None:
    lamp = Lamp()
    for share in (1, 0, 1.0):
        dimmer.dim(16, share, lamp)
    assert [high for _, high in lamp.switched] == [True, False, True]
    assert "dims" not in {thread.name for thread in threading.enumerate()}


def test_one_thread_dims_all_and_then_sleeps(dimmer: Dimmer) -> None:
    lamps = [Lamp() for _ in range(6)]
    for line, lamp in enumerate(lamps):
        dimmer.dim(line, 0.1 + line / 10, lamp)
    until(lambda: all(len(lamp.switched) > 5 for lamp in lamps))
    assert [thread.name for thread in threading.enumerate()].count("dims") == 1
    for line, lamp in enumerate(lamps):
        dimmer.dim(line, line % 2, lamp)
    ends = [[*lamp.switched] for lamp in lamps]
    assert [switched[-1][1] for switched in ends] == [False, True] * 3
    time.sleep(3 * BEAT)
    assert [lamp.switched for lamp in lamps] == ends
    assert not dimmer._beats


def test_a_lamp_that_leaves_is_not_switched_again(dimmer: Dimmer) -> None:
    lamp = Lamp()
    for _ in range(20):
        dimmer.dim(16, 0.5, lamp)
        so_far = len(lamp.switched)
        until(lambda so_far=so_far: len(lamp.switched) > so_far)
        dimmer.leave(16)
        so_far = len(lamp.switched)
        time.sleep(0.001)
        assert len(lamp.switched) == so_far


def test_a_broken_lamp_is_told_to_who_sets_it_next_and_the_others_shine(
    dimmer: Dimmer, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = Lamp(), Lamp()
    dimmer.dim(16, 0.5, broken)
    dimmer.dim(20, 0.5, whole)
    until(lambda: len(broken.switched) > 2)
    broken.broken = True
    until(lambda: caplog.records)
    so_far = len(whole.switched)
    until(lambda: len(whole.switched) > so_far + 2)
    assert len(caplog.records) == 1
    with pytest.raises(OSError, match="gone"):
        dimmer.dim(16, 0.7, broken)
    broken.broken = False
    dimmer.dim(16, 0.7, broken)
    so_far = len(broken.switched)
    until(lambda: len(broken.switched) > so_far + 2)


def test_it_takes_no_more_than_its_share_of_the_processor(dimmer: Dimmer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where switching a line takes longer than a step, by clocks of this test."""
    now = used = 0.0
    over = threading.Event()

    def slow(_: bool) -> None:
        nonlocal now, used
        now, used = now + 2 * STEP, used + 2 * STEP

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now > 100 * BEAT:
            over.set()
        time.sleep(0.0001)

    clocks = SimpleNamespace(monotonic=lambda: now, thread_time=lambda: used, sleep=sleep)
    monkeypatch.setattr("hardware.pi.dimmer.time", clocks)
    for line in range(4):
        dimmer.dim(line, 0.2 + 0.2 * line, slow)
    assert over.wait(60)
    with dimmer._changed:
        assert 0.1 < used / now < BUSIEST * 1.05


def test_after_closing_a_lamp_is_switched_at_once(dimmer: Dimmer) -> None:
    dimmer.close()
    lamp = Lamp()
    dimmer.dim(16, 0.5, lamp)
    dimmer.dim(16, 1, lamp)
    assert [high for _, high in lamp.switched] == [False, True]
