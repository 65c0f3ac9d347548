"""luma's drivers for real: what they send on a bus is the picture that was to be shown, dot by dot."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.render.draw import draw
from companion.render.faces import FlashFace
from companion.service.panel.displays import DisplayThreads, Numbered
from hardware.errors import DeviceGone
from hardware.pi.faults import Faulty
from hardware.pi.oled import PiDisplay, answers, bus_of_channel
from hardware.pi.pins import Pins
from hardware.ports import Fault, Pin, Wire
from hardware.profile import Oled, SpiOled, own_size, pictures_of, rotations_of
from tests.hardware.fake_displays import FAKES, Buses, Chip, Ssd1306
from tests.hardware.headers import TimedFactory
from tests.render.sample_faces import samples

GOLDEN = Path(__file__).parents[1] / "golden" / "oled"
SPI_PINS = (25, 24)


@pytest.fixture
def pins(mock: TimedFactory, tmp_path: Path) -> Pins:
    return Pins(None, tmp_path)


def golden(pattern: str, size: tuple[int, int]) -> list[Image.Image]:
    """The pictures the product draws."""
    found = []
    for file in sorted(GOLDEN.glob(pattern)):
        with Image.open(file) as picture:
            found.append(picture.convert("1"))
    assert {picture.size for picture in found} == {size}
    return found


class Losses:
    """Counts how often a display was lost."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


def on_i2c(buses: Buses, pins: Pins, driver: str, height: int = 64, lost: Any = None) -> tuple[PiDisplay, Chip]:
    """A display whose picture lies, which is turned by 90 degrees where its chip stands."""
    size = (128, height)
    rotate = rotations_of(driver, size)[0]
    chip = buses.i2c[1, 0x3C] = FAKES[driver](own_size(size, rotate)[1])
    oled = Oled(1, 0x3C, None, size, driver, rotate)
    return PiDisplay("seat1.display", oled, pins, lost or Losses()), chip


def seen(chip: Chip) -> bytes:
    """What somebody sees who has turned a chip that stands so that its picture lies."""
    glass = chip.seen()
    return (glass if glass.width == 128 else glass.transpose(Image.Transpose.ROTATE_90)).tobytes()


def on_spi(buses: Buses, pins: Pins, mock: TimedFactory, driver: str) -> tuple[PiDisplay, Chip]:
    dc, reset = SPI_PINS
    chip = buses.spi[0, 1] = FAKES[driver]()
    buses.command_pins[0, 1] = mock.pin(dc)
    oled = SpiOled(0, 1, dc, reset, (128, 64), driver, rotations_of(driver, (128, 64))[0])
    return PiDisplay("panel.display", oled, pins, Losses()), chip


@pytest.mark.parametrize("wires", ["i2c", "spi"])
@pytest.mark.parametrize("driver", FAKES)
def test_every_golden_picture_comes_out_on_the_glass(
    buses: Buses, pins: Pins, mock: TimedFactory, driver: str, wires: str
) -> None:
    display, chip = on_i2c(buses, pins, driver) if wires == "i2c" else on_spi(buses, pins, mock, driver)
    display.mend()
    assert display.fault is None
    assert not chip.seen().getbbox()
    pictures = golden("*.en.png", (128, 64))
    assert len(pictures) > 20
    for picture in pictures:
        display.show(picture)
        assert seen(chip) == picture.tobytes()
    display.close()
    assert not chip.on


def test_the_first_picture_finds_out_whether_there_is_a_display(buses: Buses, pins: Pins) -> None:
    display, chip = on_i2c(buses, pins, "ssd1306")
    picture = golden("*.en.png", (128, 64))[0]
    display.show(picture)
    assert display.fault is None
    assert seen(chip) == picture.tobytes()
    display.close()
    absent = PiDisplay("seat2.display", Oled(1, 0x3D, None, (128, 64), "ssd1306"), pins, Losses())
    for _ in range(2):
        with pytest.raises(DeviceGone, match=r"seat2\.display does not answer: (?!.*not tried)"):
            absent.show(picture)
    absent.close()


