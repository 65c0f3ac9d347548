"""Hardware test: every key, knob, lamp and display with its pins. Host only."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.service.asking.requests import Request
from companion.service.clock.quiet_hours import written
from companion.service.panel.table_voice import SetVoice
from companion.service.panel.wiring.hardware_test import (
    BeginTest,
    ClearQuietHours,
    EndTest,
    OfferPodSeat,
    ReleasePod,
    SetQuietHours,
    TestBuzzer,
    TestDisplay,
    TestLamp,
)
from companion.service.screens.view_builders import version_of
from web.form_replies import send
from web.form_values import number
from web.page_request import Fragment, PageRequest
from web.pages.host import host
from web.pages.host.hardware_rows import hardware_rows

pages = Blueprint("hardware", __name__)


@pages.get("/hardware")
def page() -> str | Response:
    return host.host_page("hardware")


@pages.post("/hardware/try")
def trial() -> Response:
    """Begin or end the test."""
    return send(lambda: BeginTest() if _on() else EndTest(), "hardware")


@pages.post("/hardware/light")
def light() -> Response:
    """Switch a lamp on or off."""
    on = _on()
    return _at_place(lambda place: TestLamp(place, on))


@pages.post("/hardware/sound")
def sound() -> Response:
    """Sound a buzzer."""
    return _at_place(TestBuzzer)


@pages.post("/hardware/display")
def display() -> Response:
    """Fill a display, or show its name."""
    on = _on()
    return _at_place(lambda place: TestDisplay(place, on))


@pages.post("/hardware/quiet")
def quiet() -> Response:
    """Set or clear the quiet hours."""
    form = request.form
    begin, end = form.get("begin", ""), form.get("end", "")
    return send(lambda: SetQuietHours(begin, end) if _on() else ClearQuietHours(), "hardware")


@pages.post("/hardware/voice")
def voice() -> Response:
    """Let the table speak, or be silent."""
    return send(lambda: SetVoice(_on()), "hardware")


@pages.post("/hardware/seat")
def seat() -> Response:
    """Offer a seat to the new pod on which OK is pressed next."""
    return _at_place(OfferPodSeat)


@pages.post("/hardware/release")
def release() -> Response:
    """Release the pod of a seat."""
    return _at_place(ReleasePod)


def _on() -> bool:
    return request.form.get("on") == "1"


def _at_place(kind: Callable[[int], Request]) -> Response:
    return send(lambda: kind(number(request.form, "place")), "hardware")


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    hardware = req.view.panel.hardware()
    voice = req.view.panel.voice()
    view = req.view.screens.table()
    version = version_of((hardware, voice, view.title, sorted(req.view.screens.names().items())))
    given = {
        "view": view,
        "version": version,
        "notices": (),
        "testing": hardware.running,
        "places": hardware_rows(hardware),
        "arrivals": hardware.arrivals,
        "voice": voice,
        "readers": bool(req.view.panel.tags().readers),
        "quiet": [written(minute) for minute in hardware.quiet] if hardware.quiet else None,
    }
    return Fragment("hardware_fragment.html", version, given)
