"""A person of the club as everybody may see them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.club.results.person_views import person_view
from companion.club.results.rating_model import BEGINNER
from companion.club.results.result_views import SHOWN
from companion.core.wording import say
from web.club.club_context import club, draw
from web.club.results.known_games import icon_of
from web.club.results.result_pages import before
from web.club.results.strength_chart import strength_chart

pages = Blueprint("persons", __name__)

NOBODY = say("Nobody here has this address, or not any more.")


@pages.get("/p/<person>")
def person(person: str) -> str | tuple[str, int]:
    """Somebody's own page; ``before`` leads to earlier results."""
    found = person_view(club().results.database, person, before())
    if found is None:
        return nobody()
    given: dict[str, Any] = {
        "person": found,
        "more": len(found.results) == SHOWN,
        "beginner": BEGINNER.strength,
        "icon_of": icon_of,
        "chart_of": strength_chart,
    }
    return draw("club/person.html", section="rankings", **given)


def nobody() -> tuple[str, int]:
    """The answer for whom the club does not know, or has forgotten."""
    return draw("club/error.html", section="", title=say("Nobody is here"), words=NOBODY), 404
