"""Steps of the bench: each a process group of its own, with a limit; what fails or takes too long is ended whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

GRACE = 5.0
"""Seconds that an ended step has for closing what it opened."""


class BenchStep(Struct, frozen=True):
    """``python -m MODULE ARGUMENTS``, and the seconds it may take."""

    name: str
    module: str
    arguments: tuple[str, ...] = ()
    seconds: float = 60.0


def run_steps(steps: Sequence[BenchStep], seconds: float) -> dict[str, Any]:
    """What each step told as a line of JSON, by its name; ``{"failed": why}`` where it did not. All of them together
    take no longer than so many seconds.
    """
    deadline = time.monotonic() + seconds
    found: dict[str, Any] = {}
    for number, step in enumerate(steps, 1):
        begun = time.monotonic()
        found[step.name] = _run(step, deadline - begun)
        outcome = found[step.name].get("failed", "done") if isinstance(found[step.name], dict) else "done"
        _progress(f"{number}/{len(steps)} {step.name}: {outcome}, {time.monotonic() - begun:.0f} s")
    return found


def _progress(words: str) -> None:
    """A line for whoever waits, at a terminal or not."""
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


def _run(step: BenchStep, left: float) -> Any:
    limit = min(step.seconds, left)
    if limit <= 0:
        return {"failed": "left out, the time is up"}
    command = [sys.executable, "-m", step.module, *step.arguments]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        told, _ = running.communicate(timeout=limit)
        if running.returncode:
            return {"failed": f"ended with {running.returncode}"}
        return json.loads(told)
    except subprocess.TimeoutExpired:
        return {"failed": f"given up after {limit:.0f} s"}
    except ValueError:
        return {"failed": "told nothing"}
    finally:
        _end(running)


def _end(running: subprocess.Popen[str]) -> None:
    """End everything that the step has started."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(running.pid, kind)
        with suppress(subprocess.TimeoutExpired):
            running.wait(GRACE)
    if running.stdout is not None:
        running.stdout.close()
