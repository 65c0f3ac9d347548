"""What is taken home: RFC 4180, in portions, without anything that a spreadsheet would run."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.club.results import result_rows
from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError
from companion.locale import speaker
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played

SPOKEN = speaker("en", {})


@pytest.fixture
def club(database: ClubDatabase) -> ClubPages:
    club = ClubPages(database)
    club.knows(ana='Ana "la\nZorra", 1', ben="=HYPERLINK(1)", cleo="Cléo")
    return club


SEPARATORS = {"en": ",", "es": ";"}


def rows(club: ClubPages, path: str, language: str = "en") -> list[dict[str, str]]:
    return list(
        csv.DictReader(
            StringIO(club.page(path, language).removeprefix("\ufeff"), newline=""), delimiter=SEPARATORS[language]
        )
    )


def test_results_are_a_row_for_each_seat(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "guest": 9}), played("p2", {"ben": -3, "cleo": 2}, game="olympos"))
    found = rows(club, "/results.csv")
    assert tuple(found[0]) == result_rows.RESULT_COLUMNS
    assert [(row["result"], row["place"], row["name"], row["points"], row["won"]) for row in found] == [
        ("1", "1", "", "9", "1"),
        ("1", "2", 'Ana "la\nZorra", 1', "7", "0"),
        ("2", "1", "Cléo", "2", "1"),
        ("2", "2", "'=HYPERLINK(1)", "-3", "0"),
    ]
    assert found[0]["received"] == "2027-01-15T08:00:00Z"
    assert (found[0]["ended"], found[0]["table"], found[0]["game"], found[0]["minutes"]) == (
        "",
        "Olive",
        "antike",
        "60",
    )


def test_lines_end_as_the_format_wants_and_the_file_has_a_name(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "cleo": 9}))
    answer = club.browser.get("/results.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].endswith("filename*=UTF-8''results.csv")
    assert answer.get_data().count(b"\r\n") == 3
    assert "Cl%C3%A9o.csv" in club.browser.get("/p/cleo.csv").headers["Content-Disposition"]


def test_columns_are_the_same_in_every_language(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "cleo": 9}))
    assert rows(club, "/results.csv", "es")[0].keys() == rows(club, "/results.csv")[0].keys()


def test_the_guide_names_all_columns() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "club.md").read_text(encoding="utf-8")
    for columns in (result_rows.RESULT_COLUMNS, result_rows.PERSON_COLUMNS, result_rows.RANKING_COLUMNS):
        assert f"`{','.join(columns)}`" in guide


def test_a_ranking_is_a_row_for_each_person(club: ClubPages) -> None:
    club.reports(*(played(f"p{n}", {"cleo": 9, "ana": 7}) for n in range(5)), played("q", {"ben": 1, "ana": 7}))
    found = rows(club, "/ranking/antike.csv")
    assert [(row["place"], row["name"], row["plays"], row["uncertain"]) for row in found] == [
        ("1", "Cléo", "5", "0"),
        ("2", 'Ana "la\nZorra", 1', "6", "0"),
        ("3", "'=HYPERLINK(1)", "1", "1"),
    ]
    assert club.browser.get("/ranking/chess.csv").status_code == 404


def test_a_persons_results_have_the_strength_after_each(club: ClubPages) -> None:
    club.reports(played("p1", {"cleo": 9, "ana": 7, "guest": 1}), played("p2", {"cleo": 9, "guest": 20}))
    first, second = rows(club, "/p/cleo.csv")
    assert tuple(first) == result_rows.PERSON_COLUMNS
    assert (first["seats"], first["place"], first["points"], first["won"]) == ("3", "1", "9", "1")
    assert int(first["strength"]) > 100
    assert (second["seats"], second["place"], second["won"], second["strength"]) == ("2", "2", "0", "")


def test_an_empty_club_has_files_of_a_header(club: ClubPages) -> None:
    assert rows(club, "/results.csv") == []
    assert club.page("/p/ana.csv").removeprefix("\ufeff").strip() == ",".join(result_rows.PERSON_COLUMNS)


def test_portions_leave_nothing_out(club: ClubPages) -> None:
    club.reports(
        *(played(f"p{n}", {"ana": n, "cleo": 5}) for n in range(7)), played("p3", {"ana": 1}, version=2, withdrawn=True)
    )
    with patch.object(result_rows, "PORTION_ROWS", 2):
        assert [row["result"] for row in rows(club, "/results.csv")] == [
            str(n) for n in (1, 2, 3, 5, 6, 7) for _ in "ab"
        ]
        assert [row["result"] for row in rows(club, "/p/ana.csv")] == ["1", "2", "3", "5", "6", "7"]


def test_who_is_forgotten_meanwhile_is_in_no_further_portion(club: ClubPages) -> None:
    code = club.persons.make_cards(1)[0]
    dora = club.persons.take_card(code, "Dora").id
    club.reports(*(played(f"p{n}", {dora: n, "cleo": 5}) for n in range(6)))
    with patch.object(result_rows, "PORTION_ROWS", 2):
        rows_of_dora = result_rows.person_rows(club.database, dora, SPOKEN)
        next(rows_of_dora)
        club.persons.forget(code)
        assert len(list(rows_of_dora)) == 1


def test_a_database_that_is_away_is_said_in_a_page(club: ClubPages, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise ClubDatabaseError("away")

    monkeypatch.setattr(club.database, "reading", away)
    assert club.browser.get("/results.csv").status_code == 503


@pytest.mark.parametrize(
    ("page", "file"), [("/", "/results.csv"), ("/ranking/antike", "/ranking/antike.csv"), ("/p/ana", "/p/ana.csv")]
)
def test_pages_lead_to_files_and_say_that_they_stay_where_they_are_taken(club: ClubPages, page: str, file: str) -> None:
    club.reports(played("p1", {"ana": 7, "cleo": 9}))
    shown = club.page(page)
    assert f'href="{file}" download' in shown
    assert "What somebody takes home stays there" in shown
