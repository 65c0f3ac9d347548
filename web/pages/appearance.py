"""Language, theme and other choices of a browser; the manifest with which a page is installed."""

from flask import Blueprint, Response, abort, jsonify, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import say
from companion.locale import LANGUAGES, direction, speaker, supported, tag
from web.http.identity import CHOICES, LANGUAGE, THEME, THEMES, language, set_cookie

pages = Blueprint("look", __name__)

NAME = say("Table companion")
SHORT_NAME = say("Companion")
"""Shown below an icon, where a dozen characters have room."""
GROUND = "#17130f"
"""Background colour of the dark theme."""
BACK = (
    *("join", "seat", "table", "scribe", "log", "score", "history", "host", "sim", "hardware", "audit"),
    *("signs", "tour"),
)
"""Pages to which the form of choices leads back."""
SIZES = (192, 512)
"""Widths of the icons in pixels. Their picture lies within the part that every mask leaves."""


@pages.post("/look")
def change() -> AnyResponse:
    """Store what was chosen in cookies."""
    form = request.form
    back = form.get("back", "")
    response = redirect(url_for(f"{back if back in BACK else 'join'}.page"), 303)
    theme = form.get("theme", "")
    chosen = {THEME: theme if theme in THEMES else ""}
    if form.get("lang", "") in LANGUAGES:
        chosen[LANGUAGE] = form["lang"]
    for name, values in CHOICES.items():
        # A box that is ticked is sent after the value that holds while it is not.
        if (value := (form.getlist(name) or [""])[-1]) in values:
            chosen[name] = value
    for name, value in chosen.items():
        set_cookie(response, name, value)
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest of the installed page, in the language ``lang``. Browsers install over HTTPS only."""
    if not request.is_secure:
        abort(404)
    spoken = supported(request.args.get("lang", "")) or language()
    words = speaker(spoken, {})
    response = jsonify(
        id=f"{request.script_root}/",
        lang=tag(spoken),
        dir=direction(spoken),
        name=words.say(NAME),
        short_name=words.say(SHORT_NAME),
        start_url=url_for("seat.page"),
        display="standalone",
        background_color=GROUND,
        theme_color=GROUND,
        icons=[
            {
                "src": url_for("static", filename=f"icons/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in SIZES
        ],
    )
    response.mimetype = "application/manifest+json"
    return response
