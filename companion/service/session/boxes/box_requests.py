"""What can be asked about the owners' boxes: what they know of components, cell by cell or as a file; lending it."""

from __future__ import annotations

from msgspec import Struct

from companion.core.boxes import Component, Fact
from companion.service.asking.requests import Request


class KeepComponent(Request, frozen=True):
    """Everything the owners know of a component; what is absent nobody knows. An empty ``part`` adds one."""

    may_ask = "admin"
    game: str
    kind: str
    part: str
    facts: Component


class BoxCell(Struct, frozen=True):
    """One field of one component in the table of its kind; without a ``value`` the owners' fact is forgotten.

    ``row`` is the component's key, or ``+`` and a word of the page's own for one that is not in the box yet. An empty
    ``field`` is the number of a component that is known by one.
    """

    row: str
    field: str
    value: Fact | None


class KeepCells(Request, frozen=True):
    """Cells of the table of a kind, each kept by itself: a wrong one keeps no other from being kept.

    ``page`` is a word of the table that sends them, ``number`` counts what it sends: what comes after a later one is
    not done any more, and a row that was added under a word is known again by it.
    """

    may_ask = "admin"
    game: str
    kind: str
    cells: tuple[BoxCell, ...]
    page: str = ""
    number: int = 0


class DuplicateComponent(Request, frozen=True):
    """Add another component like ``part``."""

    may_ask = "admin"
    game: str
    kind: str
    part: str


class RemoveComponent(Request, frozen=True):
    """Forget what the owners said of a component; one of their own is gone with it."""

    may_ask = "admin"
    game: str
    kind: str
    part: str


class NameEdition(Request, frozen=True):
    """A note of which copy of the game this is; empty takes it back."""

    may_ask = "admin"
    game: str
    edition: str


class LendBox(Request, frozen=True):
    """Let another table fetch what the owners entered, for a while; or no longer."""

    may_ask = "admin"
    game: str
    lent: bool = True


class ImportBox(Request, frozen=True):
    """Lay a file over what is there. A file with anything wrong is refused whole and changes nothing."""

    may_ask = "admin"
    game: str
    text: str
