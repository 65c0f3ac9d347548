"""Parse answers from a screen: whole numbers within bounds, and lists."""

from __future__ import annotations

import re

from companion.core.errors import Refused, not_offered
from companion.core.wording import say


def whole_number(answer: object) -> int:
    """A whole number, given as a number or as text. Raises ``Refused``."""
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    if isinstance(answer, str) and re.fullmatch(r"\s*-?[0-9]{1,10}\s*", answer):
        return int(answer)
    if isinstance(answer, str) and not answer.strip():
        raise Refused("no-number", say("A number is missing"))
    raise Refused("no-number", say("{answer} is not a number.", answer=str(answer)))


def check_bounds(number: int, low: int, high: int) -> None:
    """Raises ``Refused`` unless ``number`` is from ``low`` to ``high``."""
    if not low <= number <= high:
        raise Refused("out-of-bounds", say("{n} is not between {low} and {high}.", n=number, low=low, high=high))


def items(answer: object) -> list[int | str]:
    """The items of a list. Raises ``Refused``."""
    if not isinstance(answer, list):
        raise not_offered(answer)
    return answer
