"""``companion run`` as systemd starts it, with pods and other devices on its USB sockets: whatever is plugged in,
pulled out or given a seat, the table goes on.
"""

from __future__ import annotations

import json
import select
import signal
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import TypeVar

import pytest

from tests.firmware.other_device import GPS, OtherDevice
from tests.firmware.pod_model import HELLO, PodModel
from tests.firmware.pty_pod import PtyPod, until
from tests.service.at_table import token
from tests.supervision.service_process import ServiceProcess

D = TypeVar("D", PtyPod, OtherDevice)
PIN = "47114711"
SECONDS = 30.0
"""Longer than the table tries a line that is none of a pod."""


class TableOnUsb:
    """The process, what is in its sockets ``socket-*``, and its admin's browser."""

    def __init__(self, service: ServiceProcess, stack: ExitStack) -> None:
        self.service = service
        self._stack = stack
        self._csrf = ""
        profile = service.folder / "pods.toml"
        profile.write_text(f'name = "p"\nkind = "pi"\npods = ["{service.folder}/socket-*"]\n', encoding="utf-8")

    def start(self, before: str = "") -> None:
        self.service.start(f'pin = "{PIN}"\nprofile = "{self.service.folder}/pods.toml"\n', before=before)
        self.service.until_ready()
        self._call("/api/v1/host", json.dumps({"pin": PIN}).encode(), "application/json")
        self._csrf = self.page("/hardware").partition('name="csrf" value="')[2].partition('"')[0]

    def pod(self, socket: str, number: int, name: str = "") -> PtyPod:
        """Plug one in."""
        model = PodModel(replace(HELLO, pod=bytes([number] * 8), name=name or f"pod {number}"))
        return self._plugged(PtyPod(self.service.folder / f"socket-{socket}", model))

    def other(self, socket: str, words: bytes = b"") -> OtherDevice:
        return self._plugged(OtherDevice(self.service.folder / f"socket-{socket}", words))

    def page(self, path: str) -> str:
        return self._call(path)

    def has_devices(self, seat: int) -> bool:
        """Whether the page of devices lists any for a seat."""
        return f'id="device-{seat}"' in self.page("/hardware")

    def offer(self, seat: int) -> None:
        fields = urllib.parse.urlencode({"csrf": self._csrf, "place": seat})
        self._call("/hardware/seat", fields.encode(), "application/x-www-form-urlencoded")

    def gives(self, pod: PtyPod, seat: int) -> None:
        """Give a pod its seat as people do: choose the seat on the page, press OK on the pod."""
        until(lambda: pod.model.place == 255, SECONDS)
        self.offer(seat)
        until(lambda: pod.model.lamp[3] == 3)
        pod.tap("ok")
        until(lambda: pod.model.place == seat, SECONDS)

    def goes_on(self) -> str:
        """It is still the process that was started, with its hardware; and it stops when it is told to. Returns what it
        said.
        """
        self.beats()
        assert "Safe mode" not in self.page("/hardware")
        code, said = self.service.end(signal.SIGTERM)
        assert code == 0, said
        return said

    def beats(self) -> None:
        """Three periods of the watchdog pass: several scans for pods."""
        self.service.forget_what_was_said()
        for _ in range(3):
            until(self._is_heard, SECONDS)
            assert self.service.heard.recv(400) == b"WATCHDOG=1"

    def _is_heard(self) -> bool:
        self.runs()
        return bool(select.select([self.service.heard], [], [], 0.1)[0])

    def runs(self) -> None:
        process = self.service.process
        assert process is not None
        if process.poll() is not None:
            pytest.fail(f"it ended: {process.communicate()[0]}")

    def _plugged(self, device: D) -> D:
        device.plug()
        self._stack.callback(device.unplug)
        return device

    def _call(self, path: str, body: bytes | None = None, kind: str = "") -> str:
        self.runs()
        headers = {"Cookie": f"device={token('host')}", "Authorization": f"Bearer {token('host')}"}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.service.port}{path}", body, headers)
        if kind:
            asked.add_header("Content-Type", kind)
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                return str(answer.read().decode())
        except TimeoutError:
            self.runs()
            raise


