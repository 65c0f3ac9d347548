"""Editor of a game's box: known and missing facts, a form per component, import and export. Host only.

Works without script: every button submits the whole form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.boxes import BoxKind, BoxProblem, Component
from companion.core.errors import Refused
from companion.core.toml_reading import text_of_file
from companion.core.wording import Message, Wording, say
from companion.service.asking.requests import Reply, Request
from companion.service.audit.fact_corrections import ProposeComponent
from companion.service.play.notices import Notice
from companion.service.session.box_editor import (
    BoxReply,
    DuplicateComponent,
    ImportBox,
    KeepComponent,
    NameEdition,
    RemoveComponent,
)
from companion.service.session.box_views import BoxView, KindView, PartView
from web.http.flash_messages import flash, take_flash
from web.http.identity import device
from web.http.table_addresses import qr_svg
from web.page_request import page_request, table
from web.pages.editors.box_form import CHIPS, apply_button, read_component, texts_of
from web.templating.helpers import slug

pages = Blueprint("box", __name__)

FOLDED = 12
"""Maximum components of a kind that are shown unfolded."""


@dataclass
class ComponentDraft:
    """A component on its form. ``key`` is empty for a new one; ``wrong`` are the problems by field."""

    kind: BoxKind
    key: str
    label: Wording
    facts: Component
    part: PartView | None = None
    wrong: dict[str, Message] = field(default_factory=dict)
    word: Message | None = None


@pages.get("/host/box/<game>")
def page(game: str) -> str:
    """List all components of a game."""
    return _box_page(box_of(game))


@pages.get("/host/box-file/<game>")
def download(game: str) -> Response:
    """Download the entered facts as TOML."""
    box_of(game)
    headers = {"Content-Disposition": f'attachment; filename="box-{slug(game)}.toml"'}
    return Response(table().view(device()).boxes.export(game), mimetype="application/toml", headers=headers)


@pages.post("/host/box-file/<game>")
def upload(game: str) -> AnyResponse | str:
    """Merge a TOML file or text into the box; show every problem where there is one."""
    box_of(game)
    sent = request.files.get("file")
    text = text_of_file(sent.read()) if sent is not None else request.form.get("text", "")
    reply = _ask(ImportBox(game, text))
    if not reply.taken:
        return _box_page(box_of(game), text, reply)
    flash(device(), Notice(say("The file is in the box."), "good"))
    return redirect(url_for("box.page", game=game), 303)


@pages.post("/host/box-edition/<game>")
def edition(game: str) -> AnyResponse | str:
    """Store the note which edition of the game this is."""
    box_of(game)
    reply = _ask(NameEdition(game, request.form.get("edition", "")))
    if not reply.taken:
        return _box_page(box_of(game), reply=reply)
    return redirect(url_for("box.page", game=game), 303)


@pages.get("/host/box/<game>/<kind>")
def new(game: str, kind: str) -> AnyResponse | str:
    """Show the form of a new component; one that is known by a number is added in the table."""
    view = box_of(game)
    found = kind_in(view, kind)
    if not found.free:
        abort(404)
    if found.kind.numbered is not None:
        return redirect(url_for("box_table.page", game=game, kind=kind), 303)
    return _part_page(view, ComponentDraft(found.kind, "", found.kind.label, {}))


@pages.get("/host/box/<game>/<kind>/<part>")
def component(game: str, kind: str, part: str) -> str:
    """Show the form of a component."""
    view = box_of(game)
    found = kind_in(view, kind)
    return _part_page(view, _draft(found, _part(found, part)))


@pages.post("/host/box/<game>/<kind>")
@pages.post("/host/box/<game>/<kind>/<part>")
def keep(game: str, kind: str, part: str = "") -> AnyResponse | str:
    """Handle a button of the form: keep, keep and next, duplicate, remove, or change a list."""
    view = box_of(game)
    found = kind_in(view, kind)
    shown = _part(found, part) if part else None
    draft = _draft(found, shown) if shown else ComponentDraft(found.kind, "", found.kind.label, {})
    draft.facts = read_component(found.kind, request.form)
    do = request.form.get("do", "keep")
    if apply_button(found.kind, draft.facts, do, request.form):
        return _part_page(view, draft)
    if do == "remove" and part:
        table().ask(device(), RemoveComponent(game, kind, part))
        return redirect(url_for("box.page", game=game, open=kind) + f"#kind-{slug(kind)}", 303)
    reply = _ask(KeepComponent(game, kind, part, draft.facts))
    if not reply.taken:
        draft.wrong, draft.word = dict(reply.fields), reply.notice
        return _part_page(view, draft)
    if do == "play":
        return _in_this_play(game, kind, reply.key, draft.facts)
    return _go_on(game, kind, reply.key, do)


def imported_reply(game: str, reply: Reply, text: str | None = None, *, address: str = "") -> str:
    """The page of a box after nothing could be imported, with what was typed."""
    shown = reply if isinstance(reply, BoxReply) else BoxReply(reply.code, reply.notice)
    return _box_page(box_of(game), text, shown, address)


def _ask(asked: Request) -> BoxReply:
    """The reply of the box; a refusal by the table says nothing of fields."""
    reply = table().ask(device(), asked)
    return reply if isinstance(reply, BoxReply) else BoxReply(reply.code, reply.notice)


def _in_this_play(game: str, kind: str, part: str, facts: Component) -> AnyResponse:
    """Propose the stored facts as a correction of the running play, shown on the scribe's page."""
    reply = table().ask(device(), ProposeComponent(game, kind, part, facts, request.form.get("nonce", "")))
    if not reply.taken:
        flash(device(), Notice(reply.notice or say("That did not work."), "warning"))
        return redirect(url_for("box.component", game=game, kind=kind, part=part), 303)
    if reply.notice is not None:
        flash(device(), Notice(reply.notice, "good"))
    return redirect(url_for("scribe.page"), 303)


