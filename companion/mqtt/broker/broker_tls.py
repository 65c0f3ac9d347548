"""TLS to a broker, as the settings ask for it."""

from __future__ import annotations

import ssl
from pathlib import Path

from companion.mqtt.broker.broker_faults import bad_files, locked_key, unreadable_file
from companion.mqtt.mqtt_settings import BrokerSettings


class ClosingSocket(ssl.SSLSocket):
    """Closes itself where nobody else can: paho forgets a connection whose handshake failed."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def tls_context(settings: BrokerSettings) -> ssl.SSLContext:
    """The TLS context made of the files in the settings. Raises ``BrokerFault``."""
    for file in (settings.ca, settings.certificate, settings.key):
        _readable(file)
    try:
        context = ssl.create_default_context(cafile=settings.ca or None)
        if settings.certificate:
            _show_certificate(context, settings)
        context.sslsocket_class = ClosingSocket
    except OSError as error:
        raise bad_files(error) from error
    return context


def _show_certificate(context: ssl.SSLContext, settings: BrokerSettings) -> None:
    """Without a function for its password, a key under one would be asked for at the terminal."""
    locked = False

    def no_password() -> str:
        nonlocal locked
        locked = True
        return ""

    try:
        context.load_cert_chain(settings.certificate, settings.key, password=no_password)
    except ssl.SSLError as error:
        raise locked_key(settings.key) if locked else bad_files(error) from error


def _readable(file: str) -> None:
    """OpenSSL does not say which file it could not read."""
    try:
        if file:
            with Path(file).open("rb"):
                pass
    except OSError as error:
        raise unreadable_file(file, error) from error