AGAINST = {0: None, 90: Image.Transpose.ROTATE_90, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_270}
"""A turn by so many degrees against the clock."""
EVERY_WAY = [
    (driver, size, rotate)
    for driver in FAKES
    for size in pictures_of(driver)
    if (driver, min(size)) != ("sh1106", 32)  # luma leaves out rows of these
    for rotate in rotations_of(driver, size)
]


@pytest.mark.parametrize(("driver", "size", "rotate"), EVERY_WAY)
def test_a_turned_picture_stands_upright_on_a_module_turned_back(
    buses: Buses, pins: Pins, driver: str, size: tuple[int, int], rotate: int
) -> None:
    chip = buses.i2c[1, 0x3C] = FAKES[driver](own_size(size, rotate)[1])
    display = PiDisplay("seat1.display", Oled(1, 0x3C, None, size, driver, rotate), pins, Losses())
    assert display.size == size
    face = samples()["menu.en"]
    picture = draw(face, size=size)
    display.show(picture)
    assert display.fault is None
    glass, back = chip.seen(), AGAINST[rotate]
    assert (glass if back is None else glass.transpose(back)).tobytes() == picture.tobytes()
    display.blank()
    assert not chip.seen().getbbox()
    display.close()


@pytest.mark.parametrize("driver", ["ssd1306"])
def test_a_low_display_shows_low_pictures(buses: Buses, pins: Pins, driver: str) -> None:
    display, chip = on_i2c(buses, pins, driver, 32)
    display.mend()
    pictures = golden("*.low.png", (128, 32))
    assert len(pictures) > 20
    for picture in pictures:
        display.show(picture)
        assert seen(chip) == picture.tobytes()
    with pytest.raises(ValueError, match=r"128, 32.*128, 64"):
        display.show(Image.new("1", (128, 64)))
    display.close()


def test_the_reset_line_is_pulled_before_the_chip_is_set_up(buses: Buses, pins: Pins, mock: TimedFactory) -> None:
    display, _ = on_spi(buses, pins, mock, "sh1106")
    display.mend()
    assert [state.state for state in mock.pin(SPI_PINS[1]).states][-2:] == [False, True]
    display.close()
    assert buses.closed == ["/dev/spidev0.1"]
    pins.lines(SPI_PINS).close()


def test_two_displays_share_a_bus(buses: Buses, pins: Pins) -> None:
    chips = [Ssd1306(), Ssd1306()]
    displays = []
    for number, chip in enumerate(chips):
        buses.i2c[1, 0x3C + number] = chip
        oled = Oled(1, 0x3C + number, None, (128, 64), "ssd1306")
        displays.append(PiDisplay(f"seat{number + 1}.display", oled, pins, Losses()))
        displays[-1].mend()
    displays[0].show(Image.new("1", (128, 64), 1))
    assert chips[0].seen().getbbox() == (0, 0, 128, 64)
    assert chips[1].seen().getbbox() is None
    assert displays[0].bus == displays[1].bus == "i2c-1"
    for display in displays:
        display.close()


def test_dark_is_dark(buses: Buses, pins: Pins) -> None:
    display, chip = on_i2c(buses, pins, "ssd1306")
    display.mend()
    display.show(Image.new("1", (128, 64), 1))
    display.blank()
    assert chip.on
    assert chip.seen().getbbox() is None
    display.close()
    display.close()
    with pytest.raises(DeviceGone):
        display.blank()


# -- what restarts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wires", ["i2c", "spi"])
@pytest.mark.parametrize("driver", FAKES)
def test_a_chip_that_restarts_gets_its_settings_again_with_the_next_picture(
    buses: Buses, pins: Pins, mock: TimedFactory, driver: str, wires: str
) -> None:
    display, chip = on_i2c(buses, pins, driver) if wires == "i2c" else on_spi(buses, pins, mock, driver)
    first, second = golden("*.en.png", (128, 64))[:2]
    display.show(first)
    chip.restart()
    display.show(first)
    assert not chip.seen().getbbox(), "it answers, and is dark"
    display.renew()
    display.show(second)
    assert display.fault is None
    assert seen(chip) == second.tobytes()
    display.close()


