"""The table in the virtual machine as people meet it: its pages, its keys, its display, its journal."""

from __future__ import annotations

import base64
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from PIL import Image

from tests.hardware.fake_displays import Ssd1306
from tests.vm.machine import Machine

STILL = 5.0
"""Seconds after which a display that has not changed shows all that it was sent."""
NEWER = "9.9.0"
PATIENCE = 120.0
"""Seconds that something may take which takes one or two on a Pi: the processor is emulated."""
DEVICE = """[Unit]
RequiresMountsFor=/goods
Before=table-companion.service
After={after}
[Service]
Type={kind}
RemainAfterExit=yes
ExecStart=/usr/bin/python3 /goods/guest/{words}
[Install]
WantedBy=multi-user.target
"""
LINE = "/sys/devices/platform/gpio-sim.0/gpiochip*/sim_gpio{}/pull"


class Table:
    """A table on a machine. ``version`` is that of the wheel it is installed from; ``patience`` is in seconds."""

    def __init__(self, machine: Machine, version: str, patience: float = PATIENCE) -> None:
        self.machine = machine
        self.version = version
        self.patience = patience

    # -- the machine -------------------------------------------------------------------------------------------

    def install(self, folder: str = "wheels", words: str = "") -> str:
        """Run the installer with a folder of wheels; what it said."""
        return self.machine.do(f"sh /goods/deploy/install.sh --yes --wheels /goods/{folder} {words} 2>&1", 600)

    def plug_devices_in(self) -> None:
        """Lines, bus and display are there, from now on at every start of the machine."""
        self.plug_in("lines", "devices.py lines")
        self.plug_in("display", "devices.py display", kind="simple")
        self.until(lambda: self.machine.run("test -c /dev/i2c-1").code == 0)

    def plug_in(self, name: str, words: str, *, kind: str = "oneshot", after: str = "") -> None:
        """A device that a program of the goods makes: a unit, started now and at every start of the machine."""
        unit = DEVICE.format(words=words, kind=kind, after=after)
        self.machine.do(f"cat >/etc/systemd/system/{name}.service <<'END'\n{unit}\nEND")
        self.machine.do(f"systemctl daemon-reload && systemctl enable --now {name} && sync", self.patience)

    def prop(self, name: str) -> str:
        """What systemd knows about the service."""
        return self.machine.do(f"systemctl show -P {name} table-companion.service").strip()

    def journal(self) -> str:
        """All that the service has written."""
        return self.machine.do("journalctl -u table-companion.service -o cat --no-pager")

    def until(self, true: Callable[[], object], seconds: float | None = None) -> None:
        """Wait until something is true; fail when it does not become so."""
        end = time.monotonic() + (self.patience if seconds is None else seconds)
        while not true():
            assert time.monotonic() < end, f"it never came about\n{self.machine.run(STATE).told}"
            time.sleep(0.3)

    # -- the keys and the display ------------------------------------------------------------------------------

    def press(self, line: int) -> None:
        """A finger on the key at a pin, and off again."""
        path = LINE.format(line)
        self.machine.do(f"echo pull-down >{path}; sleep 0.15; echo pull-up >{path}; sleep 0.15")

    def glass(self) -> Image.Image:
        """What can be seen on the display at 0x3C, by the bytes it was sent since it got power."""
        chip = Ssd1306()
        for line in self.machine.do("cat /run/oled").splitlines():
            kind, *sent = bytes.fromhex(line)
            (chip.data if kind == 0x40 else chip.command)(sent)
        return chip.seen()

    def still_glass(self) -> Image.Image:
        """What can be seen there once something is, and changes no more: nobody presses a key before."""
        self.until(lambda: self.glass().getbbox() is not None)
        seen, since = self.glass(), time.monotonic()

        def still() -> bool:
            nonlocal seen, since
            if (now := self.glass()).tobytes() != seen.tobytes():
                seen, since = now, time.monotonic()
            return time.monotonic() - since > STILL

        self.until(still)
        return seen

    # -- the pages ---------------------------------------------------------------------------------------------

    def page(self, path: str, language: str = "en") -> str:
        request = urllib.request.Request(self.machine.url + path, headers={"Accept-Language": language})
        with urllib.request.urlopen(request, timeout=self.patience) as reply:
            return str(reply.read().decode())

    def answers(self) -> bool:
        """Whether there is a page."""
        try:
            return "<html" in self.page("/")
        except OSError:
            return False

    def pin(self) -> str:
        """A PIN for a host, which only root can make."""
        made = self.machine.do("companion pin --language en", self.patience)
        return made.partition("Admin PIN: ")[2].splitlines()[0]


class Person:
    """Somebody with a program instead of a browser; see docs/api.md. A browser's cookie ``device`` is such a token."""

    def __init__(self, table: Table) -> None:
        self._root = f"{table.machine.url}/api/v1"
        self._patience = table.patience
        self.token = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")

    def call(self, method: str, path: str, sent: dict[str, Any] | None = None) -> Any:
        """One call; a refusal raises ``AssertionError`` with its words."""
        request = urllib.request.Request(
            self._root + path,
            method=method,
            data=None if sent is None else json.dumps(sent).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=self._patience) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{path}: {refused.read().decode()}") from None

    def hosts(self, pin: str) -> None:
        self.call("POST", "/host", {"pin": pin})

    def answers(self, *answers: object) -> None:
        """Answer what my seat is asked, one after the other."""
        for answer in answers:
            asked = self.call("GET", "/seat")["dialogues"][0]
            sent = {key: asked[key] for key in ("seat", "digest", "service")}
            self.call("POST", "/answers", sent | {"answer": answer, "nonce": secrets.token_hex(8)})

    def correct(self, key: str, value: int) -> None:
        self.call("POST", "/corrections", {"key": key, "value": value, "nonce": secrets.token_hex(8)})


STATE = "systemctl status -n 0 table-companion display --no-pager; journalctl -u table-companion -n 30 --no-pager"
