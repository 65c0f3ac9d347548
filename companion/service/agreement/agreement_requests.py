"""What can be asked of all at the table: undo, going on without somebody."""

from __future__ import annotations

from companion.service.asking.requests import Digest, Nonce, Request, SeatOrTable


class Undo(Request, frozen=True):
    """Take back a step, at once or by asking the table; ``seat`` 0 as scribe."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class Redo(Request, frozen=True):
    """Put back what was just taken back."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class GoOnWithout(Request, frozen=True):
    """Go on without ``seat`` once, because it does not react; ``stood`` is the digest of the consequences that this
    device was shown.
    """

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""
    stood: Digest = ""


class Depart(Request, frozen=True):
    """Go on without ``seat`` until somebody sits there again, if the table agrees; a seat may ask this for itself."""

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""


class ComeBack(Request, frozen=True):
    """Come back to a seat that was left."""

    may_ask = "seat"


class WithdrawVotes(Request, frozen=True):
    """Withdraw all votes of the asker: a request for keys at a seat."""

    may_ask = "seat or admin"
