"""Points of an event: what each person of a table gets for the rank there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.club.events.event_rounds import EventTable, TableRanks, Voided
from companion.club.events.event_rules import EventRules, TiedRanks
from companion.core.errors import Refused
from companion.core.wording import say

NO_POINTS = Fraction(0)


def rank_points(points: Sequence[int], ranks: Sequence[int], ties: TiedRanks) -> tuple[Fraction, ...]:
    """The event points for each of ``ranks``. ``points`` lists those of the first place, the second, and so on;
    ``ties`` says what people on the same rank share.
    """
    return tuple(_of_rank(points, rank, ranks.count(rank), ties) for rank in ranks)


def _of_rank(points: Sequence[int], rank: int, sharing: int, ties: TiedRanks) -> Fraction:
    if ties == "higher":
        return Fraction(points[rank - 1])
    return Fraction(sum(points[rank - 1 : rank - 1 + sharing]), sharing)


def table_points(rules: EventRules, table: EventTable) -> tuple[Fraction, ...]:
    """What each seat of a table gets; nothing yet where the table is open."""
    match table.outcome:
        case TableRanks(ranks=ranks):
            return rank_points(rules.points_at(len(table.seats)), ranks, rules.ties)
        case Voided():
            return (Fraction(rules.void),) * len(table.seats)
        case _:
            return (NO_POINTS,) * len(table.seats)


def ranks_by_points(points: Sequence[int], *, highest: bool = True) -> tuple[int, ...]:
    """The ranks that game points make, the most first unless not ``highest``; who has the same shares a rank."""
    signed = [-value if highest else value for value in points]
    return tuple(1 + sum(other < value for other in signed) for value in signed)


def check_ranks(size: int, outcome: TableRanks) -> None:
    """Refuse ranks that are not those of ``size`` people, or game points of another number of people."""
    if len(outcome.ranks) != size:
        raise Refused(
            "ranks-count",
            say("The table has {size} people, not {n}. Enter a rank for each.", size=size, n=len(outcome.ranks)),
            "ranks",
        )
    if outcome.points and len(outcome.points) != size:
        raise Refused(
            "game-points-count",
            say("Enter the game points of all {size} people, or of nobody.", size=size),
            "points",
        )
    for rank in outcome.ranks:
        ahead = sum(other < rank for other in outcome.ranks)
        if rank != 1 + ahead:
            raise Refused(
                "rank-gap",
                say(
                    "Rank {rank} does not fit: ahead of it are {ahead}, so it is rank {right}. After two who share "
                    "rank 2 comes rank 4.",
                    rank=rank,
                    ahead=ahead,
                    right=1 + ahead,
                ),
                "ranks",
            )
