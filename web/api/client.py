"""The program that is calling: its token, and how refusals and views go back to it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Message, say
from companion.service.screens.views import Reply
from companion.service.table import Table
from web.api.shapes import Problem, Taken
from web.http.guard import refused_with
from web.http.identity import language, sent_token
from web.page_request import table

STATUS = {
    "no-seat": HTTPStatus.UNAUTHORIZED,
    "not-host": HTTPStatus.FORBIDDEN,
    "not-yours": HTTPStatus.FORBIDDEN,
    "malformed": HTTPStatus.BAD_REQUEST,
    "not-found": HTTPStatus.NOT_FOUND,
    "unknown-seat": HTTPStatus.NOT_FOUND,
    "too-often": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of a refusal; every other one conflicts with how the table stands."""


EXACT = 2**53
"""Below this, a number that was written with a point is what was written."""


class Client:
    """Whoever calls. Nothing is kept between calls."""

    def __init__(self) -> None:
        self.table: Table = table()
        self.token = sent_token()

    @property
    def seat(self) -> int:
        """The seat of this token. Raises ``Refused``."""
        own = self.table.seat_of(self.token)
        if own is None:
            raise Refused("no-seat", say("Take a seat first."))
        return own

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the call looks."""
        own = self.table.seat_of(self.token)
        return PUBLIC if own is None else Viewer(own)

    def say(self, message: Message | None) -> str:
        return self.table.speaker(language()).say(message) if message is not None else ""

    def only_host(self) -> None:
        """Raises ``Refused``."""
        if not self.table.is_host(self.token):
            raise Refused("not-host", say("Only the host may do that."))

    def problem(self, refusal: Refused) -> Response:
        refused_with(refusal.code)
        return as_json(Problem(refusal.code, self.say(refusal.message), refusal.message), status_of(refusal.code))

    def replied(self, reply: Reply) -> Response:
        """What came of something that was done or refused."""
        text = self.say(reply.notice)
        if reply.taken:
            return as_json(Taken("", text, reply.notice))
        refused_with(reply.code)
        return as_json(Problem(reply.code, text, reply.notice), status_of(reply.code))


def problem(status: int, message: Message) -> Response:
    """A request that did not even come to the table."""
    return as_json(Problem(f"http-{status}", Client().say(message), message), status)


def status_of(code: str) -> HTTPStatus:
    return STATUS.get(code, HTTPStatus.CONFLICT)


def as_json(value: Any, status: int = HTTPStatus.OK) -> Response:
    """``value`` as JSON. A view goes with its version as ETag; who has it already gets nothing but the word so."""
    response = Response(msgspec.json.encode(value), status, mimetype="application/json")
    version = getattr(value, "version", "") if isinstance(value, Struct) else ""
    if version:
        response.set_etag(version)
        response.make_conditional(request)
    return response


def _number(text: str) -> int | float:
    """A number with a point or an exponent: whole where its value is, as JSON Schema has it."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


READER = msgspec.json.Decoder(float_hook=_number)


def body(kind: type[Any]) -> Any:
    """What was sent, checked. Raises ``Refused`` with the field and what was expected there."""
    try:
        return msgspec.convert(READER.decode(request.get_data()), kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", say("That was not understood: {why}", why=str(error))) from error
