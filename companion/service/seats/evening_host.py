"""Who hosts: chooses the game and its options for the table. A person who sits here with a phone may, by one tap, also
where somebody else does already: all see who is choosing.

What a host then begins, puts away or resumes counts down on every screen first (``proposals``). Whatever touches a seat
or a secret stays with the admin (``host_role``), the panel and the table's votes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender, no_seat
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seats_state import Hosting, SeatsState
from companion.service.table_state import Part


class HostTable(Request, frozen=True):
    """Host: choose the game and its options for the table. All are told who does; the one who did before does not any
    more.
    """

    may_ask = "seat"


class StopHosting(Request, frozen=True):
    """Host no more."""

    may_ask = "seat"


class ShowAddress(Request, frozen=True):
    """Show the address on the table screen for some minutes of a play, since somebody wants to come in; or hide it."""

    may_ask = "seat or admin"
    on: bool


ADDRESS_SHOWN_FOR = 300.0
"""Seconds for which the table screen shows the address in a play."""
OFFERS, WINDOW = 10, 60.0
"""How often one device may become host, and the seconds in which that counts: nobody makes all screens flicker."""


@dataclass(eq=False, repr=False)
class EveningHost:
    """The devices that host the evening: who may choose, and who becomes one or stops being one. ``seats_of`` says
    which seats a device holds. Deciding thread only, but for ``is_host``.
    """

    part: Part[SeatsState]
    clock: Clock
    seats_of: Callable[[str], tuple[int, ...]]

    def __post_init__(self) -> None:
        self._offers = RateLimits(self.clock, OFFERS, WINDOW)

    def handlers(self) -> Handlers:
        return {HostTable: self._host, StopHosting: self._stop, ShowAddress: self._show_address}

    def is_host(self, token: str, seat: int | None) -> bool:
        """Whether the device with ``token``, in the hands of ``seat``, hosts. Any thread."""
        hosting = self.part.now.hosting
        return hosting is not None and bool(token) and (token, seat) == (hosting.token, hosting.seat)

    def look_around(self) -> None:
        """Periodic work: end hosting by a device without its seat, and hide the address on the table screen in time."""
        until = self.part.now.address_until
        if until is not None and until <= self.clock.mono():
            self.part.put(replace(self.part.now, address_until=None))
        hosting = self.part.now.hosting
        if hosting is not None and hosting.seat not in self.seats_of(hosting.token):
            self._put(None)

    def chooses(self, sender: Sender) -> None:
        """Make the person who has just chosen something the host, if they sit here with a phone."""
        if sender.actor.seat in self.part.now.gathering.names and sender.token:
            self._put(Hosting(sender.actor.seat, sender.token))

    def _host(self, sender: Sender, _: HostTable) -> Reply:
        if not sender.token:
            raise Refused("no-token", say("That did not come from a phone."))
        if sender.actor.seat not in self.part.now.gathering.names:
            raise no_seat()
        if not self.is_host(sender.token, sender.actor.seat):
            self._offers.take(sender.token)
            self.chooses(sender)
        return Reply()

    def _stop(self, sender: Sender, _: StopHosting) -> Reply:
        if not self.is_host(sender.token, sender.actor.seat):
            raise Refused("not-hosting", say("You do not host."))
        self._put(None)
        return Reply()

    def _show_address(self, _: Sender, request: ShowAddress) -> Reply:
        if request.on or self.part.now.address_until is not None:
            until = self.clock.mono() + ADDRESS_SHOWN_FOR if request.on else None
            self.part.put(replace(self.part.now, address_until=until))
        return Reply()

    def _put(self, hosting: Hosting | None) -> None:
        if hosting != self.part.now.hosting:
            self.part.put(replace(self.part.now, hosting=hosting))
