"""Firefox ESR, by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi), which it speaks without a driver between."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.every_phone.actions import finger, keys
from tests.browser.every_phone.network import Network
from tests.browser.every_phone.phone import SIZE, Gone, Phone
from tests.browser.every_phone.programs import running
from tests.chromium import NAME

NAMES = ("firefox-esr", "firefox")
GONE = ("no such frame", "no such window", "discarded", "unknown error")
BLANK = re.compile(r"document\.(body|documentElement) is null")
"""What a script meets between two pages."""
PREFERENCES = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB, en",
    "network.proxy.socks_remote_dns": True,
    "ui.prefersReducedMotion": 1,
}
NETWORK = " establish a connection to the server"
"""What it says of a lost network; that is no mistake of a script."""
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Refused(AssertionError):
    """The browser did not do what it was asked."""


class Firefox:
    """One for all tests; the phones in it know nothing of each other."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.errors: dict[str, list[str]] = {}
        """What scripts stumbled over, by the window it was in."""
        self.asks("session.new", capabilities={})
        self.asks("session.subscribe", events=["log.entryAdded"])

    def asks(self, method: str, **given: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": given}))
        while (said := json.loads(self._socket.recv(60))).get("id") != number:
            self._notes(said)
        if said["type"] == "error":
            raise (Gone if said["error"] in GONE else Refused)(f"{method}: {said['error']}: {said['message']}")
        return said["result"]

    def _notes(self, said: dict[str, Any]) -> None:
        entry = said.get("params", {})
        if said.get("method") != "log.entryAdded" or (entry["type"], entry["level"]) != ("javascript", "error"):
            return
        if NETWORK not in entry["text"]:
            self.errors.setdefault(entry["source"].get("context", ""), []).append(entry["text"])


@contextmanager
def firefox() -> Iterator[Firefox]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "Firefox is missing: sudo apt install firefox-esr"
    with TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in PREFERENCES.items())
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        line = [found, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with running(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as started:
            assert started.stderr
            listens = next(filter(None, map(LISTENS.search, started.stderr)), None)
            assert listens, "Firefox does not start"
            Thread(target=started.stderr.read, daemon=True).start()  # lest it waits for somebody who reads on
            with connect(f"{listens[1]}/session", max_size=None, proxy=None) as socket:
                yield Firefox(socket)


class FirefoxPhone(Phone):
    def __init__(self, browser: Firefox, network: Network, port: int) -> None:
        super().__init__(network, port)
        self._browser = browser
        proxy = {"proxyType": "manual", "socksProxy": f"127.0.0.1:{network.port}", "socksVersion": 5}
        self._user = browser.asks("browser.createUserContext", proxy=proxy)["userContext"]
        self._window = browser.asks("browsingContext.create", type="tab", userContext=self._user)["context"]
        browser.asks(
            "browsingContext.setViewport", context=self._window, viewport={"width": SIZE[0], "height": SIZE[1]}
        )

    def complaints(self) -> list[str]:
        return self._browser.errors.get(self._window, [])

    def close(self) -> None:
        self._browser.asks("browser.removeUserContext", userContext=self._user)

    def _goes(self, url: str) -> None:
        self._browser.asks("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def _keeps(self, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": NAME, "path": "/"}
        place = {"type": "storageKey", "userContext": self._user}
        self._browser.asks("storage.setCookie", cookie=cookie, partition=place)

    def _runs(self, function: str, *given: Any) -> Any:
        called = self._browser.asks(
            "script.callFunction",
            functionDeclaration=f"(given) => JSON.stringify(({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._window},
            awaitPromise=False,
        )
        if called["type"] == "exception":
            text = called["exceptionDetails"]["text"]
            raise Gone(text) if BLANK.search(text) else Refused(text)
        return json.loads(called["result"]["value"])

    def _taps_at(self, x: float, y: float) -> None:
        self._browser.asks("input.performActions", context=self._window, actions=finger("touch", x, y))

    def _types(self, text: str) -> None:
        self._browser.asks("input.performActions", context=self._window, actions=keys(text))
