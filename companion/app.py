"""The composition root of the process: a configuration becomes a companion that serves phones; or, while its log
cannot be opened, a page about that.
"""

from __future__ import annotations

import gc
import logging
import secrets
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from companion.config import Config
from companion.core.game import AnyGame
from companion.core.wording import Message
from companion.drivers import OpenDevices, drive_configured
from companion.first_contact.console import ConsoleNotice, ConsoleState
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.first_contact.setup_record import read_record
from companion.first_contact.setup_window import SetupWindow
from companion.keeping.copier import Copier
from companion.keeping.copier_state import read_state
from companion.keeping.time_of_day import TableClock
from companion.library import Library
from companion.locale import speaker
from companion.network.network_setup import HostName, OwnAddress, make_network_thread
from companion.network.own_wifi.network_thread import NetworkThread, TableNetwork
from companion.network.reachability.senders import RecentAddresses, RefusalLog
from companion.outside.installed import OutsideGames, games_left_out, installed_games
from companion.own_keys import TableKeys, form_key
from companion.plays.current_play import entry_counts
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.storage.database import Synchronous
from companion.plays.time_source import Clock
from companion.service.assembly import AdminAccess, TableParts, open_table
from companion.service.loop import Loop
from companion.service.panel.damaged_log import DamagedLog
from companion.service.panel.displays import DisplayThreads
from companion.service.panel.joining import TURN, Joining
from companion.service.panel.place_states import PANEL
from companion.service.seats.host_role import PinFile, PinWays, grouped
from companion.service.session.sending import MakePublisher, MakeReporter
from companion.service.session.table_settings import TableLanguage
from companion.service.table import RunningTable
from companion.serving.server import TableServer
from companion.serving.stream_thread import StreamThread
from companion.serving.tls import secured
from hardware.ports import Devices
from web.application import create_app
from web.http.proxies import Proxies
from web.http.table_addresses import TableAddresses, find_addresses
from web.page_request import SAFE_MODE
from web.rescue_site import create_rescue

logger = logging.getLogger(__name__)

NOBODY_CAME_AFTER = 180.0
"""Seconds without a phone after which the panel offers the own Wi-Fi."""
YOUNG = 5000
"""Threshold of the youngest garbage collector generation."""
REQUESTS = 16
"""Threads of a server; half of them may wait for slow clients. Streams need none (``StreamThread``)."""
RESCUE_REQUESTS = 6
"""Threads of the server of a damaged log's page: few ask for it."""


@dataclass(kw_only=True)
class App:
    """A companion that is built. It runs from ``start`` to ``close``."""

    opened: RunningTable
    server: TableServer
    streams: StreamThread
    addresses: TableAddresses
    log: Log
    pin_file: PinFile
    secure: TableServer | None = None
    """The same pages over HTTPS, if configured."""
    network: NetworkThread | None = None
    console: ConsoleNotice | None = None
    window: SetupWindow | None = None
    safe_mode: bool = False

    def start(self) -> None:
        """Serve in threads; returns once phones can connect."""
        self.streams.start()
        self.server.prepare()
        Thread(target=self.server.serve, name="serves", daemon=True).start()
        if self.secure is not None:
            self.secure.prepare()
            Thread(target=self.secure.serve, name="serves-secure", daemon=True).start()
        if self.window is not None:
            self.window.begin()
        if self.console is not None:
            self.console.start()
        if self.network is not None:
            self.network.start()

    def close(self) -> None:
        """Close everything, streams first."""
        if self.console is not None:
            self.console.close()
        if self.network is not None:
            self.network.close()
        self.opened.broadcast.close_all()
        self.streams.close()
        self.server.stop()
        if self.secure is not None:
            self.secure.stop()
        self.opened.close()
        self.pin_file.close()
        self.log.close()


