"""Traces of `firmware/vectors.json` at the pins of a Pi, on both libraries: what the keyboard makes of them. The pods'
firmware is tested with the same in `tests/firmware/bench/test_firmware_vectors.py`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol, cast

import pytest

from hardware.debounce import Debouncer, Press, Release
from hardware.pi.keys import PiKeys
from hardware.pi.pins import Pins
from hardware.ports import Edge, Event, Turn
from hardware.profile import EncoderPins
from tests.hardware.fake_lines import FakeLines
from tests.hardware.headers import HEADERS, TimedFactory
from tests.hardware.line_checks import until

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[2] / "firmware" / "vectors.json").read_text("utf-8"))
KEY, A, B = 17, 5, 6


class TimedHeader(Protocol):
    """Pins whose contacts move at the times of a trace."""

    def rest(self, closed: set[int]) -> None:
        """These contacts are closed before anything is opened."""

    def move(self, pin: int, closed: bool, microseconds: int) -> None: ...

    def milliseconds(self, at: float) -> int:
        """The time of an event in the trace."""


class TimedMock:
    """gpiozero's mock pins, by their own clock."""

    def __init__(self, mock: TimedFactory) -> None:
        self._mock = mock
        self._now = 5000.0
        mock.clock = lambda: self._now

    def rest(self, closed: set[int]) -> None:
        self._mock.held = closed

    def move(self, pin: int, closed: bool, microseconds: int) -> None:
        self._now = 5000 + microseconds / 1e6
        (self._mock.pin(pin).drive_low if closed else self._mock.pin(pin).drive_high)()

    def milliseconds(self, at: float) -> int:
        return round((at - 5000) * 1000)


class TimedLines:
    """Lines of a fake chip: the kernel stamps edges, and they are told later. The trace begins at once."""

    def __init__(self, lines: FakeLines) -> None:
        self._lines = lines
        self._begun = 0

    def rest(self, closed: set[int]) -> None:
        for pin in closed:
            self._lines.drive(pin, False)

    def move(self, pin: int, closed: bool, microseconds: int) -> None:
        self._begun = self._begun or time.monotonic_ns()
        self._lines.drive(pin, not closed, self._begun + microseconds * 1000)

    def milliseconds(self, at: float) -> int:
        return round((at - self._begun / 1e9) * 1000)


@pytest.fixture(params=HEADERS)
def timed(request: pytest.FixtureRequest) -> TimedHeader:
    if request.param == "mock":
        return TimedMock(request.getfixturevalue("mock"))
    return TimedLines(request.getfixturevalue("lines"))


@pytest.fixture
def heard() -> list[Event]:
    return []


Open = Callable[[EncoderPins | None], AbstractContextManager[object]]
"""Returns what keeps edges from being read, so that those of two lines are there before they are put in order."""


@pytest.fixture
def open_keys(timed: TimedHeader, heard: list[Event], tmp_path: Path) -> Iterator[Open]:
    """Open a key at its pin, and perhaps an encoder."""
    pins = Pins(None, tmp_path)
    made: list[PiKeys] = []

    def open_(encoder: EncoderPins | None) -> AbstractContextManager[object]:
        made.append(PiKeys("seat1.keys", (("ok", KEY),), encoder, pins))
        made[0].start(heard.append)
        for part in made[0].parts:
            part.mend()
            assert part.fault is None
        thread = getattr(pins._factory, "edges", None)
        return nullcontext() if thread is None else cast("AbstractContextManager[object]", thread._lock)

    yield open_
    for keys in made:
        keys.close()
    pins.close()


@pytest.mark.parametrize("vector", VECTORS["keys"], ids=lambda vector: vector["name"])
def test_a_trace_of_a_key(vector: dict[str, Any], timed: TimedHeader, heard: list[Event], open_keys: Open) -> None:
    open_keys(None)
    for microseconds, closed in vector["edges"]:
        timed.move(KEY, closed, microseconds)
    until(lambda: len(heard) == len(vector["edges"]))
    keys = Debouncer()
    edges = [event for event in heard if isinstance(event, Edge)]
    events = [told for edge in edges for told in keys.feed(edge)] + keys.advance(edges[-1].at + 0.02)
    told = [
        ("down" if isinstance(event, Press) else "up", timed.milliseconds(event.at))
        for event in events
        if isinstance(event, Press | Release)
    ]
    assert told == [tuple(event) for event in vector["events"]]


@pytest.mark.parametrize("vector", VECTORS["encoders"], ids=lambda vector: vector["name"])
def test_a_trace_of_an_encoder(vector: dict[str, Any], timed: TimedHeader, heard: list[Event], open_keys: Open) -> None:
    ends = {"a": A, "b": B}
    timed.rest({pin for pin, closed in zip((A, B), vector["start"], strict=True) if closed})
    with open_keys(EncoderPins(A, B, None, vector["half"], vector["rest"])):
        for number, (end, closed) in enumerate(vector["moves"]):
            timed.move(ends[end], closed, 1000 * number)
        timed.move(KEY, True, 1000 * len(vector["moves"]))
    until(lambda: any(isinstance(event, Edge) for event in heard))
    assert [event.steps for event in heard if isinstance(event, Turn)] == vector["clicks"]
