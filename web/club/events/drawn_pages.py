"""Pages of events that look alike to everybody, kept as they were drawn: a thousand phones may ask at once.

A page is drawn again when something has changed that it shows, and not by time.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from flask import Response, abort, current_app
from msgspec import Struct

from companion.club.events.stored.stored_events import EventState
from web.club.club_context import club
from web.club.events.organiser.organiser_access import organises
from web.http.compression import say_gzip, takes_gzip
from web.http.identity import language, theme

KEPT = 24
"""Pages; of a thousand people each takes half a megabyte."""
KEY = "drawn-events"
SMALL = 512
"""Bytes that are not worth compressing."""


class KeptPage(Struct, frozen=True):
    """A page as it is, and compressed: it has no secret that its length could tell."""

    plain: bytes
    compressed: bytes


class DrawnPages:
    """The pages drawn last, by whatever tells them apart. Any thread may call it."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, KeptPage] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> KeptPage:
        """The page of this key, drawn now if it is not here. Two who ask at the same moment may both draw it."""
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
                return self._pages[key]
        plain = draw().encode()
        drawn = KeptPage(plain, gzip.compress(plain, 6, mtime=0))
        with self._lock:
            self._pages[key] = drawn
            if len(self._pages) > KEPT:
                self._pages.popitem(last=False)
        return drawn


def kept_page(event: str, page: str, draw: Callable[[EventState], str], part: int = 0) -> Response:
    """A page of an event as it is; 404 where there is none. ``page`` and ``part`` tell it from the others of the event:
    whatever else the address has draws nothing again.
    """
    found = club().events.mark(event)
    if found is None:
        abort(404)
    state, mark = found
    pages: DrawnPages = current_app.extensions.setdefault(KEY, DrawnPages())
    key = (event, page, part, language(), theme(), organises(state), mark)
    drawn = pages.get(key, lambda: _drawn(event, draw))
    response = Response(drawn.plain, mimetype="text/html")
    if takes_gzip() and len(drawn.plain) > SMALL:
        response.set_data(drawn.compressed)
        say_gzip(response)
    return response


def _drawn(event: str, draw: Callable[[EventState], str]) -> str:
    state = club().events.read(event)
    if state is None:
        abort(404)
    return draw(state)
