"""The standings of an event for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.wording import Speaker, say
from companion.plays.reports.csv_files import csv_text
from web.club.events.shown_event import NOTHING, StandingLine


def standings_csv(standings: Sequence[StandingLine], rounds: int, spoken: Speaker) -> bytes:
    """A CSV file. Points are exact: 12 1/3, which spreadsheets read as a number."""
    columns = [say("Place"), say("Name"), say("Points")]
    columns += [say("Round {round}", round=number) for number in range(1, rounds + 1)]
    columns.append(say("Why this place"))
    rows = []
    for each in standings:
        points = ["" if points == NOTHING else points for points in each.rounds]
        why = " ".join(spoken.say(words) for words in each.why)
        rows.append([each.place, each.name, each.total, *points, why])
    return csv_text([spoken.say(column) for column in columns], rows, spoken.language).encode()
