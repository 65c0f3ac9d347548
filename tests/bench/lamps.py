"""Dimmed lamps by `gpiod`, measured: ``python -m tests.bench.lamps`` tells what it found as a line of JSON.

The thread switches lines of a fake chip in Python instead of those of a kernel, whose own time is not in these figures.
Its clock goes as fast as it wakes, so that every beat is whole, on a busy machine too.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import RGBLED

from hardware.colours import LAMPS
from hardware.pi.dimmer import BEAT
from hardware.pi.gpiod_pins import GpiodFactory
from tests.bench.phones import tell
from tests.hardware.fake_lines import FakeLines

COUNTS = (1, 3, 8)
FIRST_PIN = 2
"""Three pins a lamp from here on: eight lamps end with pin 25."""
SHORTEST = 0.0001
"""Seconds that the thread sleeps instead of longer ones: enough to wake anew."""


class FastClock:
    """Time that is over as soon as the sleeper wakes. `over` is set after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.now = 0.0
        self.wakes = 0
        self.used = 0.0
        self.over = Event()
        self._seconds = seconds

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.wakes += 1
        if self.now >= self._seconds and not self.over.is_set():
            self.used = time.thread_time()
            self.over.set()
        time.sleep(min(seconds, SHORTEST))


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beats", type=int, default=500, help="of the lamps, for each number of them")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        lines = FakeLines(Path(folder))
        lines.take(patched)
        tell({"lamps": [_measured(lines, count, wanted.beats, patched) for count in COUNTS]})


def _measured(lines: FakeLines, count: int, beats: int, patched: pytest.MonkeyPatch) -> dict[str, Any]:
    """So many coloured lamps, each in the colour of its seat."""
    clock = FastClock(beats * BEAT)
    fast = SimpleNamespace(monotonic=clock.monotonic, sleep=clock.sleep, thread_time=time.thread_time)
    patched.setattr("hardware.pi.dimmer.time", fast)
    switched: list[int] = []
    factory = GpiodFactory()
    lamps = []
    for seat in range(1, count + 1):
        first = FIRST_PIN + 3 * (seat - 1)
        lamps.append(RGBLED(first, first + 1, first + 2, pin_factory=factory))
        lamps[-1].color = LAMPS[seat]
    lines.changed = lambda number, _: switched.append(number)
    clock.over.wait()
    lines.changed = lambda *_: None
    wakes, total = clock.wakes, clock.now
    factory.close()
    return {
        "lamps": count,
        "wakes": round(wakes / total),
        "switched": round(len(switched) / total),
        "percent": round(100 * clock.used / total, 2),
    }


if __name__ == "__main__":
    main()