def build(
    config: Config,
    *,
    clock: Clock | None = None,
    secret: Callable[[int], bytes] = secrets.token_bytes,
    bind: str | None = None,
    games: Iterable[AnyGame] = (),
    outside: OutsideGames | None = None,
    synchronous: Synchronous = "FULL",
    safe_mode: Message | None = None,
    examined: bool = True,
    console: Path | None = None,
    system_language: str = "",
    pin_command: str = "",
    card_root: ReadOnlyRoot | None = None,
) -> App:
    """Build and open everything, not yet serving. Raises ``CompanionError`` and ``HardwareError``.

    ``bind`` overrides the configured address; ``secret(n)`` returns n random bytes; ``games`` are added to the shipped
    ones and to those of installed packages, for which ``outside`` stands in tests. Only with ``synchronous`` FULL do
    moves survive a power cut. ``safe_mode`` says why hardware and games of packages are left out; pages show it.
    ``examined``: the whole log was checked already; else the copier does it. ``console`` is the folder in which the
    getty of the machine finds what to show. ``system_language`` is that of the machine, for the table screen and the
    small displays where nobody has chosen one; empty for none. ``pin_command`` prints a PIN, typed on this machine;
    ``card_root`` is the system of the disk image, if it is one, whose owner writes on its card.
    """
    clock = clock or TableClock()
    adapter = secured(Path(config.certificate), Path(config.key)) if config.certificate else None
    folder = config.folder
    folder.mkdir(parents=True, exist_ok=True)
    copier = Copier(config.log, clock, places=lambda: config.copy_targets, examined=examined)
    log = open_log(config.log, synchronous=synchronous)
    with ExitStack() as if_it_fails:
        if_it_fails.callback(log.close)
        log.ends = entry_counts(read_state(folder).heads)
        refusal_log, recent_addresses = RefusalLog(clock.mono), RecentAddresses(clock.mono)
        network = make_network_thread(
            config.hotspot,
            log.settings,
            folder,
            now=clock.mono,
            secret=secret,
            recent_addresses=recent_addresses,
            password=config.hotspot_password,
        )
        addresses = _addresses(config, clock, network)
        driven = drive_configured(config, clock.mono) if safe_mode is None else OpenDevices(Devices())
        pin_file = PinFile(folder, clock)
        if_it_fails.callback(pin_file.close)
        window = None
        if card_root is not None:
            window = SetupWindow(folder, console, card_root, clock.mono, chosen=bool(config.pin))
        if outside is None:
            outside = installed_games() if safe_mode is None else games_left_out()
        library = Library(log, games, outside)
        ways = PinWays(
            panel=has_panel(driven.devices),
            simulator=f"{addresses.on_machine}sim" if driven.simulator is not None else "",
            command=pin_command,
            chosen=bool(config.pin),
            card=card_root is not None,
        )
        opened = open_table(
            TableParts(
                log=log,
                library=library,
                devices=driven.devices,
                displays=DisplayThreads(driven.devices.displays),
                loop=Loop(),
                clock=clock,
                language=TableLanguage(log.settings, config.language, system_language),
                access=AdminAccess(
                    pin=config.pin, written=pin_file, ways=ways, shows_pin=console is not None, window=window
                ),
                joining=_joining(addresses, clock, recent_addresses, network),
                simulator=driven.simulator,
                secret=secret,
                copier=copier,
                wifi=network,
                networks=network,
                mistakes=read_record(folder).mistakes,
                publisher=_publisher(config, log, clock, secret, addresses),
                reporter=_reporter(config, log, library, clock, addresses),
                keys=TableKeys(config, log.settings, secret, network, flashed=card_root is not None),
            )
        )
        if_it_fails.callback(opened.close)
        if network is not None:
            network.listen(opened.found_elsewhere)
        site = create_app(
            opened,
            addresses,
            form_key(log.settings, secret),
            recent_addresses=recent_addresses,
            refusal_log=refusal_log,
            compiled=folder / "templates",
            proxies=_proxies(config),
        )
        site.extensions[SAFE_MODE] = safe_mode
        streams = StreamThread()
        opened.broadcast.listen(streams.wake)
        server = TableServer((bind or config.address, config.port), site, REQUESTS, refusal_log, streams)
        secure = None
        if adapter is not None:
            # Own threads and port: a slow TLS handshake must not block the plain server.
            place = bind or config.address, config.secure_port
            secure = TableServer(place, site, REQUESTS, refusal_log, streams, handed_over=False)
            secure.ssl_adapter = adapter
        if_it_fails.pop_all()
    return App(
        opened=opened,
        server=server,
        streams=streams,
        addresses=addresses,
        log=log,
        pin_file=pin_file,
        secure=secure,
        network=network,
        console=_console(console, addresses, network, opened) if console is not None else None,
        window=window,
        safe_mode=safe_mode is not None,
    )


