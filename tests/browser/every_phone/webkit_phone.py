"""WebKitGTK, the nearest to an iPhone that Debian has: its MiniBrowser, by WebDriver (https://www.w3.org/TR/webdriver2)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.every_phone.actions import finger, keys
from tests.browser.every_phone.network import Network
from tests.browser.every_phone.phone import SIZE, Gone, Phone
from tests.browser.every_phone.programs import answers, running
from tests.ports import free_port

HOW = "sudo apt install webkit2gtk-driver xvfb"
GONE = ("no such window", "no such frame", "javascript error", "stale element reference")
"""What is said of a page that was left meanwhile; a function of ours raises nothing by itself."""
TOOLBAR = 38
CONSOLE = "--enable-write-console-messages-to-stdout=true"


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees, for the windows of MiniBrowser; its name."""
    found = shutil.which("Xvfb")
    assert found, f"Xvfb is missing: {HOW}"
    size = f"{SIZE[0] + 200}x{SIZE[1] + TOOLBAR}x24"
    line = [found, "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
    with running(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as shown:
        assert shown.stdout
        yield f":{shown.stdout.readline().strip()}"


class WebKitPhone(Phone):
    """A driver of its own for each phone, since one drives one window. It knows no touch: the finger is a mouse."""

    def __init__(self, display: str, network: Network, port: int) -> None:
        super().__init__(network, port)
        found = shutil.which("WebKitWebDriver")
        assert found, f"WebKitWebDriver is missing: {HOW}"
        self._folder = TemporaryDirectory(prefix="webkit-")
        self._said = Path(self._folder.name, "said")
        own = {"DISPLAY": display, "HOME": self._folder.name, "XDG_RUNTIME_DIR": self._folder.name}
        answers_at = free_port()
        self._driver_at = HTTPConnection("127.0.0.1", answers_at, timeout=60)
        self._session = "/session"
        with ExitStack() as stack:
            said = stack.enter_context(self._said.open("wb"))
            stack.enter_context(running([found, "-p", str(answers_at)], env=os.environ | own, stdout=said, stderr=said))
            answers(answers_at)
            options = {"args": ["--automation", f"--proxy={network.proxy}", CONSOLE]}
            begun = self._asks(capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
            self._ends = stack.pop_all()
        self._session += f"/{begun['sessionId']}"
        self._asks("/window/rect", width=SIZE[0], height=SIZE[1] + TOOLBAR)

    def complaints(self) -> list[str]:
        return [line for line in self._said.read_text("utf-8", "replace").splitlines() if "JS ERROR" in line]

    def close(self) -> None:
        self._asks(method="DELETE")
        self._ends.close()
        self._driver_at.close()
        self._folder.cleanup()

    def _goes(self, url: str) -> None:
        self._asks("/url", url=url)

    def _keeps(self, name: str, value: str) -> None:
        self._asks("/cookie", cookie={"name": name, "value": value, "path": "/"})

    def _runs(self, function: str, *given: Any) -> Any:
        return self._asks("/execute/sync", script=f"return ({function})(...arguments)", args=given)

    def _taps_at(self, x: float, y: float) -> None:
        self._asks("/actions", actions=finger("mouse", x, y))

    def _types(self, text: str) -> None:
        self._asks("/actions", actions=keys(text))

    def _asks(self, command: str = "", method: str = "POST", **given: Any) -> Any:
        self._driver_at.request(method, self._session + command, json.dumps(given) if method == "POST" else None)
        value = json.loads(self._driver_at.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            if value["error"] in GONE:
                raise Gone(value)
            raise AssertionError(f"{command}: {value}")
        return value
