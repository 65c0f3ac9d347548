"""A board at the far end of a pseudo-terminal: the product's own link opens the near end with pyserial."""

from __future__ import annotations

import os
import pty
import select
import time
import tty
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from tests.firmware.bench.bench import Board

LOOK = 0.004
"""Seconds between two looks at the line."""
MOST = 25
"""Milliseconds the board's clock goes on at once: no key is dropped because the machine that runs the tests is busy."""
PATIENCE = 20.0


def until(true: Callable[[], object], seconds: float = PATIENCE, why: str = "it never came about") -> None:
    """Wait until something is true; fail when it does not become so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, why
        time.sleep(0.01)


class PtyBoard:
    """A board with a cable that carries power and data. `damage` is what the line does to bytes, in both directions."""

    def __init__(self, path: Path, board: Board) -> None:
        self.path = path
        self.board = board
        self.damage: Callable[[bytes], bytes] = bytes
        self.silent = False
        self.lock = Lock()
        self._ends: tuple[int, int] | None = None
        self._thread: Thread | None = None
        self._next = 0

    def plug(self) -> None:
        """Power and data."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        with self.lock:
            self.board.power()
        self._ends = (master, slave)
        self.path.symlink_to(os.ttyname(slave))
        self._thread = Thread(target=self._run, args=(master,), name="a board", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The device file goes, and the power."""
        self.path.unlink(missing_ok=True)
        ends, self._ends = self._ends, None
        if self._thread is not None:
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive()
        for end in ends or ():
            os.close(end)
        with self.lock:
            self.board.off()

    def restart(self) -> None:
        """Power goes and comes, the line stays."""
        with self.lock:
            self.board.off()
            self.board.power()

    def press(self, name: str) -> None:
        with self.lock:
            self.board.press(name)

    def release(self, name: str) -> None:
        with self.lock:
            self.board.release(name)

    def tap(self, name: str) -> None:
        """A press of 40 ms, with the bounces of a worn contact; no sooner than 100 ms after the last, by its clock."""
        until(lambda: self.board.now >= self._next)
        with self.lock:
            self._next = self.board.now + 100
            self.board.bounce(name, True)
            self.board.bounce(name, False, after=40)

    def turn(self, detents: int) -> None:
        with self.lock:
            self.board.turn(detents)

    @property
    def glass(self) -> bytes:
        """What shines."""
        with self.lock:
            return self.board.glass

    def _run(self, master: int) -> None:
        last = time.monotonic()
        while self._ends is not None:
            ready, _, _ = select.select([master], [], [], LOOK)
            data = self.damage(os.read(master, 4096)) if ready else b""
            now = time.monotonic()
            gone = max(1, min(round((now - last) * 1000), MOST))
            last = now
            with self.lock:
                out = self.board.past(gone, b"" if self.silent else data)
            if out and not self.silent:
                os.write(master, self.damage(out))
