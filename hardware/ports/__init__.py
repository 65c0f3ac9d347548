"""Interfaces to the devices on the table; all the product knows of hardware.

Drivers (pins, pods, simulator) implement these protocols; the service gets a `Devices` and does not know the driver.
Devices report by events put into the inbox; callbacks may only enqueue.
"""

from __future__ import annotations

from hardware.errors import BadCommand, DeviceGone, HardwareError
from hardware.ports.devices import (
    Buzzer,
    Devices,
    Display,
    Fault,
    Keys,
    Light,
    NumberedDisplay,
    Pattern,
    Pin,
    PodSeating,
    Reader,
    RenewedDisplay,
    SideColour,
    Trouble,
    UnseatedPod,
    Voice,
    Wire,
)
from hardware.ports.events import (
    ENCODER,
    KEYS,
    PANEL,
    PUSH,
    DevicePart,
    Disconnected,
    Edge,
    Event,
    MonotonicClock,
    Post,
    Reconnected,
    Rest,
    Tag,
    Turn,
    device_name,
    place_of,
)
from hardware.ports.simulator_control import Picture, PlaceView, Simulator

__all__ = [
    "ENCODER",
    "KEYS",
    "PANEL",
    "PUSH",
    "BadCommand",
    "Buzzer",
    "DeviceGone",
    "DevicePart",
    "Devices",
    "Disconnected",
    "Display",
    "Edge",
    "Event",
    "Fault",
    "HardwareError",
    "Keys",
    "Light",
    "MonotonicClock",
    "NumberedDisplay",
    "Pattern",
    "Picture",
    "Pin",
    "PlaceView",
    "PodSeating",
    "Post",
    "Reader",
    "Reconnected",
    "RenewedDisplay",
    "Rest",
    "SideColour",
    "Simulator",
    "Tag",
    "Trouble",
    "Turn",
    "UnseatedPod",
    "Voice",
    "Wire",
    "device_name",
    "place_of",
]
