"""Who must agree to what, as pure functions of who sits at the table.

A seat has its vote until it has left, even if its phone sleeps; it votes by its phone or a key at its place. For a seat
that had neither this evening, a person other than the asker answers. An undo about which a seat could not be asked
stays marked. A No counts at once and for everybody; silence never counts as a yes.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.service.asking.sender import Person
from companion.service.seats.seats_state import Sitting

LAPSE = 120.0
"""Seconds after which a question to the table expires, with nothing changed; it can be asked again."""

SILENT = 120.0
"""Seconds without a reaction of a seat after which the host and one other person may give it to another phone."""


class Needed(Struct, frozen=True):
    """The seats whose yes is needed. ``voices`` answer by their own phone or keys; ``spoken_for`` by those, or by an
    admin other than the asker. ``every``: all of them must agree, else one is enough. ``unasked`` seats play, but
    nobody can be asked for them. As an alternative, the yes of the ``host`` (0: none) and of one of the ``beside``
    seats is enough.
    """

    voices: frozenset[int] = frozenset()
    spoken_for: frozenset[int] = frozenset()
    every: bool = True
    unasked: frozenset[int] = frozenset()
    host: int = 0
    beside: frozenset[int] = frozenset()

    @property
    def seats(self) -> frozenset[int]:
        """All who are asked."""
        return self.voices | self.spoken_for | self.beside | ({self.host} if self.host else set())

    def met(self, yes: Iterable[int]) -> bool:
        """Whether the yes of these seats is enough."""
        if self.host in yes and self.beside.intersection(yes):
            return True
        asked = self.voices | self.spoken_for
        missing = asked.difference(yes)
        return not missing if self.every else not asked or missing != asked


def to_take_back(sitting: Sitting, asker: Person, *, entered: bool = False) -> Needed:
    """Who must agree to an undo: everybody else who plays. ``entered``: only a just entered real roll or draw is
    undone, for which one other is enough.
    """
    return _needed(sitting, asker, sitting.playing - {asker.seat}, sitting.writers, every=not entered)


def to_set_right(sitting: Sitting, asker: Person) -> Needed:
    """Who must agree to a correction of printed facts or counted numbers: everybody else who plays, as for an undo."""
    return to_take_back(sitting, asker)


def to_go_on_without(sitting: Sitting, asker: Person, seat: int) -> Needed:
    """Who must agree to answer once for ``seat``, which sleeps: one other person, if there is one."""
    others = sitting.playing - {seat, asker.seat}
    there = sitting.lately | (others - sitting.own)
    needed = _needed(sitting, asker, others & there, sitting.lately_writing, every=False)
    return Needed(needed.voices, needed.spoken_for, every=False)


def to_let_leave(sitting: Sitting, asker: Person, seat: int) -> Needed:
    """Who must agree to continue without ``seat`` for good: two others, or the only other; nobody if the seat asks it
    itself.
    """
    if asker.seat == seat:
        return Needed(every=False)
    needed = _needed(sitting, asker, sitting.playing - {seat, asker.seat}, sitting.writers, every=False)
    return Needed(needed.voices, needed.spoken_for, every=False)


def to_move_seat(sitting: Sitting, seat: int, host: int, silent: float, *, new: bool) -> Needed:
    """Who must agree to give ``seat`` to another phone: the seat itself, by its phone or key. After ``SILENT`` seconds
    without a reaction the ``host`` and one other are enough, unless a ``new`` person wants the seat.
    """
    own = frozenset({seat})
    others = (sitting.playing & sitting.own) - {seat, host}
    if new or silent < SILENT or host in (0, seat) or host not in sitting.playing or not others:
        return Needed(own)
    return Needed(own, host=host, beside=others)


def _needed(
    sitting: Sitting, asker: Person, others: frozenset[int], writers: tuple[Person, ...], *, every: bool
) -> Needed:
    voices = others & sitting.own
    silent = others - sitting.own
    # With two people, one would speak for the other; and a person who holds all seats has nobody to ask.
    if len(sitting.playing) <= 2 or not (voices or any(not asker.is_also(writer) for writer in writers)):
        return Needed(voices, frozenset(), every, silent)
    return Needed(voices, silent, every)


def may_answer(needed: Needed, asker: Person, seat: int, who: Person) -> bool:
    """Whether ``who`` may say yes or no for ``seat``; the rights of a scribe are checked elsewhere."""
    if seat not in needed.seats:
        return False
    return who.seat == seat or (seat in needed.spoken_for and not who.is_also(asker))
