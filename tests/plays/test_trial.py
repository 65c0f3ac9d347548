"""Trials in a child process: what ends well, what dies there, and that the table goes on untouched."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.plays.printed import trial
from companion.plays.printed.trial import ends_well


def hangs() -> None:
    while True:
        pass


def grows() -> None:
    kept: list[bytearray] = []
    while True:
        kept.append(bytearray(1024 * 1024))


def raises() -> None:
    raise ValueError


def leaves() -> None:
    raise SystemExit(0)


def test_what_returns_ends_well() -> None:
    assert ends_well(lambda: None)


@pytest.mark.parametrize("what", [hangs, grows, raises, leaves, lambda: os.kill(os.getpid(), 9)])
def test_what_hangs_grows_raises_or_dies_does_not(what: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PROCESSOR", 1)
    assert not ends_well(what)
    assert ends_well(lambda: None), "the next one has its turn"


ALONE = """
import resource
from companion.plays.printed import trial
from tests.plays.test_trial import grows

assert not trial.ends_well(grows)
own, child = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
assert child <= own + trial.MEMORY // 1024, (child, own)
"""


def test_what_grows_ends_within_its_memory() -> None:
    """In a process with one heap, as a table runs: with more it may also use what they have reserved."""
    subprocess.run([sys.executable, "-c", ALONE], env=os.environ | {"MALLOC_ARENA_MAX": "1"}, check=True, timeout=120)


def test_what_sleeps_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PATIENCE", 0.05)
    assert not ends_well(threading.Event().wait)


def test_it_changes_nothing_here() -> None:
    seen: list[int] = []
    assert ends_well(lambda: seen.append(1))
    assert not seen


def test_it_holds_no_socket_of_the_table() -> None:
    """Else whoever is connected would wait for it, and a table that starts anew would find its port taken."""
    one, other = socket.socketpair()
    with one, other:
        number = other.fileno()

        def is_closed() -> None:
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.fstat(number)

        assert ends_well(is_closed)
        os.fstat(number)


def test_one_runs_at_a_time() -> None:
    with trial._ONE_AT_A_TIME, pytest.raises(Refused, match="trial"):
        ends_well(lambda: None)
    assert ends_well(lambda: None)


def test_where_no_process_can_be_started_it_says_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_fork() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", no_fork)
    with pytest.raises(Refused, match="trial"):
        ends_well(lambda: None)
    monkeypatch.undo()
    assert ends_well(lambda: None)
