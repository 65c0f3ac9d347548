"""Server-sent events of an open stream: a view whenever it changed, heartbeats, a farewell."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from flask import Response, stream_with_context

from companion.core.errors import Refused, raised_at
from companion.service.screens.page_streams import OpenStream
from companion.service.screens.streams import Position

logger = logging.getLogger(__name__)

Render = Callable[[str], tuple[str, str] | None]
"""Takes the version that was sent last; gives the version and the data of the view now, None to send nothing."""


def event_stream(opened: OpenStream, render: Render, *, seen: str = "", retry: int = 0) -> Response:
    """Send ``view`` whenever ``render`` gives one, ``beat`` to be answered, and ``bye`` when the stream was replaced.

    ``seen`` is the version the receiver has; ``retry`` milliseconds after which it is to reconnect.
    """
    response = Response(stream_with_context(_events(opened, render, seen, retry)), mimetype="text/event-stream")
    response.call_on_close(opened.close)
    return response


def _events(opened: OpenStream, render: Render, seen: str, retry: int) -> Iterator[str]:
    if retry:
        yield f"retry: {retry}\n\n"
    position: Position = (-1, -1)
    while not opened.ended:
        found = opened.newer(position)
        if found is None:
            if not opened.ended:
                yield "event: beat\ndata:\n\n"
            continue
        position = found
        try:
            view = render(seen)
        except Refused:
            # There is nothing more to see, as when a seat was given up.
            return
        except Exception as error:
            # The server would log the exception's message, which may contain a secret of the play.
            logger.error("a stream broke: %s at %s", type(error).__name__, raised_at(error))
            return
        if view is not None:
            seen, data = view
            yield f"event: view\nid: {seen}\ndata: {data}\n\n"
    if opened.replaced:
        yield "event: bye\ndata:\n\n"
