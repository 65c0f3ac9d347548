"""Events for everybody: the list, who sits where, standings, the screen on the wall, and the organiser's way in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from flask import Blueprint, abort, request
from flask import Response as FlaskResponse
from werkzeug.wrappers import Response

from companion.club.events.event_rounds import StillOpen
from companion.club.events.stored.organising import MOST_ENTRANTS
from companion.club.events.stored.stored_events import EventState
from companion.locale import speaker
from web.club.club_context import answer_late, club, draw, draw_in
from web.club.events.drawn_pages import kept_page
from web.club.events.organiser.organiser_access import NotOrganiser, organises, remember_organiser
from web.club.events.rules_words import rules_words
from web.club.events.shown_event import alphabetical, found_in, names_in, shown_round, shown_standings
from web.club.events.standings_csv import standings_csv
from web.http.identity import language

pages = Blueprint("events", __name__)

WALL_NAMES, WALL_PLACES = 48, 24
"""Names, and lines of the standings, that the screen on the wall shows at once."""
MOST_PARTS = -(-MOST_ENTRANTS // WALL_PLACES)

T = TypeVar("T")


@pages.get("/events")
def events() -> str:
    """All events, the newest first."""
    return draw("club/events.html", section="events", events=club().events.all())


@pages.get("/event/<event>")
def public(event: str) -> FlaskResponse:
    """Where everybody sits, and the standings."""
    return kept_page(event, "public", _public)


def _public(state: EventState) -> str:
    names, rounds = names_in(state), len(state.event.rounds)
    now = shown_round(state, rounds, names) if rounds else None
    return draw(
        "club/event.html",
        section="events",
        state=state,
        now=now,
        found=found_in(now) if now is not None else (),
        entrants=sorted(names.values(), key=alphabetical),
        standings=shown_standings(state, names) if _has_outcome(state) else (),
        organises=organises(state),
    )


@pages.get("/event/<event>/round/<int:number>")
def earlier_round(event: str, number: int) -> FlaskResponse:
    """The tables of one round."""

    def drawn(state: EventState) -> str:
        if not 1 <= number <= len(state.event.rounds):
            abort(404)
        shown = shown_round(state, number, names_in(state))
        return draw("club/event_round.html", section="events", state=state, round=shown)

    return kept_page(event, "round", drawn, number)


@pages.get("/event/<event>/why")
def explained(event: str) -> FlaskResponse:
    """Why the standings are in this order: the rules, and each tie in words."""

    def drawn(state: EventState) -> str:
        return draw(
            "club/event_why.html",
            section="events",
            state=state,
            rules=rules_words(state.event.rules),
            standings=shown_standings(state, names_in(state)) if _has_outcome(state) else (),
        )

    return kept_page(event, "why", drawn)


@pages.get("/event/<event>/wall")
def wall(event: str) -> FlaskResponse:
    """For a large screen, in the language of the club: who sits where while a round is played, else the standings; a
    part at a time.
    """
    part = request.args.get("part", 0, type=int)
    part = part if 0 <= part < MOST_PARTS else 0
    return kept_page(event, "wall", lambda state: _wall(state, part), part)


def _wall(state: EventState, part: int) -> str:
    spoken = club().language
    names = names_in(state, spoken)
    shown = shown_round(state, len(state.event.rounds), names) if state.event.rounds else None
    found = found_in(shown) if shown is not None and shown.open_count else ()
    standings = () if found or shown is None else shown_standings(state, names)
    people = sorted(names.values(), key=alphabetical) if shown is None else ()
    parts = max(_parts(found, WALL_NAMES), _parts(standings, WALL_PLACES), _parts(people, WALL_NAMES))
    part %= parts
    return draw_in(
        spoken,
        "club/event_wall.html",
        state=state,
        round=shown,
        found=_part(found, part, WALL_NAMES),
        standings=_part(standings, part, WALL_PLACES),
        people=_part(people, part, WALL_NAMES),
        count=len(names),
        part=part,
        parts=parts,
        following=(part + 1) % parts,
    )


@pages.get("/event/<event>/standings.csv")
def standings_file(event: str) -> FlaskResponse:
    """The standings for a spreadsheet."""
    state = _event(event)
    spoken = speaker(language(), {})
    content = standings_csv(shown_standings(state, names_in(state)), len(state.event.rounds), spoken)
    response = FlaskResponse(content, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{state.id}.csv"'
    return response


@pages.get("/event/<event>/organise/<code>")
def become_organiser(event: str, code: str) -> Response | tuple[str, int]:
    """The organiser's address: the browser that opens it is an organiser's from then on.

    It answers with a page that leads on, and not with a redirect: browsers keep a strict cookie back from where they
    are sent by another site.
    """
    state = _event(event)
    if not club().events.is_code(event, code):
        answer_late()
        return draw("club/event_locked.html", section="events", state=state), 403
    response = FlaskResponse(draw("club/event_unlocked.html", section="events", state=state))
    remember_organiser(response, state)
    return response


@pages.app_errorhandler(NotOrganiser)
def locked(error: NotOrganiser) -> tuple[str, int]:
    """The pages of an organiser for somebody else."""
    return draw("club/event_locked.html", section="events", state=error.state), 403


def _has_outcome(state: EventState) -> bool:
    """Before, everybody would share the first place."""
    return any(not isinstance(table.outcome, StillOpen) for table in state.event.tables())


def _event(event: str) -> EventState:
    state = club().events.read(event)
    if state is None:
        abort(404)
    return state


def _parts(rows: Sequence[T], size: int) -> int:
    return max(1, -(-len(rows) // size))


def _part(rows: Sequence[T], part: int, size: int) -> Sequence[T]:
    return rows[part * size : (part + 1) * size]
