"""What can be asked about the owners' boxes."""

from __future__ import annotations

from companion.core.boxes import Component
from companion.service.requests import Request


class KeepComponent(Request, frozen=True):
    """Everything the owners know of a component; what is absent nobody knows. An empty ``part`` adds one."""

    may_ask = "host"
    game: str
    kind: str
    part: str
    facts: Component


class DuplicateComponent(Request, frozen=True):
    """Add another component like ``part``."""

    may_ask = "host"
    game: str
    kind: str
    part: str


class RemoveComponent(Request, frozen=True):
    """Forget what the owners said of a component; one of their own is gone with it."""

    may_ask = "host"
    game: str
    kind: str
    part: str


class NameEdition(Request, frozen=True):
    """A note of which copy of the game this is; empty takes it back."""

    may_ask = "host"
    game: str
    edition: str


class ImportBox(Request, frozen=True):
    """Lay a file over what is there. A file with anything wrong is refused whole and changes nothing."""

    may_ask = "host"
    game: str
    text: str
