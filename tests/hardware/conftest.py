"""Mock pins and fake buses for tests of wired tables; tests for a wired bench only run when they are named."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

import hardware.pi.pi_table  # noqa: F401  (luma starts threads of its own when it is loaded: before they are counted)
from tests.hardware.fake_displays import Buses


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "pi" in str(config.option.markexpr).split():
        return
    bench = [item for item in items if item.get_closest_marker("pi")]
    if bench:
        config.hook.pytest_deselected(items=bench)
        items[:] = [item for item in items if item not in bench]


@pytest.fixture
def mock() -> Iterator[MockFactory]:
    """Pins without a board: `mock.pin(17).drive_low()` closes a contact to ground."""
    factory = MockFactory(pin_class=MockPWMPin)
    before, Device.pin_factory = Device.pin_factory, factory
    threads = set(threading.enumerate())
    yield factory
    factory.reset()
    Device.pin_factory = before
    left = [thread.name for thread in threading.enumerate() if thread not in threads]
    assert not left, f"left running: {left}"


@pytest.fixture
def buses(monkeypatch: pytest.MonkeyPatch) -> Buses:
    """Buses without a wire, under luma."""
    made = Buses()
    made.take(monkeypatch)
    return made
