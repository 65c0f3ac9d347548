"""Joining a home Wi-Fi by the admin: the requests, and the networks in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from msgspec import Meta

from companion.core.errors import Refused
from companion.core.wording import say
from companion.network.home_wifi.near_networks import NearNetwork
from companion.network.home_wifi.wifi_rules import password_problem, ssid_problem
from companion.network.own_wifi.network_service import HomeNetwork
from companion.network.own_wifi.network_thread import TableNetwork
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender


class JoinHomeWifi(Request, frozen=True):
    """Join a Wi-Fi in sight, or one that is called by its name; without a password, where it has none."""

    may_ask = "admin"
    private = frozenset({"password"})
    ssid: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=128)] = ""


class SeekNetworks(Request, frozen=True):
    """Look for the Wi-Fis in sight."""

    may_ask = "admin"


class HomeNetworks(Protocol):
    """The thread of the network."""

    @property
    def network(self) -> TableNetwork: ...

    def join(self, home: HomeNetwork) -> None: ...

    def seek(self) -> None: ...


class WifiJoining:
    """Handles requests to join a Wi-Fi. ``networks`` is None if the table does not manage its network; ``changed`` is
    called with each request.
    """

    def __init__(self, networks: HomeNetworks | None, changed: Callable[[], None]) -> None:
        self._networks = networks
        self._changed = changed

    def handlers(self) -> Handlers:
        return {JoinHomeWifi: self._join, SeekNetworks: self._seek}

    @property
    def network(self) -> TableNetwork | None:
        """The network the table is in, and those in sight; None if the table does not manage its network."""
        return self._networks.network if self._networks is not None else None

    def _join(self, _: Sender, request: JoinHomeWifi) -> Reply:
        networks = self._ready()
        if (wrong := ssid_problem(request.ssid)) is not None:
            raise Refused("no-wifi", wrong)
        near = next((one for one in networks.network.near if one.ssid == request.ssid), None)
        networks.join(_home(request, near))
        self._changed()
        return Reply()

    def _seek(self, _: Sender, __: SeekNetworks) -> Reply:
        self._ready().seek()
        return Reply(notice=say("The table looks for networks; they appear here as it finds them."))

    def _ready(self) -> HomeNetworks:
        networks = self._networks
        if networks is None:
            raise Refused("no-network", say("This table does not look after its network."))
        if not networks.network.radio:
            raise Refused("no-radio", say("This machine has no radio, or it is switched off."))
        join = networks.network.join
        if join is not None and join.phase in ("trying", "returning"):
            raise Refused("joining", say("The table is joining a Wi-Fi already. Wait until it has."))
        return networks


def _home(request: JoinHomeWifi, near: NearNetwork | None) -> HomeNetwork:
    """The requested network. Raises ``Refused`` if it cannot be joined with that password."""
    security = near.security if near is not None else "password" if request.password else "open"
    if security == "other":
        raise Refused("no-wifi", say("The table cannot join that Wi-Fi: it wants a user name, or is protected by WEP."))
    if security == "open":
        return HomeNetwork(request.ssid, hidden=near is None)
    if (wrong := password_problem(request.password)) is not None:
        raise Refused("no-password", wrong, field="password")
    return HomeNetwork(request.ssid, request.password, wpa3=security == "wpa3", hidden=near is None)
