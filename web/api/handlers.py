"""What the API calls do that are no requests; the docstrings stand in the OpenAPI document."""

from __future__ import annotations

from flask import Response

from companion.core.errors import Refused
from companion.core.wording import say
from companion.service.screens.streams import AnswerBeat
from web.api import shapes
from web.api.client import Client, as_json
from web.http.identity import language


def whoami(client: Client) -> Response:
    """What this token may do."""
    role = client.view.seats.own_role()
    return as_json(shapes.Whoami(role.seat, role.host, role.hosting))


def games(client: Client) -> Response:
    """The games that can be chosen, with their options."""
    found = [game.meta for game in client.view.session.games().values()]
    return as_json(
        [
            shapes.GameInfo(
                meta.key, meta.title, meta.seats, meta.rules_version, meta.options, meta.chance, meta.levels, meta.box
            )
            for meta in found
        ]
    )


def plays(client: Client) -> Response:
    """Earlier evenings, the latest first."""
    return as_json(client.view.past.plays())


def export(client: Client, play: str) -> Response:
    """One evening as this token may know it."""
    found = client.view.past.export(play, language())
    if found is None:
        raise Refused("not-found", say("There is no such play."))
    return Response(found, mimetype="application/json")


def chance(client: Client, play: str) -> Response:
    """What chance gave in one evening, to be redone; only the promise until the play is closed for good."""
    found = client.view.past.chance(play)
    if found is None:
        raise Refused("not-found", say("There is no such play."))
    return as_json(found)


def public(client: Client) -> Response:
    """The table as everybody sees it."""
    return as_json(client.view.screens.table())


def seats(client: Client) -> Response:
    """The places at the table."""
    return as_json(client.view.screens.table().seats)


def face(client: Client, seat: int) -> Response:
    """What the display of a seat that has a remote shows to everybody, with the digest that a press names."""
    found = client.view.panel.remote_face(seat)
    if found is None:
        raise Refused("no-remote", say("Seat {n} has no remote.", n=seat))
    return as_json(found)


def own(client: Client) -> Response:
    """The table as the seat of this token sees it, with the questions it is asked."""
    return as_json(client.view.screens.seat())


def questions(client: Client) -> Response:
    """The questions the seat of this token is asked; all public ones for a host without a seat."""
    role = client.view.seats.own_role()
    if role.seat is None and role.host:
        return as_json(client.view.screens.scribe().dialogues)
    return as_json(client.view.screens.seat().dialogues)


def scribe(client: Client) -> Response:
    """What a host sees who enters everything for everybody."""
    return as_json(client.view.screens.scribe())


def log(client: Client) -> Response:
    """What happened, as this token may read it."""
    return as_json(client.view.play.log())


def digest(client: Client) -> Response:
    """What happened since the seat of this token looked last: its part with the pieces, and the moves of others."""
    found = client.view.play.digest()
    if found is None:
        raise Refused("no-play", say("No play is on."))
    return as_json(found)


def score(client: Client) -> Response:
    """The account so far, as this token may know it."""
    sheet = client.view.play.score()
    if sheet is None:
        raise Refused("no-play", say("No play is on."))
    return as_json(sheet)


def inventory(client: Client) -> Response:
    """Every tracked number this token may see."""
    return as_json(client.view.play.numbers())


def facts(client: Client) -> Response:
    """What the play that is on knows of the components, as the box says it."""
    return as_json(client.view.audit.known_facts())


def preview(client: Client, sent: shapes.Tried) -> Response:
    """What an answer would do, without doing it."""
    found = client.view.play.preview(sent.seat, sent.digest, (sent.answer,))
    if found is None:
        raise Refused("stale", say("The table has changed meanwhile. Look again."))
    return as_json(found)


def filled(client: Client, sent: shapes.GivenAnswers) -> Response:
    """How a form looks with these answers, without sending it."""
    found = client.view.play.fill_form(sent.seat, sent.answers)
    if found is None:
        raise Refused("stale", say("The table has changed meanwhile. Look again."))
    return as_json(found)


def alive(client: Client) -> Response:
    """Answer a beat of the stream: somebody is there."""
    client.table.ask(client.token, AnswerBeat())
    return as_json(shapes.Taken())
