"""Language and theme of a browser."""

from flask import Blueprint, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from companion.locale import LANGUAGES
from web.http.identity import LANGUAGE, THEME, THEMES, YEAR

pages = Blueprint("look", __name__)


@pages.post("/look")
def change() -> Response:
    """Store language and theme in cookies."""
    back = request.form.get("back", "")
    known = ("join", "seat", "table", "scribe", "log", "score", "history", "host", "sim", "hardware", "audit")
    response = redirect(url_for(f"{back if back in known else 'join'}.page"), 303)
    language, theme = request.form.get("lang", ""), request.form.get("theme", "")
    if language in LANGUAGES:
        response.set_cookie(LANGUAGE, language, max_age=YEAR, samesite="Lax", httponly=True)
    response.set_cookie(THEME, theme if theme in THEMES else "", max_age=YEAR, samesite="Lax", httponly=True)
    return response
