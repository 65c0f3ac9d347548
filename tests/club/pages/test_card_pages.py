"""Cards of a club: taken, renamed, forgotten; and what tables are told of them."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from werkzeug.test import TestResponse

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.form_key import database_id
from companion.plays.log.card_codes import shown_card_code
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played

WRONG = "0000000102"


@pytest.fixture
def club(database: ClubDatabase) -> ClubPages:
    return ClubPages(database)


@pytest.fixture
def code(club: ClubPages) -> str:
    return club.persons.make_cards(1)[0]


def does(club: ClubPages, code: str, what: str, name: str = "", of: str = "") -> TestResponse:
    """As the form of the card's page sends it, or that of another card."""
    page = club.browser.get(f"/c/{of or code}").get_data(as_text=True)
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    token = found[1] if found is not None else ""
    return club.browser.post(f"/c/{code}", data={"csrf": token, "do": what, "name": name})


def words(answer: TestResponse) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", answer.get_data(as_text=True))))


def ask(club: ClubPages, path: str, token: str | None = None) -> TestResponse:
    return club.browser.get(path, headers={"Authorization": f"Bearer {token or club.token}"})


def test_a_new_card_is_taken_under_a_name_of_ones_choice(club: ClubPages, code: str) -> None:
    before = club.page(f"/c/{code}")
    assert shown_card_code(code) in before
    assert "This is my card" in before
    assert does(club, code, "take", "Ana").status_code == 302
    after = club.page(f"/c/{code}")
    assert "<h1" in after
    assert "Ana" in after
    assert "No play has counted for you yet." in after
    assert "This is my card" not in after


def test_the_card_shows_how_strong_one_is(club: ClubPages, code: str) -> None:
    person = club.persons.take_card(code, "Ana")
    club.knows(ben="Ben")
    club.reports(played("p1", {person.id: 9, "ben": 7}), played("p2", {person.id: 9, "ben": 7}, game="olympos"))
    said = words(club.browser.get(f"/c/{code}"))
    assert re.search(r"1\. Antike still uncertain 1 1\d\d 1\. Olympos still uncertain 1 1\d\d", said)


def test_one_may_be_called_otherwise(club: ClubPages, code: str) -> None:
    does(club, code, "take", "Ana")
    does(club, code, "rename", "Anita <3")
    assert "Anita &lt;3" in club.page(f"/c/{code}")


@pytest.mark.parametrize("name", ["", "x" * 31])
def test_such_a_name_is_refused_and_kept_for_mending(club: ClubPages, code: str, name: str) -> None:
    answer = does(club, code, "take", name)
    assert answer.status_code == 200
    assert "A name has 1 to 30 letters." in words(answer)
    assert f'value="{name}"' in answer.get_data(as_text=True)
    assert club.persons.person_of(code) is None


def test_whoever_wants_is_forgotten(club: ClubPages, code: str) -> None:
    person = club.persons.take_card(code, "Ana")
    club.knows(ben="Ben")
    club.reports(played("p1", {person.id: 9, "ben": 7}))
    assert "Ana" in club.page()
    assert "You are forgotten here" in words(does(club, code, "forget"))
    for path in ("/", "/ranking/antike"):
        assert "Ana" not in club.page(path)
    assert "Guest" in club.page()
    assert club.browser.get(f"/c/{code}").status_code == 404
    here = database_id(bytes(32))
    assert ask(club, "/api/1/forgotten/0").json == {"number": 1, "persons": [person.id], "database": here}
    assert ask(club, "/api/1/forgotten/1").json == {"number": 1, "persons": [], "database": here}
    assert ask(club, "/api/1/forgotten/7").json == {"number": 1, "persons": [], "database": here}
    assert ask(club, f"/api/1/forgotten/{2**63}").status_code == 404, "no database numbers so far"


def test_a_code_is_typed_and_leads_to_the_card(club: ClubPages, code: str) -> None:
    assert "ten letters and digits" in club.page("/c")
    typed = club.browser.get("/c", query_string={"code": shown_card_code(code).lower()})
    assert (typed.status_code, typed.headers["Location"]) == (302, f"/c/{code}")
    assert "one character of it is wrong" in words(club.browser.get("/c", query_string={"code": "0000000102"}))


def test_a_card_that_was_not_made_is_none(club: ClubPages) -> None:
    answer = club.browser.get("/c/0000000101")
    assert answer.status_code == 404
    assert "This is no card of this club" in words(answer)


