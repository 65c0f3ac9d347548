"""What organisers, and people with a card, do to an event. Each function gives the document as it is then.

What depends on what a page has shown takes the digest that its form carried: if somebody has changed just that in the
meantime, it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from companion.club.events.event_changes import (
    with_entrant,
    with_leaving,
    with_outcome,
    with_round,
    with_swap,
    without_entrant,
    without_last_round,
)
from companion.club.events.event_rounds import ClubEvent, Entrant, EventTable, StillOpen, TableOutcome, Voided
from companion.club.events.event_rules import EventRules, check_rules
from companion.club.events.seating.round_seating import seat_round
from companion.club.events.stored.event_document import EventDocument, seen_digest
from companion.club.events.stored.stored_events import EventState
from companion.club.persons.club_persons import LONGEST_PSEUDONYM
from companion.core.errors import Refused
from companion.core.wording import say, verbatim
from companion.plays.log.card_codes import NOT_A_CODE, read_card_code

GUEST_ID = "g"
"""Begins the ids of people without a card; those of cards are longer than any of them."""
MOST_ENTRANTS = 2000
LONGEST_REASON = 100
LIKE_A_CODE = re.compile(r"(?=.*[0-9])[0-9A-Z]{5}-?[0-9A-Z]{5}")


# -- what forms have seen -------------------------------------------------------------------------------------------


def rules_seen(state: EventState) -> str:
    """Digest of title, game and rules."""
    return seen_digest(state.title, state.game, state.document.event.rules)


def round_seen(state: EventState) -> str:
    """Digest of how many rounds there are, and of the seating that is looked at."""
    return seen_digest(len(state.document.event.rounds), state.document.proposal)


def table_seen(state: EventState, number: int, table: int) -> str:
    """Digest of a table and what was entered for it."""
    return seen_digest(table_of(state.document.event, number, table))


def table_of(event: ClubEvent, number: int, table: int) -> EventTable:
    """A table of a round. Raises ``Refused``."""
    if 1 <= number <= len(event.rounds):
        for each in event.rounds[number - 1].tables:
            if each.number == table:
                return each
    raise Refused("no-such-table", say("Round {round} has no table {table}.", round=number, table=table))


def _check_seen(now: str, seen: str) -> None:
    if now != seen:
        raise Refused(
            "stale",
            say("Somebody has changed this in the meantime. This is how it is now; what you did does not count yet."),
        )


# -- people ---------------------------------------------------------------------------------------------------------


def enter_person(state: EventState, person: str, *, myself: bool = False) -> EventDocument:
    """Somebody with a card takes part from the next round on; ``myself``: without the organiser."""
    if myself and not state.document.entry:
        raise Refused("entry-closed", say("Nobody can enter this event by themselves any more. Ask its organiser."))
    known = next((each for each in state.document.event.entrants if each.person == person), None)
    if known is not None and known.left_after is not None:
        return let_back(state, person)
    return _with_event(state, with_entrant(_with_room(state), Entrant(person, state.event.next_round), state.names))


def enter_guest(state: EventState, typed: str) -> EventDocument:
    """Somebody without a card takes part from the next round on."""
    name = _free_name(state, typed)
    numbers = [int(person.removeprefix(GUEST_ID)) for person in state.document.guests]
    person = f"{GUEST_ID}{max(numbers, default=0) + 1}"
    entered = with_entrant(_with_room(state), Entrant(person, state.event.next_round))
    return replace(_with_event(state, entered), guests={**state.document.guests, person: name})


def rename_guest(state: EventState, person: str, typed: str) -> EventDocument:
    """Somebody without a card is called otherwise."""
    if person not in state.document.guests:
        raise Refused("not-a-guest", say("Who has a card is called there as on the card."))
    name = _free_name(state, typed, but=person)
    return replace(state.document, guests={**state.document.guests, person: name})


def leave(state: EventState, person: str) -> EventDocument:
    """Somebody leaves after the last round that is seated, or is taken out who was in none."""
    event, names = state.document.event, {**state.names, **state.document.guests}
    if not any(person in each.people for each in event.rounds):
        document = _with_event(state, without_entrant(event, person, names))
        return replace(document, guests={key: name for key, name in document.guests.items() if key != person})
    return _with_event(state, with_leaving(event, person, len(event.rounds), names))


def let_back(state: EventState, person: str) -> EventDocument:
    """Somebody who has left is there again from the next round on."""
    names = {**state.names, **state.document.guests}
    return _with_event(state, with_leaving(state.document.event, person, None, names))


def set_entry(state: EventState, *, is_open: bool) -> EventDocument:
    """Whether people with a card may enter by themselves."""
    return replace(state.document, entry=is_open)


def code_in(typed: str) -> str | None:
    """The code of a card that was typed or scanned instead of a name. Raises ``Refused`` for one that is wrong."""
    code = read_card_code(typed)
    if code is None and ("/c/" in typed or LIKE_A_CODE.fullmatch(typed.strip().upper())):
        raise Refused("no-code", NOT_A_CODE, "name")
    return code


def _with_room(state: EventState) -> ClubEvent:
    if len(state.document.event.entrants) >= MOST_ENTRANTS:
        raise Refused("event-full", say("More than {n} people cannot take part in an event.", n=MOST_ENTRANTS))
    return state.document.event


def _free_name(state: EventState, typed: str, but: str = "") -> str:
    name = " ".join(typed.split())
    if not name or len(name) > LONGEST_PSEUDONYM or not name.isprintable():
        raise Refused("guest-name", say("A name has 1 to {n} letters.", n=LONGEST_PSEUDONYM), "name")
    taken = {**state.names, **state.document.guests}
    if any(known.casefold() == name.casefold() for person, known in taken.items() if person != but):
        raise Refused(
            "name-twice",
            say("There is somebody called {name} here already. Add something that tells the two apart.", name=name),
            "name",
        )
    return name


# -- rules ----------------------------------------------------------------------------------------------------------


def set_rules(state: EventState, rules: EventRules, seen: str) -> EventDocument:
    """Other rules, also in the middle of the event: the standings follow from them. No table may be left without
    points, also one that still plays or is not taken yet: nothing of the event could be shown once it has reported.
    """
    _check_seen(rules_seen(state), seen)
    check_rules(rules)
    changed = replace(state.document.event, rules=rules)
    proposed = state.document.proposal.tables if state.document.proposal is not None else ()
    for table in (*changed.tables(), *proposed):
        rules.points_at(len(table.seats))
    return _with_event(state, changed)


# -- rounds ---------------------------------------------------------------------------------------------------------


def seating_of(state: EventState, chance: Random, *, despite_open: bool) -> Callable[[EventState], EventDocument]:
    """Seat the next round, to be looked at. It takes long where there are many people, and so nothing is locked: what
    comes out is taken by what is returned, unless somebody has changed the event by then.
    """
    names = {**state.names, **state.document.guests}
    seated = seat_round(state.event, chance, despite_open=despite_open, names=names).round
    seen = seen_digest(state.document.event, state.document.proposal)

    def proposed(later: EventState) -> EventDocument:
        _check_seen(seen_digest(later.document.event, later.document.proposal), seen)
        return replace(later.document, proposal=seated)

    return proposed


def swap(state: EventState, one: str, other: str, seen: str) -> EventDocument:
    """Two people of the seating that is looked at have each other's place."""
    _check_seen(round_seen(state), seen)
    if state.document.proposal is None:
        raise Refused("no-seating", say("There is no seating to change. Seat the round first."))
    return replace(state.document, proposal=with_swap(state.document.proposal, one, other))


