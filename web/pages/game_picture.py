"""The pictures that packages of games bring."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from web.page_request import library

pages = Blueprint("game_picture", __name__)


@pages.get("/game-picture/<key>.png")
def png(key: str) -> Response:
    """The picture of an installed game."""
    picture = library().pictures.get(key)
    if picture is None:
        abort(404)
    reply = Response(picture, mimetype="image/png")
    reply.cache_control.max_age = 3600
    return reply
