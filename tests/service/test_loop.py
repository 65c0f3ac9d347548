"""One thread decides: order, what breaks, what only time brings, closing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from companion.core.errors import Refused
from companion.core.wording import say
from tests.service.given_work import GivenWork

PATIENT = 60.0


class Heard:
    """A loop and what it called, in order."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.idled = Event()
        self.patience = PATIENT
        work = GivenWork(lambda: self.calls.append("after"), self._idle, lambda: self.patience, self._broke)
        self.loop = work.loop()
        self.loop.start()

    def _idle(self) -> None:
        self.calls.append("idle")
        self.patience = PATIENT
        self.idled.set()

    def _broke(self) -> None:
        self.calls.append("broken")

    def note(self, what: str) -> str:
        self.calls.append(what)
        return what


@pytest.fixture
def heard() -> Iterator[Heard]:
    heard = Heard()
    yield heard
    heard.loop.close()


def test_requests_are_decided_in_order_and_published_before_the_reply(heard: Heard) -> None:
    heard.loop.post(lambda: heard.note("first"))
    heard.loop.post(lambda: heard.note("second"))
    assert heard.loop.ask(lambda: heard.note("third")) == "third"
    assert heard.calls == ["first", "after", "second", "after", "third", "after"]


def test_everything_is_decided_in_one_thread(heard: Heard) -> None:
    threads = {heard.loop.ask(threading.current_thread).name for _ in range(3)}
    assert threads == {"decides"}


def test_a_bug_goes_to_whoever_asked_and_to_the_host(heard: Heard, caplog: pytest.LogCaptureFixture) -> None:
    def breaks() -> None:
        raise KeyError("the hidden card is an owl")

    with pytest.raises(KeyError):
        heard.loop.ask(breaks)
    heard.loop.post(breaks)
    assert heard.loop.ask(lambda: "on it goes") == "on it goes"
    assert heard.calls == ["broken", "after", "broken", "after", "after"]
    assert "a request broke: KeyError at " in caplog.text
    assert "owl" not in caplog.text


def test_a_refusal_is_no_bug(heard: Heard, caplog: pytest.LogCaptureFixture) -> None:
    def refuses() -> None:
        raise Refused("no", say("No."))

    with pytest.raises(Refused):
        heard.loop.ask(refuses)
    assert heard.calls == ["after"]
    assert not caplog.records


def test_a_bug_in_publishing_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    broken: list[str] = []

    def after() -> None:
        raise ValueError("the hidden card is an owl")

    loop = GivenWork(publish=after, note_bug=lambda: broken.append("broken")).loop()
    loop.start()
    assert loop.ask(lambda: 1) == 1
    assert loop.ask(lambda: 2) == 2
    loop.close()
    assert broken == ["broken", "broken"]
    assert "owl" not in caplog.text


def test_what_time_brings_is_not_kept_waiting_by_requests() -> None:
    """A held PEEK is covered in time, however busy the table is."""
    idled = Event()
    patience = [0.0]

    def idle() -> None:
        patience[0] = PATIENT
        idled.set()

    loop = GivenWork(idle=idle, patience=lambda: patience[0]).loop()
    order: list[str] = []
    for n in range(5):
        loop.post(lambda n=n: order.append(f"{n}-{idled.is_set()}"))  # type: ignore[misc]
    loop.start()
    loop.ask(lambda: None)
    loop.close()
    assert order == [f"{n}-True" for n in range(5)]


def test_idle_runs_when_nothing_comes(heard: Heard) -> None:
    heard.patience = 0.001
    heard.loop.post(lambda: None)
    assert heard.idled.wait(10)


def test_closing_decides_what_is_in_the_inbox() -> None:
    heard = Heard()
    heard.loop.post(lambda: heard.note("last"))
    heard.loop.close()
    assert heard.calls == ["last", "after"]


def test_whoever_asks_a_closed_table_is_not_kept_waiting() -> None:
    heard = Heard()
    heard.loop.close()
    with pytest.raises(Refused) as refusal:
        heard.loop.ask(lambda: "never", timeout=30)
    assert refusal.value.code == "closing"
    heard.loop.post(lambda: heard.note("never"))
    assert "never" not in heard.calls


def test_who_asked_while_it_closed_is_let_go() -> None:
    heard = Heard()
    inside, go = Event(), Event()

    def slow() -> None:
        inside.set()
        go.wait(10)

    heard.loop.post(slow)
    assert inside.wait(10)
    closing = Thread(target=heard.loop.close)
    closing.start()
    while not heard.loop._closed:
        pass
    got: list[str] = []

    def asks() -> None:
        try:
            got.append(heard.loop.ask(lambda: "decided", timeout=30))
        except Refused as refusal:
            got.append(refusal.code)

    asking = Thread(target=asks)
    asking.start()
    go.set()
    closing.join(10)
    asking.join(10)
    assert got in (["closing"], ["decided"])
    assert not logging.getLogger("companion.service.loop").disabled
