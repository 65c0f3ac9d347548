"""Rows, columns and keys of the table of a kind of components, as its template is given them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.core.boxes import BoxField
from companion.core.wording import Message, Wording, say, say_n
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.box_editor import CellsReply
from companion.service.session.box_views import BoxView, KindView, PartView
from web.pages.editors.box_paste import Pasted
from web.pages.editors.cell_text import CellTexts, CellType, cell_type

BLANK = 8
"""Empty rows below the table for components that are not in the box yet."""

MOST_KEYS = 24
"""Choices that get a key of the pad; of more, names are typed."""


@dataclass(frozen=True)
class FieldColumn:
    """A field in the table. Columns with the same ``pad`` are filled by the same keys."""

    field: BoxField
    type: CellType
    pad: int
    keys: tuple[str, ...]


@dataclass(frozen=True)
class TableCell:
    """A cell: its text, what is kept (``was``), and why what was typed could not be kept."""

    column: FieldColumn
    text: str
    was: str
    mark: str
    why: Message | None = None


@dataclass(frozen=True)
class ComponentRow:
    """A row: a component, or an empty one for another. ``number`` is what was typed as the number of a new one."""

    key: str
    label: Wording | None
    part: PartView | None
    cells: tuple[TableCell, ...]
    number: str = ""
    why: Message | None = None


@dataclass
class TypedCells:
    """What was typed and not kept: the text and why, by row and field."""

    cells: dict[tuple[str, str], tuple[str, Message | None]] = field(default_factory=dict)
    pasted: Pasted | None = None
    word: Notice | None = None

    def refused(self, reply: Reply, sent: Iterable[tuple[str, str, str]]) -> TypedCells:
        """Take in what a reply refused of the cells that were ``sent`` as (row, field, text)."""
        texts = {(row, key): text for row, key, text in sent}
        if not isinstance(reply, CellsReply):
            self.cells |= {place: (text, None) for place, text in texts.items()}
            self.word = Notice(reply.notice or say("That did not work."), "warning")
            return self
        added = dict(reply.added)
        for cell in reply.wrong:
            text = texts.get((cell.row, cell.field), "")
            self.cells[added.get(cell.row, cell.row), cell.field] = (text, cell.why)
        # A row that could not be added keeps everything that was typed into it.
        lost = {cell.row for cell in reply.wrong if cell.row.startswith("+") and cell.row not in added}
        for (row, key), text in texts.items():
            if row in lost:
                self.cells.setdefault((row, key), (text, None))
        if reply.wrong:
            n = len(reply.wrong)
            self.word = Notice(say_n("{n} cell is wrong; everything else is kept.",
                                     "{n} cells are wrong; everything else is kept.", n), "warning")  # fmt: skip
        return self


def columns(kind: KindView, texts: CellTexts) -> tuple[FieldColumn | None, tuple[FieldColumn, ...]]:
    """The column of the numbers by which added components are known, if they are, and those of the fields."""
    pads: dict[tuple[str, ...], int] = {(): 0}

    def made(one: BoxField) -> FieldColumn:
        keys = tuple(_keys(one, texts))
        return FieldColumn(one, cell_type(one), pads.setdefault(keys, len(pads)), keys)

    numbered = kind.kind.numbered
    return made(numbered) if numbered is not None else None, tuple(map(made, kind.kind.fields))


def _keys(one: BoxField, texts: CellTexts) -> Iterator[str]:
    """The keys that fill a field: its choices, or digits."""
    if one.choices and len(one.choices) <= MOST_KEYS:
        yield from (texts.choice(label) for _, label in one.choices)
    elif one.numeric:
        first = 0 if one.high >= 9 or one.low < 0 else one.low
        yield from map(str, range(first, min(one.high, 9) + 1))
        if one.low < 0:
            yield "-"
        if one.many and one.high > 9:
            yield " "


def rows(kind: KindView, made: tuple[FieldColumn, ...], texts: CellTexts, typed: TypedCells) -> list[ComponentRow]:
    """The rows of a kind, those that could not be added, and empty ones."""
    found = [_row(part.key, part.label, part, made, texts, typed) for part in kind.parts]
    blank = [row for row in dict.fromkeys(row for row, _ in typed.cells) if row.startswith("+")]
    wanted = min(kind.free, len(blank) + BLANK)
    fresh = (f"+{n}" for n in range(wanted + len(blank)) if f"+{n}" not in blank)
    blank += [next(fresh) for _ in range(wanted - len(blank))]
    return [*found, *(_row(key, None, None, made, texts, typed) for key in blank)]


def _row(
    key: str,
    label: Wording | None,
    part: PartView | None,
    made: tuple[FieldColumn, ...],
    texts: CellTexts,
    typed: TypedCells,
) -> ComponentRow:
    facts = {fact.field.key: fact for fact in part.facts} if part is not None else {}
    cells = []
    for column in made:
        fact = facts.get(column.field.key)
        was = texts.text(column.field, fact.value) if fact is not None else ""
        text, why = typed.cells.get((key, column.field.key), (was, None))
        cells.append(TableCell(column, text, was, fact.mark if fact is not None else "", why))
    number, why = typed.cells.get((key, ""), ("", None))
    return ComponentRow(key, label, part, tuple(cells), number, why)


def table_given(view: BoxView, kind: KindView, typed: TypedCells, texts: CellTexts) -> dict[str, Any]:
    """What the template of a table is given."""
    numbered, made = columns(kind, texts)
    return {
        "view": view,
        "each": kind,
        "columns": made,
        "numbered": numbered,
        "pads": _pads((numbered, *made) if numbered is not None else made),
        "rows": rows(kind, made, texts, typed),
        "single": len(kind.kind.components) == 1 and not kind.kind.most,
        "rest": any(column.field.many or (column.field.numeric and column.field.low <= 0) for column in made),
        "following": next_kind(view, kind.kind.key),
        "pasted": typed.pasted,
        "token": secrets.token_hex(6),
        "word": typed.word,
    }


def _pads(made: tuple[FieldColumn, ...]) -> Mapping[int, FieldColumn]:
    """The different pads, each by the first column that has it."""
    pads: dict[int, FieldColumn] = {}
    for column in made:
        if column.keys:
            pads.setdefault(column.pad, column)
    return pads


def next_kind(view: BoxView, key: str) -> KindView | None:
    """The next kind after ``key`` that lacks something or takes more components, else None."""
    every = list(view.kinds)
    place = next((at for at, each in enumerate(every) if each.kind.key == key), -1)
    after = [*every[place + 1 :], *every[: max(place, 0)]]
    return next((each for each in after if each.known < each.of or (each.kind.most and not each.parts)), None)
