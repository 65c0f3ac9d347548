"""Ratings: what they follow from, and that they are computed again from the play that changed, and from no other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from companion.club.results import rating_jobs as module
from companion.club.results.placings import placings, rated_teams
from companion.club.results.rating_jobs import RatingJobs, newest_ratings
from companion.club.results.rating_model import BEGINNER, Rating, rated
from companion.club.results.received_results import ReceivedResults
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, rating_jobs, ratings, results
from companion.reporting.play_report import PlayReport
from tests.club.postgres import needs_postgres
from tests.club.results.reports import digest, played, rate_all
from tests.mqtt.mosquitto import wait_until

PEOPLE = ("ana", "ben", "cleo", "dan", "eva")


class Club:
    def __init__(self, database: ClubDatabase) -> None:
        self.database = database
        self.received = ReceivedResults(database, lambda: 0.0)
        self.jobs = RatingJobs(database)
        with database.writing() as connection:
            connection.execute(insert(club_tables).values(id="olive", name="Olive", token=b""))

    def stores(self, *reports: PlayReport) -> None:
        for report in reports:
            self.received.store("olive", report, digest(report))

    def newest(self, game: str = "antike") -> dict[str, Rating]:
        with self.database.reading() as connection:
            return newest_ratings(connection, game)

    def rated_results(self) -> set[int]:
        with self.database.reading() as connection:
            return set(connection.execute(select(ratings.c.result)).scalars())

    @property
    def left(self) -> int:
        with self.database.reading() as connection:
            return len(connection.execute(select(rating_jobs)).all())


@pytest.fixture
def club(database: ClubDatabase) -> Club:
    return Club(database)


def from_scratch(reports: Sequence[PlayReport]) -> dict[str, Rating]:
    known: dict[str, Rating] = {}
    for report in reports:
        if team := rated_teams(placings(report)):
            known |= rated(team, known)
    return known


def close_to(wanted: dict[str, Rating]) -> dict[str, object]:
    return {person: pytest.approx((rating.mu, rating.sigma)) for person, rating in wanted.items()}


def numbers(found: dict[str, Rating]) -> dict[str, tuple[float, float]]:
    return {person: (rating.mu, rating.sigma) for person, rating in found.items()}


def test_who_wins_rises_and_who_loses_falls_and_both_are_surer_known(club: Club) -> None:
    club.stores(played("p1", {"ana": 7, "ben": 9}))
    rate_all(club.jobs)
    found = club.newest()
    assert found["ben"].mu > BEGINNER.mu > found["ana"].mu
    assert all(each.sigma < BEGINNER.sigma for each in found.values())
    assert found["ben"].strength > BEGINNER.strength > found["ana"].strength
    assert club.left == 0


def test_a_beginner_has_a_hundred_and_nobody_less_than_nothing() -> None:
    assert BEGINNER.strength == 100
    assert Rating(-30.0, 2.0).strength == 0


def test_each_game_has_its_own_ratings(club: Club) -> None:
    club.stores(played("p1", {"ana": 7, "ben": 9}), played("p2", {"ana": 9, "ben": 7}, game="olympos"))
    rate_all(club.jobs)
    assert club.newest("antike")["ana"].mu < BEGINNER.mu < club.newest("olympos")["ana"].mu


def test_plays_without_two_known_people_rate_nobody(club: Club) -> None:
    club.stores(played("p1", {"ana": 7, "guest": 9}), played("p2", {"ana": 7, "ben": 9}, withdrawn=True))
    rate_all(club.jobs)
    assert club.newest() == {}
    assert club.left == 0


def test_a_correction_counts_where_the_play_was_and_not_at_the_end(club: Club) -> None:
    first, second = played("p1", {"ana": 7, "ben": 9}), played("p2", {"ana": 9, "cleo": 7})
    club.stores(first, second)
    rate_all(club.jobs)
    corrected = played("p1", {"ana": 19, "ben": 9}, version=2)
    club.stores(corrected)
    rate_all(club.jobs)
    assert numbers(club.newest()) == close_to(from_scratch([corrected, second]))
    assert numbers(club.newest()) != close_to(from_scratch([second, corrected]))


def test_a_play_taken_back_leaves_no_trace(club: Club) -> None:
    club.stores(played("p1", {"ana": 7, "ben": 9}), played("p2", {"ana": 9, "cleo": 7}))
    rate_all(club.jobs)
    club.stores(played("p1", {"ana": 7, "ben": 9}, version=2, withdrawn=True))
    rate_all(club.jobs)
    assert numbers(club.newest()) == close_to(from_scratch([played("p2", {"ana": 9, "cleo": 7})]))
    assert club.rated_results() == {2}


def test_a_play_that_turns_out_to_be_another_game_leaves_the_first(club: Club) -> None:
    club.stores(played("p1", {"ana": 7, "ben": 9}))
    rate_all(club.jobs)
    club.stores(played("p1", {"ana": 7, "ben": 9}, version=2, game="olympos"))
    rate_all(club.jobs)
    assert club.newest("antike") == {}
    assert set(club.newest("olympos")) == {"ana", "ben"}


def test_plays_before_the_one_that_changed_are_not_computed_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.stores(*(played(f"p{n}", {"ana": n, "ben": 5}) for n in range(10)))
    rate_all(club.jobs)
    seen: list[object] = []

    def counts(team: Any, known: Any) -> dict[str, Rating]:
        seen.append(team)
        return rated(team, known)

    monkeypatch.setattr(module, "rated", counts)
    club.stores(played("p7", {"ana": 1, "ben": 5}, version=2))
    rate_all(club.jobs)
    assert len(seen) == 3


@pytest.mark.parametrize("seed", range(3))
def test_whatever_comes_in_whatever_order_the_ratings_are_those_of_the_sequence(
    club: Club, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PORTION", 4)
    chance = random.Random(seed)
    newest: dict[str, PlayReport] = {}
    order: list[str] = []
    for _ in range(40):
        play = f"p{chance.randrange(15)}"
        people = chance.sample(PEOPLE, chance.randint(1, 4)) + ["guest"] * chance.randint(0, 1)
        before = newest.get(play)
        report = played(
            play,
            {person: chance.randrange(20) for person in people},
            version=before.version + 1 if before is not None else 1,
            withdrawn=chance.random() < 0.2,
        )
        newest[play] = report
        order += [play] if before is None else []
        club.stores(report)
        for _ in range(chance.randrange(3)):  # some portions are left for later
            club.jobs.do_portion()
    rate_all(club.jobs)
    assert club.left == 0
    assert numbers(club.newest()) == close_to(from_scratch([newest[play] for play in order]))
    with club.database.reading() as connection:
        held = connection.execute(select(results.c.play).order_by(results.c.number)).scalars().all()
    assert list(held) == order


def test_a_portion_that_breaks_is_done_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PORTION", 2)
    reports = [played(f"p{n}", {"ana": n, "ben": 3, "cleo": 1}) for n in range(7)]
    club.stores(*reports)
    club.jobs.do_portion()
    with monkeypatch.context() as broken:
        broken.setattr(module, "rated", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            club.jobs.do_portion()
    rate_all(club.jobs)
    assert numbers(club.newest()) == close_to(from_scratch(reports))


@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=needs_postgres)], indirect=True)
def test_who_reports_does_not_wait_for_ratings_of_the_game(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a new play nor the correction of one that is being counted."""
    club.stores(played("p1", {"ana": 7, "ben": 9}))
    compute = club.jobs._compute
    later = (played("p2", {"ana": 7, "ben": 9}), played("p1", {"ana": 9, "ben": 7}, version=2))

    def meanwhile(*given: Any) -> None:
        storing = Thread(target=club.stores, args=later, daemon=True)
        storing.start()
        storing.join(5)
        assert not storing.is_alive()
        compute(*given)

    with monkeypatch.context() as patched:
        patched.setattr(club.jobs, "_compute", meanwhile)
        assert club.jobs.do_portion()
    rate_all(club.jobs)
    assert numbers(club.newest()) == close_to(from_scratch([later[1], later[0]]))


