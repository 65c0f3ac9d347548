"""Somebody's own page: how strong, what they played and with whom, and nothing that only their card may tell."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec import structs

from companion.club.storage.club_database import ClubDatabase
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played
from web.club.results.strength_chart import MOST_POINTS, strength_chart


@pytest.fixture
def club(database: ClubDatabase) -> ClubPages:
    club = ClubPages(database)
    club.knows(ana="Ana", ben="Ben & Co", cleo="Cleo")
    return club


def text(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.partition("<main")[2])))


def test_it_says_how_strong_somebody_is_at_which_game(club: ClubPages) -> None:
    club.reports(
        *(played(f"p{n}", {"ana": 9, "ben": 7, "cleo": 3}) for n in range(5)),
        played("q", {"ben": 9, "ana": 2}, game="olympos"),
    )
    said = text(club.page("/p/ana"))
    assert "6 plays · 5 won" in said
    assert re.search(r"Antike 2\d\d Place 1 of 3 5 plays Olympos \d+ Place 2 of 2 1 play still uncertain", said)
    assert "still uncertain" not in said.partition("Olympos")[0]
    assert "6 partidas · 5 ganadas" in text(club.page("/p/ana", "es"))


def test_each_game_has_a_drawing_that_is_said_in_words(club: ClubPages) -> None:
    club.reports(*(played(f"p{n}", {"ana": 9, "ben": 7}) for n in range(3)))
    page = club.page("/p/ana")
    [said] = re.findall(r'<svg class="strength-course"[^>]* role="img" aria-label="([^"]+)"', page)
    strength = re.findall(r'strength">(\d+)<', page)[0]
    assert re.fullmatch(rf"Strength after 3 plays: {strength}, between \d+ and {strength} on the way", said)


def test_it_has_their_results_the_newest_first_with_place_and_points(club: ClubPages) -> None:
    club.reports(played("p1", {"ana": 7, "guest": 9}), played("p2", {"ben": 3, "ana": 2, "cleo": 1}, game="olympos"))
    page = club.page("/p/ana")
    said = text(page).partition("Results ")[2]
    assert said.index("Olympos") < said.rindex("Antike")
    assert re.search(r"2 Olympos Place 2 of 3 · 2027-01-15 \d\d:\d\d · Olive 2 Points 2 Antike Place 2 of 2", said)
    assert re.findall(r'href="/result/(\d+)"', page) == ["2", "1"]
    assert "winner" in text(club.page("/p/ben"))


def test_somebody_on_two_seats_has_one_result_the_better_one(club: ClubPages) -> None:
    report = played("p1", {"ana": 7, "ben": 9, "cleo": 3})
    seats = tuple(structs.replace(seat, person="ben" if seat.seat == 2 else "ana") for seat in report.seats)
    club.reports(structs.replace(report, seats=seats))
    said = text(club.page("/p/ana"))
    assert "1 play " in said
    assert "Place 2 of 3" in said
    assert "Place 3 of 3" not in said


def test_it_says_with_whom_somebody_plays_most(club: ClubPages) -> None:
    club.reports(
        played("p1", {"ana": 7, "ben": 9}), played("p2", {"ana": 7, "cleo": 9}), played("p3", {"ana": 7, "cleo": 9})
    )
    said = text(club.page("/p/ana"))
    assert "Most often at a table with Cleo 2 plays Ben & Co 1 play" in said
    assert "Ana 2 plays" not in said


def test_earlier_results_are_on_further_pages(club: ClubPages) -> None:
    club.reports(*(played(f"p{n}", {"ana": n, "ben": 5}) for n in range(53)))
    page = club.page("/p/ana")
    [further] = re.findall(r'href="\?before=(\d+)"', page)
    assert page.count('href="/result/') == 50
    assert club.page(f"/p/ana?before={further}").count('href="/result/') == 3
    assert club.page("/p/ana?before=99999999999999999999").count('href="/result/') == 50


def test_somebody_who_has_not_played_has_a_page(club: ClubPages) -> None:
    assert "No play has been reported yet." in text(club.page("/p/ana"))


def test_rankings_results_and_the_card_lead_there(club: ClubPages) -> None:
    code = club.persons.make_cards(1)[0]
    dora = club.persons.take_card(code, "Dora").id
    club.reports(played("p1", {dora: 7, "guest": 9, "ben": 3}))
    for path in ("/", "/result/1", "/ranking/antike", "/rankings", f"/c/{code}"):
        assert f'href="/p/{dora}"' in club.page(path), path
    assert code not in club.page(f"/p/{dora}")


@pytest.mark.parametrize("path", ["/p/{}", "/p/{}.csv"])
def test_whom_the_club_has_forgotten_or_never_knew_is_nobody(club: ClubPages, path: str) -> None:
    code = club.persons.make_cards(1)[0]
    dora = club.persons.take_card(code, "Dora").id
    club.reports(played("p1", {dora: 7, "ben": 9}))
    assert club.browser.get(path.format(dora)).status_code == 200
    club.persons.forget(code)
    for person in (dora, "nobody", "%00"):
        answer = club.browser.get(path.format(person))
        assert answer.status_code == 404
        assert "Nobody here has this address" in answer.get_data(as_text=True)
    for other in ("/", "/result/1", "/ranking/antike", "/rankings", "/p/ben", "/results.csv", "/ranking/antike.csv"):
        page = club.page(other)
        assert dora not in page, other
        assert "Dora" not in page, other


def test_a_drawing_of_many_plays_has_no_more_points_than_can_be_seen() -> None:
    drawn = strength_chart(range(100, 1100))
    assert len(drawn.line.split()) == MOST_POINTS
    assert drawn.line.split()[-1] == f"{drawn.x},{drawn.y}"
    assert (drawn.low, drawn.high) == (100, 1099)


def test_small_changes_do_not_look_large() -> None:
    flat = strength_chart([101])
    heights = [float(point.partition(",")[2]) for point in flat.line.split()]
    assert max(heights) - min(heights) < flat.height / 10
