"""The simulated table. It has the keys of every seat, so only the machine itself and the host may open it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request

from companion.core.wording import Wording, verbatim
from companion.service.screens.view_builders import version_of
from hardware.ports import BadCommand, PlaceView, Simulator, device_name
from web.page_request import Fragment, PageRequest, app_context, may_see_simulator, page_request
from web.pages.play.table_screen import gain_of

pages = Blueprint("sim", __name__)

EDGES = {"down": "hold", "up": "release", "press": "press"}
TURNS = {"left": -1, "right": 1}

DARK = "/static/icons/dark.svg"
"""Picture of a display without picture."""


def _simulator() -> Simulator:
    simulator = app_context().opened.simulator
    if simulator is None:
        abort(404)
    if not may_see_simulator():
        abort(403)
    return simulator


@pages.get("/sim")
def page() -> str:
    _simulator()
    req = page_request("sim")
    return req.draw_whole("sim.html", req.fragment().given)


@pages.post("/sim/key")
def key() -> Response:
    """Press or release a key, or turn the knob."""
    place, name, edge = _place(), request.form.get("key", ""), request.form.get("edge", "press")
    if name in TURNS:
        return _told(f"turn {place} {TURNS[name]}" if edge != "up" else "")
    if edge not in EDGES:
        abort(400)
    return _told(f"{EDGES[edge]} {place} {name}")


@pages.post("/sim/cable")
def cable() -> Response:
    """Unplug or plug a place's cable."""
    return _told(f"{'unplug' if request.form.get('cut') == '1' else 'plug'} {_place()}")


@pages.post("/sim/tag")
def tag() -> Response:
    """Hold a tag to the reader of a place, and take it away."""
    words = request.form.get("tag", "").split()
    return _told(f"read {_place()} {'-'.join(words)}")


def _place() -> str:
    return request.form.get("device", "").removeprefix("seat")


def _told(line: str) -> Response:
    simulator = _simulator()
    if line:
        try:
            simulator.tell(line)
        except BadCommand as error:
            return Response(str(error), 400, mimetype="text/plain")
    return Response('{"taken": true}', mimetype="application/json")


def fragment(req: PageRequest) -> Fragment:
    simulator = app_context().opened.simulator
    places = simulator.places() if simulator is not None else ()
    view = req.view.screens.table()
    pictures = [place.picture.number if place.picture else 0 for place in places]
    state = [(place.place, place.plugged, place.silent, "peek" in place.held) for place in places]
    version = version_of((view.version, pictures, state))
    devices = [_device(place, app_context().opened.displays.words(place.place), req.root) for place in places]
    given = {"view": view, "version": version, "devices": devices, "gain": gain_of(req, view)}
    return Fragment("sim_fragment.html", version, given)


@dataclass(frozen=True)
class Device:
    """A place of the simulated table; ``seat`` 0 is the panel."""

    id: str
    seat: int
    keys: tuple[str, ...]
    picture: str
    width: int
    """Of its display; 0 where it has none."""
    height: int
    cut: bool
    peeks: bool
    """Whether its PEEK is held down."""
    reader: bool
    """Whether tags can be held to it."""
    words: Wording


def _device(place: PlaceView, words: str, root: str) -> Device:
    width, height = place.size or (0, 0)
    png = place.picture.png if place.picture else b""
    return Device(
        id=device_name(place.place, "keys").split(".")[0],
        seat=place.place,
        keys=(*place.lines, *(("left", "right") if place.encoder else ())),
        picture="data:image/png;base64," + b64encode(png).decode() if png else root + DARK,
        width=width,
        height=height,
        cut=not place.plugged,
        peeks="peek" in place.held,
        reader=place.reader,
        words=verbatim(words),
    )
