"""Create the Flask application: blueprints, live pages, error pages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.core.errors import raised_at
from companion.core.wording import Message, say
from companion.locale import speaker
from companion.network.reachability.senders import RecentAddresses, RefusalLog
from companion.plays.storage.log_errors import LogError
from companion.service.table import RunningTable
from web import api
from web.http.compression import compress_responses
from web.http.device_memory import DeviceMemory
from web.http.flash_messages import install_flash_messages
from web.http.guard import NO_COOKIES, asked_name, guard, lacks_cookies
from web.http.identity import language
from web.http.proxies import NO_PROXIES, BehindProxies, Proxies
from web.http.table_addresses import TableAddresses
from web.page_request import KEY, AppContext, Fragment, PageRequest, page_request
from web.pages import appearance, game_picture, tour
from web.pages.captive_portal import install_captive_portal
from web.pages.editors import box, box_lending, box_table, sheet
from web.pages.host import (
    clock,
    club_reports,
    game,
    hardware,
    home_wifi,
    host,
    keeping,
    room,
    scribe,
    simulator,
    stickers,
    table_identity,
    tags,
)
from web.pages.live import event_stream
from web.pages.play import audit, history, log, photo, records, score, signs, table_screen, watch
from web.pages.seats import (
    club_card,
    codes,
    facts,
    forms,
    join,
    meaning,
    numbers,
    pads,
    paper,
    presence,
    printed_values,
    reading,
    seat,
    setting_up,
)
from web.templating.compiling.compiled_templates import CompiledTemplates, compile_as_pages, compile_missing
from web.templating.compiling.macros import BoundTemplate
from web.templating.drawn_pieces import VIEWERS, OwnCaches
from web.templating.fragment_parts import ShownParts

logger = logging.getLogger(__name__)

BLUEPRINTS = (
    join.pages,
    presence.pages,
    reading.pages,
    setting_up.pages,
    printed_values.pages,
    seat.pages,
    forms.pages,
    pads.pages,
    meaning.pages,
    facts.pages,
    numbers.pages,
    paper.pages,
    codes.pages,
    club_card.pages,
    table_screen.pages,
    watch.pages,
    log.pages,
    score.pages,
    signs.pages,
    history.pages,
    records.pages,
    audit.pages,
    photo.pages,
    host.pages,
    game.pages,
    stickers.pages,
    scribe.pages,
    clock.pages,
    hardware.pages,
    tags.pages,
    keeping.pages,
    home_wifi.pages,
    room.pages,
    table_identity.pages,
    club_reports.pages,
    simulator.pages,
    sheet.pages,
    box.pages,
    box_table.pages,
    box_lending.pages,
    appearance.pages,
    game_picture.pages,
    tour.pages,
    event_stream.pages,
    api.pages,
)

FRAGMENTS: Mapping[str, Callable[[PageRequest], Fragment]] = {
    "seat": seat.fragment,
    "table": table_screen.fragment,
    "join": join.fragment,
    "watch": watch.fragment,
    "scribe": scribe.fragment,
    "log": log.fragment,
    "score": score.fragment,
    "host": host.fragment,
    "game": game.fragment,
    "sim": simulator.fragment,
    "hardware": hardware.fragment,
    "tags": tags.fragment,
    "audit": audit.fragment,
    "codes": codes.fragment,
    "keeping": keeping.fragment,
    "wifi": home_wifi.fragment,
    "room": room.fragment,
    "identity": table_identity.fragment,
    "club": club_reports.fragment,
    "card": club_card.fragment,
}
"""The live pages by name."""

WORDS: dict[int, tuple[Message, Message]] = {
    400: (say("That was not understood"), say("The page sent something this table does not know. Try again.")),
    403: (say("Not from here"), say("Open the page anew and try again; some pages are only for the admin.")),
    404: (say("There is nothing here"), say("This address leads nowhere at this table.")),
    405: (say("Not like this"), say("This address is not a page to open.")),
    413: (say("Too large"), say("That is more than the table takes at once.")),
    500: (
        say("Something broke"),
        say("Nothing of the play is lost. Go back and try again; the admin sees the error."),
    ),
    503: (
        say("The table is busy"),
        say(
            "It does not answer, perhaps because another program holds its file. What you sent may still count: "
            "open the page anew in a moment and look before you send it again."
        ),
    ),
}

MISDIRECTED = 421


def foreign_name(name: str) -> tuple[Message, Message]:
    """Title and text of the answer 421 to a browser that used ``name``, which is not an address of this table."""
    text = say(
        "The table does not answer to {name}. Use the address on the table screen. If {name} is to lead here, write "
        'into companion.toml: names = ["{name}"], or url, if a server in front of the table has this name.',
        name=name,
    )
    return say("Not this table"), text


CANNOT_BE_READ = say("That cannot be read")


OF_THE_PAGE = ("content-type", "content-length")


def create_app(
    opened: RunningTable,
    addresses: TableAddresses,
    key: bytes,
    *,
    recent_addresses: RecentAddresses | None = None,
    refusal_log: RefusalLog | None = None,
    compiled: Path | None = None,
    proxies: Proxies = NO_PROXIES,
) -> Flask:
    """Create the application for the table that was ``opened``, served at ``addresses``.

    ``key`` signs CSRF tokens. ``recent_addresses`` records client addresses, ``refusal_log`` refused requests. Compiled
    templates are kept in the folder ``compiled``; those that are missing there are compiled now. ``proxies`` are the
    servers in front of the table.
    """
    table = opened.table
    recent_addresses = recent_addresses or RecentAddresses(opened.clock.mono)
    app = Flask(__name__)

    def of_table(device: str) -> bool:
        role = table.view(device).seats.own_role()
        return bool(role.seats or role.host)

    shown = DeviceMemory[tuple[str, ShownParts]](VIEWERS, of_table)
    app.extensions[KEY] = AppContext(opened, addresses, key, recent_addresses, FRAGMENTS, OwnCaches(of_table), shown)
    install_flash_messages(app, of_table)
    club_card.install_brought_cards(app, of_table)
    compile_as_pages(app.jinja_env)
    app.jinja_env.template_class = BoundTemplate
    app.jinja_env.bytecode_cache = CompiledTemplates(compiled) if compiled is not None else None
    compress_responses(app)
    install_captive_portal(app, addresses, recent_addresses, of_table)
    uploads = (photo.upload_limit(table), records.upload_limit(table))
    guard(app, addresses, key, refusal_log or RefusalLog(opened.clock.mono), uploads)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.wsgi_app = BehindProxies(app.wsgi_app, proxies)  # type: ignore[method-assign]
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(LogError, _unreadable)
    app.register_error_handler(TimeoutError, _unanswered)
    app.register_error_handler(Exception, _broken)
    if compiled is not None:
        compile_missing(app.jinja_env)
    return app


def _http_error(error: HTTPException) -> tuple[str | Response, int, dict[str, str]]:
    code = error.code or 500
    words = WORDS.get(code, WORDS[400])
    if lacks_cookies():
        words = NO_COOKIES
    elif code == MISDIRECTED:
        words = foreign_name(asked_name(request.host))
    page = _worded(*words, code)
    # Other headers of the error, such as Allow, are kept.
    carried = {name: value for name, value in error.get_headers() if name.lower() not in OF_THE_PAGE}
    return page, code, carried


def _broken(error: Exception) -> tuple[str | Response, int]:
    # The message of an exception may contain a secret of the play, so only its type and place are logged.
    logger.error("a page broke: %s at %s", type(error).__name__, raised_at(error))
    return _worded(*WORDS[500], 500), 500


def _unanswered(_: TimeoutError) -> tuple[str | Response, int]:
    """Answer 503 when the thread that decides is busy for too long."""
    logger.error("a page waited for the table in vain")
    return _worded(*WORDS[503], 503), 503


def _unreadable(fault: LogError) -> tuple[str | Response, int]:
    """Answer 503 with the cause and the remedy when the log cannot be read or written."""
    logger.error("a page could not read the log: %s", fault.code)
    try:
        return _worded(CANNOT_BE_READ, fault.message, 503), 503
    except LogError:
        # The language of the device cannot be looked up either.
        words = speaker(language(), {})
        text = f"{words.say(CANNOT_BE_READ)}\n\n{words.say(fault.message)}\n"
        return Response(text, mimetype="text/plain"), 503


def _worded(heading: Message, text: Message, code: int) -> str | Response:
    if request.path.startswith(f"{api.ROOT}/"):
        return api.problem(code, text)
    return page_request("error").draw("error.html", heading=heading, text=text, code=code)


__all__ = ["create_app"]
