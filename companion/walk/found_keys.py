"""Keys that were found to work: from then on OK and BACK answer questions. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.walk.walk_findings import PartFinding, Slot
from hardware.debounce import Debouncer, Press
from hardware.ports import PUSH, Edge, device_name
from hardware.walk.walk_devices import PinEdge

ANSWERS = {"ok": True, PUSH: True, "back": False}
"""Whether a key says yes."""


class FoundKeys:
    """Keys that answer, by their pins."""

    def __init__(self) -> None:
        self._slots: dict[int, Slot] = {}
        self._debouncer = Debouncer()

    def know(self, findings: Iterable[PartFinding]) -> None:
        """Take over what was found so far; what is faulty does not answer."""
        good = [finding for finding in findings if finding.verdict in ("right", "corrected")]
        pins = {pin: slot for finding in good for slot, pin in finding.pins.items()}
        self._slots = {pin: slot for pin, slot in pins.items() if slot[1] in ANSWERS}

    def take(self, edge: PinEdge) -> tuple[bool, tuple[int, bool] | None]:
        """Whether a pin is that of a key that answers; and, when it was pressed, its place and whether it says yes."""
        if edge.pin not in self._slots:
            return False, None
        place, line = self._slots[edge.pin]
        events = self._debouncer.feed(Edge(device_name(place, "keys"), line, edge.closed, edge.at))
        pressed = any(isinstance(event, Press) for event in events)
        return True, (place, ANSWERS[line]) if pressed else None
