"""The standings of an event for a spreadsheet: comma-separated values as RFC 4180 has them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from companion.core.wording import Speaker, say
from companion.plays.reports.csv_cells import safe_cell
from web.club.events.shown_event import NOTHING, StandingLine


def standings_csv(standings: Sequence[StandingLine], rounds: int, spoken: Speaker) -> bytes:
    """UTF-8 with a byte order mark, without which Excel takes it for something else. Points are exact: 12 1/3, which
    spreadsheets read as a number.
    """
    written = StringIO()
    rows = csv.writer(written, lineterminator="\r\n")
    columns = [say("Place"), say("Name"), say("Points")]
    columns += [say("Round {round}", round=number) for number in range(1, rounds + 1)]
    rows.writerow(spoken.say(column) for column in [*columns, say("Why this place")])
    for each in standings:
        points = ["" if points == NOTHING else points for points in each.rounds]
        why = " ".join(spoken.say(words) for words in each.why)
        rows.writerow([each.place, safe_cell(each.name), each.total, *points, safe_cell(why)])
    return written.getvalue().encode("utf-8-sig")
