"""The whole product on mock pins and fake buses: press pin 17, read the page of a phone."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.app import App, build
from companion.config import LOG_NAME, Config
from companion.drivers import drive
from companion.locale import speaker
from companion.plays.log.log_file import open_log
from companion.render.faces import FlashFace
from companion.service.panel.displays import SHIFT
from companion.service.panel.wiring.wiring_status import complaint, trouble
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.view_builders import seat_view
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from companion.toml_settings import ConfigError
from hardware.pi.retry_thread import RETRY
from hardware.profile_files import load
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.headers import TimedFactory
from tests.ports import free_port
from tests.service.asking_game import AskingGame
from tests.service.at_table import PIN, HandClock, token

NAMES = {1: "Ana", 2: "Berta", 3: "Carla", 4: "Dora"}
DOWN_OF_3, OK_OF_3, PEEK_OF_3 = 17, 18, 20
SLOW_BUS = 10_000.0
"""Bits a second, a tenth of what a bus has: a decision that waits for a picture is told from one on a busy machine."""
FRAME = 1025 * 9 / SLOW_BUS
"""Seconds a picture takes there, nine clocks a byte."""
PANEL = 11
"""The bus that the kernel made of the multiplexer's first channel; the seats' follow."""


class Wired:
    """`pi-panel` as the program opens it, its pins and its glass."""

    def __init__(self, folder: Path, mock: TimedFactory, buses: Buses, game: AskingGame) -> None:
        self.mock = mock
        self.buses = buses
        self.clock = HandClock(mono=time.monotonic())
        mock.clock = self.clock.mono
        self.port = free_port()
        config = Config(port=self.port, address="127.0.0.1", profile="pi-panel", data=str(folder), pin=PIN)
        self.app: App = build(config, clock=self.clock, games=(game,), synchronous="OFF")
        self.app.start()

    def begin(self) -> None:
        table = self.app.opened.table
        assert table.ask(token("host"), BecomeHost(PIN)).taken
        for seat, name in NAMES.items():
            assert table.ask(token(seat), TakeSeat(seat, name)).taken
        assert table.ask(token("host"), ChooseGame("asking", {}, {})).taken
        assert table.ask(token("host"), BeginPlay()).taken

    def answer(self, seat: int, answer: Any) -> None:
        table = self.app.opened.table
        asked = seat_view(self.app.opened.broadcast.moment, seat).dialogues[0]
        assert table.ask(
            token(seat), AnswerQuestion(asked.seat, asked.digest, answer, f"n-{seat}-{time.monotonic()}")
        ).taken

    def press(self, pin: int) -> None:
        """A finger on a key, and off again."""
        self.mock.pin(pin).drive_low()
        self.clock.now += 0.05
        self.mock.pin(pin).drive_high()
        self.clock.now += 0.1

    def page(self, path: str, seat: int | str = "stranger") -> str:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers={"Cookie": f"device={token(seat)}", "Accept-Language": "en"})
        body = connection.getresponse().read().decode()
        connection.close()
        return body

    def asks(self, seat: int) -> bool:
        """Whether the page of a seat asks its question: others' pages may tell of it, for when that seat sleeps."""
        return re.search(r"-prompt\"[^>]*>\s*Which one\?", self.page("/seat", seat)) is not None

    def until(self, fulfilled: Callable[[], Any]) -> None:
        end = time.monotonic() + 10
        while not fulfilled():
            assert time.monotonic() < end, "it never came to that"
            time.sleep(0.005)

    def settled(self, place: int) -> None:
        """The display of a place shows what it should: a key pressed on an older picture would not count."""
        displays = self.app.opened.displays
        self.until(lambda: not displays._waiting and displays.shown(place) == displays._latest[place].number)

    def seen(self, channel: int) -> bytes:
        """The picture on the display behind a channel of the multiplexer."""
        chip = self.buses.i2c[PANEL + channel, 0x3C]
        return chip.seen().tobytes() if chip.on else b""

    @property
    def said(self) -> list[str]:
        play = self.app.opened.broadcast.moment.play
        assert play is not None
        said: list[str] = play.state.said
        return said


