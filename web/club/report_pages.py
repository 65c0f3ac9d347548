"""Where tables report how plays ended."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from flask import Blueprint, Response, request

from companion.club.persons.club_persons import ClubPerson, UnknownCard
from companion.club.results.received_results import OtherTable
from companion.club.storage.club_database import ClubDatabaseError
from companion.club.storage.form_key import database_id
from companion.plays.log.card_codes import read_card_code
from companion.reporting.club_connection import TABLE_ADDRESS
from companion.reporting.play_report import LARGEST, Receipt, ReportError, read_report
from web.club.club_context import answer_late, club
from web.club.results.result_pages import LARGEST_NUMBER
from web.http.identity import address, bearer_token

reports = Blueprint("api", __name__)
"""Called as that of a table is: programs get no cookie."""


@reports.put("/api/1/plays/<play>")
def put_play(play: str) -> Response:
    """Store a report; 200 with the receipt for it, 409 with that for the one the club has instead."""
    table = _table()
    if table is None:
        return _said(401, {"code": "unknown-table", "message": "No table of this club has this token."})
    request.max_content_length = LARGEST
    try:
        report, digest = read_report(request.get_data(cache=False))
    except ReportError as error:
        return _said(400, {"code": "no-report", "message": f"This is no report: {error}."})
    if report.play != play:
        return _said(400, {"code": "no-report", "message": "The report is of another play than the address."})
    try:
        receipt = club().received.store(table, report, digest)
    except OtherTable:
        return _said(422, {"code": "other-table", "message": "Another table has reported this play."})
    club().stored()
    return _said(200 if receipt == Receipt(version=report.version, digest=digest) else 409, receipt)


@reports.get("/api/1/cards/<code>")
def get_card(code: str) -> Response:
    """Whose card it is: 200 with id and name, 404 for a card that is nobody's or none."""
    table = _table()
    if table is None:
        return _said(401, {"code": "unknown-table", "message": "No table of this club has this token."})
    person = _person(table, code)
    if person is None:
        return _said(404, {"code": "no-card", "message": "This is nobody's card."})
    return _said(200, {"person": person.id, "name": person.name})


def _table() -> str | None:
    """The table that calls; where its pages are is noted."""
    tables = club().tables
    table = tables.table_of(bearer_token())
    if table is not None and TABLE_ADDRESS in request.headers:
        tables.heard_from(table, request.headers[TABLE_ADDRESS], address())
    return table


def _person(table: str, code: str) -> ClubPerson | None:
    read = read_card_code(code)
    try:
        return club().persons.person_of(read) if read is not None else None
    except UnknownCard:
        answer_late(f"table {table}")
        return None


@reports.get(f"/api/1/forgotten/<int(max={LARGEST_NUMBER}):number>")
def get_forgotten(number: int) -> Response:
    """Who wanted to be forgotten after so many others, how many there are, and in which database they are counted."""
    if _table() is None:
        return _said(401, {"code": "unknown-table", "message": "No table of this club has this token."})
    newest, persons = club().persons.forgotten_since(number)
    return _said(200, {"number": newest, "persons": persons, "database": database_id(club().key)})


@reports.errorhandler(ClubDatabaseError)
def _no_database(_: ClubDatabaseError) -> Response:
    return _said(503, {"code": "no-database", "message": "The club's database is away. Try again."})


def _said(status: int, content: Mapping[str, object] | Receipt) -> Response:
    return Response(msgspec.json.encode(content), status, mimetype="application/json")
