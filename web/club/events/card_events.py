"""The events on somebody's card: entering, leaving, and where one sits."""

from __future__ import annotations

from collections.abc import Callable

from flask import request
from msgspec import Struct

from companion.club.events.stored.event_document import EventDocument
from companion.club.events.stored.organising import enter_person, leave
from companion.club.events.stored.stored_events import EventState
from companion.club.persons.club_persons import ClubPersonError
from companion.core.errors import Refused
from web.club.club_context import club

SHOWN = 6
"""The newest events are on a card."""


class CardEvent(Struct, frozen=True):
    """An event as the card of one person shows it; ``table`` is 0 where the present round has no seat for them."""

    id: str
    title: str
    entry: bool
    there: bool
    left: bool
    round: int
    table: int
    out: bool
    next_round: int


def card_events(person: str) -> tuple[CardEvent, ...]:
    """The events that somebody is in or can enter, the newest first."""
    shown = (_shown(state, person) for state in club().events.all())
    return tuple(each for each in shown if each.entry or each.there or each.left)[:SHOWN]


def enter_event(code: str) -> None:
    """Enter the owner of this card for the event. Raises ``ClubPersonError``."""
    _change(code, lambda state, person: enter_person(state, person, myself=True))


def leave_event(code: str) -> None:
    """Let the owner of this card leave after the present round. Raises ``ClubPersonError``."""
    _change(code, leave)


EVENT_ACTS = {"enter": enter_event, "leave": leave_event}
"""What the page of a card offers, by the name of its button."""


def _change(code: str, act: Callable[[EventState, str], EventDocument]) -> None:
    person = club().persons.person_of(code)
    if person is None:
        return
    try:
        club().events.change(request.form.get("event", ""), lambda state: act(state, person.id))
    except Refused as error:
        raise ClubPersonError(error.message) from error


def _shown(state: EventState, person: str) -> CardEvent:
    event = state.document.event
    entrant = next((each for each in event.entrants if each.person == person), None)
    last = event.rounds[-1] if event.rounds else None
    tables = last.tables if last is not None else ()
    return CardEvent(
        state.id,
        state.title,
        state.document.entry,
        there=entrant is not None and entrant.left_after is None,
        left=entrant is not None and entrant.left_after is not None,
        round=len(event.rounds),
        table=next((table.number for table in tables if person in table.seats), 0),
        out=last is not None and person in last.byes,
        next_round=event.next_round,
    )