@pytest.fixture
def wired(
    tmp_path: Path, mock: TimedFactory, buses: Buses, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Wired]]:
    devices = tmp_path / "sys" / "1-0070"
    devices.mkdir(parents=True)
    for channel in range(8):
        (tmp_path / f"i2c-{PANEL + channel}").mkdir()
        (devices / f"channel-{channel}").symlink_to(tmp_path / f"i2c-{PANEL + channel}")
        buses.i2c[PANEL + channel, 0x3C] = Ssd1306()
    monkeypatch.setattr("hardware.pi.oled.bus_of_channel.__defaults__", (tmp_path / "sys",))
    opened: list[Wired] = []

    def make(kind: str = "pick", **given: Any) -> Wired:
        opened.append(Wired(tmp_path / "data", mock, buses, AskingGame(kind, **given)))
        return opened[-1]

    yield make
    for table in opened:
        table.app.close()


def test_a_press_of_a_pin_is_read_on_a_phone(wired: Callable[..., Wired]) -> None:
    table = wired()
    table.begin()
    for seat in (1, 2):
        table.answer(seat, "red")
    assert table.asks(3)
    assert not table.asks(4)
    table.settled(3)
    before = table.seen(3)
    table.press(DOWN_OF_3)
    table.until(lambda: table.seen(3) != before)
    after_one = table.seen(3)
    table.press(DOWN_OF_3)
    table.until(lambda: table.seen(3) != after_one)
    table.settled(3)
    table.press(OK_OF_3)
    table.until(lambda: len(table.said) == 3)
    assert table.said == ["red", "red", "blue"]
    assert not table.asks(3)
    assert table.asks(4)


def test_a_spike_on_the_wire_of_a_key_is_no_press(wired: Callable[..., Wired]) -> None:
    table = wired()
    table.begin()
    for seat in (1, 2):
        table.answer(seat, "red")
    table.settled(3)
    for _ in range(5):
        table.mock.pin(OK_OF_3).drive_low()
        table.clock.now += 0.0002
        table.mock.pin(OK_OF_3).drive_high()
        table.clock.now += 0.1
    before = table.seen(3)
    table.press(DOWN_OF_3)
    table.until(lambda: table.seen(3) != before)
    assert len(table.said) == 2, "what came before this press was none"


def test_a_press_counts_for_the_picture_that_was_seen_when_it_began(wired: Callable[..., Wired]) -> None:
    """OK goes down on one question, and the next one is on the glass when the press counts."""
    table = wired()
    table.begin()
    for seat in (1, 2):
        table.answer(seat, "red")
    table.settled(3)
    table.mock.pin(OK_OF_3).drive_low()
    table.answer(3, "blue")
    table.answer(4, "red")
    for seat in (1, 2):
        table.answer(seat, "red")
    table.settled(3)
    table.clock.now += 0.05
    table.mock.pin(OK_OF_3).drive_high()
    table.until(lambda: isinstance(table.app.opened.displays._latest[3].face, FlashFace))
    assert table.said == ["red", "red", "blue", "red", "red", "red"], "that was another question"


def test_a_secret_is_on_the_glass_while_the_pin_of_peek_is_held(wired: Callable[..., Wired]) -> None:
    table = wired(secret=True)
    table.begin()
    for seat in (1, 2):
        table.answer(seat, "red")
    table.settled(3)
    public = table.seen(3)
    table.mock.pin(PEEK_OF_3).drive_low()
    table.clock.now += 0.05
    table.until(lambda: table.seen(3) != public)
    table.mock.pin(PEEK_OF_3).drive_high()
    table.clock.now += 0.1
    table.until(lambda: table.seen(3) == public)


