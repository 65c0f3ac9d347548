"""The part of the table's state that its agreement has: votes under way, and the noes that stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.service.agreement.votes import Vote


@dataclass(frozen=True)
class AgreementState:
    """``noes`` are the seats that said no, by what it was about. ``stuck`` are the places in plays, by play, number of
    entries and seat, at which nobody can answer for a seat that has left.
    """

    votes: tuple[Vote, ...] = ()
    noes: Mapping[tuple[str, int | str], frozenset[int]] = field(default_factory=dict)
    stuck: frozenset[tuple[str, int, int]] = frozenset()

    @property
    def asked(self) -> tuple[Vote, ...]:
        """What the table is asked; a phone that wants a seat is that seat's affair alone."""
        return tuple(vote for vote in self.votes if vote.kind != "swap")
