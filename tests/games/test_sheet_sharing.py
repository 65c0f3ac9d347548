"""Sheets and ledgers as codes: every shipped one fits into one, and nothing else is read as one."""

from __future__ import annotations

import zlib
from base64 import b32encode

import pytest

from companion.core.errors import Refused
from companion.games import score_sheet
from companion.games.score_sheet.sharing import FORMAT, LONGEST, code_of, text_of

FILES = {**score_sheet.shipped_texts(), **score_sheet.ledger_texts()}


@pytest.mark.parametrize("name", list(FILES))
def test_a_file_comes_back_from_its_code(name: str) -> None:
    code = code_of(FILES[name])
    assert text_of(code) == FILES[name]
    assert text_of(f" http://table.local/S/{code.lower()}\n") == FILES[name]
    assert len(code) < 2132, "the letters of a QR code of 125 modules"


def made(text: bytes, version: int = FORMAT) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = bytes((version,)) + packer.compress(text) + packer.flush()
    return b32encode(body + zlib.crc32(body).to_bytes(4, "big")).decode().rstrip("=")


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("", "no-sheet-code"),
        ("http://table.local/S/", "no-sheet-code"),
        (code_of("id = 1")[:-2], "no-sheet-code"),
        (code_of("id = 1").replace("A", "B", 1), "no-sheet-code"),
        ("A" * 40, "no-sheet-code"),
        ("A" * 3000, "no-sheet-code"),
        (made(b"\xff\xfe"), "no-sheet-code"),
        (made(b"a" * (LONGEST + 1)), "no-sheet-code"),
        (made(b"id = 1", FORMAT + 1), "newer-sheet"),
    ],
)
def test_what_is_no_code_is_refused(code: str, refused: str) -> None:
    with pytest.raises(Refused) as found:
        text_of(code)
    assert found.value.code == refused