def test_a_display_vanishes_and_comes_back_and_the_play_goes_on(wired: Callable[..., Wired]) -> None:
    table = wired()
    table.begin()
    table.until(lambda: table.seen(1) and table.seen(4))
    table.buses.silent[PANEL + 1, 0x3C] = errno.EREMOTEIO
    table.buses.i2c[PANEL + 1, 0x3C].on = False
    table.answer(1, "red")
    survey = table.app.opened.devices.survey

    def gone() -> list[str]:
        return [
            speaker("en", NAMES).say(complaint(wire))
            for wire in survey()
            if wire.fault is not None and trouble(wire) is not None
        ]

    table.until(gone)
    assert gone() == ["Ana, Display: It does not answer. Look at its wires and its address; it comes back by itself."]
    table.answer(2, "red")
    table.settled(3)
    table.press(OK_OF_3)
    table.until(lambda: len(table.said) == 3)
    assert table.app.opened.broadcast.moment.problem is None
    del table.buses.silent[PANEL + 1, 0x3C]
    table.clock.now += RETRY
    table.until(lambda: table.seen(1))
    assert gone() == []


def test_a_display_that_restarted_shows_its_picture_again_within_a_minute(wired: Callable[..., Wired]) -> None:
    """Its plug was reseated while nothing was sent to it: no transfer failed, so nobody could know."""
    table = wired()
    table.begin()
    table.settled(1)
    dots = sum(byte.bit_count() for byte in table.seen(1))
    assert dots
    table.buses.i2c[PANEL + 1, 0x3C].restart()
    assert not table.seen(1)
    table.clock.now += SHIFT
    table.until(lambda: sum(byte.bit_count() for byte in table.seen(1)) == dots)


def test_no_device_at_all_and_the_phones_play(wired: Callable[..., Wired], buses: Buses) -> None:
    buses.i2c.clear()
    table = wired()
    table.begin()
    for seat in NAMES:
        table.answer(seat, "red")
    assert len(table.said) == 4


def test_wires_and_pods_make_one_table(tmp_path: Path, mock: TimedFactory) -> None:
    text = 'name = "both"\nkind = "pi"\n[[seat]]\nnumber = 1\nkeys = { ok = 4 }\n'
    profile = load(text + '[[seat]]\nnumber = 2\npod = "/dev/none"\n', "both")
    both = drive(profile, time.monotonic, tmp_path).devices
    assert set(both.keys) == {1, 2}
    assert set(both.displays) == {2}
    both.mend()
    assert next(wire.fault for wire in both.survey() if wire.device == "seat1.keys") is None
    both.close()
    pods = drive(load(text.replace("keys = { ok = 4 }", 'pod = "/dev/none"'), "pods"), time.monotonic, tmp_path).devices
    assert set(pods.displays) == {1}
    pods.close()


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'gpiozero'", name="gpiozero")

    monkeypatch.setattr("companion.drivers.import_module", missing)
    with pytest.raises(ConfigError, match=r"gpiozero is not installed; pip install 'table-companion\[pi\]'"):
        build(Config(profile="pi-panel", data=str(tmp_path)))
    open_log(tmp_path / LOG_NAME).close()  # what was opened before is closed again: the log is nobody's


# -- a slow bus ------------------------------------------------------------------------------------------------------


def test_a_slow_bus_never_delays_a_decision(wired: Callable[..., Wired]) -> None:
    """A frame takes most of a second there, and five displays share the wires; a decision takes what it takes."""
    table = wired("count")
    table.begin()
    table.until(lambda: all(table.seen(channel) for channel in range(5)))
    table.buses.speed = SLOW_BUS
    chips = [table.buses.i2c[PANEL + channel, 0x3C] for channel in range(5)]
    before = sum(chip.pictures for chip in chips)
    took = []
    for move in range(20):
        start = time.monotonic()
        table.answer(move % 4 + 1, 3)
        took.append(time.monotonic() - start)
    sent = sum(chip.pictures for chip in chips) - before
    table.buses.speed = None
    assert len(table.said) == 20
    assert sum(took) < 10 * FRAME, "twenty decisions that waited for a frame each would take twenty frames' time"
    assert sent <= sum(took) / FRAME + 5, "of each display only the latest picture is sent"
    table.until(lambda: not table.app.opened.displays._waiting)
