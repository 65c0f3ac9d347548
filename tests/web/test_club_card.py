"""The page of one's card of the club: a code is typed, or comes from the club's page that its QR code opens."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest

from companion.plays.log.card_codes import new_card_code, shown_card_code
from companion.plays.log.seat_cards import SeatCard
from companion.reporting.card_exchange import CardExchange
from companion.service.seats.seating import CoverPhone, TakeSeat
from companion.service.session.sending import SetReporting
from tests.reporting.test_card_exchange import AskedClub
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Browser, Site, words_of
from web.pages.seats.club_card import FOR, REMEMBERED

ANA, BEN = (new_card_code(lambda count, n=n: bytes([n] * count)) for n in (1, 2))  # type: ignore[misc]
SHOWN = shown_card_code(ANA)


@pytest.fixture
def site(rooms: Callable[..., Room]) -> Site:
    room = rooms(reporter=FakeReporter().made)
    room.host()
    assert room.table.ask(HOST, SetReporting(on=True)).taken
    return Site(room)


def sees(browser: Browser, path: str = "/card") -> str:
    return unescape(words_of(browser.get(path).text))


def cards(site: Site) -> dict[int, SeatCard]:
    return site.room.log.seat_cards.of_play(site.room.moment.gathering.play_id)


def club_answers(site: Site, **knows: str) -> None:
    club = AskedClub()
    club.knows = knows
    CardExchange(site.room.log, club, lambda: None).exchange()


# -- typing -----------------------------------------------------------------------------------------------------------


def test_a_code_is_typed_and_its_state_is_shown(site: Site) -> None:
    site.room.sit(1, 2)
    ana = site.browser(1)
    assert "No card is shown at your seat: you play as a guest." in sees(ana)
    reply = ana.post("/card", {"seat": "1", "code": SHOWN.lower()}, page="card").json
    assert reply is not None
    assert reply["taken"]
    assert "It counts once the club has answered" in sees(ana)
    club_answers(site, **{ANA: "p-ana"})
    assert "The club knows your card: the next play counts for you." in sees(ana)
    assert "El club conoce tu tarjeta" in sees(site.browser(1, "es"))
    assert ana.post("/card/remove", {"seat": "1"}, page="card").json["taken"]  # type: ignore[index]
    assert cards(site) == {}


def test_neither_code_nor_person_is_on_the_page_once_it_is_shown(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    ana.post("/card", {"seat": "1", "code": ANA}, page="card")
    for _ in range(2):
        page = ana.get("/card").text
        assert ANA not in page.replace("-", "")
        assert "p-ana" not in page
        club_answers(site, **{ANA: "p-ana"})


def test_a_card_that_is_nobodys_can_be_typed_again(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    ana.post("/card", {"seat": "1", "code": ANA}, page="card")
    club_answers(site)
    page = ana.get("/card").text
    assert "This is nobody's card in the club." in unescape(page)
    assert 'id="card-typed"' in page


def test_a_mistyped_code_is_told_with_and_without_script(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    reply = ana.post("/card", {"seat": "1", "code": "0000000102"}, page="card").json
    assert reply is not None
    assert (reply["code"], reply["tone"]) == ("no-card", "warning")
    assert "one character of it is wrong" in reply["notice"]
    assert ana.post("/card", {"seat": "1", "code": "x"}, script=False).status_code == 303
    assert "one character of it is wrong" in sees(ana)
    assert "one character of it is wrong" not in sees(ana)


def test_the_way_there_is_shown_where_cards_count(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    assert ana.get("/seat").text.count('href="/card"') == 2, "in the menu and before the play"
    assert 'href="/card"' not in site.browser("stranger").get("/").text
    assert site.room.table.ask(HOST, SetReporting(on=False)).taken
    assert 'href="/card"' not in ana.get("/seat").text
    assert "This table reports to no club" in sees(ana)
    reply = ana.post("/card", {"seat": "1", "code": ANA}, page="card").json
    assert reply is not None
    assert reply["code"] == "no-cards"


def test_in_a_play_it_waits_in_the_menu_alone(site: Site) -> None:
    site.room.begin(2)
    page = site.browser(1).get("/seat").text
    assert page.count('href="/card"') == 1
    assert page.index('href="/card"') < page.index('id="main"')
    club_answers(site)
    assert site.browser(1).post("/card", {"seat": "1", "code": ANA}, page="card").json["taken"]  # type: ignore[index]
    club_answers(site, **{ANA: "p-ana"})
    assert "this play counts for you" in sees(site.browser(1))


# -- brought by the camera --------------------------------------------------------------------------------------------


def test_whoever_sits_is_asked_once_and_shows_it_by_one_tap(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    led = ana.get(f"/card/{ANA}")
    assert (led.status_code, led.headers["Location"]) == (302, "/card")
    assert led.headers["Cache-Control"] == "no-store"
    assert led.headers["Referrer-Policy"] == "same-origin"
    assert cards(site) == {}, "nothing is shown before it is confirmed"
    page = sees(ana)
    assert SHOWN in page
    assert "Show this card at the seat of Ana?" in page
    assert "No card is shown at your seat" not in page
    assert SHOWN not in sees(site.browser(2))
    assert ana.post("/card", {"seat": "1", "code": SHOWN}, page="card").json["taken"]  # type: ignore[index]
    assert cards(site) == {1: SeatCard(code=ANA)}
    assert SHOWN not in sees(ana)


def test_whoever_does_not_sit_yet_is_asked_as_soon_as_they_do(site: Site) -> None:
    late = site.browser("late")
    late.get(f"/card/{SHOWN.lower()}")
    page = late.get("/card").text
    assert "Take a seat first." in page
    assert SHOWN in page
    assert 'action="/card"' not in page
    assert late.post("/sit", {"seat": "3", "name": "Zoe"}, script=False).headers["Location"] == "/card"
    assert "Show this card at the seat of Zoe?" in sees(late)
    assert late.post("/card", {"seat": "3", "code": ANA}, page="card").json["taken"]  # type: ignore[index]
    assert site.browser("other").post("/sit", {"seat": "4", "name": "Ivo"}, script=False).headers["Location"] == "/seat"


def test_one_that_is_not_mine_is_put_away(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    ana.get(f"/card/{ANA}")
    assert ana.post("/card/not-mine", {}, script=False).headers["Location"] == "/card"
    assert SHOWN not in sees(ana)


def test_one_that_nobody_confirms_is_forgotten_after_a_while(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    ana.get(f"/card/{ANA}")
    site.room.past(FOR - 1)
    assert SHOWN in sees(ana)
    site.room.past(2)
    assert SHOWN not in sees(ana)


def test_no_sender_of_ever_new_cookies_fills_the_memory(site: Site) -> None:
    for n in range(REMEMBERED + 5):
        site.browser(f"device-{n}").get(f"/card/{ANA}")
    kept = site.app.extensions["companion-brought-cards"]
    assert len(kept) == REMEMBERED


def test_what_is_no_code_is_told(site: Site) -> None:
    site.room.sit(1)
    ana = site.browser(1)
    assert ana.get("/card/0000000102").headers["Location"] == "/card"
    assert "one character of it is wrong" in sees(ana)


def test_where_no_card_counts_none_is_kept(rooms: Callable[..., Room]) -> None:
    site = Site(rooms())
    site.room.sit(1)
    ana = site.browser(1)
    ana.get(f"/card/{ANA}")
    there = sees(ana)
    assert "This table reports to no club" in there
    assert "Back to my seat" in there
    assert "Take a seat" in sees(site.browser("stranger"))
    assert not site.app.extensions["companion-brought-cards"]


def test_a_covered_phone_says_first_whose_hands_it_is_in(site: Site) -> None:
    site.room.sit(1)
    assert site.room.table.ask(token(1), TakeSeat(2, "Berta", beside=True)).taken
    assert site.room.table.ask(token(1), CoverPhone()).taken
    led = site.browser(1).get("/card")
    assert (led.status_code, led.headers["Location"]) == (302, "/seat")
