"""Who hosts this evening: chooses the game, its options and who draws, begins, and plays again; nothing else.

Somebody who sits here takes it by one tap while nobody hosts and no play is on. All are told, and anybody who sits here
may object before it counts. It is bound to the phone and its seat. Whatever touches a seat or a secret stays with the
hosts who gave the PIN (``host_role``), the panel and the table's votes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from msgspec import structs

from companion.core.errors import Refused
from companion.core.wording import SeatName, say
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender, no_seat
from companion.service.play.running_play import RunningPlay
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seats_state import ASLEEP, Hosting, SeatsState
from companion.service.table_state import Part


class OfferToHost(Request, frozen=True):
    """Offer to host this evening: choose the game and its options, and begin. It counts after ten seconds, unless
    somebody who sits here objects.
    """

    may_ask = "seat"


class ObjectToHost(Request, frozen=True):
    """Object to whoever has just offered to host."""

    may_ask = "seat"


class StopHosting(Request, frozen=True):
    """Host no more, or take the offer back."""

    may_ask = "seat"


UNTIL_IT_COUNTS = 10.0
"""Seconds in which somebody may object."""
SHOWN = 20.0
"""Seconds for which screens say that somebody objected."""
OFFERS, WINDOW = 3, 60.0
"""Offers of one device, and the seconds in which they count: nobody fills everybody's screens with them."""


@dataclass(eq=False, repr=False)
class EveningHost:
    """See the module. ``seats_of`` says which seats a device holds. Deciding thread only, but for ``hears`` and
    ``is_host``.
    """

    part: Part[SeatsState]
    running: RunningPlay
    clock: Clock
    seats_of: Callable[[str], tuple[int, ...]]
    _heard: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._offers = RateLimits(self.clock, OFFERS, WINDOW)

    def handlers(self) -> Handlers:
        return {OfferToHost: self._offer, ObjectToHost: self._object, StopHosting: self._stop}

    def is_host(self, token: str, seat: int | None) -> bool:
        """Whether the device with ``token``, in the hands of ``seat``, hosts this evening. Any thread."""
        hosting = self.part.now.hosting
        if hosting is None or hosting.stage != "counts" or not token:
            return False
        return (token, seat) == (hosting.token, hosting.seat) and not self._put_away

    def hears(self, token: str) -> None:
        """A device asks or looks. Any thread; a sign of life, as an open page is: one without script has no stream."""
        hosting = self.part.now.hosting
        if hosting is not None and hosting.token == token:
            self._heard = self.clock.mono()

    def look_around(self, there: Collection[str], admins: frozenset[int]) -> None:
        """Time passes. ``there`` are the devices with a page open, ``admins`` the seats (0: none) of those of them
        that gave the PIN and could choose.
        """
        if admins != self.part.now.admins:
            self.part.put(replace(self.part.now, admins=admins))
        hosting = self.part.now.hosting
        if hosting is not None and (becomes := self._becomes(hosting, there)) != hosting:
            self._put(becomes)

    def _becomes(self, hosting: Hosting, there: Collection[str]) -> Hosting | None:
        now, playing = self.clock.mono(), self.running.now.phase == "playing"
        if hosting.stage == "refused":
            return hosting if now - hosting.since < SHOWN and not playing else None
        if hosting.seat not in self.seats_of(hosting.token) or self._put_away:
            return None
        # In a play there is nothing to host, so phones may go dark; how long they did tells nobody anything then.
        if hosting.token in there or (playing and hosting.stage == "counts"):
            self._heard = now
        if now - self._heard >= ASLEEP:
            return None
        if hosting.stage == "counts":
            return hosting
        if playing:
            return None
        return structs.replace(hosting, stage="counts") if now - hosting.since >= UNTIL_IT_COUNTS else hosting

    @property
    def _put_away(self) -> bool:
        """Whether the play begun last is not over, though none is on: it counts as on."""
        return self.running.now.phase == "gathering" and self.part.now.last.unfinished

    def _offer(self, sender: Sender, _: OfferToHost) -> Reply:
        if not sender.token:
            raise Refused("no-token", say("That did not come from a phone."))
        seat, hosting = self._seated(sender), self._present()
        if hosting is not None and (hosting.seat, hosting.token) == (seat, sender.token):
            return Reply()
        if hosting is not None:
            raise Refused("hosted", say("{who} hosts already.", who=SeatName(hosting.seat)))
        if self.part.now.admins:
            raise Refused("hosted", say("The admin is here, and hosts."))
        if self.running.now.phase == "playing":
            raise Refused("playing", say("A play is on: there is nothing to host until it is over."))
        if self._put_away:
            raise Refused(
                "put-away",
                say("The last play was put away and is not over: the admin goes on with it, or begins another."),
            )
        self._offers.take(sender.token)
        self._heard = self.clock.mono()
        self._put(Hosting(seat, sender.token, self._heard))
        return Reply()

    def _object(self, sender: Sender, _: ObjectToHost) -> Reply:
        """A No to an offer. What counts already is ended by whoever hosts, or by the admin, who frees the seat."""
        seat, hosting = self._seated(sender), self._present()
        if hosting is None:
            raise Refused("no-offer", say("Nobody is about to host."))
        if hosting.stage == "counts":
            raise Refused("hosted", say("{who} hosts already.", who=SeatName(hosting.seat)))
        if hosting.seat == seat:
            self._put(None)
        else:
            self._put(structs.replace(hosting, stage="refused", by=seat, since=self.clock.mono()))
        return Reply()

    def _stop(self, sender: Sender, _: StopHosting) -> Reply:
        hosting = self._present()
        if hosting is None or (hosting.seat, hosting.token) != (sender.actor.seat, sender.token):
            raise Refused("not-hosting", say("You do not host."))
        self._put(None)
        return Reply()

    def _present(self) -> Hosting | None:
        """Who hosts or wants to; an offer that was refused stands in nobody's way."""
        hosting = self.part.now.hosting
        return hosting if hosting is not None and hosting.stage != "refused" else None

    def _seated(self, sender: Sender) -> int:
        """The seat of somebody who sits here: keys at an empty place are nobody's. Raises ``Refused``."""
        if sender.actor.seat not in self.part.now.gathering.names:
            raise no_seat()
        return sender.actor.seat

    def _put(self, hosting: Hosting | None) -> None:
        self.part.put(replace(self.part.now, hosting=hosting))
