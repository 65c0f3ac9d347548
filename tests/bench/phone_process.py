"""The process with the phones, as the process of the table sees it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from threading import Condition, Thread
from typing import Any, NamedTuple

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
    """See the module. ``latest`` is what each page has; ``first_pages`` the bytes of each page when it was opened, by
    path; ``spent`` the nanoseconds of processor time that listening took in this process.
    """

    def __init__(self, port: int, pages: Sequence[OpenPage]) -> None:
        self.latest = [Arrival()] * len(pages)
        self.first_pages: list[dict[str, int]] = []
        self.spent = 0
        self._told = Condition()
        self._count = self._looked_at = 0
        self._replies: list[dict[str, Any]] = []
        self._gone = False
        command = [sys.executable, "-m", "tests.bench.phones", str(port)]
        command += [f"{page.device}:{page.page}:{page.language}" for page in pages]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._commands, self._lines = self._process.stdin, self._process.stdout
        self._reading = Thread(target=self._read, name="phones", daemon=True)
        self._reading.start()
        with self._told:
            if not self._told.wait_for(lambda: self.first_pages or self._gone, 3 * PATIENCE) or self._gone:
                self.kill()
                raise TimeoutError("the phones do not open their pages")

    def _read(self) -> None:
        for line in self._lines:
            told = json.loads(line)
            with self._told:
                if "first_pages" in told:
                    self.first_pages = told["first_pages"]
                elif "arrived" in told:
                    self.latest = [Arrival(*arrival) for arrival in told["arrived"]]
                    self._count += 1
                else:
                    self._replies.append(told["reply"])
                self.spent = time.thread_time_ns()
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

    def tell(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Have a command carried out by the phones; what they reply. Raises ``TimeoutError``."""
        with self._told:
            self._replies.clear()
        self._commands.write(json.dumps(command) + "\n")
        with self._told:
            if not self._told.wait_for(lambda: self._replies or self._gone, PATIENCE) or not self._replies:
                raise TimeoutError(f"the phones do not reply to {command}")
            return self._replies.pop()

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
        self._commands.close()
        self._lines.close()
