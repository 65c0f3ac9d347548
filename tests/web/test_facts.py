"""A printed fact put right in mid-play on pages without a script, and by the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.core.boxes import Learned
from companion.service.agreement.votes import YES_COUNTS
from companion.service.audit.fact_corrections import AskWhichFact
from tests.service.at_table import HOST, Room, token
from tests.service.boxed_game import Boxed
from tests.service.test_agreeing import open_pages
from tests.web.flask_site import Site, words_of


@pytest.fixture
def site(rooms: Callable[..., Room]) -> Iterator[Site]:
    """Two seats, the first on turn; every card is worth 2."""
    room = rooms(Boxed(), sheets=True)
    room.log.boxes.put("boxed", [Learned("card", face, "worth", 2) for face in ("owl", "bull", "dolphin")])
    room.begin(2, "boxed")
    room.set_up()
    room.plans_ready(1, 2)
    open_pages(room, 1, 2)
    return Site(room)


def worth(site: Site, face: str = "owl") -> object:
    return site.room.state.box["card"][face]["worth"]


def test_from_the_page_of_numbers(site: Site) -> None:
    phone = site.browser(1)
    assert "Correct what is printed" in phone.get("/seat/numbers").text
    asked = phone.post("/fact/which", {"nonce": "w"}, script=False, page="seat/numbers")
    assert asked.status_code == 303
    assert "Where is something printed otherwise?" in words_of(phone.get("/seat").text)
    for answer in ("card", "owl", 5):
        room = site.room
        ask = next(ask for ask in room.asked(1) if ask.service == "fact-choose")
        sent = {"seat": 1, "service": ask.service, "digest": ask.digest, "answer": str(answer), "do": "answer"}
        given = phone.post("/seat/answer", {**sent, "answers": "[]", "nonce": f"n{answer}"}, script=False)
        assert given.status_code == 303
    site.room.past(0.1)
    page = words_of(phone.get("/seat").text)
    assert "Set right what is printed? Card, Owl, Worth: not 2 but 5" in page
    assert "No earlier result rested on it." in page


def test_from_the_box_page(site: Site) -> None:
    host = site.browser("host")
    part = "/host/box/boxed/card/owl"
    assert "Save, and in this play too" in host.get(part).text
    kept = host.post(part, {"fact.worth": "5", "do": "play", "nonce": "k"})
    assert (kept.status_code, kept.location) == (303, "/scribe")
    assert site.room.log.boxes.owners("boxed")["card"]["owl"]["worth"] == 5, "from the next play on, whatever they say"
    assert worth(site) == 2
    site.room.past(0.1)
    assert "Card, Owl, Worth: not 2 but 5" in words_of(host.get("/scribe").text)
    again = host.post(part, {"fact.worth": "4", "do": "play", "nonce": "l"})
    assert again.location == part, "one thing at a time is before the table"


def test_without_a_difference_nobody_is_asked(site: Site) -> None:
    host = site.browser("host")
    kept = host.post("/host/box/boxed/card/owl", {"fact.worth": "2", "do": "play", "nonce": "k"})
    assert kept.location == "/host/box/boxed/card/owl"
    assert "There is nothing to correct." in words_of(host.get(kept.location).text)


def test_a_scribe_is_asked_among_what_the_table_is_asked(site: Site) -> None:
    host = site.browser("host")
    assert "Is a printed number wrong?" in host.get("/scribe").text
    reply = site.room.table.ask(HOST, AskWhichFact("s", scribe=True))
    assert reply.taken
    page = host.get("/scribe").text
    assert "Where is something printed otherwise?" in words_of(page)
    assert "Is a printed number wrong?" not in page


def test_a_stranger_is_sent_away(site: Site) -> None:
    assert site.room.table.ask(token("stranger"), AskWhichFact("s")).code == "no-seat"


def test_by_the_api(site: Site) -> None:
    robot, other = site.browser(1), site.browser(2)
    assert {"kind": "card", "key": "owl", "field": "worth", "value": 2} in robot.call("GET", "/facts").json
    sent = {"kind": "card", "key": "owl", "field": "worth", "value": 5, "nonce": "f"}
    assert robot.call("POST", "/facts", {**sent, "value": 9, "nonce": "e"}).json["code"] == "unfit"
    assert robot.call("POST", "/facts", {**sent, "value": 4.5, "nonce": "d"}).status_code == 400
    assert robot.call("POST", "/facts", sent).status_code == 200
    site.room.past(0.1)
    for browser, key, answer in ((robot, "fact-decide", "only"), (other, "fact-agree", "so")):
        ask = next(ask for ask in browser.call("GET", "/questions").json if ask["question"]["key"] == key)
        named = {"service": ask["service"], "digest": ask["digest"]}
        given = {"seat": ask["seat"], "answer": answer, "nonce": key, **named}
        assert browser.call("POST", "/answers", given).status_code == 200
    site.room.past(YES_COUNTS)
    assert worth(site) == 5
    assert robot.call("POST", "/facts/which", {"seat": 1, "nonce": "w"}).status_code == 200
    assert robot.call("GET", "/questions").json[0]["service"] == "fact-choose"
