"""One result in full: the score sheet with every point in words, and who sat where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial

import msgspec
from msgspec import Struct
from sqlalchemy import select

from companion.club.results.result_views import SeatResult, seats_of
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, results
from companion.core.scoring import ScoreSheet
from companion.core.setup import SEATS, OptionValue
from companion.core.wording import Verbatim, Wording, named
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import score_with
from companion.reporting.play_report import PlayReport

LATEST = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""No calendar goes on much longer; a table may send any number."""

_reports = msgspec.json.Decoder(PlayReport)


class WholeResult(Struct, frozen=True, kw_only=True):
    """A play that has ended. ``score`` calls those by name whom the club knows, the others by their seats; None where
    the table has taken the result back. Times are seconds since 1970, None where the table did not know them.
    """

    number: int
    table: str
    game: str
    title: Verbatim
    options: dict[str, OptionValue]
    score: ScoreSheet | None
    seats: tuple[SeatResult, ...]
    received: float
    began: float | None
    ended: float | None
    minutes: int | None

    @property
    def names(self) -> dict[int, str]:
        """What those are called whom the club knows, by seat."""
        return {seat.seat: seat.name for seat in self.seats if seat.name}

    @property
    def persons(self) -> dict[int, str]:
        """Their ids."""
        return {seat.seat: seat.person for seat in self.seats if seat.person}


def whole_result(database: ClubDatabase, number: int) -> WholeResult | None:
    """The result with a number; None if there never was one. Raises ``ClubDatabaseError``."""
    with database.reading() as connection:
        row = connection.execute(
            select(results.c.received, results.c.report, club_tables.c.name)
            .join(club_tables, club_tables.c.id == results.c.club_table)
            .where(results.c.number == number)
        ).first()
        seats = seats_of(connection, [number]).get(number, []) if row is not None else []
    if row is None:
        return None
    report = _reports.decode(row.report)
    names = {seat.seat: seat.name for seat in seats if seat.name}
    return WholeResult(
        number=number,
        table=row.name,
        game=report.game,
        title=report.title,
        options=report.options,
        score=score_with(report.score, partial(_with_names, names=names)) if report.score is not None else None,
        seats=tuple(seats),
        received=row.received,
        began=known_time(report.began),
        ended=known_time(report.ended),
        minutes=report.minutes,
    )


def known_time(wall: float | None) -> float | None:
    """A time that a table sent, if a calendar has it."""
    return wall if wall is not None and 0 < wall < LATEST else None


def _with_names(wording: Wording, names: Mapping[int, str]) -> Wording:
    """The same text with people called by their names instead of by their seats, as reports spell those out."""
    if not isinstance(wording, Verbatim):
        return wording
    if (seat := _seat_called(wording)) is not None:
        return named(seat)
    if not names:
        return wording
    return Verbatim({language: _renamed(language, text, names) for language, text in wording.words.items()})


def _seat_called(wording: Verbatim) -> int | None:
    """The seat of which a text is nothing but the name, in each of its languages that is known here; else None."""
    speakers = [speaker(language, {}) for language in LANGUAGES if language in wording.words]
    for seat in SEATS:
        if speakers and all(spoken.name(seat) == wording.words[spoken.language] for spoken in speakers):
            return seat
    return None


def _renamed(language: str, text: str, names: Mapping[int, str]) -> str:
    if language not in LANGUAGES:
        return text
    spoken = speaker(language, {})
    called = {spoken.name(seat): name for seat, name in names.items()}
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, called))})(?!\w)"
    return re.sub(pattern, lambda found: called[found[0]], text)
