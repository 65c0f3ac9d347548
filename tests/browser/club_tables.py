"""Real tables of a club, each a process of its own whose power can go, and people who play at them by program."""

from __future__ import annotations

import base64
import json
import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from tests.ports import free_port

PIN = "27182818"
PATIENCE = 60.0
GAME = "sheet:academy"


class ClubTable:
    """A table with a token of a club, which its admin lets it report to. Data and settings are in ``folder``."""

    def __init__(self, folder: Path, club_url: str, token: str) -> None:
        folder.mkdir(parents=True)
        self.port = free_port()
        self._config = folder / "companion.toml"
        self._config.write_text(
            f'port = {self.port}\ndata = "{folder}"\npin = "{PIN}"\naddress = "127.0.0.1"\n'
            f'[club]\nurl = "{club_url}"\ntoken = "{token}"\n'
        )
        self._log = folder / "said"
        self._process: subprocess.Popen[bytes] | None = None
        self.admin = TablePerson(self)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
            [sys.executable, "-c", "from companion.cli import main; main()", "--config", str(self._config), "run"],
            stdout=log, stderr=log, env=os.environ | {"LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < until
            time.sleep(0.1)

    def open(self) -> None:
        """Switch it on for the first time, and let it report."""
        self.start()
        self.admin.call("POST", "/host", {"pin": PIN})
        self.admin.form("/club/set", on="yes")

    def pull_the_plug(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def begin(self) -> None:
        """A play of whoever sits there."""
        self.admin.call("POST", "/choice", {"game": GAME})
        self.admin.call("POST", "/begin", {})

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/table", timeout=PATIENCE):
                return True
        except OSError:
            return False


class TablePerson:
    """Somebody at a table with a program for a phone."""

    def __init__(self, table: ClubTable) -> None:
        self._table = table
        self._token = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")

    def call(self, method: str, path: str, sent: dict[str, Any] | None = None) -> Any:
        body = None if sent is None else json.dumps(sent).encode()
        return json.loads(self._send(method, f"/api/v1{path}", body, "application/json"))

    def form(self, path: str, **fields: object) -> None:
        """Send a form of a page."""
        self._send("POST", path, urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def writes(self, points: int) -> None:
        """Write all of the own sheet: so many points for buildings, and 0 for the rest."""
        while (dialogues := self.call("GET", "/seat")["dialogues"]) and dialogues[0]["question"]["key"] != "change":
            asked = dialogues[0]
            question = asked["question"]
            answer: object = "done" if question["key"] == "entry" else points if question["key"] == "buildings" else 0
            sent = {key: asked[key] for key in ("seat", "digest", "service")}
            self.call("POST", "/answers", sent | {"answer": answer, "nonce": secrets.token_hex(8)})

    def _send(self, method: str, path: str, body: bytes | None, kind: str) -> bytes:
        request = urllib.request.Request(
            self._table.url + path, method=method, data=body,
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": kind},
        )  # fmt: skip
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                return bytes(reply.read())
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{path}: {refused.read().decode()[:500]}") from None
