"""A thread that is begun again unless its owner said that it is to end."""

from __future__ import annotations

import logging
from threading import Event

import pytest

from hardware.pods.restarted_thread import LONGEST_PAUSE, STEADY, GrowingPause, RestartedThread
from tests.firmware.pty_pod import until


def test_pauses_grow_until_something_works() -> None:
    pauses = GrowingPause()
    assert [pauses.after(0) for _ in range(8)] == [0.25, 0.5, 1, 2, 4, 8, LONGEST_PAUSE, LONGEST_PAUSE]
    assert pauses.after(STEADY) == 0
    assert pauses.after(1) == 0.25


def test_it_is_begun_again_when_it_fails_or_returns(caplog: pytest.LogCaptureFixture) -> None:
    went: list[str] = []
    last = Event()

    def work() -> None:
        went.append("on")
        if len(went) == 1:
            raise ValueError("the hidden hand: 3 amphoras")
        if len(went) == 3:
            last.wait()

    thread = RestartedThread("a pod", work)
    with caplog.at_level(logging.ERROR):
        thread.start()
        thread.start()
        until(lambda: len(went) == 3)
        thread.end()
        last.set()
        thread.join()
    assert went == ["on"] * 3
    assert "a pod failed (ValueError at " in caplog.text
    assert "a pod failed (it returned)" in caplog.text
    assert caplog.text.count("failed") == 2, "the third end was meant"
    assert "amphora" not in caplog.text


def test_one_that_is_to_end_does_not_start() -> None:
    thread = RestartedThread("a pod", Event().wait)  # type: ignore[arg-type]
    thread.end()
    thread.start()
    thread.join()
    assert thread.ending