@pytest.mark.parametrize("driver", FAKES)
def test_a_chip_that_works_shows_nothing_of_getting_its_settings_again(buses: Buses, pins: Pins, driver: str) -> None:
    display, chip = on_i2c(buses, pins, driver)
    sent: list[tuple[int, ...]] = []
    obey = chip.obey

    def watch(command: int, more: list[int]) -> None:
        obey(command, more)
        sent.append((command, *more))

    chip.obey = watch  # type: ignore[method-assign]
    picture = golden("*.en.png", (128, 64))[0]
    display.show(picture)
    settings = sent[: sent.index((0xAF,))]
    sent.clear()
    display.show(picture)
    assert not {(0xA8, 0x3F), (0xA8, 0x7F), (0x81, 0xCF), (0x81, 0x7F)} & {*sent}, "a picture alone is short"
    display.renew()
    display.show(picture)
    assert {*settings} - {*sent} == {(0xAE,)}, "all but going dark"
    assert seen(chip) == picture.tobytes()
    display.close()


# -- what fails, and comes back --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.EIO, errno.EREMOTEIO, errno.ENXIO, errno.ETIMEDOUT])
def test_a_display_that_falls_silent_is_gone_until_it_answers(buses: Buses, pins: Pins, number: int) -> None:
    """luma makes an error of its own of two of these, for commands only; the others it passes on as they are."""
    lost = Losses()
    display, chip = on_i2c(buses, pins, "ssd1306", lost=lost)
    display.mend()
    buses.silent[1, 0x3C] = number
    with pytest.raises(DeviceGone, match=r"seat1.display does not answer: silent: /dev/i2c-1"):
        display.show(Image.new("1", (128, 64), 1))
    assert display.fault == Fault("silent", "/dev/i2c-1")
    assert lost.count == 1
    display.mend()
    assert display.fault is not None
    before = len(buses.opened)
    with pytest.raises(DeviceGone):
        display.show(Image.new("1", (128, 64), 1))
    assert len(buses.opened) == before, "a display that is gone costs its bus nothing"
    chip.on = False  # it lost its power, and its registers with it
    del buses.silent[1, 0x3C]
    display.mend()
    assert display.fault is None
    assert chip.on
    assert chip.seen().getbbox() is None
    display.show(Image.new("1", (128, 64), 1))
    assert chip.seen().getbbox() == (0, 0, 128, 64)
    display.close()
    assert len(buses.opened) == len(buses.closed)


TRANSFERS = {"ssd1306": 2, "sh1106": 16, "ssd1309": 2, "ssd1315": 2, "sh1107": 32}
"""Of one picture."""


@pytest.mark.parametrize(("driver", "after"), [(one, n) for one, count in TRANSFERS.items() for n in range(count)])
def test_a_picture_that_is_disturbed_once_is_sent_again_at_once(
    buses: Buses, pins: Pins, driver: str, after: int
) -> None:
    lost = Losses()
    display, chip = on_i2c(buses, pins, driver, lost=lost)
    first, second = golden("*.en.png", (128, 64))[:2]
    display.show(first)
    buses.disturbed = (1, after)
    display.show(second)
    assert buses.disturbed == (0, 0), "it came about"
    assert seen(chip) == second.tobytes()
    assert (display.fault, lost.count) == (None, 0)
    display.close()


@pytest.mark.parametrize("after", range(6))
def test_a_display_that_is_set_up_is_not_given_up_for_one_disturbance(buses: Buses, pins: Pins, after: int) -> None:
    display, chip = on_i2c(buses, pins, "ssd1306")
    buses.disturbed = (1, after)
    display.mend()
    assert (display.fault, buses.disturbed) == (None, (0, 0))
    display.show(Image.new("1", (128, 64), 1))
    assert chip.seen().getbbox() == (0, 0, 128, 64)
    display.close()
    assert len(buses.opened) == len(buses.closed)


