"""Table of a kind of components: a row a component, a column a field. Host only.

With script every cell is sent as soon as it is left (PUT, JSON); without, a button sends the whole form, of which only
the cells that were changed count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response as AnyResponse

from companion.core.boxes import BoxField
from companion.core.wording import say
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.box_editor import BoxCell, CellsReply, KeepCells
from companion.service.session.box_views import BoxView, KindView
from web.http.flash_messages import flash, take_flash
from web.http.guard import refused_with
from web.http.identity import device
from web.page_request import page_request, table
from web.pages.editors.box import box_of, kind_in
from web.pages.editors.box_paste import pasted_cells
from web.pages.editors.box_rows import TypedCells, table_given
from web.pages.editors.cell_text import CellTexts

pages = Blueprint("box_table", __name__)


class SentCells(Struct, forbid_unknown_fields=True):
    """What a table sends: (row, field, text) of each cell that was changed."""

    page: str
    number: int
    cells: list[tuple[str, str, str]]


@pages.get("/host/box-table/<game>/<kind>")
def page(game: str, kind: str) -> str:
    """Show the table of a kind."""
    view = box_of(game)
    return _table_page(view, kind_in(view, kind), TypedCells())


@pages.post("/host/box-table/<game>/<kind>")
def keep(game: str, kind: str) -> AnyResponse | str:
    """Keep the cells of the form that were changed."""
    view = box_of(game)
    found = kind_in(view, kind)
    sent = list(_changed(found))
    return _kept(view, found, sent, TypedCells())


@pages.post("/host/box-paste/<game>/<kind>")
def paste(game: str, kind: str) -> AnyResponse | str:
    """Keep what was copied out of a spreadsheet; lines that belong nowhere come back."""
    view = box_of(game)
    found = kind_in(view, kind)
    pasted = pasted_cells(found, request.form.get("text", ""), page_request("box").speaker.say)
    typed = TypedCells(pasted=pasted if pasted.problems else None)
    return _kept(view, found, pasted.cells, typed)


@pages.put("/host/box-table/<game>/<kind>")
def keep_cells(game: str, kind: str) -> Response:
    """Keep cells that a script sent; reply with how they stand now."""
    found = kind_in(box_of(game), kind)
    try:
        sent = msgspec.json.decode(request.get_data(), type=SentCells)
    except (msgspec.DecodeError, UnicodeDecodeError):
        abort(400)
    reply = _ask(game, found, sent.cells, sent.page, sent.number)
    refused_with(reply.code)
    speaking = page_request("box").speaker
    if not isinstance(reply, CellsReply):
        notice = speaking.say(reply.notice or say("That did not work."))
        return _json(taken=False, notice=notice)
    view = box_of(game)
    found, added = kind_in(view, kind), dict(reply.added)
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


def _kept(view: BoxView, kind: KindView, sent: list[tuple[str, str, str]], typed: TypedCells) -> AnyResponse | str:
    reply = _ask(view.game, kind, sent) if sent else CellsReply()
    typed.refused(reply, sent)
    if typed.cells or typed.pasted is not None or typed.word is not None:
        fresh = box_of(view.game)
        return _table_page(fresh, kind_in(fresh, kind.kind.key), typed)
    flash(device(), Notice(say("Everything is kept.") if sent else say("Nothing was changed."), "good"))
    return redirect(url_for("box_table.page", game=view.game, kind=kind.kind.key), 303)


def _ask(game: str, kind: KindView, sent: Iterable[tuple[str, str, str]], word: str = "", number: int = 0) -> Reply:
    """Ask the table to keep cells given as (row, field, text)."""
    speaking = page_request("box").speaker
    texts = CellTexts(speaking.say, speaking.short)
    fields: dict[str, BoxField] = {one.key: one for one in kind.kind.fields}
    if kind.kind.numbered is not None:
        fields[""] = kind.kind.numbered
    cells = tuple(
        BoxCell(row, key, texts.fact(fields[key], text) if key in fields else text) for row, key, text in sent
    )
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


def _table_page(view: BoxView, kind: KindView, typed: TypedCells) -> str:
    speaking = page_request("box")
    texts = CellTexts(speaking.speaker.say, speaking.speaker.short)
    typed.word = typed.word or take_flash(device())
    return speaking.draw("box_table.html", **table_given(view, kind, typed, texts))
