"""What the pages of a club are made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from flask import current_app, render_template

from companion.club.results.received_results import ReceivedResults
from companion.club.results.result_views import ResultViews
from companion.club.tables.club_tables import ClubTables
from companion.locale import speaker
from web.http.identity import csrf_token, language, theme
from web.templating.helpers import day
from web.templating.translation import text_functions

KEY = "club"
"""Where the application keeps it."""


@dataclass(frozen=True)
class ClubContext:
    """``title`` is what the club is called; ``stored`` is told, in any thread, when a report was stored."""

    title: str
    key: bytes
    tables: ClubTables
    received: ReceivedResults
    results: ResultViews
    stored: Callable[[], object]


def club() -> ClubContext:
    """That of the present application."""
    return cast("ClubContext", current_app.extensions[KEY])


def draw(template: str, **given: Any) -> str:
    """Render a template of the club with the common variables and ``given``."""
    spoken, context = speaker(language(), {}), club()
    return render_template(
        template,
        **text_functions(spoken),
        lang=spoken.language,
        theme=theme(),
        csrf=csrf_token(context.key),
        club=context.title,
        day=day,
        **given,
    )
