"""Server-sent events for programs: the whole view at every change."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import msgspec
from flask import Response, request, stream_with_context

from companion.core.errors import Refused, place_of_bug
from companion.core.wording import say
from companion.service.looks import Look
from companion.service.screens.page_streams import OpenStream
from companion.service.screens.screen_looks import SeeSeat, SeeTable
from companion.service.screens.stream_looks import OpenPage
from companion.service.screens.streams import Position
from companion.service.screens.views import SeatView, TableView
from web.api.client import Client
from web.http.identity import address

logger = logging.getLogger(__name__)


def events(client: Client) -> Response:
    """Open the stream. Raises ``Refused``."""
    of = request.args.get("of", "table")
    if of not in ("seat", "table"):
        raise Refused("malformed", say("That was not understood: {why}", why="of=seat, of=table"))
    look: Look[SeatView | TableView] = SeeSeat() if of == "seat" else SeeTable()
    client.look(look)  # refused before the stream begins, not in its middle
    opened = client.table.stream(client.token, OpenPage(address()))
    response = Response(stream_with_context(_events(client, opened, look)), mimetype="text/event-stream")
    response.call_on_close(opened.close)
    return response


def _events(client: Client, stream: OpenStream, look: Look[SeatView | TableView]) -> Iterator[str]:
    position: Position = (-1, -1)
    seen = ""
    while not stream.ended:
        found = stream.newer(position)
        if found is None:
            if not stream.ended:
                yield "event: beat\ndata:\n\n"
            continue
        position = found
        try:
            view = client.look(look)
        except Refused:
            break
        except Exception as error:
            logger.error("a stream broke: %s at %s", type(error).__name__, place_of_bug(error))
            return
        if view.version != seen:
            seen = view.version
            yield f"event: view\nid: {seen}\ndata: {msgspec.json.encode(view).decode()}\n\n"
    yield "event: bye\ndata:\n\n"
