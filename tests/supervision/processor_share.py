"""A control group whose processes get only a share of one processor, as on a slower machine."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 20_000
"""Microseconds in which the share is given out: short, so that what runs is slow rather than interrupted."""


@contextmanager
def processor_share(share: float) -> Iterator[Path]:
    """The file that a process writes its id to so as to get ``share`` of a processor, such as 0.1, with its children.

    Skips the test where nobody may make such a group. The processes must have ended when the context ends.
    """
    quota = int(PERIOD * share)
    if (GROUPS / "cpu" / "cpu.cfs_quota_us").exists():
        parent, limits = GROUPS / "cpu", {"cpu.cfs_period_us": f"{PERIOD}", "cpu.cfs_quota_us": f"{quota}"}
    else:
        parent, limits = GROUPS, {"cpu.max": f"{quota} {PERIOD}"}
    group = parent / f"companion-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made to slow a process down: {error}")
    try:
        _write_or_skip(group, limits)
        yield group / "cgroup.procs"
    finally:
        _remove(group)


def _write_or_skip(group: Path, limits: dict[str, str]) -> None:
    try:
        for name, value in limits.items():
            (group / name).write_text(value)
    except OSError as error:
        pytest.skip(f"a control group takes no limit of processor time: {error}")


def _remove(group: Path) -> None:
    """The kernel lets go of a group a moment after its last process."""
    for _ in range(100):
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.05)
        else:
            return
    group.rmdir()
