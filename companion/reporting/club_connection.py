"""The connection of a table to its club: one report at a time, over HTTPS."""

from __future__ import annotations

import ssl
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

import msgspec

from companion.reporting.club_faults import (
    ClubFault,
    club_answered,
    club_not_reached,
    no_receipt,
    unreadable_ca,
)
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import Receipt

PLAYS = "/api/1/plays/"
"""Where a club takes reports, before the id of the play."""
PATIENCE = 20.0
"""Seconds for each step of a request. A club answers when its database has committed."""
LONGEST_ANSWER = 65_536
LONGEST_WHY = 200
"""Signs of what a club says of a report it refuses, as it is shown."""
STORED, HAS_ANOTHER = 200, 409
"""The two answers that are receipts: for this report, and for the one that the club has instead."""

NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which Python has no name for."""

_receipts = msgspec.json.Decoder(Receipt)


class _Refusal(msgspec.Struct):
    message: str = ""


_refusals = msgspec.json.Decoder(_Refusal)


class ClubConnection:
    """Opened by the first report, and again after a fault. One thread only."""

    def __init__(self, settings: ClubSettings, patience: float = PATIENCE) -> None:
        self._settings = settings
        self._patience = patience
        self._connection: HTTPConnection | None = None

    def put(self, play: str, document: bytes) -> Receipt:
        """Send the report of a play; returns what the club has of it then, which may be another report.

        Raises ``ClubFault``.
        """
        fresh = self._connection is None
        try:
            return self._put(play, document)
        except ClubFault:
            raise
        except (OSError, HTTPException) as error:
            self.close()
            if not fresh:  # the club may have closed a connection that was idle: a report may be sent twice
                return self.put(play, document)
            if isinstance(error, HTTPException):
                raise no_receipt() from error
            raise club_not_reached(error, self._settings.host) from error

    def close(self) -> None:
        if self._connection is not None:
            with suppress(OSError):
                self._connection.close()
            self._connection = None

    def _put(self, play: str, document: bytes) -> Receipt:
        if self._connection is None:
            self._connection = self._opened()
        headers = {"Authorization": f"Bearer {self._settings.token}", "Content-Type": "application/json"}
        path = urlsplit(self._settings.url).path.rstrip("/")
        self._connection.request("PUT", f"{path}{PLAYS}{play}", document, headers)
        answer = self._connection.getresponse()
        said = answer.read(LONGEST_ANSWER)
        if answer.read(1):
            self.close()
            raise no_receipt()
        if answer.status in (STORED, HAS_ANOTHER):
            with suppress(msgspec.MsgspecError):
                return _receipts.decode(said)
            raise no_receipt()
        raise club_answered(answer.status, _why(said))

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


def _why(said: bytes) -> str:
    """What the club said, as a line."""
    with suppress(msgspec.MsgspecError):
        words = _refusals.decode(said).message
        return "".join(sign if sign.isprintable() else " " for sign in words)[:LONGEST_WHY]
    return ""
