"""TLS for the server: certificates, and handshakes that hold no thread."""

from __future__ import annotations

import os
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any

from cheroot.ssl.builtin import BuiltinSSLAdapter

from companion.toml_settings import ConfigError

PLAIN_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis port speaks HTTPS only.\n"
)
"""What a client reads that sent a plain request to the port of HTTPS."""


class TlsAdapter(BuiltinSSLAdapter):
    """Wraps accepted sockets without a handshake: the connection makes it as the client sends its parts."""

    def wrap(self, sock: Any) -> tuple[ssl.SSLSocket, dict[str, str]]:
        return self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False), {}


def secured(certificate: Path, key: Path) -> TlsAdapter:
    """TLS adapter of a certificate and its key. Raises ``ConfigError`` if they cannot be used."""
    try:
        return TlsAdapter(str(certificate), str(key))
    except (OSError, ssl.SSLError) as error:
        why = f"certificate {certificate}, key {key}: {error}"
        raise ConfigError(f"{why}; make them anew with: companion network certificate") from error


def tell_plain_client(sock: ssl.SSLSocket, error: Exception) -> None:
    """Answer a client that sent a plain request to the port of HTTPS; nothing for any other ``error``."""
    if getattr(error, "reason", "") == "HTTP_REQUEST":
        with suppress(OSError):
            os.write(sock.fileno(), PLAIN_REQUEST)
