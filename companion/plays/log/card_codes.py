"""The codes on the cards of a club: eight random signs and two check signs, so that typing mistakes are found without
asking the club.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.wording import say

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The signs of a code, Crockford's alphabet: none of them looks like another one."""
RANDOM, CHECK = 8, 2
PRIME = 1021
"""The greatest prime below 32 * 32: any single wrong sign, and any two exchanged neighbours, change the remainder."""
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
BITS = 5
NOT_A_CODE = say("This is no code of a card: one character of it is wrong or missing. Look at it again.")
"""The message for something that ``read_card_code`` cannot read."""


def new_card_code(secret: Callable[[int], bytes]) -> str:
    """A new code in its stored form; ``secret(n)`` returns n random bytes."""
    number = int.from_bytes(secret(RANDOM * BITS // 8))
    return _signs(number, RANDOM) + _signs(number % PRIME, CHECK)


def read_card_code(typed: str) -> str | None:
    """The stored form of a typed code, or of one at the end of a scanned address; None if it is not valid."""
    last = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    code = "".join(sign for sign in last.upper() if sign.isalnum()).translate(LOOKALIKES)
    if len(code) != RANDOM + CHECK or not set(code) <= set(SIGNS):
        return None
    return code if _signs(_number(code[:RANDOM]) % PRIME, CHECK) == code[RANDOM:] else None


def shown_card_code(code: str) -> str:
    """The printed form of a code: two halves."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def _signs(number: int, count: int) -> str:
    return "".join(SIGNS[number >> BITS * place & 31] for place in reversed(range(count)))


def _number(signs: str) -> int:
    number = 0
    for sign in signs:
        number = number << BITS | SIGNS.index(sign)
    return number
