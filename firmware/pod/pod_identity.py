"""Identity of a pod: number of its chip, name, and reason of the start."""

import sys

import machine

from pod.messages import HAS_BUZZER, HAS_DISPLAY, HAS_LAMP
from pod.version import FIRMWARE

NAME_FILE = "name.txt"
_LONGEST = 16
_BOARDS = (("RP2040", 1), ("RP2350", 2))
_ANOTHER = 3
_POWER, _WATCHDOG, _DEMAND = 1, 2, 3


class Identity:
    """The pod's fields of a hello."""

    def __init__(self, pins):
        self.pod = (machine.unique_id() + bytes(8))[:8]
        self.board = _board()
        self.firmware = FIRMWARE
        self.parts = (
            (HAS_DISPLAY if pins.DISPLAY else 0) | (HAS_LAMP if pins.LIGHT else 0) | (HAS_BUZZER if pins.BUZZER else 0)
        )
        self.reset = _reset()
        self.name = _name()


def _board():
    on = getattr(sys.implementation, "_machine", "")
    return next((number for chip, number in _BOARDS if chip in on), _ANOTHER)


def _reset():
    cause = machine.reset_cause()
    if cause == machine.PWRON_RESET:
        return _POWER
    return _WATCHDOG if cause == machine.WDT_RESET else _DEMAND


def _name():
    """Name from the file of the owners, UTF-8; cut between two characters if it is too long."""
    try:
        with open(NAME_FILE) as file:
            name = file.read().strip()
    except OSError:
        return b""
    while len(name.encode()) > _LONGEST:
        name = name[:-1]
    return name.encode()
