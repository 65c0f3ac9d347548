"""Seats on phones: taking one's seat, with its secrets, to another phone; one phone for several people; the scribe's
device for those who have none.

A code for a minute, and somebody who says yes. The code alone gives nothing: anybody who reads it over a shoulder still
needs the seat's own key or phone, or the host.

Of a shared phone is known whose hands it is in; between two it shows a cover, and nothing of either. A scribe's device
that is handed to a seat acts for that seat alone, from when the person who sits there takes it until it is given back.
All that is kept in memory only: after a restart every shared phone is covered, and a scribe's is the scribe's. Any
thread may look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.time_source import Clock
from companion.service.asking.requests import Request, Seat
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seats_state import Claim, HandedPage, SeatMoved, SeatOffer, SeatsState
from companion.service.table_state import Part, without


class KeepSeat(Request, frozen=True):
    """Withdraw the code of one's seat: the seat stays on this phone."""

    may_ask = "seat"


class ConfirmSeat(Request, frozen=True):
    """Say yes or no to the phone that waits for a seat."""

    may_ask = "admin"
    seat: Seat
    agreed: bool


VALID = 60.0
"""Seconds a code can be typed in, and then a claim be confirmed."""
ASKING = 120.0
"""Seconds a phone without a code waits: until then the host and another may have been asked."""
TOLD = 30.0
"""Seconds for which everybody is told that a seat went to another phone."""
TRIES = 5
"""Wrong codes of one device in a minute. No limit is shared: the length of a code keeps it from being guessed."""
DIGITS = 8


