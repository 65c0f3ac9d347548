"""What the contract tests of a driver are given: parts of a profile, and hands at the devices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from PIL import Image

from hardware.driver_contract import DriverPackage
from hardware.ports import DevicePart


class Bench(Protocol):
    """The devices of a driver, real or on a fake bus or line, and hands at them. They are plugged in at first. What a
    driver has no part for is not called.
    """

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        """The table of this part in a profile, without ``driver``."""

    def press(self, place: int, line: str) -> None:
        """Press a key of a place down."""

    def let_go(self, place: int, line: str) -> None:
        """Let it go."""

    def turn(self, place: int, steps: int) -> None:
        """Turn the knob of a place, clockwise positive."""

    def read(self, place: int, code: str) -> None:
        """Hold a tag to the reader of a place, and take it away."""

    def seen(self, place: int) -> Image.Image:
        """The picture on the display of a place, of one bit."""

    def lit(self, place: int) -> bool:
        """Whether the lamp of a place shines."""

    def sounded(self, place: int) -> int:
        """How often the buzzer of a place has sounded."""

    def unplug(self) -> None:
        """Pull the cable, or switch the radio or the power off."""

    def plug(self) -> None:
        """Plug in again."""


@dataclass(frozen=True)
class DriverBench:
    """One way to try a driver: ``bench`` makes the devices, at ``parts``, each a place and a part. ``lines`` are keys
    that every place with keys has, with ``encoder`` for a knob; ``codes`` tags that its readers can be shown.

    ``afar``: the keys post ``RemotePress``. ``name`` appears in the tests.
    """

    name: str
    package: DriverPackage
    parts: tuple[tuple[int, DevicePart], ...]
    bench: Callable[[], AbstractContextManager[Bench]]
    lines: tuple[str, ...] = ("ok",)
    codes: tuple[str, ...] = field(default=("04a1b2c3d4e5f6",))
    afar: bool = False
