"""Requests to the whole table: undo, continuing without a person."""

from __future__ import annotations

from companion.service.asking.requests import Digest, Nonce, Request, SeatOrTable


class Undo(Request, frozen=True):
    """Undo a step, at once or after asking the table. ``seat`` 0 stands for the scribe."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class Redo(Request, frozen=True):
    """Redo what was just undone."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class GoOnWithout(Request, frozen=True):
    """Continue without ``seat`` once, because it does not react; ``stood`` is the digest of the consequences that this
    device was shown.
    """

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""
    stood: Digest = ""


class Depart(Request, frozen=True):
    """Continue without ``seat`` until a person sits there again, if the table agrees. A seat may ask this for
    itself.
    """

    may_ask = "seat or admin"
    seat: SeatOrTable
    nonce: Nonce = ""


class ComeBack(Request, frozen=True):
    """Come back to a seat that was left."""

    may_ask = "seat"


class WithdrawVotes(Request, frozen=True):
    """Withdraw all votes of the sender; for keys at a seat, which cannot name a single one."""

    may_ask = "seat or admin"
