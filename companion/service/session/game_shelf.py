"""The games there are, as the service knows them: a shelf somebody else fills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from companion.core.game import AnyGame
from companion.core.widgets import AnyWidget
from companion.core.wording import Message


class Problem(Struct, frozen=True):
    """Something wrong in a sheet: the line (from 1), the key with the way to it, what was expected, a hint."""

    line: int
    key: str
    expected: Message
    hint: Message | None = None


class FormField(Protocol):
    """A key of a sheet, as a page asks for it. ``kind`` is one of the shelf's few kinds of values: ``id`` (a short
    key), ``words``, ``whole``, ``flag``, ``choice``, ``span`` (lowest and highest), ``rounds``, ``teams``, ``wholes``
    (a list of numbers), ``rows`` (pairs), ``above``; ``tables`` and ``table`` are keys of their own, see ``section``.
    ``low`` and ``high`` bound a number or the length of a text; a ``default`` of None says nothing.
    """

    @property
    def key(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def label(self) -> Message: ...
    @property
    def required(self) -> bool: ...
    @property
    def default(self) -> int | str | bool | None: ...
    @property
    def choices(self) -> tuple[tuple[str, Message], ...]: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def section(self) -> str: ...


class FormSection(Protocol):
    """The keys of one kind of table; ``example`` says in a sentence what it does with numbers, if it does."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> Message: ...
    @property
    def fields(self) -> tuple[FormField, ...]: ...
    @property
    def example(self) -> Message | None: ...


class SheetForm(Protocol):
    """What a page asks for to write a sheet. ``forms`` hold what each form of category adds to all categories' keys;
    ``writing`` are those that a category which uses another's numbers does not have.
    """

    @property
    def sheet(self) -> FormSection: ...
    @property
    def category(self) -> FormSection: ...
    @property
    def forms(self) -> tuple[FormSection, ...]: ...
    @property
    def kinds(self) -> FormSection: ...
    @property
    def ladder(self) -> FormSection: ...
    @property
    def sudden(self) -> FormSection: ...
    @property
    def writing(self) -> tuple[str, ...]: ...


class Shelf(Protocol):
    """All games by key, and the owners' own score sheets among them."""

    def games(self) -> Mapping[str, AnyGame]: ...

    def check(self, toml: str) -> tuple[Problem, ...]:
        """Everything wrong with a sheet, at once; nothing is kept."""

    def keep(self, toml: str) -> str:
        """Put a sheet on the shelf, in place of one with the same id. Returns the key of its game.

        Raises ``Refused`` when it has problems, a shipped sheet has that id, or plays were written on the one there.
        """

    def sheet(self, key: str) -> str | None:
        """The text of a sheet, shipped or the owners', by its game's key."""

    def own(self) -> tuple[str, ...]:
        """The keys of the owners' own sheets."""

    def drop(self, key: str) -> None:
        """Take one of the owners' sheets away."""

    def form(self) -> SheetForm:
        """What a page asks for to write a sheet without knowing its text."""

    def values(self, toml: str) -> Mapping[str, Any] | None:
        """A sheet's text as plain values, also of one that is wrong; None when the text cannot be read at all."""

    def write(self, values: Mapping[str, Any]) -> str:
        """Plain values as a sheet's text; also while they are no whole sheet yet."""

    def preview(self, toml: str) -> tuple[AnyWidget, ...]:
        """What the table would show of a sheet before anything is written; empty while it is wrong."""
