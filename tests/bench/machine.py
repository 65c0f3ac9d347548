"""The machine and the disk that figures are of: without them they say nothing."""

from __future__ import annotations

import os
import platform
import time
from pathlib import Path
from statistics import median
from typing import Any

SYNCS = 100
"""Writes synced to disk to learn what one takes."""


def machine() -> dict[str, Any]:
    """Processor, cores, memory, Python, kernel, and how busy it is."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "python": platform.python_version(),
        "kernel": platform.release(),
        "load": [round(load, 2) for load in os.getloadavg()],
    }


def disk(folder: Path) -> dict[str, Any]:
    """Where ``folder`` lies, on which file system, and milliseconds for a page of 4 kB to be safe on it."""
    mount, kind = _mount(folder)
    return {"mount": mount, "file_system": kind, "fsync_p50_ms": round(_sync(folder), 3)}


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.machine()


def _mount(folder: Path) -> tuple[str, str]:
    """The mount that holds ``folder``: the longest of those above it."""
    rows = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    above = [row for row in rows if folder.resolve().is_relative_to(row[1])]
    device, point, kind = max(above, key=lambda row: len(row[1]))[:3]
    return f"{device} at {point}", kind


def _sync(folder: Path) -> float:
    path = folder / "sync"
    took = []
    with path.open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            begun = time.perf_counter_ns()
            os.fsync(file.fileno())
            took.append(time.perf_counter_ns() - begun)
    path.unlink()
    return median(took) / 1e6
