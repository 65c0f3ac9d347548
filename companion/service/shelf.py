"""The games there are, as the service knows them: a shelf somebody else fills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.wording import Message


class Problem(Struct, frozen=True):
    """Something wrong in a sheet: the line (from 1), the key with the way to it, what was expected, a hint."""

    line: int
    key: str
    expected: Message
    hint: Message | None = None


class Shelf(Protocol):
    """All games by key, and the owners' own score sheets among them."""

    def games(self) -> Mapping[str, AnyGame]: ...

    def check(self, toml: str) -> tuple[Problem, ...]:
        """Everything wrong with a sheet, at once; nothing is kept."""

    def keep(self, toml: str) -> str:
        """Put a sheet on the shelf, in place of one with the same id. Returns the key of its game.

        Raises ``Refused`` when it has problems, or a shipped sheet has that id.
        """

    def sheet(self, key: str) -> str | None:
        """The text of a sheet, shipped or the owners', by its game's key."""

    def own(self) -> tuple[str, ...]:
        """The keys of the owners' own sheets."""

    def drop(self, key: str) -> None:
        """Take one of the owners' sheets away."""
