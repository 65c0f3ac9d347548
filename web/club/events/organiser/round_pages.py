"""The organiser's first page: the present round, seating the next one, and taking one back."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import groupby
from random import Random

from flask import Blueprint, abort, redirect, request
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.club.events.event_changes import with_round
from companion.club.events.event_rounds import ClubEvent, Names, Round
from companion.club.events.seating.round_seating import open_notes
from companion.club.events.seating.seating_history import repeated_pairs, seating_history
from companion.club.events.stored.event_document import EventDocument
from companion.club.events.stored.organising import (
    drop_seating,
    late_comers,
    reports_of_last,
    round_seen,
    seating_of,
    swap,
    take_back,
    take_seating,
    with_late_comers_later,
)
from companion.club.events.stored.stored_events import EventState
from companion.club.events.tie_words import people_words
from companion.core.errors import Refused
from companion.core.wording import Message, listed, say, say_n
from web.club.club_context import club, draw
from web.club.events.organiser.organiser_access import organised
from web.club.events.shown_event import names_in, shown_proposal, shown_round
from web.form_values import number

pages = Blueprint("event_rounds", __name__)

FEW_PAIRS = 6
"""So many pairs who meet again are named."""


class RefusedTap(Struct, frozen=True):
    """What was refused, and at which button the page says so."""

    at: str
    words: Message


@pages.get("/event/<event>/organise")
def organise(event: str) -> str:
    """Where the event stands, and what comes next."""
    return _page(organised(event))


@pages.post("/event/<event>/organise")
def act(event: str) -> str | Response:
    """Seat, change, take or drop a seating, or take a round back."""
    state = organised(event)
    done = request.form.get("do", "")
    # A tap on somebody's name is a button of its own.
    done = "swap" if "other" in request.form else done
    seen = request.form.get("seen", "")
    acts: dict[str, Callable[[EventState], EventDocument]] = {
        "swap": lambda now: swap(now, request.form.get("one", ""), request.form.get("other", ""), seen),
        "take": lambda now: take_seating(now, seen, later=request.form.get("later") == "yes"),
        "drop": lambda now: drop_seating(now, seen),
        "back": lambda now: take_back(now, seen, number(request.form, "reported")),
    }
    try:
        if done == "seat":
            despite = request.form.get("despite") == "yes"
            chance = Random(secrets.token_bytes(16))
            club().events.change(event, seating_of(state, chance, despite_open=despite))
        elif done in acts:
            club().events.change(event, acts[done])
        else:
            abort(404)
    except Refused as error:
        return _page(organised(event), RefusedTap(done, error.message))
    return redirect(f"/event/{event}/organise#next", 303)


def _page(state: EventState, refusal: RefusedTap | None = None) -> str:
    names = names_in(state)
    event, proposal = state.event, state.document.proposal
    last = len(event.rounds)
    now = shown_round(state, last, names) if last else None
    looked = min(max(request.args.get("round", last, type=int), 1), last)
    there = sum(entrant.plays_in(event.next_round) for entrant in event.entrants)
    chosen = request.args.get("one", "")
    return draw(
        "club/organise.html",
        section="events",
        games=(),
        state=state,
        tab="round",
        seen=round_seen(state),
        now=now,
        shown=now if looked == last else shown_round(state, looked, names),
        proposal=shown_proposal(proposal, _with_unknown(proposal, names)) if proposal is not None else None,
        notes=_notes(state, proposal, names) if proposal is not None else (),
        misfit=_misfit(event, proposal, names) if proposal is not None else None,
        late=_late(state, proposal, names) if proposal is not None else None,
        chosen=chosen if proposal is not None and chosen in proposal.people else "",
        chosen_name=names.get(chosen, ""),
        enough=there >= event.rules.sizes.least,
        there=there,
        open_notes=open_notes(event, names),
        reported=reports_of_last(state),
        entered=now is not None and any(table.by == "organiser" for table in now.tables),
        refusal=refusal,
    )


def _with_unknown(proposal: Round, names: Names) -> Names:
    """Somebody may have been taken out of the event since the seating was made."""
    return {**dict.fromkeys(proposal.people, "?"), **names}


def _notes(state: EventState, proposal: Round, names: Names) -> tuple[Message, ...]:
    """What the organiser should know before the seating is taken."""
    known = {entrant.person for entrant in state.event.entrants}
    if not known >= set(proposal.people):
        return ()
    pairs = repeated_pairs(seating_history(state.event), proposal)
    notes = [*open_notes(state.event, names)]
    if pairs and len(pairs) <= FEW_PAIRS:
        ordered = groupby(sorted(pairs), key=lambda pair: pair[0])
        met = [
            say("{one} meets {others}", one=names[one], others=listed([names[other] for _, other in each]))
            for one, each in ordered
        ]
        notes.append(say("Meet again: {pairs}.", pairs=listed(met)))
    elif pairs:
        notes.append(say_n("{n} pair meets again.", "{n} pairs meet again.", len(pairs)))
    elif state.event.rounds:
        notes.append(say("Nobody meets anybody again."))
    return tuple(notes)


def _late(state: EventState, proposal: Round, names: Names) -> Message | None:
    """Who came after the seating was made, if nothing else stands in its way."""
    late = late_comers(state)
    if not late or _misfit(with_late_comers_later(state), proposal, names) is not None:
        return None
    return people_words(late, names)


def _misfit(event: ClubEvent, proposal: Round, names: Names) -> Message | None:
    """Why the seating cannot be taken any more, as people have come or left."""
    try:
        with_round(event, proposal, names)
    except Refused as error:
        return error.message
    return None
