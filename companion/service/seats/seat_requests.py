"""What can be asked about seats: taking, sharing, leaving, moving them, becoming host; what a device has."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.service.asking.requests import Name, Request, Seat


class TakeSeat(Request, frozen=True):
    """Sit down with this device."""

    may_ask = "anyone"
    seat: Seat
    name: Name
    beside: bool = False
    """Somebody else plays on this device too."""
    language: Annotated[str, Meta(max_length=20)] = ""
    """That of the pages on this device; empty where it is not known."""


class CoverPhone(Request, frozen=True):
    """Cover a device that several share, before another of them takes it."""

    may_ask = "anyone"


class UncoverPhone(Request, frozen=True):
    """A shared device is in the hands of whoever sits at ``seat``."""

    may_ask = "anyone"
    seat: Seat


class HandPage(Request, frozen=True):
    """The scribe hands the device to somebody who has none, for a question that only they may see. It acts for
    ``seat`` from when it is uncovered there until it is covered, or nothing is asked there any more.
    """

    may_ask = "admin"
    seat: Seat


class Rename(Request, frozen=True):
    """Another name for whoever asks."""

    may_ask = "seat"
    name: Name


class LeaveSeat(Request, frozen=True):
    """Stand up: the seat is free for another device."""

    may_ask = "seat"


class OfferSeat(Request, frozen=True):
    """A code, in words, with which another phone may ask for the seat."""

    may_ask = "for a seat"
    seat: Seat


class ClaimSeat(Request, frozen=True):
    """Type such a code on the new phone."""

    may_ask = "anyone"
    private = frozenset({"code"})
    code: Annotated[str, Meta(max_length=20)]


class ConfirmSeat(Request, frozen=True):
    """Say whether the phone that waits gets the seat."""

    may_ask = "admin"
    seat: Seat
    agreed: bool


class AddPlayer(Request, frozen=True):
    """Seat somebody without a phone."""

    may_ask = "admin"
    seat: Seat
    name: Name


class FreeSeat(Request, frozen=True):
    """End the devices of a seat, so that another can take it."""

    may_ask = "admin"
    seat: Seat


class BecomeHost(Request, frozen=True):
    """Become host with a PIN."""

    may_ask = "anyone"
    private = frozenset({"pin"})
    pin: Annotated[str, Meta(max_length=20)]


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


class OwnRole(Struct, frozen=True):
    """``seat`` is the one a device may act for now, of all the ``seats`` (1 to 8) of those who share it; none before it
    takes one, and while it is handed from one to another. A ``host`` gave the PIN; ``hosting``: the seat hosts this
    evening. ``handed`` is the seat to which a scribe handed it. It waits for a yes to the seats it ``asks_for``.
    """

    seat: int | None
    seats: tuple[int, ...]
    host: bool
    hosting: bool = False
    handed: int | None = None
    asks_for: tuple[int, ...] = ()

    @property
    def sharers(self) -> tuple[int, ...]:
        """The seats that share this device, with others or with the scribe; none where it has one seat or none."""
        if self.handed is not None:
            return (self.handed,)
        return self.seats if len(self.seats) > 1 else ()
