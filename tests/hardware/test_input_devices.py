"""Linux input devices: what the kernel's records mean, who a device is, and settings that are refused."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from companion.drivers import drive
from hardware.input_devices import input_line
from hardware.input_devices.event_codes import (
    ABS_HAT0Y,
    ABS_Y,
    CODES,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    SYN_DROPPED,
    USUAL,
)
from hardware.input_devices.input_line import EVENT, InputEvent, InputLine, Whereabouts, fault_of
from hardware.input_devices.input_parts import AT_ONCE, InputKeys, InputReader
from hardware.ports import KEYS, Devices, Disconnected, Edge, Event, Fault, Reconnected, Tag
from hardware.profile import ProfileError
from hardware.profile_files import load
from tests.hardware.hands import Inbox
from tests.hardware.input_pipes import RECORD, InputPipe
from tests.hardware.test_profile import PI

HEADER = Path("/usr/include/linux/input-event-codes.h")
HERE = Whereabouts("/dev/input/by-id/x")
MIDDLES = {ABS_Y: (64, 191), ABS_HAT0Y: (-1, 1)}
OK, UP = CODES["KEY_ENTER"], CODES["KEY_UP"]


def keys(**more: bool) -> InputKeys:
    return InputKeys("seat1.keys", HERE, {CODES[name]: line for name, line in USUAL.items()}, **more)


def moves(part: InputKeys, *events: tuple[int, int, int], at: float = 1.0) -> list[tuple[str, bool]]:
    heard = [edge for event in events for edge in part.hear(InputEvent(*event, at), MIDDLES)]
    return [(edge.line, edge.level) for edge in heard if isinstance(edge, Edge)]


@pytest.mark.skipif(not HEADER.exists(), reason="no kernel headers")
def test_numbers_of_keys_are_the_kernels() -> None:
    found = re.findall(r"#define\s+((?:KEY|BTN)_\w+)\s+(0x[0-9a-f]+|\d+)\b", HEADER.read_text("ascii"))
    kernels = {name: int(number, 0) for name, number in found}
    assert {name: kernels[name] for name in CODES} == CODES


def test_what_keys_usually_mean_is_a_key_of_a_place() -> None:
    assert set(USUAL.values()) == set(KEYS)
    assert set(USUAL) <= set(CODES)


def test_a_record_is_the_kernels_struct() -> None:
    assert (EVENT.size, EVENT.format) == (RECORD.size, RECORD.format)
    assert EVENT.size in (24, 16)


def test_repeats_of_the_kernel_are_no_presses() -> None:
    down, again, up = (EV_KEY, OK, 1), (EV_KEY, OK, 2), (EV_KEY, OK, 0)
    assert moves(keys(), down, again, again, up) == [("ok", True), ("ok", False)]


def test_two_keys_of_one_line_are_one() -> None:
    enter, pad = CODES["KEY_ENTER"], CODES["KEY_KPENTER"]
    events = [(EV_KEY, enter, 1), (EV_KEY, pad, 1), (EV_KEY, enter, 0), (EV_KEY, pad, 0)]
    assert moves(keys(), *events) == [("ok", True), ("ok", False)]


def test_a_key_that_means_nothing_is_not_heard() -> None:
    assert moves(keys(), (EV_KEY, CODES["KEY_A"], 1), (EV_KEY, CODES["KEY_A"], 0)) == []


def test_after_an_overrun_everything_is_released_and_the_rest_of_that_report_dropped() -> None:
    part = keys()
    assert moves(part, (EV_KEY, OK, 1)) == [("ok", True)]
    assert moves(part, (EV_SYN, SYN_DROPPED, 0), (EV_KEY, UP, 1)) == [("ok", False)]
    assert moves(part, (EV_SYN, 0, 0), (EV_KEY, UP, 0), (EV_KEY, UP, 1)) == [("up", True)]


def test_a_stick_is_up_and_down_only_where_the_profile_says_so() -> None:
    assert moves(keys(), (EV_ABS, ABS_Y, 0)) == []
    stick = keys(stick=True)
    assert moves(stick, (EV_ABS, ABS_Y, 0), (EV_ABS, ABS_Y, 128)) == [("up", True), ("up", False)]
    assert moves(stick, (EV_ABS, ABS_HAT0Y, 1), (EV_ABS, ABS_HAT0Y, 0)) == [("down", True), ("down", False)]


def test_a_broken_key_fills_no_inbox() -> None:
    part = keys()
    flood = [event for _ in range(5000) for event in ((EV_KEY, OK, 1), (EV_KEY, OK, 0))]
    heard = moves(part, *flood)
    assert len(heard) == 2 * AT_ONCE
    assert heard[-1] == ("ok", False)
    assert moves(part, (EV_KEY, OK, 1), at=2.0) == [("ok", True)]


def test_a_scanner_that_stops_in_the_middle_adds_nothing_to_the_next_code() -> None:
    reader = InputReader("seat1.reader", HERE)
    one, two = CODES["KEY_1"], CODES["KEY_2"]
    typed = [(one, 1.0), (two, 9.0), (CODES["KEY_ENTER"], 9.1)]
    heard = [tag for code, at in typed for tag in reader.hear(InputEvent(EV_KEY, code, 1, at), MIDDLES)]
    assert heard == [Tag("seat1.reader", "2", 9.1)]


def test_an_endless_text_is_no_tag_and_takes_no_memory() -> None:
    reader = InputReader("seat1.reader", HERE)
    for _ in range(100_000):
        reader.hear(InputEvent(EV_KEY, CODES["KEY_1"], 1, 1.0), MIDDLES)
    assert len(reader._text) < 200
    assert reader.hear(InputEvent(EV_KEY, CODES["KEY_ENTER"], 1, 1.0), MIDDLES) == []


# -- which device it is ----------------------------------------------------------------------------------------------


def test_a_remote_is_known_by_its_address_under_whatever_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_line, "CLASS", tmp_path)
    for name, unique in (("event0", ""), ("event7", "aa:bb:cc:dd:ee:ff\n")):
        (tmp_path / name / "device").mkdir(parents=True)
        (tmp_path / name / "device" / "uniq").write_text(unique)
    where = Whereabouts(address="AA:BB:CC:DD:EE:FF")
    assert where.file() == "/dev/input/event7"
    (tmp_path / "event7").rename(tmp_path / "event12")
    assert where.file() == "/dev/input/event12"
    with pytest.raises(FileNotFoundError) as missing:
        Whereabouts(address="11:22:33:44:55:66").file()
    assert fault_of(missing.value, "x") == Fault("missing", "11:22:33:44:55:66")


def test_half_a_record_waits_for_the_rest(tmp_path: Path) -> None:
    pipe = InputPipe(tmp_path / "numpad")
    line = InputLine(Whereabouts(str(pipe.path)), time.monotonic)
    record = RECORD.pack(0, 0, EV_KEY, OK, 1)
    pipe.raw(record[:10])
    assert list(line.read()) == []
    pipe.raw(record[10:] + record)
    assert [(event.kind, event.code, event.value) for event in line.read()] == [(EV_KEY, OK, 1)] * 2
    line.close()
    pipe.unplug()


def test_what_this_user_may_not_open_is_named(tmp_path: Path) -> None:
    error = PermissionError(13, "Permission denied", "/dev/input/event3")
    assert fault_of(error, "x") == Fault("forbidden", "/dev/input/event3")
    assert fault_of(OSError(16, "busy"), "/dev/input/by-id/x") == Fault("busy", "/dev/input/by-id/x")


def table(tmp_path: Path, text: str) -> Devices:
    return drive(load(PI + text, "t"), time.monotonic, tmp_path).devices


def test_a_numpad_that_comes_back_under_another_number_has_its_seat_again(tmp_path: Path) -> None:
    first, second = InputPipe(tmp_path / "first"), InputPipe(tmp_path / "second")
    text = "".join(
        f'[[seat]]\nnumber = {number}\nkeys = {{ driver = "evdev", path = "{pipe.path}" }}\n'
        for number, pipe in ((1, first), (2, second))
    )
    devices = table(tmp_path, text)
    inbox = Inbox(20.0)
    devices.start(inbox.events.put)
    try:
        back(inbox, {"seat1.keys", "seat2.keys"}, Reconnected)
        first.unplug()
        second.unplug()
        back(inbox, {"seat1.keys", "seat2.keys"}, Disconnected)
        second.plug()
        first.plug()
        back(inbox, {"seat1.keys", "seat2.keys"}, Reconnected)
        second.key(OK, True)
        inbox.edge(2, "ok", True)
        first.key(UP, True)
        inbox.edge(1, "up", True)
    finally:
        devices.close()
        first.unplug()
        second.unplug()


def back(inbox: Inbox, devices: set[str], kind: type[Event]) -> None:
    """Wait until all of these have been told of."""
    missing = set(devices)
    while missing:
        event = inbox.until(lambda event: isinstance(event, kind))
        missing.discard(event.device)


def test_it_is_read_by_this_program_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise what is pressed at the table is typed into the login of the machine too."""
    asked: list[int] = []
    monkeypatch.setattr(input_line, "ioctl", lambda *given: asked.append(given[1]))
    pipe = InputPipe(tmp_path / "numpad")
    InputLine(Whereabouts(str(pipe.path)), time.monotonic).close()
    assert asked[:2] == [0x40044590, 0x400445A0]
    pipe.unplug()


