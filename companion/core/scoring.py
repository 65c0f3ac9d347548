"""The final score, every point explained, and ties settled rung by rung."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from companion.core.wording import Wording


class Line(Struct, frozen=True):
    """Some points and why. ``points`` is None while the viewer may not know them. ``key`` groups lines of one rule."""

    key: str
    points: int | None
    label: Wording
    why: Wording | None = None


class SideScore(Struct, frozen=True):
    """The account of one side, usually one seat. ``ties`` holds a number for every rung of the sheet's ladder.

    ``won`` says why a side has won whatever the points: by a condition, not by a count.
    """

    side: str
    seats: tuple[int, ...]
    label: Wording
    lines: tuple[Line, ...]
    ties: tuple[int, ...] = ()
    out: bool = False
    won: Wording | None = None

    @property
    def total(self) -> int:
        """The sum of all points this viewer may know."""
        return sum(line.points or 0 for line in self.lines)

    @property
    def complete(self) -> bool:
        """Whether the viewer knows every line."""
        return all(line.points is not None for line in self.lines)


class Rung(Struct, frozen=True):
    """One tie-break: most (or least) of something."""

    label: Wording
    highest: bool = True


class Rank(Struct, frozen=True):
    """A place in the final order. ``sides`` has more than one member when nothing separates them.

    ``settled_by`` is the rung that put this place behind the one before it, where the points alone did not.
    """

    place: int
    sides: tuple[SideScore, ...]
    settled_by: Rung | None = None


class ScoreSheet(Struct, frozen=True):
    """All accounts of a play; ``final`` once the play is over.

    ``counted`` is False where points decide nothing: then the lines say how things stand, no total is shown, and only
    sides that have ``won`` are winners.
    """

    sides: tuple[SideScore, ...]
    final: bool = False
    highest_wins: bool = True
    ladder: tuple[Rung, ...] = ()
    counted: bool = True

    def ranking(self) -> tuple[Rank, ...]:
        """The sides in order: who has won outright, points, then the ladder. Sides that are out come last."""
        ordered = sorted(self.sides, key=self._standing)
        ranks: list[Rank] = []
        place = 1
        for _, group in groupby(ordered, key=self._standing):
            tied = tuple(group)
            ranks.append(Rank(place, tied, self._settled_by(ranks[-1], tied) if ranks else None))
            place += len(tied)
        return tuple(ranks)

    def winners(self) -> tuple[SideScore, ...]:
        """Those in first place; where points decide nothing, only for a reason."""
        ranking = self.ranking()
        first = ranking[0].sides if ranking else ()
        return first if self.counted else tuple(side for side in first if side.won is not None)

    def _standing(self, side: SideScore) -> tuple[int, ...]:
        points = (-side.total if self.highest_wins else side.total) if self.counted else 0
        ties = (-tie if rung.highest else tie for tie, rung in zip(side.ties, self.ladder, strict=False))
        return (side.won is None, side.out, points, *ties)

    def _settled_by(self, before: Rank, tied: tuple[SideScore, ...]) -> Rung | None:
        ahead, behind = before.sides[0], tied[0]
        if self._standing(ahead)[:3] != self._standing(behind)[:3]:
            return None
        for rung, mine, theirs in zip(self.ladder, ahead.ties, behind.ties, strict=False):
            if mine != theirs:
                return rung
        return None
