"""What a form sends, as an answer. The form is only read here; the question judges it."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Confirm, Dice, PickMany
from companion.core.wording import say

LONGEST_QUOTE = 20
"""Characters of what was sent that a refusal repeats."""


def read_answer(form: MultiDict[str, str], question: AnyQuestion) -> Answer:
    """The answer to ``question`` that ``form`` carries. Raises ``Refused`` when there is none."""
    if isinstance(question, PickMany):
        return list(form.getlist("answer"))
    if isinstance(question, Dice):
        return [form.get(f"answer-{die}", "") for die in range(question.dice)]
    brought = form.get("answer")
    if brought is None:
        raise Refused("no-answer", say("Choose first."))
    if isinstance(question, Confirm):
        return {"yes": True, "no": False}.get(brought, brought)
    return brought


def unread_answer(form: MultiDict[str, str]) -> list[int | str]:
    """All that ``form`` carries as an answer to a question nobody knows any more."""
    dice = sorted((int(key[7:]), text) for key, text in form.items() if re.fullmatch(r"answer-[0-9]{1,2}", key))
    return [*form.getlist("answer"), *(text for _, text in dice)]


def numbers(form: MultiDict[str, str], key: str) -> frozenset[int]:
    """All whole numbers of a form under ``key``. Raises ``Refused``."""
    return frozenset(number(MultiDict({key: text}), key) for text in form.getlist(key))


def number(form: MultiDict[str, str], key: str) -> int:
    """A whole number of a form. Raises ``Refused``."""
    text = form.get(key, "").strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise Refused("no-number", say("{answer} is not a number.", answer=text[:LONGEST_QUOTE] or "—"))
    return int(text)
