"""Test whether a TCP port can be opened."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from companion.commands.common_options import CommandError
from companion.core.wording import Message, say

TRIED = 20
"""Number of higher ports tried for a suggestion."""
FIRST_FREE_FOR_ALL = 1024


def port_fault(address: str, port: int) -> int:
    """``errno`` of opening the port, or 0."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trying:
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((address, port))
            trying.listen()
        except socket.gaierror:
            return errno.EADDRNOTAVAIL
        except OSError as error:
            return error.errno or errno.EIO
    return 0


def free_port(address: str, port: int) -> int:
    """A free port at or just above the wanted one; 0 if none."""
    first = max(port + 1, FIRST_FREE_FOR_ALL, 8000 if port < FIRST_FREE_FOR_ALL else 0)
    tried = range(first, min(first + TRIED, 65536))
    return next((other for other in tried if not port_fault(address, other)), 0)


@contextmanager
def port_trouble_told(address: str, port: int) -> Iterator[None]:
    """Context in which a server opens its port. Raises ``CommandError`` if it cannot."""
    try:
        yield
    except OSError as error:
        fault = port_fault(address, port) or error.errno or 0
        raise CommandError(port_trouble(address, port, fault, free_port(address, port))) from error


def port_trouble(address: str, port: int, fault: int, other: int) -> Message:
    """Message for ``port_fault``; ``other`` is a free port."""
    match fault:
        case errno.EADDRINUSE:
            return say(
                "Port {port} is taken by another program. Choose another: companion run --port {other}",
                port=port,
                other=other,
            )
        case errno.EACCES | errno.EPERM:
            return say(
                "Port {port} is kept for the system. Choose another: companion run --port {other}",
                port=port,
                other=other,
            )
        case errno.EADDRNOTAVAIL:
            return say(
                'This machine has no address {address}. Write address = "0.0.0.0" in companion.toml.', address=address
            )
        case _:
            return say(
                "Port {port} of {address} cannot be opened. Choose another: companion run --port {other}",
                port=port,
                address=address,
                other=other,
            )
