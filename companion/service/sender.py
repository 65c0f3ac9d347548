"""Who sends a request or looks, and as whom that is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.actor import Actor, device_of, hashed
from companion.service.asking import Asking
from companion.service.looks import Look
from companion.service.requests import Request
from companion.service.room_views import Reply


@dataclass(frozen=True)
class Sender:
    """A device by its ``token``, or the keys of a place, which have none.

    ``own`` is the seat a device may act for, ``host`` whether it is host; ``actor`` is as whom the request is decided.
    ``name`` tells senders apart, ``key`` is what the request is stored under within its play; empty without a nonce.
    """

    actor: Actor
    name: str
    token: str = ""
    own: int | None = None
    host: bool = False
    key: str = ""

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes it looks: its own seat's, else everybody's."""
        return PUBLIC if self.own is None else Viewer(self.own)


def device_sender(asking: Asking, token: str, own: int | None, *, host: bool) -> Sender:
    """The device with ``token`` as the sender of ``asking``. Raises ``Refused`` where it may not ask for that."""
    name = hashed(token)
    return Sender(_actor(asking, device_of(token), own, host=host), name, token, own, host)


def _actor(asking: Asking, device: str, own: int | None, *, host: bool) -> Actor:
    seat = Actor("seat", own, device) if own is not None else None
    match asking.may_ask:
        case "anybody":
            return seat or Actor("guest", device=device)
        case "host":
            if not host:
                raise Refused("not-host", say("Only the host may do that."))
            return Actor("host", device=device, own=own or TABLE)
        case "for a seat" if host and getattr(asking, "seat", TABLE) not in (own, TABLE):
            return Actor("scribe", device=device, own=own or TABLE)
        case "for a seat" if host and seat is None:
            return Actor("scribe", device=device)
        case "seat or host" if host and seat is None:
            return Actor("host", device=device)
    if seat is None:
        raise Refused("no-seat", say("Take a seat first."))
    return seat


def key_sender(actor: Actor) -> Sender:
    """The keys of a place as a sender."""
    return Sender(actor, str(actor))


Handler = Callable[[Sender, Any], Reply]
Handlers = dict[type[Request], Handler]
"""What a room of the service does with each of its requests: it replies, or raises ``Refused``."""

LookHandlers = dict[type[Look[Any]], Callable[[Sender, Any], object]]
"""What a room of the service shows for each of its looks; it raises ``Refused`` where there is nothing to see."""
