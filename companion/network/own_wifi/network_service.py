"""Interface to the system's network service, and its values."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message
from companion.network.home_wifi.near_networks import NearNetwork
from companion.network.own_wifi.wifi import Wifi

Link = Literal["none", "joining", "joined", "own"]
"""State of the radio: idle, joining a network, in one, or carrying the table's own."""


class NetworkFault(CompanionError):
    """The network service failed. ``message`` is for people; the exception's text is for the log."""

    def __init__(self, message: Message, why: str = "") -> None:
        super().__init__(why or ENGLISH.say(message))
        self.message = message


class NetworkStatus(Struct, frozen=True):
    """State of the network now.

    ``radio`` is the Wi-Fi interface (empty: none or off); ``hosts`` whether it can be an access point; ``ssid`` the
    joined network; ``known_near`` whether a known network is in range; ``wired`` whether a cable is connected;
    ``guests`` the number of devices on the own Wi-Fi, as far as known.
    """

    radio: str = ""
    hosts: bool = False
    link: Link = "none"
    ssid: str = ""
    known_near: bool = False
    wired: bool = False
    guests: int = 0


class HomeNetwork(Struct, frozen=True):
    """A Wi-Fi to join, with its ``password`` if it has one. ``wpa3``: by WPA3 alone; ``hidden``: it does not tell its
    name, so it has to be called.
    """

    ssid: str
    password: str = ""
    wpa3: bool = False
    hidden: bool = False

    def __repr__(self) -> str:
        return f"HomeNetwork({self.ssid!r})"


class NetworkService(Protocol):
    """The system's network service. Every call may raise ``NetworkFault``."""

    def look(self) -> NetworkStatus:
        """State of the network now."""
        ...

    def scan(self) -> None:
        """Start a scan; a later ``look`` shows the result."""
        ...

    def open(self, wifi: Wifi) -> None:
        """Start the own Wi-Fi; ``look`` shows when it is up."""
        ...

    def close(self) -> None:
        """Stop it; the system joins a known network by itself."""
        ...

    def in_sight(self) -> tuple[NearNetwork, ...]:
        """The networks that the radio has found, the strongest first. While it carries the own Wi-Fi it finds none."""
        ...

    def present(self) -> str:
        """What the radio is in or on its way to, as a handle for this service; empty for nothing."""
        ...

    def join(self, home: HomeNetwork) -> str:
        """Leave what the radio is in, and join ``home`` until it is left or lost; its handle. ``look`` and ``present``
        show when it is there.
        """
        ...

    def keep(self, handle: str, ssid: str) -> None:
        """Join this network by itself from now on, and forget what was known for the same name before."""
        ...

    def rejoin(self, handle: str) -> None:
        """Join a network that the system knows."""
        ...

    def leave(self) -> None:
        """Leave what the radio is in or on its way to; the system joins a known network by itself."""
        ...

    def release(self) -> None:
        """Close the connection to the service."""
        ...