# -- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ("", r"seat\[1\].keys.path: missing"),
        (', path = "/x", address = "AA:BB:CC:DD:EE:FF"', "path and address are both given"),
        (', address = "AA:BB"', "no Bluetooth address"),
        (', path = "/x", keys = { KEY_A = "ok", KEY_OOPS = "up" }', r"seat\[1\].keys.keys.KEY_OOPS: no such key"),
        (', path = "/x", keys = { KEY_A = "up" }', "no way to say OK here"),
        (', path = "/x", keys = { KEY_A = "okay" }', r'keys.KEY_A: expected one of "up"'),
        (', path = "/x", keys = { 9999 = "ok" }', "no such key"),
        (', path = "/x", grab = true', r"keys.grab: unknown key"),
    ],
)
def test_settings_that_cannot_be_are_refused(settings: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=problem):
        table(tmp_path, f'[[seat]]\nnumber = 1\nkeys = {{ driver = "evdev"{settings} }}\n')


def test_two_seats_may_share_a_keyboard_if_each_has_keys_of_its_own(tmp_path: Path) -> None:
    def both(first: str, second: str) -> str:
        return "".join(
            f'[[seat]]\nnumber = {number}\nkeys = {{ driver = "evdev", path = "/x"{given} }}\n'
            for number, given in ((1, first), (2, second))
        )

    devices = table(tmp_path, both(', keys = { KEY_A = "ok" }', ', keys = { KEY_L = "ok", 31 = "up" }'))
    assert set(devices.keys) == {1, 2}
    devices.close()
    with pytest.raises(ProfileError, match=r"seat1\.keys has the same keys of the same device"):
        table(tmp_path, both("", ""))


def test_keys_can_be_given_by_number_and_are_heard(tmp_path: Path) -> None:
    pipe = InputPipe(tmp_path / "remote")
    devices = table(
        tmp_path,
        f'[[seat]]\nnumber = 1\nkeys = {{ driver = "evdev", path = "{pipe.path}", keys = {{ 353 = "ok" }} }}\n',
    )
    inbox = Inbox(20.0)
    devices.start(inbox.events.put)
    try:
        back(inbox, {"seat1.keys"}, Reconnected)
        pipe.key(353, True)
        inbox.edge(1, "ok", True)
    finally:
        devices.close()
        pipe.unplug()


def test_the_doctor_leaves_it_closed_behind_it(tmp_path: Path) -> None:
    pipe = InputPipe(tmp_path / "remote")
    before = len(os.listdir("/proc/self/fd"))
    devices = table(tmp_path, f'[[seat]]\nnumber = 1\nkeys = {{ driver = "evdev", path = "{pipe.path}" }}\n')
    devices.mend()
    assert len(os.listdir("/proc/self/fd")) == before + 1
    devices.close()
    assert len(os.listdir("/proc/self/fd")) == before
    pipe.unplug()
