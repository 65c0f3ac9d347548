"""The pin factory on the kernel's character device, on a fake chip. On a kernel: see `line_checks.py`."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Iterator

import gpiod
import gpiozero
import pytest
from gpiozero import PWMLED, RGBLED, DigitalInputDevice, DigitalOutputDevice, GPIOPinInUse

from hardware.pi.gpiod_pins import GpiodFactory, header_chip
from tests.hardware.fake_lines import FakeLines
from tests.hardware.line_checks import CHECKS, Check, until


@pytest.fixture
def factory(lines: FakeLines) -> Iterator[GpiodFactory]:
    threads = set(threading.enumerate())
    files = len(os.listdir("/proc/self/fd"))
    made = GpiodFactory()
    yield made
    made.close()
    made.close()
    assert lines.taken() == set()
    assert [thread.name for thread in threading.enumerate() if thread not in threads] == []
    assert len(os.listdir("/proc/self/fd")) == files


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_is_asked_of_a_kernel_too(check: Check, factory: GpiodFactory, lines: FakeLines) -> None:
    check(factory, lines, str(lines.folder / "gpiochip0"))


# -- which chip --------------------------------------------------------------------------------------------------------


def test_the_chip_is_the_one_that_is_asked_for(lines: FakeLines) -> None:
    lines.add(3, "something else")
    factory = GpiodFactory(3)
    assert factory.chip == 3
    factory.close()


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["pinctrl-bcm2835", "raspberrypi-exp-gpio"], 0),
        (["raspberrypi-exp-gpio", "pinctrl-bcm2711"], 1),
        (["gpio-brcmstb@107d508500", "pinctrl-bcm2712", "pinctrl-rp1"], 2),
        (["gpio-sim.0-node0"], 0),
    ],
)
def test_the_chip_of_the_header_is_known_by_its_label(lines: FakeLines, labels: list[str], found: int) -> None:
    for number, label in enumerate(labels):
        lines.add(number, label)
    assert header_chip() == found


def test_a_chip_that_may_not_be_opened_is_passed_over(lines: FakeLines) -> None:
    lines.refused[lines.add(1, "pinctrl-rp1")] = errno.EACCES
    assert header_chip() == 0


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENODEV])
def test_a_chip_that_cannot_be_opened_leaves_nothing_open(lines: FakeLines, number: int) -> None:
    lines.refused[str(lines.folder / "gpiochip0")] = number
    files = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match=os.strerror(number)):
        GpiodFactory()
    assert len(os.listdir("/proc/self/fd")) == files


# -- as gpiozero wants it ----------------------------------------------------------------------------------------------


def test_a_pin_is_one_object_by_whatever_name(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    assert all(factory.pin(name) is pin for name in ("17", "GPIO17", "BCM17", "BOARD11", "J8:11"))
    assert (pin.info.name, pin.info.number, repr(pin)) == ("GPIO17", 11, "GPIO17")
    with pytest.raises(gpiozero.PinInvalidPin):
        factory.pin(28)


def test_a_pin_has_one_device_at_a_time(factory: GpiodFactory) -> None:
    lamp = DigitalOutputDevice(17, pin_factory=factory)
    with pytest.raises(GPIOPinInUse):
        DigitalInputDevice("BOARD11", pin_factory=factory)
    lamp.close()
    DigitalInputDevice(17, pin_factory=factory)


def test_what_makes_no_sense_is_refused(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    with pytest.raises(gpiozero.PinInvalidFunction):
        pin.function = "alt0"
    with pytest.raises(gpiozero.PinSetInput):
        pin.state = 1
    with pytest.raises(gpiozero.PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinInvalidBounce):
        pin.bounce = -1
    with pytest.raises(gpiozero.PinInvalidEdges):
        pin.edges = "sharp"
    with pytest.raises(gpiozero.PinPWMFixedValue):
        pin.frequency = 100
    pin.function = "output"
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    with pytest.raises(gpiozero.PinPWMUnsupported):
        pin.frequency = 440
    pin.frequency = 100
    with pytest.raises(gpiozero.PinInvalidState):
        pin.state = 1.1
    with pytest.raises(gpiozero.PinSPIUnsupported):
        factory.spi(port=0, device=0)


def test_the_resistors_of_i2c_are_on_the_board(factory: GpiodFactory) -> None:
    pin = factory.pin(2)
    with pytest.raises(gpiozero.PinFixedPull):
        pin.input_with_pull("down")
    pin.input_with_pull("up")
    assert pin.pull == "up"


def test_properties_say_what_was_set(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    assert (pin.function, pin.pull, pin.edges, pin.bounce, pin.frequency, pin.when_changed) == (
        *("input", "floating", "both", None, None, None),
    )
    pin.edges, pin.bounce = "none", 0.25
    assert (pin.edges, pin.bounce) == ("none", 0.25)
    pin.function = "output"
    pin.frequency = 100
    pin.state = 0.3
    assert (pin.function, pin.frequency, pin.state) == ("output", 100, 0.3)
    pin.frequency = None
    assert (pin.frequency, pin.state) == (None, 0)


def test_listeners_are_not_kept_alive(factory: GpiodFactory, lines: FakeLines) -> None:
    pin = factory.pin(17)
    pin.input_with_pull("up")
    heard: list[float] = []

    def listen(_: float, state: float) -> None:
        heard.append(state)

    pin.when_changed = listen
    assert pin.when_changed is listen
    lines.drive(17, False)
    until(lambda: heard)
    del listen
    lines.drive(17, True)
    until(lambda: pin.when_changed is None)
    assert heard == [0]


def test_an_edge_from_before_is_not_told_to_a_new_listener(factory: GpiodFactory, lines: FakeLines) -> None:
    pin = factory.pin(17)
    pin.input_with_pull("up")
    heard: list[tuple[float, float]] = []

    def listen(ticks: float, state: float) -> None:
        heard.append((ticks, state))

    pin.when_changed = listen
    with factory.edges._lock:  # the thread does not come to reading
        for high in (False, True, False, True):
            lines.drive(17, high)
        factory.edges._drop(pin._watched)
    pin.when_changed = None
    pin.when_changed = listen
    since = time.monotonic()
    lines.drive(17, False)
    until(lambda: heard)
    assert [(ticks >= since, state) for ticks, state in heard] == [(True, 0)]


# -- closing -----------------------------------------------------------------------------------------------------------


def test_a_closed_lamp_is_dark_and_its_line_free_though_the_kernel_keeps_levels(
    factory: GpiodFactory, lines: FakeLines
) -> None:
    plain, coloured = DigitalOutputDevice(17, pin_factory=factory), RGBLED(16, 20, 21, pin_factory=factory)
    plain.on()
    coloured.color = (1, 0.5, 0.5)
    assert lines.level(17)
    assert lines.level(16)
    factory.close()
    for number in (16, 17, 20, 21):
        assert lines.settings(number).direction is gpiod.line.Direction.INPUT


def test_a_closed_pin_can_be_had_again(factory: GpiodFactory, lines: FakeLines) -> None:
    for _ in range(3):
        with PWMLED(17, pin_factory=factory) as lamp:
            lamp.value = 0.5
        assert lines.taken() == set()
        with DigitalInputDevice(17, pull_up=True, pin_factory=factory) as contact:
            assert contact.pull_up
            assert lines.taken() == {17}


def test_nothing_is_told_after_closing(factory: GpiodFactory, lines: FakeLines) -> None:
    for _ in range(20):
        heard: list[bool] = []
        contact = DigitalInputDevice(17, pull_up=True, pin_factory=factory)
        contact.when_activated = lambda heard=heard: heard.append(True)
        lines.drive(17, False)
        contact.close()
        before = len(heard)
        time.sleep(0.003)
        assert len(heard) == before
        lines.drive(17, None)


# -- a chip that is pulled out -----------------------------------------------------------------------------------------


def test_a_chip_that_is_gone_is_told_to_who_sets_a_lamp(
    factory: GpiodFactory, lines: FakeLines, caplog: pytest.LogCaptureFixture
) -> None:
    plain = DigitalOutputDevice(17, pin_factory=factory)
    dimmed = PWMLED(16, pin_factory=factory)
    contact = DigitalInputDevice(4, pull_up=True, pin_factory=factory)
    contact.when_activated = lambda: None
    dimmed.value = 0.5
    lines.pull_out()
    with pytest.raises(OSError, match="No such device"):
        plain.on()
    until(lambda: len(caplog.records) == 2)
    assert {record.message for record in caplog.records} == {
        "line 16 is no longer dimmed",
        "edges of a line can no longer be read",
    }
    with pytest.raises(OSError, match="No such device"):
        dimmed.value = 0.6
    for device in (plain, dimmed, contact):
        device.close()
    assert lines.taken() == set()
