"""The thread of all streams: clients that read, that do not, that are gone, in the clear and over TLS."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import pytest

from companion.network.certificate import make_certificate
from companion.serving import stream_thread
from companion.serving.stream_thread import StreamThread
from tests.mqtt.mosquitto import wait_until

PATIENT = 10.0
LARGE = 1 << 20
"""Bytes of a piece that no socket takes at once."""


class News:
    """A feed of numbered issues of ``size`` bytes, of which it gives the newest. ``given`` were drawn."""

    def __init__(self, size: int = 20) -> None:
        self.newest = 0
        self.given: list[int] = []
        self.over = False
        self.closed = Event()
        self._size = size

    def issue(self, number: int) -> bytes:
        return b"%d" % number + b" " * self._size + b"\n"

    def __next__(self) -> bytes:
        if self.newest not in (0, *self.given):
            self.given.append(self.newest)
            return self.issue(self.newest)
        if self.over:
            raise StopIteration
        return b""

    def patience(self) -> float:
        return 60.0

    def close(self) -> None:
        self.closed.set()


class Connection:
    """A stream's connection after its head."""

    def __init__(self, wire: socket.socket, feed: News) -> None:
        self.socket = wire
        self.feed = feed

    def framed(self, piece: bytes) -> bytes:
        return piece

    def close(self) -> None:
        self.feed.close()
        self.socket.close()


class Client:
    """The other end of the connection."""

    def __init__(self, wire: socket.socket) -> None:
        self.wire = wire
        wire.settimeout(PATIENT)
        self._came = b""

    def reads(self) -> bytes:
        """The next issue; nothing at the end."""
        while b"\n" not in self._came:
            got = self.wire.recv(65536)
            if not got:
                return self._came
            self._came += got
        issue, _, self._came = self._came.partition(b"\n")
        return issue + b"\n"


@pytest.fixture
def thread() -> Iterator[StreamThread]:
    thread = StreamThread()
    thread.start()
    yield thread
    thread.close()


@pytest.fixture
def connect(thread: StreamThread) -> Iterator[Callable[[News], Client]]:
    ends: list[socket.socket] = []

    def connect(feed: News) -> Client:
        here, there = socket.socketpair()
        ends.append(there)
        thread.hand_on(Connection(here, feed))
        return Client(there)

    yield connect
    for end in ends:
        end.close()


Connect = Callable[[News], Client]


def publish(thread: StreamThread, number: int, *feeds: News) -> None:
    for feed in feeds:
        feed.newest = number
    thread.wake()


def test_every_client_gets_what_is_new_when_it_is_told(thread: StreamThread, connect: Connect) -> None:
    feeds = [News() for _ in range(5)]
    clients = [connect(feed) for feed in feeds]
    for number in (1, 2, 3):
        publish(thread, number, *feeds)
        assert [client.reads() for client in clients] == [feed.issue(number) for feed in feeds]


def test_who_does_not_read_holds_nobody_up_and_gets_the_newest_later(thread: StreamThread, connect: Connect) -> None:
    slow, quick = News(LARGE), News()
    sleeper, reader = connect(slow), connect(quick)
    for number in range(1, 8):
        publish(thread, number, slow, quick)
        assert reader.reads() == quick.issue(number)
    assert slow.given == [1], "nothing is drawn for who has not taken the last one"
    assert sleeper.reads() == slow.issue(1)
    assert sleeper.reads() == slow.issue(7), "what came in between is skipped"
    publish(thread, 8, slow)
    assert sleeper.reads() == slow.issue(8)


def test_who_does_not_read_for_long_is_let_go_of(
    thread: StreamThread, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_thread, "EVENT_IN", 0.3)
    slow, quick = News(LARGE), News()
    sleeper, reader = connect(slow), connect(quick)
    publish(thread, 1, slow, quick)
    assert slow.closed.wait(PATIENT)
    assert reader.reads() == quick.issue(1)
    assert not quick.closed.is_set(), "who has nothing to read may take its time"
    assert len(sleeper.reads()) < LARGE


