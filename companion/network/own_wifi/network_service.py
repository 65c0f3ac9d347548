"""Interface to the system's network service, and its values."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import Message
from companion.network.own_wifi.wifi import Wifi

Link = Literal["none", "joining", "joined", "own"]
"""State of the radio: idle, joining a network, in one, or carrying the table's own."""


class NetworkFault(CompanionError):
    """The network service failed. ``message`` is for people; the exception's text is for the log."""

    def __init__(self, message: Message, why: str = "") -> None:
        super().__init__(why or message.text)
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

    def release(self) -> None:
        """Close the connection to the service."""
        ...
