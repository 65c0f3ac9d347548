"""What the table asks of the system's network service, and the values it answers with."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import Message
from companion.network.wifi import Wifi

Link = Literal["none", "joining", "joined", "own"]
"""What the radio does: nothing, joining a network, being in one, or carrying the table's own."""


class NetworkFault(CompanionError):
    """The network service did not do it. ``message`` says so in words; the text of the exception is for the log."""

    def __init__(self, message: Message, why: str = "") -> None:
        super().__init__(why or message.text)
        self.message = message


class Seen(Struct, frozen=True):
    """The network as it is now.

    ``radio`` is the interface of the radio, empty when there is none or it is switched off; ``hosts`` whether it can
    carry a network of its own; ``ssid`` the network it is in; ``known_near`` whether a network the machine knows is in
    reach; ``wired`` whether a cable brings one; ``guests`` how many devices are on the own Wi-Fi, as far as is known.
    """

    radio: str = ""
    hosts: bool = False
    link: Link = "none"
    ssid: str = ""
    known_near: bool = False
    wired: bool = False
    guests: int = 0


class Networks(Protocol):
    """The system's network service. Every call may raise ``NetworkFault``."""

    def look(self) -> Seen:
        """The network as it is now."""
        ...

    def scan(self) -> None:
        """Look round for networks; what is found shows in a later ``look``."""
        ...

    def open(self, wifi: Wifi) -> None:
        """Begin to carry the own network; ``look`` shows when it is there."""
        ...

    def close(self) -> None:
        """Stop carrying it; the system joins a network it knows by itself."""
        ...

    def release(self) -> None:
        """Let go of the service."""
        ...
