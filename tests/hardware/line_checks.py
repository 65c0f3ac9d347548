"""What pins by `gpiod` have to do, asked of a fake chip by `test_gpiod_pins.py`, and of a kernel by running this file.

On a machine with gpio-sim (one bank of 28 lines or more, nothing else on it) and the product installed with `gpiod`:

    python line_checks.py /sys/devices/platform/gpio-sim.0/gpiochip0 /dev/gpiochip0

It needs neither pytest nor this repository, prints a line for each check, and ends with 1 when one fails.
"""

from __future__ import annotations

import errno
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import gpiod
from gpiozero import RGBLED, Buzzer, DigitalInputDevice, DigitalOutputDevice

from hardware.pi.gpiod_pins import GpiodFactory

PATIENCE = 20.0
"""Seconds for what takes milliseconds: the processor may be emulated."""
HOLD = 500_000_000
"""Nanoseconds that edges are held back there: an emulated processor may let one interrupt thread wait that long."""
PULSE = 0.01
"""Seconds between the edges of a quick pulse: while the kernel's thread waits for its turn, two edges are one to it."""
Heard = list[tuple[int, bool]]
A, B, RED, GREEN, BLUE = 5, 6, 16, 20, 21


class Outside(Protocol):
    """The other end of the wires."""

    def drive(self, number: int, high: bool) -> None: ...

    def level(self, number: int) -> bool: ...


