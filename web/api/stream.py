"""Server-sent events for programs: the whole view at every change."""

from __future__ import annotations

import msgspec
from flask import Response, request

from companion.core.errors import Refused
from companion.core.wording import say
from companion.service.asking.requests import Look
from companion.service.screens.screen_looks import SeeSeat, SeeTable
from companion.service.screens.stream_looks import OpenPage
from companion.service.screens.views import SeatView, TableView
from web.api.client import Client
from web.http.identity import address
from web.http.server_sent_events import event_stream


def events(client: Client) -> Response:
    """Open the stream. Raises ``Refused``."""
    of = request.args.get("of", "table")
    if of not in ("seat", "table"):
        raise Refused("malformed", say("That was not understood: {why}", why="of=seat, of=table"))
    look: Look[SeatView | TableView] = SeeSeat() if of == "seat" else SeeTable()
    client.look(look)  # refused before the stream begins, not in its middle
    opened = client.table.stream(client.token, OpenPage(address()))

    def render(seen: str) -> tuple[str, str] | None:
        view = client.look(look)
        return (view.version, msgspec.json.encode(view).decode()) if view.version != seen else None

    return event_stream(opened, render)
