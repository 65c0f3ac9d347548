"""What pages and programs may ask of a table audit: each function knows a device by its token. Any thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.audit.audit_views import Checked, CountedPart, checked, whole_sheet
from companion.service.audit.running_audit import Auditing
from companion.service.desk import refused
from companion.service.idempotency import Request
from companion.service.moment import Moment
from companion.service.screens.views import Reply
from companion.service.seats.actor import Actor
from companion.service.seats.host_role import device_of, hashed


class House(Protocol):
    """What is needed of the table: who a device is, what it may see, and the deciding thread."""

    @property
    def moment(self) -> Moment: ...

    def seat_of(self, token: str) -> int | None: ...

    def is_host(self, token: str) -> bool: ...


class AuditDoors:
    """See the module. ``decided`` gives a request to the deciding thread."""

    def __init__(self, house: House, auditing: Auditing, decided: Callable[[Callable[[], Reply]], Reply]) -> None:
        self._house = house
        self._auditing = auditing
        self._decided = decided

    def start(self, token: str, nonce: str) -> Reply:
        """Ask the whole table to count; any seat may, and the host."""
        request = Request.of(hashed(token), nonce, "audit")
        return self._as(token, None, lambda actor: self._auditing.start(actor, request))

    def stop(self, token: str) -> Reply:
        """End the audit for everybody."""
        return self._as(token, None, self._auditing.stop)

    def without_missing(self, token: str) -> Reply:
        """Go on without those who have not counted."""
        return self._as(token, None, self._auditing.without_missing)

    def count(self, token: str, seat: int, numbers: Mapping[str, int], stood: str, nonce: str) -> Reply:
        """Confirm what lies before ``seat`` (0: the shared things), of which ``numbers`` differ."""
        request = Request.of(hashed(token), nonce, "count", seat, numbers, stood)
        return self._as(token, seat, lambda actor: self._auditing.count(actor, seat, numbers, stood, request))

    def leave(self, token: str, seat: int) -> Reply:
        """This seat does not count this time."""
        return self._as(token, seat, lambda actor: self._auditing.leave(actor, seat))

    def sheet(self, token: str) -> tuple[CountedPart, ...]:
        """Every number this device may see, to be put in as it lies on the table."""
        return whole_sheet(self._house.moment.lying(), self._house.seat_of(token) or TABLE)

    def check(self, token: str, numbers: Mapping[str, int]) -> Checked:
        """What is wrong with these numbers, before they are put in."""
        return checked(self._house.moment.lying(), self._house.seat_of(token) or TABLE, numbers)

    def put_in(self, token: str, numbers: Mapping[str, int], nonce: str) -> Reply:
        """Take over what lies on the table: numbers this device may see."""

        def act(actor: Actor) -> Reply:
            allowed = {one.key for part in whole_sheet(self._house.moment.lying(), actor.seat) for one in part.numbers}
            if not allowed.issuperset(numbers):
                raise Refused("not-tracked", say("That number is not counted here."))
            return self._auditing.put_in(actor, numbers, Request.of(hashed(token), nonce, "put in", numbers))

        return self._as(token, None, act)

    def _as(self, token: str, seat: int | None, act: Callable[[Actor], Reply]) -> Reply:
        """Do it as whom this device stands for where ``seat`` is concerned; a refusal is a reply."""
        own, host = self._house.seat_of(token), self._house.is_host(token)
        if own is None and not host:
            return refused(Refused("no-seat", say("Take a seat first.")))
        asker = self._house.moment.audit.asker if self._house.moment.audit is not None else None
        mine = own is not None and (seat in (own, None) or (seat == TABLE and own == asker) or not host)
        device = device_of(token)
        actor = Actor("seat", own, device) if mine and own is not None else Actor("host", TABLE, device, own or TABLE)

        def decide() -> Reply:
            try:
                return act(actor)
            except Refused as refusal:
                return refused(refusal)

        return self._decided(decide)
