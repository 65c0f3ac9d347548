"""Results as they come, and rankings by game."""

from __future__ import annotations

from flask import Blueprint, abort, request

from companion.club.results.rating_model import BEGINNER
from companion.club.results.result_views import SHOWN
from web.club.club_context import club, draw

pages = Blueprint("results", __name__)


@pages.get("/results")
def newest() -> str:
    """The latest results; ``before`` leads to earlier ones."""
    found = club().results.newest(request.args.get("before", type=int))
    games = club().results.games()
    return draw("club/results.html", section="results", results=found, more=len(found) == SHOWN, games=games)


@pages.get("/ranking/<game>")
def ranking(game: str) -> str:
    """Who is how strong at a game, as far as the club knows."""
    found = club().results.ranking(game)
    if found is None:
        abort(404)
    given = {"ranking": found, "games": club().results.games(), "here": game, "beginner": BEGINNER.strength}
    return draw("club/ranking.html", section="results", **given)
