"""Run a trial in a child process, so that a hang or exhausted memory ends the child and not the table."""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NoReturn

from companion.core.errors import Refused
from companion.core.wording import N_, say

MEMORY = 64 * 1024 * 1024
"""Bytes that a trial may use in addition to the memory of the table's process."""
PROCESSOR = 5
"""Seconds of processor time that a trial may take."""
PATIENCE = 20.0
"""Seconds of real time that a trial may take, enough for a busy machine."""
OWN_SIZE = Path("/proc/self/statm")
"""A file whose first number is the size of the reading process in pages."""

_ONE_AT_A_TIME = Lock()


def ends_well(trial: Callable[[], object]) -> bool:
    """Whether ``trial`` returns without an error, within the limits of memory and time. It can read everything and
    changes nothing, because it runs in a fork of this process. The calling thread waits for it. Raises ``Refused``
    while another one runs, or where no process can be started.
    """
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise _not_now()
    try:
        reading, writing = os.pipe()
        try:
            child = os.fork()
        except OSError as error:
            os.close(writing)
            raise _not_now() from error
        else:
            if not child:
                _run(trial, writing)
            os.close(writing)
            return _ended_well(child, reading)
        finally:
            os.close(reading)
    finally:
        _ONE_AT_A_TIME.release()


def _ended_well(child: int, reading: int) -> bool:
    """Wait for the end of the child, which closes the other side of the pipe ``reading``; kill it after
    ``PATIENCE``.
    """
    waiting = select.poll()
    waiting.register(reading, select.POLLIN)
    if not waiting.poll(PATIENCE * 1000):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return status == 0


def _run(trial: Callable[[], object], writing: int) -> NoReturn:
    """The code of the child: it closes signal handlers, sockets and files of the table, and never returns into the
    table's code.
    """
    code = 1
    try:
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, signal.SIG_DFL)
        os.closerange(3, writing)
        os.closerange(writing + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        gc.freeze()  # objects of the table must not be finalised here
        _limit()
        trial()
        code = 0
    finally:
        os._exit(code)


def _limit() -> None:
    _lower(resource.RLIMIT_CORE, 0)  # a core dump would hold secrets
    _lower(resource.RLIMIT_CPU, PROCESSOR)
    if OWN_SIZE.exists():
        size = int(OWN_SIZE.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        _lower(resource.RLIMIT_AS, size + MEMORY)


def _lower(limit: int, value: int) -> None:
    """Set a limit of this process, unless it is lower already."""
    _, hard = resource.getrlimit(limit)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(limit, (value, value))


def _not_now() -> Refused:
    return Refused(
        "trial",
        say(
            "The table cannot check these sheets right now. Try again in a moment.",
            short=N_("Try again in a moment"),
        ),
    )