@pytest.mark.parametrize("kind", [pytest.param("postgresql", marks=needs_postgres)], indirect=True)
def test_a_game_that_another_process_has_just_finished_is_left(club: Club) -> None:
    """This one finds that the game has jobs; the other one does them; only then does this one have the row."""
    club.stores(played("p1", {"ana": 7, "ben": 9}))
    found: list[bool] = []

    def waits_before_it_locks(_connection: Any, _cursor: Any, statement: str, given: Any, *_: Any) -> Any:
        if "SKIP LOCKED" in statement:
            statement = statement.replace("WHERE ", "WHERE pg_advisory_xact_lock(1)::text IS NOT NULL AND ", 1)
        return statement, given

    with closing(ClubDatabase(club.database.url.render_as_string(hide_password=False))) as slow:
        event.listen(slow.engine, "before_cursor_execute", waits_before_it_locks, retval=True)
        with club.database.writing() as holds:
            holds.execute(text("SELECT pg_advisory_xact_lock(1)"))
            late = Thread(target=lambda: found.append(RatingJobs(slow).do_portion()), daemon=True)
            late.start()
            waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            wait_until(lambda: holds.execute(waiting).scalar())
            assert club.jobs.do_portion()
        late.join(20)
        assert found == [True]
        assert not RatingJobs(slow).do_portion()
    assert club.rated_results() == {1}
