"""The companion as a process that obeys signals, whatever the tests themselves were started to ignore."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

_PROGRAM = """
import signal
for each in (signal.SIGHUP, signal.SIGTERM):
    signal.signal(each, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.cli import main
main()
"""
COMPANION = (sys.executable, "-u", "-c", _PROGRAM)
"""What to start; words of the command line follow. ``nohup`` and a shell's ``&`` have some signals ignored, and
processes inherit that.
"""


@contextmanager
def open_table(program: Sequence[str | Path], folder: Path, **environment: str) -> Iterator[str]:
    """The address of a table that ``program`` runs, in ``folder`` and with its plays there. It has to end well."""
    port = free_port()
    running = subprocess.Popen(
        [*program, "run", "--data", folder / "data", "--port", str(port)],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        assert any(line.startswith("Ctrl-C") for line in running.stdout), "it ended before it was ready"
        yield f"http://127.0.0.1:{port}"
    finally:
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=20)
    assert running.returncode == 0


def page(address: str, language: str = "en") -> str:
    """What a browser of that language gets there."""
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=20) as answered:
        return str(answered.read().decode())
