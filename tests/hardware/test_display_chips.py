"""Every display chip as a pod drives it, on a fake of it; and what the rest of the program has of the list of chips."""

from __future__ import annotations

from pathlib import Path

import pytest
from luma.oled import device
from PIL import Image

from hardware.display_chips import CHIPS, DisplayBus
from hardware.profile import DRIVERS, SIZES, other_size, shifted_driver
from tests.hardware.fake_displays import FAKES, Chip

GOLDEN = Path(__file__).parents[1] / "golden" / "oled"
EVERY_SIZE = [(name, size) for name, chip in CHIPS.items() for size in chip.SIZES]


class Wired(DisplayBus):
    """A bus with one chip on it."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def command(self, data: bytes | bytearray) -> None:
        self.chip.command(data)

    def data(self, source: bytes | bytearray, start: int) -> None:
        self.chip.data(source[start : start + 128])


def pages(picture: Image.Image) -> bytes:
    """As `firmware/PROTOCOL.md` has them."""
    width, height = picture.size
    rows = (range(top, top + 8) for top in range(0, height, 8))
    return bytes(sum(bool(picture.getpixel((x, y))) << y % 8 for y in eight) for eight in rows for x in range(width))


@pytest.mark.parametrize(("name", "size"), EVERY_SIZE)
def test_every_picture_comes_out_whole_after_the_initialisation(name: str, size: tuple[int, int]) -> None:
    fake = FAKES[name](size[1])
    fake.restart()
    chip = CHIPS[name](Wired(fake), *size)
    chip.light(False)
    chip.settings()
    assert not fake.on
    chip.light(True)
    pictures = sorted(GOLDEN.glob("*.en.png" if size[1] == 64 else "*.low.png"))
    assert len(pictures) > 20
    for file in pictures:
        with Image.open(file) as picture:
            shown = picture.convert("1")
        for number in range(size[1] // 8):
            chip.page(number, pages(shown))
        assert fake.seen().tobytes() == shown.tobytes(), file.name


def test_luma_and_the_tests_know_every_chip() -> None:
    assert set(FAKES) == set(CHIPS) == set(DRIVERS)
    assert all(issubclass(getattr(device, name), device.device) for name in CHIPS)
    assert {SIZES[word] for word in SIZES} == {size for _, size in EVERY_SIZE}
    assert all(name == chip.NAME for name, chip in CHIPS.items())


@pytest.mark.parametrize("name", CHIPS)
def test_a_shifted_or_squeezed_picture_means_another_chip_or_size(name: str) -> None:
    assert FAKES[shifted_driver(name)].first != FAKES[name].first
    for size in CHIPS[name].SIZES:
        assert {size, other_size(name, size)} - {None} == set(CHIPS[name].SIZES)
