"""A card of the club: whose it is, what its owner is called and how strong, and being forgotten."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from companion.club.persons.club_persons import LONGEST_PSEUDONYM, ClubPersonError, UnknownCard
from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.reporting.card_codes import read_card_code, shown_card_code
from web.club.club_context import club, draw
from web.http.identity import address

pages = Blueprint("cards", __name__)

NOT_A_CODE = say("This is no code of a card: one sign of it is wrong or missing. Look at it again.")


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
    }
    chosen = request.form.get("do", "")
    try:
        club().card_tries.take(address())
        if chosen in acts:
            acts[chosen]()
        club().card_tries.forgive(address())
    except UnknownCard as error:
        return _no_card(error.message, code)
    except ClubPersonError as error:
        club().card_tries.forgive(address())
        return _card(code, error.message, name)
    except Refused as error:
        return _no_card(error.message, code)
    return draw("club/forgotten.html") if chosen == "forget" else redirect(f"/c/{read}")


def _forget(code: str) -> None:
    club().persons.forget(code)
    club().forgotten()


def _card(code: str, trouble: Message | None = None, name: str = "") -> str | Response | tuple[str, int]:
    read = read_card_code(code)
    if read is None:
        return _no_card(NOT_A_CODE, code)
    try:
        club().card_tries.take(address())
        person = club().persons.person_of(read)
        club().card_tries.forgive(address())
    except (Refused, UnknownCard) as error:
        return _no_card(error.message, code)
    return draw(
        "club/card.html",
        section="card",
        code=read,
        shown=shown_card_code(read),
        person=person,
        strengths=club().results.strengths(person.id) if person is not None else (),
        trouble=trouble,
        entered=name,
        longest=LONGEST_PSEUDONYM,
    )


def _no_card(why: Message, code: str) -> tuple[str, int]:
    return draw("club/card_code.html", section="card", trouble=why, typed=code[:40]), 404
