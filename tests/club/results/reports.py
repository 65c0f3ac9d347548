"""Reports for tests: who came where with how many points."""

from __future__ import annotations

from collections.abc import Mapping

from companion.club.results.rating_jobs import RatingJobs
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import verbatim
from companion.reporting.play_report import PlayReport, ReportedSeat, report_document


def played(
    play: str,
    points: Mapping[str, int],
    *,
    version: int = 1,
    game: str = "antike",
    withdrawn: bool = False,
    together: int = 1,
) -> PlayReport:
    """``points`` by person, from seat 1 on; a name that begins with ``guest`` is a guest. So many seats ``together``
    are a side, whose points are those of the first.
    """
    persons = list(points)
    seats = range(1, len(persons) + 1)
    sides = tuple(
        SideScore(
            f"side {seats[first]}",
            tuple(seats[first : first + together]),
            verbatim("A side"),
            (Line("all", points[persons[first]], verbatim({"en": "All", "es": "Todo"})),),
        )
        for first in range(0, len(persons), together)
    )
    return PlayReport(
        play=play,
        version=version,
        game=game,
        title=verbatim(game.title()),
        rules_version=1,
        options={},
        seats=tuple(
            ReportedSeat(seat, "" if person.startswith("guest") else person)
            for seat, person in zip(seats, persons, strict=True)
        ),
        score=None if withdrawn else ScoreSheet(sides, final=True),
        began=None,
        ended=None,
        minutes=60,
    )


def digest(report: PlayReport) -> str:
    return report_document(report)[1]


def rate_all(jobs: RatingJobs) -> None:
    """Compute ratings until nothing is left."""
    while jobs.do_portion():
        pass
