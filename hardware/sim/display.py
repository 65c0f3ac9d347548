"""Display, lamp and buzzer of a simulated place; they store what they were set to."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from threading import Lock

from PIL import Image

from hardware.errors import DeviceGone
from hardware.ports import Pattern, Picture, SideColour
from hardware.sim.cable import Cable

UNPLUGGED = "the cable is out"


def png(image: Image.Image) -> bytes:
    """One-bit PNG bytes; lit is white."""
    file = BytesIO()
    # no dithering: such a display has no grey
    image.convert("1", dither=Image.Dither.NONE).save(file, format="PNG")
    return file.getvalue()


class SimDisplay:
    """A `Display` that stores its picture as PNG and calls `changed` outside its lock."""

    def __init__(self, device: str, size: tuple[int, int], cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self._size = size
        self._cable = cable
        self._changed = changed
        self._picture: Picture | None = None
        self._count = 0
        self._dark = png(Image.new("1", size))
        self._lock = Lock()

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def bus(self) -> str:
        """See `Display.bus`: one for all, since nothing is slow."""
        return "simulated"

    @property
    def picture(self) -> Picture | None:
        """Present picture, or None before the first."""
        return self._picture

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        """See `Display.show`. While the place is silent the picture stays."""
        if image.size != self._size:
            raise ValueError(f"{self.device} is {self._size} pixels, the picture {image.size}")
        self._put(png(image), private)

    def blank(self) -> None:
        self._put(self._dark, False)

    def close(self) -> None:
        self.go_dark()

    def go_dark(self) -> None:
        """Simulate loss of power."""
        with self._lock:
            self._keep(self._dark, False)
        self._changed()

    def _put(self, data: bytes, private: bool) -> None:
        # checked under the lock: a picture must not arrive after the power loss
        with self._lock:
            if not self._cable.plugged:
                raise DeviceGone(self.device, UNPLUGGED)
            if self._cable.silent:
                return
            self._keep(data, private)
        self._changed()

    def _keep(self, data: bytes, private: bool) -> None:
        self._count += 1
        self._picture = Picture(self._count, data, private)


class SimLight:
    """A `Light` that stores its state."""

    def __init__(self, device: str, cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self._cable = cable
        self._changed = changed
        self._on = False
        self.pattern: Pattern = "steady"
        self.side: SideColour | None = None
        self._lock = Lock()

    @property
    def on(self) -> bool:
        """Whether it shines."""
        return self._on

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        with self._lock:
            if not self._cable.plugged:
                raise DeviceGone(self.device, UNPLUGGED)
            if self._cable.silent:
                return
            self._on, self.pattern, self.side = on, pattern, side
        self._changed()

    def close(self) -> None:
        self.go_dark()

    def go_dark(self) -> None:
        """Lose power."""
        with self._lock:
            self._on = False
        self._changed()


class SimBuzzer:
    """A `Buzzer` that counts beeps."""

    def __init__(self, device: str, cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self.beeps = 0
        self._cable = cable
        self._changed = changed

    def beep(self) -> None:
        if not self._cable.plugged:
            raise DeviceGone(self.device, UNPLUGGED)
        if self._cable.silent:
            return
        self.beeps += 1
        self._changed()

    def close(self) -> None:
        """See `Buzzer.close`."""