def drop_seating(state: EventState, seen: str) -> EventDocument:
    """The seating is not wanted."""
    _check_seen(round_seen(state), seen)
    return replace(state.document, proposal=None)


def late_comers(state: EventState) -> tuple[str, ...]:
    """Who came after the seating was made that is looked at, and was in no round before."""
    event, proposal = state.document.event, state.document.proposal
    if proposal is None:
        return ()
    seated = {*proposal.people, *(person for each in event.rounds for person in each.people)}
    return tuple(
        each.person for each in event.entrants if each.plays_in(event.next_round) and each.person not in seated
    )


def with_late_comers_later(state: EventState) -> ClubEvent:
    """The event in which these come in a round later."""
    late, event = late_comers(state), state.document.event
    return replace(
        event,
        entrants=tuple(
            replace(each, enters=event.next_round + 1) if each.person in late else each for each in event.entrants
        ),
    )


def take_seating(state: EventState, seen: str, *, later: bool = False) -> EventDocument:
    """The seating is the next round. What tables report from now on is of it. ``later``: people who came after
    it was made come in a round later.
    """
    _check_seen(round_seen(state), seen)
    if state.document.proposal is None:
        raise Refused("no-seating", say("There is no seating to take. Seat the round first."))
    names = {**state.names, **state.document.guests}
    there = with_late_comers_later(state) if later else state.document.event
    event = with_round(there, state.document.proposal, names)
    return replace(state.document, event=event, proposal=None, after=(*state.document.after, state.newest))


def take_back(state: EventState, seen: str, reported: int) -> EventDocument:
    """The last round is to be seated again. Its page has said that so many tables have ``reported``, which then do
    not count here; more of them are refused.
    """
    _check_seen(round_seen(state), seen)
    event = without_last_round(state.document.event)
    if reports_of_last(state) > reported:
        raise Refused("reported", say("A table has reported in the meantime. Look whether you still want that."))
    return replace(state.document, event=event, proposal=None, after=state.document.after[:-1])


def reports_of_last(state: EventState) -> int:
    """How many tables of the last round have reported."""
    last = len(state.document.event.rounds)
    return sum(number == last for number, _ in state.reports)


def enter_outcome(state: EventState, number: int, table: int, outcome: TableOutcome, seen: str) -> EventDocument:
    """How a table came out, as the organiser says, which counts before anything that the table reports; ``StillOpen``
    takes that away again.
    """
    _check_seen(table_seen(state, number, table), seen)
    return _with_event(state, with_outcome(state.document.event, number, table, outcome))


def void_for(reason: str) -> Voided:
    """A table that counts for nobody. Raises ``Refused`` where no reason is said."""
    why = " ".join(reason.split())
    if not why or len(why) > LONGEST_REASON or not why.isprintable():
        words = say("Say in a few words why, at most {n} letters: everybody reads it.", n=LONGEST_REASON)
        raise Refused("no-reason", words, "why")
    return Voided(verbatim(why))


def is_entered(table: EventTable) -> bool:
    """Whether the organiser has said how a table came out."""
    return not isinstance(table.outcome, StillOpen)


def _with_event(state: EventState, event: ClubEvent) -> EventDocument:
    return replace(state.document, event=event)
