"""Spells out the texts of older reports: a report holds no template any more."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from alembic import op

from companion.core.scoring import ScoreSheet
from companion.core.wording import Speaker, Verbatim
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import all_spelled_out, cut, score_with
from companion.reporting.play_report import LONGEST_TEXT, PlayReport

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_results = sa.table("results", sa.column("number", sa.BigInteger), sa.column("report", sa.Text))
_reports = msgspec.json.Decoder(PlayReport)


def upgrade() -> None:
    connection = op.get_bind()
    speakers = tuple(speaker(language, {}) for language in LANGUAGES)
    for number in connection.scalars(sa.select(_results.c.number).order_by(_results.c.number)).all():
        stored = connection.execute(sa.select(_results.c.report).where(_results.c.number == number)).scalar_one()
        report = _reports.decode(stored)
        score = report.score and _spelled_out(report.score, speakers)
        title = Verbatim({language: cut(words, LONGEST_TEXT) for language, words in report.title.words.items()})
        spelled = msgspec.structs.replace(report, score=score, title=title)
        if spelled != report:
            text = msgspec.json.encode(spelled).decode()
            connection.execute(sa.update(_results).where(_results.c.number == number).values(report=text))


def _spelled_out(score: ScoreSheet, speakers: tuple[Speaker, ...]) -> ScoreSheet:
    try:
        return all_spelled_out(score, speakers, LONGEST_TEXT)
    except RecursionError:  # texts in each other without end: nobody could ever read them
        return score_with(score, lambda _: Verbatim({"": "\u2026"}))
