"""The driver `evdev`: one thread reads all input devices that a profile names, and looks for those that are gone."""

from __future__ import annotations

import logging
import os
import re
import select
from collections.abc import Iterator, Sequence
from threading import Lock, Thread

from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.input_devices.event_codes import CODES, HIGHEST, USUAL
from hardware.input_devices.input_line import InputLine, Whereabouts, fault_of
from hardware.input_devices.input_parts import InputKeys, InputPart, InputReader
from hardware.ports import (
    KEYS,
    PUSH,
    Devices,
    Disconnected,
    Event,
    Fault,
    Keys,
    MonotonicClock,
    Post,
    Reader,
    Reconnected,
    Wire,
)

logger = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds until a device that is gone is looked for again."""
ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}")


class _Device:
    """One input device, which may serve several places."""

    def __init__(self, where: Whereabouts) -> None:
        self.where = where
        self.parts: list[InputPart] = []
        self.line: InputLine | None = None
        self.fault: Fault | None = Fault("missing", str(where))
        self.told = False

    def open(self, clock: MonotonicClock) -> None:
        """Open it if it is not open."""
        if self.line is None:
            try:
                self.line = InputLine(self.where, clock)
            except OSError as error:
                self.fault = fault_of(error, str(self.where))
            else:
                self.fault = None

    def lose(self, error: OSError) -> None:
        """Note that the device is gone."""
        self.fault = fault_of(error, str(self.where))
        self.close()

    def close(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.close()


class _Place:
    """The keys or the reader of one place, as the table has them."""

    def __init__(self, table: EvdevTable) -> None:
        self._table = table

    def start(self, post: Post) -> None:
        self._table.start(post)

    def close(self) -> None:
        self._table.close()


class EvdevTable:
    """All input devices of a profile. Nothing is opened before it is started, or `mend`."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._devices: dict[Whereabouts, _Device] = {}
        self._post: Post | None = None
        self._lock = Lock()
        self._closed = False
        self._thread: Thread | None = None
        self._wakes: tuple[int, int] | None = None

    def add(self, part: InputPart) -> None:
        """Serve one more place."""
        self._devices.setdefault(part.where, _Device(part.where)).parts.append(part)

    def start(self, post: Post) -> None:
        """Read everything in a thread. Only the first call counts: a table has one inbox."""
        with self._lock:
            if self._thread is not None or self._closed:
                return
            self._post = post
            self._wakes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._thread = Thread(target=self._run, name="driver evdev", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop reading, and let go of all devices. Idempotent."""
        with self._lock:
            self._closed = True
            thread, wakes = self._thread, self._wakes
        if thread is not None and wakes is not None:
            os.write(wakes[1], b".")
            thread.join()
            self._end(wakes)
        with self._lock:
            for device in self._devices.values():
                device.close()

    def _end(self, wakes: tuple[int, int]) -> None:
        with self._lock:
            if self._wakes is not None:
                self._wakes = None
                for end in wakes:
                    os.close(end)

    def mend(self) -> None:
        """Look now for what is gone."""
        with self._lock:
            if not self._closed:
                for device in self._devices.values():
                    device.open(self._clock)
            if self._wakes is not None:
                os.write(self._wakes[1], b".")

    def survey(self) -> tuple[Wire, ...]:
        """Every key and reader, with what is wrong with its device."""
        return tuple(
            Wire(part.device, line, node=str(device.where), fault=device.fault)
            for device in self._devices.values()
            for part in device.parts
            for line in part.lines
        )

    def _run(self) -> None:
        assert self._wakes is not None  # noqa: S101  (it was made just before)
        wake = self._wakes[0]
        while not self._closed:
            with self._lock:
                for device in self._devices.values():
                    device.open(self._clock)
                open_ones = {device.line.number: device for device in self._devices.values() if device.line is not None}
            self._tell_changes()
            ready = select.poll()
            ready.register(wake, select.POLLIN)
            for number in open_ones:
                ready.register(number, select.POLLIN)
            whole = len(open_ones) == len(self._devices)
            for number, _ in ready.poll(None if whole else RETRY * 1000):
                if number == wake:
                    os.read(wake, 64)
                else:
                    self._read(open_ones[number])

    def _read(self, device: _Device) -> None:
        line = device.line
        if line is None:
            return
        try:
            for event in line.read():
                for part in device.parts:
                    self._say(part.hear(event, line.middle))
        except OSError as error:
            with self._lock:
                device.lose(error)
            for part in device.parts:
                part.let_go(self._clock())

    def _tell_changes(self) -> None:
        """Tell what is gone or back since the last time."""
        for device in self._devices.values():
            works = device.fault is None
            if works == device.told:
                continue
            device.told = works
            logger.log(logging.INFO if works else logging.WARNING, "input device %s: %s", device.where, device.fault)
            now = self._clock()
            for part in device.parts:
                self._say([Reconnected(part.device, now) if works else Disconnected(part.device, "it is gone", now)])

    def _say(self, events: Sequence[Event]) -> None:
        for event in events:
            if self._post is not None and not self._closed:
                self._post(event)


def _open(parts: Sequence[WantedPart], site: DriverSite) -> Devices:
    table = EvdevTable(site.clock)
    keys: dict[int, Keys] = {}
    readers: dict[int, Reader] = {}
    used: dict[tuple[Whereabouts, int], str] = {}
    for part in parts:
        where = _where(part)
        if part.part == "reader":
            part.settings.only(("path", "address"))
            readers[part.place] = _Place(table)
            table.add(InputReader(part.device, where))
            continue
        part.settings.only(("path", "address", "keys", "knob", "stick"))
        meanings = dict(_meanings(part))
        for code in meanings:
            first = used.setdefault((where, code), part.device)
            if first != part.device and (where.path or where.address):
                part.settings.note(
                    part.settings.path,
                    f"{first} has the same keys of the same device",
                    "give both places their own keys",
                )
                break
        keys[part.place] = _Place(table)
        knob, stick = part.settings.flag("knob") or False, part.settings.flag("stick") or False
        table.add(InputKeys(part.device, where, meanings, knob, stick))
    return Devices(keys=keys, readers=readers, survey=table.survey, mend=table.mend, release=table.close)


def _where(part: WantedPart) -> Whereabouts:
    settings = part.settings
    path, address = settings.text("path"), settings.text("address")
    if "path" in settings.values and "address" in settings.values:
        settings.note(settings.at("address"), "path and address are both given", "remove one of them")
    elif path is None and address is None:
        settings.need("path")
    elif address is not None and ADDRESS.fullmatch(address) is None:
        settings.note(
            settings.at("address"), "no Bluetooth address", "such as AA:BB:CC:DD:EE:FF, as bluetoothctl shows"
        )
    return Whereabouts(path or "", "" if path else address or "")


def _meanings(part: WantedPart) -> Iterator[tuple[int, str]]:
    """What each key means: as the profile says, else as usual."""
    table = part.settings.table("keys")
    if table is None:
        yield from ((CODES[name], line) for name, line in USUAL.items())
        return
    for name in table.values:
        number = int(name) if name.isascii() and name.isdecimal() and len(name) < 4 else CODES.get(name)
        line = table.choice(name, (*KEYS, PUSH))
        if number is None or number > HIGHEST:
            table.note(table.at(name), "no such key", "its name or number as evtest shows it, such as KEY_ENTER or 28")
        elif line is not None:
            yield number, line
    if not {"ok", PUSH} & set(table.values.values()):
        table.note(table.path, "no way to say OK here", 'such as KEY_ENTER = "ok"')


DRIVER = DriverPackage(contract=1, parts=frozenset(("keys", "reader")), open=_open)
