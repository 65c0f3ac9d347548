"""Putting the network together: which parts a configuration asks for, the address and the name phones come by."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from companion.core.wording import say
from companion.network.addresses import NOBODY, own_address
from companion.network.arrivals import Arrivals
from companion.network.hotspot_policy import RETRY, Keeper, Rule
from companion.network.hotspot_request import take_wish
from companion.network.network_service import NetworkFault
from companion.network.network_thread import Watch
from companion.network.wifi import Settings, own_wifi

NO_LIBRARY = say("The own Wi-Fi needs a library that is not installed: pip install 'table-companion[pi]'")
KEPT, NAME_KEPT = 2.0, 10.0
"""Seconds an own address is believed, and a name: pages ask for them several times each."""


def find_networks() -> Any:
    """The system's network service: a ``Networks``. Raises ``NetworkFault``."""
    return _loaded("network_manager").NetworkManager()


def open_watch(
    rule: Rule,
    settings: Settings,
    folder: Path,
    *,
    now: Callable[[], float],
    secret: Callable[[int], bytes],
    arrivals: Arrivals,
    changed: Callable[[], object],
) -> Watch | None:
    """What looks after the own Wi-Fi, not yet started; None where the owner wants none. Raises ``NetworkFault``.

    ``folder`` is where a command leaves its word; ``secret(n)`` gives n random bytes.
    """
    if rule == "off":
        return None
    return Watch(
        find_networks(),
        Keeper(rule, now()),
        own_wifi(settings, secret),
        now=now,
        guests=lambda: arrivals.lately(RETRY),
        wish=lambda: take_wish(folder),
        changed=changed,
    )


class Whereabouts:
    """The address phones should open now: on the own Wi-Fi while it is open, else that of the way out."""

    def __init__(self, now: Callable[[], float], on_own: Callable[[], bool], look: Callable[..., str] = own_address):
        self._now = now
        self._on_own = on_own
        self._look = look
        self._kept = NOBODY
        self._until = -KEPT

    def __call__(self) -> str:
        now = self._now()
        if now >= self._until:
            self._kept = self._look(lambda: "") if self._on_own() else self._look()
            self._until = now + KEPT
        return self._kept


class Called:
    """The name people find this machine by on the network now; empty where nobody answers to one.

    ``ask`` finds out. Any thread may call; while one asks, the others take what was known before.
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
        avahi = _loaded("avahi").Avahi()
    except NetworkFault:
        return ""
    try:
        return str(avahi.name())
    finally:
        avahi.release()


def _loaded(module: str) -> Any:
    try:
        return import_module(f"companion.network.{module}")
    except ImportError as error:
        raise NetworkFault(NO_LIBRARY, f"{error.name} is not installed") from error
