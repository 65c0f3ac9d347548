"""The table of the made-up game: eight phones, and keys that are pressed in the table's own process."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from companion.app import App
from companion.plays.storage.database import Synchronous
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.bench.phone_process import PATIENCE, OpenPage
from tests.bench.served_table import PIN, ServedTable
from tests.bench.tally import Tally

SEATS = tuple(range(1, 9))
NAMES = ("Ana", "Berta", "Carla", "Dora", "Eva", "Fe", "Gala", "Hilda")
PROFILE = Path(__file__).with_name("table.toml")


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

    def hurry(self, seat: int) -> bool:
        """Press OK and wait only until the move is on disk and the seat's picture drawn. Whether a move came of it."""
        before = self.commits
        self.committed.clear()
        self.press_key(seat, "ok")
        self.committed.wait(PATIENCE)
        # The move is on disk before pictures are made of it; a press on an older picture would rightly be refused.
        self.decided()
        self.drawn()
        return self.commits > before


def new_devices(number: int = len(SEATS)) -> list[str]:
    """What phones say who they are by."""
    return [secrets.token_urlsafe(16) for _ in range(number)]
