"""What can be asked about numbers and printed facts that are wrong, and what there is to see of both."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.boxes import Component, Learned
from companion.service.asking.requests import Request


class StartAudit(Request, frozen=True):
    """Ask the whole table to count."""

    may_ask = "seat or admin"
    nonce: str


class StopAudit(Request, frozen=True):
    """End the audit for everybody."""

    may_ask = "seat or admin"


class AuditWithoutMissing(Request, frozen=True):
    """Go on without those who have not counted."""

    may_ask = "seat or admin"


class CountPart(Request, frozen=True):
    """Confirm what lies before ``seat`` (0: the shared things), of which ``numbers`` differ. ``stood`` is the digest of
    what was on the page.
    """

    may_ask = "seat or admin"
    private = frozenset({"numbers", "stood"})
    seat: int
    numbers: Mapping[str, int]
    stood: str
    nonce: str


class SkipCount(Request, frozen=True):
    """This seat does not count this time."""

    may_ask = "seat or admin"
    seat: int


class PutInNumbers(Request, frozen=True):
    """Take over what lies on the table: numbers this device may see."""

    may_ask = "seat or admin"
    private = frozenset({"numbers"})
    numbers: Mapping[str, int]
    nonce: str


class AskWhichFact(Request, frozen=True):
    """Ask on this device which printed fact is wrong; as ``scribe`` among what the table is asked."""

    may_ask = "seat or admin"
    nonce: str
    scribe: bool = False


class ProposeFacts(Request, frozen=True):
    """These printed facts are wrong in the play that is on: find what rested on them, and ask the table."""

    may_ask = "seat or admin"
    facts: tuple[Learned, ...]
    nonce: str
    scribe: bool = False


class ProposeComponent(Request, frozen=True):
    """What the box page says of a component is true of the play that is on too, if it is of this game."""

    may_ask = "seat or admin"
    game: str
    kind: str
    key: str
    printed: Component
    nonce: str
    scribe: bool = True
