"""Who came where in a reported play."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from companion.reporting.play_report import PlayReport

GUEST = ""
"""Instead of a person's id."""


class Placing(Struct, frozen=True):
    """How one seat ended. ``side`` tells apart who played together; ``points`` are None where they decide nothing."""

    seat: int
    person: str
    side: str
    place: int
    points: int | None
    won: bool


def placings(report: PlayReport) -> tuple[Placing, ...]:
    """Each seat with the best place of its sides; none of a play that was taken back."""
    score = report.score
    if score is None:
        return ()
    winners = {side.side for side in score.winners()}
    best: dict[int, Placing] = {}
    persons = {each.seat: each.person for each in report.seats}
    for rank in score.ranking():
        for side in rank.sides:
            points = side.total if score.counted else None
            for seat in side.seats:
                placing = Placing(seat, persons[seat], side.side, rank.place, points, side.side in winners)
                best.setdefault(seat, placing)
    return tuple(best[seat] for seat in sorted(best))


def rated_teams(found: tuple[Placing, ...]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Place and persons of each side that counts for ratings, the best first; none where fewer than two do.

    Guests do not count, nor a person on several seats: nobody knows for which of them.
    """
    seats = Counter(placing.person for placing in found)
    teams: dict[tuple[int, str], list[str]] = {}
    for placing in found:
        if placing.person != GUEST and seats[placing.person] == 1:
            teams.setdefault((placing.place, placing.side), []).append(placing.person)
    rated = tuple((place, tuple(persons)) for (place, _), persons in sorted(teams.items()))
    return rated if len(rated) > 1 else ()
