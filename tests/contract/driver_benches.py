"""The drivers of the contract tests. ``pytest`` is told of them by ``companion_drivers``."""

from __future__ import annotations

import grey_bench
import letter_bench

from companion.game_tests.drivers.driver_bench import DriverBench
from hardware.input_devices import evdev_driver
from hardware.tag_readers import pn532_driver
from tests.hardware.input_pipes import PipedInput
from tests.hardware.tag_chips import I2cReader, SerialReader
from tests.mqtt import button_bench

BENCHES = (
    *letter_bench.BENCHES,
    *grey_bench.BENCHES,
    *button_bench.BENCHES,
    DriverBench(
        "evdev-numpad",
        evdev_driver.DRIVER,
        ((1, "keys"), (2, "keys")),
        PipedInput,
        lines=("ok", "up", "down", "back", "peek", "encoder"),
    ),
    DriverBench(
        "evdev-scanner",
        evdev_driver.DRIVER,
        ((0, "reader"), (3, "keys")),
        PipedInput,
        codes=("4006381333931", "EAN-8/a"),
    ),
    *(
        DriverBench(
            f"pn532-{name}",
            pn532_driver.DRIVER,
            parts,
            bench,
            codes=("04a1b2c3d4e5f6", "deadbeef", "04112233445566778899"),
        )
        for name, parts, bench in (
            ("serial", ((1, "reader"), (0, "reader")), SerialReader),
            ("i2c", ((2, "reader"),), I2cReader),
        )
    ),
)
