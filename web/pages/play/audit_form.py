"""Forms of tracked numbers, and what the page of a table audit is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.core.wording import Message
from companion.service.audit.audit_views import Uneven
from web.form_values import number

if TYPE_CHECKING:
    pass

NUMBER = "n."
"""Before the key of a number in a form."""


class SubmittedNumbers(Struct, frozen=True):
    """A form of numbers as it came: the texts by key, what is wrong with which, and what does not add up."""

    texts: dict[str, str] = {}
    problems: dict[str, Message] = {}
    uneven: tuple[Uneven, ...] = ()


def texts_of(form: Mapping[str, str]) -> dict[str, str]:
    """The numbers of a form as they were typed, by key."""
    return {name.removeprefix(NUMBER): text for name, text in form.items() if name.startswith(NUMBER)}


def read_numbers(form: Mapping[str, str]) -> tuple[dict[str, int], dict[str, Message]]:
    """The whole numbers of a form by key, and for what is none, why."""
    numbers: dict[str, int] = {}
    problems: dict[str, Message] = {}
    for key, text in texts_of(form).items():
        try:
            numbers[key] = number(MultiDict({key: text}), key)
        except Refused as refusal:
            problems[key] = refusal.message
    return numbers, problems
