"""The simulated table in one tab. Its keys are those of every seat, so only the machine itself and the host see it."""

from __future__ import annotations

from ipaddress import ip_address

from flask import Blueprint, Response, abort, request

from hardware.ports import BadCommand, Simulator
from web.app_context import asking, table
from web.identity import device

pages = Blueprint("sim", __name__)

EDGES = {"down": "hold", "up": "release", "press": "press"}
TURNS = {"left": -1, "right": 1}


def may_see() -> bool:
    """Whether this browser may press everybody's keys: it runs on the table's machine, or it is the host's."""
    return ip_address(request.remote_addr or "0.0.0.0").is_loopback or table().is_host(device())  # noqa: S104


def _simulator() -> Simulator:
    simulator = table().simulator
    if simulator is None:
        abort(404)
    if not may_see():
        abort(403)
    return simulator


@pages.get("/sim")
def page() -> str:
    _simulator()
    who = asking("sim")
    return who.draw("sim.html", **who.fragment().given)


@pages.post("/sim/key")
def key() -> Response:
    """A key goes down or up, or the knob turns."""
    place, name, edge = _place(), request.form.get("key", ""), request.form.get("edge", "press")
    if name in TURNS:
        return _told(f"turn {place} {TURNS[name]}" if edge != "up" else "")
    if edge not in EDGES:
        abort(400)
    return _told(f"{EDGES[edge]} {place} {name}")


@pages.post("/sim/cable")
def cable() -> Response:
    """Pull a cable or put it back."""
    return _told(f"{'unplug' if request.form.get('cut') == '1' else 'plug'} {_place()}")


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
