"""A table as ``companion run`` builds it, with its phones in another process: simulated devices, SQLite on disk, pages
over HTTP. Commits are counted in the thread where they happen.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self

from companion.app import App, build
from companion.config import Config
from companion.core.game import AnyGame
from companion.plays.play import Play
from companion.plays.storage.database import Synchronous
from companion.service.screens.view_builders import seat_view, table_view, version_of
from tests.bench.phone_process import PATIENCE, OpenPage, PhoneProcess
from tests.ports import free_port

PIN = "2718"
BREATH = 0.005
"""Seconds between everything having arrived and the next press."""


class ErrorLog(logging.Handler):
    """What the table's process logs as an error: figures of a table that breaks are of no use."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())

    def check(self) -> None:
        """Raises ``SystemExit`` where anything was said."""
        if self.said:
            raise SystemExit(f"an error at the table: {self.said[0]} ({len(self.said)} in all)")


class ServedTable:
    """A served table with its phones. ``sit`` brings a play on, before pages open. Use it in a ``with``."""

    def __init__(
        self,
        folder: Path,
        profile: str,
        pages: Sequence[tuple[int, OpenPage]],
        sit: Callable[[App], None],
        games: Iterable[AnyGame] = (),
        synchronous: Synchronous = "FULL",
    ) -> None:
        """``pages``: the seat (0: the table screen) and the page, each with a stream."""
        config = Config(port=free_port(), profile=profile, data=str(folder), pin=PIN)
        self.app: App = build(config, bind="127.0.0.1", games=games, synchronous=synchronous)
        self.commits = 0
        self.errors = ErrorLog()
        self.seats = [seat for seat, _ in pages]
        self.committed = Event()
        simulator = self.app.opened.simulator
        assert simulator is not None
        self.press_key = simulator.press  # type: ignore[attr-defined]
        self._watch()
        try:
            self.app.start()
            sit(self.app)
            self.phones = PhoneProcess(config.port, [page for _, page in pages])
        except BaseException:
            # Its threads would keep the process alive.
            self.app.close()
            raise
        try:
            self.settle()
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self.errors)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.app.close()
        self.phones.close()
        logging.getLogger().removeHandler(self.errors)
        if kind is None:
            self.errors.check()

    @property
    def play(self) -> Play:
        play = self.app.opened.table.rooms.running.play
        assert play is not None
        return play

    def _watch(self) -> None:
        append = self.app.log.append

        def noting(play: Any, *records: Any) -> None:
            append(play, *records)
            self.commits += 1
            self.committed.set()

        self.app.log.append = noting  # type: ignore[method-assign]

    def settle(self) -> None:
        """Wait until every page has what it shows now, and every display shows its newest picture."""
        time.sleep(BREATH)
        deadline = time.monotonic() + PATIENCE
        self.decided()
        while not self._up_to_date():
            if not self.phones.wait() or time.monotonic() > deadline:
                raise TimeoutError("the phones wait for something that does not come")
            self.decided()
        self.drawn()

    def _up_to_date(self) -> bool:
        return list(map(self._version, self.seats)) == [arrival.version for arrival in self.phones.latest]

    def _version(self, seat: int) -> str:
        """The version of a seat's page, or of the table screen, as it is now."""
        moment = self.app.opened.broadcast.moment
        if seat:
            return seat_view(moment, seat).version
        addresses = self.app.addresses
        language = self.app.opened.table.view("").settings.language()
        return version_of((table_view(moment).version, language, addresses.url, addresses.readable, addresses.wifi))

    def decided(self) -> None:
        """Wait until the deciding thread has done what was asked of it."""
        self.app.opened.loop.ask(lambda: None)

    def drawn(self) -> None:
        """Wait until every display shows its newest picture."""
        displays = self.app.opened.displays
        deadline = time.monotonic() + PATIENCE
        while any(displays.shown(place) != kept.number for place, kept in displays._latest.items()):
            if time.monotonic() > deadline:
                raise TimeoutError("a display does not follow")
            time.sleep(0.0005)
