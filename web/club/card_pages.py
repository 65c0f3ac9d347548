"""A card of the club: whose it is, what its owner is called and how strong, and being forgotten."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.club.persons.club_persons import LONGEST_PSEUDONYM, ClubPersonError, UnknownCard
from companion.core.wording import Message
from companion.plays.log.card_codes import NOT_A_CODE, read_card_code, shown_card_code
from web.club.club_context import answer_late, club, draw
from web.club.events.card_events import EVENT_ACTS, card_events

pages = Blueprint("cards", __name__)


@pages.get("/c")
def typed() -> str | Response | tuple[str, int]:
    """Where a code is typed."""
    wanted = request.args.get("code", "")
    if not wanted:
        return draw("club/card_code.html", section="card", trouble=None, typed="")
    code = read_card_code(wanted)
    return _no_card(NOT_A_CODE, wanted) if code is None else redirect(f"/c/{code}")


@pages.get("/c/<code>")
def card(code: str) -> str | Response | tuple[str, int]:
    """The page of one card, which its QR code opens."""
    return _card(code)


@pages.post("/c/<code>")
def act(code: str) -> str | Response | tuple[str, int]:
    """Take the card, be called otherwise, or be forgotten."""
    read = read_card_code(code)
    if read is None:
        return _no_card(NOT_A_CODE, code)
    persons, name = club().persons, request.form.get("name", "")
    acts: dict[str, Callable[[], object]] = {
        "take": lambda: persons.take_card(read, name),
        "rename": lambda: persons.rename(read, name),
        "forget": lambda: _forget(read),
        **{event_act: partial(event_act_of, read) for event_act, event_act_of in EVENT_ACTS.items()},
    }
    chosen = request.form.get("do", "")
    try:
        if chosen in acts:
            acts[chosen]()
    except UnknownCard as error:
        answer_late()
        return _no_card(error.message, code)
    except ClubPersonError as error:
        if chosen in EVENT_ACTS:
            return _card(code, event_trouble=error.message)
        return _card(code, error.message, name)
    return draw("club/forgotten.html") if chosen == "forget" else redirect(f"/c/{read}")


def _forget(code: str) -> None:
    club().persons.forget(code)
    club().forgotten()


def _card(
    code: str, trouble: Message | None = None, name: str = "", event_trouble: Message | None = None
) -> str | Response | tuple[str, int]:
    read = read_card_code(code)
    if read is None:
        return _no_card(NOT_A_CODE, code)
    try:
        person = club().persons.person_of(read)
    except UnknownCard as error:
        answer_late()
        return _no_card(error.message, code)
    return draw(
        "club/card.html",
        section="card",
        code=read,
        shown=shown_card_code(read),
        person=person,
        strengths=club().results.strengths(person.id) if person is not None else (),
        tables=club().tables.at_hand() if person is not None else (),
        events=card_events(person.id) if person is not None else (),
        event_trouble=event_trouble,
        trouble=trouble,
        entered=name,
        longest=LONGEST_PSEUDONYM,
    )


def _no_card(why: Message, code: str) -> tuple[str, int]:
    return draw("club/card_code.html", section="card", trouble=why, typed=code[:40]), 404
