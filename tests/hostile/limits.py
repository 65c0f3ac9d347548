"""What reading something hostile may cost: a second of a processor, and 20 MB."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

SECONDS = 1.0
MEMORY = 20 * 1024 * 1024


class Hang(BaseException):
    """It took longer; no handler of errors stops it."""


@contextmanager
def limited() -> Iterator[None]:
    """Raises ``Hang`` and ``MemoryError`` where the limits are passed. Main thread only."""
    size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGPROF, _hangs)
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))
        signal.signal(signal.SIGPROF, handler)


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise Hang


def fault(read: Callable[[], object], *expected: type[Exception]) -> str:
    """What is wrong with reading: it hangs, grows, or raises what nobody expects. Empty where nothing is."""
    try:
        with limited():
            read()
    except Hang:
        return f"takes longer than {SECONDS} s"
    except MemoryError:
        return "grows by more than 20 MB"
    except expected as error:
        return "grows by more than 20 MB" if _of_memory(error) else ""
    except Exception as error:
        return f"raises {type(error).__name__}: {str(error)[:200]}"
    return ""


def _of_memory(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False
