"""Open slips on a seat's page, the last move's on the table screen, and the digest of a page that was away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.inventory import Tracked
from tests.core.purses import Purses, State
from tests.service.at_table import Room
from tests.service.conftest import opening_rooms
from tests.web.fake_server import STATIC
from tests.web.flask_site import Browser, Site, Stream, element

ANA, BEN = 1, 2


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opening_rooms(tmp_path) as rooms:
        room: Room = rooms(Purses())
        room.begin(3, "purses")
        yield Site(room)


def text(browser: Browser, address: str) -> str:
    return browser.get(address).get_data(as_text=True)


def part(html: str, begin: str, end: str) -> str:
    return html.partition(begin)[2].partition(end)[0]


def slips(browser: Browser) -> str:
    """Those in the cards of what happened to the seat, and the others below."""
    page = text(browser, "/seat")
    return part(page, 'id="happened"', "</section>") + part(page, 'id="slips"', "</section>")


def test_a_page_shows_what_is_to_do_until_done_is_tapped(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    ben = site.browser(BEN)
    shown = slips(ben)
    assert "Give Ana 2 coins." in shown
    assert "Done" in shown
    page = text(ben, "/seat")
    assert page.index("Give Ana") < page.index('class="seat-columns"'), "it stands before all that is asked"
    line = part(shown, 'name="line" value="', '"')
    assert ben.post("/seat/done", {"line": line}).get_json()["taken"]
    assert "Give Ana" not in slips(ben)
    assert "Berta gives you 2 coins." in slips(site.browser(ANA))


def test_what_is_still_to_do_travels_once(site: Site) -> None:
    site.room.answer(ANA, "take", 1)
    site.room.answer(BEN, "take", 2)
    with closing(Stream(site.browser(BEN), "seat")) as stream:
        stream.drained()
        site.room.answer(3, "take", 1)
        site.room.answer(ANA, "rob", 3)
        told = "".join(stream.drained())
    assert slips(site.browser(BEN)).count("<form") == 2
    assert told.count("/seat/done") == 1


def test_a_hidden_slip_lies_under_a_cover(site: Site) -> None:
    site.room.answer(ANA, "hide", 3)
    shown = slips(site.browser(ANA))
    assert "Take gems: 3." in shown.partition('class="cover-inside"')[2]
    assert "Take gems" not in shown.partition('class="cover-inside"')[0]
    assert "gems" not in text(site.browser("nobody"), "/table")


def test_the_table_screen_shows_a_row_a_person(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    rows = part(text(site.browser("nobody"), "/table"), 'id="story-card"', "</section>")
    assert rows.index("Berta gives you 2 coins.") < rows.index("Give Ana 2 coins.")
    site.room.answer(BEN, "all", 1)
    assert "Everybody, now" in part(text(site.browser("nobody"), "/table"), 'id="story-card"', "</section>")
    site.room.answer(3, "wait")
    card = part(text(site.browser("nobody"), "/table"), 'id="story-card"', "</section>")
    assert "Everybody, still to do" in card, "a slip waits, the play does not"
    assert "until all have ticked it" in card


def test_the_table_screen_shows_a_slip_until_it_is_ticked(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    ben, screen = site.browser(BEN), site.browser("nobody")
    line = part(slips(ben), 'name="line" value="', '"')
    with closing(Stream(site.browser(ANA), "seat")) as stream:
        stream.drained()
        assert ben.post("/seat/done", {"line": line}).get_json()["taken"]
        assert stream.drained() == [], "it is nothing to Ana's page"
    page = text(screen, "/table")
    story = page[slice(*element(page, "story"))]
    assert "Give Ana" not in story
    assert "Berta gives you 2 coins." in story
    assert "until Ana ticks it" not in story, "it is what happened last"
    site.room.answer(BEN, "wait")
    page = text(screen, "/table")
    assert page.index("until Ana ticks it") < page.index("Ana robs Berta of 2."), "why it stands before what came later"
    assert page.index("Ana robs Berta of 2.") < page.index("Ana, still to do") < page.index('class="log story-before"')
    site.room.answer(3, "wait")
    site.room.answer(ANA, "wait")
    page = text(screen, "/table")
    assert "Berta gives you" not in page
    assert "Not ticked yet: Ana" in " ".join(part(page, 'class="story-folded"', "</p>").split())


def test_a_page_that_is_opened_again_tells_what_happened_meanwhile(site: Site) -> None:
    ben = site.browser(BEN)
    ben.post("/seat/read", {"line": "1"})
    site.room.answer(ANA, "rob", 2)
    shown = part(text(ben, "/seat"), 'id="digest"', "</details>")
    assert "Since your last look: 1" in shown
    assert "Give Ana 2 coins." not in shown
    assert "Give Ana 2 coins." in slips(ben), "what is to do stands on the page itself"
    assert "Ana robs Berta of 2." in shown
    assert part(text(ben, "/seat/digest"), 'id="digest"', "</details>").removeprefix(" open") == shown.removeprefix(
        " open"
    )
    assert ben.post("/seat/read", {"line": "2"}).status_code == 204
    assert 'id="digest"' not in text(ben, "/seat")
    assert ben.post("/seat/read", {"line": "99"}).status_code == 409


def test_a_program_ticks_and_reads(site: Site) -> None:
    site.room.answer(ANA, "rob", 2)
    ben = site.browser(BEN)
    [slip] = ben.call("GET", "/seat").get_json()["slips"]["open"]
    found = ben.call("GET", "/digest").get_json()
    assert found["line"] == slip["line"]
    assert len(found["slips"]) == len(found["moves"]) == 1
    assert ben.call("POST", "/slips/done", {"line": slip["line"]}).status_code == 200
    assert ben.call("POST", "/read", {"line": slip["line"]}).status_code == 200
    assert ben.call("GET", "/seat").get_json()["slips"]["open"] == []
    assert ben.call("GET", "/digest").get_json()["slips"] == []
    assert ben.call("POST", "/read", {"line": 99}).get_json()["code"] == "no-line"


class Plain(Purses):
    """Its numbers name no things."""

    def inventory(self, state: State) -> Sequence[Tracked]:
        return [structs.replace(number, thing=None) for number in super().inventory(state)]


def test_a_game_that_names_no_things_says_where_to_look(tmp_path: Path, site: Site) -> None:
    with opening_rooms(tmp_path / "plain") as rooms:
        room: Room = rooms(Plain())
        room.begin(2, "purses")
        room.answer(ANA, "take", 2)
        assert "Pieces: see the numbers" in text(Site(room).browser(ANA), "/seat")
    site.room.answer(ANA, "take", 2)
    assert "Pieces: see the numbers" not in text(site.browser(ANA), "/seat")


def test_nothing_but_a_slip_and_dice_to_throw_is_drawn_on_paper() -> None:
    """Paper means: do this with your hands."""
    sheets = "".join(re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.S) for file in STATIC.glob("*.css"))
    rules = re.findall(r"([^{}]+){([^{}]*)}", sheets)
    on_paper = [selector.strip() for selector, body in rules if re.search(r"background[^;]*:[^;]*var\(--slip\b", body)]
    assert on_paper
    assert [selector for selector in on_paper if not re.search(r"\.slip\b|\.throw-dice\b", selector)] == []
