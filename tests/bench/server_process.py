"""The server as it is installed: ``companion run`` in a process of its own, measured from outside."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.bench.image_python import image_python
from tests.bench.phones import fetch
from tests.ports import free_port

PROFILE = "simulated"
PATIENCE = 30.0
"""Seconds for starting and for stopping."""
PROCESS_CLOCK = 2
"""The kind of a process's own clock, in the number by which Linux knows it."""


class ServerProcess:
    """A running server. ``port`` is where it listens, ``ready_ms`` the milliseconds from its start to a first page."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, ready_ms: float) -> None:
        self.port = port
        self.ready_ms = ready_ms
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    def cpu(self) -> int:
        """Nanoseconds of processor time of all its threads so far."""
        return processor_time(self.pid)

    def pss(self) -> int:
        """Bytes of memory, with its part of what it shares with other processes."""
        return proportional_memory(self.pid)

    def written(self) -> int:
        """Bytes that it has caused to be written to the disk."""
        lines = Path(f"/proc/{self.pid}/io").read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def processor_time(pid: int) -> int:
    """Nanoseconds of processor time that a process has taken."""
    return time.clock_gettime_ns((~pid << 3) | PROCESS_CLOCK)


def proportional_memory(pid: int) -> int:
    """Bytes of memory of a process, what it shares counted in part."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024


def service_environment() -> dict[str, str]:
    """The environment of the installed service, where compiled modules are kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "MALLOC_ARENA_MAX": "1", "PYTHONUNBUFFERED": "1"}


@contextmanager
def running_server(data: Path) -> Iterator[ServerProcess]:
    """``companion run`` on the image's Python, at the play that the folder holds. Raises ``SystemExit`` if it says an
    error: figures of a table that breaks are of no use.
    """
    port = free_port()
    command = [str(image_python().program.with_name("companion")), "run", "--port", str(port), "--profile", PROFILE]
    with tempfile.TemporaryFile() as said:
        begun = time.monotonic()
        process = subprocess.Popen(
            [*command, "--data", str(data)], env=service_environment(), stdout=subprocess.DEVNULL, stderr=said
        )
        try:
            if _listens(process, port):
                yield ServerProcess(process, port, round((time.monotonic() - begun) * 1000, 1))
            process.terminate()
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait(PATIENCE)
        said.seek(0)
        if complaint := said.read().decode(errors="replace").strip():
            raise SystemExit(f"the server said an error: {complaint}")


def _listens(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until a page is there; whether the server runs then."""
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(ConnectionRefusedError):
            fetch(port, "/")
            return True
        time.sleep(0.01)
    return False
