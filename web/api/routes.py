"""Flask routes of the calls; refusals become JSON."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.core.errors import Refused
from web.api.calls import CALLS, Call
from web.api.client import Client, body
from web.api.openapi import ROOT, document
from web.api.stream import events

pages = Blueprint("api", __name__, url_prefix=ROOT)

PLACES = {"{seat}": "<int:seat>", "{play}": "<play>"}


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
            return client.problem(refusal.code, refusal.message)

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
