"""Under which names and addresses the table is reached, in words and as a QR code."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass, field

import segno
from markupsafe import Markup

LOCAL = ("localhost", "127.0.0.1", "::1")
UNROUTED = ("192.0.2.1", 9)
"""An address of a network that does not exist: asking the way there sends nothing, but names our own address."""


@dataclass(frozen=True)
class Doors:
    """``names`` are the host names the table answers to; ``url`` is what a phone should open."""

    port: int
    address: str = "127.0.0.1"
    name: str = "localhost"
    names: frozenset[str] = field(default_factory=lambda: frozenset(LOCAL))

    @property
    def url(self) -> str:
        """The address for the QR code: by number, since not every phone finds a ``.local`` name."""
        return f"http://{self.address}{self._port}/"

    @property
    def readable(self) -> str:
        """The address people type: the name."""
        return f"{self.name}{self._port}"

    @property
    def by_number(self) -> str:
        """The address people type when the name is not found."""
        return f"{self.address}{self._port}"

    @property
    def _port(self) -> str:
        return "" if self.port == 80 else f":{self.port}"

    def qr(self) -> Markup:
        """The QR code of ``url`` as an SVG element without styles."""
        drawn = segno.make(self.url, error="m", micro=False).svg_inline(omitsize=True, border=2)
        return Markup(drawn)  # noqa: S704  (our own drawing of our own address)


def find_doors(port: int, names: Iterable[str] = ()) -> Doors:
    """The doors of this machine: its address on the local network and its names."""
    host = socket.gethostname().split(".")[0].lower() or "localhost"
    local = f"{host}.local"
    known = frozenset({*LOCAL, host, local, *(name.lower() for name in names)})
    first = next(iter(names), local)
    return Doors(port, _own_address(), first, known)


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(UNROUTED)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])
