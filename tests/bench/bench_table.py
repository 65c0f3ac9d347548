"""The measured table: a real server, eight phones in another process, and simulated key presses.

The table is built as ``companion run`` builds it: simulated devices, SQLite on disk, pages over HTTP. Keys are pressed
in the table's own process.
"""

from __future__ import annotations

import json
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event, Thread
from types import TracebackType
from typing import Any

from companion.app import App, build
from companion.config import LOG_NAME, Config
from companion.core.setup import Seated, Setup
from companion.plays.database import Synchronous
from companion.plays.log import Log
from companion.plays.log_file import open_log
from companion.plays.play import Play
from companion.plays.time_source import SystemClock
from companion.service.screens.view_builders import seat_view
from companion.service.seats.seat_requests import BecomeHost, TakeSeat
from companion.service.session.session_requests import BeginPlay, ChooseGame, PlayAgain
from hardware.sim.parts import SimDisplay
from tests.bench.tally import Tally, Write

SEATS = tuple(range(1, 9))
NAMES = ("Ana", "Berta", "Carla", "Dora", "Eva", "Fe", "Gala", "Hilda")
PROFILE = Path(__file__).with_name("table.toml")
PIN = "2718"
PATIENCE = 10.0
"""Seconds after which what was waited for is given up."""
UNMOVED = 1.0
"""Seconds without news of the phones after which a press changed nothing."""
BREATH = 0.005
"""Seconds between everything having arrived and the next press."""
KEYS_OF_A_MOVE = 8
"""Presses of OK within which the dialogue of any score sheet is through."""


@dataclass
class PressTimes:
    """Nanoseconds from the press until the move was on disk, the seat's picture drawn, each phone up to date;
    ``commit`` is what writing it took.

    ``picture`` is None at a seat without a display.
    """

    commit: int
    committed: int
    picture: int | None
    phones: list[int]


@dataclass
class Seen:
    """When something was last seen to happen."""

    commits: int = 0
    committed_at: int = 0
    commit: int = 0
    pictures: dict[int, tuple[int, int]] = field(default_factory=dict)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


class Phones:
    """The process with the phones. ``latest`` is what each has: version and time of arrival."""

    def __init__(self, port: int, devices: Sequence[str]) -> None:
        self.latest: list[tuple[str, int]] = [("", 0)] * len(devices)
        self._told = Condition()
        self._count = self._looked_at = 0
        command = [sys.executable, "-m", "tests.bench.phones", str(port), *devices]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._lines = self._process.stdout
        self.page: dict[str, int] = json.loads(self._lines.readline())
        self._reading = Thread(target=self._read, name="phones")
        self._reading.start()

    def _read(self) -> None:
        for line in self._lines:
            with self._told:
                self.latest = [(version, at) for version, at in json.loads(line)]
                self._count += 1
                self._told.notify()

    def wait(self, seconds: float = PATIENCE) -> bool:
        """Wait for news of the phones since the last time. False when there were none for so long."""
        with self._told:
            found = self._told.wait_for(lambda: self._count != self._looked_at, seconds)
            self._looked_at = self._count
            return found

    def close(self) -> None:
        """Wait until the phones have noticed that the table closed."""
        self._process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        self._lines.close()


