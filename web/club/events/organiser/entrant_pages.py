"""The organiser's page of people: who takes part, late comers, and who leaves."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, redirect, request
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.club.events.stored.event_document import EventDocument
from companion.club.events.stored.organising import (
    code_in,
    enter_guest,
    enter_person,
    leave,
    let_back,
    rename_guest,
    set_entry,
)
from companion.club.events.stored.stored_events import EventState
from companion.club.persons.club_persons import LONGEST_PSEUDONYM, UnknownCard
from companion.core.errors import Refused
from companion.core.wording import Message, say
from web.club.club_context import answer_late, club, draw
from web.club.events.organiser.organiser_access import organised
from web.club.events.shown_event import alphabetical, names_in
from web.http.guard import refused_with

pages = Blueprint("event_people", __name__)


class ShownEntrant(Struct, frozen=True):
    """Somebody in the event; ``played``: was in a round, and so can leave, but not be taken out."""

    person: str
    name: str
    card: bool
    guest: bool
    enters: int
    left: bool
    played: bool


@pages.get("/event/<event>/organise/people")
def people(event: str) -> str:
    """Everybody in the event."""
    return _page(organised(event))


@pages.post("/event/<event>/organise/people")
def act(event: str) -> str | Response:
    """Enter people, let somebody leave or back in, call a guest otherwise, open or close the entry."""
    organised(event)
    done = request.form.get("do", "")
    done = next((each for each in ("leave", "back") if each in request.form), done)
    typed = request.form.get("names", "")
    person = request.form.get("person") or request.form.get(done, "")
    acts: dict[str, Callable[[EventState], EventDocument]] = {
        "leave": lambda now: leave(now, person),
        "back": lambda now: let_back(now, person),
        "rename": lambda now: rename_guest(now, person, request.form.get("name", "")),
        "open": lambda now: set_entry(now, is_open=True),
        "close": lambda now: set_entry(now, is_open=False),
    }
    try:
        if done == "enter":
            club().events.change(event, _entering(typed))
        elif done in acts:
            club().events.change(event, acts[done])
        else:
            abort(404)
    except Refused as error:
        refused_with(error.code)
        return _page(organised(event), done, error.message, typed, person)
    return redirect(f"/event/{event}/organise/people" + ("#enter" if done == "enter" else "#people"), 303)


def _entering(typed: str) -> Callable[[EventState], EventDocument]:
    """Enter everybody in a list, a line for each, or nobody."""
    cards, lines = {}, [line.strip() for line in typed.splitlines() if line.strip()]
    if not lines:
        raise Refused("no-name", say("Type a name, or the code of a card."), "name")
    for line in lines:
        code = code_in(line)
        if code is not None:
            cards[line] = _person(code)

    def entered(state: EventState) -> EventDocument:
        for line in lines:
            if line in cards:
                person, name = cards[line]
                document = enter_person(_knowing(state, person, name), person)
            else:
                document = enter_guest(state, line)
            state = replace(state, document=document)
        return state.document

    return entered


def _knowing(state: EventState, person: str, name: str) -> EventState:
    """With the name of somebody who may not be in the event yet, for what is said of them."""
    return replace(state, names={**state.names, person: name})


def _person(code: str) -> tuple[str, str]:
    """Id and name of the person with this card. Raises ``Refused``."""
    try:
        person = club().persons.person_of(code)
    except UnknownCard as error:
        answer_late()
        raise Refused("no-card", error.message, "name") from error
    if person is None:
        raise Refused("free-card", say("This card is nobody's yet: whoever has it opens it first."), "name")
    return person.id, person.name


def _page(state: EventState, at: str = "", trouble: Message | None = None, typed: str = "", person: str = "") -> str:
    names = names_in(state)
    event = state.event
    played = {each for round_ in event.rounds for each in round_.people}
    shown = [
        ShownEntrant(
            entrant.person,
            names[entrant.person],
            entrant.person in state.names,
            entrant.person in state.document.guests,
            entrant.enters,
            entrant.left_after is not None,
            entrant.person in played,
        )
        for entrant in event.entrants
    ]
    shown.sort(key=lambda each: (each.left, alphabetical(each.name), each.person))
    return draw(
        "club/organise_people.html",
        section="events",
        games=(),
        state=state,
        tab="people",
        people=shown,
        there=sum(not each.left for each in shown),
        last=names[event.entrants[-1].person] if event.entrants else "",
        at=at,
        trouble=trouble,
        typed=typed if trouble is not None else "",
        renamed=request.form.get("name", ""),
        person=person,
        longest=LONGEST_PSEUDONYM,
    )
