"""Who this pod is: its chip's number, its name, why it started."""

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
    """What a hello says of the pod."""

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
    """What its owners wrote into a file; cut between two letters, where it is too long."""
    try:
        with open(NAME_FILE) as file:
            name = file.read().strip()
    except OSError:
        return b""
    while len(name.encode()) > _LONGEST:
        name = name[:-1]
    return name.encode()