def test_a_display_that_is_disturbed_twice_is_gone(buses: Buses, pins: Pins) -> None:
    lost = Losses()
    display, _ = on_i2c(buses, pins, "ssd1306", lost=lost)
    display.mend()
    buses.disturbed = (2, 0)
    with pytest.raises(DeviceGone, match="silent"):
        display.blank()
    assert lost.count == 1
    display.close()


def test_a_bus_that_hangs_is_not_waited_for_twice(buses: Buses, pins: Pins) -> None:
    display, _ = on_i2c(buses, pins, "ssd1306")
    display.mend()
    buses.silent[1, 0x3C] = errno.ETIMEDOUT
    before = buses.sent
    with pytest.raises(DeviceGone, match="silent"):
        display.blank()
    assert buses.sent == before + 1
    display.close()


def test_a_display_is_found_although_the_bus_is_disturbed_once(buses: Buses) -> None:
    buses.i2c[1, 0x3C] = Ssd1306()
    buses.disturbed = (1, 0)
    assert answers(1, None, 0x3C)
    buses.disturbed = (2, 0)
    assert not answers(1, None, 0x3C)


@pytest.mark.parametrize("driver", FAKES)
def test_a_display_that_is_unplugged_in_the_middle_comes_back_whole(buses: Buses, pins: Pins, driver: str) -> None:
    lost = Losses()
    display, chip = on_i2c(buses, pins, driver, lost=lost)
    first, second = golden("*.en.png", (128, 64))[:2]
    display.show(first)
    for after in (0, 1, 3):
        # it is tried once more at once
        buses.disturbed = (2, after) if after < TRANSFERS[driver] - 1 else (2, 0)
        with pytest.raises(DeviceGone):
            display.show(second)
        chip.restart()
        buses.i2c[1, 0x3C] = chip
        buses.disturbed = (0, 0)
        display.mend()
        display.show(second)
        assert (display.fault, seen(chip)) == (None, second.tobytes())
    assert lost.count == 3
    display.close()
    assert len(buses.opened) == len(buses.closed)


@pytest.mark.parametrize("driver", FAKES)
def test_a_slow_bus_that_is_flooded_gets_the_latest_picture_only(buses: Buses, pins: Pins, driver: str) -> None:
    display, chip = on_i2c(buses, pins, driver)
    display.mend()
    threads = DisplayThreads({1: display})
    faces = [FlashFace(text=f"{number}") for number in range(200)]
    buses.speed = 400_000.0
    threads.start()
    before = chip.pictures
    for number, face in enumerate(faces):
        threads.put(1, Numbered(number + 1, face))
    threads.close()
    assert threads.shown(1) == len(faces)
    assert seen(chip) == draw(faces[-1]).tobytes()
    assert chip.pictures - before < len(faces) / 2, "those that nobody could have seen were left out"
    display.close()


def test_a_display_that_vanishes_between_command_and_data_is_gone(buses: Buses, pins: Pins) -> None:
    display, chip = on_i2c(buses, pins, "ssd1306")
    display.mend()

    def lose(_: Any) -> None:
        raise OSError(errno.ENXIO, "No such device or address")

    chip.data = lose  # type: ignore[method-assign]
    with pytest.raises(DeviceGone, match="silent"):
        display.show(Image.new("1", (128, 64)))
    display.close()


@pytest.mark.parametrize(
    ("number", "trouble"),
    [(errno.ENOENT, "missing"), (errno.EACCES, "forbidden"), (errno.EPERM, "forbidden"), (errno.EBUSY, "busy")],
)
def test_a_bus_that_cannot_be_opened_says_why(buses: Buses, pins: Pins, number: int, trouble: Any) -> None:
    display, _ = on_i2c(buses, pins, "ssd1306")
    buses.refused["/dev/i2c-1"] = number
    display.mend()
    assert display.fault == Fault(trouble, "/dev/i2c-1")
    with pytest.raises(DeviceGone, match=trouble):
        display.blank()
    buses.refused.clear()
    display.mend()
    assert display.fault is None
    display.close()


