"""The pages of the table. ``create_app`` puts the application together; see README.md for the law of this folder."""

from __future__ import annotations

import logging

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.core.errors import place_of_bug
from companion.core.wording import Message, say
from companion.locale import speaker
from companion.network.recent_addresses import RecentAddresses
from companion.network.refusal_log import RefusalLog
from companion.plays.log_errors import LogError
from companion.service.table import Table
from web import api
from web.app_context import KEY, Parts, asking
from web.compression import pack
from web.guard import guard
from web.identity import language
from web.macros import KitTemplate
from web.pages import (
    audit,
    boxes,
    clock,
    company,
    events,
    facts,
    hardware,
    join,
    keeping,
    look,
    numbers,
    paper,
    read_only,
    sheets,
    sim,
)
from web.pages.photo import pages as photo_pages
from web.pages.photo import roomier
from web.portal import portal
from web.table_addresses import Doors

logger = logging.getLogger(__name__)

BLUEPRINTS = (
    join.pages,
    company.pages,
    facts.pages,
    numbers.pages,
    read_only.table_pages,
    read_only.log_pages,
    read_only.score_pages,
    read_only.scribe_pages,
    read_only.history_pages,
    sheets.pages,
    boxes.pages,
    events.pages,
    sim.pages,
    hardware.pages,
    keeping.pages,
    look.pages,
    paper.pages,
    clock.pages,
    audit.pages,
    photo_pages,
    api.pages,
)

WORDS: dict[int, tuple[Message, Message]] = {
    400: (say("That was not understood"), say("The page sent something this table does not know. Try again.")),
    403: (say("Not from here"), say("Open the page anew and try again; some pages are only for the host.")),
    404: (say("There is nothing here"), say("This address leads nowhere at this table.")),
    405: (say("Not like this"), say("This address is not a page to open.")),
    413: (say("Too large"), say("That is more than the table takes at once.")),
    421: (say("Not this table"), say("The table does not answer to that name. Use the address on the table screen.")),
    500: (say("Something broke"), say("Nothing of the play is lost. Go back and try again; the host sees the error.")),
}

CANNOT_BE_READ = say("That cannot be read")


OF_THE_PAGE = ("content-type", "content-length")


def create_app(
    table: Table,
    doors: Doors,
    key: bytes,
    *,
    recent_addresses: RecentAddresses | None = None,
    refusal_log: RefusalLog | None = None,
) -> Flask:
    """The application for ``table``, reached through ``doors``. ``key`` signs the tokens against forged forms.

    ``recent_addresses`` remembers who came, ``refusal_log`` says who was turned away.
    """
    recent_addresses = recent_addresses or RecentAddresses(table.clock_now)
    app = Flask(__name__)
    app.extensions[KEY] = Parts(table, doors, key, recent_addresses)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.template_class = KitTemplate
    pack(app)
    portal(app, doors, recent_addresses)
    guard(app, doors, key, refusal_log or RefusalLog(table.clock_now), roomier(table))
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(LogError, _unreadable)
    app.register_error_handler(Exception, _broken)
    return app


def _http_error(error: HTTPException) -> tuple[str | Response, int, dict[str, str]]:
    code = error.code or 500
    page = _error_page(code if code in WORDS else 400, code)
    # What an error carries besides its page, such as the methods that are allowed.
    carried = {name: value for name, value in error.get_headers() if name.lower() not in OF_THE_PAGE}
    return page, code, carried


def _broken(error: Exception) -> tuple[str | Response, int]:
    # The message of an exception may hold what somebody hides: its type and place are enough to find it.
    logger.error("a page broke: %s at %s", type(error).__name__, place_of_bug(error))
    return _error_page(500, 500), 500


def _unreadable(fault: LogError) -> tuple[str | Response, int]:
    """What is stored cannot be read, or nothing can be stored: the page says what, and what to do."""
    logger.error("a page could not read the log: %s", fault.code)
    try:
        return _worded(CANNOT_BE_READ, fault.message, 503), 503
    except LogError:
        # Not even who is asking can be read.
        words = speaker(language(), {})
        text = f"{words.say(CANNOT_BE_READ)}\n\n{words.say(fault.message)}\n"
        return Response(text, mimetype="text/plain"), 503


def _error_page(words: int, code: int) -> str | Response:
    return _worded(*WORDS[words], code)


def _worded(heading: Message, text: Message, code: int) -> str | Response:
    if request.path.startswith(f"{api.ROOT}/"):
        return api.problem(code, text)
    return asking("error").draw("error.html", heading=heading, text=text, code=code)


__all__ = ["create_app"]
