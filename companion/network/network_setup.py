"""Build the network parts that the configuration asks for; own address and host name, cached."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from companion.core.wording import say
from companion.network.addresses import LOOPBACK, own_ip_address
from companion.network.own_wifi.hotspot_policy import RETRY, HotspotPolicy, Rule
from companion.network.own_wifi.network_service import NetworkFault
from companion.network.own_wifi.network_thread import NetworkThread
from companion.network.own_wifi.wifi import Settings, own_wifi
from companion.network.reachability.senders import RecentAddresses
from companion.whole_files import write_whole

FILE = "hotspot-request"
WORDS = {"on": True, "off": False}


def leave_request(folder: Path, *, on: bool) -> None:
    """Write the request for the table that keeps its plays in ``folder``. Raises ``OSError``."""
    write_whole(folder / FILE, "on" if on else "off")


def take_request(folder: Path) -> bool | None:
    """Read and delete the request: True for on, False for off, None for none."""
    left = folder / FILE
    try:
        word = left.read_text(encoding="ascii").strip()
        left.unlink()
    except (OSError, UnicodeDecodeError):
        return None
    return WORDS.get(word)


NO_LIBRARY = say("The own Wi-Fi needs a library that is not installed: pip install 'table-companion[pi]'")
KEPT, NAME_KEPT = 2.0, 10.0
"""Seconds for which address and host name are cached."""


def find_network_service() -> Any:
    """The system's ``NetworkService``. Raises ``NetworkFault``."""
    return _loaded("network_manager").NetworkManager()


def make_network_thread(
    rule: Rule,
    settings: Settings,
    folder: Path,
    *,
    now: Callable[[], float],
    secret: Callable[[int], bytes],
    recent_addresses: RecentAddresses,
    password: str = "",
) -> NetworkThread | None:
    """The thread for the own Wi-Fi, not started; None if the configuration wants none. Raises ``NetworkFault``.

    ``folder`` is where request files are left; ``secret(n)`` returns n random bytes; ``password`` is that of the own
    Wi-Fi, if one was chosen.
    """
    if rule == "off":
        return None
    return NetworkThread(
        find_network_service(),
        HotspotPolicy(rule, now()),
        own_wifi(settings, secret, password),
        now=now,
        guests=lambda: recent_addresses.count_within(RETRY),
        requested=lambda: take_request(folder),
    )


class OwnAddress:
    """Callable: the address phones should open now, on the own Wi-Fi while that is open."""

    def __init__(self, now: Callable[[], float], on_own: Callable[[], bool], look: Callable[..., str] = own_ip_address):
        self._now = now
        self._on_own = on_own
        self._look = look
        self._kept = LOOPBACK
        self._until = -KEPT

    def __call__(self) -> str:
        now = self._now()
        if now >= self._until:
            self._kept = self._look(lambda: "") if self._on_own() else self._look()
            self._until = now + KEPT
        return self._kept


class HostName:
    """Callable: this machine's name on the network; empty if nothing announces one.

    ``ask`` looks it up. Thread-safe: while one thread asks, others get the previous value.
    """

    def __init__(self, now: Callable[[], float], ask: Callable[[], str] | None = None) -> None:
        self._now = now
        self._ask = ask or _name_of_avahi
        self._lock = Lock()
        self._kept = ""
        self._until = -NAME_KEPT

    def __call__(self) -> str:
        if self._now() >= self._until and self._lock.acquire(blocking=False):
            try:
                self._kept = self._ask()
                self._until = self._now() + NAME_KEPT
            finally:
                self._lock.release()
        return self._kept


def _name_of_avahi() -> str:
    try:
        avahi = _loaded("network_manager").Avahi()
    except NetworkFault:
        return ""
    try:
        return str(avahi.name())
    finally:
        avahi.release()


def _loaded(module: str) -> Any:
    try:
        return import_module(f"companion.network.own_wifi.{module}")
    except ImportError as error:
        raise NetworkFault(NO_LIBRARY, f"{error.name} is not installed") from error
