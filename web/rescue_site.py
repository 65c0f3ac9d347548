"""The application of a table whose log cannot be opened: one page with the cause and the host's remedies."""

from __future__ import annotations

import time

from flask import Flask, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from companion.locale import speaker
from companion.network.reachability.senders import RefusalLog
from companion.service.asking.requests import Reply
from companion.service.panel.damaged_log import DISK_FULL, DamagedLog
from companion.service.seats.host_role import PinWays
from web.http.guard import guard
from web.http.identity import csrf_token, device, language, theme
from web.http.proxies import NO_PROXIES, BehindProxies, Proxies
from web.http.table_addresses import TableAddresses
from web.templating.compiling.compiled_templates import compile_as_pages
from web.templating.helpers import megabytes
from web.templating.translation import text_functions

CLOSED = 503
"""Status of every page, so that no client takes this site for the table."""


def create_rescue(
    rescue: DamagedLog,
    addresses: TableAddresses,
    key: bytes,
    ways: PinWays,
    proxies: Proxies = NO_PROXIES,
) -> Flask:
    """Create the application for ``rescue``. ``key`` signs CSRF tokens; ``ways`` are those to a PIN; ``proxies`` are
    the servers in front of the table.
    """
    app = Flask(__name__)
    app.wsgi_app = BehindProxies(app.wsgi_app, proxies)  # type: ignore[method-assign]
    compile_as_pages(app.jinja_env)
    guard(app, addresses, key, RefusalLog(time.monotonic))

    def drawn(reply: Reply | None = None) -> tuple[str, int]:
        spoken, host = speaker(language(), {}), rescue.is_host(device())
        given = {
            **text_functions(spoken),
            "theme": theme(),
            "root": request.script_root,
            "csrf": csrf_token(key),
            "fault": rescue.fault.located if host else rescue.fault.message,
            "numbers": rescue.tells_numbers(device()),
            "shortened": rescue.shortened,
            "full": rescue.fault.code == DISK_FULL,
            "deletable": rescue.deletable if host else (),
            "curable": rescue.curable,
            "found": rescue.found,
            "mended": rescue.mended,
            "of_play": rescue.of_play,
            "missing": rescue.fault.code == "missing",
            "host": host,
            "pin_ways": ways.words,
            "reply": reply,
            "done": rescue.done.is_set(),
            "megabytes": megabytes,
        }
        return render_template("rescue.html", **given), CLOSED

    @app.get("/")
    @app.get("/<path:page>")
    def page(page: str = "") -> tuple[str, int]:
        del page
        return drawn()

    @app.post("/rescue")
    def act() -> tuple[str, int]:
        acts = {"mend": rescue.mend, "copy": rescue.go_on, "anew": rescue.begin_anew, "again": rescue.try_again}
        chosen = acts.get(request.form.get("do", ""))
        return drawn(chosen(device()) if chosen is not None else None)

    @app.post("/rescue/pin")
    def pin() -> tuple[str, int]:
        return drawn(rescue.by_pin(device(), request.form.get("pin", "")))

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response | tuple[str, int]:
        # Every address shows the one page; requests that the guard refused get the bare error.
        return error.get_response() if error.code in (403, 413, 421) else drawn()

    return app
