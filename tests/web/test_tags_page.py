"""The page on which the admin teaches tags, and readers on the page of the simulated table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.service.panel.tags.tag_teaching import QUIET
from companion.service.panel.tags.taught_tags import STORED, TagMeaning
from tests.service.asking_game import AskingGame
from tests.service.at_table import Room
from tests.service.boxed_game import Boxed
from tests.web.flask_site import Site, Stream, words_of

Rooms = Callable[..., Room]
GUARD = TagMeaning("card", "guard", "boxed", "block")


@pytest.fixture
def site(rooms: Rooms) -> Site:
    room = rooms(Boxed(), profile="sim-tags", blind=False)
    room.host()
    room.sit(1)
    return Site(room)


def words(site: Site) -> str:
    return words_of(site.browser("host").get("/tags").text)


def do(site: Site, act: str, **form: str) -> bool:
    return bool(site.browser("host").post(f"/tags/{act}", form, page="tags").json["taken"])


def hold(site: Site, code: str, device: str = "panel") -> int:
    return int(site.browser("host").post("/sim/tag", {"device": device, "tag": code}, page="sim").status_code)


def test_only_an_admin_sees_and_does_anything(site: Site) -> None:
    for who in (1, "stranger"):
        browser = site.browser(who)
        assert browser.get("/tags").status_code == 302
        for what in ("teaching", "teach", "forget"):
            assert not browser.post(f"/tags/{what}", {"on": "1", "what": "seat/1"}).json["taken"]
    assert not site.room.view("host").panel.tags().teaching


def test_the_devices_page_leads_there_where_there_is_a_reader(site: Site, rooms: Rooms) -> None:
    assert 'href="/tags"' in site.browser("host").get("/hardware").text
    other = rooms(AskingGame("pick"), profile="simulated", blind=False, file="other.sqlite")
    other.host()
    assert 'href="/tags"' not in Site(other).browser("host").get("/hardware").text


def test_a_tag_is_held_to_a_reader_of_the_simulated_table_and_tapped(site: Site) -> None:
    assert "No tag yet" not in words(site)
    assert do(site, "teaching", on="1")
    assert "No tag yet" in words(site)
    stream = Stream(site.browser("host"), "tags")
    stream.drained()
    assert hold(site, "04 A1 B2", "seat2") == 200
    assert any("A tag was read at the reader of" in event for event in stream.drained())
    stream.close()
    assert do(site, "teach", what="card/boxed/block/guard")
    assert site.room.view("host").panel.tags().taught == ((GUARD, 1),)
    page = words(site)
    assert "Taught so far" in page
    assert "The guard" in page
    assert "A1" not in page, "no number of a tag is shown"
    assert do(site, "forget", what="card/boxed/block/guard")
    assert "Taught so far" not in words(site)


def test_people_and_seats_can_be_taught_and_a_name_written(site: Site) -> None:
    assert do(site, "teaching", on="1")
    for code, form in (
        ("aa", {"what": "person/Ana"}),
        ("bb", {"what": "person", "name": " Zoë  de la Torre"}),
        ("cc", {"what": "seat/3"}),
        ("ee", {"what": "word", "game": "boxed", "name": "The owl"}),
    ):
        hold(site, code)
        assert do(site, "teach", **form)
    taught = [meaning for meaning, _ in site.room.view("host").panel.tags().taught]
    people = [TagMeaning("person", "Ana"), TagMeaning("person", "Zoë de la Torre")]
    assert taught == [*people, TagMeaning("seat", "3"), TagMeaning("card", "The owl", "boxed")]
    hold(site, "dd")
    assert not do(site, "teach", what="card/x")


def test_it_ends_by_itself_and_says_why_it_cannot_begin_in_a_play(site: Site) -> None:
    assert do(site, "teaching", on="1")
    site.room.past(QUIET + 1)
    assert "Teach tags" in words(site)
    site.room.begin(2, "boxed")
    assert not do(site, "teaching", on="1")
    assert "Tags are taught before a play" in words(site)


def test_a_place_without_a_reader_takes_no_tag(site: Site, rooms: Rooms) -> None:
    assert 'name="tag"' in site.browser("host").get("/sim").text
    other = rooms(AskingGame("pick"), profile="simulated", blind=False, file="other.sqlite")
    other.host()
    plain = Site(other)
    assert 'name="tag"' not in plain.browser("host").get("/sim").text
    assert hold(plain, "aa", "seat2") == 400
    assert hold(site, "", "seat2") == 400
    assert site.browser("stranger").post("/sim/tag", {"device": "seat2", "tag": "aa"}).status_code == 403


def test_what_a_game_has_lost_is_seen_and_can_be_forgotten(site: Site, rooms: Rooms) -> None:
    """A game that was taken away, and a component that is in its box no more."""
    assert do(site, "teaching", on="1")
    for code, what in (("aa", "card/boxed/block/guard"), ("bb", "word"), ("cc", "seat/1")):
        hold(site, code)
        assert do(site, "teach", what=what, game="boxed", name="The owl")
    known = site.room.log.settings.get(STORED)
    lost = {"kind": "card", "key": "lamp", "game": "boxed", "part": "block"}
    site.room.log.settings.put(STORED, {**known, "other": lost})
    site.room.close()
    room = rooms(AskingGame("pick"), profile="sim-tags", blind=False)
    room.host()
    after = Site(room)
    page = words(after)
    for name in ("boxed: guard", "boxed: The owl", "boxed: lamp", "Seat 1"):
        assert name in page
    assert do(after, "teaching", on="1")
    hold(after, "aa")
    assert "So far it is: boxed: guard." in words(after)
    assert (
        'value="card/boxed/block/guard"'
        not in after.browser("host").get("/tags").text.partition('id="taught-title"')[0]
    )
    for what in ("card/boxed/block/guard", "card/boxed//The owl", "card/boxed/block/lamp"):
        assert do(after, "forget", what=what)
    assert room.view("host").panel.tags().taught == ((TagMeaning("seat", "1"), 1),)


def test_in_spanish(site: Site) -> None:
    browser = site.browser("host")
    browser.post("/look", {"lang": "es", "theme": "light", "back": "host"})
    assert "Etiquetas" in words_of(browser.get("/tags").text)


def test_a_seat_without_a_display_has_none_on_the_simulated_table(site: Site) -> None:
    page = site.browser("host").get("/sim").text
    assert 'id="oled-seat2"' in page
    assert 'id="oled-seat3"' not in page
