"""What the pages of a club are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, current_app, render_template, request
from jinja2 import ChoiceLoader, PackageLoader

from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.received_results import ReceivedResults
from companion.club.results.result_views import ResultViews
from companion.club.tables.club_tables import ClubTables
from companion.core.wording import say
from companion.locale import speaker
from companion.network.reachability.late_answers import LATE, LateAnswers, LateTurn
from companion.network.reachability.senders import sender_of
from web.http.guard import refused_with
from web.http.identity import address, csrf_token, language, theme
from web.templating.compiling.compiled_templates import compile_as_pages
from web.templating.page_assets import page_script
from web.templating.translation import text_functions

if TYPE_CHECKING:
    from companion.club.live_room.club_room import ClubRoom

SECTIONS = (
    ("room", "/room", say("Room")),
    ("results", "/results", say("Results")),
    ("rankings", "/rankings", say("Rankings")),
    ("events", "/events", say("Events")),
    ("card", "/c", say("Your card")),
)
"""What every page leads to: key, address, words. There is a room only where the settings name a broker."""
KEY = "club"
"""Where the application keeps it."""


@dataclass(frozen=True)
class ClubContext:
    """``title`` is what the club is called; wrong codes wait in ``late_answers``; ``stored`` is
    told, in any thread, when a report was stored, ``forgotten`` when a person was forgotten. ``language`` is that of
    the screen on the wall; ``room`` is None where the settings name no broker.
    """

    title: str
    key: bytes
    tables: ClubTables
    received: ReceivedResults
    results: ResultViews
    persons: ClubPersons
    events: StoredEvents
    late_answers: LateAnswers
    stored: Callable[[], object]
    forgotten: Callable[[], object]
    language: str
    room: ClubRoom | None


def club_app() -> Flask:
    """An application with the templates of a club beside those of a table, which it shares parts of."""
    app = Flask("web")
    app.jinja_loader = ChoiceLoader([PackageLoader("web.club"), PackageLoader("web")])
    compile_as_pages(app.jinja_env)
    return app


def club() -> ClubContext:
    """That of the present application."""
    return cast("ClubContext", current_app.extensions[KEY])


def answer_late(sender: str = "") -> None:
    """Answer this request late, because its code was wrong, without holding a thread. ``sender``: who asks; an
    address if not given.
    """
    request.environ[LATE] = LateTurn(club().late_answers, sender or sender_of(address()))
    refused_with("wrong-code")


def time_of_day(wall: float) -> str:
    """The time of a Unix time, with its date if that is not today."""
    then = datetime.fromtimestamp(wall)
    return then.strftime("%H:%M") if then.date() == datetime.now().date() else when(wall)


def when(wall: float) -> str:
    """Date and time of a Unix time, as the club's own clock shows it."""
    return datetime.fromtimestamp(wall).strftime("%Y-%m-%d %H:%M")


def draw(template: str, names: Mapping[int, str] | None = None, **given: Any) -> str:
    """Render a template of the club with the common variables and ``given``, in the language of the asker; ``names``
    are those of seats.
    """
    return draw_in(language(), template, names, **given)


def draw_in(spoken_in: str, template: str, names: Mapping[int, str] | None = None, /, **given: Any) -> str:
    """The same in another language."""
    spoken, context = speaker(spoken_in, names or {}), club()
    common = {
        **text_functions(spoken),
        "theme": theme(screen="wall" in template),
        "csrf": csrf_token(context.key),
        "club": context.title,
        "sections": [section for section in SECTIONS if section[0] != "room" or context.room is not None],
        "when": when,
        "page_script": page_script,
        "root": request.script_root,
    }
    return render_template(template, **common | given)
