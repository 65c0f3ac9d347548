"""Host names, IP address and URLs of the table, and QR codes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from companion.network.addresses import EVERYWHERE
from companion.network.own_wifi.wifi import Wifi

LOCAL = ("localhost", "127.0.0.1", "::1")
HTTP = 80


class TableAddresses:
    """``names`` are the host names the table answers to; ``url`` is what a phone should open.

    ``address`` and ``name`` may be functions, since both may change while the table runs. ``wifi`` returns the
    table's own network while it is open. ``url`` is the address of the settings, where a server in front of the table
    has one: it is what phones open, but on the table's own network.
    """

    def __init__(
        self,
        port: int,
        address: str | Callable[[], str] = "127.0.0.1",
        name: str | Callable[[], str] = "localhost",
        names: frozenset[str] = frozenset(LOCAL),
        *,
        wifi: Callable[[], Wifi | None] = lambda: None,
        url: str = "",
    ) -> None:
        self.port = port
        self._url = url.rstrip("/")
        self._address = address
        self._name = name
        self._names = names
        self._wifi = wifi

    @property
    def address(self) -> str:
        """Present IP address."""
        return self._address if isinstance(self._address, str) else self._address()

    @property
    def name(self) -> str:
        """Present host name."""
        return self._name if isinstance(self._name, str) else self._name()

    @property
    def names(self) -> frozenset[str]:
        """Every host name the table answers to."""
        return self._names | {self.name}

    @property
    def wifi(self) -> Wifi | None:
        """The table's own Wi-Fi while it is open, else None."""
        return self._wifi()

    @property
    def url(self) -> str:
        """URL for the QR code, with the IP address: not every phone resolves ``.local`` names."""
        return f"{self.chosen or f'http://{self.by_number}'}/"

    @property
    def chosen(self) -> str:
        """The address of the settings, without the slash at its end; empty without, and on the table's own network."""
        return "" if self.wifi else self._url

    @property
    def on_machine(self) -> str:
        """URL to type on this machine itself, where every network's address and its own lead here."""
        alone = self._address if isinstance(self._address, str) else "localhost"
        return f"http://{'localhost' if alone in LOCAL else alone}{_shown(self.port)}/"

    @property
    def readable(self) -> str:
        """What to type: host name and port, or the address of the settings."""
        return _typed(self.chosen) or f"{self.name}{_shown(self.port)}"

    @property
    def url_by_name(self) -> str:
        """URL with the host name, which stays when a router gives another IP address."""
        return f"{self.chosen or f'http://{self.readable}'}/"

    @property
    def by_number(self) -> str:
        """IP address and port to type where the name is not resolved; the address of the settings in place of it."""
        address = self.address
        return _typed(self.chosen) or f"{f'[{address}]' if _is_bare_ipv6(address) else address}{_shown(self.port)}"

    def in_capitals(self, page: str) -> str:
        """URL of a page whose path may be in capitals, for a QR code with fewer modules. A path before it stays."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}".upper() + parts.path + page.upper()

    def qr(self) -> Markup:
        """The QR code of ``url`` as an SVG element without styles."""
        return qr_svg(self.url)


def _shown(port: int) -> str:
    return "" if port == HTTP else f":{port}"


def _typed(url: str) -> str:
    """A URL as people type it; the protocol is left out where browsers find it by themselves."""
    parts = urlsplit(url)
    return url if parts.scheme == "https" and parts.port else url.removeprefix("http://").removeprefix("https://")


def _is_bare_ipv6(address: str) -> bool:
    return ":" in address and not address.startswith("[")


@lru_cache(maxsize=48)
def qr_svg(text: str, mask: int | None = None, error: str = "m") -> Markup:
    """A QR code as an SVG element without styles, kept for the next page. A given ``mask`` takes an eighth of the time:
    for what is as good as random, any is as readable. ``error`` is how much of it may be unreadable: ``l`` for a long
    text on a small screen, where it needs fewer modules.
    """
    code = segno.make(text, error=error, micro=False, mask=mask).svg_inline(omitsize=True, border=2)
    return Markup(code)  # noqa: S704  (our own drawing of our own address)


def find_addresses(
    port: int,
    names: Iterable[str],
    address: Callable[[], str],
    called: Callable[[], str] = lambda: "",
    *,
    listens: str = "",
    wifi: Callable[[], Wifi | None] = lambda: None,
    url: str = "",
) -> TableAddresses:
    """The addresses of this machine. ``called`` gives its present name on the network, or an empty string. Where the
    server ``listens`` to one address alone, only that one is named: no other answers. ``url`` is the address of the
    settings.
    """
    named = urlsplit(url).hostname or ""
    host = socket.gethostname().split(".")[0].lower() or "localhost"
    local = f"{host}.local"
    known = frozenset({*LOCAL, host, local, *(name.lower() for name in names)})
    chosen = next(iter(names), "")
    only = "" if listens in EVERYWHERE else f"[{listens}]" if ":" in listens else listens
    if only:
        chosen = chosen or ("localhost" if listens in LOCAL else only)
    return TableAddresses(
        port,
        only or address,
        lambda: chosen or called() or local,
        known | {named} if named else known,
        wifi=wifi,
        url=url,
    )
