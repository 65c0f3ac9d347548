"""Codes on printed sheets: a position in pieces that fit into QR codes, and one more on each seat's own sheet.

A position with secrets is encrypted under a key that only the codes of *all* seats' sheets give together: a person who
has only some of the sheets learns nothing about the others. How and why: ``docs/adr/0033-positions-on-paper.md``.

A code is a line of ``A``-``Z`` and ``2``-``7`` (Base32), which QR codes store densely.
"""

from __future__ import annotations

import hmac
import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from typing import Literal

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.setup import SEATS
from companion.core.wording import N_, say

FORMAT = 1
"""Version of the layout. A code of a later version is refused with a message."""
PIECE = 640
"""Bytes of a position in one code: with its header a QR code of about 100 modules a side, which phones read easily."""
KEY, MARK, CHECK = 32, 6, 4
"""Bytes of a key and its shares, of the mark of a print, of the checksum of a code."""

Kind = Literal["open", "closed", "own"]
_KINDS: tuple[Kind, ...] = ("open", "closed", "own")
_HEADER = 4 + MARK
_LINE = re.compile(r"[A-Z2-7]{24,2000}")


class Code(Struct, frozen=True):
    """One code. ``open`` and ``closed`` ones hold a piece of the position, plain or encrypted: number ``index`` of
    ``count``, from 0. An ``own`` one holds a share of the key, and ``index`` is its seat. All codes of a print have one
    ``mark``. ``seats`` are those whose own codes are needed; empty for an open position.
    """

    kind: Kind
    mark: bytes
    index: int
    count: int
    seats: tuple[int, ...]
    inside: bytes

    def __str__(self) -> str:
        seats = sum(1 << (seat - 1) for seat in self.seats)
        header = bytes((FORMAT << 4 | _KINDS.index(self.kind), self.index, self.count, seats)) + self.mark
        body = header + self.inside
        return b32encode(body + zlib.crc32(body).to_bytes(CHECK, "big")).decode().rstrip("=")


class Codes(Struct, frozen=True):
    """The codes of a print: those of the public sheet, and by seat the code of its own sheet; an open position has none
    of the latter.
    """

    public: tuple[Code, ...]
    own: dict[int, Code]


def codes_of(plain: bytes, secret: bytes, seats: Sequence[int], *, closed: bool) -> Codes:
    """The codes of a position that was packed to ``plain``; ``closed`` if it holds secrets of ``seats``.

    Everything random about them comes from ``secret``, which nobody else may know, and from ``plain``: printed twice, a
    position has the same codes, and no key is used for two positions.
    """
    mark = _derived(secret, b"mark", plain)[:MARK]
    if not closed:
        return Codes(tuple(_pieces("open", mark, (), plain)), {})
    # Full pieces only: the length of a position would reveal something about its secrets.
    padded = plain + bytes(-len(plain) % PIECE)
    key = _derived(secret, b"key", plain)
    shares = {seat: _derived(secret, b"share %d" % seat, plain) for seat in seats[1:]}
    shares[seats[0]] = _xor(key, *shares.values())
    own = {seat: Code("own", mark, seat, len(seats), tuple(seats), shares[seat]) for seat in seats}
    return Codes(tuple(_pieces("closed", mark, tuple(seats), _crypted(padded, key))), own)


def decrypted(data: bytes, shares: Sequence[bytes]) -> bytes:
    """The data that was encrypted under the key combined from ``shares``."""
    return _crypted(data, _xor(*shares))


def read_code(text: str) -> Code:
    """The code in ``text``, which may be a whole address that ends with it. Raises ``Refused``."""
    line = "".join(text.split()).rsplit("/", 1)[-1].upper()
    if not _LINE.fullmatch(line):
        raise no_code()
    try:
        data = b32decode(line + "=" * (-len(line) % 8))
    except ValueError as error:
        raise no_code() from error
    body, check = data[:-CHECK], data[-CHECK:]
    if zlib.crc32(body).to_bytes(CHECK, "big") != check or len(body) <= _HEADER:
        raise no_code()
    if body[0] >> 4 != FORMAT:
        raise Refused("newer-print", say("That sheet was printed by a newer companion. Update this one first."))
    kind, index, count, seats = body[0] & 15, body[1], body[2], tuple(_bits(body[3]))
    if kind >= len(_KINDS):
        raise no_code()
    code = Code(_KINDS[kind], body[4:_HEADER], index, count, seats, body[_HEADER:])
    if not _sound(code):
        raise no_code()
    return code


def no_code() -> Refused:
    """The refusal of a text that is no code of a printed sheet."""
    return Refused(
        "no-code",
        say("That is no code of a printed sheet, or not a whole one. Scan it again.", short=N_("Not a sheet's code")),
    )


def _sound(code: Code) -> bool:
    """Whether the fields of a code are consistent."""
    if code.kind == "own":
        return code.index in code.seats and len(code.seats) == code.count and len(code.inside) == KEY
    return code.index < code.count and len(code.inside) <= PIECE and bool(code.seats) == (code.kind == "closed")


def _pieces(kind: Kind, mark: bytes, seats: tuple[int, ...], data: bytes) -> Iterator[Code]:
    pieces = [data[start : start + PIECE] for start in range(0, len(data), PIECE)]
    for index, piece in enumerate(pieces):
        yield Code(kind, mark, index, len(pieces), seats, piece)


def _derived(secret: bytes, what: bytes, plain: bytes) -> bytes:
    return hmac.digest(secret, b"printed position, " + what + b": " + plain, "sha256")


def _crypted(data: bytes, key: bytes) -> bytes:
    """``data`` encrypted or decrypted (the same operation) with the stream of ``key``, which is used for one position
    only.
    """
    return _xor(data, shake_256(key).digest(len(data)))


def _xor(*values: bytes) -> bytes:
    """The bitwise XOR of values of equal length."""
    mixed = 0
    for value in values:
        mixed ^= int.from_bytes(value, "big")
    return mixed.to_bytes(len(values[0]), "big")


def _bits(mask: int) -> Iterator[int]:
    return (seat for seat in SEATS if mask >> (seat - 1) & 1)
