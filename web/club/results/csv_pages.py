"""Results, rankings and a person's results as CSV files to take home (RFC 4180, UTF-8).

The columns have the same names in every language, for programs and spreadsheets that read the next file as the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from urllib.parse import quote

from flask import Blueprint, abort
from werkzeug.wrappers import Response

from companion.club.results.person_views import person_name
from companion.club.results.result_rows import (
    PERSON_COLUMNS,
    RANKING_COLUMNS,
    RESULT_COLUMNS,
    CsvCell,
    person_rows,
    ranking_rows,
    result_rows,
)
from companion.locale import speaker
from companion.plays.reports.csv_files import csv_portions
from web.club.club_context import club
from web.club.results.person_pages import nobody
from web.http.identity import language

pages = Blueprint("csv", __name__)


@pages.get("/results.csv")
def results() -> Response:
    """A row for each seat of every result."""
    return _file("results.csv", RESULT_COLUMNS, result_rows(club().results.database, speaker(language(), {})))


@pages.get("/ranking/<game>.csv")
def ranking(game: str) -> Response:
    """A row for each person in a ranking."""
    found = club().results.ranking(game)
    if found is None:
        abort(404)
    return _file(f"ranking-{game}.csv", RANKING_COLUMNS, ranking_rows(found))


@pages.get("/p/<person>.csv")
def person(person: str) -> Response | tuple[str, int]:
    """A row for each result of a person."""
    database = club().results.database
    name = person_name(database, person)
    if name is None:
        return nobody()
    return _file(f"{name}.csv", PERSON_COLUMNS, person_rows(database, person, speaker(language(), {})))


def _file(name: str, columns: Sequence[str], rows: Iterator[list[CsvCell]]) -> Response:
    """A file of any ``name`` (RFC 6266) that is made while it is sent."""
    first = next(rows, None)  # a database that is away is said in a page
    every = rows if first is None else chain([first], rows)
    headers = {"Content-Disposition": f"attachment; filename=\"club.csv\"; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(csv_portions(columns, every, language()), mimetype="text/csv", headers=headers)
