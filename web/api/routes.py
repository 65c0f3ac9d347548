"""Flask routes of the calls and of the stream; refusals become JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.core.errors import Refused
from companion.core.wording import say
from companion.service.screens.streams import OpenPage
from companion.service.screens.views import SeatView, TableView
from web.api.calls import CALLS, Call
from web.api.client import Client, body
from web.api.openapi import ROOT, document
from web.http.compression import Segment
from web.http.identity import address
from web.http.server_sent_events import event_stream

pages = Blueprint("api", __name__, url_prefix=ROOT)
PLACES = {"{seat}": "<int:seat>", "{play}": "<play>"}


def events(client: Client) -> Response:
    """Open the stream. Raises ``Refused``."""
    of = request.args.get("of", "table")
    if of not in ("seat", "table"):
        raise Refused("malformed", say("That was not understood: {why}", why="of=seat, of=table"))
    look: Callable[[], SeatView | TableView] = client.view.screens.seat if of == "seat" else client.view.screens.table
    look()  # refused before the stream begins, not in its middle
    opened = client.table.stream(client.token, OpenPage(address()))

    def render(seen: str) -> tuple[str, list[Segment]] | None:
        view = look()
        return (view.version, [Segment(msgspec.json.encode(view))]) if view.version != seen else None

    return event_stream(opened, render)


def _route(call: Call) -> None:
    path = call.path
    for place, converter in PLACES.items():
        path = path.replace(place, converter)

    def view(**places: Any) -> Response:
        client = Client()
        try:
            sent = (body(call.takes),) if call.takes is not None else ()
            return call.act(client, *places.values(), *sent)
        except Refused as refusal:
            return client.problem(refusal.code, refusal.message, refusal.field)

    pages.add_url_rule(path, endpoint=call.name, view_func=view, methods=[call.method])


for _call in CALLS:
    _route(_call)


@pages.get("/events")
def stream() -> Response:
    """Stream the program's view."""
    client = Client()
    try:
        return events(client)
    except Refused as refusal:
        return client.problem(refusal.code, refusal.message)


@pages.get("/openapi.json")
def openapi() -> Response:
    """Send the OpenAPI document."""
    return Response(document(), mimetype="application/json")