def test_the_answer_to_a_wrong_code_waits_and_that_to_a_right_one_does_not(club: ClubPages, code: str) -> None:
    for _ in range(30):
        assert club.browser.get("/c/0000000101").status_code == 404
        assert club.late == "127.0.0.1"
    for do in ("take", "rename", "forget", "enter", "leave"):
        assert does(club, "0000000101", do, "Eve", of=code).status_code == 404
        assert club.late == "127.0.0.1"
    assert ask(club, "/api/1/cards/0000000101").status_code == 404
    assert club.late == "table olive"
    for path in ("/c", "/c?code=0000000102", f"/c/{WRONG}", f"/c/{code}"):
        club.browser.get(path)
        assert not club.late, path
    ask(club, f"/api/1/cards/{code}")
    assert not club.late
    does(club, code, "take", "")
    assert not club.late
    assert does(club, code, "take", "Ana").status_code == 302


def test_a_right_card_may_be_looked_at_as_often_as_one_likes(club: ClubPages, code: str) -> None:
    for _ in range(10):
        assert club.browser.get(f"/c/{code}").status_code == 200


def test_a_forged_form_takes_no_card(club: ClubPages, code: str) -> None:
    assert club.browser.post(f"/c/{code}", data={"do": "take", "name": "Eve"}).status_code == 403
    assert club.persons.person_of(code) is None


# -- what tables are told ---------------------------------------------------------------------------------------


def test_a_table_learns_whose_card_it_is(club: ClubPages, code: str) -> None:
    assert ask(club, f"/api/1/cards/{code}").status_code == 404
    person = club.persons.take_card(code, "Ana")
    assert ask(club, f"/api/1/cards/{code}").json == {"person": person.id, "name": "Ana"}
    assert ask(club, f"/api/1/cards/{shown_card_code(code)}").json == {"person": person.id, "name": "Ana"}
    assert ask(club, f"/api/1/cards/{WRONG}").status_code == 404


def test_nobody_else_does(club: ClubPages, code: str) -> None:
    club.persons.take_card(code, "Ana")
    for path in (f"/api/1/cards/{code}", "/api/1/forgotten/0"):
        assert ask(club, path, token="olive-wrong").status_code == 401
        assert club.browser.get(path).status_code == 401


# -- the way to a table -----------------------------------------------------------------------------------------


def calls(club: ClubPages, address: str, token: str | None = None, sender: str = "192.0.2.7") -> int:
    headers = {"Authorization": f"Bearer {token or club.token}", "Companion-Address": address}
    caller = {"REMOTE_ADDR": sender}
    return club.browser.get("/api/1/forgotten/0", headers=headers, environ_overrides=caller).status_code


def test_no_link_takes_the_code_of_a_card_to_a_machine_that_is_none_of_the_tables(club: ClubPages, code: str) -> None:
    club.persons.take_card(code, "Ana")
    _, thief = club.tables.add("Thief")
    assert calls(club, "http://192.0.2.7:8000") == 200
    for address in ("http://192.0.2.66", "http://evil.example", "http://192.0.2.7", "http://192.0.2.9"):
        assert calls(club, address, thief, sender="192.0.2.9") == 200
        page = club.page(f"/c/{code}")
        carrying = [each for each in re.findall(r'(?:href|action|src)="([^"]*)"', page) if code in each]
        hosts = {urlsplit(each).netloc for each in carrying}
        assert hosts == {"", "192.0.2.7:8000"} | ({"192.0.2.9"} if address == "http://192.0.2.9" else set())


def test_ones_own_card_leads_to_the_tables_that_are_on(club: ClubPages, code: str) -> None:
    assert "Which table are you at?" not in club.page(f"/c/{code}")
    assert calls(club, "http://192.0.2.7:8000") == 200
    assert "192.0.2.7" not in club.page(f"/c/{code}"), "it is nobody's yet"
    club.persons.take_card(code, "Ana")
    answer = club.browser.get(f"/c/{code}")
    page = answer.get_data(as_text=True)
    assert f'<a class="button" href="http://192.0.2.7:8000/card/{code}" rel="noreferrer">' in page
    assert "Olive" in words(answer)
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "¿En qué mesa estás?" in club.page(f"/c/{code}", language="es")


def test_only_a_table_of_the_club_says_where_it_is(club: ClubPages, code: str) -> None:
    club.persons.take_card(code, "Ana")
    assert calls(club, "http://192.0.2.66", token="olive-wrong") == 401
    assert calls(club, "javascript:alert(1)") == 200
    assert "Which table are you at?" not in club.page(f"/c/{code}")


def test_a_report_says_it_too(club: ClubPages, code: str) -> None:
    club.persons.take_card(code, "Ana")
    headers = {"Authorization": f"Bearer {club.token}", "Companion-Address": "http://192.0.2.7"}
    for path in ("/api/1/plays/p1", "/api/1/cards/x"):
        method, caller = "PUT" if "plays" in path else "GET", {"REMOTE_ADDR": "192.0.2.7"}
        club.browser.open(path, method=method, headers=headers, environ_overrides=caller)
        assert "http://192.0.2.7/card/" in club.page(f"/c/{code}")
