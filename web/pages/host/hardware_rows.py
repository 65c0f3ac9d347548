"""Rows of the hardware test: what each device is, where it is connected, its fault and its events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.wording import Message, say_n
from companion.service.panel.wiring.hardware_test import HardwareView, WireRow
from companion.service.panel.wiring.wiring_status import called, connected, trouble
from hardware.ports import ENCODER

PARTS = ("display", "light", "buzzer")
"""Lines with a test button on the page."""


@dataclass(frozen=True)
class HardwareRow:
    """One device: label, pins, fault, and events during the test."""

    line: str
    part: str
    label: Message
    where: tuple[Message, ...]
    trouble: Message | None
    heard: Message | None
    down: bool
    on: bool


def hardware_rows(hardware: HardwareView) -> tuple[tuple[int, tuple[HardwareRow, ...]], ...]:
    """Build the rows of every place, the panel first."""
    return tuple((place, tuple(_row(row, hardware.running) for row in rows)) for place, rows in hardware.places)


def _row(row: WireRow, running: bool) -> HardwareRow:
    line = row.wire.line
    part = line if line in PARTS else ""
    return HardwareRow(
        line=line,
        part=part,
        label=called(row.wire),
        where=connected(row.wire),
        trouble=trouble(row.wire),
        heard=_heard(row) if running and not part else None,
        down=row.heard.down,
        on=row.on,
    )


def _heard(row: WireRow) -> Message:
    if row.wire.line == ENCODER:
        if row.heard.detents < 0:
            return say_n("{n} click back", "{n} clicks back", -row.heard.detents)
        return say_n("{n} click clockwise", "{n} clicks clockwise", row.heard.detents)
    return say_n("pressed {n} time", "pressed {n} times", row.heard.presses)
