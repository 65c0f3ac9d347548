"""What there is to see of everything that is wired to the table."""

from __future__ import annotations

from companion.service.asking.requests import Look
from companion.service.panel.test_views import HardwareView
from hardware.ports import Wire


class SeeHardware(Look[HardwareView], frozen=True):
    """Everything wired to the table, and how it does."""

    may_ask = "host"


class SeeWires(Look[tuple[Wire, ...]], frozen=True):
    """What is connected, and what is wrong with it."""

    may_ask = "host"