class SeatTransfers:
    """Offers and claims of the play on the table. Deciding thread only, but for ``asked_by``."""

    def __init__(self, part: Part[SeatsState], clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._part = part
        self._clock = clock
        self._secret = secret
        self._tries = RateLimits(clock, TRIES, VALID)
        self._takers: list[Callable[[int, Claim], None]] = []

    def hand_to(self, taker: Callable[[int, Claim], None]) -> None:
        """Call a listener when a seat goes to another phone."""
        self._takers.append(taker)

    def offer(self, seat: int, *, own: bool = True) -> str:
        """Make a fresh code for this seat, in place of the one before. ``own``: its phone shows it."""
        self._forget_old()
        offers = {code: offer for code, offer in self._part.now.offers.items() if offer.seat != seat}
        code = str(int.from_bytes(self._secret(8), "big") % 10**DIGITS).zfill(DIGITS)
        offer = SeatOffer(seat, self._clock.mono() + VALID, own)
        self._part.put(replace(self._part.now, offers={**offers, code: offer}))
        return code

    def keep(self, seat: int) -> None:
        """Withdraw the code of this seat, and turn away the phone that waits for it."""
        offers = {code: offer for code, offer in self._part.now.offers.items() if offer.seat != seat}
        self._part.put(replace(self._part.now, offers=offers))

    def claim(self, token: str, code: str) -> int:
        """Let a phone wait for the seat of a code, which is then used up. Returns the seat. Raises ``Refused``."""
        self._tries.take(token)
        self._forget_old()
        code = "".join(code.split())
        offer = self._part.now.offers.get(code)
        if offer is None:
            raise Refused("wrong-code", say("That is no code of this minute. Ask for a new one on the old phone."))
        self._tries.forgive(token)
        self._part.put(replace(self._part.now, offers=without(self._part.now.offers, code)))
        self._claim(offer.seat, token, VALID)
        return offer.seat

    def ask(self, token: str, seat: int, name: str) -> None:
        """Let a phone wait for a seat without a code. Raises ``Refused`` while another one waits for it."""
        self._forget_old()
        waiting = self._part.now.claims.get(seat)
        if waiting is not None and waiting.token != token:
            raise Refused("asked", say("Another phone is waiting for that seat. Try again in a minute."))
        self._claim(seat, token, ASKING, name)

    def _claim(self, seat: int, token: str, seconds: float, name: str = "") -> None:
        claim = Claim(token, self._clock.mono() + seconds, name)
        self._part.put(replace(self._part.now, claims={**self._part.now.claims, seat: claim}))

    def newcomers(self) -> tuple[tuple[int, str], ...]:
        """Seats and names of those who ask and are new there."""
        return tuple((seat, claim.name) for seat, claim in sorted(self._part.now.claims.items()) if claim.name)

    def waiting(self) -> tuple[int, ...]:
        """The seats for which a phone waits."""
        self._forget_old()
        return tuple(sorted(self._part.now.claims))

    def asked_by(self, token: str) -> tuple[int, ...]:
        """The seats for which this phone waits. Any thread."""
        now = self._clock.mono()
        claims = self._part.now.claims.items() if token else ()
        return tuple(sorted(seat for seat, claim in claims if claim.token == token and now < claim.until))

    def is_new(self, seat: int) -> bool:
        """Whether somebody new waits for the seat."""
        claim = self._part.now.claims.get(seat)
        return claim is not None and bool(claim.name)

    def confirm(self, seat: int, by: tuple[int, ...] = ()) -> Claim:
        """Say yes, as ``by``. Returns the phone that gets the seat. Raises ``Refused`` when none waits any more."""
        self._forget_old()
        claim = self._part.now.claims.get(seat)
        if claim is None:
            raise Refused("no-claim", say("No phone is waiting for that seat."))
        self.turn_away(seat)
        for taker in self._takers:
            taker(seat, claim)
        moved = SeatMoved(seat, self._clock.mono() + TOLD, by)
        self._part.put(replace(self._part.now, moved=moved))
        return claim

    def turn_away(self, seat: int) -> None:
        """Turn away the phone that waits for the seat."""
        self._part.put(replace(self._part.now, claims=without(self._part.now.claims, seat)))

    def clear(self) -> None:
        """Drop all codes and waiting phones, because another play is on."""
        self._part.put(replace(self._part.now, offers={}, claims={}, moved=None))

    def _forget_old(self) -> None:
        now, state = self._clock.mono(), self._part.now
        offers = {code: offer for code, offer in state.offers.items() if now < offer.until}
        claims = {seat: claim for seat, claim in state.claims.items() if now < claim.until}
        moved = state.moved if state.moved is not None and now < state.moved.until else None
        after = replace(state, offers=offers, claims=claims, moved=moved)
        # A code that is over, or a word that was told long enough, goes off the pages.
        shows = (offers, moved) != (state.offers, state.moved)
        (self._part.put if shows else self._part.note)(after)


REMEMBERED = 64
"""Phones whose hands are remembered: more than seats, so that none at this table is forgotten."""


class SharedPhones:
    """The seat in front of each shared phone, and of each scribe's device that is handed round, by their tokens."""

    def __init__(self, part: Part[SeatsState]) -> None:
        self._part = part

    def front(self, token: str, held: Sequence[int]) -> int | None:
        """Which of the seats that a phone holds, or is handed to, it acts for now; None while it is covered, or there
        is none.
        """
        handed = self._part.now.handed.get(token)
        if handed is not None:
            return handed.seat if handed.taken else None
        if len(held) < 2:
            return held[0] if held else None
        seat = self._part.now.in_front.get(token)
        return seat if seat in held else None

    def uncover(self, token: str, seat: int) -> None:
        """Uncover it for the person who sits there."""
        if self.handed(token) == seat:
            self._put_handed(token, HandedPage(seat, taken=True))
            return
        latest = list({**self._part.now.in_front, token: seat}.items())[-REMEMBERED:]
        self._part.put(replace(self._part.now, in_front=dict(latest)))

    def cover(self, token: str) -> None:
        """Cover it: it is handed on, or back to the scribe."""
        if self.handed(token) is not None:
            self._part.put(replace(self._part.now, handed=without(self._part.now.handed, token)))
        else:
            self._part.put(replace(self._part.now, in_front=without(self._part.now.in_front, token)))

    def handed(self, token: str) -> int | None:
        """The seat to which a scribe's device is handed, taken there or not yet."""
        handed = self._part.now.handed.get(token)
        return handed.seat if handed is not None else None

    def hand(self, token: str, seat: int) -> None:
        """Hand a scribe's device to a seat."""
        self._put_handed(token, HandedPage(seat))

    def _put_handed(self, token: str, handed: HandedPage) -> None:
        self._part.put(replace(self._part.now, handed={**self._part.now.handed, token: handed}))
