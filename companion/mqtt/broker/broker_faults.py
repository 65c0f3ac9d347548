"""Why a broker cannot be told anything, in words for the admin."""

from __future__ import annotations

import socket
import ssl

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say
from companion.mqtt.mqtt_settings import BrokerSettings

EXPIRED, NOT_YET, WRONG_NAME, WRONG_ADDRESS = 10, 9, 62, 64
"""Codes of OpenSSL for a certificate that cannot be trusted."""
TAKEN_OVER = 0x8E
"""The reason code of a broker, of MQTT 5 alone, for a connection whose client id another one has come with."""
UNSUPPORTED = (0x84, 1)
"""The reason codes of a broker that does not speak this version of MQTT: of version 5, and of 3.1.1."""


class BrokerFault(CompanionError):
    """The link is of no use now. ``other_version``: the broker may understand an older MQTT. ``lasting``: it helps only
    that somebody changes something, so that trying at once again is of no use. ``outside``: the broker has certainly
    not let the table in, and has nothing of it. ``taken_over``: another table came under the same identity.
    ``without_reason``: the broker let the table in, and ended the connection without a word.
    """

    def __init__(
        self,
        message: Message,
        *,
        other_version: bool = False,
        lasting: bool = False,
        outside: bool = False,
        taken_over: bool = False,
        without_reason: bool = False,
    ) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message
        self.other_version = other_version
        self.lasting = lasting
        self.outside = outside
        self.taken_over = taken_over
        self.without_reason = without_reason


def nonsense() -> BrokerFault:
    """What came is no MQTT."""
    return BrokerFault(say("What answers there does not speak MQTT."), other_version=True)


def too_much() -> BrokerFault:
    return BrokerFault(say("The broker sends far more than was asked for; the table hung up."), lasting=True)


def hung_up(*, welcomed: bool) -> BrokerFault:
    if welcomed:
        return BrokerFault(say("The broker hung up."), without_reason=True)
    return BrokerFault(say("The broker hung up before it let the table in."), other_version=True)


def silent() -> BrokerFault:
    return BrokerFault(say("The broker does not answer."))


def too_slow() -> BrokerFault:
    return BrokerFault(say("The broker is too slow: it has not taken the last message."))


def not_reached(error: OSError, settings: BrokerSettings) -> BrokerFault:
    """Why no connection came about."""
    host, port = settings.host, str(settings.port_used)
    match error:
        case ssl.SSLCertVerificationError():
            return _distrusted(error)
        case ssl.SSLError():
            why = error.reason or str(error)
            return BrokerFault(
                say("TLS with {host} failed: {why}.", host=host, why=_words(why)), lasting=True, outside=True
            )
        case socket.gaierror():
            return BrokerFault(say("Nobody in this network knows {host}.", host=host), outside=True)
        case ConnectionRefusedError():
            return BrokerFault(say("No broker listens at {host}, port {port}.", host=host, port=port), outside=True)
        case TimeoutError():
            return BrokerFault(say("{host} does not answer.", host=host), outside=True)
        case ConnectionResetError() | BrokenPipeError():
            return hung_up(welcomed=False)
        case _:
            return BrokerFault(
                say("{host} cannot be reached: {why}.", host=host, why=error.strerror or type(error).__name__),
                outside=True,
            )


def _distrusted(error: ssl.SSLCertVerificationError) -> BrokerFault:
    other_name = say("The certificate of the broker is for another name than the one in host.")
    words = {
        EXPIRED: say("The certificate of the broker has expired."),
        NOT_YET: say("The certificate of the broker is not valid yet; or the clock of this machine is wrong."),
        WRONG_NAME: other_name,
        WRONG_ADDRESS: other_name,
    }
    known = say("The certificate of the broker comes from nobody whom the table trusts: see ca in the settings.")
    return BrokerFault(words.get(error.verify_code, known), lasting=True, outside=True)


def not_let_in(code: int, words: str) -> BrokerFault:
    """The broker answered the first message with this reason code of MQTT 5 (or 3.1.1, which has less)."""
    match code:
        case _ if code in UNSUPPORTED:
            return BrokerFault(
                say("The broker speaks another version of MQTT."), other_version=True, lasting=True, outside=True
            )
        case 0x86 | 4:
            return BrokerFault(say("The broker does not accept user name and password."), lasting=True, outside=True)
        case 0x87 | 5 | 0x8A | 0x8C:
            return BrokerFault(say("The broker does not let this table in."), lasting=True, outside=True)
        case 0x88 | 3 | 0x89:
            return BrokerFault(say("The broker has no time now."), outside=True)
        case 0x97 | 0x9F:
            return BrokerFault(say("The broker is full."), outside=True)
        case _:
            return BrokerFault(
                say("The broker does not let this table in: {why}.", why=words), lasting=True, outside=True
            )


def not_taken(topic: str, code: int, words: str) -> Message:
    """The broker refused a message."""
    if code == 0x87:
        return say("The broker does not let the table write to {topic}: see its access list.", topic=topic)
    if code == 0x97:
        return say("The broker is full.")
    return say("The broker did not take {topic}: {why}.", topic=topic, why=words)


def dismissed(code: int, words: str) -> BrokerFault:
    """The broker ended the connection, with this reason code of MQTT 5."""
    if code in (0, 0x89, 0x8B, 0x8D, 0x98):  # as it stops or has no time
        return BrokerFault(say("The broker hung up."))
    if code == TAKEN_OVER:
        return taken_over()
    return BrokerFault(say("The broker hung up: {why}.", why=words))


def taken_over() -> BrokerFault:
    """Another table has come under the same identity."""
    return BrokerFault(say("Another table uses this identity: a copied card?"), lasting=True, taken_over=True)


def hangs_up_again_and_again() -> Message:
    """The broker lets the table in, and ends the connection soon, without a reason."""
    return say("The broker hangs up again and again. Does another table use this identity: a copied card?")


def no_name(settings: BrokerSettings) -> BrokerFault:
    """The host cannot be looked up at all."""
    return BrokerFault(
        say("{host} cannot be the name of a broker: see host in the settings.", host=settings.host),
        lasting=True,
        outside=True,
    )


def unreadable_file(file: str, error: OSError) -> BrokerFault:
    """A file of TLS is not there, or may not be read."""
    if isinstance(error, FileNotFoundError):
        return BrokerFault(
            say("{file} is not there: see ca, certificate and key in the settings.", file=file),
            lasting=True,
            outside=True,
        )
    if isinstance(error, PermissionError):
        return BrokerFault(say("The table may not read {file}.", file=file), lasting=True, outside=True)
    return BrokerFault(
        say("{file} cannot be read: {why}.", file=file, why=error.strerror or ""), lasting=True, outside=True
    )


def bad_files(error: OSError) -> BrokerFault:
    """The files of TLS are not what they should be, or do not belong together."""
    why = _words(getattr(error, "reason", None) or str(error))
    return BrokerFault(say("ca, certificate or key cannot be used: {why}.", why=why), lasting=True, outside=True)


def locked_key(file: str) -> BrokerFault:
    """OpenSSL asked for the password of a key."""
    words = say("{file} is under a password: the table needs a key without one.", file=file)
    return BrokerFault(words, lasting=True, outside=True)


def _words(reason: str) -> str:
    return reason.lower().replace("_", " ")
