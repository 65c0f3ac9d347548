"""The one stream of a page: new fragments as they come, and a sign of life in between."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Lock

import msgspec
from flask import Blueprint, Response, abort, jsonify, request, stream_with_context

from companion.core.errors import Refused, place_of_bug
from companion.service.screens.stream_quota import Place, number_of
from companion.service.screens.streams import Position, Stream
from companion.service.seats.host_pins import grouped
from web.http.identity import address, device
from web.page_request import Fragment, PageRequest, app_context, page_request, table
from web.pages.host.simulator import may_see
from web.pages.live.fragment_diff import FragmentDiff

logger = logging.getLogger(__name__)

pages = Blueprint("events", __name__)

ONE_AT_A_TIME = Lock()
"""Held by the stream that draws. The interpreter runs one thread at a time anyway: taking turns in the middle, all
phones would be served as late as the last, shared pieces drawn by several, and the small displays kept waiting.
"""

PICTURED = ("sim", "hardware")
"""Pages that also show what moves on the table while nothing is decided."""

ON_THE_MACHINE = ("table", "sim")
"""Pages for which a screen wired to the machine itself has a place."""

OWN = ("127.0.0.1", "::1")
"""Whence a screen wired to the machine comes."""

RETRY = 2000
"""Milliseconds after which a browser asks again by itself."""


@pages.get("/events")
def stream() -> Response:
    """Stream server-sent events: ``view`` with a version and the HTML or its changed parts (see ``FragmentDiff``),
    ``beat``, and ``bye`` when another tab took over.
    """
    page = _page()
    req = page_request(page)
    try:
        opened = table().stream(device(), _place(page), pictures=page in PICTURED, watching=page == "watch")
    except Refused as refusal:
        text = req.table.speaker(req.language).say(refusal.message)
        return Response(text, 503, headers={"Retry-After": "30"}, mimetype="text/plain")
    events = _events(req, opened, request.args.get("seen", ""))
    response = Response(stream_with_context(events), mimetype="text/event-stream")
    response.call_on_close(lambda: req.table.end_stream(opened))
    return response


@pages.get("/events/look")
def look() -> Response:
    """What a page asks for that got no stream: its fragment if that is another than ``seen``, whether there is room for
    a stream now, and the number by which a host gives a table screen a place of its own.
    """
    page = _page()
    req = page_request(page)
    place = _place(page)
    with ONE_AT_A_TIME:
        fragment = req.fragment()
        html = "" if fragment.version == request.args.get("seen", "") else req.draw_fragment(fragment)
    return jsonify(
        version=fragment.version,
        html=html,
        room=table().broadcast.has_room(place),
        number=grouped(number_of(device())) if page == "table" and not place.own else "",
    )


def _page() -> str:
    """The page that is followed. Ends the request where there is none of that name, or none for this device."""
    page = request.args.get("page", "")
    if page not in app_context().fragments:
        abort(404)
    if page == "sim" and not may_see():
        abort(403)
    return page


def _place(page: str) -> Place:
    """The place of a stream for ``page``."""
    where = address()
    here = page in ON_THE_MACHINE and where in OWN
    return table().stream_place(device(), where, screen=page == "table", here=here)


def _events(req: PageRequest, stream: Stream, seen: str) -> Iterator[str]:
    yield f"retry: {RETRY}\n\n"
    position: Position = (-1, -1)
    diff = FragmentDiff()
    while not stream.ended:
        found = req.table.broadcast.newer(stream, position)
        if found is None:
            if not stream.ended:
                yield "event: beat\ndata:\n\n"
            continue
        position = found[1]
        try:
            with ONE_AT_A_TIME:
                fragment = req.fragment()
                data = _data(req, fragment, seen, diff)
        except Exception as error:
            # What a server prints about a broken stream holds the message, and that may hold what somebody hides.
            logger.error("a stream broke: %s at %s", type(error).__name__, place_of_bug(error))
            return
        if data:
            seen = fragment.version
            yield f"event: view\nid: {seen}\ndata: {data}\n\n"
    if stream.replaced:
        yield "event: bye\ndata:\n\n"


def _data(req: PageRequest, fragment: Fragment, seen: str, diff: FragmentDiff) -> str:
    """The data of an event; empty when the page has this already. Once drawn, it is known what the page has."""
    if fragment.version == seen and not diff.untold:
        return ""
    fresh = diff.since(fragment.version, req.draw_fragment(fragment))
    return "" if fragment.version == seen else msgspec.json.encode(fresh).decode()


@pages.post("/events/alive")
def alive() -> Response:
    """A page answers a beat: somebody is there."""
    table().broadcast.alive(device())
    return Response(status=204)
