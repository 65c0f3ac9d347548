"""What is connected where and what to do about what does not work, in words."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.core.wording import Speaker
from companion.locale import LANGUAGES, speaker
from companion.render.canvas.layout import fits_line
from companion.service.panel.wiring.wiring_status import (
    LINES,
    ROLES,
    called,
    complaint,
    connected,
    fault_of_pod,
    trouble,
)
from hardware.ports import ENCODER, KEYS, PUSH, Fault, Pin, Trouble, Wire

ENGLISH: Speaker = speaker("en", {2: "Berta"})
KEY = Wire("seat2.keys", "ok", (Pin(17, 11),))
DISPLAY = Wire("seat2.display", "display", (), "/dev/i2c-1", 3, 0x3C)
POD = Wire("seat2.display", "display", node="/dev/ttyACM0")


def with_fault(wire: Wire, code: Trouble, what: str = "") -> Wire:
    return Wire(wire.device, wire.line, wire.pins, wire.node, wire.channel, wire.address, Fault(code, what))


@pytest.mark.parametrize(
    ("wire", "code", "what", "words"),
    [
        (DISPLAY, "silent", "/dev/i2c-1", "It does not answer."),
        (DISPLAY, "missing", "/dev/i2c-1", "Switch I2C on by the installer or raspi-config"),
        (DISPLAY, "missing", "/dev/spidev0.0", "Switch SPI on by the installer or raspi-config"),
        (KEY, "missing", "/dev/gpiochip4", "the chip in the profile"),
        (KEY, "forbidden", "/dev/gpiochip0", "sudo usermod -a -G gpio $USER"),
        (DISPLAY, "forbidden", "/dev/i2c-1", "sudo usermod -a -G i2c $USER"),
        (DISPLAY, "forbidden", "/dev/spidev0.0", "sudo usermod -a -G spi $USER"),
        (KEY, "busy", "/dev/gpiochip0", "take another pin"),
        (DISPLAY, "busy", "/dev/i2c-1", "/dev/i2c-1 is in use."),
        (DISPLAY, "channel", "/dev/i2c-1", "dtoverlay=i2c-mux,pca9548"),
        (KEY, "library", "lgpio", "The library lgpio is not installed: pip install 'table-companion[pi]'"),
        (KEY, "board", "", "no Raspberry Pi that gpiozero knows"),
        (DISPLAY, "unplugged", "", "The cable is out."),
        (DISPLAY, "broken", "smoke", "It does not work: smoke."),
        (POD, "silent", "/dev/ttyACM0", "The pod does not answer."),
        (POD, "missing", "/dev/ttyACM0", "/dev/ttyACM0 is not there. Plug the pod in"),
        (POD, "missing", "/dev/serial/by-path/usb-0:1", "Plug the pod in"),
        (POD, "forbidden", "/dev/ttyACM0", "sudo usermod -a -G dialout $USER"),
        (POD, "busy", "/dev/ttyACM0", "/dev/ttyACM0 is in use."),
        (POD, "older", "/dev/ttyACM0", "older than this program"),
        (POD, "newer", "/dev/ttyACM0", "newer than this program"),
    ],
)
def test_every_trouble_says_what_to_do(wire: Wire, code: Trouble, what: str, words: str) -> None:
    broken = with_fault(wire, code, what)
    found = trouble(broken)
    assert found is not None
    assert words in ENGLISH.say(found)
    assert ENGLISH.say(complaint(broken)).startswith(f"Berta, {ENGLISH.say(called(wire))}: ")


def test_no_trouble_is_left_out() -> None:
    said = {code: ENGLISH.say(trouble(with_fault(KEY, code, "X")) or "") for code in get_args(Trouble)}
    assert len(set(said.values())) == len(get_args(Trouble))
    assert trouble(KEY) is None


def test_where_a_thing_is_connected() -> None:
    assert [ENGLISH.say(each) for each in connected(KEY)] == ["pin 17, header 11"]
    assert [ENGLISH.say(each) for each in connected(DISPLAY)] == [
        "I2C: /dev/i2c-1, channel 3 of the multiplexer, address 0x3C"
    ]
    lamp = Wire("seat2.light", "light", tuple(Pin(n, n + 1, role) for n, role in ((5, "red"), (6, "blue"))))
    assert [ENGLISH.say(each) for each in connected(lamp)] == ["red: pin 5, header 6", "blue: pin 6, header 7"]
    assert connected(Wire("seat2.keys", "ok")) == ()
    assert [ENGLISH.say(each) for each in connected(POD)] == ["Pod: /dev/ttyACM0"]
    spi = Wire("panel.display", "display", (Pin(25, 22, "dc"),), "/dev/spidev0.0")
    assert ENGLISH.say(connected(spi)[0]) == "SPI: /dev/spidev0.0"


def test_every_line_has_a_name_that_fits_a_small_display() -> None:
    assert set(LINES) == {*KEYS, PUSH, ENCODER, "display", "light", "buzzer", "reader"}
    assert set(ROLES) >= {"a", "b", "red", "green", "blue", "dc", "reset"}
    for language in LANGUAGES:
        assert all(fits_line(speaker(language, {}).short(name)) for name in LINES.values())


def test_a_display_without_multiplexer_is_told_by_bus_and_address() -> None:
    wire = Wire("panel.display", "display", (), "/dev/i2c-1", None, 0x3C)
    assert [ENGLISH.say(part) for part in connected(wire)] == ["I2C: /dev/i2c-1, address 0x3C"]


def test_a_pod_without_a_place_has_its_trouble_said() -> None:
    found = fault_of_pod(Fault("silent", "/dev/ttyACM0"), "/dev/ttyACM0")
    assert found is not None
    assert "The pod does not answer." in ENGLISH.say(found)
    assert fault_of_pod(None, "/dev/ttyACM0") is None
