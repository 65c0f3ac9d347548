"""Chromium 79 and 92, as in televisions and tablets of 2020 and 2021, by the DevTools protocol, since Playwright cannot
drive browsers that old (https://chromedevtools.github.io/devtools-protocol).

``python -m tests.browser.every_phone.old_chromium`` fetches both with npm into ``build/``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from base64 import b64decode
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from websockets.sync.client import connect

from tests.browser.every_phone.network import Network
from tests.browser.every_phone.phone import PATIENCE, SIZE, Gone, Phone
from tests.browser.every_phone.programs import STARTS, running
from tests.chromium import FLAGS, NAME
from tests.npm_packages import NotHere, NpmPackage, node

FILES = ("bin/chromium.br", "bin/aws.tar.br")
OLD = {
    "79": NpmPackage(
        "chrome-aws-lambda",
        "2.0.0",
        "1d1d25121c1a4c2438b28dc4cad8ee52557e22f35d1e8fb111b43122f7f42fe8"
        "80f29456d9bc6e1d0b9aa86796dcbdc1a5bfbd49a2ad9f7951ee1db364532fa7",
        FILES,
    ),
    "92": NpmPackage(
        "chrome-aws-lambda",
        "10.1.0",
        "3594157fe27892a1b8b158519b758d98e7f36343ad4d29be4bcae0efba7078f6"
        "bd442607ce19f346cf18bcd23a2fdb402c85ba46999e7d688f511b77bd445773",
        FILES,
    ),
}
"""Its binary, and the libraries it needs, lie in the package."""
UNPACK = """
const [, from, to] = process.argv, fs = require("fs"), { createBrotliDecompress } = require("zlib");
fs.createReadStream(from).pipe(createBrotliDecompress()).pipe(fs.createWriteStream(to, { mode: 0o755 }));
"""
GONE = ("Cannot find context", "Execution context was destroyed", "Inspected target navigated", "uniqueContextId")
FLAGS_OF_OLD = (*FLAGS, "--disable-dev-shm-usage", "--remote-debugging-port=0", "--lang=en-GB", "--hide-scrollbars")


def program(version: str) -> Path:
    """Its program, fetched and unpacked if need be; raises ``NotHere``. The libraries lie in ``lib`` beside it."""
    folder = OLD[version].fetched()
    ready = folder / "ready"
    if not ready.exists():
        with TemporaryDirectory(dir=folder) as scratch:
            unpacked = Path(scratch) / "ready"
            unpacked.mkdir()
            for packed, whole in (("chromium.br", "chromium"), ("aws.tar.br", "aws.tar")):
                line = [node(), "-e", UNPACK, str(folder / packed), str(unpacked / whole)]
                subprocess.run(line, check=True)
            with tarfile.open(unpacked / "aws.tar") as tar:
                tar.extractall(unpacked, filter="data")
            try:
                os.rename(unpacked, ready)
            except OSError:
                assert ready.exists()  # somebody else was quicker
    return ready / "chromium"


class OldChromiumPhone(Phone):
    """A browser of its own for each phone, since old ones have one proxy; 800 pixels wide it has no touch."""

    def __init__(self, version: str, network: Network, port: int, size: tuple[int, int] = SIZE) -> None:
        super().__init__(network, port)
        self._numbers = count(1)
        self._events: list[dict[str, Any]] = []
        found = program(version)
        with ExitStack() as stack:
            profile = stack.enter_context(TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True))
            line = [str(found), *FLAGS_OF_OLD, f"--user-data-dir={profile}", f"--proxy-server={network.proxy}"]
            own = os.environ | {"LD_LIBRARY_PATH": str(found.parent / "lib"), "HOME": profile}
            silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            started = stack.enter_context(running(line, env=own, **silent))
            listens, ends = Path(profile, "DevToolsActivePort"), monotonic() + STARTS
            while not listens.exists() or "\n" not in listens.read_text():
                assert started.poll() is None, f"Chromium {version} does not start"
                assert monotonic() < ends, f"Chromium {version} does not listen"
                sleep(0.05)
            at, path = listens.read_text().split()
            # old browsers answer no ping, and what they tell unasked is read with the next answer
            unhurried = {"max_size": None, "max_queue": None, "ping_interval": None, "close_timeout": 1}
            self._socket = stack.enter_context(connect(f"ws://127.0.0.1:{at}{path}", proxy=None, **unhurried))
            self._session = ""
            made = self._asks("Target.createTarget", url="about:blank")
            self._session = self._asks("Target.attachToTarget", targetId=made["targetId"], flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network"):
                self._asks(f"{domain}.enable")
            width, height = size
            is_phone = width < 800
            self._asks(
                "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_phone
            )
            self._asks("Emulation.setTouchEmulationEnabled", enabled=is_phone)
            self._asks("Network.setExtraHTTPHeaders", headers={"Accept-Language": "en-GB"})
            self._ends = stack.pop_all()

    def complaints(self) -> list[str]:
        self._runs("() => 0")
        thrown = (
            said["params"]["exceptionDetails"]
            for said in self._events
            if said.get("method") == "Runtime.exceptionThrown" and said.get("sessionId") == self._session
        )
        return [each.get("exception", {}).get("description", each["text"]) for each in thrown]

    def close(self) -> None:
        self._ends.close()

    def picture(self, path: Path) -> None:
        """Keep a screenshot."""
        path.write_bytes(b64decode(self._asks("Page.captureScreenshot")["data"]))

    def loads(self) -> int:
        """How often a page was loaded in it."""
        self._runs("() => 0")
        return sum(
            said.get("method") == "Page.loadEventFired" and said.get("sessionId") == self._session
            for said in self._events
        )

    def _goes(self, url: str) -> None:
        before = self.loads()
        self._asks("Page.navigate", url=url)
        self._waits_here(lambda: self.loads() > before)

    def _waits_here(self, look: Callable[[], bool]) -> None:
        ends = monotonic() + PATIENCE
        while True:
            try:
                if look():
                    return
            except Gone:
                pass
            assert monotonic() < ends, "the page does not load"
            sleep(0.03)

    def _keeps(self, name: str, value: str) -> None:
        self._asks("Network.setCookie", name=name, value=value, url=f"http://{NAME}/")

    def _runs(self, function: str, *given: Any) -> Any:
        called = self._asks(
            "Runtime.evaluate",
            expression=f"({function})(...{json.dumps(given)})",
            returnByValue=True,
        )
        if "exceptionDetails" in called:
            raise AssertionError(called["exceptionDetails"])
        return called["result"].get("value")

    def _taps_at(self, x: float, y: float) -> None:
        points = [{"x": round(x), "y": round(y)}]
        self._asks("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
        self._asks("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def _types(self, text: str) -> None:
        for sign in text:
            self._asks("Input.dispatchKeyEvent", type="keyDown", text=sign, key=sign)
            self._asks("Input.dispatchKeyEvent", type="keyUp", key=sign)

    def _asks(self, method: str, **given: Any) -> Any:
        number = next(self._numbers)
        sent = {"id": number, "method": method, "params": given}
        self._socket.send(json.dumps({**sent, "sessionId": self._session} if self._session else sent))
        while (said := json.loads(self._socket.recv(60))).get("id") != number:
            self._events.append(said)
        if "error" in said:
            message = said["error"]["message"]
            raise (Gone if message.startswith(GONE) else AssertionError)(f"{method}: {message}")
        return said["result"]


if __name__ == "__main__":
    try:
        for each in OLD:
            program(each)
    except NotHere as why:
        sys.exit(f"The long tests need Chromium {' and '.join(OLD)}: {why}")
