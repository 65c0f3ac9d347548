"""The voice of the table: espeak-ng, in a process of its own for every sentence, through the sound of this machine."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from signal import SIGKILL
from threading import Condition, Thread

from hardware.ports import Fault

COMMAND = "espeak-ng"
PATIENCE = 60.0
"""Seconds after which whoever still speaks is stopped: the sound device hangs."""
FAILED = "error:"
"""How the line begins that espeak-ng writes where it cannot sound; it ends as if it could."""


class Espeak:
    """See ``Voice``. The thread begins with the first words."""

    def __init__(self) -> None:
        self._condition = Condition()
        self._waiting: tuple[str, str] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._closed = False
        self._fault: Fault | None = None
        self._changed: Callable[[], None] = lambda: None
        self._thread: Thread | None = None

    @property
    def fault(self) -> Fault | None:
        return self._fault

    def start(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def say(self, words: str, language: str) -> None:
        with self._condition:
            if self._closed:
                return
            self._waiting = words, language
            if self._thread is None:
                self._thread = Thread(target=self._speak_all, name="espeak", daemon=True)
                self._thread.start()
            self._condition.notify()

    def hush(self) -> None:
        with self._condition:
            self._waiting = None
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        with self._condition:
            self._closed = True
            self._condition.notify()
        self.hush()
        if self._thread is not None:
            self._thread.join()

    def _speak_all(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._closed or self._waiting is not None)
                if self._closed or self._waiting is None:
                    return
                (words, language), self._waiting = self._waiting, None
                fault = self._begin(language)
                process = self._process
            if process is not None:
                fault = self._finish(process, words)
            if fault != self._fault:
                self._fault = fault
                self._changed()

    def _begin(self, language: str) -> Fault | None:
        """Start the process; under the lock, so that ``hush`` finds it."""
        try:
            # The words come by standard input: nothing in them can be taken for an option. -b 1: they are UTF-8.
            self._process = subprocess.Popen(  # noqa: S603  (no part of it is typed by anybody)
                [COMMAND, "-v", language, "-b", "1", "--stdin"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except FileNotFoundError:
            return Fault("missing", COMMAND)
        except OSError as error:
            return Fault("broken", error.strerror or str(error))
        return None

    def _finish(self, process: subprocess.Popen[str], words: str) -> Fault | None:
        """Let it speak to the end; what was wrong. Being hushed is no error."""
        try:
            _, complaints = process.communicate(words, PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Fault("silent")
        finally:
            with self._condition:
                self._process = None
        if process.returncode == -SIGKILL:
            return self._fault
        lines = [line for line in complaints.splitlines() if line.strip()]
        if process.returncode:
            return Fault("broken", lines[-1] if lines else f"{COMMAND}: {process.returncode}")
        return Fault("silent") if any(line.startswith(FAILED) for line in lines) else None
