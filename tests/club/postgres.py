"""A real PostgreSQL for tests: a server of its own in a folder of its own, which can be killed and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

import psutil
import psycopg
import pytest

from tests.ports import free_port


def _programs() -> Path | None:
    """Where initdb and postgres are; Debian does not put them on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda file: int(file.parts[-3]))
    found = debian[-1] if debian else shutil.which("postgres")
    return Path(found).parent if found else None


PROGRAMS = _programs()
needs_postgres = pytest.mark.skipif(PROGRAMS is None, reason="PostgreSQL is not installed")
PATIENCE = 30.0


class Postgres:
    """``lines`` are added to its configuration; ``owner`` is its first role. It refuses to run as root, and so is run
    as its own user there.
    """

    def __init__(self, *lines: str, owner: str = "club") -> None:
        self._owner = owner
        self.port = free_port()
        self.folder = Path(mkdtemp(prefix="postgres-"))
        self._user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._process: subprocess.Popen[bytes] | None = None
        self.run("initdb", "-D", str(self.folder / "data"), "-U", owner, "-A", "trust", "-E", "UTF8", "--no-locale")
        own = (f"port = {self.port}", "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", *lines)
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.write("\n".join(own) + "\n")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://club@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = self._started("postgres", "-D", str(self.folder / "data"), out=log.fileno())
        until = time.monotonic() + PATIENCE
        while self.run("pg_isready", "-q", check=False):
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.02)

    def kill(self) -> None:
        """As a power cut does: every process of the server at once."""
        if self._process is not None:
            # Stopped, it starts no other one meanwhile.
            self._process.send_signal(signal.SIGSTOP)
            for each in psutil.Process(self._process.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    each.kill()
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def letting_nobody_in(self) -> Iterator[None]:
        """Connections are cut off, and who connects gets no answer: as with a machine that hangs."""
        assert self._process is not None
        with psycopg.connect(self.url(), autocommit=True) as own:
            self._process.send_signal(signal.SIGSTOP)
            try:
                own.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                            "AND backend_type = 'client backend'")  # fmt: skip
                yield
            finally:
                self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self, name: str, template: str = "template0") -> str:
        """Make a database like another one, by default an empty one; returns its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def run(self, program: str, *words: str, check: bool = True) -> int:
        """Run one of its programs, as its owner; returns the exit code."""
        process = self._started(program, *words, out=subprocess.DEVNULL)
        code = process.wait(PATIENCE)
        assert not check or not code, f"{program} ended with {code}"
        return code

    def _started(self, program: str, *words: str, out: int) -> subprocess.Popen[bytes]:
        assert PROGRAMS is not None
        user = self._user
        return subprocess.Popen(
            [str(PROGRAMS / program), *words],
            stdout=out,
            stderr=out,
            cwd="/",
            env=os.environ | {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": self._owner},
            user=user.pw_uid if user is not None else None,
            group=user.pw_gid if user is not None else None,
            extra_groups=[] if user is not None else None,
        )
