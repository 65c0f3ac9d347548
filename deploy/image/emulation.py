"""Lets this machine run programs of the image's processor, by qemu's user emulation and the kernel's binfmt_misc."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HANDLERS = Path("/proc/sys/fs/binfmt_misc")
RULE = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
MACHINE = "aarch64"
NAME = "qemu-aarch64"
OUR_NAME = "table-companion-aarch64"


def is_native() -> bool:
    """Whether this machine has the image's processor itself."""
    return platform.machine() == MACHINE


def is_registered(handlers: Path = HANDLERS) -> bool:
    """Whether the kernel hands such programs to an emulator already, also inside another root (flag F)."""
    for handler in handlers.glob("*aarch64*"):
        lines = handler.read_text().splitlines()
        flags = next((line.removeprefix("flags:") for line in lines if line.startswith("flags:")), "")
        if lines[:1] == ["enabled"] and "F" in flags:
            return True
    return False


def missing(handlers: Path = HANDLERS, rule: Path = RULE) -> str | None:
    """What would have to be done before such programs can run here; None when nothing."""
    if is_native() or is_registered(handlers):
        return None
    if not rule.exists():
        return "programs of the image's processor cannot run here: sudo apt install qemu-user-static"
    if not (handlers / "register").exists():
        return f"the kernel's binfmt_misc is not mounted: sudo mount -t binfmt_misc binfmt_misc {handlers}"
    return None


@contextmanager
def running(handlers: Path = HANDLERS, rule: Path = RULE) -> Iterator[None]:
    """Inside, such programs run. Where the system has not told the kernel so, it is told for the time being."""
    if is_native() or is_registered(handlers):
        yield
        return
    line = next(line for line in rule.read_text().splitlines() if line.startswith(":"))
    (handlers / "register").write_text(line.replace(f":{NAME}:", f":{OUR_NAME}:", 1))
    try:
        yield
    finally:
        (handlers / OUR_NAME).write_text("-1")
