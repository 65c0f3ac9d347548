"""The thread of edges, on lines that are queues of this test."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware.pi.edge_thread import HOLD, EdgeThread, LineEdge, WatchedLine
from tests.hardware.line_checks import until

MS = 1_000_000


class Queue:
    """Edges of a line, as the kernel keeps them."""

    def __init__(self, told: Callable[[LineEdge], None], since: int = 0) -> None:
        self.fd = os.eventfd(0, os.EFD_NONBLOCK)
        self.edges: list[LineEdge] = []
        self.error: OSError | None = None
        self.reads = 0
        self.line = WatchedLine(self.fd, self.read, told, since)

    def put(self, *edges: LineEdge) -> None:
        self.edges += edges
        os.eventfd_write(self.fd, 1)

    def read(self) -> list[LineEdge]:
        self.reads += 1
        if self.error is not None:
            raise self.error
        os.eventfd_read(self.fd)
        read, self.edges = self.edges, []
        return read


@pytest.fixture
def thread() -> Iterator[EdgeThread]:
    threads = set(threading.enumerate())
    made = EdgeThread()
    yield made
    made.close()
    made.close()
    assert set(threading.enumerate()) == threads


@pytest.fixture
def told() -> list[Any]:
    return []


@pytest.fixture
def lay(told: list[Any], thread: EdgeThread) -> Iterator[Callable[..., Queue]]:
    """Make a queue that is watched: what it tells is kept with its name."""
    made: list[Queue] = []

    def queue(name: str, since: int = 0) -> Queue:
        made.append(Queue(lambda edge: told.append((name, edge)), since))
        thread.watch(made[-1].line)
        return made[-1]

    yield queue
    for each in made:
        thread.leave(each.line)
        os.close(each.fd)


def test_without_a_line_there_is_no_thread(thread: EdgeThread) -> None:
    assert "edges" not in {each.name for each in threading.enumerate()}


def test_one_thread_tells_the_edges_of_all_lines(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]
) -> None:
    for name in "abc":
        lay(name).put(LineEdge(time.monotonic_ns(), True))
    until(lambda: len(told) == 3)
    assert [each.name for each in threading.enumerate()].count("edges") == 1


def test_edges_are_told_in_the_order_of_their_time_stamps(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]
) -> None:
    """Whichever line is read first."""
    first, second = lay("a"), lay("b")
    now = time.monotonic_ns()
    with thread._lock:
        second.put(*(LineEdge(now + n, n % 4 == 1) for n in (1, 3, 5)))
        first.put(*(LineEdge(now + n, n % 4 == 0) for n in (0, 2, 4)))
    until(lambda: len(told) == 6)
    assert [edge.at - now for _, edge in told] == [0, 1, 2, 3, 4, 5]
    assert [name for name, _ in told] == ["a", "b"] * 3


def test_an_older_edge_that_comes_only_when_a_newer_one_was_read_is_told_first(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]
) -> None:
    first, second = lay("a"), lay("b")
    # a time stamp of later keeps the edge back for as long as this machine may need
    now = time.monotonic_ns() + 400 * MS
    second.put(LineEdge(now + 1, True))
    until(lambda: second.reads)
    assert told == []
    first.put(LineEdge(now, True))
    until(lambda: len(told) == 2)
    assert [name for name, _ in told] == ["a", "b"]


def test_an_edge_is_held_back_but_not_for_long(thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]) -> None:
    queue = lay("a")
    at = time.monotonic_ns()
    queue.put(LineEdge(at, True))
    until(lambda: told)
    assert time.monotonic_ns() - at >= HOLD


def test_it_sleeps_while_there_is_no_edge(thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]) -> None:
    queue = lay("a")
    queue.put(LineEdge(time.monotonic_ns(), True))
    until(lambda: told)
    assert thread._patience() is None
    used = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - used < 0.1
    assert queue.reads == 1


def test_edges_from_before_do_not_count(thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]) -> None:
    since = time.monotonic_ns()
    queue = lay("a", since)
    new = LineEdge(since, False)
    queue.put(LineEdge(since - 1, True), new)
    until(lambda: told)
    assert told == [("a", new)]


def test_a_line_that_leaves_is_neither_read_nor_told(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]
) -> None:
    gone, stays = lay("gone"), lay("stays")
    with thread._lock:
        gone.put(LineEdge(time.monotonic_ns(), True))
        thread._drop(gone.line)
    thread.leave(gone.line)
    gone.put(LineEdge(time.monotonic_ns(), True))
    stays.put(LineEdge(time.monotonic_ns(), True))
    until(lambda: told)
    assert [name for name, _ in told] == ["stays"]
    assert gone.reads == 0


def test_an_edge_that_is_held_is_not_told_of_a_line_that_has_left(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any]
) -> None:
    gone, stays = lay("gone"), lay("stays")
    now = time.monotonic_ns()
    with thread._lock:
        thread._held.append((LineEdge(now, True), gone.line))
        thread._drop(gone.line)
        stays.put(LineEdge(now + 1, True))
    until(lambda: told)
    assert [name for name, _ in told] == ["stays"]


def test_a_line_that_cannot_be_read_is_dropped_and_the_others_go_on(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = lay("broken"), lay("whole")
    broken.error = OSError(errno.ENODEV, os.strerror(errno.ENODEV))
    broken.put()
    until(lambda: caplog.records)
    whole.put(LineEdge(time.monotonic_ns(), True))
    until(lambda: told)
    assert (broken.reads, [name for name, _ in told]) == (1, ["whole"])


def test_whoever_listens_and_stumbles_does_not_end_it(
    thread: EdgeThread, lay: Callable[..., Queue], told: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(_: LineEdge) -> None:
        raise ValueError("amphora")

    queue = Queue(stumble)
    thread.watch(queue.line)
    queue.put(LineEdge(time.monotonic_ns(), True))
    until(lambda: caplog.records)
    other = lay("b")
    other.put(LineEdge(time.monotonic_ns(), True))
    until(lambda: told)
    thread.leave(queue.line)
    os.close(queue.fd)


def test_a_listener_may_leave_while_it_is_told(thread: EdgeThread, told: list[Any]) -> None:
    def leave(edge: LineEdge) -> None:
        told.append(edge)
        thread.leave(queue.line)

    queue = Queue(leave)
    thread.watch(queue.line)
    now = time.monotonic_ns()
    queue.put(LineEdge(now, True), LineEdge(now + 1, False))
    until(lambda: told)
    time.sleep(0.01)
    assert len(told) == 1
    os.close(queue.fd)
