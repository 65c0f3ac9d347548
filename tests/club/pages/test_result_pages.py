"""Results as they come, and who is how strong."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from msgspec import structs

from companion.club.storage.club_database import ClubDatabase
from companion.core.scoring import ScoreSheet
from companion.core.wording import Verbatim, verbatim
from companion.games.antiquity import Antiquity
from companion.locale import LANGUAGES, speaker
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played


@pytest.fixture
def club(database: ClubDatabase) -> ClubPages:
    club = ClubPages(database)
    club.knows(ana="Ana", ben="Ben & Co", cleo="Cleo")
    return club


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.partition("<main")[2]))


def test_a_club_without_results_says_so(club: ClubPages) -> None:
    assert "No table has reported a play yet." in club.page()
    assert "Todavía" in club.page(language="es")


def test_results_come_the_newest_first_with_places_names_and_points(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "guest": 9}), played("p2", {"ben": 3, "ana": 2}, game="olympos"))
    said = text(club.page())
    assert said.index("Olympos") < said.rindex("Antike")
    assert re.search(r"2027-01-15 \d\d:\d\d 1. Guest 9 2. Ana 7 Olive · 60 min", said)
    assert "1. Ben &amp; Co 3 2. Ana 2" in said
    assert "Invitado" in text(club.page(language="es"))


def test_what_was_taken_back_is_not_shown(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "ben": 9}), played("p1", {"ana": 7, "ben": 9}, version=2, withdrawn=True))
    assert "No table has reported a play yet." in club.page()
    assert club.browser.get("/ranking/antike").status_code == 404


def test_earlier_results_are_on_further_pages(club: ClubPages) -> None:
    club.reports(*(played(f"p{n}", {"ana": n, "ben": 5}) for n in range(53)))
    page = club.page()
    [further] = re.findall(r'href="\?before=(\d+)"', page)
    assert page.count('<li class="play"') == 50
    assert club.page(f"/?before={further}").count('<li class="play"') == 3


def test_a_ranking_has_everybody_with_a_card_and_nobody_else(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "ben": 9, "stranger": 20}), played("p2", {"ana": 1, "ben": 9}))
    said = text(club.page("/ranking/antike"))
    assert said.index("1. Ben &amp; Co") < said.index("2. Ana")
    assert "stranger" not in said
    assert re.search(r"2\. Ana still uncertain 2 \d+ ", said)


def test_who_is_equal_shares_the_place(club: ClubPages) -> None:
    club.reports(played("p1", {"cleo": 9, "ben": 7, "ana": 7}))
    said = text(club.page("/ranking/antike"))
    assert said.index("1. Cleo") < said.index("2. Ana") < said.index("2. Ben")


def test_results_that_are_not_counted_yet_are_said(club: ClubPages) -> None:
    club.put(played("p1", {"ana": 7, "ben": 9}))
    assert "still being counted" in club.page("/ranking/antike")


def test_a_game_that_nobody_played_has_no_ranking(club: ClubPages) -> None:
    missing = club.browser.get("/ranking/chess")
    assert missing.status_code == 404
    assert "leads nowhere in this club" in missing.get_data(as_text=True)


# -- one result in full ------------------------------------------------------------------------------------------


def test_a_result_has_every_point_in_words_of_the_reader(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "guest": 9}))
    page = club.page("/result/1")
    said = text(page)
    assert "Seat 2 (A side) wins" in said
    assert re.search(r"winner Seat 2 Guest A side 9 2 Ana A side 7 ", said)
    assert re.search(r"Table Olive Reported 2027-01-15 \d\d:\d\d How long 60 min", said)
    assert re.search(r"Ana \(A side\) What for Points All 7 Total 7", said)
    assert "Todo 7" in text(club.page("/result/1", language="es"))
    assert 'href="/result/1"' in club.page()


def seat_words(seat: int) -> Verbatim:
    """What a table calls a seat, in its languages."""
    return Verbatim({language: speaker(language, {}).name(seat) for language in LANGUAGES})


def test_people_are_called_by_their_names_where_a_table_calls_seats(club: ClubPages) -> None:
    why = verbatim({"en": "1 from Seat 1, 2 from Seat 2; Seat 12", "es": "1 de Sitio 1", "fr": "Seat 1"})
    report = played("p1", {"ben": 7, "guest": 9})
    sides = tuple(
        structs.replace(side, label=seat_words(side.seats[0]), lines=(structs.replace(side.lines[0], why=why),))
        for side in report.score.sides  # type: ignore[union-attr]
    )
    club.reports(structs.replace(report, score=ScoreSheet(sides, final=True)))
    said = text(club.page("/result/1"))
    assert "1 from Ben &amp; Co, 2 from Seat 2; Seat 12" in said
    assert "1 de Ben &amp; Co" in text(club.page("/result/1", language="es"))


def test_options_are_said_in_the_words_of_the_game_and_else_as_they_are(club: ClubPages) -> None:
    options = {"side": "west", "bonus": True, "profile": 2005}
    club.reports(structs.replace(played("p1", {"ana": 7, "ben": 9}), options=options))
    said = text(club.page("/result/1"))
    assert "Board side West" in said
    assert "Rules booklet of 2005" in said
    assert "bonus yes" in said
    assert "Cara del tablero" in text(club.page("/result/1", language="es"))


def test_options_that_are_as_usual_lie_folded(club: ClubPages) -> None:
    [usual] = [option for option in Antiquity().meta.options if option.key == "in-turn"]
    assert not usual.basic
    report = played("p1", {"ana": 7, "ben": 9}, game="antiquity")
    club.reports(structs.replace(report, options={"in-turn": usual.default}))
    shown, folded, hidden = club.page("/result/1").partition("<details")
    assert folded
    assert usual.label.text in hidden  # type: ignore[union-attr]
    assert usual.label.text not in shown  # type: ignore[union-attr]


@pytest.mark.parametrize(("began", "ended"), [(1e300, 1e300), (-1.0, None), (None, 0.0)])
def test_a_time_that_no_calendar_has_is_left_out(club: ClubPages, began: float | None, ended: float | None) -> None:
    club.reports(structs.replace(played("p1", {"ana": 7, "ben": 9}), began=began, ended=ended))
    assert "Reported 2027" in text(club.page("/result/1"))
    assert ",,Olive" in club.page("/results.csv")


def test_when_it_was_played_is_said_once_where_it_was_one_day(club: ClubPages) -> None:
    noon = datetime(2026, 5, 4, 12, 0).timestamp()
    club.reports(
        structs.replace(played("p1", {"ana": 7, "ben": 9}), began=noon, ended=noon + 5400),
        structs.replace(played("p2", {"ana": 7, "ben": 9}), began=noon, ended=noon + 86400),
    )
    assert "Played 2026-05-04 12:00\N{EN DASH}13:30" in text(club.page("/result/1"))
    assert "Played 2026-05-04 12:00\N{EN DASH}2026-05-05 12:00" in text(club.page("/result/2"))


@pytest.mark.parametrize("number", ["2", "0", "x", "99999999999999999999"])
def test_a_result_that_there_never_was_is_nowhere(club: ClubPages, number: str) -> None:
    club.reports(played("p1", {"ana": 7, "ben": 9}))
    assert club.browser.get(f"/result/{number}").status_code == 404


def test_a_result_that_was_taken_back_says_so(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "ben": 9}), played("p1", {"ana": 7, "ben": 9}, version=2, withdrawn=True))
    answer = club.browser.get("/result/1")
    assert answer.status_code == 404
    assert "has taken this result back" in answer.get_data(as_text=True)


def test_earlier_results_than_any_database_numbers_are_the_newest(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "ben": 9}))
    assert "Antike" in text(club.page("/?before=99999999999999999999"))


# -- rankings ----------------------------------------------------------------------------------------------------


def test_all_rankings_have_their_first_three(club: ClubPages) -> None:
    club.knows(dora="Dora")
    club.reports(
        played("p1", {"cleo": 9, "ana": 7, "ben": 5, "dora": 1}),
        played("p2", {"ana": 7, "ben": 5}, game="olympos"),
        played("p3", {"cleo": 9, "ana": 7, "ben": 5, "dora": 1}),
        played("p4", {"ana": 7, "guest": 5}, game="antiquity"),
    )
    said = text(club.page("/rankings"))
    assert re.search(
        r"Antike 1\. Cleo still uncertain \d+ 2\. Ana .* 3\. Ben &amp; Co still uncertain \d+ Antiquity", said
    )
    assert re.search(r"Antiquity Nobody is ranked yet.* Olympos 1\. Ana", said)
    assert "Dora" not in said


def test_who_has_played_little_is_marked_in_words(club: ClubPages) -> None:
    club.reports(*(played(f"p{n}", {"cleo": 9, "ana": 7}) for n in range(4)))
    assert text(club.page("/ranking/antike")).count("still uncertain") == 3
    club.reports(played("p4", {"cleo": 9, "ana": 7}))
    assert "uncertain" not in text(club.page("/ranking/antike"))


def test_a_place_on_a_page_of_ones_own_is_that_of_the_ranking(club: ClubPages) -> None:
    club.reports(played("p1", {"cleo": 9, "ana": 7, "ben": 7}), played("p2", {"ben": 9, "cleo": 7}))
    lines = re.findall(
        r"(\d)\. (Ana|Ben|Cleo) (?:&amp; Co )?still uncertain \d (\d+)", text(club.page("/ranking/antike"))
    )
    assert len(lines) == 3
    for place, name, strength in lines:
        assert f"{strength} Place {place} of 3" in text(club.page(f"/p/{name.lower()}"))
