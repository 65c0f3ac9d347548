"""Every case and every piece that is printed for it, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hardware.case.geometry.case_layout import CaseLayout, panel_layout, pod_layout
from hardware.case.geometry.lid_openings import LidOpenings, lid_openings
from hardware.case.geometry.pi_layout import pi_layout
from hardware.case.geometry.relief import SEATS
from hardware.case.part_sizes import PartSizes
from hardware.case.scad_text import base_text, cap_text, coupon_text, lid_text
from hardware.checking import did_you_mean
from hardware.errors import HardwareError
from hardware.perfboard.plan_files import read_plan

PODS = {"pod-pico": "Seat pod, Pico", "pod-pico-w": "Seat pod, Pico W", "pod-rp2040-zero": "Seat pod, RP2040-Zero"}
PANELS = {
    "panel-pi-panel": "Panel, display 0.96 inch",
    "panel-pi-5": "Panel, display 1.3 inch on SPI and buzzer",
    "panel-pi-zero-2w": "Panel, display 0.96 inch and buzzer",
}
PI_CASES = {
    "pi-3": ("Raspberry Pi 3 with panel", "pi_3", "panel-pi-panel"),
    "pi-4": ("Raspberry Pi 4 with panel", "pi_4", "panel-pi-panel"),
    "pi-5": ("Raspberry Pi 5 with panel", "pi_5", "panel-pi-5"),
    "pi-zero-2w": ("Raspberry Pi Zero 2 W with panel", "pi_zero_2w", "panel-pi-zero-2w"),
}
"""Title, the Pi in `parts.toml`, and the plan of the panel before it."""
CAP, COUPON = "key-cap", "coupon"


class UnknownPieceError(HardwareError, ValueError):
    """No variant or piece of that name."""


@dataclass(frozen=True)
class Variant:
    """A case of two halves. ``lids`` are the names of its lids: one, or one a seat."""

    name: str
    title: str
    layout: CaseLayout
    sizes: PartSizes

    @property
    def base(self) -> str:
        """Name of its base."""
        return f"{self.name}-base"

    @property
    def lids(self) -> tuple[str, ...]:
        """Names of its lids."""
        return tuple(f"{self.name}-lid-{seat}" for seat in SEATS) if self.name in PODS else (f"{self.name}-lid",)

    @cached_property
    def openings(self) -> LidOpenings:
        """Of its lids."""
        return lid_openings(self.layout, self.sizes)

    def pieces(self) -> dict[str, str]:
        """OpenSCAD text of each piece by its name."""
        texts = {self.base: base_text(self.layout, self.sizes)}
        for lid in self.lids:
            texts[lid] = lid_text(self.layout, self.openings, self.sizes, self.mark(lid))
        return texts

    def mark(self, lid: str) -> str | None:
        """The file of the seat's shape on a pod's lid; none on the others."""
        return f"seat-{lid[-1]}.svg" if self.name in PODS else None


def variants(sizes: PartSizes) -> Mapping[str, Variant]:
    """Every case by its name."""
    found = {name: Variant(name, title, pod_layout(read_plan(name), sizes), sizes) for name, title in PODS.items()}
    found |= {name: Variant(name, title, panel_layout(read_plan(name), sizes), sizes) for name, title in PANELS.items()}
    for name, (title, pi, plan) in PI_CASES.items():
        found[name] = Variant(name, title, pi_layout(name, sizes[pi], read_plan(plan), sizes), sizes)
    return found


def piece_names(sizes: PartSizes) -> dict[str, tuple[str, ...]]:
    """Pieces by what may be asked for: a variant, or a piece by itself."""
    groups = {name: (variant.base, *variant.lids) for name, variant in variants(sizes).items()}
    single = {piece: (piece,) for pieces in groups.values() for piece in pieces}
    return {COUPON: (COUPON,), CAP: (CAP,), **groups, **single}


def chosen(names: tuple[str, ...], sizes: PartSizes) -> tuple[str, ...]:
    """Pieces of what was asked for, each once; everything for no name. Raises UnknownPieceError."""
    known = piece_names(sizes)
    for name in names:
        if name not in known:
            raise UnknownPieceError(f'no case or piece "{name}" ({did_you_mean(name, tuple(known))})')
    return tuple(dict.fromkeys(piece for name in names or known for piece in known[name]))


def piece_texts(sizes: PartSizes) -> dict[str, str]:
    """OpenSCAD text of every piece by its name."""
    texts = {COUPON: coupon_text(sizes), CAP: cap_text(sizes)}
    for variant in variants(sizes).values():
        texts |= variant.pieces()
    return texts
