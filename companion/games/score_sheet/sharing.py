"""The text of a sheet or ledger as one code, which a QR code holds densely: ``A``-``Z`` and ``2``-``7`` (Base32)."""

from __future__ import annotations

import re
import zlib
from base64 import b32decode, b32encode

from companion.core.errors import Refused
from companion.core.wording import N_, say

FORMAT = 1
"""Version of the layout. A code of a later version is refused with a message."""
LARGEST = 1300
"""Bytes of a packed text in one code: a QR code of 125 modules a side, which phones still read off a phone."""
LONGEST = 64 * 1024
"""Bytes of the text that a code may unpack to."""
CHECK = 4
_LINE = re.compile(r"[A-Z2-7]{10,2200}")


def code_of(text: str) -> str:
    """The code of ``text``. Raises ``Refused`` if the text is too long, with its length."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    if len(packed) > LARGEST:
        raise Refused(
            "long-sheet",
            say(
                "Too long for a code: {n} % of what fits. Shorten reminders and rows, or send the file.",
                short=N_("Too long for a code"),
                n=-(-100 * len(packed) // LARGEST),
            ),
        )
    body = bytes((FORMAT,)) + packed
    return b32encode(body + zlib.crc32(body).to_bytes(CHECK, "big")).decode().rstrip("=")


def text_of(code: str) -> str:
    """The text in ``code``, which may be a whole address that ends with it. Raises ``Refused``."""
    line = "".join(code.split()).rstrip("/").rsplit("/", 1)[-1].upper()
    if not _LINE.fullmatch(line):
        raise _no_code()
    try:
        data = b32decode(line + "=" * (-len(line) % 8))
    except ValueError as error:
        raise _no_code() from error
    body, check = data[:-CHECK], data[-CHECK:]
    if not body or zlib.crc32(body).to_bytes(CHECK, "big") != check:
        raise _no_code()
    if body[0] != FORMAT:
        raise Refused("newer-sheet", say("That code was made by a newer companion. Update this one first."))
    unpacker = zlib.decompressobj(-15)
    try:
        text = unpacker.decompress(body[1:], LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise _no_code()
        return text.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise _no_code() from error


def _no_code() -> Refused:
    return Refused(
        "no-sheet-code",
        say("That is no code of a sheet, or not a whole one. Scan it again.", short=N_("Not a sheet's code")),
    )
