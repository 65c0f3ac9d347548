"""Classify library exceptions into the faults a person can act on.

Libraries raise OSErrors or errors of their own with an OSError as context; its number tells what is wrong.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from hardware.errors import HardwareError
from hardware.ports import Fault, Trouble

_BY_NUMBER: dict[int, Trouble] = {
    errno.ENOENT: "missing",
    errno.ENODEV: "missing",
    errno.EPERM: "forbidden",
    errno.EACCES: "forbidden",
    errno.EBUSY: "busy",
    errno.EIO: "silent",
    errno.ENXIO: "silent",
    errno.EREMOTEIO: "silent",
    errno.ETIMEDOUT: "silent",
}


class Faulty(HardwareError):
    """A device cannot be opened or used at present."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def fault_of(error: BaseException, node: str) -> Fault:
    """Fault behind an error of a device on `node`."""
    if isinstance(error, Faulty):
        return error.fault
    if isinstance(error, ImportError):
        return Fault("library", error.name or "")
    for behind in _behind(error):
        if isinstance(behind, OSError) and behind.errno in _BY_NUMBER:
            return Fault(_BY_NUMBER[behind.errno], node)
    return Fault("broken", str(error) or type(error).__name__)


def chip_fault(error: BaseException, node: str) -> Fault:
    """Fault behind an error of the GPIO chip; lgpio gives a message only, gpiod an OSError."""
    words = str(error).lower()
    if "busy" in words or "in use" in words:
        return Fault("busy", node)
    kind = type(error).__name__
    if kind == "PinUnknownPi":
        return Fault("board")
    if kind == "BadPinFactory":  # an ImportError without a module
        return Fault("broken", f"GPIOZERO_PIN_FACTORY: {error}")
    if "can not open gpiochip" in words:
        return Fault(_why_closed(node), node)
    return fault_of(error, node)


def _why_closed(node: str) -> Trouble:
    if not Path(node).exists():
        return "missing"
    return "busy" if os.access(node, os.R_OK | os.W_OK) else "forbidden"


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
