"""The pages of a table audit, and of starting from what lies on the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.service.agreement.votes import YES_COUNTS
from companion.service.play.answers import CorrectNumber
from tests.core.torture import Torture
from tests.service.at_table import Room, token
from tests.service.test_audit import number, open_pages
from tests.web.flask_site import Site, words_of

Rooms = Callable[..., Room]


@pytest.fixture
def site(rooms: Rooms) -> Site:
    """Three seats, the first on turn, all awake."""
    room = rooms(Torture())
    room.begin(3)
    room.set_up()
    room.plans_ready(1, 2, 3)
    open_pages(room, 1, 2, 3)
    return Site(room)


def stood(site: Site, seat: int, of: int | None = None) -> str:
    of = seat if of is None else of
    return next(part.stood for part in site.room.view(seat).screens.seat().counting if part.seat == of)


def test_a_seat_starts_counts_with_one_tap_and_is_done(site: Site) -> None:
    ana = site.browser(1)
    assert "Count the table" in ana.get("/audit").text
    reply = ana.post("/audit/start", {"nonce": "a"}, page="audit").json
    assert reply["taken"]
    assert "Change only what is different" in reply["html"]
    assert 'id="audit-card-2"' in site.browser(2).get("/seat").text
    for seat, of in ((1, 1), (1, 0), (2, 2), (3, 3)):
        form = {"seat": str(of), "do": "right", "stood": stood(site, seat, of), "nonce": f"r{of}"}
        reply = site.browser(seat).post("/audit/count", form, page="seat").json
        assert reply["taken"], reply
    assert site.room.moment.audit is None
    assert "everything is right" in site.browser(3).get("/audit").text
    assert "Hidden" not in words_of(ana.get("/table").text)


def test_what_differs_is_put_side_by_side_and_agreed_to(site: Site) -> None:
    gold = number(site.room, "2.gold")
    site.browser(2).post("/audit/start", {"nonce": "a"})
    form = {"seat": "2", "do": "count", "stood": stood(site, 2), "n.2.gold": str(gold + 3), "nonce": "c"}
    assert site.browser(2).post("/audit/count", form).json["taken"]
    for seat, of in ((2, 0), (1, 1), (3, 3)):
        right = {"seat": str(of), "do": "right", "stood": stood(site, seat, of), "nonce": f"r{of}"}
        site.browser(seat).post("/audit/count", right)
    for path in ("/seat", "/audit", "/table"):
        page = site.browser(1).get(path).text
        assert re.search(rf'class="num was">{gold}</td><td class="num now">{gold + 3}</td>', page), path
    assert "asked Berta" in words_of(site.browser(1).get("/audit").text)
    for seat in (2, 1, 3):
        ask = next(ask for ask in site.room.asked(seat) if ask.question.key == "audit-agree")
        form = {"seat": str(seat), "service": ask.service, "digest": ask.digest, "answer": "set", "nonce": f"s{seat}"}
        assert site.browser(seat).post("/seat/answer", form, page="audit").json["taken"]
    site.room.past(YES_COUNTS)
    assert number(site.room, "2.gold") == gold + 3


def test_a_wrong_number_is_said_and_nothing_typed_is_lost_without_a_script(site: Site) -> None:
    site.browser(1).post("/audit/start", {"nonce": "a"})
    form = {"seat": "1", "do": "count", "stood": stood(site, 1), "n.1.gold": "lots", "n.1.laurels": "1", "nonce": "c"}
    page = site.browser(1).post("/audit/count", form, script=False)
    assert page.status_code == 200
    assert "lots is not a number." in page.text
    assert 'value="lots"' in page.text
    form["n.1.gold"], form["n.1.laurels"] = "3", "9"
    page = site.browser(1).post("/audit/count", form, script=False)
    assert "9 is not between 0 and 2." in page.text
    assert 'value="9"' in page.text
    assert site.room.view().screens.table().audit.seats[1].standing == "counting"  # type: ignore[union-attr]


def test_starting_from_here_says_what_is_wrong_beside_each_number(site: Site) -> None:
    ana, entries = site.browser(1), site.room.entries
    page = ana.get("/start").text
    assert 'name="n.1.quest"' in page
    assert 'name="n.2.quest"' not in page
    assert 'name="n.2.gold"' in page
    form = {"n.1.gold": "4", "n.2.gold": "many", "n.1.laurels": "3", "n.1.glory": "7", "do": "put"}
    wrong = ana.post("/start", form, script=False).text
    assert wrong.count('class="wrong-word"') == 2
    assert "many is not a number." in wrong
    assert "3 is not between 0 and 2." in wrong
    assert 'value="many"' in wrong
    assert re.search(r'name="n.1.glory" value="7"', wrong), "what was right is kept too"
    assert site.room.entries == entries


def test_the_supply_makes_up_for_what_is_put_in_unless_it_was_counted_too(site: Site) -> None:
    ana, entries = site.browser(1), site.room.entries
    gold, bank = number(site.room, "1.gold"), number(site.room, "bank")
    left_alone = {"n.1.gold": str(gold + 5), "n.bank": str(bank), "do": "put"}
    assert ana.post("/start", left_alone, script=False).status_code == 303
    assert (number(site.room, "1.gold"), number(site.room, "bank")) == (gold + 5, bank - 5)
    assert site.room.entries == entries + 1


def test_what_does_not_add_up_is_asked_about_once(site: Site) -> None:
    ana, entries = site.browser(1), site.room.entries
    gold, bank = number(site.room, "1.gold"), number(site.room, "bank")
    counted = {"n.1.gold": str(gold + 5), "n.bank": str(bank - 3)}
    odd = ana.post("/start", {**counted, "do": "put"}, script=False).text
    assert "Gold: 2 more than there should be." in words_of(odd)
    assert site.room.entries == entries
    reply = ana.post("/start", {**counted, "do": "anyway"}, script=False)
    assert (reply.status_code, reply.location) == (303, "/audit")
    assert (number(site.room, "1.gold"), number(site.room, "bank")) == (gold + 5, bank - 3)
    assert site.room.entries == entries + 1


def test_every_line_that_sets_right_says_whose_number_it_is(site: Site) -> None:
    ana, host = site.browser(1), site.browser("host")
    pages = {"/start": ana.get("/start").text, "/host": host.get("/host").text}
    for path, html in pages.items():
        said = re.findall(r'class="correct-label".*?class="whose soft">([^<]*)<', html, re.DOTALL)
        assert len(said) == html.count('class="correct-label"') > 0, path
        assert set(said) >= {"Ana", "The table"}, path
        assert "Berta" in said
    rows = re.findall(r'<li class="number-row".*?</label>', ana.get("/seat/numbers").text, re.DOTALL)
    owners = {who for who in ("Yours", "Berta", "The table") if any(f"<span>{who}<" in row for row in rows)}
    assert owners == {"Yours", "Berta", "The table"}
    assert all(re.search("<span>[^<]+<", row) for row in rows)
    ana.post("/audit/start", {"nonce": "a"})
    counting = ana.get("/seat").text
    listed = re.findall(r'<ul class="audit-numbers">(.*?)</ul>', counting, re.DOTALL)
    assert sum(part.count("<li>") for part in listed) == sum(part.count('class="whose soft"') for part in listed) > 0


def test_one_number_set_right_takes_the_supply_along(site: Site) -> None:
    gold, bank = number(site.room, "2.gold"), number(site.room, "bank")
    assert site.room.table.ask(token(2), CorrectNumber("2.gold", gold + 2, "n")).taken
    assert (number(site.room, "2.gold"), number(site.room, "bank")) == (gold + 2, bank - 2)
    assert site.room.lines()[-2:] == [
        f"Berta sets their Gold to {gold + 2}; before: {gold}.",
        f"Berta sets Bank (table) to {bank - 2}; before: {bank}.",
    ]
    assert site.room.table.ask(token(2), CorrectNumber("bank", bank, "m")).taken
    assert number(site.room, "2.gold") == gold + 2, "whoever sets the supply right means the supply"


def test_whoever_has_no_seat_neither_counts_nor_puts_in(site: Site) -> None:
    stranger = site.browser("stranger")
    assert stranger.get("/start").status_code == 302
    assert stranger.post("/audit/start", {"nonce": "x"}).json["code"] == "no-seat"
    assert "Count the table" not in stranger.get("/audit").text
    bank = number(site.room, "bank")
    stranger.post("/start", {"n.bank": "1", "do": "anyway"}, script=False)
    assert number(site.room, "bank") == bank


def test_the_host_counts_for_those_without_a_phone(site: Site) -> None:
    host = site.browser("host")
    host.post("/audit/start", {"nonce": "h"}, page="host")
    page = host.get("/audit").text.partition("<main")[2]
    for seat in range(4):
        assert f'id="audit-part-{seat}"' in page
    assert "quest" not in page
    part = next(one for one in site.room.view("host").screens.scribe().counting if one.seat == 3)
    host.post("/audit/count", {"seat": "3", "do": "right", "stood": part.stood, "nonce": "p"})
    assert "Look at the differences" not in host.get("/scribe").text
    assert host.post("/audit/go-on", {}).json["taken"]
    assert site.room.moment.audit is None, "nothing differs"
    host.post("/audit/start", {"nonce": "again"})
    assert host.post("/audit/stop", {}).json["taken"]


def test_a_page_follows_the_count_of_others(site: Site) -> None:
    from tests.web.flask_site import Stream

    site.browser(1).post("/audit/start", {"nonce": "a"})
    stream = Stream(site.browser(1), "audit")
    stream.drained()
    form = {"seat": "2", "do": "right", "stood": stood(site, 2), "nonce": "r"}
    site.browser(2).post("/audit/count", form)
    (event,) = stream.drained()
    assert "all right" in event
    stream.close()
    assert token(1) not in event
