"""A PN532 as its manual says it behaves (NXP UM0701-02), at the end of a pseudo-terminal and on a bus without a kernel.

It is written from the manual and from what Linux and libnfc expect of it, not from the driver: it sleeps until it is
woken, answers nothing before it knows what its SAM is for, and looks for a tag for ever unless it is told otherwise.
"""

from __future__ import annotations

import errno
import os
import select
import tempfile
import tty
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType

from PIL import Image

from hardware.ports import DevicePart
from hardware.tag_readers import pn532_lines

ACKNOWLEDGED = bytes.fromhex("0000ff00ff00")
REFUSED = bytes.fromhex("0000ff01ff7f8100")


class TagChip:
    """The chip: bytes in, bytes out. `damage` may change what it says."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.tags: list[str] = []
        self.answers: list[str] = []
        self.heard: list[bytes] = []
        self.damage: Callable[[bytes], bytes] = bytes
        self.firmware = "32010607"
        self.power_up()

    def power_up(self) -> None:
        """It has just got its supply."""
        self._came = b""
        self._set_up = False
        self._retries = 0xFF

    def take(self, data: bytes) -> list[bytes]:
        """What it says to what came, frame by frame."""
        self._came += data
        said: list[bytes] = []
        while (at := self._came.find(b"\x00\xff")) >= 0 and len(self._came) >= at + 4:
            length, check = self._came[at + 2 : at + 4]
            if (length, check) in ((0, 0xFF), (0xFF, 0)):
                self._came = self._came[at + 4 :]
                continue
            assert (length + check) % 256 == 0, "a wrong length"
            if len(self._came) < at + 6 + length:
                break
            body, self._came = self._came[at + 4 : at + 4 + length], self._came[at + 6 + length :]
            assert body[0] == 0xD4, "no command of a host"
            self.heard.append(body[1:])
            said += self._obey(body[1], body[2:])
        return [self.damage(one) for one in said]

    def _obey(self, command: int, more: bytes) -> list[bytes]:
        if command == 0x14:
            assert more[0] == 1, "its SAM is used"
            self._set_up = True
            return [ACKNOWLEDGED, _framed(0x15)]
        if not self._set_up:
            return []
        if command == 0x02:
            return [ACKNOWLEDGED, _framed(0x03, bytes.fromhex(self.firmware))]
        if command == 0x32:
            if more[0] == 0x05:
                self._retries = more[3]
            return [ACKNOWLEDGED, _framed(0x33)]
        if command == 0x4A:
            assert more == b"\x01\x00", "another kind of tag"
            return [ACKNOWLEDGED, *self._list()]
        return [ACKNOWLEDGED, REFUSED]

    def _list(self) -> list[bytes]:
        with self.changed:
            tag = self.tags[len(self.answers) % len(self.tags)] if self.tags else ""
            self.answers.append(tag)
            self.changed.notify_all()
        if not tag:
            return [] if self._retries == 0xFF else [_framed(0x4B, b"\x00")]
        number = bytes.fromhex(tag)
        return [_framed(0x4B, b"\x01\x01\x00\x44\x00" + bytes((len(number),)) + number)]

    def hold(self, *tags: str, looks: int = 2) -> None:
        """Hold tags to it until it has looked so often, and take them away."""
        self._until(list(tags), looks)
        self._until([], 5)

    def _until(self, tags: list[str], looks: int) -> None:
        with self.changed:
            self.tags = tags
            before = len(self.answers)
            assert self.changed.wait_for(lambda: len(self.answers) >= before + looks, 30), "nobody asks for tags"


def _framed(command: int, data: bytes = b"") -> bytes:
    body = bytes((0xD5, command)) + data
    return b"\x00\x00\xff" + bytes((len(body), 256 - len(body))) + body + bytes((-sum(body) % 256, 0))


class _Bench:
    """One chip for each place."""

    def __init__(self) -> None:
        self.chips: dict[int, TagChip] = {}

    def chip(self, place: int) -> TagChip:
        return self.chips.setdefault(place, TagChip())

    def press(self, place: int, line: str) -> None:
        raise NotImplementedError

    def let_go(self, place: int, line: str) -> None:
        raise NotImplementedError

    def turn(self, place: int, steps: int) -> None:
        raise NotImplementedError

    def read(self, place: int, code: str) -> None:
        self.chip(place).hold(code)

    def seen(self, place: int) -> Image.Image:
        raise NotImplementedError

    def lit(self, place: int) -> bool:
        raise NotImplementedError

    def sounded(self, place: int) -> int:
        raise NotImplementedError


class SerialReader(_Bench):
    """Chips at pseudo-terminals. `piece` is how many bytes are sent at once."""

    def __init__(self, piece: int = 64) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._piece = piece
        self._ends: dict[int, tuple[int, int]] = {}
        self._wakes = os.pipe2(os.O_CLOEXEC)
        self._ending = False
        self._thread = Thread(target=self._serve, name="tag chips", daemon=True)
        self.noise: dict[int, bytes] = {}

    def __enter__(self) -> SerialReader:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending = True
        os.write(self._wakes[1], b".")
        self._thread.join()
        self.unplug()
        for end in self._wakes:
            os.close(end)
        self._folder.cleanup()

    def path(self, place: int) -> Path:
        return Path(self._folder.name) / f"usb-reader{place}"

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        self.chip(place)
        if place not in self._ends:
            self._plug(place)
        return {"path": str(self.path(place))}

    def unplug(self) -> None:
        for place, ends in list(self._ends.items()):
            self.path(place).unlink(missing_ok=True)
            del self._ends[place]
            for end in ends:
                os.close(end)

    def plug(self) -> None:
        for place in self.chips:
            self.chips[place].power_up()
            self._plug(place)

    def _plug(self, place: int) -> None:
        far, near = os.openpty()
        tty.setraw(near)
        os.set_blocking(far, False)
        self._ends[place] = (far, near)
        self.path(place).symlink_to(os.ttyname(near))
        os.write(self._wakes[1], b".")

    def _serve(self) -> None:
        while not self._ending:
            places = {ends[0]: place for place, ends in list(self._ends.items())}
            try:
                ready, _, _ = select.select([self._wakes[0], *places], [], [], 0.2)
            except OSError:  # it was unplugged just now
                continue
            for number in ready:
                if number == self._wakes[0]:
                    os.read(number, 64)
                else:
                    self._answer(number, places[number])

    def _answer(self, number: int, place: int) -> None:
        try:
            came = os.read(number, 256)
            for said in (*([self.noise[place]] if place in self.noise else []), *self.chip(place).take(came)):
                for start in range(0, len(said), self._piece):
                    os.write(number, said[start : start + self._piece])
        except OSError:  # unplugged, or nobody reads
            return


class I2cReader(_Bench):
    """Chips on a bus: place 2 on bus 2, and so on. They stand in for the files of the kernel."""

    def __init__(self) -> None:
        super().__init__()
        self._real = pn532_lines.I2cFile
        self.there = True
        self.asleep = set[int]()
        self.busy = 1

    def __enter__(self) -> I2cReader:
        bench = self

        class File(FakeI2cFile):
            def __init__(self, node: str, address: int) -> None:
                super().__init__(bench, node, address)

        pn532_lines.I2cFile = File  # type: ignore[misc]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pn532_lines.I2cFile = self._real  # type: ignore[misc]

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        self.chip(place)
        self.asleep.add(place)
        return {"bus": place}

    def unplug(self) -> None:
        self.there = False

    def plug(self) -> None:
        for place, chip in self.chips.items():
            chip.power_up()
            self.asleep.add(place)
        self.there = True


class FakeI2cFile(pn532_lines.I2cFile):
    """One address on a bus: nobody there does not acknowledge, and a chip that sleeps neither, but wakes by it."""

    def __init__(self, bench: I2cReader, node: str, address: int) -> None:
        self._bench = bench
        self._place = int(node.removeprefix("/dev/i2c-"))
        if self._place not in bench.chips:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), node)
        self._there = address == 0x24
        self._said: list[bytes] = []
        self._busy = 0

    def read(self, length: int) -> bytes:
        self._acknowledge()
        if not self._said:
            return bytes(length)
        if self._busy:
            self._busy -= 1
            return bytes(length)
        if length == 1:
            return b"\x01"
        self._busy = self._bench.busy
        return (b"\x01" + self._said.pop(0)).ljust(length, b"\x00")[:length]

    def write(self, data: bytes) -> None:
        self._acknowledge()
        if self._place in self._bench.asleep:
            self._bench.asleep.discard(self._place)
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._said = self._bench.chip(self._place).take(data)
        self._busy = self._bench.busy

    def close(self) -> None:
        self._said = []

    def _acknowledge(self) -> None:
        if not (self._bench.there and self._there):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
