"""What is connected where, and what to do about faults, in words."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, say
from hardware.ports import ENCODER, PANEL, PUSH, Fault, Pin, Trouble, Wire, device_name, place_of

LINES = {
    "up": say("Up"),
    "down": say("Down"),
    "ok": say("OK"),
    "back": say("Back"),
    "peek": say("Peek"),
    PUSH: say("Knob pressed", N_("Knob pressed")),
    ENCODER: say("Knob"),
    "display": say("Display"),
    "light": say("Lamp"),
    "buzzer": say("Buzzer"),
    "reader": say("Reader"),
}
"""The names of devices by the line of their wire."""

ROLES = {
    "a": say("contact A"),
    "b": say("contact B"),
    "red": say("red"),
    "green": say("green"),
    "blue": say("blue"),
    "dc": say("data or command"),
    "reset": say("reset"),
}
"""The names of pins of a device with several."""

OVERLAY = "dtoverlay=i2c-mux,pca9548,addr=0x70"
INSTALL = "pip install 'table-companion[pi]'"
OTHERS = {"pigpio": "pip install pigpio", "RPi": "pip install RPi.GPIO"}
"""How to install the pin factories that only ``GPIOZERO_PIN_FACTORY`` selects."""
GROUPS = ("gpio", "i2c", "spi", "input")
"""The group that may use device files of the header. For serial lines the group is ``dialout``."""


def place_named(place: int) -> Message:
    """The name of a place: the person who sits there, or the panel."""
    return say("Panel") if place == PANEL else say("{name}", name=SeatName(place))


def called(wire: Wire) -> Message:
    """The name of a connected device, without its place."""
    return LINES[wire.line]


def connected(wire: Wire) -> tuple[Message, ...]:
    """Where it is connected: its pins, or its place on a bus. Empty in a simulation."""
    pins = tuple(map(_pin, wire.pins))
    if not wire.node:
        return pins
    if wire.driver:
        return (say("{driver}: {node}", driver=wire.driver, node=wire.node),)
    if wire.address is None and not _is_bus(wire.node):
        return (say("Pod: {node}", node=wire.node),)
    if wire.address is None:
        return (say("SPI: {node}", node=wire.node), *pins)
    address = f"0x{wire.address:02X}"
    if wire.channel is None:
        return (say("I2C: {node}, address {address}", node=wire.node, address=address), *pins)
    where = say(
        "I2C: {node}, channel {channel} of the multiplexer, address {address}",
        node=wire.node,
        channel=wire.channel,
        address=address,
    )
    return (where, *pins)


def _is_bus(node: str) -> bool:
    """Whether a device file is a bus of the Pi itself, not the serial line of a pod."""
    return any(name in node for name in ("i2c", "spi", "gpio"))


def _pin(pin: Pin) -> Message:
    if pin.role:
        return say("{role}: pin {n}, header {m}", role=ROLES[pin.role], n=pin.number, m=pin.position)
    return say("pin {n}, header {m}", n=pin.number, m=pin.position)


SAID: dict[Trouble, Message] = {
    "board": say("This is no Raspberry Pi that gpiozero knows. Install the newest gpiozero."),
    "unplugged": say("The cable is out. Plug it in again."),
    "older": say("The pod's firmware is older than this program. Flash it with the one that came with it."),
    "newer": say("The pod's firmware is newer than this program. Update the program on the Pi."),
    "duplicate": say("Another pod has the same number."),
}
"""What to do about faults for which the kind of device does not matter."""


def trouble(wire: Wire) -> Message | None:
    """Why a device does not work and what to do; None if it works."""
    if wire.fault is None:
        return None
    what = wire.fault.what
    match wire.fault.trouble:
        case "silent":
            return _silent(wire)
        case "missing":
            return _missing(what, wire.driver)
        case "forbidden":
            return _forbidden(what)
        case "busy":
            return _busy(wire)
        case "channel":
            return _channel(what)
        case "library":
            return _library(what, wire.driver)
        case "driver":
            return say("Its driver cannot be used: {why}. The table goes on without it.", why=what)
        case "broken":
            return say("It does not work: {why}. Look at its wires; it is tried again by itself.", why=what)
        case code:
            return SAID[code]


def fault_of_pod(fault: Fault | None, node: str) -> Message | None:
    """Like ``trouble``, for a pod without a place."""
    return trouble(Wire(device_name(PANEL, "keys"), "ok", node=node, fault=fault))


def _silent(wire: Wire) -> Message:
    if wire.node and not wire.driver and not _is_bus(wire.node):
        return say("The pod does not answer. Unplug it and plug it in again; if that does not help, flash it anew.")
    return say("It does not answer. Look at its wires and its address; it comes back by itself.")


def _missing(node: str, driver: str) -> Message:
    if driver:
        return say("{node} is not there. Plug it in or switch it on; it comes back by itself.", node=node)
    if "i2c" in node:
        return say(
            "{node} is not there. Switch I2C on by the installer or raspi-config, and start the machine anew.",
            node=node,
        )
    if "spi" in node:
        return say(
            "{node} is not there. Switch SPI on by the installer or raspi-config, and start the machine anew.",
            node=node,
        )
    if not _is_bus(node):
        return say("{node} is not there. Plug the pod in; the profile must name its own path.", node=node)
    return say("{node} is not there. Is this a Raspberry Pi, and the chip in the profile the right one?", node=node)


def _library(name: str, driver: str) -> Message:
    if driver == name:
        return say("The driver {name} is not installed. Install its package, or correct the profile.", name=name)
    return say("The library {name} is not installed: {command}", name=name, command=OTHERS.get(name, INSTALL))


def _forbidden(node: str) -> Message:
    group = next((group for group in GROUPS if group in node), "dialout")
    return say(
        "This user may not use {node}. Add the user to its group and log in again: sudo usermod -a -G {group} $USER",
        node=node,
        group=group,
    )


def _busy(wire: Wire) -> Message:
    if wire.pins:
        return say("The pin is in use. End the other program, switch its use off in config.txt, or take another pin.")
    return say("{node} is in use. End the other program.", node=wire.node)


def _channel(node: str) -> Message:
    return say(
        "The multiplexer on {node} has no such channel. Look at its wires, put {overlay} into config.txt and start the "
        "machine anew.",
        node=node,
        overlay=OVERLAY,
    )


def complaint(wire: Wire) -> Message:
    """A whole sentence about a fault, for a page that does not name the device otherwise."""
    return say(
        "{place}, {thing}: {trouble}",
        place=place_named(place_of(wire.device)),
        thing=called(wire),
        trouble=trouble(wire) or "",
    )
