"""Results as they come, and who is how strong."""

from __future__ import annotations

import re

import pytest

from companion.club.storage.club_database import ClubDatabase
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
