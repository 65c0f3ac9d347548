"""One row of a play's log."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.chance import Drawn
from companion.core.secrecy import Sealed
from companion.core.step import Told
from companion.core.wording import N_, say

Kind = Literal["begin", "move", "undo", "redo", "correction", "gap"]

SCRIBE = "scribe"
"""What an actor's name begins with when a scribe pressed for the seat."""
GAP = say("A step here is damaged and cannot be read.", short=N_("A damaged step"))


class Entry(Struct, frozen=True, kw_only=True):
    """What the log keeps of one thing that happened; the state after it lies beside it in the same row.

    ``base`` is the entry on whose state this one was put (0 before the first). ``stands_for`` is the entry whose
    state counts after this one: itself, or for an undo or redo the entry gone back to. ``seat`` is for whom (0: the
    table), ``actor`` who really pressed. ``move`` is JSON (of a correction: see ``plays.correcting``). ``marked``
    is a take-back past a reveal or a roll, which stays visible as a correction. ``closed`` says that afterwards all
    decide in secret (``Awaited.secret``), so that undo must not tell who did. ``wall`` is seconds since 1970, or
    None while the clock is not to be trusted; ``mono`` is seconds on the clock of that run of the program.

    A ``gap`` is in no file: it stands in memory for a row that is damaged.
    """

    number: int
    base: int
    stands_for: int
    kind: Kind
    seat: int
    actor: str
    move: str = ""
    drawn: tuple[Drawn, ...] = ()
    told: tuple[Told, ...] = ()
    nonce: str = ""
    revealed: bool = False
    marked: bool = False
    closed: bool = False
    mono: float = 0.0
    wall: float | None = None

    @property
    def open(self) -> bool:
        """Whether a line of it is for everybody."""
        return any(not isinstance(told, Sealed) or told.revealed for told in self.told)

    @property
    def known(self) -> bool:
        """Whether everybody knows that it happened: all does but what is done while all decide in secret."""
        return self.open or not self.closed

    @property
    def telling(self) -> bool:
        """Whether something came out that cannot be unknown again, or that was set right by hand. Of a gap nobody
        knows.
        """
        return self.revealed or bool(self.drawn) or self.kind in ("correction", "gap")


def gap(number: int, base: int | None = None, stands_for: int | None = None) -> Entry:
    """What stands for a damaged entry; where it is not known otherwise, it is taken for a step on the one before."""
    return Entry(
        number=number,
        base=number - 1 if base is None else base,
        stands_for=number if stands_for is None else stands_for,
        kind="gap",
        seat=0,
        actor="",
        told=(GAP,),
    )
