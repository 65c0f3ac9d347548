"""Fetch the file of a box from another table of the same network: one address of one form, one small text."""

from __future__ import annotations

import re
import socket
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from time import monotonic

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say

LARGEST = 256 * 1024
"""Bytes of a file."""

PATIENCE, DEADLINE = 5.0, 15.0
"""Seconds for a sign of the other table, and for everything."""

ADDRESS = re.compile(
    r"(?:http://)?(?P<host>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?)(?::(?P<port>[0-9]{1,5}))?"
    r"/box/(?P<code>[A-Za-z0-9]{8})/?"
)


class LendingFault(CompanionError):
    """Why nothing was fetched; ``message`` says it to a person."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


def fetch_lent_box(address: str) -> str:
    """The text under an address such as ``192.168.1.20:8000/box/ab23cd45``. Raises ``LendingFault``.

    Only private addresses are asked, whatever a name says, and no redirect is followed.
    """
    found = ADDRESS.fullmatch(address.strip())
    port = int(found["port"] or 80) if found is not None else 0
    if found is None or not 1 <= port <= 65535:
        raise LendingFault(
            say("Type the address as the other table shows it, such as {example}.", example="192.168.1.20/box/ab23cd45")
        )
    host = found["host"]
    named = host if found["port"] is None else f"{host}:{port}"
    number = _private_address(host, port)
    connection = HTTPConnection(number, port, timeout=PATIENCE)
    try:
        connection.request("GET", f"/box/{found['code'].lower()}/file", headers={"Host": named})
        return _text(connection)
    except (OSError, HTTPException) as error:
        nobody = say("No table answers at {address}. Both must be on the same network.", address=named)
        raise LendingFault(nobody) from error
    finally:
        connection.close()


def _private_address(host: str, port: int) -> str:
    """The private address of ``host``, as numbers: what was looked at is what is asked."""
    try:
        known = [info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise LendingFault(say("Nothing on this network is called {name}.", name=host)) from error
    found = next((str(one) for one in known if ip_address(str(one).partition("%")[0]).is_private), "")
    if not found or ip_address(found.partition("%")[0]).is_unspecified:
        raise LendingFault(say("{name} is not on this network.", name=host))
    return found


def _text(connection: HTTPConnection) -> str:
    """The answer of the other table."""
    until = monotonic() + DEADLINE
    no_box = LendingFault(say("What that table sent is no box."))
    data = b""
    with connection.getresponse() as reply:
        if reply.status == 404:
            raise LendingFault(say("That table lends nothing under this code any more. Show a new one there."))
        if reply.status != 200 or reply.headers.get_content_type() != "application/toml":
            raise no_box
        while part := reply.read1(16 * 1024):
            data += part
            if len(data) > LARGEST or monotonic() > until:
                raise no_box
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise no_box from None
