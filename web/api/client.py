"""The program that calls: its token, and responses to it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.locale import speaker
from companion.service.asking.requests import Request
from companion.service.play.answers import PreviewReply
from companion.service.table import Table
from web.api.shapes import Problem, Stepped, Taken
from web.http.guard import refused_with
from web.http.identity import language, sent_token
from web.page_request import table

STATUS = {
    "no-seat": HTTPStatus.UNAUTHORIZED,
    "no-remote": HTTPStatus.UNAUTHORIZED,
    "not-host": HTTPStatus.FORBIDDEN,
    "not-yours": HTTPStatus.FORBIDDEN,
    "malformed": HTTPStatus.BAD_REQUEST,
    "not-found": HTTPStatus.NOT_FOUND,
    "unknown-seat": HTTPStatus.NOT_FOUND,
    "too-often": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""HTTP status by refusal code; 409 for all others."""


EXACT = 2**53
"""Whole floats below this are exact integers."""


class Client:
    """The calling program, for one request."""

    def __init__(self) -> None:
        self.table: Table = table()
        self.token = sent_token()
        self.view = self.table.view(self.token)

    def ask(self, request: Request) -> Response:
        """What became of a request, as JSON. Raises ``Refused``."""
        if not self.token and request.may_ask == "anyone":
            raise Refused("no-token", say("Send a token of your own: 16 random bytes in URL-safe base64."))
        reply = self.table.ask(self.token, request)
        if isinstance(reply, PreviewReply):
            return as_json(Stepped(preview=reply.preview))
        if not reply.taken:
            return self.problem(reply.code, reply.notice, reply.field, reply.detail)
        return as_json(Taken("", self.say(reply.notice), reply.notice))

    def say(self, message: Message | None) -> str:
        return speaker(language(), self.view.screens.names()).say(message) if message is not None else ""

    def problem(self, code: str, message: Message | None, field: str = "", detail: str = "") -> Response:
        """A refusal as JSON."""
        refused_with(code)
        return as_json(Problem(code, self.say(message), message, field, detail), status_of(code))


def problem(status: int, message: Message) -> Response:
    """JSON problem of a request that Flask or the guard refused."""
    return as_json(Problem(f"http-{status}", Client().say(message), message), status)


def status_of(code: str) -> HTTPStatus:
    return STATUS.get(code, HTTPStatus.CONFLICT)


def as_json(value: Any, status: int = HTTPStatus.OK) -> Response:
    """Send ``value`` as JSON; a view with its version as ETag, or 304."""
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    version = getattr(value, "version", "") if isinstance(value, Struct) else ""
    if version:
        response.set_etag(version)
        response.make_conditional(request)
    return response


def _number(text: str) -> int | float:
    """Parse a JSON number with a point or exponent; whole values become ``int``, as in JSON Schema."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


READER = msgspec.json.Decoder(float_hook=_number)


def body(kind: type[Any]) -> Any:
    """Decode and validate the request body. Raises ``Refused`` with the field and what was expected."""
    try:
        return msgspec.convert(READER.decode(request.get_data()), kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", say("That was not understood: {why}", why=str(error))) from error
