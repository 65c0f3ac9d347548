"""Every key of a ledger: kind, bounds and default. They have no labels, because no page has a form for ledgers."""

from __future__ import annotations

from typing import Any

from companion.core.wording import Message
from companion.games.score_sheet.fields import KIND, SHEET, Field, FieldKind, Section

BRIEF = 11
"""Characters of a name that fit on a small display beside a number and its income."""

_UNSHOWN = Message("")
_LOW, _HIGH = -9999, 9999


def _field(key: str, kind: FieldKind, **rest: Any) -> Field:
    return Field(key, kind, _UNSHOWN, **rest)


_NAMED = (
    _field("key", "id", required=True),
    _field("name", "words", required=True, high=40),
    _field("short", "words", high=BRIEF),
    _field("icon", "icon"),
)
_NUMBERS = (
    _field("help", "words", high=200),
    _field("start", "whole", default=0),
    _field("low", "whole", default=0, low=_LOW, high=_HIGH),
    _field("high", "whole", default=999, low=_LOW, high=_HIGH),
    _field("steps", "wholes", low=1, high=_HIGH),
)

STOCK = Section(
    "stock",
    _UNSHOWN,
    (
        *_NAMED,
        *_NUMBERS,
        _field("income", "income"),
        _field("becomes", "id"),
        _field("resets", "flag", default=False),
        _field("sealed", "flag", default=False),
        _field("trades", "tables", section="trades"),
    ),
)

RATE = Section("rate", _UNSHOWN, (*_NAMED, *_NUMBERS))

TRADE = Section(
    "trades", _UNSHOWN, (_field("pay", "whole", required=True, low=1, high=_HIGH), _field("moves", "id", required=True))
)

GOAL = Section(
    "goal",
    _UNSHOWN,
    (
        *_NAMED,
        _field("low", "whole", default=0, low=_LOW, high=_HIGH),
        _field("high", "whole", required=True, low=_LOW, high=_HIGH),
        _field("step", "whole", default=1, low=1, high=_HIGH),
        _field("gives", "amounts"),
    ),
)

END = Section(
    "end",
    _UNSHOWN,
    (
        _field("when", "choice", default="table", choices=(("table", _UNSHOWN), ("all-goals", _UNSHOWN))),
        _field("rounds", "whole", low=1, high=99),
    ),
)

COUNT = Section("count", _UNSHOWN, (_field("sheet", "id", required=True), _field("from", "pairs")))

_SHARED = tuple(field for field in SHEET.fields if field.key in ("id", "name", "about", "icon", "seats", "wins"))

LEDGER = Section(
    "ledger",
    _UNSHOWN,
    (
        KIND,
        *_SHARED,
        _field("round", "words", high=20),
        _field("points", "id"),
        _field("stock", "tables", required=True, section="stock"),
        _field("rate", "tables", section="rate"),
        _field("goal", "tables", section="goal"),
        _field("end", "table", section="end"),
        _field("count", "table", section="count"),
    ),
)
