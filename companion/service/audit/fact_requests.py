"""What pages and programs may ask about printed facts that are wrong, each known by its device's token. Any thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.core import boxes
from companion.core.boxes import Component, Learned
from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.audit.fact_corrections import Mending
from companion.service.desk import refused
from companion.service.idempotency import Request
from companion.service.moment import Moment
from companion.service.screens.views import Reply
from companion.service.seats.actor import Actor
from companion.service.seats.host_role import device_of, hashed


class Devices(Protocol):
    """Who a device is, and what it may see."""

    @property
    def moment(self) -> Moment: ...

    def seat_of(self, token: str) -> int | None: ...

    def is_host(self, token: str) -> bool: ...


class MendingRequests:
    """See the module. ``decided`` gives a request to the deciding thread."""

    def __init__(self, devices: Devices, mending: Mending, decided: Callable[[Callable[[], Reply]], Reply]) -> None:
        self._devices = devices
        self._mending = mending
        self._decided = decided

    def start(self, token: str, nonce: str, *, scribe: bool = False) -> Reply:
        """Ask on this device which printed fact is wrong; as ``scribe`` among what the table is asked."""
        request = Request.of(hashed(token), nonce, "which-fact", scribe)
        return self._as(token, scribe, lambda actor: self._mending.start(actor, request))

    def propose(self, token: str, facts: Sequence[Learned], nonce: str, *, scribe: bool = False) -> Reply:
        """These facts are wrong in the play that is on: find what rested on them, and ask the table."""
        request = Request.of(hashed(token), nonce, "facts", facts, scribe)
        return self._as(token, scribe, lambda actor: self._mending.propose(actor, facts, request))

    def propose_component(self, token: str, game: str, kind: str, key: str, printed: Component, nonce: str) -> Reply:
        """What the box page says of a component is true of the play that is on too, if it is of this game."""
        request = Request.of(hashed(token), nonce, "component", game, kind, key, printed)
        if self.on_table() != game:
            return refused(Refused("no-play", say("No play is on.")))
        return self._as(token, True, lambda actor: self._mending.propose_component(actor, kind, key, printed, request))

    def facts(self) -> tuple[Learned, ...]:
        """All that the play that is on knows of the components; everybody may read them."""
        play = self._devices.moment.play
        return tuple(boxes.facts(play.game.box_of(self._devices.moment.known(PUBLIC)))) if play is not None else ()

    def on_table(self) -> str:
        """The game that is played, by its key; empty when none is."""
        play = self._devices.moment.play
        return play.game.meta.key if play is not None and self._devices.moment.phase == "playing" else ""

    def _as(self, token: str, scribe: bool, act: Callable[[Actor], Reply]) -> Reply:
        own, host = self._devices.seat_of(token), self._devices.is_host(token)
        if own is None and not host:
            return refused(Refused("no-seat", say("Take a seat first.")))
        device = device_of(token)
        writes = own is None or (scribe and host)
        actor = Actor("host", TABLE, device, own or TABLE) if writes else Actor("seat", own or TABLE, device)

        def decide() -> Reply:
            try:
                return act(actor)
            except Refused as refusal:
                return refused(refusal)

        return self._decided(decide)
