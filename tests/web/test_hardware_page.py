"""The page on which the host tries out every key, knob, lamp and display by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.wording import say
from companion.render.faces import FlashFace, ProbeFace
from companion.service.panel.signals import called
from companion.service.panel.wiring.hardware_test import QUIET
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Site, Stream, words_of

Rooms = Callable[..., Room]


@pytest.fixture
def site(rooms: Rooms) -> Site:
    room = rooms(AskingGame("pick"), profile="simulated", blind=False)
    room.begin(3, "asking")
    return Site(room)


def words(site: Site) -> str:
    return words_of(site.browser("host").get("/hardware").text)


def do(site: Site, what: str, **form: object) -> bool:
    reply = site.browser("host").post(f"/hardware/{what}", form, page="hardware")
    assert reply.status_code == 200
    return bool(reply.json["taken"])


def test_only_the_host_sees_and_does_anything(site: Site) -> None:
    for who in (1, "stranger"):
        browser = site.browser(who)
        assert browser.get("/hardware").status_code == 302
        assert not browser.post("/hardware/try", {"on": "1"}).json["taken"]
        assert "Knob" not in browser.post("/hardware/light", {"place": "1", "on": "1"}, page="hardware").json["html"]
    assert not site.room.view("host").panel.hardware().running
    assert "Test the devices" in words(site)


def test_the_host_page_leads_there(site: Site) -> None:
    assert 'href="/hardware"' in site.browser("host").get("/host").text
    assert 'href="/hardware"' not in site.browser(1).get("/seat").text


def test_a_key_that_is_tried_out_is_heard_and_does_not_play(site: Site) -> None:
    room = site.room
    assert do(site, "try", on="1")
    room.press(1, "down", "down", "ok")
    room.tell("turn 2 3")
    room.tell("hold 3 peek")
    page = words(site)
    assert "pressed 2 times" in page
    assert "3 clicks clockwise" in page
    assert "pressed now pressed 1 time" in page
    assert room.state.said == []
    assert do(site, "try", on="0")
    assert "pressed now" not in words(site)
    room.press(1, "ok")
    assert room.state.said == ["red"], "the cursor is where it was"


def test_a_bouncing_key_counts_once(site: Site) -> None:
    do(site, "try", on="1")
    site.room.tell("bouncy on")
    site.room.press(1, "ok")
    assert "pressed 1 time" in words(site)


def test_every_display_says_what_it_heard(site: Site) -> None:
    do(site, "try", on="1")
    face = site.room.face(2)
    assert isinstance(face, ProbeFace)
    assert (face.title, face.word) == ("Berta", "")
    site.room.press(2, "peek")
    assert site.room.face(2).word == "Peek"
    site.room.tell("turn 2 1")
    assert site.room.face(2).word == "Knob"
    assert do(site, "display", place="2", on="1")
    assert site.room.face(2).full
    assert not site.room.face(1).full
    assert do(site, "display", place="2", on="0")
    assert not site.room.face(2).full
    do(site, "try", on="0")
    assert not isinstance(site.room.face(2), ProbeFace)


def test_a_key_that_is_held_when_it_begins_uncovers_nothing(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick", secret=True), profile="simulated", blind=False)
    room.begin(2, "asking")
    site = Site(room)
    room.tell("hold 1 peek")
    assert room.picture(1).private
    do(site, "try", on="1")
    assert not room.picture(1).private
    room.tell("release 1 peek")
    do(site, "try", on="0")
    room.past(1)
    assert not room.picture(1).private


def light(site: Site, place: int) -> bool | None:
    assert site.room.simulator is not None
    return next(view.light for view in site.room.simulator.places() if view.place == place)


def beeps(site: Site, place: int) -> int | None:
    assert site.room.simulator is not None
    return next(view.beeps for view in site.room.simulator.places() if view.place == place)


def test_lamps_and_buzzers_are_tried_out_one_by_one(site: Site) -> None:
    assert [light(site, seat) for seat in (1, 2, 3)] == [True, False, False]
    do(site, "try", on="1")
    heard = beeps(site, 2)
    assert do(site, "light", place="3", on="1")
    assert do(site, "light", place="1", on="0")
    assert do(site, "sound", place="2")
    assert [light(site, seat) for seat in (1, 2, 3)] == [False, False, True]
    assert beeps(site, 2) == heard + 1
    do(site, "try", on="0")
    assert [light(site, seat) for seat in (1, 2, 3)] == [True, False, False], "as the play has them"


def test_nothing_is_tried_out_before_it_begins(site: Site) -> None:
    for what in ("light", "sound", "display"):
        assert not do(site, what, place="1", on="1")
        assert not do(site, what, place="nine", on="1")
    do(site, "try", on="1")
    assert not do(site, "light", place="77", on="1")


def test_it_ends_by_itself(site: Site) -> None:
    do(site, "try", on="1")
    site.room.past(QUIET - 1)
    site.room.press(1, "up")
    site.room.past(QUIET - 1)
    assert site.room.view("host").panel.hardware().running
    site.room.past(2)
    assert not site.room.view("host").panel.hardware().running


def test_what_does_not_work_is_said_where_the_host_looks(site: Site) -> None:
    room = site.room
    stream = Stream(site.browser("host"), "host")
    stream.drained()
    room.tell("unplug 2")
    assert "Berta, Display: The cable is out. Plug it in again." in words_of(site.browser("host").get("/host").text)
    assert any("The cable is out" in event for event in stream.drained()), "live"
    stream.close()
    assert words(site).count("The cable is out. Plug it in again.") > 5
    do(site, "try", on="1")
    reply = site.browser("host").post("/hardware/light", {"place": "2", "on": "1"}, page="hardware")
    assert reply.json["notice"] == "The cable is out. Plug it in again."
    room.tell("plug 2")
    assert "The cable is out" not in words(site)


def test_the_page_is_live(site: Site) -> None:
    stream = Stream(site.browser("host"), "hardware")
    stream.drained()
    do(site, "try", on="1")
    stream.drained()
    site.room.press(1, "up")
    assert any("pressed 1 time" in event for event in stream.drained())
    stream.close()


def test_a_lamp_that_comes_back_shines_again(site: Site) -> None:
    site.room.tell("unplug 1")
    site.room.tell("plug 1")
    assert light(site, 1)
    assert called(site.room.moment) == {1}


def test_a_press_from_the_time_of_the_trial_does_not_count_as_an_answer(site: Site) -> None:
    """Whoever presses OK while the display still shows the trial means the trial."""
    room = site.room
    do(site, "try", on="1")
    room.displays.slow = True
    do(site, "try", on="0")
    room.press(1, "ok")
    assert room.state.said == []
    room.displays.hurry()
    assert room.face(1) == FlashFace(text=room.speaker("en").short(say("Look again")), tone="warning")


def test_without_devices_the_page_says_so(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"))
    room.host()
    page = words(Site(room))
    assert "Nothing is wired to this table" in page
    assert token(1) not in page
    assert HOST not in page


def test_quiet_hours_are_kept_changed_and_taken_back(site: Site) -> None:
    assert "Be quiet in these hours" in words(site)
    assert do(site, "quiet", on="1", begin="22:30", end="06:45")
    page = site.browser("host").get("/hardware").text
    assert 'value="22:30"' in page
    assert 'value="06:45"' in page
    assert not do(site, "quiet", on="1", begin="22:30", end="late")
    assert site.room.view("host").panel.hardware().quiet == (22 * 60 + 30, 6 * 60 + 45)
    assert do(site, "quiet", on="0")
    assert site.room.view("host").panel.hardware().quiet is None
    assert not site.browser(1).post("/hardware/quiet", {"on": "1", "begin": "1:00", "end": "2:00"}).json["taken"]
