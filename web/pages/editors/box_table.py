"""Table of a kind of components: a row a component, a column a field. Host only.

With script every cell is sent as soon as it is left (PUT, JSON); without, a button sends the whole form, of which only
the cells that were changed count.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from companion.core.boxes import BoxField
from companion.core.errors import Refused
from companion.core.wording import Message, Wording, say, say_n
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.box_cells import CellsReply
from companion.service.session.box_views import BoxView, KindView, PartView
from companion.service.session.session_looks import SeeBox
from companion.service.session.session_requests import Cell, KeepCells
from web.http.flash_messages import flash, take_flash
from web.http.guard import refused_with
from web.http.identity import device
from web.page_request import page_request, table
from web.pages.editors.box_cells import CellTexts, CellType, cell_type
from web.pages.editors.box_paste import Pasted, pasted_cells

pages = Blueprint("box_table", __name__)

BLANK = 8
"""Empty rows below the table for components that are not in the box yet."""

MOST_KEYS = 24
"""Choices that get a key of the pad; of more, names are typed."""


@dataclass(frozen=True)
class Column:
    """A field in the table. Columns with the same ``pad`` are filled by the same keys."""

    field: BoxField
    type: CellType
    pad: int
    keys: tuple[str, ...]


@dataclass(frozen=True)
class TableCell:
    """A cell: its text, what is kept (``was``), and why what was typed could not be kept."""

    column: Column
    text: str
    was: str
    mark: str
    why: Message | None = None


@dataclass(frozen=True)
class Row:
    """A row: a component, or an empty one for another. ``number`` is what was typed as the number of a new one."""

    key: str
    label: Wording | None
    part: PartView | None
    cells: tuple[TableCell, ...]
    number: str = ""
    why: Message | None = None


@dataclass
class Typed:
    """What was typed and not kept: the text and why, by row and field."""

    cells: dict[tuple[str, str], tuple[str, Message | None]] = field(default_factory=dict)
    pasted: Pasted | None = None
    word: Notice | None = None

    def refused(self, reply: Reply, sent: Iterable[tuple[str, str, str]]) -> Typed:
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


class Sent(Struct, forbid_unknown_fields=True):
    """What a table sends: (row, field, text) of each cell that was changed."""

    page: str
    number: int
    cells: list[tuple[str, str, str]]


@pages.get("/host/box-table/<game>/<kind>")
def page(game: str, kind: str) -> str:
    """Show the table of a kind."""
    view = _view(game)
    return _table_page(view, _kind(view, kind), Typed())


@pages.post("/host/box-table/<game>/<kind>")
def keep(game: str, kind: str) -> AnyResponse | str:
    """Keep the cells of the form that were changed."""
    view = _view(game)
    found = _kind(view, kind)
    sent = list(_changed(found))
    return _kept(view, found, sent, Typed())


@pages.post("/host/box-paste/<game>/<kind>")
def paste(game: str, kind: str) -> AnyResponse | str:
    """Keep what was copied out of a spreadsheet; lines that belong nowhere come back."""
    view = _view(game)
    found = _kind(view, kind)
    pasted = pasted_cells(found, request.form.get("text", ""), page_request("box").speaker.say)
    typed = Typed(pasted=pasted if pasted.problems else None)
    return _kept(view, found, pasted.cells, typed)


@pages.put("/host/box-table/<game>/<kind>")
def keep_cells(game: str, kind: str) -> Response:
    """Keep cells that a script sent; reply with how they stand now."""
    found = _kind(_view(game), kind)
    try:
        sent = msgspec.json.decode(request.get_data(), type=Sent)
    except (msgspec.DecodeError, UnicodeDecodeError):
        abort(400)
    reply = _ask(game, found, sent.cells, sent.page, sent.number)
    refused_with(reply.code)
    speaking = page_request("box").speaker
    if not isinstance(reply, CellsReply):
        notice = speaking.say(reply.notice or say("That did not work."))
        return _json(taken=False, notice=notice)
    view = _view(game)
    found, added = _kind(view, kind), dict(reply.added)
    wrong = {(cell.row, cell.field): speaking.say(cell.why) for cell in reply.wrong}
    texts = CellTexts(speaking.say, speaking.short)
    cells = [
        (*_stands(found, texts, added.get(row, row), (key, text)), wrong.get((row, key), ""))
        for row, key, text in sent.cells
    ]
    known = say("{known} of {of} facts are known.", known=found.known, of=found.of)
    warnings = [speaking.say(warning) for warning in view.warnings]
    count = f"{found.known}/{found.of}"
    return _json(taken=True, added=added, cells=cells, known=speaking.say(known), count=count, warnings=warnings)


def _json(**given: object) -> Response:
    made: Response = jsonify(**given)
    return made


def _stands(kind: KindView, texts: CellTexts, row: str, typed: tuple[str, str]) -> tuple[str, str]:
    """The text and the mark of a cell as it is kept now; as it was typed in a row that is not in the box yet."""
    key, text = typed
    part = kind.part(row)
    fact = next((fact for fact in part.facts if fact.field.key == key), None) if part is not None else None
    if fact is None:
        return ("" if part is not None and key else text), ""
    return texts.text(fact.field, fact.value), fact.mark


def _kept(view: BoxView, kind: KindView, sent: list[tuple[str, str, str]], typed: Typed) -> AnyResponse | str:
    reply = _ask(view.game, kind, sent) if sent else CellsReply()
    typed.refused(reply, sent)
    if typed.cells or typed.pasted is not None or typed.word is not None:
        fresh = _view(view.game)
        return _table_page(fresh, _kind(fresh, kind.kind.key), typed)
    flash(device(), Notice(say("Everything is kept.") if sent else say("Nothing was changed."), "good"))
    return redirect(url_for("box_table.page", game=view.game, kind=kind.kind.key), 303)


def _ask(game: str, kind: KindView, sent: Iterable[tuple[str, str, str]], word: str = "", number: int = 0) -> Reply:
    """Ask the table to keep cells given as (row, field, text)."""
    speaking = page_request("box").speaker
    texts = CellTexts(speaking.say, speaking.short)
    fields: dict[str, BoxField] = {one.key: one for one in kind.kind.fields}
    if kind.kind.numbered is not None:
        fields[""] = kind.kind.numbered
    cells = tuple(Cell(row, key, texts.fact(fields[key], text) if key in fields else text) for row, key, text in sent)
    return table().ask(device(), KeepCells(game, kind.kind.key, cells, word, number))


def _changed(kind: KindView) -> Iterator[tuple[str, str, str]]:
    """The cells of the form whose text is another than what was kept when the page was made."""
    fields = kind.kind.fields
    kept = request.form.getlist("was")
    for n, row in enumerate(request.form.getlist("row")):
        before = kept[n].split("\t") if n < len(kept) else []
        before += [""] * (len(fields) - len(before))
        typed = [request.form.get(f"c.{n}.{place}", before[place]).strip() for place in range(len(fields))]
        changed = [(one.key, text) for one, text, was in zip(fields, typed, before, strict=False) if text != was]
        number = request.form.get(f"n.{n}", "").strip()
        if changed and number:
            yield row, "", number
        yield from ((row, key, text) for key, text in changed)


def _view(game: str) -> BoxView:
    """Box of a game; 403 for others than the host, 404 for an unknown game."""
    try:
        return table().look(device(), SeeBox(game))
    except Refused as refusal:
        abort(403 if refusal.code == "not-host" else 404)


def _kind(view: BoxView, kind: str) -> KindView:
    return view.kind(kind) or abort(404)


# -- drawing -----------------------------------------------------------------------------------------------------


def columns(kind: KindView, texts: CellTexts) -> tuple[Column | None, tuple[Column, ...]]:
    """The column of the numbers by which added components are known, if they are, and those of the fields."""
    pads: dict[tuple[str, ...], int] = {(): 0}

    def made(one: BoxField) -> Column:
        keys = tuple(_keys(one, texts))
        return Column(one, cell_type(one), pads.setdefault(keys, len(pads)), keys)

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


def rows(kind: KindView, made: tuple[Column, ...], texts: CellTexts, typed: Typed) -> list[Row]:
    """The rows of a kind, those that could not be added, and empty ones."""
    found = [_row(part.key, part.label, part, made, texts, typed) for part in kind.parts]
    blank = [row for row in dict.fromkeys(row for row, _ in typed.cells) if row.startswith("+")]
    wanted = min(kind.free, len(blank) + BLANK)
    fresh = (f"+{n}" for n in range(wanted + len(blank)) if f"+{n}" not in blank)
    blank += [next(fresh) for _ in range(wanted - len(blank))]
    return [*found, *(_row(key, None, None, made, texts, typed) for key in blank)]


def _row(
    key: str, label: Wording | None, part: PartView | None, made: tuple[Column, ...], texts: CellTexts, typed: Typed
) -> Row:
    facts = {fact.field.key: fact for fact in part.facts} if part is not None else {}
    cells = []
    for column in made:
        fact = facts.get(column.field.key)
        was = texts.text(column.field, fact.value) if fact is not None else ""
        text, why = typed.cells.get((key, column.field.key), (was, None))
        cells.append(TableCell(column, text, was, fact.mark if fact is not None else "", why))
    number, why = typed.cells.get((key, ""), ("", None))
    return Row(key, label, part, tuple(cells), number, why)


def _table_page(view: BoxView, kind: KindView, typed: Typed) -> str:
    speaking = page_request("box")
    texts = CellTexts(speaking.speaker.say, speaking.speaker.short)
    typed.word = typed.word or take_flash(device())
    return speaking.draw("box_table.html", **table_given(view, kind, typed, texts))


def table_given(view: BoxView, kind: KindView, typed: Typed, texts: CellTexts) -> dict[str, Any]:
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


def _pads(made: tuple[Column, ...]) -> Mapping[int, Column]:
    """The different pads, each by the first column that has it."""
    pads: dict[int, Column] = {}
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