def test_who_reads_a_little_now_and_then_is_let_go_of_too(
    thread: StreamThread, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_thread, "EVENT_IN", 0.3)
    slow = News(16 * LARGE)
    sipper = connect(slow)
    publish(thread, 1, slow)
    while not slow.closed.wait(0.01):
        assert sipper.wire.recv(4096)


def test_a_feed_is_asked_again_when_its_patience_ends(thread: StreamThread, connect: Connect) -> None:
    class Beating(News):
        due = monotonic()

        def __next__(self) -> bytes:
            if self.patience() <= 0:
                self.due += 0.02
                self.newest += 1
            return super().__next__()

        def patience(self) -> float:
            return self.due - monotonic()

    feed = Beating()
    client = connect(feed)
    for number in (1, 2, 3):
        assert client.reads() == feed.issue(number)


def test_a_stream_ends_when_all_of_it_is_taken(thread: StreamThread, connect: Connect) -> None:
    feed = News(LARGE)
    feed.newest, feed.over = 1, True
    client = connect(feed)
    assert client.reads() == feed.issue(1)
    assert client.reads() == b""
    assert feed.closed.wait(PATIENT)


def test_a_client_that_is_gone_is_noticed_when_there_is_news(thread: StreamThread, connect: Connect) -> None:
    gone, there = News(), News()
    one, other = connect(gone), connect(there)
    one.wire.close()
    publish(thread, 1, gone, there)
    assert gone.closed.wait(PATIENT)
    assert other.reads() == there.issue(1)


def test_a_bug_in_one_stream_ends_only_that(
    thread: StreamThread, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(News):
        def __next__(self) -> bytes:
            raise RuntimeError("SECRET")

    broken, sound = Broken(), News()
    one, other = connect(broken), connect(sound)
    assert one.reads() == b""
    assert broken.closed.is_set()
    publish(thread, 1, sound)
    assert other.reads() == sound.issue(1)
    assert "a stream ended: RuntimeError at " in caplog.text
    assert "SECRET" not in caplog.text


def test_closing_sends_what_there_still_is_and_closes_all() -> None:
    thread, feeds = StreamThread(), [News(), News(LARGE)]
    thread.start()
    ends = [socket.socketpair() for _ in feeds]
    for feed, (here, _) in zip(feeds, ends, strict=True):
        thread.hand_on(Connection(here, feed))
    for feed in feeds:
        feed.newest, feed.over = 1, True
    thread.close()
    first, _ = (Client(there) for _, there in ends)
    assert first.reads() == feeds[0].issue(1)
    assert all(feed.closed.is_set() for feed in feeds), "also who takes nothing"
    late, (here, there) = News(), socket.socketpair()
    thread.hand_on(Connection(here, late))
    assert late.closed.is_set()
    thread.wake()
    for wire in (there, *(wire for _, wire in ends)):
        wire.close()


def test_over_tls_too_a_slow_client_waits_for_itself_alone(thread: StreamThread, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path / "tls", ["localhost"])
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    feeds, clients = [News(LARGE), News()], []
    for feed in feeds:
        here, there = socket.socketpair()
        wrapped: list[ssl.SSLSocket] = []
        shaking = Thread(
            target=lambda there=there, wrapped=wrapped: wrapped.append(
                trusting.wrap_socket(there, server_hostname="localhost")
            )
        )
        shaking.start()
        thread.hand_on(Connection(serving.wrap_socket(here, server_side=True), feed))
        shaking.join(PATIENT)
        clients.append(Client(wrapped[0]))
    slow, quick = feeds
    for number in (1, 2, 3):
        publish(thread, number, *feeds)
        assert clients[1].reads() == quick.issue(number)
        wait_until(lambda: slow.given)  # either of the two may be asked first
    assert slow.given == [1]
    assert clients[0].reads() == slow.issue(1)
    assert clients[0].reads() == slow.issue(3)
    for client in clients:
        client.wire.close()