@dataclass
class RescueApp:
    """What serves the page in place of the table. It runs from ``start`` to ``close``."""

    server: TableServer
    streams: StreamThread
    addresses: TableAddresses

    def start(self) -> None:
        """Serve in a thread."""
        self.server.prepare()
        Thread(target=self.server.serve, name="serves", daemon=True).start()

    def close(self) -> None:
        self.server.stop()
        self.streams.close()


def build_rescue(
    config: Config, rescue: DamagedLog, *, panel: bool = False, pin_command: str = "", flashed: bool = False
) -> RescueApp:
    """Build what runs while the log cannot be opened, not yet serving. ``panel``: there is one with a display; the rest
    is as in ``build``.
    """
    clock = TableClock()
    addresses = _addresses(config, clock)
    ways = PinWays(panel=panel, command=pin_command, chosen=bool(config.pin), card=flashed)
    site, streams = create_rescue(rescue, addresses, secrets.token_bytes(32), ways, _proxies(config)), StreamThread()
    server = TableServer((config.address, config.port), site, RESCUE_REQUESTS, RefusalLog(clock.mono), streams)
    return RescueApp(server, streams, addresses)


def has_panel(devices: Devices) -> bool:
    """Whether a PIN can be asked for with a key of the panel, and read there."""
    return PANEL in devices.keys and PANEL in devices.displays


def stay_loaded() -> None:
    """Freeze loaded objects and collect garbage less often, for a process that is only a companion. A full collection
    delayed one press in a hundred by tens of milliseconds; nearly all objects are freed by reference counting.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def _publisher(
    config: Config, log: Log, clock: Clock, secret: Callable[[int], bytes], addresses: TableAddresses
) -> MakePublisher | None:
    """Makes what publishes to the broker of the settings, which is loaded only then: it takes memory."""
    if not config.mqtt.host:
        return None
    from companion.mqtt.publisher_setup import publisher_setup  # noqa: PLC0415

    return publisher_setup(config.mqtt, config.folder, log, clock, secret, lambda: addresses.url)


def _reporter(
    config: Config, log: Log, library: Library, clock: Clock, addresses: TableAddresses
) -> MakeReporter | None:
    """Makes what reports to the club of the settings, which is loaded only then."""
    if not config.club.url:
        return None
    from companion.reporting.reporter_setup import reporter_setup  # noqa: PLC0415

    return reporter_setup(config.club, log, library.games, clock, lambda: addresses.url)


def _addresses(config: Config, clock: Clock, network: NetworkThread | None = None) -> TableAddresses:
    """The table's addresses, looked up again from time to time."""
    return find_addresses(
        config.port,
        config.names,
        OwnAddress(clock.mono, lambda: network is not None and network.is_open),
        HostName(clock.mono),
        listens=config.address,
        url=config.url,
        wifi=lambda: network.network.wifi if network is not None else None,
    )


def _proxies(config: Config) -> Proxies:
    """The servers in front of the table."""
    return Proxies(config.url, config.proxies, config.proxy_addresses)


def _joining(
    addresses: TableAddresses, clock: Clock, recent_addresses: RecentAddresses, network: NetworkThread | None
) -> Callable[[], Joining]:
    """What the panel shows while people join."""
    opened = clock.mono()

    def joining() -> Joining:
        now = clock.mono()
        nobody_came = (
            network is not None
            and network.can_open
            and now - opened > NOBODY_CAME_AFTER
            and not recent_addresses.any_seen()
        )
        wifi = addresses.wifi
        address = addresses.by_number if wifi else addresses.readable
        return Joining(addresses.url, address, wifi, nobody_came, int(now / TURN))

    return joining


def _console(
    folder: Path, addresses: TableAddresses, network: NetworkThread | None, opened: RunningTable
) -> ConsoleNotice:
    """What the screen of the machine shows above its login prompt."""

    def state() -> ConsoleState:
        now = network.network if network is not None else TableNetwork("joined")
        return ConsoleState(
            addresses.url,
            addresses.readable,
            now.wifi,
            now.ssid,
            now.state in ("none", "unknown"),
            tuple(mistake.words for mistake in opened.setup.shown),
            grouped(pin) if (pin := opened.roles.on_screen()) else "",
        )

    return ConsoleNotice(folder, state, lambda: speaker(opened.settings.language.now, {}))
