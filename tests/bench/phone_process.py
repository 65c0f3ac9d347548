"""The process with the phones, as the process of the table sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from threading import Condition, Thread
from typing import NamedTuple

from msgspec import Struct

PATIENCE = 20.0
"""Seconds after which what was waited for is given up."""


class OpenPage(Struct, frozen=True):
    """A page that is open on a phone or another screen."""

    device: str
    page: str = "seat"
    language: str = "en"


class Arrival(NamedTuple):
    """What a page has: version, when it arrived, and the bytes that have come over its stream so far."""

    version: str = ""
    at: int = 0
    bytes: int = 0


class PhoneProcess:
    """The process with the phones, started at once. ``latest`` is what each page has."""

    def __init__(self, port: int, pages: Sequence[OpenPage]) -> None:
        self.latest = [Arrival()] * len(pages)
        self._told = Condition()
        self._count = self._looked_at = 0
        self._opened = self._gone = False
        command = [sys.executable, "-m", "tests.bench.phones", str(port)]
        command += [f"{page.device}:{page.page}:{page.language}" for page in pages]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert self._process.stdout is not None
        self._lines = self._process.stdout
        self._reading = Thread(target=self._read, name="phones", daemon=True)
        self._reading.start()
        with self._told:
            if not self._told.wait_for(lambda: self._opened or self._gone, 3 * PATIENCE) or self._gone:
                self.kill()
                raise TimeoutError("the phones do not open their pages")

    def _read(self) -> None:
        for line in self._lines:
            told = json.loads(line)
            with self._told:
                if "opened" in told:
                    self._opened = True
                else:
                    self.latest = [Arrival(*arrival) for arrival in told["arrived"]]
                    self._count += 1
                self._told.notify_all()
        with self._told:
            self._gone = True
            self._told.notify_all()

    def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait for news of the phones since the last time. False when there were none for so long."""
        with self._told:
            found = self._told.wait_for(lambda: self._count != self._looked_at or self._gone, seconds)
            if self._gone:
                raise TimeoutError("the phones are gone")
            self._looked_at = self._count
            return found

    def close(self) -> None:
        """Wait until the phones have noticed that the table closed; end them where they do not."""
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def kill(self) -> None:
        """End the phones at once."""
        self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        self._lines.close()
