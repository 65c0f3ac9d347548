"""The organiser's page of rules. Every field stands as it counts; an event can begin without a look at it."""

from __future__ import annotations

import re
from typing import Any, get_args

from flask import Blueprint, redirect, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.club.events.event_rules import EventRules, MissedRounds, SeatingMethod, TieBreakKind, TiedRanks
from companion.club.events.stored.event_document import EventDocument
from companion.club.events.stored.organising import rules_seen, set_rules
from companion.club.events.stored.stored_events import LONGEST_TITLE, EventState
from companion.club.events.stored.usual_rules import KINDS, SIZES, kind_of
from companion.club.events.table_sizes import SizeRule
from companion.core.errors import Refused
from companion.core.wording import Message, say
from web.club.club_context import club, draw
from web.club.events.organiser.organiser_access import organised
from web.club.events.rules_words import KIND_WORDS, TIE_BREAK_WORDS
from web.form_values import number

pages = Blueprint("event_rules", __name__)

OWN = "own"
NUMBERS = re.compile(r"[0-9]{1,4}(?:[\s,;]+[0-9]{1,4}){0,7}")
MOST_POINTS = 9999


@pages.get("/event/<event>/organise/rules")
def rules(event: str) -> str:
    """The rules as they are."""
    state = organised(event)
    return _page(state, _fields(state))


@pages.post("/event/<event>/organise/rules")
def act(event: str) -> str | Response:
    """Set all of them."""
    organised(event)
    form = request.form

    def changed(now: EventState) -> tuple[str, str, EventDocument]:
        document = set_rules(now, _read(form, now.document.event.rules), form.get("seen", ""))
        return form.get("title", ""), form.get("game", ""), document

    try:
        club().events.rename(event, changed)
    except Refused as error:
        state = organised(event)
        typed = {**_fields(state), **form.to_dict()}
        # What somebody else has changed is shown as it is, and not hidden below what was typed here.
        return _page(state, _fields(state) if error.code == "stale" else typed, error.message, error.field)
    return redirect(f"/event/{event}/organise/rules?set=yes", 303)


def _page(state: EventState, fields: dict[str, str], trouble: Message | None = None, field: str = "") -> str:
    games = {key: title for key, title in club().results.games().items() if key != state.game}
    known = club().results.games().get(state.game)
    return draw(
        "club/organise_rules.html",
        section="events",
        games=(),
        state=state,
        tab="rules",
        seen=rules_seen(state),
        fields=fields,
        kinds=KIND_WORDS,
        sizes=SIZES,
        tie_breaks=TIE_BREAK_WORDS,
        known_games=games,
        own_game=known if known is not None else state.game,
        played=bool(state.event.rounds),
        trouble=trouble,
        at=field,
        saved=trouble is None and request.args.get("set") == "yes",
        longest=LONGEST_TITLE,
    )


def _fields(state: EventState) -> dict[str, str]:
    """The fields of the form as the event has them."""
    rules = state.document.event.rules
    fields: dict[str, Any] = {
        "title": state.title,
        "game": state.game,
        "least": rules.sizes.least,
        "most": rules.sizes.most,
        "preferred": rules.sizes.preferred,
        "points": kind_of(rules.points) or OWN,
        "method": rules.method,
        "ties": rules.ties,
        "bye": rules.bye,
        "void": rules.void,
        "missed": rules.missed,
        **{f"points-{size}": " ".join(map(str, points)) for size, points in rules.points.items()},
        **{f"tie-break-{place}": tie_break for place, tie_break in enumerate(rules.tie_breaks, start=1)},
    }
    return {key: str(value) for key, value in fields.items()}


def _read(form: MultiDict[str, str], before: EventRules) -> EventRules:
    """The rules in the form. Raises ``Refused``."""
    return replace(
        before,
        sizes=SizeRule(_small(form, "least"), _small(form, "most"), _small(form, "preferred")),
        points=_points(form),
        method=_one_of(form, "method", get_args(SeatingMethod)),
        ties=_one_of(form, "ties", get_args(TiedRanks)),
        bye=_small(form, "bye"),
        void=_small(form, "void"),
        missed=_one_of(form, "missed", get_args(MissedRounds)),
        tie_breaks=tuple(
            _one_of(form, f"tie-break-{place}", get_args(TieBreakKind))
            for place in range(1, len(get_args(TieBreakKind)) + 1)
            if form.get(f"tie-break-{place}")
        ),
    )


def _points(form: MultiDict[str, str]) -> dict[int, tuple[int, ...]]:
    kind = form.get("points", "")
    for known, points in KINDS.items():
        if kind == known:
            return points
    found: dict[int, tuple[int, ...]] = {}
    for size in SIZES:
        text = form.get(f"points-{size}", "").strip()
        if text and not NUMBERS.fullmatch(text):
            raise Refused(
                "points-typed",
                say("Points at a table of {size}: whole numbers with spaces between them, as 5 3 2 1.", size=size),
                "points",
            )
        if text:
            found[size] = tuple(int(each) for each in re.split(r"[\s,;]+", text))
    return found


def _small(form: MultiDict[str, str], key: str) -> int:
    try:
        found = number(form, key)
    except Refused as error:
        raise Refused(error.code, error.message, key) from error
    if abs(found) > MOST_POINTS:
        raise Refused(
            "too-many-points", say("A number from {least} to {most}.", least=-MOST_POINTS, most=MOST_POINTS), key
        )
    return found


def _one_of(form: MultiDict[str, str], key: str, known: tuple[Any, ...]) -> Any:
    chosen = form.get(key, "")
    if chosen not in known:
        raise Refused("not-offered", say("Choose one of them."), key)
    return chosen