def _go_on(game: str, kind: str, part: str, do: str) -> AnyResponse:
    """Redirect after a component was stored."""
    if do == "duplicate":
        again = _ask(DuplicateComponent(game, kind, part))
        if again.taken:
            flash(device(), Notice(say("One more like it. Change what differs."), "good"))
            return redirect(url_for("box.component", game=game, kind=kind, part=again.key), 303)
        flash(device(), Notice(again.notice or say("That did not work."), "warning"))
    elif do == "next":
        following = box_of(game).next_missing(kind, part)
        if following is not None:
            return redirect(url_for("box.component", game=game, kind=following[0], part=following[1]), 303)
        flash(device(), Notice(say("Everything is entered."), "good"))
    return redirect(url_for("box.page", game=game, open=kind) + f"#part-{slug(kind)}-{slug(part)}", 303)


def box_of(game: str) -> BoxView:
    """Box of a game; 403 for others than the host, 404 for an unknown game."""
    try:
        return table().view(device()).boxes.box(game)
    except Refused as refusal:
        abort(403 if refusal.code == "not-host" else 404)


def kind_in(view: BoxView, kind: str) -> KindView:
    """The components of this kind; 404 for an unknown one."""
    return view.kind(kind) or abort(404)


def _part(kind: KindView, part: str) -> PartView:
    return kind.part(part) or abort(404)


def _draft(kind: KindView, part: PartView) -> ComponentDraft:
    return ComponentDraft(kind.kind, part.key, part.label, part.component, part)


def _box_page(view: BoxView, text: str | None = None, reply: BoxReply | None = None, address: str = "") -> str:
    code = table().view(device()).boxes.loan_code(view.game)
    lent = f"{page_request('box').where[0]}box/{code}" if code else ""
    problems: tuple[BoxProblem, ...] = reply.problems if reply is not None else ()
    refused = Notice(reply.notice, "warning") if reply is not None and reply.notice is not None else None
    return _draw(
        "box.html",
        view=view,
        first=view.next_missing("", ""),
        text=text if text is not None else table().view(device()).boxes.export(view.game),
        problems=problems,
        word=refused or take_flash(device()),
        folded=FOLDED,
        opened=request.args.get("open", ""),
        lent=lent,
        lent_qr=qr_svg(lent) if lent else None,
        fetched=address,
    )


def _part_page(view: BoxView, draft: ComponentDraft) -> str:
    word = Notice(draft.word, "warning") if draft.word is not None else take_flash(device())
    kind = view.kind(draft.kind.key)
    return _draw(
        "box_part.html",
        view=view,
        draft=draft,
        word=word,
        texts_of=texts_of,
        chips=CHIPS,
        free=kind.free if kind is not None and kind.kind.numbered is None else 0,
        following=view.next_missing(draft.kind.key, draft.key),
    )


def _draw(template: str, **given: Any) -> str:
    return page_request("box").draw(template, **given)
