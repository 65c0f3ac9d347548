"""Forms of tracked numbers, and what the page of a table audit is given."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.core.wording import Message
from companion.service.audit.audit_views import Uneven
from web.form_values import number

NUMBER = "n."
"""Prefix of number fields."""


class SubmittedNumbers(Struct, frozen=True):
    """A submitted form of numbers: texts and problems by key, and sums that do not match."""

    texts: dict[str, str] = {}
    problems: dict[str, Message] = {}
    uneven: tuple[Uneven, ...] = ()


def texts_of(form: Mapping[str, str]) -> dict[str, str]:
    """Texts of the number fields by key."""
    return {name.removeprefix(NUMBER): text for name, text in form.items() if name.startswith(NUMBER)}


def read_numbers(form: Mapping[str, str]) -> tuple[dict[str, int], dict[str, Message]]:
    """Read the number fields: numbers by key, and problems by key."""
    numbers: dict[str, int] = {}
    problems: dict[str, Message] = {}
    for key, text in texts_of(form).items():
        try:
            numbers[key] = number(MultiDict({key: text}), key)
        except Refused as refusal:
            problems[key] = refusal.message
    return numbers, problems
