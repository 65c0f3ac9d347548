"""The server-sent events of an open page: new fragments and heartbeats."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, jsonify, request

from companion.core.errors import Refused
from companion.service.screens.streams import AnswerBeat, OpenPage, number_of
from companion.service.seats.host_role import grouped
from web.http.compression import Segment
from web.http.identity import address, device
from web.http.proxies import is_from_this_machine
from web.http.server_sent_events import event_stream
from web.page_request import Fragment, PageRequest, app_context, may_see_simulator, page_request, table
from web.pages.live.fragment_diff import FragmentDiff

pages = Blueprint("events", __name__)

PICTURED = ("sim", "hardware", "tags")
"""Pages that also follow device events between decisions."""

ON_THE_MACHINE = ("table", "sim")
"""Pages that have a reserved stream on a screen of the machine itself."""

OWN = ("127.0.0.1", "::1")
"""Client addresses of the machine's own browser; others of the loopback are for programs."""

RETRY = 2000
"""Milliseconds after which a browser reconnects."""


@pages.get("/events")
def stream() -> Response:
    """Stream server-sent events: ``view`` with a version and the HTML or its changed parts (see ``FragmentDiff``),
    ``beat``, and ``bye`` when another tab took over.
    """
    page = _page()
    req = page_request(page)
    try:
        opened = table().stream(device(), _open_page(page))
    except Refused as refusal:
        text = req.say(refusal.message)
        return Response(text, 503, headers={"Retry-After": "30"}, mimetype="text/plain")
    seen = request.args.get("seen", "")
    in_app, diff = current_app.app_context, FragmentDiff(req.shown(seen))

    def render(seen: str) -> tuple[str, list[Segment]] | None:
        with in_app():
            fragment = req.fragment()
            data = _data(req, fragment, seen, diff)
        return (fragment.version, data) if data else None

    return event_stream(opened, render, seen=seen, retry=RETRY)


@pages.get("/events/look")
def look() -> Response:
    """Poll without a stream: the fragment if its version is not ``seen``, whether a stream is free now, and the number
    with which the host reserves one for a table screen.
    """
    page = _page()
    req = page_request(page)
    room = req.view.screens.stream_room(_open_page(page))
    fragment = req.fragment()
    html = "" if fragment.version == request.args.get("seen", "") else req.draw_fragment(fragment)
    return jsonify(
        version=fragment.version,
        html=html,
        room=room.free,
        number=grouped(number_of(device())) if page == "table" and not room.own else "",
    )


def _page() -> str:
    """Read the page name; 404 where it is unknown, 403 where this device may not see it."""
    page = request.args.get("page", "")
    if page not in app_context().fragments:
        abort(404)
    if page == "sim" and not may_see_simulator():
        abort(403)
    return page


def _open_page(page: str) -> OpenPage:
    """``page`` as this browser has it open."""
    where = address()
    here = page in ON_THE_MACHINE and where in OWN and is_from_this_machine()
    return OpenPage(where, screen=page == "table", here=here, pictures=page in PICTURED, watching=page == "watch")


def _data(req: PageRequest, fragment: Fragment, seen: str, diff: FragmentDiff) -> list[Segment]:
    """Data of an event, empty when the page has this version; the first call always renders, to learn the parts."""
    if fragment.version == seen and not diff.untold:
        return []
    fresh = diff.since(fragment.version, req.draw_apart(fragment))
    return [] if fragment.version == seen else fresh.as_json()


@pages.post("/events/alive")
def alive() -> Response:
    """Receive a page's answer to a heartbeat."""
    table().ask(device(), AnswerBeat())
    return Response(status=204)
