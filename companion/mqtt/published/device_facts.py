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
    return DeviceFacts(_model(board), version("table-companion"), address, frozenset(used_seats))


def _model(board: Path) -> str:
    try:
        named = board.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        named = ""
    return named or platform.machine() or "Linux"
