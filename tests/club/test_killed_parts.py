"""Tables that publish and report while broker, database and processes of their club are killed."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, update

from companion.club.results.rating_jobs import RatingJobs
from companion.club.results.received_results import ReceivedResults
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, ratings
from tests.bench.club.killed_parts import measured
from tests.bench.club.served_club import ServedClub, check_nothing_lost, check_ratings
from tests.club.postgres import needs_postgres
from tests.club.results.reports import digest, played, rate_all
from tests.mqtt.mosquitto import needs_mosquitto


@pytest.mark.long
@needs_mosquitto
@needs_postgres
@pytest.mark.parametrize("seed", [3])
def test_nothing_is_lost_whatever_is_killed(tmp_path: Path, seed: int) -> None:
    found = measured(tables=20, plays=3, kills=6, seconds=15, folder=tmp_path, seed=seed)
    assert sum(found["kills"].values()) == 6
    assert all(found["kills"].values())
    assert found["attempts_failed"] > 0
    assert len(found["receipt"]) == 4


def test_the_trial_notices_what_is_lost_or_rated_wrongly(database: ClubDatabase) -> None:
    club = ServedClub((), database, None)
    with database.writing() as connection:
        connection.execute(insert(club_tables).values(id="olive", name="Olive", token=b""))
    reports = [played(f"p{number}", {"ana": number, "ben": 2}) for number in range(4)]
    for report in reports:
        ReceivedResults(database, lambda: 0.0).store("olive", report, digest(report))
    rate_all(RatingJobs(database))
    newest = {report.play: (1, digest(report)) for report in reports}
    check_nothing_lost(club, newest)
    check_ratings(club)
    with pytest.raises(SystemExit, match="1 plays are lost, 0 are of another version, 0 new"):
        check_nothing_lost(club, newest | {"p9": (1, "")})
    with pytest.raises(SystemExit, match="0 plays are lost, 1 are of another version, 0 new"):
        check_nothing_lost(club, newest | {"p1": (2, "")})
    with database.writing() as connection:
        connection.execute(update(ratings).where(ratings.c.person == "ana").values(mu=1.0))
    with pytest.raises(SystemExit, match="the ratings of 1 people at antike are not those of the sequence"):
        check_ratings(club)
