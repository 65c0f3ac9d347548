"""What a table says of itself as a device: machine, program, the address of its pages, the seats that are used."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

MODEL = Path("/proc/device-tree/model")
"""Where Linux names a board such as a Raspberry Pi."""


class DeviceFacts(Struct, frozen=True):
    """``model`` of the machine, ``version`` of the program, the ``address`` that phones open (empty: not known), and
    the seats at which somebody has sat in a play.
    """

    model: str
    version: str
    address: str = ""
    used_seats: frozenset[int] = frozenset()


def device_facts(address: str, used_seats: Iterable[int], board: Path = MODEL) -> DeviceFacts:
    """The facts of this machine, whose pages are at ``address``."""
    model = board_name(board) or platform.machine() or "Linux"
    return DeviceFacts(model, own_version(), address, frozenset(used_seats))


def board_name(board: Path = MODEL) -> str:
    """What the board of this machine is called; empty on most machines that are no single board."""
    try:
        return board.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return ""


def own_version() -> str:
    """The version of the companion."""
    return version("table-companion")
