"""Forms of tracked numbers, and what the page of a table audit is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from werkzeug.datastructures import MultiDict

from companion.core.errors import Refused
from companion.core.wording import Message
from companion.service.audit.audit_questions import AGREE
from companion.service.audit.audit_views import CountedPart, Uneven
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import Dialogue, TableView
from web.forms import number

if TYPE_CHECKING:
    from web.fragments import Asking

NUMBER = "n."
"""Before the key of a number in a form."""


class Written(Struct, frozen=True):
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


def audit_page(asking: Asking) -> tuple[str, dict[str, Any]]:
    """The version of the page for this device, and what its template is given."""
    view, seat = asking.table.table_view(), asking.seat
    parts: tuple[CountedPart, ...] = ()
    dialogues: tuple[Dialogue, ...] = ()
    rows = view.audit.rows if view.audit is not None else ()
    if seat is not None:
        own = asking.table.seat_view(seat)
        parts, dialogues, rows = own.counting, own.dialogues, own.differing
    if asking.host:
        scribe = asking.table.scribe_view()
        mine = {part.seat for part in parts}
        parts = (*parts, *(part for part in scribe.counting if part.seat not in mine))
        dialogues = (*dialogues, *scribe.dialogues)
    dialogue = next((ask for ask in dialogues if ask.question.key == AGREE), None)
    version = version_of((view.audit, view.phase, parts, rows, dialogue, view.title, _names(view), seat, asking.host))
    given = {
        "view": view,
        "version": version,
        "notices": _notices(asking, seat),
        "parts": parts,
        "dialogue": dialogue,
        "rows": rows,
        "written": Written(),
        "playing": view.phase != "gathering",
        "may_start": seat is not None or asking.host,
        "asks": view.audit is not None and (asking.host or view.audit.open or seat == view.audit.asker),
        "unfolded": 1 if seat is None else 2,
    }
    return version, given


def _notices(asking: Asking, seat: int | None) -> tuple[Any, ...]:
    if seat is not None:
        return asking.table.seat_view(seat).notices
    return asking.table.scribe_view().notices if asking.host else ()


def _names(view: TableView) -> tuple[str, ...]:
    return tuple(seat.name for seat in view.seats)
