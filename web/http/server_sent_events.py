"""Server-sent events of an open stream: a view whenever it changed, heartbeats, a farewell."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from flask import Response

from companion.core.errors import Refused, raised_at
from companion.service.screens.streams import Position
from web.http.compression import Segment, gzipped, say_gzip, takes_gzip

logger = logging.getLogger(__name__)

Render = Callable[[str], tuple[str, Sequence[Segment]] | None]
"""Takes the version that was sent last; gives the version and the data of the view now, None to send nothing. It is
called after the request that opened the stream is over.
"""

NOTHING_NEW: Sequence[Segment] = ()


class FollowedStream(Protocol):
    """What a stream follows; see ``OpenStream``."""

    @property
    def ended(self) -> bool: ...

    @property
    def replaced(self) -> bool: ...

    def newer(self, than: Position) -> Position | None: ...

    def beats(self) -> bool: ...

    def until_beat(self) -> float: ...

    def close(self) -> None: ...


class EventFeed:
    """The body of a stream: the bytes of the next event, which is drawn when it is asked for, none if nothing is new.

    It never waits: the server asks again when the table has news, and after ``patience`` seconds.
    """

    def __init__(self, opened: FollowedStream, body: Iterator[bytes]) -> None:
        self._opened = opened
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._body)

    def patience(self) -> float:
        """Seconds until there is something to send without news."""
        return self._opened.until_beat()

    def close(self) -> None:
        """Close the stream, because the page is gone."""
        self._opened.close()


def event_stream(opened: FollowedStream, render: Render, *, seen: str = "", retry: int = 0) -> Response:
    """Send ``view`` whenever ``render`` gives one, ``beat`` to be answered, and ``bye`` when the stream was replaced.

    ``seen`` is the version the receiver has; ``retry`` milliseconds after which it is to reconnect.
    """
    events, short = _events(opened, render, seen, retry), takes_gzip()
    feed = EventFeed(opened, gzipped(events) if short else (b"".join(text for text, _ in event) for event in events))
    # Passed through, so that the server is given the feed itself and can ask it without a thread.
    response = Response(feed, mimetype="text/event-stream", direct_passthrough=True)
    if short:
        say_gzip(response)
    return response


def _events(opened: FollowedStream, render: Render, seen: str, retry: int) -> Iterator[Sequence[Segment]]:
    if retry:
        yield (Segment(f"retry: {retry}\n\n".encode()),)
    position: Position = (-1, -1)
    while not opened.ended:
        if opened.beats():
            yield (Segment(b"event: beat\ndata:\n\n"),)
            continue
        found = opened.newer(position)
        if found is None:
            yield NOTHING_NEW
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
            yield Segment(f"event: view\nid: {seen}\ndata: ".encode()), *data, Segment(b"\n\n")
    if opened.replaced:
        yield (Segment(b"event: bye\ndata:\n\n"),)
