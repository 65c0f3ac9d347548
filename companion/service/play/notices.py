"""Notices for single seats, and a warning for everybody until its cause is over. Used only by the deciding thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from msgspec import Struct

from companion.core.wording import Message
from companion.service.table_state import StateHolder, without

Tone = Literal["plain", "good", "warning"]

MOST_PICKED = 100
"""The most picks that a notice keeps for a phone that has not fetched them; the latest are kept."""


class Picked(Struct, frozen=True):
    """A choice made outside the phone (by a tag), for its page to repeat: the option ``value`` of the question with the
    digest ``question``, or of the field ``key`` of its form. ``once`` distinguishes equal picks.
    """

    question: str
    key: str
    value: str
    once: str


class Notice(Struct, frozen=True):
    """A message for one viewer: a refusal, or what changed meanwhile. ``picked`` are all picks for it since it acted
    last, oldest first.
    """

    text: Message
    tone: Tone = "plain"
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True)
class NoticesState:
    """``of_seat`` are the notices by seat (0: the scribe). ``warning`` is for everybody, and so is ``set_aside``, the
    reason why the former play was not resumed.
    """

    of_seat: Mapping[int, tuple[Notice, ...]] = field(default_factory=dict)
    warning: Message | None = None
    set_aside: Message | None = None


class Notices:
    """The notices and the warning of a table."""

    def __init__(self, state: StateHolder) -> None:
        self._part = state.part(NoticesState())

    def tell(
        self, seats: Iterable[int], words: Message, tone: Tone = "warning", *, picked: Picked | None = None
    ) -> None:
        """Give each of ``seats`` a notice replacing the previous one. Options picked for its page (``Picked``) stay."""
        before, more = self._part.now.of_seat, (picked,) if picked is not None else ()
        told = dict[int, tuple[Notice, ...]]()
        for seat in seats:
            kept = (each for notice in before.get(seat, ()) for each in notice.picked)
            told[seat] = (Notice(words, tone, (*kept, *more)[-MOST_PICKED:]),)
        self._part.put(replace(self._part.now, of_seat={**before, **told}))

    def forget(self, seat: int) -> None:
        """Drop the notices of a seat, because it has acted."""
        told = self._part.now.of_seat
        if seat in told:
            self._part.put(replace(self._part.now, of_seat=without(told, seat)))

    def clear(self) -> None:
        """Drop all notices, because the play has changed."""
        self._part.put(replace(self._part.now, of_seat={}, set_aside=None))

    def set_aside(self, why: Message) -> None:
        """Show everybody why the former play cannot be resumed, until the next one begins."""
        self._part.put(replace(self._part.now, set_aside=why))

    def warn(self, warning: Message | None) -> None:
        """Set or clear the warning for everybody: a full disk, a damaged file."""
        self._part.put(replace(self._part.now, warning=warning))
