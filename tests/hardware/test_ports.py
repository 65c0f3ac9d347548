"""The names of devices, and a table's devices as one."""

from __future__ import annotations

from typing import get_args

import pytest

from hardware.ports import PANEL, DevicePart, Devices, Event, Post, device_name, part_of, place_of


@pytest.mark.parametrize("part", get_args(DevicePart))
@pytest.mark.parametrize("place", range(9))
def test_a_device_name_leads_back_to_its_place_and_part(place: int, part: DevicePart) -> None:
    name = device_name(place, part)
    assert (place_of(name), part_of(name)) == (place, part)


def test_the_panel_has_a_name_of_its_own() -> None:
    assert device_name(PANEL, "display") == "panel.display"
    assert device_name(3, "keys") == "seat3.keys"


@pytest.mark.parametrize(
    "text", ["", "panel", "seat2", "seat.keys", "seat02.keys", "seatx.keys", "2.keys", "seat2.lamp"]
)
def test_other_texts_are_no_device(text: str) -> None:
    with pytest.raises(ValueError, match="not the name of a device"):
        place_of(text)


class _Recorder:
    """Stands for any device; writes down what is asked of it."""

    size = (1, 1)

    def __init__(self, name: str, calls: list[str]) -> None:
        self.name = name
        self.calls = calls

    def start(self, post: Post) -> None:
        self.calls.append(f"start {self.name}")

    def show(self, image: object, *, private: bool = False) -> None:
        raise AssertionError

    def blank(self) -> None:
        raise AssertionError

    def set(self, on: bool) -> None:
        raise AssertionError

    def close(self) -> None:
        self.calls.append(f"close {self.name}")


def test_devices_start_what_speaks_and_close_it_before_what_shows() -> None:
    calls: list[str] = []
    keys, display, light, reader = (_Recorder(name, calls) for name in ("keys", "display", "light", "reader"))
    devices = Devices({1: keys}, {1: display}, {1: light}, {1: reader})
    inbox: list[Event] = []
    devices.start(inbox.append)
    assert calls == ["start keys", "start reader"]
    calls.clear()
    devices.close()
    assert calls == ["close keys", "close reader", "close display", "close light"]
