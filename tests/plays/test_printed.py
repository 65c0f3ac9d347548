"""Codes of printed sheets: what they say together, what some of them say, and what is no code."""

from __future__ import annotations

import zlib
from base64 import b32encode

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.setup import Seated, Setup
from companion.plays.printed.collected import Collected
from companion.plays.printed.position import LARGEST, PrintedPosition, UnreadablePosition, packed, unpacked
from companion.plays.printed.sheet_codes import PIECE, Code, Codes, codes_of, decrypted, read_code

SEED = bytes(range(32))
SEATS = (1, 3, 6)
POSITION = PrintedPosition(
    "sheet:any", 1, Setup(tuple(Seated(seat, f"P{seat}") for seat in SEATS)), msgspec.Raw(b'{"a":7}')
)


def noise(length: int) -> bytes:
    """Bytes that do not become fewer when packed."""
    return codes_of(bytes(length), SEED, (1,), closed=True).public[0].inside[:length]


def large(length: int) -> PrintedPosition:
    return msgspec.structs.replace(POSITION, state=msgspec.Raw(msgspec.json.encode(noise(min(length, PIECE)).hex())))


def printed(position: PrintedPosition = POSITION, secret: bytes = SEED, *, closed: bool = True) -> Codes:
    return codes_of(packed(position), secret, SEATS, closed=closed)


def collected(*codes: Code) -> Collected:
    found = Collected()
    for code in codes:
        found = found.with_code(read_code(str(code)))
    return found


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("length", [1, 300, PIECE])
def test_all_codes_together_are_the_position_in_any_order(length: int, closed: bool) -> None:
    codes = printed(large(length), closed=closed)
    assert sorted(codes.own) == (list(SEATS) if closed else [])
    mine = [*reversed(codes.public), *codes.own.values()]
    assert collected(*mine).position() == large(length)
    assert collected(*reversed(mine), mine[0]).position() == large(length)


@pytest.mark.parametrize("missing", SEATS)
def test_without_one_own_sheet_nothing_can_be_read(missing: int) -> None:
    codes = printed()
    some = collected(*codes.public, *(code for seat, code in codes.own.items() if seat != missing))
    assert not some.whole
    assert some.missing_shares == (missing,)
    with pytest.raises(UnreadablePosition):
        some.position()
    with pytest.raises(UnreadablePosition):
        unpacked(decrypted(codes.public[0].inside, [some.shares[seat] for seat in SEATS if seat != missing]))


def test_what_is_missing_is_known_as_soon_as_it_can_be() -> None:
    codes = printed(large(PIECE))
    first, second = codes.public
    assert collected(codes.own[3]).missing_shares == (1, 6)
    assert collected(codes.own[3]).missing_pieces == ()
    assert collected(second).missing_pieces == (0,)
    assert collected(second, first).missing_pieces == ()
    assert not collected(first, second).whole


def test_a_closed_position_is_not_to_be_read_in_its_codes() -> None:
    (code,) = printed().public
    assert len(code.inside) == PIECE, "its length would tell something"
    assert packed(POSITION) not in code.inside
    assert packed(POSITION) in printed(closed=False).public[0].inside
    with pytest.raises(UnreadablePosition):
        unpacked(code.inside)


def test_a_position_has_the_same_codes_each_time_and_another_one_another_key() -> None:
    assert printed() == printed()
    renamed = msgspec.structs.replace(POSITION, setup=Setup((Seated(1, "Zoe"), *POSITION.setup.seats[1:])))
    for other in (printed(renamed), printed(secret=bytes(32))):
        assert other.public[0].mark != printed().public[0].mark
        assert not {code.inside for code in other.own.values()} & {code.inside for code in printed().own.values()}


def test_a_code_is_read_from_whatever_a_camera_makes_of_it() -> None:
    (code,) = printed(closed=False).public
    text = str(code)
    for spelled in (
        text.lower(),
        f"HTTP://10.42.0.1:8000/P/{text}",
        f"  http://table.local/P/{text}\n",
        f"{text[:20]}\n{text[20:]}",
    ):
        assert read_code(spelled) == code


@given(st.text(max_size=200) | st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", min_size=24, max_size=200))
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"no-code|newer-print"):
        read_code(text)


@given(st.data())
def test_a_code_with_another_letter_is_refused(data: st.DataObject) -> None:
    text = str(printed().own[3])
    place = data.draw(st.integers(0, len(text) - 2))  # the last letter holds bits that are not used
    letter = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").filter(lambda one: one != text[place]))
    with pytest.raises(Refused, match=r"no-code|newer-print"):
        read_code(text[:place] + letter + text[place + 1 :])


@pytest.mark.parametrize(
    "broken",
    [
        Code("own", b"123456", 2, 3, SEATS, bytes(32)),
        Code("own", b"123456", 3, 2, SEATS, bytes(32)),
        Code("own", b"123456", 3, 3, SEATS, bytes(31)),
        Code("open", b"123456", 2, 2, (), b"x"),
        Code("open", b"123456", 0, 1, SEATS, b"x"),
        Code("closed", b"123456", 0, 1, (), b"x"),
        Code("open", b"123456", 0, 1, (), b""),
        Code("open", b"123456", 0, 1, (), bytes(PIECE + 1)),
    ],
    ids=lambda code: f"{code.kind}-{code.index}-{code.count}-{len(code.seats)}-{len(code.inside)}",
)
def test_a_code_whose_parts_do_not_fit_is_refused(broken: Code) -> None:
    with pytest.raises(Refused, match="no-code"):
        read_code(str(broken))


def test_a_code_of_a_later_layout_says_so() -> None:
    with pytest.raises(Refused, match="newer-print"):
        read_code(_of_layout(2))


def _of_layout(layout: int) -> str:
    body = bytes((layout << 4, 0, 1, 0)) + bytes(20)
    return b32encode(body + zlib.crc32(body).to_bytes(4, "big")).decode().rstrip("=")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no",
        zlib.compress(b"{}"),
        zlib.compress(b'"text"'),
        packed(POSITION)[:-3],
        zlib.compress(b" " * (LARGEST + 1)),
        packed(msgspec.structs.replace(POSITION, state=msgspec.Raw(b"[" * 100_000 + b"]" * 100_000))),
        packed(msgspec.structs.replace(POSITION, rules_version=2**62)),
        packed(msgspec.structs.replace(POSITION, setup=Setup((Seated(1, "x" * 100),)))),
        packed(msgspec.structs.replace(POSITION, setup=Setup(tuple(Seated(seat, "") for seat in range(1, 10))))),
        packed(msgspec.structs.replace(POSITION, setup=Setup((), options={"high": 2**62}))),
    ],
    ids=[
        "empty",
        "nothing",
        "no fields",
        "a text",
        "cut",
        "a bomb",
        "a deep state",
        "a number",
        "a name",
        "nine seats",
        "an option",
    ],
)
def test_bytes_that_are_no_position(data: bytes) -> None:
    with pytest.raises(UnreadablePosition):
        unpacked(data)
