"""A table as ``companion run`` builds it, with its phones in another process: simulated devices, SQLite on disk, pages
over HTTP. Commits and pictures are noted in the threads where they happen.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import Any, Self

from companion.app import App, build
from companion.config import Config
from companion.core.game import AnyGame
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from companion.plays.play import Play
from companion.plays.storage.database import Synchronous
from companion.service.screens.view_builders import seat_view, table_view, version_of
from companion.service.session.session_looks import SeeLanguage
from hardware.sim.sim_parts import SimDisplay
from tests.bench.phone_process import PATIENCE, OpenPage, PhoneProcess
from tests.ports import free_port

PIN = "2718"
BREATH = 0.005
"""Seconds between everything having arrived and the next press."""


@dataclass
class Seen:
    """When something was last seen to happen."""

    commits: int = 0
    committed_at: int = 0
    commit: int = 0
    pictures: dict[int, tuple[int, int]] = field(default_factory=dict)


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
    """See the module. ``sit`` brings a play on, before pages open. Use it in a ``with``."""

    def __init__(
        self,
        folder: Path,
        profile: str,
        pages: Sequence[tuple[int, OpenPage]],
        sit: Callable[[App], None],
        games: Iterable[AnyGame] = (),
        synchronous: Synchronous = "FULL",
        mqtt: MqttSettings = NO_BROKER,
    ) -> None:
        """``pages``: the seat (0: the table screen) and the page, each with a stream."""
        config = Config(port=free_port(), profile=profile, data=str(folder), pin=PIN, mqtt=mqtt)
        self.app: App = build(config, bind="127.0.0.1", games=games, synchronous=synchronous)
        self.seen = Seen()
        self.errors = ErrorLog()
        self.seats = [seat for seat, _ in pages]
        self.committed = Event()
        simulator = self.app.opened.simulator
        assert simulator is not None
        self.press_key = simulator.press  # type: ignore[attr-defined]
        displays = self.app.opened.devices.displays
        self.displays = {place: shown for place, shown in displays.items() if isinstance(shown, SimDisplay)}
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
            begun = time.monotonic_ns()
            append(play, *records)
            self.seen.committed_at = time.monotonic_ns()
            self.seen.commit = self.seen.committed_at - begun
            self.seen.commits += 1
            self.committed.set()

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
        language = self.app.opened.table.look("", SeeLanguage())
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


def resident() -> int:
    """Bytes of memory this process has."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) * 1024
