"""One process of a club: its server, and the thread that computes ratings."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.club.club_config import ClubConfig
from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.rating_jobs import RatingJobs
from companion.club.results.received_results import ReceivedResults
from companion.club.results.result_views import ResultViews
from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.club.storage.form_key import form_key
from companion.club.storage.migrating import migrate_club
from companion.club.tables.club_tables import ClubTables
from companion.core.errors import raised_at
from companion.network.addresses import own_ip_address
from companion.network.reachability.late_answers import LateAnswers
from companion.network.reachability.senders import RefusalLog
from companion.serving.server import TableServer
from companion.serving.stream_thread import StreamThread
from companion.serving.tls import secured
from web.club.club_context import ClubContext
from web.club.club_site import create_club_site
from web.http.table_addresses import TableAddresses, find_addresses

if TYPE_CHECKING:
    from companion.club.live_room.club_room import ClubRoom

logger = logging.getLogger(__name__)

USUAL = {"http": 80, "https": 443}
REQUESTS = 16
"""The number of threads of the server."""
OTHERS_JOBS = 2.0
"""Seconds between two checks whether another process has ended and left ratings to be computed."""
GATHERED = 0.3
"""Seconds to wait after a result before ratings are computed, so that they are computed once for many results."""


def open_database(config: ClubConfig) -> ClubDatabase:
    """The club's database, migrated to the current schema. Raises ``ClubDatabaseError``."""
    if not config.database:
        with suppress(OSError):  # SQLite's message names the reason
            config.folder.mkdir(parents=True, exist_ok=True)
    database = ClubDatabase(config.database_url)
    try:
        migrate_club(database)
        database.wipe_deleted()
    except BaseException:
        database.close()
        raise
    return database


class RatingThread:
    """The thread that computes ratings. ``wake`` may be called from any thread."""

    def __init__(self, database: ClubDatabase) -> None:
        self._jobs = RatingJobs(database)
        self._bell = Event()
        self._over = Event()
        self._thread = Thread(target=self._run, name="rates", daemon=True)

    def wake(self) -> None:
        self._bell.set()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._bell.set()
        self._thread.join(OTHERS_JOBS)

    def _run(self) -> None:
        while not self._over.is_set():
            self._bell.clear()
            try:
                while not self._over.is_set() and self._jobs.do_portion():
                    pass
            except ClubDatabaseError as error:
                logger.warning("ratings wait: %s", error)
            except Exception as error:
                logger.error("ratings broke: %s at %s", type(error).__name__, raised_at(error))
            self._bell.wait(OTHERS_JOBS)
            self._over.wait(GATHERED)


class ClubProcess:
    """A process of a club. It serves from ``start`` to ``close``. Raises ``CompanionError``."""

    def __init__(self, config: ClubConfig) -> None:
        encryption = secured(Path(config.certificate), Path(config.key)) if config.certificate else None
        self._database = open_database(config)
        self._ratings = RatingThread(self._database)
        self._streams = StreamThread()
        addresses = addresses_of(config)
        tables, persons, results = ClubTables(self._database), ClubPersons(self._database), ResultViews(self._database)
        self._room = _room(config, tables, persons, results, self._streams) if config.broker.host else None
        context = ClubContext(
            config.title,
            form_key(self._database),
            tables,
            ReceivedResults(self._database, time.time),
            results,
            persons,
            StoredEvents(self._database, time.time),
            LateAnswers(),
            self._stored,
            self._look,
            config.language,
            self._room,
        )
        refusal_log = RefusalLog(time.monotonic)
        site = create_club_site(context, addresses, refusal_log, config.proxies)
        ports = {config.port: None, config.secure_port or config.port: encryption}
        self._servers: list[TableServer] = []
        for port, adapter in ports.items():
            server = TableServer((config.address, port), site, REQUESTS, refusal_log, self._streams)
            server.ssl_adapter = adapter
            self._servers.append(server)

    def start(self) -> None:
        """Serve in threads; returns when tables and phones can connect."""
        for server in self._servers:
            server.prepare()
        self._streams.start()
        if self._room is not None:
            self._room.start()
        for server in self._servers:
            Thread(target=server.serve, name="serves", daemon=True).start()
        self._ratings.start()

    def close(self) -> None:
        for server in self._servers:
            server.stop()
        if self._room is not None:
            self._room.close()
        self._streams.close()
        self._ratings.close()
        self._database.close()

    def _stored(self) -> None:
        self._ratings.wake()
        self._look()

    def _look(self) -> None:
        if self._room is not None:
            self._room.look()


def _room(
    config: ClubConfig, tables: ClubTables, persons: ClubPersons, results: ResultViews, streams: StreamThread
) -> ClubRoom:
    """The club's room on a broker. Its library is imported only if the configuration names a broker."""
    from companion.club.live_room.club_room import ClubRoom  # noqa: PLC0415

    return ClubRoom(config.broker, tables, persons, results, streams.wake)


def addresses_of(config: ClubConfig) -> TableAddresses:
    """The names and addresses to which the club answers."""
    host = urlsplit(config.url).hostname
    names = (*config.names, *((host,) if host else ()))
    return find_addresses(config.port, names, own_ip_address, listens=config.address)


def address_of(config: ClubConfig) -> str:
    """The club's address for phones: as configured, else by its first name, else by IP address."""
    if config.url:
        return config.url
    return _address(config, "https" if config.certificate and not config.secure_port else "http", config.port)


def address_for_tables(config: ClubConfig) -> str:
    """Where tables report: over HTTPS, if the club has a certificate."""
    return _address(config, "https", config.secure_port) if config.secure_port else address_of(config)


def _address(config: ClubConfig, scheme: str, port: int) -> str:
    host = config.names[0] if config.names else own_ip_address()
    return f"{scheme}://{host}" + (f":{port}" if port != USUAL[scheme] else "")
