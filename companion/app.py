"""Building the whole companion: the only place that knows every part."""

from __future__ import annotations

import gc
import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from companion.config import Config
from companion.core.game import AnyGame
from companion.core.wording import Message
from companion.drivers import Driven, drive
from companion.keeping.copier import Copier
from companion.keeping.copier_state import read_state
from companion.keeping.copy_targets import copy_targets_for
from companion.keeping.time_of_day import TableClock
from companion.library import Library
from companion.network.network_setup import HostName, OwnAddress, make_network_thread
from companion.network.network_thread import NetworkThread
from companion.network.recent_addresses import RecentAddresses
from companion.network.refusal_log import RefusalLog
from companion.plays.current_play import entry_counts
from companion.plays.database import Synchronous
from companion.plays.log import Log
from companion.plays.log_file import open_log
from companion.plays.time_source import Clock
from companion.profiles import read_profile
from companion.service.assembly import Opened, open_table
from companion.service.panel.join_steps import TURN, Joining
from companion.service.screens.stream_quota import ALL
from companion.service.seats.pin_file import WrittenPin
from companion.serving import TableServer, secured
from hardware.ports import Devices
from web.application import create_app
from web.http.table_addresses import TableAddresses, find_addresses
from web.page_request import SAFE_MODE

logger = logging.getLogger(__name__)

FILE = "companion.db"
LONELY = 180.0
"""Seconds without a phone after which the panel speaks of the own Wi-Fi."""
YOUNG = 5000
"""New things after which garbage is looked for among them."""
REQUESTS = 16
"""Threads beside those that every open stream keeps: for pages, forms and files. Half of them may be held up."""


@dataclass
class App:
    """A running companion. ``serve`` blocks until ``close`` is called from elsewhere."""

    opened: Opened
    server: TableServer
    addresses: TableAddresses
    log: Log
    written: WrittenPin
    secure: TableServer | None = None
    """The same pages with a certificate, where there is one."""
    watch: NetworkThread | None = None

    def serve(self) -> None:
        self.server.start()

    def start(self) -> None:
        """Serve in a thread of its own; returns once phones can come."""
        self.server.prepare()
        Thread(target=self.server.serve, name="serves", daemon=True).start()
        if self.secure is not None:
            self.secure.prepare()
            Thread(target=self.secure.serve, name="serves-secure", daemon=True).start()
        if self.watch is not None:
            self.watch.start()

    def close(self) -> None:
        """End streams first, so that no worker waits for a phone, then everything else."""
        if self.watch is not None:
            self.watch.close()
        self.opened.broadcast.close_all()
        self.server.stop()
        if self.secure is not None:
            self.secure.stop()
        self.opened.close()
        self.written.close()
        self.log.close()


def build(
    config: Config,
    *,
    clock: Clock | None = None,
    secret: Callable[[int], bytes] = secrets.token_bytes,
    bind: str | None = None,
    games: Iterable[AnyGame] = (),
    synchronous: Synchronous = "FULL",
    safe_mode: Message | None = None,
    examined: bool = True,
) -> App:
    """Everything, put together and open, not yet serving. Raises ``CompanionError`` and ``HardwareError``.

    ``bind`` serves at another address than the configuration's; ``secret(n)`` gives n random bytes.
    ``games`` stand on the shelf beside the shipped ones. Only with ``synchronous`` FULL does a move outlive the plug.
    ``safe_mode`` says why the table has to do without its hardware; the pages then say so.
    ``examined`` is whether somebody has seen that the log holds together; else the keeper does so afterwards.
    """
    clock = clock or TableClock()
    adapter = secured(Path(config.certificate), Path(config.key)) if config.certificate else None
    folder = config.folder
    folder.mkdir(parents=True, exist_ok=True)
    copier = Copier(folder / FILE, clock, places=lambda: copy_targets_for(folder, config.copies), examined=examined)
    log = open_log(folder / FILE, synchronous=synchronous)
    log.ends = entry_counts(read_state(folder).heads)
    refusal_log, recent_addresses = RefusalLog(clock.mono), RecentAddresses(clock.mono)
    watch = make_network_thread(
        config.hotspot,
        log.settings,
        folder,
        now=clock.mono,
        secret=secret,
        recent_addresses=recent_addresses,
        changed=lambda: opened.table.found_elsewhere(),
    )
    addresses = _addresses(config, clock, watch)
    driven = drive(read_profile(config.profile), clock.mono, folder) if safe_mode is None else Driven(Devices())
    written = WrittenPin(folder, clock)
    opened = open_table(
        log,
        Library(log, games),
        driven.devices,
        clock,
        pin=config.pin,
        written=written,
        joining=_joining(addresses, clock, recent_addresses, watch),
        language=config.language,
        simulator=driven.simulator,
        secret=secret,
        copier=copier,
        wifi=watch,
    )
    site = create_app(
        opened.table, addresses, _key(log, secret), recent_addresses=recent_addresses, refusal_log=refusal_log
    )
    site.extensions[SAFE_MODE] = safe_mode
    server = TableServer((bind or config.address, config.port), site, ALL + REQUESTS, refusal_log)
    secure = None
    if adapter is not None:
        # With threads and a port of its own: who is slow to shake hands holds up nobody on the plain one.
        secure = TableServer((bind or config.address, config.secure_port), site, ALL + REQUESTS, refusal_log)
        secure.ssl_adapter = adapter
    return App(opened, server, addresses, log, written, secure, watch)


def stay_loaded() -> None:
    """For a process that is a companion and nothing else: what is loaded by now stays, so the search for garbage need
    not walk through it, which held up one press in a hundred for tens of milliseconds. It also searches less often:
    a move makes thousands of things, and nearly all of them go by themselves.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def _addresses(config: Config, clock: Clock, watch: NetworkThread | None) -> TableAddresses:
    """The addresses as they are at any moment; whether they have moved is asked again now and then."""
    return find_addresses(
        config.port,
        config.names,
        OwnAddress(clock.mono, lambda: watch is not None and watch.is_open),
        HostName(clock.mono),
        wifi=lambda: watch.network.wifi if watch is not None else None,
        secure_port=config.secure_port if config.certificate else 0,
    )


def _joining(
    addresses: TableAddresses, clock: Clock, recent_addresses: RecentAddresses, watch: NetworkThread | None
) -> Callable[[], Joining]:
    """What the panel shows while people come, now."""
    opened = clock.mono()

    def joining() -> Joining:
        now = clock.mono()
        lonely = watch is not None and watch.can_open and now - opened > LONELY and not recent_addresses.any_seen()
        wifi = addresses.wifi
        turn = int(now / TURN) if lonely or wifi is not None else 0
        return Joining(addresses.url, addresses.by_number if wifi else addresses.readable, wifi, lonely, turn)

    return joining


def _key(log: Log, secret: Callable[[int], bytes]) -> bytes:
    """The key that signs forms; made once, kept with the plays."""
    kept = log.settings.get("key")
    if kept is None:
        kept = secret(32).hex()
        log.settings.put("key", kept)
    return bytes.fromhex(str(kept))
