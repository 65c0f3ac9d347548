"""A table that hangs gives no sign of life, and one that lost a part of itself does not go on."""

from __future__ import annotations

import logging
import re
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.service.loop import Loop
from companion.serving.stream_thread import StreamThread
from companion.supervision.heartbeat import VITAL, Heartbeat
from tests.service.given_work import GivenWork


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = GivenWork().loop()
    loop.start()
    yield loop
    loop.close()


@pytest.fixture(autouse=True)
def told() -> Iterator[list[int]]:
    """The signals this process got meanwhile; errors in threads are as they were afterwards."""
    signals: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    hook = threading.excepthook
    yield signals
    threading.excepthook = hook
    signal.signal(signal.SIGTERM, before)


def test_the_deciding_thread_itself_gives_the_sign(loop: Loop) -> None:
    by: list[str] = []
    heartbeat = Heartbeat(lambda: by.append(threading.current_thread().name))
    heartbeat.watch({"decides": loop.post})
    for _ in range(3):
        heartbeat.beat()
        loop.ask(lambda: None)
    assert by == ["decides"] * 3


def test_a_loop_that_hangs_gives_none_and_its_inbox_does_not_fill(loop: Loop) -> None:
    signs: list[int] = []
    sent: list[Callable[[], object]] = []

    def post(decide: Callable[[], object]) -> None:
        sent.append(decide)
        loop.post(decide)

    free = Event()
    loop.post(free.wait)
    heartbeat = Heartbeat(lambda: signs.append(1))
    heartbeat.watch({"decides": post})
    for _ in range(5):
        heartbeat.beat()
    assert (signs, len(sent)) == ([], 1)
    free.set()
    loop.ask(lambda: None)
    assert signs == [1]
    heartbeat.beat()
    assert len(sent) == 2


def test_a_vital_thread_that_ends_is_named(loop: Loop) -> None:
    leave = Event()
    threads = [Thread(target=leave.wait, name=name, daemon=True) for name in ("draws i2c-1", "CP Server Thread-1")]
    for thread in threads:
        thread.start()
    heartbeat = Heartbeat(lambda: None)
    heartbeat.watch({"decides": loop.post})
    assert heartbeat.ended_thread == ""
    leave.set()
    for thread in threads:
        thread.join()
    assert heartbeat.ended_thread == "draws i2c-1"


def test_a_vital_thread_that_starts_later_is_watched_too(loop: Loop) -> None:
    heartbeat = Heartbeat(lambda: None)
    heartbeat.watch({"decides": loop.post})
    leave = Event()
    thread = Thread(target=leave.wait, name="edges", daemon=True)
    thread.start()
    heartbeat.beat()
    assert heartbeat.ended_thread == ""
    leave.set()
    thread.join()
    assert heartbeat.ended_thread == "edges"


def test_ends_are_expected_while_the_table_is_closed(loop: Loop, told: list[int]) -> None:
    heartbeat = Heartbeat(lambda: None)
    leave = Event()

    def breaks() -> None:
        leave.wait()
        raise ValueError

    threads = [Thread(target=leave.wait, name="keeps", daemon=True), Thread(target=breaks, name="network", daemon=True)]
    for thread in threads:
        thread.start()
    heartbeat.watch({"decides": loop.post})
    heartbeat.expect_ends()
    leave.set()
    for thread in threads:
        thread.join()
    assert (heartbeat.ended_thread, told) == ("", [])


def test_streams_that_hang_are_told_from_a_loop_that_goes_on(loop: Loop) -> None:
    signs: list[int] = []
    free = Event()
    streams = StreamThread()
    streams.start()
    heartbeat = Heartbeat(lambda: signs.append(1))
    heartbeat.watch({"decides": loop.post, "streams": streams.post})
    streams.post(free.wait)
    heartbeat.beat()
    loop.ask(lambda: None)
    heartbeat.beat()
    assert signs == []
    assert heartbeat.hangs(0.0)[-1].module == "threading"
    assert any(place.module == "companion.serving.stream_thread" for place in heartbeat.hangs(0.0))
    free.set()
    streams.close()
    assert signs == [1]
    assert heartbeat.hangs(0.0) == ()


def test_where_a_loop_hangs_is_found_once_it_has_hung_long_enough(loop: Loop) -> None:
    free = Event()

    def hangs() -> None:
        free.wait()

    heartbeat = Heartbeat(lambda: None)
    heartbeat.watch({"decides": loop.post})
    assert heartbeat.hangs(0.0) == ()
    loop.post(hangs)
    heartbeat.beat()
    assert heartbeat.hangs(60.0) == ()
    while not any(place.module == __name__ for place in heartbeat.hangs(0.0)):
        pass
    modules = [place.module for place in heartbeat.hangs(0.0)]
    assert modules[0] == "threading"
    assert modules.index(__name__) < modules.index("companion.service.loop")
    free.set()
    loop.ask(lambda: None)
    assert heartbeat.hangs(0.0) == ()


@pytest.mark.parametrize(
    ("name", "ended_thread"), [("draws pod-3", True), ("pod at /dev/ttyACM0", False), ("Thread-7 (process)", False)]
)
def test_an_error_that_ends_a_thread_is_told_without_its_words(
    loop: Loop, told: list[int], caplog: pytest.LogCaptureFixture, name: str, ended_thread: bool
) -> None:
    def breaks() -> None:
        raise ValueError("the hidden hand: 3 amphoras")

    heartbeat = Heartbeat(lambda: None)
    heartbeat.watch({"decides": loop.post})
    with caplog.at_level(logging.CRITICAL):
        thread = Thread(target=breaks, name=name)
        thread.start()
        thread.join()
    assert (heartbeat.ended_thread, told) == ((name, [signal.SIGTERM]) if ended_thread else ("", []))
    assert "ValueError at" in caplog.text
    assert "amphora" not in caplog.text


SPARED = {
    "console": "who looks at the screen of the machine reads what was last written; the table plays on",
    "espeak": "without a voice the table plays on",
    "publishes": "what the room is told waits, the table does not",
    "reports": "what the club is told waits, the table does not",
    "rates": "a club's, which no table has",
    "follows": "as above",
    "watches": "as above",
    "pod at ": "its owner begins it again, and the table plays on without that pod meanwhile",
    "driver evdev": "opened again by itself; the other keys of the table go on",
    "driver mqtt": "as above",
    "driver pn532 ": "as above, and every card can be tapped on a phone",
    "dims": "a lamp that is not dimmed shines all the same, and is set anew with the next turn",
}


def test_every_thread_of_the_product_is_watched_and_told_in_the_architecture() -> None:
    root = Path(__file__).parents[2]
    files = [path for top in ("companion", "hardware", "web") for path in (root / top).rglob("*.py")]
    sources = [path.read_text(encoding="utf-8") for path in files]
    begun = r'(?:name=f?"([^"{]+)[^"]*", daemon=True|RestartedThread\(f?"([^"{]+))'
    named = {plain or restarted for text in sources for plain, restarted in re.findall(begun, text)}
    assert {vital for vital in VITAL for name in named if name.startswith(vital)} == {*VITAL}
    assert {name for name in named if not name.startswith(VITAL)} == SPARED.keys()
    told = (root / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Threads")[2]
    assert [name for name in (*VITAL, *SPARED) if f"`{name.strip()}" not in told] == []
