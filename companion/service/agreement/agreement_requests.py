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
    """Go on without ``seat``, which sleeps; ``stood`` is the digest of what this device was told it would commit."""

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""
    stood: Digest = ""


class Depart(Request, frozen=True):
    """Go on without ``seat`` until somebody sits there again, by agreement; a seat may say so of itself."""

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""


class ComeBack(Request, frozen=True):
    """A person who had left is back at the seat."""

    may_ask = "seat"


class WithdrawVotes(Request, frozen=True):
    """The asker wants nothing any more: what keys at a seat can say."""

    may_ask = "seat or admin"
