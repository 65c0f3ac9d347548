"""Putting the network together: which parts a configuration asks for. D-Bus is loaded only where it asks for some."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.wording import say
from companion.network.addresses import NOBODY, own_address
from companion.network.arrivals import Arrivals
from companion.network.keeper import RETRY, Keeper, Rule
from companion.network.ports import NetworkFault
from companion.network.watch import Watch
from companion.network.wifi import Settings, own_wifi
from companion.network.wish import take_wish

NO_LIBRARY = say("The own Wi-Fi needs a library that is not installed: pip install 'table-companion[pi]'")
KEPT = 2.0
"""Seconds an own address is believed: pages ask for it several times each."""


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
    networks, avahi = find_networks(), _loaded("avahi").Avahi()
    return Watch(
        networks,
        Keeper(rule, now()),
        own_wifi(settings, secret),
        now=now,
        name=avahi.name,
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


def _loaded(module: str) -> Any:
    try:
        return import_module(f"companion.network.{module}")
    except ImportError as error:
        raise NetworkFault(NO_LIBRARY, f"{error.name} is not installed") from error
