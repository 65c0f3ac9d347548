"""The table of the made-up game: eight phones, and keys that are pressed in the table's own process."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.app import App
from companion.config import LOG_NAME
from companion.core.setup import Seated, Setup
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.plays.storage.database import Synchronous
from companion.plays.time_source import SystemClock
from companion.service.seats.seat_requests import BecomeHost, TakeSeat
from companion.service.session.session_requests import BeginPlay, ChooseGame
from tests.bench.phone_process import PATIENCE, OpenPage
from tests.bench.served_table import PIN, ServedTable
from tests.bench.tally import Tally, Write

SEATS = tuple(range(1, 9))
NAMES = ("Ana", "Berta", "Carla", "Dora", "Eva", "Fe", "Gala", "Hilda")
PROFILE = Path(__file__).with_name("table.toml")
UNMOVED = 1.0
"""Seconds without news of the phones after which a press changed nothing."""
KEYS_OF_A_MOVE = 8
"""Presses of OK within which a dialogue is through."""


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


class BenchTable(ServedTable):
    """A table with everybody seated and a play on. Use it in a ``with``."""

    def __init__(self, folder: Path, devices: Sequence[str], synchronous: Synchronous = "FULL") -> None:
        """``devices``: one a seat; they sit already where the folder holds a play that is on."""
        self.devices = list(devices)
        pages = [(seat, OpenPage(device)) for seat, device in zip(SEATS, self.devices, strict=True)]
        super().__init__(folder, str(PROFILE), pages, self._sit, (Tally(),), synchronous)

    def _sit(self, app: App) -> None:
        table, host = app.opened.table, secrets.token_urlsafe(16)
        assert table.ask(host, BecomeHost(PIN)).taken
        if app.opened.broadcast.moment.phase != "gathering":
            return
        for seat, device in zip(SEATS, self.devices, strict=True):
            assert table.ask(device, TakeSeat(seat, NAMES[seat - 1])).taken
        assert table.ask(host, ChooseGame("tally", {}, {})).taken
        reply = table.ask(host, BeginPlay())
        assert reply.taken, reply.code

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
        assert all(arrival.at > begun for arrival in self.phones.latest), "a phone was not told"
        number, at = self.seen.pictures.get(seat, (0, 0))
        drawn = at - begun if number > picture else None
        return PressTimes(self.seen.commit, committed, drawn, [arrival.at - begun for arrival in self.phones.latest])

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
        self.committed.clear()
        self.press_key(seat, "ok")
        self.committed.wait(PATIENCE)
        # The move is on disk before pictures are made of it; a press on an older picture would rightly be refused.
        self.decided()
        self.drawn()
        return self.seen.commits > before


def new_devices(number: int = len(SEATS)) -> list[str]:
    """What phones say who they are by."""
    return [secrets.token_urlsafe(16) for _ in range(number)]


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
