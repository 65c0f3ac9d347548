"""Editor of score sheets: as a form or as TOML text, with validation, upload and download. For a person who sits here.

Works without script: every button submits the whole form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.errors import Refused
from companion.core.toml_reading import text_of_file
from companion.core.wording import Message, Verbatim, say, verbatim
from companion.games.score_sheet import SheetProblem, is_ledger
from companion.games.score_sheet.sharing import code_of, text_of
from companion.games.score_sheet.sheet_form import describe, write_values
from companion.games.score_sheet.trying import Trial
from companion.service.play.notices import Notice
from companion.service.session.session import KeepSheet
from web.http.flash_messages import flash
from web.http.identity import device
from web.http.table_addresses import qr_svg
from web.page_request import PageRequest, app_context, library, page_request, table
from web.pages.editors.sheet_builder import (
    SheetTable,
    apply_button,
    field_of,
    from_values,
    main_and_more,
    read_form,
    slug,
    values,
)

pages = Blueprint("sheet", __name__)

PREFIX = "sheet:"
LONGEST_CODE = 3000
"""Characters of a code that are looked at."""
BESIDE = ("csrf", "do", "tried", "replaces", "seed")
"""What the form of a sheet sends beside its fields."""
NEW = {"seats": [2, 4], "rounds": "once", "wins": "highest"}
"""Values of a new sheet."""


@dataclass
class SheetDraft:
    """A sheet on the page: fields (None for unreadable text), text, problems, problems by field. Until somebody
    ``tried`` to keep or download it, nobody is told that a field is still empty. ``replaces`` is the key of the sheet
    that is being changed, ``there`` of another one with the same id, whose place it may take. ``seed`` is above 0 once
    somebody tries it with invented numbers, of which ``trial`` is the play.
    """

    part: SheetTable | None
    text: str
    problems: tuple[SheetProblem, ...] = ()
    where: dict[str, list[SheetProblem]] = field(default_factory=dict)
    checked: bool = False
    word: Message | None = None
    opened: str = ""
    tried: bool = False
    replaces: str = ""
    there: str = ""
    seed: int = 0
    trial: Trial | None = None

    @property
    def told(self) -> tuple[SheetProblem, ...]:
        """The problems that stand at their fields."""
        return tuple(problem for problem in self.problems if self.tried or not problem.missing)

    @property
    def ledger(self) -> bool:
        """Whether it is a ledger, which has no form."""
        return is_ledger(self.text)

    @property
    def whole(self) -> bool:
        return self.checked and not self.problems and self.word is None


def for_host() -> PageRequest:
    """The request of somebody who sits here, or of an admin; 403 for others."""
    req = page_request("sheet")
    if not req.host and not req.role.seat:
        abort(403)
    return req


def _home(req: PageRequest) -> str:
    """The page that the editor was opened from: the settings for an admin, else where the game is chosen."""
    return url_for("host.page" if req.host else "game.page")


@pages.get("/host/sheets/new")
def new() -> str:
    """Show an empty sheet."""
    for_host()
    return _page(SheetDraft(from_values(NEW, describe()), ""))


@pages.get("/host/sheet/<path:key>")
def page(key: str) -> str:
    """Show a sheet of the library for editing, a shipped one as a copy."""
    for_host()
    text = _text(key)
    own = key in library().own()
    if is_ledger(text):
        draft = _read(text)
    else:
        found = dict(library().values(text) or {})
        if not own:
            found.pop("id", None)
        draft = _checked(from_values(found, describe()))
    draft.replaces = key if own else ""
    return _page(draft)


@pages.get("/host/sheet/<path:key>/file")
def download(key: str) -> Response:
    """Download a sheet."""
    for_host()
    return _file(key.removeprefix(PREFIX), _text(key))


@pages.post("/host/sheet-build")
def build() -> AnyResponse | str:
    """Handle a button of the form: add, remove, move, check, keep, download."""
    for_host()
    do = request.form.get("do", "check")
    part = read_form((name, text) for name, text in request.form.items(multi=True) if name not in BESIDE)
    opened = apply_button(part, do)
    draft = _checked(part, tried=do in ("keep", "replace", "file") or bool(request.form.get("tried")))
    draft.opened = opened
    _as_sent(draft)
    if do == "file":
        return _file(_id(draft.text), draft.text)
    return _keep(draft, do) if do in ("keep", "replace") else _page(draft)


@pages.post("/host/sheet-check")
def check() -> str:
    """Validate a sheet written as text."""
    for_host()
    return _page(_sent_text())


@pages.post("/host/sheet-save")
def save() -> AnyResponse | str:
    """Store a sheet written as text."""
    for_host()
    return _keep(_sent_text(), request.form.get("do", ""))


@pages.post("/host/sheet-upload")
def upload() -> AnyResponse | str:
    """Store an uploaded sheet."""
    for_host()
    sent = request.files.get("file")
    return _keep(_read(text_of_file(sent.read()) if sent is not None else ""))


def _sent_text() -> SheetDraft:
    draft = _read(request.form.get("text", ""))
    _as_sent(draft)
    return draft


def _as_sent(draft: SheetDraft) -> None:
    """Take over what the page knew beside the sheet: which one it changes, and which numbers it is tried with."""
    draft.replaces = request.form.get("replaces", "")
    before = request.form.get("seed", "", type=str)
    draft.seed = (int(before[:6]) if before.isdecimal() else 0) + (request.form.get("do") == "try")


@pages.get("/host/sheet/<path:key>/share")
def share(key: str) -> str:
    """Show the code of a sheet, and its file."""
    req = for_host()
    text = _text(key)
    given = {"file": url_for("sheet.download", key=key), "may_keep": True, "back": _home(req)}
    try:
        address = app_context().addresses.in_capitals(f"S/{code_of(text)}")
    except Refused as refused:
        return _shared(req, text, problem=refused.message, **given)
    return _shared(req, text, qr=qr_svg(address, mask=0, error="l"), **given)


@pages.get("/S/<code>")
def shared(code: str) -> str:
    """What the code of a sheet opens: the editor for a person who sits here, for others the sheet as a file."""
    req = page_request("sheet")
    try:
        text = text_of(code)
    except Refused as refused:
        return _shared(req, "", problem=refused.message)
    if req.host or req.role.seat:
        return _page(_read(text))
    return _shared(req, text, file=url_for("sheet.shared_file", code=code), may_keep=False)


@pages.get("/S/<code>/file")
def shared_file(code: str) -> Response:
    """Download the sheet in a code."""
    try:
        text = text_of(code)
    except Refused:
        abort(404)
    return _file(_id(text), text)


@pages.post("/host/sheet-code")
def read_code() -> str:
    """Show the sheet in a code that somebody copied."""
    for_host()
    try:
        return _page(_read(text_of(request.form.get("code", "")[:LONGEST_CODE])))
    except Refused as refused:
        draft = SheetDraft(from_values(NEW, describe()), "")
        draft.word = refused.message
        return _page(draft)


def _shared(req: PageRequest, text: str, **given: Any) -> str:
    """The page of a sheet that is taken along."""
    found = library().values(text) or {}
    title, about = _words(found.get("name")), _words(found.get("about"))
    usual = {"qr": None, "problem": None, "file": "", "back": "", "may_keep": True}
    return req.draw("sheet_share.html", title=title or say("Score sheet"), about=about, **{**usual, **given})


def _words(value: object) -> Verbatim | None:
    """A text of a sheet that nobody has checked; None for none."""
    if isinstance(value, dict):
        return Verbatim({str(language): str(text) for language, text in value.items()}) if value else None
    return verbatim(value) if isinstance(value, str) and value else None


def _keep(draft: SheetDraft, do: str = "") -> AnyResponse | str:
    """Store the sheet; with ``replace`` also in place of another one with the same id."""
    if draft.problems:
        return _page(draft)
    key = PREFIX + _id(draft.text)
    reply = table().ask(device(), KeepSheet(draft.text, key if do == "replace" else draft.replaces))
    if not reply.taken:
        draft.word = reply.notice
        draft.there = key if reply.code == "sheet-there" else ""
        return _page(draft)
    flash(device(), Notice(say("The sheet is saved. It can be chosen like any game."), "good"))
    return redirect(_home(for_host()), 303)


def _checked(part: SheetTable, *, tried: bool = False) -> SheetDraft:
    """Convert the fields to text and validate it."""
    made = values(part, describe())
    if not part.text("id"):
        made["id"] = _new_id(made)
    text = write_values(made)
    return _with_problems(SheetDraft(part, text, library().problems(text), checked=True, tried=tried), made)


def _new_id(made: dict[str, Any]) -> str:
    """Make a free id; the same one when this very sheet was stored before."""
    sheets = library()
    taken: set[str] = set()
    while True:
        found = slug(made["id"], taken, "sheet")
        kept = sheets.sheet(PREFIX + found)
        if kept is None or (PREFIX + found in sheets.own() and kept == write_values({**made, "id": found})):
            return found
        taken.add(found)


def _read(text: str) -> SheetDraft:
    """Convert a text to fields and validate it."""
    text = text.replace("\r\n", "\n")
    found = library().values(text)
    part = from_values(found, describe()) if found is not None and not is_ledger(text) else None
    draft = SheetDraft(part, text, library().problems(text), checked=True, tried=True)
    return _with_problems(draft, found or {})


def _with_problems(draft: SheetDraft, made: Any) -> SheetDraft:
    for problem in draft.told:
        draft.where.setdefault(field_of(problem, made), []).append(problem)
    return draft


def _id(text: str) -> str:
    return str((library().values(text) or {}).get("id", "sheet"))


def _file(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{slug(name, (), "sheet")}.toml"'}
    return Response(text, mimetype="application/toml", headers=headers)


def _text(key: str) -> str:
    text = library().sheet(key)
    if text is None:
        abort(404)
    return text


def _page(draft: SheetDraft) -> str:
    sheets, req = library(), for_host()
    if draft.whole and draft.seed:
        people = sum(seat.taken for seat in req.view.screens.table().seats)
        draft.trial = sheets.tried(draft.text, people or 3, draft.seed)
    shown = draft.trial.widgets if draft.trial is not None else sheets.preview(draft.text) if draft.whole else ()
    on_shelf = [
        {"key": key, "title": game.meta.title, "own": key in sheets.own()}
        for key, game in sheets.games().items()
        if sheets.sheet(key) is not None
    ]
    return req.draw(
        "sheet.html",
        form=describe(),
        draft=draft,
        shown=shown[:1],
        main_and_more=main_and_more,
        home=_home(req),
        sheets=sorted(on_shelf, key=lambda sheet: not sheet["own"]) if not draft.checked else (),
    )
