"""Every display chip as a pod drives it, on a fake of it; and what the rest of the program has of the list of chips."""

from __future__ import annotations

from functools import cache

import pytest
from luma.oled import device
from PIL import Image

from companion.render.draw import draw
from hardware.display_chips import CHIPS, DisplayBus
from hardware.profile import DRIVERS, SIZES, other_size, own_size, pictures_of, rotations_of, shifted_driver
from tests.hardware.fake_displays import FAKES, Chip
from tests.render.sample_faces import samples

EVERY_SIZE = [(name, size) for name, chip in CHIPS.items() for size in chip.SIZES]


class Wired(DisplayBus):
    """A bus with one chip on it."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def command(self, data: bytes | bytearray) -> None:
        self.chip.command(data)

    def data(self, source: bytes | bytearray, start: int) -> None:
        self.chip.data(source[start : start + self.chip.width])


def pages(picture: Image.Image) -> bytes:
    """As `firmware/PROTOCOL.md` has them."""
    width, height = picture.size
    rows = (range(top, top + 8) for top in range(0, height, 8))
    return bytes(sum(bool(picture.getpixel((x, y))) << y % 8 for y in eight) for eight in rows for x in range(width))


@cache
def drawn(size: tuple[int, int]) -> list[Image.Image]:
    """Pictures that the product draws for a size."""
    return [draw(face, size=size) for face in list(samples().values())[::5]]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("name", "size"), EVERY_SIZE)
def test_every_picture_comes_out_whole_after_the_initialisation(name: str, size: tuple[int, int], turned: bool) -> None:
    if turned and not CHIPS[name].CAN_TURN:
        return
    fake = FAKES[name](size[1])
    fake.restart()
    chip = CHIPS[name](Wired(fake), *size, turned)
    chip.light(False)
    chip.settings()
    assert not fake.on
    chip.light(True)
    assert len(drawn(size)) > 20
    for shown in drawn(size):
        for number in range(size[1] // 8):
            chip.page(number, pages(shown))
        seen = fake.seen().transpose(Image.Transpose.ROTATE_180) if turned else fake.seen()
        assert seen.tobytes() == shown.tobytes()


class Recorded:
    """The commands that luma or a pod sends: the last arguments of each, and those that have none."""

    def __init__(self, arguments: dict[int, int]) -> None:
        self.arguments = arguments
        self.said: dict[int, tuple[int, ...]] = {}
        self._waiting: list[int] = []

    def command(self, *bytes_: int) -> None:
        for byte in bytes_:
            self._waiting.append(byte)
            if len(self._waiting) > self.arguments.get(self._waiting[0], 0):
                first, *more = self._waiting
                self._waiting = []
                self.said[first] = tuple(more)

    def data(self, _: object) -> None:
        assert not self._waiting, "no command is cut off"

    def settings(self) -> dict[int, tuple[int, ...]]:
        """All but on and off, and where the next bytes go."""
        return {
            command: more
            for command, more in self.said.items()
            if command not in (0xAE, 0xAF, 0x21, 0x22) and not (0xB0 <= command <= 0xBF or command <= 0x1F)
        }


class OnRecord(DisplayBus):
    def __init__(self, record: Recorded) -> None:
        self.record = record

    def command(self, data: bytes | bytearray) -> None:
        self.record.command(*data)


PUMP, PINS, CONTRAST, DC_DC = 0x8D, 0xDA, 0x81, 0xAD
OTHERWISE: dict[tuple[str, int], dict[int, tuple[tuple[int, ...] | None, tuple[int, ...] | None]]] = {
    ("ssd1306", 64): {CONTRAST: ((0xCF,), (0x7F,))},
    ("ssd1306", 32): {CONTRAST: ((0xCF,), (0x7F,))},
    ("ssd1315", 64): {CONTRAST: ((0xCF,), (0x7F,))},
    ("ssd1315", 32): {CONTRAST: ((0xCF,), (0x7F,))},
    ("ssd1309", 64): {CONTRAST: ((0xCF,), (0x7F,)), PUMP: ((0x14,), None)},
    ("sh1106", 64): {PUMP: ((0x14,), None), DC_DC: (None, (0x8B,)), 0x20: ((), None)},
    ("sh1106", 32): {
        PUMP: ((0x14,), None),
        DC_DC: (None, (0x8B,)),
        0x20: ((), None),
        0xA8: ((0x20,), (0x1F,)),
        0xD3: ((0x0F,), (0x00,)),
    },
    ("sh1107", 128): {PINS: ((0x12,), None), 0xA0: (None, ()), 0xC0: (None, ())},
}
"""What luma says otherwise than pods: (luma's arguments, a pod's), None for a command that is not sent. Pods draw on a
small regulator, so that their contrast is lower. The SSD1309 has no pump, the SH1106 another one, and the SH1107 no
choice of pins. Of a low SH1106 luma leaves out the upper rows.
"""


@pytest.mark.parametrize(("name", "size"), EVERY_SIZE)
def test_pods_and_luma_send_the_same_settings(name: str, size: tuple[int, int]) -> None:
    arguments = {**FAKES[name].arguments, **({PUMP: 1} if name == "sh1106" else {})}
    if name == "sh1106":
        # luma sets the start of a page among its settings: 0x10 0xB0, and so on
        arguments[0x20] = 0
    by_luma, by_pod = Recorded(arguments), Recorded(arguments)
    getattr(device, name)(by_luma, width=size[0], height=size[1]).persist = True
    chip = CHIPS[name](OnRecord(by_pod), *size)
    chip.light(False)
    chip.settings()
    luma, pod = by_luma.settings(), by_pod.settings()
    differs = {
        command: (luma.get(command), pod.get(command))
        for command in {*luma, *pod}
        if luma.get(command) != pod.get(command)
    }
    assert differs == OTHERWISE[name, size[1]]


@pytest.mark.parametrize(("name", "size"), EVERY_SIZE)
def test_pods_and_luma_write_each_page_at_the_same_place(name: str, size: tuple[int, int]) -> None:
    """luma's SSD1306 writes all pages at once, so that only the window is compared."""
    arguments = {**FAKES[name].arguments, **({PUMP: 1} if name == "sh1106" else {})}
    by_luma, by_pod = Recorded(arguments), Recorded(arguments)
    luma = getattr(device, name)(by_luma, width=size[0], height=size[1])
    luma.persist = True
    chip = CHIPS[name](OnRecord(by_pod), *size)
    by_luma.said.clear()
    luma.display(Image.new("1", size))
    for number in range(size[1] // 8):
        by_pod.command(*chip.place(number))
    window = {0x22: (0, size[1] // 8 - 1)} if 0x22 in by_luma.said else {}
    assert {**by_pod.said, **window} == by_luma.said


def test_luma_and_the_tests_know_every_chip() -> None:
    assert set(FAKES) == set(CHIPS) == set(DRIVERS)
    assert all(issubclass(getattr(device, name), device.device) for name in CHIPS)
    assert {*SIZES.values()} == {size for name in CHIPS for size in pictures_of(name)}
    assert all(name == chip.NAME for name, chip in CHIPS.items())


@pytest.mark.parametrize("name", CHIPS)
def test_a_shifted_or_squeezed_picture_means_another_chip_or_size(name: str) -> None:
    assert FAKES[shifted_driver(name)].first != FAKES[name].first
    for size in CHIPS[name].SIZES:
        assert {size, other_size(name, size)} - {None} == set(CHIPS[name].SIZES)
    assert all(other_size(name, size) is None for size in pictures_of(name) if size not in CHIPS[name].SIZES)


@pytest.mark.parametrize("name", CHIPS)
def test_every_size_has_two_ways_up(name: str) -> None:
    for size in pictures_of(name):
        first, second = rotations_of(name, size)
        assert (second - first, own_size(size, first)) == (180, own_size(size, second))
        assert own_size(size, first) in CHIPS[name].SIZES
