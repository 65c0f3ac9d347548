"""Headers and buses without a Pi for tests of wired tables; tests for a wired bench only run when they are named."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gpiozero import Device

import hardware.pi.pi_table  # noqa: F401  (luma starts threads of its own when it is loaded: before they are counted)
from tests.hardware.fake_displays import Buses
from tests.hardware.fake_lines import FakeLines
from tests.hardware.headers import HEADERS, Header, TimedFactory, made_header


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "pi" in str(config.option.markexpr).split():
        return
    bench = [item for item in items if item.get_closest_marker("pi")]
    if bench:
        config.hook.pytest_deselected(items=bench)
        items[:] = [item for item in items if item not in bench]


@pytest.fixture
def mock() -> Iterator[TimedFactory]:
    """Pins without a board: `mock.pin(17).drive_low()` closes a contact to ground, at the time of `mock.clock`."""
    factory = TimedFactory()
    before, Device.pin_factory = Device.pin_factory, factory
    with no_thread_left():
        yield factory
        factory.reset()
    Device.pin_factory = before


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLines]:
    """A fake chip, and no lgpio, so that pins are driven by `gpiod`."""
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    folder = tmp_path / "dev"
    folder.mkdir()
    made = FakeLines(folder)
    made.take(monkeypatch)
    with no_thread_left():
        yield made
    assert made.taken() == set()


@pytest.fixture(params=HEADERS)
def header(request: pytest.FixtureRequest) -> Header:
    """The pins of a wired table, of each kind there is."""
    return made_header(request.param, request)


@contextmanager
def no_thread_left() -> Iterator[None]:
    threads = set(threading.enumerate())
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in threads]
    assert not left, f"left running: {left}"


@pytest.fixture
def buses(monkeypatch: pytest.MonkeyPatch) -> Buses:
    """Buses without a wire, under luma."""
    made = Buses()
    made.take(monkeypatch)
    return made
