"""Eight model pods on pseudo-terminals, in a process of their own: ``python -m tests.bench.pod_cables FOLDER PACE``.

``press SEAT`` over stdin presses and lets go OK there. What happened is a line of JSON each: ``["pressed", seat, ns]``,
and ``["shown", seat, ns]`` when the last byte of a picture has come. ``PACE`` is bytes a second in each direction; 0 is
any.
"""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import time
import tty
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread

from tests.firmware.pod_model import HELLO, PodModel

SEATS = tuple(range(1, 9))
LOOK = 0.05
"""Seconds after which a pod looks round even if nothing comes."""
CHUNK = 64
"""Bytes a paced pod reads at once, as a UART's buffer would hold."""
_telling = Lock()


def tell(what: str, seat: int, at: int) -> None:
    with _telling:
        sys.stdout.write(json.dumps([what, seat, at]) + "\n")
        sys.stdout.flush()


class Cable:
    """One pod at ``folder/pod-SEAT``."""

    def __init__(self, folder: Path, seat: int, pace: float) -> None:
        self._seat = seat
        self._pace = pace
        self._model = PodModel(replace(HELLO, pod=bytes([seat] * 8)), keep=10.0)
        self._model.power_on()
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        (folder / f"pod-{seat}").symlink_to(os.ttyname(slave))
        self._woken, self._wake = os.pipe()
        Thread(target=self._run, name=f"pod {seat}", daemon=True).start()

    def press(self) -> None:
        os.write(self._wake, b"!")

    def _run(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._woken], [], [], LOOK)
            now = time.monotonic()
            if self._woken in ready:
                os.read(self._woken, 1)
                tell("pressed", self._seat, time.monotonic_ns())
                self._model.press("ok", now)
                self._model.release("ok", now)
            if self._master in ready:
                self._hear(os.read(self._master, CHUNK if self._pace else 4096))
            self._model.tick(time.monotonic())
            self._send(self._model.take())

    def _hear(self, data: bytes) -> None:
        if self._pace:
            time.sleep(len(data) / self._pace)
        before = self._model.picture
        self._model.feed(data, time.monotonic())
        if self._model.picture != before:
            tell("shown", self._seat, time.monotonic_ns())

    def _send(self, data: bytes) -> None:
        if data:
            if self._pace:
                time.sleep(len(data) / self._pace)
            os.write(self._master, data)


def main() -> None:
    folder, pace = Path(sys.argv[1]), float(sys.argv[2])
    cables = {seat: Cable(folder, seat, pace) for seat in SEATS}
    tell("ready", 0, time.monotonic_ns())
    for line in sys.stdin:
        cables[int(line.split()[1])].press()


if __name__ == "__main__":
    main()
