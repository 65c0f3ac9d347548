"""Reports as tables send them: of a real game with four seats, with texts in all languages, for made-up plays."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path

from msgspec import Struct, structs

from companion.config import LOG_NAME
from companion.plays.log.log_file import open_log
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from companion.reporting.play_report import PlayReport, ReportedSeat, report_document
from companion.reporting.report_making import report_of
from tests.bench.positions import FOLDER, GAMES

GAME, PLAYTHROUGH = "ancient-world", "four-seats-practice"
PEOPLE = tuple(f"person-{number:03}" for number in range(400))
"""Everybody in the club."""


class SampleReport(Struct, frozen=True):
    """A report as it travels, and what the club's receipt for it says."""

    play: str
    version: int
    digest: str
    document: bytes


def sample_reports(play: str, versions: int = 1, *, withdrawn: bool = False) -> tuple[SampleReport, ...]:
    """A play's reports, one after the other; each corrects who sat where. ``withdrawn``: the last takes it back."""
    chance = random.Random(play)
    reports = [_report(play, version, chance) for version in range(1, versions + 1)]
    if withdrawn:
        reports[-1] = structs.replace(reports[-1], score=None, ended=None)
    return tuple(_sample(report) for report in reports)


def _report(play: str, version: int, chance: random.Random) -> PlayReport:
    real = _real_report()
    people = chance.sample(PEOPLE, len(real.seats))
    seats = tuple(ReportedSeat(each.seat, person) for each, person in zip(real.seats, people, strict=True))
    return structs.replace(real, play=play, version=version, seats=seats)


def _sample(report: PlayReport) -> SampleReport:
    document, digest = report_document(report)
    return SampleReport(report.play, report.version, digest, document)


@cache
def _real_report() -> PlayReport:
    path = FOLDER / GAME / f"{PLAYTHROUGH}.txt"
    with tempfile.TemporaryDirectory() as folder:
        log = open_log(Path(folder) / LOG_NAME, synchronous="OFF")
        try:
            played = replay_into(log, parse(path.read_text("utf-8"), path.name), GAMES)
            return report_of(log, GAMES, played.play, 1)
        finally:
            log.close()
