"""Score sheets: points with their reasons, ranking, and tie-breaks."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from companion.core.wording import N_, SeatName, Wording, listed, say, seats_in


class Line(Struct, frozen=True):
    """Points and their reason. ``points`` is None while hidden from the viewer. ``key`` groups lines of one rule;
    ``kind`` is the name of the group if its lines have labels of their own.
    """

    key: str
    points: int | None
    label: Wording
    why: Wording | None = None
    kind: Wording | None = None

    @property
    def called(self) -> Wording:
        """The name of the line in a list that groups lines of one rule."""
        return self.kind if self.kind is not None else self.label


class SideScore(Struct, frozen=True):
    """The score of one side, usually one seat. ``ties`` has a number for each tie-break of the sheet's ladder.

    ``won`` is the reason of a victory that does not depend on points.
    """

    side: str
    seats: tuple[int, ...]
    label: Wording
    lines: tuple[Line, ...]
    ties: tuple[int, ...] = ()
    out: bool = False
    won: Wording | None = None

    @property
    def people(self) -> Wording:
        """Who plays the side, by name; its label if nobody does."""
        return listed([SeatName(seat) for seat in self.seats]) if self.seats else self.label

    @property
    def named_apart(self) -> bool:
        """Whether the label names the side itself and not the person who plays it."""
        return bool(self.seats) and not seats_in(self.label)

    @property
    def called(self) -> Wording:
        """Who plays the side, with the name of the side if it has one."""
        return say("{who} ({side})", N_("{who}"), who=self.people, side=self.label) if self.named_apart else self.label

    @property
    def total(self) -> int:
        """The sum of the points that are not hidden."""
        return sum(line.points or 0 for line in self.lines)

    @property
    def complete(self) -> bool:
        """Whether no points are hidden."""
        return all(line.points is not None for line in self.lines)


class TieBreak(Struct, frozen=True):
    """A tie-break: most (or least) of something."""

    label: Wording
    highest: bool = True


class Rank(Struct, frozen=True):
    """A place in the ranking, from 1, with all sides that share it.

    ``settled_by`` is the tie-break that put this place behind the one before, None if points decided.
    """

    place: int
    sides: tuple[SideScore, ...]
    settled_by: TieBreak | None = None


class ScoreSheet(Struct, frozen=True):
    """The scores of all sides; ``final`` once the play is over. ``ladder`` are the tie-breaks in order.

    ``counted`` is False if points decide nothing: no total is shown, and only sides with ``won`` set win. ``lost`` says
    how all have lost together. ``to_count``: the points still have to be counted on a score sheet.
    """

    sides: tuple[SideScore, ...]
    final: bool = False
    highest_wins: bool = True
    ladder: tuple[TieBreak, ...] = ()
    counted: bool = True
    lost: Wording | None = None
    to_count: bool = False

    def ranking(self) -> tuple[Rank, ...]:
        """Sides by outright victory, then not ``out``, then points, then the ladder."""
        ordered = sorted(self.sides, key=self._standing)
        ranks: list[Rank] = []
        place = 1
        for _, group in groupby(ordered, key=self._standing):
            tied = tuple(group)
            ranks.append(Rank(place, tied, self._settled_by(ranks[-1], tied) if ranks else None))
            place += len(tied)
        return tuple(ranks)

    def winners(self) -> tuple[SideScore, ...]:
        """The sides in first place; if not ``counted``, only those that have ``won``."""
        ranking = self.ranking()
        first = ranking[0].sides if ranking else ()
        return first if self.counted else tuple(side for side in first if side.won is not None)

    @property
    def nobody_won(self) -> Wording:
        """What to say instead of a winner: how all have lost, or that the points are still to be counted."""
        if self.lost is not None:
            return self.lost
        if self.to_count:
            return say("Now count the points.", N_("Count the points"))
        return say("Nobody has won.", N_("Nobody has won"))

    def _standing(self, side: SideScore) -> tuple[int, ...]:
        points = (-side.total if self.highest_wins else side.total) if self.counted else 0
        ties = (-tie if tie_break.highest else tie for tie, tie_break in zip(side.ties, self.ladder, strict=False))
        return (side.won is None, side.out, points, *ties)

    def _settled_by(self, before: Rank, tied: tuple[SideScore, ...]) -> TieBreak | None:
        ahead, behind = before.sides[0], tied[0]
        if self._standing(ahead)[:3] != self._standing(behind)[:3]:
            return None
        for tie_break, mine, theirs in zip(self.ladder, ahead.ties, behind.ties, strict=False):
            if mine != theirs:
                return tie_break
        return None
