"""What `companion bench-kit` reports: the machine, its parts and their results; nothing about people or networks."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct, json

from companion.mqtt.published.device_facts import MODEL, board_name

SYSTEM, MEMORY = Path("/etc/os-release"), Path("/proc/meminfo")


class MachineFacts(Struct, frozen=True):
    """The kind of machine. ``memory`` is in megabytes."""

    model: str
    system: str
    kernel: str
    architecture: str
    python: str
    memory: int


class PaintTimes(Struct, frozen=True):
    """How long pictures took, in milliseconds."""

    pictures: int
    usual: float
    longest: float

    @staticmethod
    def of(seconds: Sequence[float]) -> PaintTimes:
        """The times of pictures from the seconds that each took."""
        return PaintTimes(len(seconds), round(median(seconds) * 1000, 1), round(max(seconds) * 1000, 1))


class PartReport(Struct, frozen=True, omit_defaults=True):
    """A part of a place: how it is connected (``by``: pins, i2c, spi, pod or the name of a driver), its ``fault`` if it
    has one, the presses and edges of each of its lines, how fast it paints, and what the owner answered about it (None
    if not asked).
    """

    device: str
    by: str
    fault: str = ""
    heard: dict[str, int] = {}
    edges: dict[str, int] = {}
    size: tuple[int, int] | None = None
    paints: PaintTimes | None = None
    fine: bool | None = None


class PhonesReport(Struct, frozen=True):
    """Whether both phones followed the table, and the memory of the table's process in megabytes before and after."""

    followed: bool
    before: float
    after: float


class BenchReport(Struct, frozen=True):
    """The whole report. ``report`` is the version of its format."""

    machine: MachineFacts
    companion: str
    pins_by: str
    parts: tuple[PartReport, ...]
    phones: PhonesReport | None = None
    report: int = 1

    def text(self) -> bytes:
        """The content of the report's file."""
        return json.format(json.encode(self), indent=2) + b"\n"

    def row(self) -> str:
        """A row for the documented table of tried machines."""
        tried = sorted({f"{part.device.partition('.')[2]} ({part.by})" for part in self.parts if _worked(part)})
        phones = "two phones" if self.phones is not None and self.phones.followed else "no phones"
        memory = f"{self.phones.after:.0f} MB" if self.phones is not None else "not measured"
        paints = [part.paints.usual for part in self.parts if part.paints is not None]
        paint = f"{max(paints):.0f} ms" if paints else "none"
        cells = (self.machine.model, self.machine.system, ", ".join((*tried, phones)), paint, memory)
        return f"| {' | '.join(cells)} |"


def _worked(part: PartReport) -> bool:
    return not part.fault and (part.fine is True or (bool(part.heard) and all(part.heard.values())))


def machine_facts(model: Path = MODEL, system: Path = SYSTEM, memory: Path = MEMORY) -> MachineFacts:
    """The facts about this machine; they contain neither its name nor a serial number."""
    names = dict(line.split("=", 1) for line in _read(system).splitlines() if "=" in line)
    kilobytes = next((line.split()[1] for line in _read(memory).splitlines() if line.startswith("MemTotal")), "0")
    return MachineFacts(
        model=board_name(model) or "unknown",
        system=names.get("PRETTY_NAME", "unknown").strip('"'),
        kernel=platform.release(),
        architecture=platform.machine(),
        python=platform.python_version(),
        memory=int(kilobytes) // 1024,
    )


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
