"""Creates the Flask application of a club."""

from __future__ import annotations

import logging
import time

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response

from companion.club.storage.club_database import ClubDatabaseError
from companion.core.errors import raised_at
from companion.core.wording import Message, say
from companion.network.reachability.senders import RefusalLog
from web.club import card_pages, report_pages
from web.club.club_context import KEY, ClubContext, club_app, draw
from web.club.events import event_pages
from web.club.events.organiser import entrant_pages, outcome_pages, round_pages, rules_pages
from web.club.results import csv_pages, person_pages, result_pages
from web.club.room.room_pages import install_room, room_now
from web.http.compression import compress_responses
from web.http.guard import NO_COOKIES, guard, lacks_cookies
from web.http.table_addresses import TableAddresses

logger = logging.getLogger(__name__)

PAGES = (
    result_pages,
    person_pages,
    csv_pages,
    card_pages,
    event_pages,
    round_pages,
    outcome_pages,
    entrant_pages,
    rules_pages,
)

WORDS: dict[int, tuple[Message, Message]] = {
    403: (say("Not from here"), say("Open the page anew and try again.")),
    404: (say("There is nothing here"), say("This address leads nowhere in this club.")),
    421: (say("Not this club"), say("The club does not answer to that name: see names in its settings.")),
    500: (say("Something broke"), say("Nothing is lost. Go back and try again; the log of the club names the place.")),
    503: (say("The database is away"), say("Nothing is lost: the tables keep their results. Try again in a moment.")),
}


def create_club_site(
    context: ClubContext, addresses: TableAddresses, refusal_log: RefusalLog | None = None, proxies: int = 0
) -> Flask:
    """Create the application of the club that ``context`` describes, which answers to these ``addresses``. So many
    servers in front of it say who asks.
    """
    app = club_app()
    app.extensions[KEY] = context
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    compress_responses(app)
    guard(app, addresses, context.key, refusal_log or RefusalLog(time.monotonic))
    app.register_blueprint(report_pages.reports)
    for module in PAGES:
        app.register_blueprint(module.pages)
    if context.room is not None:
        install_room(app, context.room)
    app.add_url_rule("/", "first", room_now if context.room is not None else result_pages.newest)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[str, int] | Response:
        if lacks_cookies():
            return _worded(*NO_COOKIES, 403)
        return _page(error.code) if error.code in WORDS else error.get_response()

    @app.errorhandler(ClubDatabaseError)
    def away(error: ClubDatabaseError) -> tuple[str, int]:
        logger.warning("the database: %s", error)
        return _page(503)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[str, int]:
        logger.error("a page broke: %s at %s", type(error).__name__, raised_at(error))
        return _page(500)

    return app


def _page(code: int) -> tuple[str, int]:
    return _worded(*WORDS[code], code)


def _worded(title: Message, words: Message, code: int) -> tuple[str, int]:
    return draw("club/error.html", title=title, words=words), code