class BenchTable:
    """A table with everybody seated and a play on. Use it in a ``with``."""

    def __init__(
        self,
        folder: Path,
        devices: Sequence[str],
        game: str = "tally",
        synchronous: Synchronous = "FULL",
    ) -> None:
        """``devices``: one a seat; they sit already where the folder holds a play that is on."""
        config = Config(port=free_port(), profile=str(PROFILE), data=str(folder), pin=PIN)
        self.app: App = build(config, bind="127.0.0.1", games=(Tally(),), synchronous=synchronous)
        self.seen = Seen()
        self._commit = Event()
        self._game = game
        self._host = secrets.token_urlsafe(16)
        self.devices = list(devices)
        simulator = self.app.opened.simulator
        assert simulator is not None
        self.press_key = simulator.press  # type: ignore[attr-defined]
        displays = self.app.opened.devices.displays
        self.displays = {seat: shown for seat, shown in displays.items() if isinstance(shown, SimDisplay)}
        self._watch()
        self.app.start()
        try:
            self._sit()
            self.phones = Phones(config.port, self.devices)
        except BaseException:
            # Its threads would keep the process alive.
            self.app.close()
            raise
        self.settle()

    def __enter__(self) -> BenchTable:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.app.close()
        self.phones.close()

    @property
    def play(self) -> Play:
        play = self.app.opened.table._rooms.running.play
        assert play is not None
        return play

    def _watch(self) -> None:
        """Note the time of every commit and every picture, in the threads where they happen."""
        append = self.app.log.append

        def noting(play: Any, *records: Any) -> None:
            begun = time.monotonic_ns()
            append(play, *records)
            self.seen.committed_at = time.monotonic_ns()
            self.seen.commit = self.seen.committed_at - begun
            self.seen.commits += 1
            self._commit.set()

        def shown(place: int) -> None:
            now = time.monotonic_ns()
            display = self.displays.get(place)
            number = display.picture.number if display and display.picture else 0
            if number != self.seen.pictures.get(place, (0, 0))[0]:
                self.seen.pictures[place] = (number, now)

        self.app.log.append = noting  # type: ignore[method-assign]
        simulator = self.app.opened.simulator
        assert simulator is not None
        simulator.listen(shown)

    def _sit(self) -> None:
        table = self.app.opened.table
        assert table.ask(self._host, BecomeHost(PIN)).taken
        if self.app.opened.broadcast.moment.phase != "gathering":
            return
        for seat, device in zip(SEATS, self.devices, strict=True):
            assert table.ask(device, TakeSeat(seat, NAMES[seat - 1])).taken
        self._begin()

    def _begin(self) -> None:
        table = self.app.opened.table
        assert table.ask(self._host, ChooseGame(self._game, {}, {})).taken
        reply = table.ask(self._host, BeginPlay())
        assert reply.taken, reply.code

    def again(self) -> None:
        """The next play of the same game."""
        assert self.app.opened.table.ask(self._host, PlayAgain()).taken
        self._begin()
        self.settle()

    # -- pressing ----------------------------------------------------------------------------------------------

    def press(self, seat: int) -> PressTimes | None:
        """Press OK at a seat and wait until everybody has what came of it. None when no move did."""
        before, picture = self.seen.commits, self.seen.pictures.get(seat, (0, 0))[0]
        begun = time.monotonic_ns()
        self.press_key(seat, "ok")
        # Only the phones are waited for: anything asked of the table meanwhile would be measured too.
        self.phones.wait(UNMOVED)
        if self.seen.commits == before:
            self.settle()
            return None
        committed = self.seen.committed_at - begun
        self.settle()
        assert all(at > begun for _, at in self.phones.latest), "a phone was not told"
        number, at = self.seen.pictures.get(seat, (0, 0))
        drawn = at - begun if number > picture else None
        return PressTimes(self.seen.commit, committed, drawn, [at - begun for _, at in self.phones.latest])

    def moves(self, seat: int) -> Iterator[PressTimes]:
        """Press OK until the dialogue of ``seat`` is through."""
        for _ in range(KEYS_OF_A_MOVE):
            pressed = self.press(seat)
            if pressed is not None:
                yield pressed
                return

    def hurry(self, seat: int) -> bool:
        """Press OK and wait only until the move is on disk and the seat's picture drawn. Whether a move came of it."""
        before = self.seen.commits
        self._commit.clear()
        self.press_key(seat, "ok")
        self._commit.wait(PATIENCE)
        # The move is on disk before pictures are made of it; a press on an older picture would rightly be refused.
        self._decided()
        self._drawn()
        return self.seen.commits > before

    def settle(self) -> None:
        """Wait until every phone has what its seat sees now, and every display shows its newest picture."""
        time.sleep(BREATH)
        self._decided()
        while not self._up_to_date():
            assert self.phones.wait(), "the phones wait for something that does not come"
            self._decided()
        self._drawn()

    def _up_to_date(self) -> bool:
        moment = self.app.opened.broadcast.moment
        wanted = [seat_view(moment, seat).version for seat in SEATS]
        return wanted == [version for version, _ in self.phones.latest]

    def _decided(self) -> None:
        """Wait until the deciding thread has done what was asked of it."""
        self.app.opened.loop.ask(lambda: None)

    def _drawn(self) -> None:
        displays = self.app.opened.displays
        deadline = time.monotonic() + PATIENCE
        while any(displays.shown(place) != kept.number for place, kept in displays._latest.items()):
            assert time.monotonic() < deadline, "a display does not follow"
            time.sleep(0.0005)


def new_devices() -> list[str]:
    """What the phones of all seats say who they are by."""
    return [secrets.token_urlsafe(16) for _ in SEATS]


def prefill(folder: Path, entries: int, devices: Sequence[str]) -> None:
    """A log with a play of ``entries`` entries, as if ``devices`` had sat down, one a seat, and played them."""
    folder.mkdir(parents=True, exist_ok=True)
    log: Log = open_log(folder / LOG_NAME, synchronous="OFF")
    setup = Setup(tuple(Seated(seat, name) for seat, name in zip(SEATS, NAMES, strict=True)))
    play = Play.begin(log, Tally(), setup, seed=secrets.token_bytes(32), clock=SystemClock())
    for seat, device in zip(SEATS, devices, strict=True):
        log.tokens.put(device, play.id, seat)
    for number in range(entries - 1):
        seat = SEATS[number % len(SEATS)]
        play.submit(seat, f"key:{seat}", Write(1 + number % 3), nonce=secrets.token_hex(12))
    log.close()


def resident() -> int:
    """Bytes of memory this process has."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) * 1024
