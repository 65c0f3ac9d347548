"""Backups, disk space and the time of day. Host only."""

from __future__ import annotations

from math import nan

from flask import Blueprint, request
from msgspec import structs
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.table_settings import LookAfterCopies, TellTime
from web.form_replies import send
from web.page_request import Fragment, PageRequest
from web.pages.host import host
from web.templating.helpers import gigabytes, megabytes

pages = Blueprint("keeping", __name__)


@pages.get("/keeping")
def page() -> str | Response:
    return host.host_page("keeping")


@pages.post("/keeping/copy")
def copy() -> Response:
    """Make a copy now."""
    return send(lambda: LookAfterCopies("copying"), "keeping")


@pages.post("/keeping/try-restore")
def try_restore() -> Response:
    """Rehearse a restore of the newest copy."""
    return send(lambda: LookAfterCopies("trial-restore"), "keeping")


@pages.post("/keeping/mend")
def mend() -> Response:
    """Restore damaged rows from the copies."""
    return send(lambda: LookAfterCopies("repairing"), "keeping")


@pages.post("/keeping/time")
def time() -> Response:
    """Set the table's clock from the phone: ``now`` in Unix seconds."""
    return send(lambda: TellTime(_seconds(request.form.get("now", ""))), "keeping")


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view, keeping = req.view.screens.table(), req.view.settings.keeping()
    copies = [(copy.number, copy.when, copy.size) for copy in keeping.copies]
    version = version_of((structs.replace(keeping, copies=()), copies, view.title, view.problem))
    given = {"view": view, "version": version, "notices": (), "keeping": keeping}
    return Fragment("keeping_fragment.html", version, {**given, "megabytes": megabytes, "gigabytes": gigabytes})
