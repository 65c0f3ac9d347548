"""A table that reports a play, on the machine itself: ``TOKEN`` and the id of the play; prints the version received."""

from __future__ import annotations

import sys

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import verbatim
from companion.reporting.club_connection import ClubConnection
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import PlayReport, ReportedSeat, report_document

token, play = sys.argv[1:]
sides = tuple(
    SideScore(f"seat{seat}", (seat,), verbatim(f"Seat {seat}"), (Line("all", 10 * seat, verbatim("All")),))
    for seat in (1, 2)
)
report = PlayReport(
    play=play,
    version=1,
    game="antike",
    title=verbatim("Antike"),
    rules_version=1,
    options={},
    seats=(ReportedSeat(1), ReportedSeat(2)),
    score=ScoreSheet(sides, final=True),
    began=None,
    ended=None,
    minutes=90,
)
club = ClubConnection(
    ClubSettings(url="https://127.0.0.1:8143", token=token, ca="/etc/table-companion/club/certificate.pem"), patience=60
)
sys.stdout.write(f"{club.put(play, report_document(report)[0]).version}\n")