def test_an_spi_bus_that_is_not_there_gives_its_pins_back(buses: Buses, pins: Pins, mock: TimedFactory) -> None:
    display, _ = on_spi(buses, pins, mock, "ssd1306")
    buses.refused["/dev/spidev0.1"] = errno.ENOENT
    for _ in range(3):
        display.mend()
        assert display.fault == Fault("missing", "/dev/spidev0.1")
    pins.lines(SPI_PINS).close()
    buses.refused.clear()
    display.mend()
    assert display.fault is None
    display.close()


def test_what_luma_keeps_for_its_farewell_is_cut_off(buses: Buses, pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    farewells: list[Any] = []
    monkeypatch.setattr("luma.core.device.atexit.register", farewells.append)
    display, chip = on_i2c(buses, pins, "ssd1306")
    display.mend()
    buses.silent[1, 0x3C] = errno.EIO
    for _ in range(20):
        with pytest.raises(DeviceGone):
            display.blank()
        display.mend()
    assert len(farewells) == 1, "one more for every time it is asked would fill the memory"
    buses.silent.clear()
    display.mend()
    display.show(Image.new("1", (128, 64), 1))
    farewells[0]()
    assert chip.seen().getbbox() == (0, 0, 128, 64)
    display.close()


def test_a_display_says_where_it_is_connected(buses: Buses, pins: Pins, mock: TimedFactory) -> None:
    behind = PiDisplay("seat2.display", Oled(1, 0x3D, 4, (128, 64), "ssd1306"), pins, Losses())
    assert behind.wire() == Wire("seat2.display", "display", (), "/dev/i2c-1", 4, 0x3D, behind.fault)
    spi, _ = on_spi(buses, pins, mock, "ssd1306")
    assert spi.wire().pins == (Pin(25, 22, "dc"), Pin(24, 18, "reset"))
    assert (spi.wire().node, spi.bus) == ("/dev/spidev0.1", "spi-0")


# -- the multiplexer -------------------------------------------------------------------------------------------------


@pytest.fixture
def sysfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A multiplexer at 0x70 of bus 1 whose channels are the buses 11 to 18, as the kernel lays them out."""
    devices = tmp_path / "devices"
    multiplexer = devices / "1-0070"
    multiplexer.mkdir(parents=True)
    (devices / "i2c-1").mkdir()
    for channel in range(8):
        bus = tmp_path / f"i2c-{channel + 11}"
        bus.mkdir()
        (multiplexer / f"channel-{channel}").symlink_to(bus)
    monkeypatch.setattr("hardware.pi.oled.bus_of_channel.__defaults__", (devices,))
    return devices


def test_each_channel_is_a_bus_of_its_own(sysfs: Path) -> None:
    assert [bus_of_channel(1, channel, sysfs) for channel in (None, 0, 3, 7)] == [1, 11, 14, 18]
    with pytest.raises(Faulty, match="missing: /dev/i2c-0"):
        bus_of_channel(0, 3, sysfs)


def test_displays_behind_the_multiplexer_may_have_one_address(sysfs: Path, buses: Buses, pins: Pins) -> None:
    displays = []
    for channel in (0, 3, 5):
        buses.i2c[channel + 11, 0x3C] = Ssd1306()
        displays.append(
            PiDisplay(f"seat{channel}.display", Oled(1, 0x3C, channel, (128, 64), "ssd1306"), pins, Losses())
        )
        displays[-1].mend()
    displays[1].show(Image.new("1", (128, 64), 1))
    lit = [bool(chip.seen().getbbox()) for chip in buses.i2c.values()]
    assert lit == [False, True, False]
    assert buses.opened == ["/dev/i2c-11", "/dev/i2c-14", "/dev/i2c-16"]
    assert {display.bus for display in displays} == {"i2c-1"}, "they share their wires"
    for display in displays:
        display.close()


def test_a_multiplexer_the_kernel_does_not_know_is_named(sysfs: Path, buses: Buses, pins: Pins) -> None:
    (sysfs / "1-0070" / "channel-2").unlink()
    display = PiDisplay("seat1.display", Oled(1, 0x3C, 2, (128, 64), "ssd1306"), pins, Losses())
    display.mend()
    assert display.fault == Fault("channel", "/dev/i2c-1")
