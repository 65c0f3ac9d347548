"""The driver `pn532`: the chip's frames on a pseudo-terminal and on a bus, damaged, slow, flooded and pulled out."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event, Thread

import pytest

from hardware.driver_contract import DrivenPart, DriverSite
from hardware.ports import Devices, Disconnected, Reconnected, Tag
from hardware.ports import Event as DeviceEvent
from hardware.tag_readers import pn532_driver, pn532_frames
from hardware.tag_readers.pn532_frames import Answer, FrameReader, Sign, frame, number_of
from tests.hardware.tag_chips import I2cReader, SerialReader, TagChip

NTAG, CLASSIC = "04a1b2c3d4e5f6", "deadbeef"


def silent(said: bytes) -> bytes:
    """A chip that says nothing any more."""
    return said[:0]


class Inbox:
    """What was posted, and an event for each kind that is waited for."""

    def __init__(self) -> None:
        self.events: list[DeviceEvent] = []
        self._came = Event()

    def post(self, event: DeviceEvent) -> None:
        self.events.append(event)
        self._came.set()

    def tags(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, Tag)]

    def wait_for(self, kind: type, number: int = 1) -> None:
        end = time.monotonic() + 30
        while sum(isinstance(event, kind) for event in self.events) < number:
            assert time.monotonic() < end, f"no {kind.__name__}: {self.events}"
            self._came.wait(1)
            self._came.clear()


def opened(tmp_path: Path, *settings: Mapping[str, object]) -> tuple[Devices, DriverSite]:
    site = DriverSite(time.monotonic, tmp_path)
    parts = [
        DrivenPart(place, "reader", "pn532", one, f"seat[{place}].reader")
        for place, one in enumerate(settings, start=1)
    ]
    return pn532_driver.DRIVER.open(site.wanted(parts), site), site


@pytest.fixture
def serial() -> Iterator[SerialReader]:
    with SerialReader() as bench:
        yield bench


def problems(tmp_path: Path, *settings: Mapping[str, object]) -> list[str]:
    devices, site = opened(tmp_path, *settings)
    devices.close()
    return [str(problem) for problem in site.problems]


# -- frames ----------------------------------------------------------------------------------------------------------


def test_frames_are_those_of_the_manual() -> None:
    assert frame(0x02).hex() == "0000ff02fed4022a00"
    assert frame(0x14, 0x01, 0x14, 0x01).hex() == "0000ff05fbd41401140102" + "00"
    assert frame(0x4A, 0x01, 0x00).hex() == "0000ff04fcd44a0100e100"
    said = bytes.fromhex("0000ff00ff000000ff06fad50332010607e800")
    assert FrameReader().feed(said) == [Sign(ack=True), Answer(0x02, bytes.fromhex("32010607"))]
    one = bytes.fromhex("0000ff0cf4d54b01010004080459a4c28d8200")
    (answer,) = FrameReader().feed(one)
    assert isinstance(answer, Answer)
    assert number_of(answer.data) == "59a4c28d"


def test_frames_come_in_any_pieces_and_between_anything() -> None:
    whole = pn532_frames.ACK + bytes.fromhex("0000ff06fad50332010607e800")
    reader = FrameReader()
    found = [one for byte in b"\x55\x00junk" + whole for one in reader.feed(bytes((byte,)))]
    assert found == [Sign(ack=True), Answer(0x02, bytes.fromhex("32010607"))]
    assert FrameReader().feed(pn532_frames.NACK + bytes.fromhex("0000ff01ff7f8100")) == [Sign(False), Sign(False)]


@pytest.mark.parametrize("at", range(3, 12))
def test_a_damaged_byte_makes_no_answer(at: int) -> None:
    said = bytearray.fromhex("0000ff06fad50332010607e800")
    said[at] ^= 0x10
    assert FrameReader().feed(bytes(said)) in ([], [Sign(ack=False)])


@pytest.mark.parametrize("answer", ["", "01", "0101004408", "01010044000504a1b2c3", "010100440004a1b2c3"])
def test_an_answer_that_ends_too_early_is_no_tag(answer: str) -> None:
    with pytest.raises(ValueError, match="answer"):
        number_of(bytes.fromhex(answer))


def test_the_buffer_of_a_line_that_talks_for_ever_stays_small() -> None:
    reader = FrameReader()
    for _ in range(1000):
        reader.feed(b"\x00\xff\x80\x80" + bytes(60))
        assert len(reader._came) < 300


# -- readers ---------------------------------------------------------------------------------------------------------


def test_a_tag_that_lies_there_is_told_once_and_two_alternating_ones_once_each(
    serial: SerialReader, tmp_path: Path
) -> None:
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    inbox = Inbox()
    devices.start(inbox.post)
    serial.chip(1).hold(NTAG, looks=8)
    assert inbox.tags() == [NTAG]
    serial.chip(1).hold(NTAG, CLASSIC, looks=8)
    assert sorted(inbox.tags()) == sorted([NTAG, NTAG, CLASSIC])
    devices.close()


def test_a_phone_is_no_tag(serial: SerialReader, tmp_path: Path) -> None:
    """Its number is another one each time, so that nobody can teach it."""
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    inbox = Inbox()
    devices.start(inbox.post)
    serial.chip(1).hold("08123456", "08654321", looks=6)
    serial.chip(1).hold(CLASSIC)
    assert inbox.tags() == [CLASSIC]
    devices.close()


def test_it_wakes_the_chip_and_has_it_look_for_a_short_time(serial: SerialReader, tmp_path: Path) -> None:
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    devices.mend()
    assert [one.hex() for one in serial.chip(1).heard] == ["14011401", "02", "3205ff0102"]
    assert devices.survey()[0].fault is None
    devices.close()


def test_damaged_answers_are_asked_for_again(serial: SerialReader, tmp_path: Path) -> None:
    chip = serial.chip(1)
    spoilt = iter(range(10_000))

    def damage(said: bytes) -> bytes:
        worse = bytearray(said)
        if len(said) > 6 and next(spoilt) % 2:
            worse[-2] ^= 1
        return bytes(worse)

    chip.damage = damage
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    inbox = Inbox()
    devices.start(inbox.post)
    chip.hold(NTAG, looks=4)
    assert inbox.tags() == [NTAG]
    assert not [event for event in inbox.events if isinstance(event, Disconnected)]
    devices.close()


def test_a_slow_chip_is_understood(tmp_path: Path) -> None:
    with SerialReader(piece=1) as bench:
        devices, _ = opened(tmp_path, bench.settings(1, "reader"))
        inbox = Inbox()
        devices.start(inbox.post)
        bench.chip(1).hold(NTAG)
        assert inbox.tags() == [NTAG]
        devices.close()


def test_a_line_that_says_too_much_is_a_fault_and_is_left_in_peace(serial: SerialReader, tmp_path: Path) -> None:
    settings = serial.settings(1, "reader")
    serial.noise[1] = b"\x00\xff\x01" * 1500
    devices, _ = opened(tmp_path, settings)
    devices.mend()
    fault = devices.survey()[0].fault
    assert fault is not None
    del serial.noise[1]
    devices.mend()
    assert devices.survey()[0].fault is None
    devices.close()


def test_another_chip_is_named(serial: SerialReader, tmp_path: Path) -> None:
    serial.chip(1).firmware = "33010607"
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    devices.mend()
    assert str(devices.survey()[0].fault) == "broken: it is no PN532"
    devices.close()


def test_readers_of_several_places_do_not_wait_for_each_other(serial: SerialReader, tmp_path: Path) -> None:
    settings = [serial.settings(place, "reader") for place in (1, 2)]
    devices, _ = opened(tmp_path, *settings)
    inbox = Inbox()
    devices.start(inbox.post)
    inbox.wait_for(Reconnected, 2)
    serial.chip(1).damage = silent
    serial.chip(2).hold(NTAG)
    assert [(event.device, event.code) for event in inbox.events if isinstance(event, Tag)] == [("seat2.reader", NTAG)]
    inbox.wait_for(Disconnected)
    devices.close()


def test_on_i2c_a_sleeping_and_a_busy_chip_are_waited_for(tmp_path: Path) -> None:
    with I2cReader() as bench:
        bench.busy = 5
        devices, _ = opened(tmp_path, bench.settings(1, "reader"))
        devices.mend()
        assert devices.survey()[0].fault is None, "it was woken, and not only found awake later"
        inbox = Inbox()
        devices.start(inbox.post)
        bench.chip(1).hold(NTAG)
        assert inbox.tags() == [NTAG]
        assert devices.survey()[0].node == "/dev/i2c-1"
        assert devices.survey()[0].address == 0x24
        devices.close()


def test_closing_does_not_wait_for_a_chip_that_never_answers(serial: SerialReader, tmp_path: Path) -> None:
    serial.chip(1).damage = silent
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    devices.start(Inbox().post)
    closing = Thread(target=devices.close)
    closing.start()
    closing.join(30)
    assert not closing.is_alive()


def test_no_number_of_a_tag_is_logged(serial: SerialReader, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    devices, _ = opened(tmp_path, serial.settings(1, "reader"))
    inbox = Inbox()
    devices.start(inbox.post)
    serial.chip(1).hold(NTAG)
    serial.unplug()
    inbox.wait_for(Disconnected)
    devices.close()
    assert "seat1.reader" in caplog.text
    assert NTAG not in caplog.text


def test_what_a_profile_may_say(tmp_path: Path) -> None:
    assert problems(tmp_path, {}) == ["seat[1].reader.path: missing"]
    assert problems(tmp_path, {"path": "/dev/x", "bus": 1}) == [
        "seat[1].reader.bus: path and bus are both given (remove one of them)"
    ]
    assert problems(tmp_path, {"bus": 1, "address": 0x90}) == [
        "seat[1].reader.address: expected a whole number from 8 to 119, found 144"
    ]
    same = {"path": "/dev/ttyUSB0"}
    assert problems(tmp_path, same, same) == [
        "seat[2].reader: seat1.reader is the same reader (each reader has one place)"
    ]
    assert problems(tmp_path, {"bus": 1}, {"bus": 3}) == []


def test_the_chip_of_the_tests_looks_for_ever_unless_told_otherwise() -> None:
    chip = TagChip()
    assert chip.take(frame(0x02)) == []
    chip.take(frame(0x14, 1, 0x14, 1))
    assert len(chip.take(frame(0x4A, 1, 0))) == 1
    chip.take(frame(0x32, 5, 0xFF, 1, 2))
    assert len(chip.take(frame(0x4A, 1, 0))) == 2
