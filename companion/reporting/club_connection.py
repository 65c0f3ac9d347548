"""The connection of a table to its club: one request at a time, over HTTPS."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from companion.reporting.card_exchange import Forgotten
from companion.reporting.club_faults import (
    ClubFault,
    TooManyCodes,
    club_answered,
    club_not_reached,
    no_receipt,
    unreadable_ca,
)
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import Receipt

PLAYS = "/api/1/plays/"
"""Where a club takes reports, before the id of the play."""
CARDS, FORGOTTEN = "/api/1/cards/", "/api/1/forgotten/"
TABLE_ADDRESS = "Companion-Address"
"""The header with which a table says where its pages are."""
PATIENCE = 20.0
"""Seconds for each step of a request. A club answers when its database has committed."""
LONGEST_ANSWER = 65_536
LONGEST_WHY = 200
"""Signs of what a club says of a report it refuses, as it is shown."""
OK, NO_CARD, TOO_OFTEN = 200, 404, 429
STORED, HAS_ANOTHER = OK, 409
"""The two answers that are receipts: for this report, and for the one that the club has instead."""

ClubAnswer = tuple[int, bytes]
"""Status and content."""
T = TypeVar("T")

NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which Python has no name for."""

_receipts = msgspec.json.Decoder(Receipt)


_forgotten = msgspec.json.Decoder(Forgotten)


class _Person(msgspec.Struct):
    person: str


_persons = msgspec.json.Decoder(_Person)


class _Refusal(msgspec.Struct):
    code: str = ""
    message: str = ""


_refusals = msgspec.json.Decoder(_Refusal)


class ClubConnection:
    """Opened by the first request, and again after a fault. ``address`` is where phones open this table; the club leads
    them there from the page of a card. One thread only.
    """

    def __init__(
        self, settings: ClubSettings, patience: float = PATIENCE, address: Callable[[], str] = lambda: ""
    ) -> None:
        self._settings = settings
        self._patience = patience
        self._address = address
        self._connection: HTTPConnection | None = None

    def put(self, play: str, document: bytes) -> Receipt:
        """Send the report of a play; returns what the club has of it then, which may be another report.

        Raises ``ClubFault``.
        """
        status, said = self._asked("PUT", f"{PLAYS}{play}", document)
        if status in (STORED, HAS_ANOTHER):
            return _read(said, _receipts)
        raise club_answered(status, _why(said))

    def person_of(self, code: str) -> str | None:
        """The id of the person with a card; None if the club knows nobody with it. Raises ``ClubFault``; its
        kind ``TooManyCodes`` after too many tries.
        """
        status, said = self._asked("GET", f"{CARDS}{code}")
        if status == NO_CARD and _code(said) == "no-card":
            return None
        if status == OK:
            return _read(said, _persons).person
        if status == TOO_OFTEN:
            raise TooManyCodes
        raise club_answered(status, "")

    def forgotten_since(self, number: int) -> Forgotten:
        """Who wanted to be forgotten after so many others. Raises ``ClubFault``."""
        status, said = self._asked("GET", f"{FORGOTTEN}{number}")
        if status == OK:
            return _read(said, _forgotten)
        raise club_answered(status, "")

    def _asked(self, method: str, path: str, document: bytes | None = None) -> ClubAnswer:
        """Status and content of the answer. Raises ``ClubFault``."""
        fresh = self._connection is None
        try:
            return self._answer(method, path, document)
        except ClubFault:
            raise
        except (OSError, HTTPException) as error:
            self.close()
            if not fresh:  # the club may have closed a connection that was idle: a report may be sent twice
                return self._asked(method, path, document)
            if isinstance(error, HTTPException):
                raise no_receipt() from error
            raise club_not_reached(error, self._settings.host) from error

    def close(self) -> None:
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
            self._connection = None

    def _answer(self, method: str, path: str, document: bytes | None) -> ClubAnswer:
        if self._connection is None:
            self._connection = self._opened()
        headers = {"Authorization": f"Bearer {self._settings.token}", "Content-Type": "application/json"}
        if address := self._address().rstrip("/"):
            headers[TABLE_ADDRESS] = address
        before = urlsplit(self._settings.url).path.rstrip("/")
        self._connection.request(method, f"{before}{path}", document, headers)
        answer = self._connection.getresponse()
        said = answer.read(LONGEST_ANSWER)
        if answer.read(1):
            self.close()
            raise no_receipt()
        return answer.status, said

    def _opened(self) -> HTTPConnection:
        address = urlsplit(self._settings.url)
        host = address.hostname or ""
        if address.scheme == "http":
            return HTTPConnection(host, address.port, timeout=self._patience)
        return HTTPSConnection(host, address.port, timeout=self._patience, context=self._context())

    def _context(self) -> ssl.SSLContext:
        if not self._settings.ca:
            return ssl.create_default_context()
        try:
            context = ssl.create_default_context(cafile=self._settings.ca)
        except OSError as error:  # an error of TLS is one too
            raise unreadable_ca(self._settings.ca, error) from error
        context.verify_flags |= NO_CHECK_TIME
        return context


def _read(said: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(said)
    except msgspec.MsgspecError as error:
        raise no_receipt() from error


def _refusal(said: bytes) -> _Refusal:
    with suppress(msgspec.MsgspecError):
        return _refusals.decode(said)
    return _Refusal()


def _code(said: bytes) -> str:
    return _refusal(said).code


def _why(said: bytes) -> str:
    """What the club said, as a line."""
    words = _refusal(said).message
    return "".join(sign if sign.isprintable() else " " for sign in words)[:LONGEST_WHY]