class GpioSim:
    """Lines of gpio-sim: a pull is all that comes from outside."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def drive(self, number: int, high: bool) -> None:
        self._file(number, "pull").write_text("pull-up" if high else "pull-down", "ascii")

    def level(self, number: int) -> bool:
        return self._file(number, "value").read_text("ascii").strip() == "1"

    def _file(self, number: int, name: str) -> Path:
        return self._folder / f"sim_gpio{number}" / name


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.001)


def listening(factory: GpiodFactory, numbers: tuple[int, ...], heard: Heard) -> list[DigitalInputDevice]:
    """Contacts to ground that tell what they hear, for as long as they are kept."""
    contacts = []
    for number in numbers:
        contact = DigitalInputDevice(number, pull_up=True, pin_factory=factory)
        contact.when_activated = lambda number=number: heard.append((number, True))
        contact.when_deactivated = lambda number=number: heard.append((number, False))
        contacts.append(contact)
    return contacts


def a_contact_is_heard_closing_and_opening(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    heard: Heard = []
    [contact] = listening(factory, (A,), heard)
    assert (outside.level(A), contact.value, contact.pull_up) == (True, 0, True), "the pull-up holds it"
    begun = time.monotonic()
    outside.drive(A, False)
    until(lambda: heard == [(A, True)])
    assert contact.value == 1
    assert contact.active_time is not None
    assert contact.active_time <= time.monotonic() - begun, "its time is that of the edge"
    outside.drive(A, True)
    until(lambda: heard == [(A, True), (A, False)])
    contact.close()
    outside.drive(A, False)
    time.sleep(0.02)
    assert len(heard) == 2, "closed, it is heard no more"


def no_quick_pulse_is_lost(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    heard: Heard = []
    kept = listening(factory, (A,), heard)
    for _ in range(25):
        for high in (False, True):
            outside.drive(A, high)
            time.sleep(PULSE)
    until(lambda: len(heard) == 50 and kept)
    assert [closed for _, closed in heard] == [True, False] * 25


def edges_of_two_lines_come_in_order(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    heard: Heard = []
    kept = listening(factory, (A, B), heard)
    for _ in range(10):
        for high in (False, True):
            outside.drive(A, high)
            outside.drive(B, high)
            time.sleep(PULSE)
    until(lambda: len(heard) == 40 and kept)
    assert heard == [(A, True), (B, True), (A, False), (B, False)] * 10


def one_kind_of_edge_can_be_listened_to(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    pin = factory.pin(A)
    heard: list[float] = []

    def listen(ticks: float, state: float) -> None:
        heard.append(state)

    pin.input_with_pull("down")
    pin.edges = "rising"
    pin.when_changed = listen
    for high in (True, False, True, False):
        outside.drive(A, high)
        time.sleep(PULSE)
    until(lambda: heard == [1, 1])
    pin.edges = "falling"
    for high in (True, False):
        outside.drive(A, high)
    until(lambda: heard == [1, 1, 0])


def pulls_hold_an_input(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    pin = factory.pin(A)
    for pull, level in (("up", True), ("down", False), ("up", True)):
        pin.input_with_pull(pull)
        assert (pin.pull, pin.function, bool(pin.state), outside.level(A)) == (pull, "input", level, level)


def a_lamp_goes_on_and_off(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    lamp = DigitalOutputDevice(RED, pin_factory=factory)
    assert not outside.level(RED)
    for on in (True, False, True):
        lamp.value = on
        assert (outside.level(RED), lamp.value) == (on, on)
    lamp.close()
    until(lambda: not outside.level(RED))


def an_active_low_output_never_shows_the_other_level(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    outside.drive(GREEN, True)
    line = DigitalOutputDevice(GREEN, active_high=False, pin_factory=factory)
    assert (outside.level(GREEN), line.value) == (True, 0)
    line.on()
    assert (outside.level(GREEN), line.value) == (False, 1)


def a_coloured_lamp_is_dimmed(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    lamp = RGBLED(RED, GREEN, BLUE, pin_factory=factory)
    lamp.color = (1, 0.75, 0.25)
    assert tuple(round(part, 2) for part in lamp.value) == (1, 0.75, 0.25)
    seen = {number: [0, 0] for number in (RED, GREEN, BLUE)}

    def look() -> bool:
        for number, levels in seen.items():
            levels[outside.level(number)] += 1
        return sum(seen[RED]) >= 300 and all(seen[GREEN]) and all(seen[BLUE])

    until(look)
    red, green, blue = (high / (low + high) for low, high in seen.values())
    # a busy machine is late with every switch, and makes dim lamps brighter
    assert (red, blue < green + 0.1) == (1, True), (red, green, blue)
    lamp.off()
    time.sleep(0.03)
    assert [outside.level(number) for number in seen] == [False] * 3


def lamps_blink_and_a_buzzer_sounds_once(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    lamp = DigitalOutputDevice(RED, pin_factory=factory)
    lamp.blink(0.02, 0.02)
    for on in (True, False, True):
        until(lambda on=on: outside.level(RED) == on)
    buzzer = Buzzer(GREEN, pin_factory=factory)
    buzzer.beep(on_time=1, off_time=0.05, n=1)
    until(lambda: outside.level(GREEN))
    until(lambda: not outside.level(GREEN))
    lamp.close()
    buzzer.close()


def a_line_in_use_is_busy_until_it_is_free(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    with gpiod.Chip(chip) as other:
        held = other.request_lines({RED: gpiod.LineSettings()})
        for _ in range(2):
            assert refusal(factory, RED) == errno.EBUSY
        held.release()
        lamp = DigitalOutputDevice(RED, pin_factory=factory)
        lamp.on()
        assert outside.level(RED)
        lamp.close()
        other.request_lines({RED: gpiod.LineSettings()}).release()


def refusal(factory: GpiodFactory, number: int) -> int | None:
    """Why a lamp cannot have its line."""
    try:
        DigitalOutputDevice(number, pin_factory=factory)
    except OSError as error:
        return error.errno
    return None


def contacts_can_be_debounced_by_the_kernel(factory: GpiodFactory, outside: Outside, chip: str) -> None:
    contact = DigitalInputDevice(A, pull_up=True, bounce_time=0.005, pin_factory=factory)
    assert contact.pin.bounce == 0.005
    outside.drive(A, False)
    until(lambda: contact.is_active)


Check = Callable[[GpiodFactory, Outside, str], None]
CHECKS: tuple[Check, ...] = (
    a_contact_is_heard_closing_and_opening,
    no_quick_pulse_is_lost,
    edges_of_two_lines_come_in_order,
    one_kind_of_edge_can_be_listened_to,
    pulls_hold_an_input,
    a_lamp_goes_on_and_off,
    an_active_low_output_never_shows_the_other_level,
    a_coloured_lamp_is_dimmed,
    lamps_blink_and_a_buzzer_sounds_once,
    a_line_in_use_is_busy_until_it_is_free,
    contacts_can_be_debounced_by_the_kernel,
)


def main(folder: str, chip: str) -> int:
    """Run every check on a kernel; how many failed."""
    failed = 0
    for check in CHECKS:
        factory = GpiodFactory(int(chip.removeprefix("/dev/gpiochip")), HOLD)
        try:
            check(factory, GpioSim(Path(folder)), chip)
            print("ok    ", check.__name__, flush=True)  # noqa: T201
        except Exception:
            failed += 1
            print("FAILED", check.__name__, traceback.format_exc(), sep="\n", flush=True)  # noqa: T201
        finally:
            factory.close()
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) > 0)