@pytest.fixture
def table(service: ServiceProcess) -> Iterator[TableOnUsb]:
    with ExitStack() as stack:
        yield TableOnUsb(service, stack)


def test_other_usb_devices_do_not_end_the_table(table: TableOnUsb) -> None:
    silent, gps = table.other("a"), table.other("b", GPS)
    table.start()
    until(lambda: silent.opened and gps.opened)
    until(lambda: not silent.is_open and not gps.is_open, SECONDS)
    assert (silent.opened, gps.opened) == (1, 1)
    assert "failed" not in table.goes_on()


def test_a_pod_is_given_its_seat_pulled_out_and_plugged_in_elsewhere(table: TableOnUsb) -> None:
    table.start()
    pod = table.pod("a", 1)
    table.gives(pod, 3)
    until(lambda: any(pod.model.glass))
    pod.unplug()
    until(lambda: not table.has_devices(3))
    pod.path = pod.path.with_name("socket-b")
    pod.plug()
    until(lambda: pod.model.place == 3 and any(pod.model.glass), SECONDS)
    assert "failed" not in table.goes_on()


def test_pods_that_were_there_at_the_start_are_pulled_out_and_put_back(table: TableOnUsb) -> None:
    pods = [table.pod(socket, number) for number, socket in enumerate("abc", 1)]
    table.start()
    for seat, pod in enumerate(pods, 1):
        table.gives(pod, seat)
    for pod in pods:
        pod.unplug()
    until(lambda: not any(table.has_devices(seat) for seat in (1, 2, 3)))
    for pod in pods:
        pod.plug()
    until(lambda: [pod.model.place for pod in pods] == [1, 2, 3], SECONDS)
    assert "failed" not in table.goes_on()


FAILS_THREE_TIMES = """
from hardware.pods.link import PodLink
from hardware.pods.seat_assignment import SeatingThread
def fails(owner, name, when):
    usual, left = getattr(owner, name), [3]
    def failing(self, *given):
        if when(self) and left[0]:
            left[0] -= 1
            raise KeyError("a bug")
        return usual(self, *given)
    setattr(owner, name, failing)
fails(PodLink, "_read", lambda link: link.hello is not None)
fails(SeatingThread, "_free_seats", lambda _: True)
"""


def test_a_thread_that_fails_is_begun_again(table: TableOnUsb) -> None:
    """The one that looks for pods, and that of a pod."""
    pod = table.pod("a", 1)
    table.start(FAILS_THREE_TIMES)
    until(lambda: pod.model.sessions == 4, SECONDS)
    table.gives(pod, 2)
    said = table.goes_on()
    assert said.count("looks for pods failed (KeyError at ") == 3
    assert said.count(f"pod at {pod.path} failed (KeyError at ") == 3


def test_of_two_pods_with_one_number_the_first_keeps_the_seat(table: TableOnUsb) -> None:
    south, north = table.pod("a", 1, "south"), table.pod("b", 1, "north")
    table.start()
    until(lambda: south.model.place == 255)
    table.gives(north, 2)
    until(lambda: "has the same number and keeps the seat" in table.page("/hardware"))
    assert "south" in table.page("/host")
    began = south.model.sessions, north.model.sessions
    table.beats()
    assert (south.model.sessions, north.model.sessions) == began
    assert (south.model.place, north.model.place) == (255, 2)

    table.offer(3)
    until(lambda: "Do not give it away" in table.page("/hardware"))
    south.tap("ok")
    table.beats()
    assert south.model.place == 255, "a seat is given to a number, and this number has one"
    table.offer(0)

    north.unplug()
    until(lambda: not table.has_devices(2))
    table.beats()
    assert south.model.place == 255, "who sits at another seat would have this one's secrets"
    north.plug()
    until(lambda: north.model.place == 2, SECONDS)
    table.goes_on()

    table.start()
    until(lambda: north.model.place == 2, SECONDS)
    until(lambda: "has the same number and keeps the seat" in table.page("/hardware"))
    assert south.model.place == 255
    south.unplug()
    until(lambda: "has the same number" not in table.page("/hardware"))
    table.goes_on()
