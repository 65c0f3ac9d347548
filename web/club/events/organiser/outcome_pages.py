"""The organiser's page of one table: how it came out, by taps on names; void; open again."""

from __future__ import annotations

import re

from flask import Blueprint, abort, redirect, request
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.club.events.event_rounds import EventTable, Names, StillOpen, TableOutcome, TableRanks
from companion.club.events.stored.organising import enter_outcome, is_entered, table_of, table_seen, void_for
from companion.club.events.stored.stored_events import EventState
from companion.club.events.stored.table_reports import TableReport
from companion.core.errors import Refused
from companion.core.wording import Message, say
from web.club.club_context import club, draw
from web.club.events.organiser.organiser_access import organised
from web.club.events.organiser.outcome_order import FinishOrder, order_of, read_order
from web.club.events.shown_event import guest_word, names_in, shown_round

pages = Blueprint("event_outcomes", __name__)

WHOLE = re.compile(r"-?[0-9]{1,6}")


class Finisher(Struct, frozen=True):
    """Somebody at the table: ``rank`` is None until the name was tapped; ``tap`` and ``level_tap`` are the orders that
    a tap leads to, the latter empty for who cannot share the rank of the one before.
    """

    seat: int
    name: str
    rank: int | None
    level: bool
    tap: str
    level_tap: str
    points: str


class ShownPlace(Struct, frozen=True):
    """Who came where as the table has reported."""

    place: int
    name: str
    points: int | None


@pages.get("/event/<event>/organise/<int:round_number>/<int:table>")
def outcome(event: str, round_number: int, table: int) -> str:
    """What is known of a table; taps on names lead here again."""
    return _page(organised(event), round_number, table)


@pages.post("/event/<event>/organise/<int:round_number>/<int:table>")
def act(event: str, round_number: int, table: int) -> str | Response:
    """Enter how the table came out, declare it void, or open it again."""
    state = organised(event)
    found = _table(state, round_number, table)
    done = request.form.get("do", "")
    try:
        entered = _entered(done, len(found.seats))
        seen = request.form.get("seen", "")
        club().events.change(event, lambda now: enter_outcome(now, round_number, table, entered, seen))
    except Refused as error:
        return _page(organised(event), round_number, table, done, error.message)
    return redirect(f"/event/{event}/organise?round={round_number}#table-{round_number}-{table}", 303)


def _entered(done: str, size: int) -> TableOutcome:
    if done == "void":
        return void_for(request.form.get("why", ""))
    if done == "open":
        return StillOpen()
    if done != "enter":
        abort(404)
    ranks = read_order(request.form.get("order", ""), size).ranks()
    if len(ranks) < size:
        raise Refused("order-short", say("Tap everybody's name first, in the order in which they finished."))
    return TableRanks(tuple(ranks[seat] for seat in range(size)), _points(size))


def _points(size: int) -> tuple[int, ...]:
    """The game's own points, of everybody or of nobody. Raises ``Refused``."""
    typed = [request.form.get(f"points-{seat}", "").strip() for seat in range(size)]
    if not any(typed):
        return ()
    for text in typed:
        if not WHOLE.fullmatch(text):
            raise Refused("no-points", say("Enter a whole number of points for each, or none for all."), "points")
    return tuple(int(text) for text in typed)


def _table(state: EventState, round_number: int, table: int) -> EventTable:
    try:
        return table_of(state.document.event, round_number, table)
    except Refused:
        abort(404)


def _page(state: EventState, round_number: int, table: int, at: str = "", trouble: Message | None = None) -> str:
    names = names_in(state)
    entered = _table(state, round_number, table)
    report = state.reports.get((round_number, table))
    shown = next(each for each in shown_round(state, round_number, names).tables if each.number == table)
    given = request.form.get("order", "") or request.args.get("order", "")
    known = table_of(state.event, round_number, table).outcome
    order = read_order(given, len(entered.seats))
    if not order.seats and isinstance(known, TableRanks) and "order" not in request.args:
        order = order_of(known.ranks)
    return draw(
        "club/organise_table.html",
        section="events",
        games=(),
        state=state,
        tab="round",
        round_number=round_number,
        table=shown,
        seen=table_seen(state, round_number, table),
        entered=is_entered(entered),
        finishers=_finishers(entered, order, known, names),
        order=str(order),
        whole=len(order.seats) == len(entered.seats),
        reported=_reported(report, names),
        plays=report.plays if report is not None else 0,
        at=at,
        trouble=trouble,
        why=request.form.get("why", ""),
    )


def _finishers(table: EventTable, order: FinishOrder, known: TableOutcome, names: Names) -> tuple[Finisher, ...]:
    ranks, size = order.ranks(), len(table.seats)
    points = known.points if isinstance(known, TableRanks) and known.points else ("",) * size
    return tuple(
        Finisher(
            seat,
            names[person],
            ranks.get(seat),
            seat in order.seats and order.level[order.seats.index(seat)],
            str(order.tapped(seat, size)),
            str(order.levelled(seat)) if seat in order.seats[1:] else "",
            request.form.get(f"points-{seat}", str(points[seat])),
        )
        for seat, person in enumerate(table.seats)
    )


def _reported(report: TableReport | None, names: Names) -> tuple[ShownPlace, ...]:
    if report is None:
        return ()
    guest = guest_word()
    places = sorted(report.places, key=lambda place: place.place)
    return tuple(ShownPlace(place.place, names.get(place.person, guest), place.points) for place in places)
