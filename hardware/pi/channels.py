"""Bus numbers of I2C multiplexer channels."""

from __future__ import annotations

from pathlib import Path

from hardware.pi.faults import Faulty
from hardware.ports import Fault

DEVICES = Path("/sys/bus/i2c/devices")


def bus_of_channel(bus: int, channel: int | None, devices: Path = DEVICES) -> int:
    """Bus number of a multiplexer channel on `bus`; `bus` itself without a channel.

    The kernel links channels beside the multiplexer: `1-0070/channel-3` leads to `i2c-13`. Raises Faulty.
    """
    if channel is None:
        return bus
    for link in sorted(devices.glob(f"{bus}-*/channel-{channel}")):
        number = link.resolve().name.removeprefix("i2c-")
        if number.isdecimal():
            return int(number)
    if not (devices / f"i2c-{bus}").exists():
        raise Faulty(Fault("missing", f"/dev/i2c-{bus}"))
    raise Faulty(Fault("channel", f"/dev/i2c-{bus}"))
