"""The start page: take, leave and move a seat."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.service.screens.screen_looks import SeeTable
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import SeatInfo
from companion.service.seats.gathering import SEATS
from companion.service.seats.seat_requests import ClaimSeat, LeaveSeat, OfferSeat, Rename, TakeSeat
from web.form_replies import answer_with, asked, send
from web.form_values import number
from web.page_request import Fragment, PageRequest, page_request

pages = Blueprint("join", __name__)


@pages.get("/")
def page() -> str | Response:
    """Show the free seats; redirect a device with a seat to its page, unless ``?seats`` is given."""
    req = page_request("join")
    if req.role.seats and "seats" not in request.args and not req.has_flash:
        return redirect(url_for("seat.page"))
    return req.draw_page("join.html")


@pages.post("/sit")
def sit() -> Response:
    """Take a seat with a name."""
    reply = asked(lambda: TakeSeat(number(request.form, "seat"), request.form.get("name", "")))
    # In a running play somebody may have to agree first: the reply is a notice, and there is no seat yet.
    return answer_with(reply, "join", goto="" if reply.notice else url_for("seat.page"))


@pages.post("/stand")
def stand() -> Response:
    """Give up the seat."""
    return send(LeaveSeat, "seat", goto=url_for("join.page"))


@pages.post("/rename")
def rename() -> Response:
    """Rename the seat."""
    return send(lambda: Rename(request.form.get("name", "")), "seat")


@pages.post("/move")
def move() -> Response:
    """Show a code with which the seat moves to another phone."""
    seat = page_request("seat").seat
    return send(lambda: OfferSeat(seat or 0), "seat")


@pages.post("/claim")
def claim() -> Response:
    """Claim a seat by its code."""
    return send(lambda: ClaimSeat(request.form.get("code", "")), "join")


def fragment(req: PageRequest) -> Fragment:
    table = req.look(SeeTable())
    shown = {seat.seat: seat for seat in table.seats}
    joinable = SEATS if table.phase == "gathering" else tuple(shown)
    playing = table.phase == "playing"
    seats = tuple(_to_take(shown.get(seat, SeatInfo(seat)), playing=playing) for seat in joinable)
    mine = req.role.seats
    version = version_of((seats, table.title, mine))
    view = {"version": version, "seats": seats, "title": table.title, "phase": table.phase, "mine": mine}
    return Fragment("join_fragment.html", version, {"view": view, "notices": ()})


def _to_take(seat: SeatInfo, *, playing: bool) -> SeatInfo:
    """A seat as the join page offers it. In a running play, unattended seats ``may`` be requested or are ``open``."""
    taken = seat.claimed and not (playing and (seat.gone or not seat.awake))
    return SeatInfo(
        seat.seat, seat.name, taken=taken, may=playing and not taken and not seat.open, gone=seat.gone, open=seat.open
    )
