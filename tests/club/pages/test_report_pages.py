"""Where tables report: who may, what is taken, and what is said of the rest."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.reporting.play_report import LARGEST
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import digest, played

REPORT = played("p1", {"ana": 7, "ben": 9})


@pytest.fixture
def club(database: ClubDatabase) -> ClubPages:
    return ClubPages(database)


def told(answer: TestResponse) -> dict[str, Any]:
    assert isinstance(answer.json, dict)
    return answer.json


def test_a_report_is_stored_and_receipted(club: ClubPages) -> None:
    answer = club.put(REPORT)
    assert (answer.status_code, answer.json) == (200, {"version": 1, "digest": digest(REPORT)})
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    assert club.stored == 1


def test_the_same_again_is_receipted_again(club: ClubPages) -> None:
    club.put(REPORT)
    assert club.put(REPORT).status_code == 200


def test_what_is_older_is_answered_with_what_there_is(club: ClubPages) -> None:
    newer = played("p1", {"ana": 9, "ben": 9}, version=4)
    club.put(newer)
    answer = club.put(REPORT)
    assert (answer.status_code, answer.json) == (409, {"version": 4, "digest": digest(newer)})


@pytest.mark.parametrize("token", ["", "olive", "olive-wrong", "fig-" + "x" * 30, "-", "olive-\x00"])
def test_nobody_else_may_report(club: ClubPages, token: str) -> None:
    answer = club.put(REPORT, token=token)
    assert answer.status_code in (401, 403)
    assert club.put(REPORT).json == {"version": 1, "digest": digest(REPORT)}


def test_a_token_that_was_renewed_or_taken_is_of_no_use(club: ClubPages) -> None:
    renewed = club.tables.renew_token("olive")
    assert club.put(REPORT).status_code == 401
    assert club.put(REPORT, token=renewed).status_code == 200
    club.tables.lock_out("olive")
    assert club.put(REPORT, token=renewed).status_code == 401


def test_what_is_no_report_is_said(club: ClubPages) -> None:
    for document in (b"", b"{}", b"x" * 100):
        answer = club.put(REPORT, document=document)
        assert (answer.status_code, told(answer)["code"]) == (400, "no-report")
    assert "another play" in told(club.put(REPORT, play="p2"))["message"]
    assert club.put(REPORT, document=b"x" * (LARGEST + 1)).status_code == 413
    assert club.stored == 0


def test_a_report_may_be_larger_than_a_form(club: ClubPages) -> None:
    document = b" " * (LARGEST - 5000) + b"{}"
    assert club.put(REPORT, document=document).status_code == 400


def test_the_play_of_another_table_is_not_taken(club: ClubPages) -> None:
    club.put(REPORT)
    _, other = club.tables.add("Fig")
    answer = club.put(played("p1", {"ana": 99}, version=9), token=other)
    assert (answer.status_code, told(answer)["code"]) == (422, "other-table")


def test_a_form_of_another_site_is_refused(club: ClubPages) -> None:
    assert club.browser.put("/api/1/plays/p1", data=b"{}").status_code == 403


def test_a_foreign_name_is_refused(club: ClubPages) -> None:
    assert club.browser.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_a_database_that_is_away_loses_nothing(club: ClubPages, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise ClubDatabaseError("away")

    with monkeypatch.context() as broken:
        broken.setattr(club.database, "writing", away)
        answer = club.put(REPORT)
        assert (answer.status_code, told(answer)["code"]) == (503, "no-database")
    with monkeypatch.context() as broken:
        broken.setattr(club.database, "reading", away)
        page = club.browser.get("/")
        assert page.status_code == 503
        assert "The database is away" in page.get_data(as_text=True)
    assert club.put(REPORT).status_code == 200
