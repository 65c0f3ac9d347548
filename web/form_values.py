"""Read answers and numbers from a form; the question validates them."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Confirm, Dice, PickMany
from companion.core.wording import say

LONGEST_QUOTE = 20
"""Maximum characters of a wrong value that a refusal quotes."""


def read_answer(form: MultiDict[str, str], question: AnyQuestion) -> Answer:
    """Read the answer to ``question``. Raises ``Refused`` when there is none."""
    if isinstance(question, PickMany):
        return list(form.getlist("answer"))
    if isinstance(question, Dice):
        return read_throw(form, question, "hits", "answer")
    brought = form.get("answer")
    if brought is None:
        raise Refused("no-answer", say("Choose first."))
    if isinstance(question, Confirm):
        return {"yes": True, "no": False}.get(brought, brought)
    return brought


def read_throw(form: MultiDict[str, str], dice: Dice, hits: str, faces: str) -> Answer:
    """What dice show: the number of their hits under ``hits``, if that is sent, else each face under ``faces``. Raises
    ``Refused`` where nothing is entered.
    """
    if dice.hits and form.get(hits, "faces") != "faces":
        return number(form, hits)
    shown: list[int | str] = [form.get(f"{faces}-{die}", "") for die in range(dice.dice)]
    if dice.hits and not any(shown):
        raise Refused("no-answer", say("Choose first."))
    return shown


def unread_answer(form: MultiDict[str, str]) -> list[int | str]:
    """Read every answer field, for a question that is no longer asked."""
    dice = sorted((int(key[7:]), text) for key, text in form.items() if re.fullmatch(r"answer-[0-9]{1,2}", key))
    return [*form.getlist("answer"), *form.getlist("hits"), *(text for _, text in dice)]


def numbers(form: MultiDict[str, str], key: str) -> frozenset[int]:
    """Read all whole numbers under ``key``. Raises ``Refused``."""
    return frozenset(number(MultiDict({key: text}), key) for text in form.getlist(key))


def number(form: MultiDict[str, str], key: str) -> int:
    """Read the whole number under ``key``. Raises ``Refused``."""
    text = form.get(key, "").strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Refused("no-number", say("{answer} is not a number.", answer=text[:LONGEST_QUOTE] or "—"))
    return int(text)
