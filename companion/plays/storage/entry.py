"""Entry of a play's log."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.chance import Drawn
from companion.core.instructions import AnyInstruction, Instruction
from companion.core.secrecy import Sealed
from companion.core.step import TABLE, LogText
from companion.core.wording import N_, say

EntryKind = Literal["begin", "move", "undo", "redo", "correction", "gap"]

SCRIBE = "scribe"
"""Prefix of the actor if a scribe acted for the seat."""
PART = "/"
"""In a nonce, the separator before the number of a further entry of one request."""
LOBBY = "lobby"
"""The actor of the first moves of a play that the lobby made, which set the game up."""
FROM_PRINT = "print"
"""The value of ``move`` in the first entry of a play that continues from printed sheets."""
_CHECK = say("Check the pieces against the numbers.", short=N_("Check the pieces"))
CHECK_PIECES = Instruction(TABLE, "words", words=_CHECK, back=_CHECK, group="check-pieces")
"""The instruction for everybody if the stored instructions cannot be read."""
GAP = say("A step here is damaged and cannot be read.", short=N_("A damaged step"))


class Entry(Struct, frozen=True, kw_only=True):
    """One log entry; its state is stored in the same row.

    ``base`` is the entry whose state it was applied to (0 before the first). ``stands_for`` is the entry whose state is
    current after it: itself, or for undo and redo the one gone back to. ``seat`` is the seat for which it was made (0:
    the table), ``actor`` says who sent it. ``move`` is JSON (of a correction: see ``plays.corrections``; of a
    beginning: nothing, or ``FROM_PRINT``). ``nonce`` is the request's: see ``part_of``. ``marked``: an undo past a
    reveal or a roll, shown as a correction. ``closed``: afterwards all decide in secret (``Awaited.secret``), so undo
    must not reveal who did. ``wall`` is seconds since 1970, None if unknown; ``mono`` is monotonic seconds of that run.
    A ``gap`` exists in memory only, for a damaged row.
    """

    number: int
    base: int
    stands_for: int
    kind: EntryKind
    seat: int
    actor: str
    move: str = ""
    drawn: tuple[Drawn, ...] = ()
    told: tuple[LogText, ...] = ()
    instructions: tuple[AnyInstruction, ...] = ()
    nonce: str = ""
    revealed: bool = False
    marked: bool = False
    closed: bool = False
    mono: float = 0.0
    wall: float | None = None

    @property
    def from_print(self) -> bool:
        """Whether its state was read from printed sheets, so that no rule produced it."""
        return self.kind == "begin" and self.move == FROM_PRINT

    @property
    def submission(self) -> str:
        """The nonce of the request, which all its entries have in common; "" without one."""
        return self.nonce.partition(PART)[0]

    @property
    def open(self) -> bool:
        """Whether one of its lines is for everybody."""
        return any(not isinstance(told, Sealed) or told.revealed for told in self.told)

    @property
    def known(self) -> bool:
        """Whether it is public that this entry exists; False for secret decisions."""
        return self.open or not self.closed

    @property
    def telling(self) -> bool:
        """Whether it revealed something or was a correction; True for a gap, of which that is unknown."""
        return self.revealed or bool(self.drawn) or self.kind in ("correction", "gap")


def part_of(nonce: str, index: int) -> str:
    """The nonce of an entry: that of the request for its first entry, with a number appended for each further one."""
    return f"{nonce}{PART}{index}" if nonce and index else nonce


def gap(number: int, base: int | None = None, stands_for: int | None = None) -> Entry:
    """Placeholder of a damaged entry; by default linked like a move on the entry before."""
    return Entry(
        number=number,
        base=number - 1 if base is None else base,
        stands_for=number if stands_for is None else stands_for,
        kind="gap",
        seat=0,
        actor="",
        told=(GAP,),
        instructions=(CHECK_PIECES,),
    )
