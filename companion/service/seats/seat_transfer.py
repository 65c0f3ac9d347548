"""Taking one's seat, with its secrets, to another phone: a code for a minute, and somebody who says yes.

The code alone gives nothing: whoever reads it over a shoulder still needs the seat's own key or phone, or the host.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.time_source import Clock
from companion.service.seats.rate_limit import RateLimits

VALID = 60.0
"""Seconds a code can be typed in, and then a claim be confirmed."""
TRIES = 5
"""Wrong codes of one device in a minute. No limit is shared: the length of a code keeps it from being guessed."""
DIGITS = 8


class Offer(Struct, frozen=True):
    """A seat that wants to go to another phone."""

    seat: int
    until: float


class Claim(Struct, frozen=True):
    """A phone that typed the code of a seat, or asks for it without one, and waits for the yes. ``name`` is that of
    somebody new.
    """

    token: str
    until: float
    name: str = ""


class SeatTransfers:
    """Offers and claims of the play on the table. Only the deciding thread comes here."""

    def __init__(self, clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._clock = clock
        self._secret = secret
        self._tries = RateLimits(clock, TRIES, VALID)
        self._offers: dict[str, Offer] = {}
        self._claims: dict[int, Claim] = {}

    def offer(self, seat: int) -> str:
        """A fresh code for this seat; the one before ends."""
        self._forget_old()
        self._offers = {code: offer for code, offer in self._offers.items() if offer.seat != seat}
        code = str(int.from_bytes(self._secret(8), "big") % 10**DIGITS).zfill(DIGITS)
        self._offers[code] = Offer(seat, self._clock.mono() + VALID)
        return code

    def claim(self, token: str, code: str) -> int:
        """A phone types a code: the seat it is for. Raises ``Refused``. A code is good for one claim."""
        self._tries.take(token)
        self._forget_old()
        offer = self._offers.pop("".join(code.split()), None)
        if offer is None:
            raise Refused("wrong-code", say("That is no code of this minute. Ask for a new one on the old phone."))
        self._tries.forgive(token)
        self._claims[offer.seat] = Claim(token, self._clock.mono() + VALID)
        return offer.seat

    def ask(self, token: str, seat: int, name: str) -> None:
        """A phone asks for a seat without a code. Raises ``Refused`` while another one waits for it."""
        self._forget_old()
        waiting = self._claims.get(seat)
        if waiting is not None and waiting.token != token:
            raise Refused("asked", say("Another phone is waiting for that seat. Try again in a minute."))
        self._claims[seat] = Claim(token, self._clock.mono() + VALID, name)

    def newcomers(self) -> tuple[tuple[int, str], ...]:
        """Seats and names of those who ask and are new there."""
        return tuple((seat, claim.name) for seat, claim in sorted(self._claims.items()) if claim.name)

    def waiting(self) -> tuple[int, ...]:
        """The seats for which a phone waits."""
        self._forget_old()
        return tuple(sorted(self._claims))

    def confirm(self, seat: int) -> Claim:
        """Yes: the phone that gets the seat. Raises ``Refused`` when none waits any more."""
        self._forget_old()
        claim = self._claims.pop(seat, None)
        if claim is None:
            raise Refused("no-claim", say("No phone is waiting for that seat."))
        return claim

    def turn_away(self, seat: int) -> None:
        """No."""
        self._claims.pop(seat, None)

    def clear(self) -> None:
        """Another play: nobody is waiting."""
        self._offers, self._claims = {}, {}

    def _forget_old(self) -> None:
        now = self._clock.mono()
        self._offers = {code: offer for code, offer in self._offers.items() if now < offer.until}
        self._claims = {seat: claim for seat, claim in self._claims.items() if now < claim.until}
