"""The document by which a table tells its club how a play ended, and the club's receipt for it, as both know them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

import msgspec
from msgspec import Struct

from companion.core.scoring import ScoreSheet
from companion.core.setup import MOST_SEATS, SEATS, OptionValue
from companion.core.wording import Verbatim, Wording

FORMAT = 1
"""Of the document; a club refuses a newer one."""
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""As JSON writes it: after no backslash, or after a pair of them."""
LARGEST = 120_000
"""Bytes of the largest document a club reads."""
LONGEST_TEXT, MOST_LANGUAGES, LONGEST_LANGUAGE = 300, 20, 12
"""Characters of a text in one language, languages of a text, characters of a language's name."""
MOST = 2**31 - 1
"""The largest number of points, and the largest version, that a club's database keeps."""


class ReportedSeat(Struct, frozen=True):
    """A seat, and the opaque id of the person on it; empty for a guest."""

    seat: int
    person: str = ""


class PlayReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one play ended, as everybody at the table could see it.

    ``play`` is its id at the table, ``version`` grows whenever the rest changes. Texts are spelled out by language,
    and call people by their seats: names stay at the table. ``score`` is None where the play has been taken back, and
    goes on. ``began`` and ``ended`` are seconds since 1970, None where the table did not know the time of day;
    ``minutes`` were played, breaks excluded.
    """

    format: int = FORMAT
    play: str
    version: int
    game: str
    title: Verbatim
    rules_version: int
    options: dict[str, OptionValue]
    seats: tuple[ReportedSeat, ...]
    score: ScoreSheet | None
    began: float | None
    ended: float | None
    minutes: int | None

    @property
    def withdrawn(self) -> bool:
        return self.score is None


class SentReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report as it travels, with its ``digest``."""

    report: msgspec.Raw
    digest: str


class Receipt(Struct, frozen=True, kw_only=True):
    """What the club has of a play once its database has committed. It is for the report of that ``digest`` only."""

    version: int
    digest: str


class ReportError(ValueError):
    """A document is not a report. The text says what is wrong, for the log of the table that sent it."""


def report_document(report: PlayReport) -> tuple[bytes, str]:
    """The report as it travels, and its digest."""
    raw = msgspec.json.encode(report)
    digest = sha256(raw).hexdigest()
    return msgspec.json.encode(SentReport(report=msgspec.Raw(raw), digest=digest)), digest


def read_report(document: bytes) -> tuple[PlayReport, str]:
    """A report that has travelled, and its digest. Raises ``ReportError``."""
    try:
        sent = msgspec.json.decode(document, type=SentReport)
        digest = sha256(bytes(sent.report)).hexdigest()
        if digest != sent.digest:
            raise ReportError("the digest is of another document")
        kind = msgspec.json.decode(sent.report, type=_AnyFormat)
        if kind.format > FORMAT:
            raise ReportError(f"the format is {kind.format}; this club reads up to {FORMAT}: update the club")
        if NUL.search(bytes(sent.report)):
            raise ReportError("a text has the sign 0 in it, which no database keeps")
        report = msgspec.json.decode(sent.report, type=PlayReport)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ReportError(str(error)) from error
    _check(report)
    return report, digest


class _AnyFormat(Struct):
    format: int


def texts_of(report: PlayReport) -> Iterator[Wording]:
    """Every text of a report."""
    yield report.title
    if report.score is None:
        return
    yield from (one.label for one in report.score.ladder)
    for side in report.score.sides:
        yield side.label
        yield from (text for line in side.lines for text in (line.label, line.why) if text is not None)
        if side.won is not None:
            yield side.won


def _check_text(text: Wording) -> None:
    """Raises ``ReportError`` where a text is a template or too long: a club fills in nothing that a table sends."""
    if not isinstance(text, Verbatim):
        raise ReportError("a text is not spelled out by language: update the table")
    if len(text.words) > MOST_LANGUAGES or any(len(language) > LONGEST_LANGUAGE for language in text.words):
        raise ReportError(f"a text is in more than {MOST_LANGUAGES} languages, or in one that has no such name")
    if any(len(words) > LONGEST_TEXT for words in text.words.values()):
        raise ReportError(f"a text is longer than {LONGEST_TEXT} characters")


def _check(report: PlayReport) -> None:
    """What types do not say. Raises ``ReportError``."""
    for text in texts_of(report):
        _check_text(text)
    seats = [each.seat for each in report.seats]
    if not seats or seats != sorted(set(seats)) or not set(seats) <= set(SEATS):
        raise ReportError(f"seats are different numbers from 1 to {MOST_SEATS} in order, not {seats}")
    if not 1 <= report.version <= MOST:
        raise ReportError(f"the version is {report.version}; expected 1 to {MOST}")
    if report.score is None:
        return
    scored = {seat for side in report.score.sides for seat in side.seats}  # a seat may play two sides
    if not report.score.final or not scored <= set(seats):
        raise ReportError("the score is not the final one of these seats")
    if any(line.points is None for side in report.score.sides for line in side.lines):
        raise ReportError("some points are hidden")
    if any(abs(side.total) > MOST for side in report.score.sides):
        raise ReportError(f"a side has more than {MOST} points")
