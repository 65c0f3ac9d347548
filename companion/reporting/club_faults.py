"""Why a club cannot be told anything, in words for the admin."""

from __future__ import annotations

import socket
import ssl

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say

EXPIRED, NOT_YET, WRONG_NAME, WRONG_ADDRESS = 10, 9, 62, 64
"""Codes of OpenSSL for a certificate that cannot be trusted."""


class ClubFault(CompanionError):
    """The club has not given a receipt. ``lasting``: it helps only that somebody changes something. ``of_report``: it
    is about this report, and others may go through.
    """

    def __init__(self, message: Message, *, lasting: bool = False, of_report: bool = False) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message
        self.lasting = lasting
        self.of_report = of_report


class TooManyCodes(ClubFault):
    """The club answers no question about cards for some minutes, after too many wrong codes from this table."""

    def __init__(self) -> None:
        super().__init__(say("The club has no time now."))


def club_not_reached(error: OSError, host: str) -> ClubFault:
    """Why no connection came about, or why it ended."""
    match error:
        case ssl.SSLCertVerificationError():
            return _distrusted(error)
        case ssl.SSLError():
            why = (error.reason or str(error)).lower().replace("_", " ")
            return ClubFault(say("TLS with {host} failed: {why}.", host=host, why=why), lasting=True)
        case socket.gaierror():
            return ClubFault(say("Nobody in this network knows {host}.", host=host))
        case ConnectionRefusedError():
            return ClubFault(say("No club listens at {host}.", host=host))
        case TimeoutError():
            return ClubFault(say("{host} does not answer.", host=host))
        case ConnectionResetError() | BrokenPipeError():
            return ClubFault(say("The club hung up."))
        case _:
            why = error.strerror or type(error).__name__
            return ClubFault(say("{host} cannot be reached: {why}.", host=host, why=why))


def _distrusted(error: ssl.SSLCertVerificationError) -> ClubFault:
    other_name = say("The certificate of the club is for another name than the one in url.")
    words = {
        EXPIRED: say("The certificate of the club has expired."),
        NOT_YET: say("The certificate of the club is not valid yet; or the clock of this machine is wrong."),
        WRONG_NAME: other_name,
        WRONG_ADDRESS: other_name,
    }
    known = say("The certificate of the club comes from nobody whom the table trusts: see ca in the settings.")
    return ClubFault(words.get(error.verify_code, known), lasting=True)


def club_answered(status: int, why: str) -> ClubFault:
    """The club answered with this status of HTTP, which is no receipt. ``why`` is what it said of the report."""
    match status:
        case 400 | 413 | 422:
            words = say("The club does not take the report of a play: {why}", why=why or str(status))
            return ClubFault(words, lasting=True, of_report=True)
        case 401 | 403:
            words = say("The club does not know this table: its token is another one, or was taken back.")
            return ClubFault(words, lasting=True)
        case 404 | 405:
            return ClubFault(say("What answers there is no club: see url in the settings."), lasting=True)
        case 429 | 503:
            return ClubFault(say("The club has no time now."))
        case _:
            return ClubFault(say("The club answers with an error ({status}).", status=status))


def no_receipt() -> ClubFault:
    """What came back is no receipt."""
    return ClubFault(say("What answers there is no club: see url in the settings."), lasting=True)


def unreadable_ca(file: str, error: OSError) -> ClubFault:
    """The file of the authority is not there, may not be read, or holds no certificate."""
    match error:
        case FileNotFoundError():
            return ClubFault(say("{file} is not there: see ca in the settings.", file=file), lasting=True)
        case PermissionError():
            return ClubFault(say("The table may not read {file}.", file=file), lasting=True)
        case _:
            return ClubFault(say("{file} holds no certificate: see ca in the settings.", file=file), lasting=True)
