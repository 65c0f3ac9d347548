"""Questions of ``companion doctor`` to the machine; tests use a fake."""

from __future__ import annotations

import fcntl
import grp
import os
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from glob import glob
from pathlib import Path
from tempfile import TemporaryFile
from typing import Protocol

from companion.commands.port_check import free_port, port_fault
from companion.keeping.log_checks import damaged_rows
from companion.keeping.time_of_day import set_at_start, synchronised
from companion.locale import DOMAIN
from companion.locale import __file__ as catalogues
from companion.network.addresses import address_of
from companion.network.network_setup import HostName
from companion.plays.log.log_file import connect

SYNCS = 8
"""Number of timed writes."""
WRITTEN = 4096
"""Bytes of each write: a page of the log."""


class Machine(Protocol):
    """Questions about the machine; they leave nothing changed."""

    def python(self) -> tuple[int, int, int]: ...

    def sqlite(self) -> tuple[int, int, int]: ...

    def make_folder(self, folder: Path) -> OSError | None:
        """Create the folder if missing and write a test file; returns the error, if any."""

    def free_bytes(self, folder: Path) -> int: ...

    def sync_times(self, folder: Path) -> Sequence[float]:
        """Seconds of each of a few synced writes. Raises ``OSError``."""

    def exists(self, path: Path) -> bool: ...

    def in_use(self, log: Path) -> bool:
        """Whether a companion has this log open."""

    def quick_check(self, log: Path) -> str:
        """``ok``, or what SQLite finds wrong. Raises ``sqlite3.Error``."""

    def damaged_rows(self, log: Path) -> int:
        """Number of damaged rows. Raises ``LogError``."""

    def port_fault(self, address: str, port: int) -> int: ...

    def free_port(self, address: str, port: int) -> int: ...

    def name(self) -> str:
        """Host name for phones, such as ``table.local``."""

    def addresses(self) -> Sequence[tuple[str, str]]:
        """(interface, IPv4 address) pairs."""

    def now(self) -> float:
        """Seconds since 1970."""

    def synchronised(self) -> bool | None:
        """Whether a time server has set the clock; None if unknown."""

    def nodes(self, pattern: str) -> Sequence[Path]:
        """Device files."""

    def may_use(self, node: Path) -> bool: ...

    def group(self, node: Path) -> str:
        """Group that may use it."""

    def catalogue(self, language: str) -> bool:
        """Whether the language's catalogue is compiled."""


class LocalMachine:
    """The real machine."""

    def python(self) -> tuple[int, int, int]:
        return sys.version_info[:3]

    def sqlite(self) -> tuple[int, int, int]:
        return sqlite3.sqlite_version_info

    def make_folder(self, folder: Path) -> OSError | None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                return None
        except OSError as error:
            return error

    def free_bytes(self, folder: Path) -> int:
        return shutil.disk_usage(folder).free

    def sync_times(self, folder: Path) -> Sequence[float]:
        times = []
        with TemporaryFile(dir=folder) as file:
            for _ in range(SYNCS):
                start = time.perf_counter()
                file.write(os.urandom(WRITTEN))
                file.flush()
                os.fsync(file.fileno())
                times.append(time.perf_counter() - start)
        return times

    def exists(self, path: Path) -> bool:
        return path.exists()

    def in_use(self, log: Path) -> bool:
        try:
            with Path(f"{log}.lock").open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    def quick_check(self, log: Path) -> str:
        with closing(connect(log, reading=True)) as connection:
            return str(connection.execute("PRAGMA quick_check").fetchone()[0])

    def damaged_rows(self, log: Path) -> int:
        return len(damaged_rows(log))

    def port_fault(self, address: str, port: int) -> int:
        return port_fault(address, port)

    def free_port(self, address: str, port: int) -> int:
        return free_port(address, port)

    def name(self) -> str:
        return HostName(time.monotonic)() or f"{socket.gethostname().split('.')[0].lower()}.local"

    def addresses(self) -> Sequence[tuple[str, str]]:
        named = ((name, address_of(name)) for _, name in socket.if_nameindex())
        return [(name, address) for name, address in named if address]

    def now(self) -> float:
        return time.time()

    def synchronised(self) -> bool | None:
        return True if set_at_start() else synchronised()

    def nodes(self, pattern: str) -> Sequence[Path]:
        return sorted(Path(found) for found in glob(pattern))

    def may_use(self, node: Path) -> bool:
        return os.access(node, os.R_OK | os.W_OK)

    def group(self, node: Path) -> str:
        number = node.stat().st_gid
        try:
            return grp.getgrgid(number).gr_name
        except KeyError:
            return str(number)

    def catalogue(self, language: str) -> bool:
        return Path(catalogues).with_name(language).joinpath("LC_MESSAGES", f"{DOMAIN}.mo").is_file()
