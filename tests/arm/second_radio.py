"""The second of two simulated radios: the phone that joins a Wi-Fi of the table, or the router of a home Wi-Fi."""

from __future__ import annotations

import json
from dataclasses import dataclass
from shlex import quote

from tests.vm.table import Table

PROGRAM = "python3 /goods/guest/radios.py"
ROUTERS = "192.168.77."
"""How the addresses begin that the router gives."""


@dataclass(frozen=True)
class Got:
    """A page, or where to find it."""

    status: int
    location: str
    text: str


class SecondRadio:
    """Radios of a table's machine; see `tests/arm/guest/radios.py`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def bring(self) -> None:
        """Both radios are there, from now on at every start of the machine."""
        self._table.plug_in("radios", "radios.py bring")

    def join(self, ssid: str, password: str) -> str:
        """Be a phone in this Wi-Fi; the address that it was given."""
        return self._do("join", ssid, password).strip().partition("/")[0]

    def find(self, *names: str) -> dict[str, str]:
        """The address that the phone is told for each name."""
        return dict(line.split(maxsplit=1) for line in self._do("find", *names).splitlines())

    def get(self, url: str) -> Got:
        """What the phone gets; it does not go on to another place by itself."""
        return Got(**json.loads(self._do("get", url)))

    def leave(self) -> None:
        """The phone is gone."""
        self._do("leave")

    def open_home(self, ssid: str, password: str) -> None:
        """Be the router of this Wi-Fi, from now on at every start of the machine."""
        self._table.plug_in("router", f"radios.py host {ssid} {password}", after="radios.service")

    def _do(self, *words: str) -> str:
        line = " ".join(quote(word) for word in words)
        return self._table.machine.do(f"{PROGRAM} {line}", 2 * self._table.patience)
