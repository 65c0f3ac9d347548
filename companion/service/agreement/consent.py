"""Who must say yes to what, as pure functions of who sits there.

A seat has its vote until it has left, however dark its phone is; its phone or a key at its place gives it. A seat that
had neither this evening is answered for by another person than who asked. What the table cannot ask anybody about
stays marked. A No counts at once and for everybody; silence never counts as a yes.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from companion.service.asking.sender import Person
from companion.service.seats.seats_state import Sitting

LAPSE = 120.0
"""Seconds after which a question to the table lapses: nothing is changed, and it can be asked again."""

SILENT = 120.0
"""Seconds without a sign of a seat after which the host and one other may give it to another phone."""


class Needed(Struct, frozen=True):
    """Whose yes is needed. ``voices`` answer by their own phone or keys; ``spoken_for`` by those, or by an admin other
    than the asker. ``every``: all of them must agree, else one is enough. ``unasked`` seats play, and nobody can be
    asked for them. Instead of those, the yes of the ``host`` (0: none) and of one of the ``beside`` seats is enough.
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
        """Whether these yeses are enough."""
        if self.host in yes and self.beside.intersection(yes):
            return True
        asked = self.voices | self.spoken_for
        missing = asked.difference(yes)
        return not missing if self.every else not asked or missing != asked


def to_take_back(sitting: Sitting, asker: Person, *, entered: bool = False) -> Needed:
    """Taking back what the table must agree to: everybody else who plays. ``entered``: only what somebody has just
    typed in from the cardboard is taken back, to which one other is enough.
    """
    return _needed(sitting, asker, sitting.playing - {asker.seat}, sitting.writers, every=not entered)


def to_set_right(sitting: Sitting, asker: Person) -> Needed:
    """Setting right what is printed, or what was counted: everybody else who plays, as for taking back."""
    return to_take_back(sitting, asker)


def to_go_on_without(sitting: Sitting, asker: Person, seat: int) -> Needed:
    """Answering once for ``seat``, which sleeps: one other person, where there is one."""
    others = sitting.playing - {seat, asker.seat}
    there = sitting.lately | (others - sitting.own)
    needed = _needed(sitting, asker, others & there, sitting.lately_writing, every=False)
    return Needed(needed.voices, needed.spoken_for, every=False)


def to_let_leave(sitting: Sitting, asker: Person, seat: int) -> Needed:
    """Going on without ``seat`` for good: two others, or the only other; nobody where the seat says so itself."""
    if asker.seat == seat:
        return Needed(every=False)
    needed = _needed(sitting, asker, sitting.playing - {seat, asker.seat}, sitting.writers, every=False)
    return Needed(needed.voices, needed.spoken_for, every=False)


def to_move_seat(sitting: Sitting, seat: int, host: int, silent: float, *, new: bool) -> Needed:
    """Giving ``seat`` to another phone: the seat itself, by its phone or key. After ``SILENT`` seconds without a sign
    of it the ``host`` and one other are enough, unless somebody ``new`` wants it.
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
    # Of two, one would speak for the other; and who holds everything has nobody to ask.
    if len(sitting.playing) <= 2 or not (voices or any(not asker.is_also(writer) for writer in writers)):
        return Needed(voices, frozenset(), every, silent)
    return Needed(voices, silent, every)


def may_answer(needed: Needed, asker: Person, seat: int, who: Person) -> bool:
    """Whether ``who`` may say yes or no for ``seat``; that a writer may write is known elsewhere."""
    if seat not in needed.seats:
        return False
    return who.seat == seat or (seat in needed.spoken_for and not who.is_also(asker))
