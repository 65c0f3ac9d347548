"""Results as they come, each of them in full, and rankings by game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, request

from companion.club.results.rating_model import BEGINNER, FEW_PLAYS
from companion.club.results.result_views import SHOWN
from companion.club.results.whole_results import whole_result
from companion.core.wording import say
from web.club.club_context import club, draw
from web.club.results.known_games import icon_of, options_in_words
from web.templating.helpers import pairs, slug

pages = Blueprint("results", __name__)

LARGEST_NUMBER = 2**63 - 1
"""Databases number no further, and refuse what is greater."""


def before() -> int | None:
    """The number of the result before which those are asked for that a page shows."""
    number = request.args.get("before", type=int)
    return number if number is not None and abs(number) <= LARGEST_NUMBER else None


@pages.get("/results")
def newest() -> str:
    """The latest results; ``before`` leads to earlier ones."""
    found = club().results.newest(before())
    return draw("club/results.html", section="results", results=found, more=len(found) == SHOWN)


@pages.get(f"/result/<int(max={LARGEST_NUMBER}):number>")
def whole(number: int) -> str | tuple[str, int]:
    """One result with every point in words."""
    found = whole_result(club().results.database, number)
    if found is None:
        abort(404)
    if found.score is None:
        words = say("The table has taken this result back: the play goes on.")
        return draw("club/error.html", section="results", title=say("There is no result any more"), words=words), 404
    given: dict[str, Any] = {
        "result": found,
        "score": found.score,
        "persons": found.persons,
        "names": found.names,
        "icon_name": icon_of(found.game),
        "options": options_in_words(found.game, found.options),
    }
    return draw("club/result.html", section="results", pairs=pairs, slug=slug, **given)


@pages.get("/rankings")
def rankings() -> str:
    """All games, with who comes first in each."""
    return draw("club/rankings.html", section="rankings", leaders=club().results.leaders(), icon_of=icon_of)


@pages.get("/ranking/<game>")
def ranking(game: str) -> str:
    """Who is how strong at a game, as far as the club knows."""
    found = club().results.ranking(game)
    if found is None:
        abort(404)
    games = club().results.games()
    given: dict[str, Any] = {
        "ranking": found,
        "games": games,
        "here": game,
        "beginner": BEGINNER.strength,
        "few": FEW_PLAYS,
    }
    return draw("club/ranking.html", section="rankings", **given)
