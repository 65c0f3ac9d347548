"""Codes on cards: whatever is typed wrong by one sign is noticed without asking the club."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.plays.log.card_codes import SIGNS, new_card_code, read_card_code, shown_card_code

codes = st.binary(min_size=5, max_size=5).map(lambda chance: new_card_code(lambda _: chance))


def test_a_code_is_worked_out_by_hand() -> None:
    """The number 1 in eight signs; its rest is 1. Then 1021, whose rest is 0: 31 * 32 + 29 is 1021."""
    assert new_card_code(lambda n: (1).to_bytes(n)) == "0000000101"
    assert new_card_code(lambda n: (1021).to_bytes(n)) == "000000ZX00"


@given(codes)
def test_what_is_printed_can_be_typed_in_many_ways(code: str) -> None:
    shown = shown_card_code(code)
    assert len(shown) == 11
    for typed in (shown, shown.lower(), f" {code} ", code.replace("0", "O").replace("1", "l"), "  ".join(code)):
        assert read_card_code(typed) == code
    assert read_card_code(f"https://club.example:8100/c/{code}") == code
    assert read_card_code(f"https://club.example/c/{shown}/") == code


@given(codes, st.integers(0, 9), st.sampled_from(SIGNS))
def test_one_wrong_sign_is_noticed(code: str, place: int, sign: str) -> None:
    wrong = code[:place] + sign + code[place + 1 :]
    assert (read_card_code(wrong) == code) == (wrong == code)
    assert wrong == code or read_card_code(wrong) is None


@given(codes, st.integers(0, 6))
def test_two_exchanged_neighbours_are_noticed(code: str, place: int) -> None:
    wrong = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
    assert wrong == code or read_card_code(wrong) is None


@pytest.mark.parametrize("typed", ["", "-", "ABC", "0000000101 0", "0000-0001-01x", "000000010!", "https://club/c/"])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert read_card_code(typed) is None
