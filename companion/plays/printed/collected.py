"""Codes read from printed sheets one by one, until they make a position."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.plays.printed.position import PrintedPosition, UnreadablePosition, unpacked
from companion.plays.printed.sheet_codes import Code, decrypted


class Collected(Struct, frozen=True):
    """The codes of one print that were read. ``count`` is the number of pieces, 0 before the first was read; ``seats``
    are those whose own code it takes. Never shown to anybody: the shares of all give the key.
    """

    count: int = 0
    seats: tuple[int, ...] = ()
    pieces: Mapping[int, bytes] = {}
    shares: Mapping[int, bytes] = {}

    @property
    def missing_pieces(self) -> tuple[int, ...]:
        """Indexes of the codes of the public sheet that were not read, as far as it is known how many there are."""
        return tuple(index for index in range(self.count) if index not in self.pieces)

    @property
    def missing_shares(self) -> tuple[int, ...]:
        """Seats whose own sheet was not read."""
        return tuple(seat for seat in self.seats if seat not in self.shares)

    @property
    def whole(self) -> bool:
        """Whether every code was read."""
        return bool(self.count) and not self.missing_pieces and not self.missing_shares

    def with_code(self, code: Code) -> Collected:
        """With one code more, which must be of the same print."""
        if code.kind == "own":
            return structs.replace(self, seats=code.seats, shares={**self.shares, code.index: code.inside})
        pieces = {**self.pieces, code.index: code.inside}
        return structs.replace(self, seats=code.seats, count=code.count, pieces=pieces)

    def position(self) -> PrintedPosition:
        """What the codes say together. Raises ``UnreadablePosition``."""
        if not self.whole:
            raise UnreadablePosition("codes are missing")
        data = b"".join(self.pieces[index] for index in range(self.count))
        return unpacked(decrypted(data, [self.shares[seat] for seat in self.seats]) if self.seats else data)
