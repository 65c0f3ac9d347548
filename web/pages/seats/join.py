"""The start page: take, leave and move a seat."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.setup import SEATS
from companion.core.wording import say
from companion.service.play.notices import Notice
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import SeatInfo, TableView
from companion.service.seats.seat_transfer import KeepSeat
from companion.service.seats.seating import ClaimSeat, LeaveSeat, OfferSeat, Rename, TakeSeat
from web.form_replies import answer_with, asked, send
from web.form_values import number
from web.http.flash_messages import flash
from web.http.identity import device, own_language, remember_name
from web.page_request import Fragment, PageRequest, page_request
from web.pages.seats.club_card import brought_code

pages = Blueprint("join", __name__)

LONGEST_CODE = 12
"""Characters that are read of a code."""


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
    name = request.form.get("name", "")
    was_suggested = request.form.get("seat") == request.form.get("suggested")
    for _ in SEATS:
        reply = asked(
            lambda: TakeSeat(seat := _wanted(), name if name.strip() else _name_there(seat), language=own_language())
        )
        if reply.code != "taken" or not was_suggested:
            break
    if reply.taken and was_suggested and str(page_request("join").seat) != request.form["seat"]:
        flash(device(), Notice(say("Somebody was faster with that seat: this one is yours now.")))
    # In a running play somebody may have to agree first: the reply is a notice, and there is no seat yet.
    goto = url_for("card.page" if brought_code(device()) else "seat.page")
    return remember_name(answer_with(reply, "join", goto="" if reply.notice else goto), name)


def _wanted() -> int:
    """The seat in the form; where it was only suggested and somebody else was faster, the one suggested now."""
    seat = number(request.form, "seat")
    req = page_request("join")
    if request.form.get("suggested") != str(seat) or req.role.seats:
        return seat
    seen = req.view.screens.table()
    if any(each.seat == seat and _is_free(each) for each in seen.seats):
        return seat
    return _suggested(seen) or seat


def _name_there(seat: int) -> str:
    """The name of the person who moves, if nobody is assigned to the target seat; else ""."""
    req = page_request("join")
    names = req.view.screens.names()
    return "" if names.get(seat) else names.get(req.seat or 0, "")


@pages.post("/stand")
def stand() -> Response:
    """Give up the seat."""
    return send(LeaveSeat, "seat", goto=url_for("join.page"))


@pages.post("/rename")
def rename() -> Response:
    """Rename the seat."""
    name = request.form.get("name", "")
    return remember_name(send(lambda: Rename(name), "seat"), name)


@pages.post("/move")
def move() -> Response:
    """Show a code with which the seat moves to another phone."""
    seat = page_request("seat").seat
    return send(lambda: OfferSeat(seat or 0), "seat", goto=url_for("seat.page"))


@pages.post("/keep")
def keep() -> Response:
    """Take that code back."""
    return send(KeepSeat, "seat")


@pages.get("/T/<code>")
def scanned(code: str) -> str:
    """What that code opens on the other phone: it asks for the seat, with script by itself."""
    req = page_request("join")
    return req.draw("take.html", code=code[:LONGEST_CODE], mine=req.role.seats)


@pages.post("/claim")
def claim() -> Response:
    """Claim a seat by its code."""
    return send(lambda: ClaimSeat(request.form.get("code", "")), "join")


def fragment(req: PageRequest) -> Fragment:
    seen = req.view.screens.table()
    shown = {seat.seat: seat for seat in seen.seats}
    joinable = SEATS if seen.phase == "gathering" else tuple(shown)
    playing = seen.phase == "playing"
    lobby = seen.phase == "gathering" and not req.role.seats
    seats = tuple(_to_take(shown.get(seat, SeatInfo(seat)), playing=playing, lobby=lobby) for seat in joinable)
    mine, new = req.role.seats, {seat for seat, _ in seen.newcomers}
    asked = {vote.target: vote for vote in seen.votes if vote.kind == "swap"}
    waits = tuple((seat, asked.get(seat), seat in new) for seat in req.role.asks_for)
    wanted = next((each for each in seats if each.seat == req.wanted_seat), None) if not mine else None
    suggested = None if mine or wanted else _suggested(seen)
    wired = req.view.panel.seats_wired()
    version = version_of(
        (seats, seen.title, mine, suggested, wanted, seen.missing, seen.proposal, wired, waits, seen.moved)
    )
    view: dict[str, object] = {
        "version": version,
        "seats": seats,
        "title": seen.title,
        "phase": seen.phase,
        "mine": mine,
        "suggested": suggested,
        "wanted": wanted,
        "missing": seen.missing,
        "proposal": seen.proposal,
        "wired": wired,
        "waits": waits,
        "moved": seen.moved,
        "own_name": "" if mine else req.own_name,
    }
    return Fragment("join_fragment.html", version, {"view": view, "notices": ()})


def _suggested(seen: TableView) -> int | None:
    """The seat that is preselected for a newcomer: the first free one, as long as nobody has a play to lose."""
    if seen.phase != "gathering":
        return None
    return next((each.seat for each in seen.seats if _is_free(each)), None)


def _is_free(seat: SeatInfo) -> bool:
    return not seat.taken and not seat.claimed


def _to_take(seat: SeatInfo, *, playing: bool, lobby: bool) -> SeatInfo:
    """A seat as the join page offers it. In a running play, unattended seats ``may`` be requested or are ``open``. In
    the ``lobby`` a ``lost`` seat is had again by anybody who knows its name.
    """
    left = playing and (seat.gone or not seat.awake)
    lost = lobby and seat.lost
    taken = (seat.claimed or (seat.keys and not playing)) and not left and not lost
    may = playing and not taken and not seat.open
    return SeatInfo(seat.seat, seat.name, taken=taken, lost=lost, may=may, gone=seat.gone, open=seat.open)
