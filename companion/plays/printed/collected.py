"""Collecting the codes of printed sheets one by one, until they make a position."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.printed.position import PrintedPosition, UnreadablePosition, unpacked
from companion.plays.printed.sheet_codes import Code, decrypted, no_code

LARGEST_PRINT = 32 * 1024
"""The largest ``size`` of the collected codes of a print: about fifty codes, ten times as many as the longest play so
far needs.
"""
BESIDE = 64
"""Bytes added to each code's content in ``size``, for the memory of its objects."""


class Collected(Struct, frozen=True):
    """The codes of one print that were read. ``count`` is the number of pieces, 0 before the first was read; ``seats``
    are those whose own codes are needed. Must not be shown to anybody, because the shares of all seats give the key.
    """

    count: int = 0
    seats: tuple[int, ...] = ()
    pieces: Mapping[int, bytes] = {}
    shares: Mapping[int, bytes] = {}

    @property
    def missing_pieces(self) -> tuple[int, ...]:
        """Indexes of the codes of the public sheet that were not read yet; empty until the number of codes is known."""
        return tuple(index for index in range(self.count) if index not in self.pieces)

    @property
    def missing_shares(self) -> tuple[int, ...]:
        """Seats whose own sheet was not read yet."""
        return tuple(seat for seat in self.seats if seat not in self.shares)

    @property
    def whole(self) -> bool:
        """Whether every code was read."""
        return bool(self.count) and not self.missing_pieces and not self.missing_shares

    @property
    def size(self) -> int:
        """Bytes of the collected codes, with ``BESIDE`` for each."""
        codes = (*self.pieces.values(), *self.shares.values())
        return sum(map(len, codes)) + BESIDE * len(codes)

    def with_code(self, code: Code) -> Collected:
        """A copy with one more code of the same print. Raises ``Refused`` if it does not fit the other codes, or if
        ``size`` would exceed ``LARGEST_PRINT``.
        """
        known = bool(self.pieces or self.shares)
        if known and (code.seats != self.seats or (code.kind != "own" and self.count not in (0, code.count))):
            raise no_code()
        if code.kind == "own":
            grown = structs.replace(self, seats=code.seats, shares={**self.shares, code.index: code.inside})
        else:
            pieces = {**self.pieces, code.index: code.inside}
            grown = structs.replace(self, seats=code.seats, count=code.count, pieces=pieces)
        if grown.size > LARGEST_PRINT:
            raise Refused("large-print", say("That print is larger than the table reads."))
        return grown

    def with_missing(self, others: Collected) -> Collected:
        """A copy with codes from ``others`` that are missing here, if they fit."""
        if others.seats != self.seats or (self.count and others.count and self.count != others.count):
            return self
        return structs.replace(
            self,
            count=self.count or others.count,
            pieces={**others.pieces, **self.pieces},
            shares={**others.shares, **self.shares},
        )

    def position(self) -> PrintedPosition:
        """The position in the codes. Raises ``UnreadablePosition``."""
        if not self.whole:
            raise UnreadablePosition("codes are missing")
        data = b"".join(self.pieces[index] for index in range(self.count))
        return unpacked(decrypted(data, [self.shares[seat] for seat in self.seats]) if self.seats else data)
