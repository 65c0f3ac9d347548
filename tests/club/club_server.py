"""``companion club`` as a process of its own, which can be killed and started again."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

from companion.club.club_config import read_club_config
from companion.club.storage.club_database import ClubDatabase
from companion.club.tables.club_tables import ClubTables
from companion.commands.club.club_process import open_database
from tests.ports import free_port

PATIENCE = 60.0


def command(*words: object) -> list[str]:
    return [sys.executable, "-c", "from companion.cli import main; main()", *map(str, words)]


class ClubServer:
    """A process of the club whose database is at ``url``, and ``more`` in its settings. All it has is in ``folder``."""

    def __init__(self, folder: Path, url: str, more: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port = free_port()
        self.config = folder / "club.toml"
        own = f'port = {self.port}\ndatabase = "{url}"\naddress = "127.0.0.1"\ndata = "{folder}"\n'
        self.config.write_text(own + more)
        self._process: subprocess.Popen[str] | None = None
        self.said = ""
        """What the process has written since it serves, once it has ended."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self._process = subprocess.Popen(
            command("club", "--config", self.config),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError("".join(said))

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As systemd does; returns the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        process.send_signal(how)
        self.said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode

    def page(self, path: str = "/") -> tuple[int, str]:
        """Status and text of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def add_tables(self, *names: str) -> dict[str, str]:
        """Their tokens, by id."""
        database = open_database(read_club_config(self.config, {}))
        try:
            added = [ClubTables(database).add(name) for name in names]
        finally:
            database.close()
        return {table.id: token for table, token in added}

    def database(self) -> ClubDatabase:
        return ClubDatabase(read_club_config(self.config, {}).database_url)
