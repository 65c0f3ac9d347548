"""The room as it is now, for phones and for the wall, and the stream that brings these pages up to date."""

from __future__ import annotations

import time
from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, request
from markupsafe import Markup

from companion.club.live_room.club_room import ClubRoom
from companion.core.errors import Refused
from web.club.club_context import club, draw
from web.club.room.room_drawing import RoomDrawings, RoomPage
from web.http.compression import Segment
from web.http.identity import address, language
from web.http.server_sent_events import event_stream
from web.http.table_addresses import qr_svg
from web.pages.live.fragment_diff import FragmentDiff

pages = Blueprint("room", __name__)

DRAWINGS = "room drawings"
RETRY = 2000
"""Milliseconds after which a browser reconnects."""
AT_HOME = ("localhost", "127.0.0.1", "[::1]")
"""Hosts under which only a screen at the machine itself finds the club."""


def install_room(app: Flask, room: ClubRoom) -> None:
    """Serve the pages of this room."""
    app.extensions[DRAWINGS] = RoomDrawings(room)
    app.register_blueprint(pages)


@pages.get("/room")
def room_now() -> str:
    """The tables: what is played, who is waited for and how long, free chairs."""
    return draw("club/room.html", section="room", fragment=_drawings().latest("room", language()), now=time.time())


@pages.get("/wall")
def wall() -> str:
    """The same and the newest results, for a screen that many look at from afar. ``page`` is asked for by one that runs
    no scripts.
    """
    spoken, number = club().language, request.args.get("page", type=int)
    given = {"theme": "dark", "now": time.time(), "qr": _qr()}
    if number is None:
        return draw("club/wall.html", spoken, fragment=_drawings().latest("wall", spoken), next_page=0, **given)
    html, count = _drawings().page_of(number, spoken)
    return draw("club/wall.html", spoken, page=html, next_page=(number + 1) % count, **given)


@pages.get("/room/events")
def follow() -> Response:
    """Stream server-sent events: ``view`` with a version and the HTML or its changed parts (see ``FragmentDiff``), and
    ``beat``. 503 where too many follow already.
    """
    page = request.args.get("page", "")
    if page not in ("room", "wall"):
        abort(404)
    spoken = club().language if page == "wall" else language()
    room = club().room
    assert room is not None
    try:
        opened = room.streams.open(address())
    except Refused:
        return Response(status=503, headers={"Retry-After": "30"})
    # As a value: the stream is drawn when this request is over.
    in_app, drawings, diff = current_app.app_context, _drawings(), FragmentDiff()

    def render(seen: str) -> tuple[str, list[Segment]] | None:
        with in_app():
            drawn = drawings.latest(cast("RoomPage", page), spoken)
        if drawn.version == seen and not diff.untold:
            return None
        update = diff.since(drawn.version, drawn.fragment)
        return (drawn.version, update.as_json()) if drawn.version != seen else None

    return event_stream(opened, render, seen=request.args.get("seen", ""), retry=RETRY)


def _drawings() -> RoomDrawings:
    return cast("RoomDrawings", current_app.extensions[DRAWINGS])


def _qr() -> Markup:
    """Leads phones here; empty where they would not find this address."""
    host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    return Markup() if host in AT_HOME else qr_svg(request.host_url)
