"""Decode payloads of the protocol between host and pod. Pure; see `firmware/PROTOCOL.md`.

Numbers are unsigned or signed big-endian integers. A session lasts from one welcome to the next; messages of other
sessions are ignored.
"""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from hardware.pods.host_messages import HostMessage
from hardware.pods.pod_messages import Hello, PodMessage, State
from hardware.pods.protocol import BadMessage

AnyMessage = HostMessage | PodMessage

_KINDS: dict[int, type[AnyMessage]] = {kind.code: kind for kind in get_args(AnyMessage)}


def parse(payload: bytes) -> AnyMessage:
    """Decode a payload. Raises BadMessage."""
    kind = _KINDS.get(payload[0]) if payload else None
    if kind is None:
        raise BadMessage(f"no message of this version: {payload[:1].hex()}")
    body, size = payload[1:], kind.form.size
    if len(body) < size or (len(body) > size and not kind.rest):
        raise BadMessage(f"{kind.__name__} of {len(body)} bytes, not {size}")
    values: list[object] = list(kind.form.unpack(body[:size]))
    if kind.rest:
        values.append(_tail(kind, body[size:]))
    message = kind(*values)  # type: ignore[arg-type]  # `form` gives their number and types
    message.check()
    return message


def _tail(kind: type[AnyMessage], tail: bytes) -> object:
    """The last field, of any length."""
    if kind is Hello:
        try:
            return tail.decode()
        except UnicodeDecodeError as error:
            raise BadMessage("a name that is no text") from error
    if kind is State:
        if len(tail) % 2 or len(tail) > 16:
            raise BadMessage(f"check sums of pages in {len(tail)} bytes")
        return tuple(int.from_bytes(tail[at : at + 2], "big") for at in range(0, len(tail), 2))
    return tail


def named(message: AnyMessage) -> dict[str, object]:
    """Fields of a message by name, for JSON; bytes in hexadecimal."""
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    plain = {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}
