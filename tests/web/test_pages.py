"""Every page for everybody in both languages; forms with and without script; streams."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.wording import say
from companion.games.antike import Antike
from companion.games.athens_sparta import AthensSparta
from companion.games.whose_turn import WhoseTurn
from companion.service.screens.streams import DEAD, HEARTBEAT, MOST, number_of
from companion.service.seats.host_role import grouped
from companion.service.seats.seating import FreeSeat, TakeSeat
from companion.service.seats.seats_state import LONG_ASLEEP, LONGEST_NAME
from companion.service.session.session import BeginPlay, ChooseGame
from tests.core.torture import Torture
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, PIN, Room, token
from tests.service.test_play_lifecycle import play_to_the_end
from tests.web.flask_site import GZIP, PAGES, Browser, Site, Stream, answered, element, words_of
from web.form_replies import STREAMED
from web.http.compression import packed

Rooms = Callable[..., Room]
SHOUT = re.compile(r"(?<![\w.])\{[a-z_]+\}")


@pytest.fixture
def site(rooms: Rooms) -> Iterator[Site]:
    """Three people at the torture game, with a simulated table and all score sheets."""
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    return Site(room)


def path_of(page: str) -> str:
    return "/" if page == "join" else f"/{page}"


def expected(page: str, who: int | str) -> int:
    """What a page answers: some send those away to whom they are of no use."""
    if page == "join":
        return 302 if who == 1 else 200
    if page == "seat":
        return 200 if who == 1 else 302
    if page == "sim":
        return 200 if who == "host" else 403
    return 200


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("who", [1, "host", "stranger"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_for_everybody(site: Site, page: str, who: int | str, language: str) -> None:
    response = site.browser(who, language).get(path_of(page))
    assert response.status_code == expected(page, who)
    if response.status_code == 200:
        assert f'<html lang="{"en" if page == "table" else language}"' in response.text
        assert response.mimetype == "text/html"
        assert not SHOUT.findall(words_of(response.text))
        assert "Undefined" not in response.text


@pytest.mark.parametrize("phase", ["gathering", "setting-up", "planning", "turns", "over"])
@pytest.mark.parametrize("who", [1, "host", "stranger"])
def test_every_page_in_every_phase(rooms: Rooms, phase: str, who: int | str) -> None:
    room = rooms(Torture(), profile="simulated", sheets=True)
    site = Site(room)
    if phase == "gathering":
        room.host()
        room.sit(1)
    else:
        room.begin(2, options={"rounds": 1})
    if phase in ("planning", "turns", "over"):
        room.set_up()
    if phase in ("turns", "over"):
        room.plans_ready(1, 2)
    if phase == "over":
        room.answer(1, "sail", "library")
        room.answer(2, "sail", "library")
        assert room.view().screens.table().phase == "over"
    for page in PAGES:
        response = site.browser(who).get(path_of(page))
        assert response.status_code == expected(page, who), page
        if response.status_code == 200 and page in ("seat", "table", "log", "score", "host"):
            stream = Stream(site.browser(who), page)
            assert any(event.startswith("event: view") for event in stream.drained())
            stream.close()


def test_a_stream_says_nothing_to_a_page_that_is_up_to_date(site: Site) -> None:
    """Opening a page wakes its seat, so the first stream may have news; the one after it has none."""
    for page in ("seat", "table", "log", "score"):
        first = Stream(site.browser(1), page)
        first.drained()
        text = site.browser(1).get(path_of(page)).text
        version = re.search(r'data-version="([^"]+)"', text)
        assert version
        stream = Stream(site.browser(1), page, seen=version[1])
        assert stream.drained() == ["retry: 2000\n\n"], page
        first.close()
        stream.close()


# -- sitting down and answering --------------------------------------------------------------------------------------


def test_a_newcomer_sits_down_without_script(rooms: Rooms) -> None:
    site = Site(rooms())
    browser = site.browser("new")
    response = browser.post("/sit", {"seat": "4", "name": "Zoe"}, script=False)
    assert (response.status_code, response.location) == (303, "/seat")
    assert "Zoe" in browser.get("/seat").text
    assert site.room.seat_of(browser.secret) == 4


def test_a_refusal_without_script_is_a_word_on_the_next_page_once(rooms: Rooms) -> None:
    site = Site(rooms())
    site.room.sit(4)
    browser = site.browser("new")
    response = browser.post("/sit", {"seat": "4", "name": "Zoe"}, script=False)
    assert (response.status_code, response.location) == (303, "/")
    assert "That seat is taken. Whoever sits there can hand it over, and so can the admin." in browser.get("/").text
    assert "That seat is taken" not in browser.get("/").text


def test_a_word_is_for_the_device_that_was_told(site: Site) -> None:
    site.browser(1).post("/seat/answer", {"seat": "2", "digest": "x", "answer": "y"}, script=False)
    assert "That question is for" not in site.browser(2).get("/seat").text
    assert "That question is for Berta." in words_of(site.browser(1).get("/seat").text)


def test_a_word_spoken_in_the_language_of_the_page(site: Site) -> None:
    browser = site.browser(1, "es")
    browser.post("/seat/answer", {"seat": "2", "digest": "x", "answer": "y"}, script=False)
    assert browser.get("/seat").status_code == 200


def test_a_page_with_a_stream_is_told_only_which_version_it_brings(site: Site) -> None:
    browser, live = site.browser(1), {STREAMED: "1"}
    stream = Stream(browser, "seat")
    stream.drained()
    ask = site.room.asked(1)[0]
    refused = browser.post("/seat/answer", answered(ask, "none of these"), page="seat", headers=live).json
    assert (refused["taken"], "shows" in refused) == (False, False)
    assert 'id="live"' in refused["html"], "what was not taken is shown anew"
    reply = browser.post("/seat/answer", answered(ask, "2"), page="seat", headers=live).json
    assert (reply["taken"], "html" in reply) == (True, False)
    assert any(event.startswith(f"event: view\nid: {reply['shows']}\n") for event in stream.drained())
    assert f'data-version="{reply["shows"]}"' in browser.get("/seat").text
    stream.close()
    ask = site.room.asked(1)[0]
    assert 'id="live"' in browser.post("/seat/answer", answered(ask, 2), page="seat").json["html"]


def test_an_answer_without_script_goes_back_to_the_seat(site: Site) -> None:
    ask = site.room.asked(1)[0]
    response = site.browser(1).post("/seat/answer", answered(ask, "2"), script=False, page="seat")
    assert (response.status_code, response.location) == (303, "/seat")
    assert site.room.asks(1) == ["gold"]
    response = site.browser(1).post("/seat/answer", {"seat": "0", "do": "back"}, script=False, page="seat")
    assert response.status_code == 303
    assert site.room.asks(1) == ["first"]


def test_an_answer_with_script_brings_the_new_page_along(site: Site) -> None:
    ask = site.room.asked(1)[0]
    reply = site.browser(1).post("/seat/answer", answered(ask, "2", "n-1"), page="seat").json
    assert reply is not None
    assert (reply["taken"], reply["code"], reply["tone"]) == (True, "", "good")
    assert "How much gold each?" in reply["html"]
    again = site.browser(1).post("/seat/answer", answered(ask, "2", "n-1"), page="seat").json
    assert again == reply
    refused = site.browser(1).post("/seat/answer", answered(ask, "2", "n-2"), page="seat").json
    assert refused is not None
    assert (refused["taken"], refused["code"], refused["tone"]) == (False, "stale", "warning")
    assert refused["notice"]


@pytest.mark.parametrize(
    ("kind", "answer", "said"),
    [
        ("pick", "blue", "blue"),
        ("pick-many", ["red", "blue"], "['red', 'blue']"),
        ("count", 7, "7"),
        ("dice", [2, 6], "[2, 6]"),
        ("confirm", True, "True"),
        ("confirm", False, "False"),
        ("text", "a word", "a word"),
    ],
)
@pytest.mark.parametrize("script", [True, False])
def test_every_question_is_answered_by_form(rooms: Rooms, kind: str, answer: Any, said: str, script: bool) -> None:
    room = rooms(AskingGame(kind))
    room.begin(2, "asking")
    browser = Site(room).browser(1)
    assert browser.get("/seat").status_code == 200
    preview = browser.post("/seat/preview", answered(room.asked(1)[0], answer))
    assert preview.status_code == 200
    assert "<button" in preview.text
    form = answered(room.asked(1)[0], answer, "n")
    response = browser.post("/seat/answer", form, script=script)
    assert response.status_code == (200 if script else 303)
    assert room.state.said == [said]
    again = browser.post("/seat/answer", form).json
    assert (again["taken"], again["code"]) == (True, ""), "the question is gone, and the form is known all the same"
    assert room.state.said == [said]


def test_the_scribe_answers_for_the_table(site: Site) -> None:
    browser = site.browser("host")
    for answer in ("2", 3):
        ask = site.room.view("host").screens.scribe().dialogues[0]
        reply = browser.post("/seat/answer", answered(ask, answer), page="scribe").json
        assert reply is not None
        assert reply["taken"], reply
        assert "live" in reply["html"]
    assert "Berta begins." in site.room.lines()


def test_undo_skip_and_corrections_by_form(site: Site) -> None:
    room, browser = site.room, site.browser(1)
    room.set_up()
    room.plans_ready(1, 2)
    assert browser.post("/seat/skip", {"seat": "3", "nonce": "early"}).json["code"] == "awake"
    room.past(LONG_ASLEEP)
    room.table.stream(token(1))
    page = browser.get("/seat").text
    (asleep,) = room.view().screens.table().sleepers
    assert "Carla answers in secret with what the rules suggest." in words_of(page), "what it commits is said first"
    assert f'name="stood" value="{asleep.stood}"' in page
    assert browser.post("/seat/skip", {"seat": "3", "nonce": "s0", "stood": "other"}).json["code"] == "stale"
    reply = browser.post("/seat/skip", {"seat": "3", "nonce": "s", "stood": asleep.stood}).json
    assert reply["taken"], reply["code"]
    assert room.reply(2, True, key="vote-skip").taken
    assert room.asks(1) == ["turn"]
    room.answer(1, "sail", "arsenal")
    assert browser.post("/seat/undo", {"seat": "1", "nonce": "u"}).json["taken"]
    assert browser.post("/seat/redo", {"seat": "1", "nonce": "r"}).json["taken"]
    assert browser.post("/seat/numbers", {"n.bank:4": "3", "n.1.gold:2": "2", "nonce": "c"}).json["taken"]
    assert browser.post("/seat/numbers", {"n.bank:3": "3", "nonce": "d"}).json["code"] == "unchanged"
    assert "Ana sets Bank" in site.browser("stranger").get("/log").text
    for path in ("/seat/undo", "/seat/redo", "/seat/skip"):
        assert not browser.post(path, {"seat": "x"}).json["taken"]
    assert browser.post("/rename", {"name": "Annie"}).json["taken"]
    assert "Annie" in site.browser(2).get("/table").text
    assert browser.post("/stand").json["goto"] == "/"
    assert browser.get("/seat").status_code == 302


def test_a_preview_says_what_will_happen_and_changes_nothing(site: Site) -> None:
    room = site.room
    room.set_up()
    room.plans_ready(1, 2, 3)
    room.answer(1, "sail")
    ask, entries = room.asked(1)[0], room.entries
    text = words_of(site.browser(1).post("/seat/preview", answered(ask, "arsenal")).text)
    assert "Ana sails: Arsenal: a fleet" in text
    assert "Gold 2 → 1 Fleets 2 → 3 then Berta Arsenal: a fleet" in text, "where she stands then, and who is next"
    assert "You are 1 gold short." in site.browser(1).post("/seat/preview", answered(ask, "market")).text
    library = words_of(site.browser(1).post("/seat/preview", answered(ask, "library")).text)
    assert "Next something hidden is shown: after that, undoing needs everyone&#39;s agreement." in library
    assert site.browser(2).post("/seat/preview", answered(ask, "arsenal")).text == ""
    assert site.browser("stranger").post("/seat/preview", answered(ask, "arsenal")).text == ""
    assert (room.entries, room.asks(1)) == (entries, ["space"])


# -- hosting ---------------------------------------------------------------------------------------------------------


def test_an_evening_hosted_by_form(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    site = Site(room)
    host, guest = site.browser("host"), site.browser(1)
    assert host.post("/host/pin", {"pin": "0000"}, script=False).status_code == 303
    assert "That is not the PIN." in host.get("/host").text
    assert host.post("/host/pin", {"pin": PIN}).json["goto"] == "/host"
    guest.post("/sit", {"seat": "1", "name": "Ana"})
    assert host.post("/host/add", {"seat": "2", "name": "Berta"}).json["taken"]
    assert host.post("/host/choose", {"game": "torture"}).json["taken"]
    assert host.post("/host/choose", {"game": ""}).json["taken"]
    assert room.moment.gathering.game == ""
    form = {"game": "torture", "seats": ["1", "2"], "option-rounds": "1", "option-two-sides": "true"}
    begun = host.post("/host/begin", {**form, "chance-weather": "cardboard"})
    assert begun.json["taken"], begun.json
    setup = room.moment.play.setup
    assert setup.options == {"rounds": 1, "two-sides": True}
    assert setup.chance["weather"] == "cardboard"
    assert host.post("/host/language", {"language": "es"}).json["taken"]
    assert '<html lang="es"' in guest.get("/table").text
    live = guest.get("/table").text.partition('id="live"')[2].partition(">")[0]
    assert 'lang="es" dir="ltr"' in live, "what is sent to a screen that is open says the new language too"
    assert host.post("/host/correct", {"key": "bank", "value": "2", "nonce": "b"}).json["taken"]
    assert not host.post("/host/correct", {"key": "bank", "value": "many", "nonce": "b2"}).json["taken"]
    assert host.post("/host/hand-over", {"seat": "1"}).json["taken"]
    assert guest.get("/seat").status_code == 302
    first = room.moment.gathering.play_id
    assert host.post("/host/end", {"nonce": "e"}).json["taken"]
    assert "unfinished" in host.get("/history").text
    assert host.post(f"/history/{first}/go-on").json["goto"] == "/host"
    assert room.moment.gathering.play_id == first


def test_the_next_play_is_offered_as_the_last_one_was_begun(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2, options={"rounds": 1})
    play_to_the_end(room)
    host = Site(room).browser("host")
    assert "Again, same people" in host.get("/score").text
    assert host.post("/host/end", {"nonce": "again"}).json["taken"]
    assert re.search(r'name="option-rounds"[^>]* value="1" checked', host.get("/host").text)


def test_a_seat_that_waits_for_its_phone_can_be_taken_on_the_join_page(site: Site) -> None:
    site.room.table.ask(HOST, FreeSeat(2))
    site.room.table.stream(token(1))
    text = site.browser("new").get("/").text
    box = re.search(r'<input type="radio" name="seat" value="2"[^>]*>', text)
    taken = re.search(r'<input type="radio" name="seat" value="1"[^>]*>', text)
    assert box
    assert taken
    assert "disabled" not in box[0]
    assert "disabled" in taken[0]
    assert site.browser("new").post("/sit", {"seat": "2", "name": ""}).json["goto"] == "/seat"


def test_sheets_are_read_checked_kept_and_shared(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    site = Site(room)
    host = site.browser("host")
    room.host()
    file = host.get("/host/sheet/sheet:hearts/file")
    assert file.headers["Content-Disposition"] == 'attachment; filename="hearts.toml"'
    mine = file.text.replace('id = "hearts"', 'id = "mine"')
    assert "Hearts" in host.get("/host/sheet/sheet:hearts").text
    assert host.get("/host/sheets/new").status_code == 200
    for path in ("/host/sheet-check", "/host/sheet-save"):
        wrong = host.post(path, {"text": mine.replace("seats", "saets")}, script=False)
        assert wrong.status_code == 200
        assert "saets" in wrong.text
    assert "sheet:mine" not in room.view().session.games()
    kept = host.post("/host/sheet-save", {"text": mine}, script=False)
    assert (kept.status_code, kept.location) == (303, "/host")
    assert "The sheet is saved. It can be chosen like any game." in host.get("/host").text
    assert "sheet:mine" in room.view().session.games()
    assert host.get("/host/sheet/sheet:nothing").status_code == 404
    assert host.get("/host/sheet/sheet:nothing/file").status_code == 404
    for path in ("/host/sheet-check", "/host/sheet-save", "/host/sheet-upload"):
        assert site.browser("stranger").post(path, {"text": mine}, script=False).status_code == 403
    for path in ("/host/sheet/sheet:hearts", "/host/sheet/sheet:hearts/file", "/host/sheet/sheet:nothing/file"):
        assert site.browser("stranger").get(path).status_code == 403, "nor is told which sheets there are"


def test_history_shows_and_exports_what_everybody_may_see(site: Site) -> None:
    site.room.set_up()
    play = site.room.moment.gathering.play_id
    assert " November 2023" in site.browser("stranger").get("/history").text
    assert " de noviembre de 2023" in site.browser("stranger", "es").get("/history").text
    export = site.browser("stranger").get(f"/history/{play}/export")
    assert export.headers["Content-Disposition"] == f'attachment; filename="play-{play[:8]}.json"'
    assert export.json["seed"] is None
    assert {row["value"] for row in export.json["inventory"] if row["key"].endswith("quest")} == {None}
    assert site.browser(1).get(f"/history/{play}").status_code == 200
    assert site.browser(1).get("/history/none").status_code == 404
    assert site.browser(1).get("/history/none/export").status_code == 404


def test_language_and_light_are_kept_in_the_browser(site: Site) -> None:
    browser = site.browser("stranger")
    response = browser.post("/look", {"lang": "es", "theme": "light", "back": "table"}, script=False)
    assert (response.status_code, response.location) == (303, "/table")
    assert '<html lang="es" data-theme="light"' in browser.get("/log").text
    assert browser.post("/look", {"lang": "xx", "theme": "", "back": "//evil"}, script=False).location == "/"
    assert '<html lang="es"' in browser.get("/log").text


# -- the simulated table ---------------------------------------------------------------------------------------------


def test_the_simulated_table_is_pressed_by_whoever_may(site: Site) -> None:
    host, guest = site.browser("host"), site.browser(1)
    key = {"device": "panel", "key": "ok", "edge": "press"}
    assert guest.post("/sim/key", key).status_code == 403
    assert guest.post("/sim/cable", {"device": "seat2", "cut": "1"}).status_code == 403
    assert guest.get("/events?page=sim").status_code == 403
    assert site.room.face(0).cursor == 0
    assert host.post("/sim/key", key).json == {"taken": True}
    site.room.past(0.1)
    assert site.room.face(0).cursor == 1, "OK goes on to the next line"
    here = {"REMOTE_ADDR": "127.0.0.1"}
    assert guest.get("/sim", environ_overrides=here).status_code == 200
    assert guest.post("/sim/key", {**key, "key": "right"}, environ_overrides=here).status_code == 200
    assert host.post("/sim/cable", {"device": "seat2", "cut": "1"}).status_code == 200
    assert "Plug in again" in host.get("/sim").text
    for wrong in ({"device": "seat99"}, {"device": "seat1", "key": "fire"}, {"device": "", "key": "ok"}):
        assert host.post("/sim/key", {**key, **wrong}).status_code == 400
    assert host.post("/sim/key", {**key, "edge": "bounce"}).status_code == 400


def test_the_simulated_table_shows_its_pictures_live(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated", blind=False)
    room.begin(3)
    site = Site(room)
    stream = Stream(site.browser("host"), "sim")
    first = stream.drained()
    assert "data:image/png;base64," in first[1]
    site.room.press(1, "down")
    assert stream.drained()
    stream.close()


def test_without_a_simulator_there_is_no_page_for_it(room_site: Site) -> None:
    assert room_site.browser("stranger").get("/sim", environ_overrides={"REMOTE_ADDR": "127.0.0.1"}).status_code == 404


@pytest.fixture
def room_site(rooms: Rooms) -> Site:
    return Site(rooms())


# -- streams ---------------------------------------------------------------------------------------------------------


def test_a_stream_brings_what_is_new_and_only_that(site: Site) -> None:
    site.room.set_up()
    mine, other = Stream(site.browser(1), "seat"), Stream(site.browser(2), "score")
    assert mine.drained()[1].startswith("event: view\nid: ")
    assert len(other.drained()) == 2
    site.room.answer(1, "add")
    assert len(mine.drained()) == 1
    assert other.drained() == [], "nothing changed for the score as seat 2 may see it"
    for stream in (mine, other):
        stream.close()


def test_a_second_tab_takes_over(site: Site) -> None:
    first = Stream(site.browser(1), "seat")
    first.drained()
    second = Stream(site.browser(1), "log")
    second.drained()
    assert first.drained() == ["event: bye\ndata:\n\n", "end"]
    assert second.drained() == []
    first.close()
    second.close()


def test_a_phone_that_fell_silent_is_buried_and_comes_back(site: Site) -> None:
    browser = site.browser(1)
    stream = Stream(browser, "seat")
    stream.drained()
    assert site.room.view().screens.table().seats[0].phone
    site.room.past(HEARTBEAT)
    assert browser.post("/events/alive").status_code == 204
    site.room.past(DEAD)
    assert site.room.view().screens.table().seats[0].phone
    site.room.past(1)
    assert not site.room.view().screens.table().seats[0].phone
    assert stream.drained() == ["end"]
    stream.close()
    again = Stream(browser, "seat")
    assert again.drained()[1].startswith("event: view")
    assert site.room.view().screens.table().seats[0].phone
    again.close()
    assert not site.room.view().screens.table().seats[0].phone


def test_where_too_many_look_on_a_page_looks_again_by_itself(site: Site) -> None:
    streams = [Stream(site.browser(f"w{n}"), "table") for n in range(MOST["sender"])]
    late = site.browser("late")
    for made_up in ({}, {"X-Forwarded-For": "192.0.2.44"}, {"Forwarded": "for=192.0.2.44"}):
        response = late.get("/events?page=table", headers=made_up)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "30")
        assert response.text == "More people look on than the table can tell at once."
    looked = late.get("/events/look?page=table&seen=none").json
    assert looked["room"] is False
    assert looked["number"] == grouped(number_of(late.secret))
    assert 'id="live"' in looked["html"]
    again = f"/events/look?page=table&seen={looked['version']}"
    assert late.get(again).json["html"] == ""
    site.room.set_up()
    fresh = late.get(again).json
    assert fresh["version"] != looked["version"]
    assert fresh["html"]
    streams.pop().close()
    assert late.get(again).json["room"] is True
    for stream in streams:
        stream.close()


def test_the_hosts_tap_gives_the_table_screen_a_place_of_its_own(site: Site) -> None:
    streams = [Stream(site.browser(f"w{n}"), "table") for n in range(MOST["sender"])]
    screen, host = site.browser("tv"), site.browser("host")
    assert screen.get("/events?page=table").status_code == 503
    number = screen.get("/events/look?page=table").json["number"]
    assert site.browser(1).post("/host/screen", {"number": number}).json["code"] == "not-host"
    assert host.post("/host/screen", {"number": number}).json["taken"]
    looked = screen.get("/events/look?page=table").json
    assert (looked["room"], looked["number"]) == (True, "")
    streams.append(Stream(screen, "table"))
    assert streams[-1].response.status_code == 200
    assert "1 screen has a place of its own." in host.get("/host").text
    assert host.post("/host/screen", {"do": "forget"}).json["taken"]
    assert "Does it say that many people look on?" in host.get("/host").text
    for stream in streams:
        stream.close()


def test_the_machine_itself_and_seats_get_their_streams_and_their_looks(site: Site) -> None:
    streams = [Stream(site.browser(f"w{n}"), "table") for n in range(MOST["sender"])]
    here = {"REMOTE_ADDR": "127.0.0.1"}
    for who, page, more in ((1, "seat", {}), ("host", "host", {}), ("kiosk", "table", {"environ_overrides": here})):
        looked = site.browser(who).get(f"/events/look?page={page}", **more).json
        assert looked["room"] is True, who
        assert looked["number"] == ("" if who != "kiosk" else grouped(number_of(site.browser(who).secret)))
    assert site.browser("w").get("/events/look?page=none").status_code == 404
    assert site.browser("w").get("/events/look?page=sim").status_code == 403
    for stream in streams:
        stream.close()


def test_without_script_pages_that_only_show_load_themselves_again(site: Site) -> None:
    again = re.compile(r'<noscript>[^\n]*<meta http-equiv="refresh" content="\d+"></noscript>')
    for page in ("table", "watch", "score", "log"):
        assert again.search(site.browser("stranger").get(f"/{page}").text), page
    assert not again.search(site.browser("stranger").get("/").text), "what is being typed would be lost"
    site.room.set_up()
    site.room.plans_ready(2)
    awaited = {info.seat: info.awaited for info in site.room.view().screens.table().seats}
    waits = next(seat for seat, is_awaited in awaited.items() if not is_awaited)
    asked = next(seat for seat, is_awaited in awaited.items() if is_awaited)
    assert again.search(site.browser(waits).get("/seat").text)
    assert not again.search(site.browser(asked).get("/seat").text)


def test_a_stream_of_no_page_is_not_there(site: Site) -> None:
    for page in ("", "history", "../seat"):
        assert site.browser(1).get("/events", query_string={"page": page}).status_code == 404


@pytest.mark.parametrize(("page", "instead"), [("host", "pin-form"), ("scribe", "One device for everybody")])
def test_a_host_that_is_none_any_more_writes_for_nobody(site: Site, page: str, instead: str) -> None:
    stream = Stream(site.browser("host"), page)
    stream.drained()
    site.room.table.roles.leave(HOST)
    site.room.set_up()
    (event,) = stream.drained()
    assert instead in event
    stream.close()


# -- compression -----------------------------------------------------------------------------------------------------

OWN = re.compile(rb'Your plan\?|name=."(?:nonce|digest)[^>]*>')


def test_what_everybody_may_see_of_a_page_is_compressed(site: Site) -> None:
    accepting = {"Accept-Encoding": "gzip"}
    browser = site.browser(1)
    site.room.set_up()
    plain, short = browser.get("/seat"), browser.get("/seat", headers=accepting)
    assert short.headers["Content-Encoding"] == "gzip"
    widgets = ("w-rondel", "w-holdings", "w-fleets")
    shared = sum(end - start for start, end in (element(plain.text, key) for key in widgets))
    assert shared > 5000
    assert len(short.data) < len(plain.data) - shared / 2
    assert browser.csrf.encode() in short.data, "it stands there as it is"
    assert b"Your plan?" in short.data
    assert "Content-Encoding" not in plain.headers
    assert browser.get("/static/scripts/dom.js", headers=accepting).headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in browser.get("/", headers=accepting).headers, "a redirect is too short"
    assert "Content-Encoding" not in browser.get("/none", headers=accepting).headers
    for private in ("/log", "/numbers", "/events/look?page=seat"):
        assert "Content-Encoding" not in browser.get(private, headers=accepting).headers
    reply = browser.post("/seat/answer", {"seat": "1"}, headers=accepting)
    assert "Content-Encoding" not in reply.headers


def test_what_everybody_may_see_of_a_stream_is_compressed(site: Site) -> None:
    """Each event can be read when it has come, and what is the viewer's own stands in it as it is."""
    browser = site.browser(1)
    bare = browser.get("/events?page=seat", buffered=False)
    assert "Content-Encoding" not in bare.headers
    bare.close()
    short = browser.get("/events?page=seat", buffered=False, headers={"Accept-Encoding": "gzip"})
    assert short.headers["Content-Encoding"] == "gzip"
    assert short.headers["Vary"] == "Accept-Encoding"
    pieces, unpacking = iter(short.response), zlib.decompressobj(wbits=GZIP)
    shorter = 0
    for do in (site.room.set_up, lambda: site.room.plans_ready(2), lambda: None):
        for piece in iter(lambda: next(pieces), b""):
            event = unpacking.decompress(piece)
            assert event.endswith(b"\n\n")
            for own in OWN.findall(event):
                assert own in piece
            shorter += len(piece) < len(event) - 1000
        do()
    assert shorter >= 2
    again = Stream(browser, "seat")
    assert unpacking.decompress(b"".join(pieces)).endswith(b"event: bye\ndata:\n\n")
    assert unpacking.eof
    again.close()


def test_a_compressed_page_says_the_same(site: Site) -> None:
    browser = site.browser(2)
    site.room.set_up()
    for page in ("/seat", "/table", "/watch"):
        short = browser.get(page, headers={"Accept-Encoding": "gzip"})
        assert short.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(short.data) == browser.get(page).data


def test_only_public_pieces_get_shorter() -> None:
    own, public = b"<p>You hide an owl</p>" * 100, b"<p>Everybody sees it</p>" * 100
    alone, both = packed(own, []), packed(own + public + own, [public])
    assert gzip.decompress(both) == own + public + own
    assert len(alone) > len(own)
    assert own in both
    assert len(both) < 2 * len(own) + len(public) / 5
    for guess in (b"an owl", b"a wolf"):
        assert len(packed(own + guess, [public])) == len(alone) + len(guess)
    huge = bytes(range(256)) * 600
    assert gzip.decompress(packed(huge + public + huge, [public])) == huge + public + huge


def test_a_name_that_somebody_chooses_does_not_tell_by_the_length_what_a_page_hides(rooms: Rooms) -> None:
    """Whoever waits for a seat takes the beginning of a token for a name, or something else of the same letters."""
    lengths = set()
    for guess in (0, 1):
        room = rooms(file=f"{guess}.sqlite")
        room.begin(2)
        room.set_up()
        room.log.tokens.withdraw(room.moment.gathering.play_id, 2)
        room.table.seats.claims_changed()
        site = Site(room)
        browser = site.browser("host")
        name = (browser.csrf[:10], browser.csrf[9::-1])[guess]
        assert room.table.ask("late" * 8, TakeSeat(2, name)).taken
        short = browser.get("/host", headers={"Accept-Encoding": "gzip"})
        assert name in browser.get("/host").text
        lengths.add(len(short.data))
    assert len(lengths) == 1


@pytest.mark.parametrize(("device", "page"), [("stranger", "/"), (2, "/seat")])
def test_the_frame_of_a_page_is_compressed_but_no_token_in_it(site: Site, device: str | int, page: str) -> None:
    browser = site.browser(device)
    site.room.set_up()
    html = browser.get(page).data
    short = browser.get(page, headers={"Accept-Encoding": "gzip"}).data
    token = browser.csrf.encode()
    assert html.count(token) >= 3
    assert short.count(token) == html.count(token)
    assert b'class="menu-group"' in html
    assert b'class="menu-group"' not in short


def test_the_qr_code_is_a_picture_of_the_address(site: Site) -> None:
    response = site.browser("stranger").get("/qr.svg")
    assert response.mimetype == "image/svg+xml"
    assert "<svg" in response.text
    assert "style=" not in response.text


def test_browsers_keep_their_devices_apart(site: Site) -> None:
    assert Browser(site.app, token(1)).csrf != Browser(site.app, token(2)).csrf


def test_what_lies_on_the_table_is_asked_openly_and_house_rules_are_folded(tmp_path: Path) -> None:
    with Room(tmp_path / "antike.sqlite", Antike()) as room:
        room.host()
        host = Site(room).browser("host")
        assert host.post("/host/choose", {"game": "antike"}).json["taken"]
        shown, folded = host.get("/host").text.split('id="house-rules"')
    assert [key for key in ("profile", "side", "chips") if f'name="option-{key}"' in shown] == ["profile", "side"]
    assert 'name="option-chips"' in folded
    differing = re.search(r"data-differing='(.*?)'", folded)
    assert differing
    assert json.loads(differing[1])[:3] == ["as in the rule book", "1 differs", "2 differ"]
    assert ">as in the rule book</span></summary>" in folded


def test_seats_wear_the_colours_of_their_sides_on_the_page_of_a_past_play(rooms: Rooms) -> None:
    """Not while it is played, when the page shows no score, nor in a game whose sides have no colours."""
    room = rooms(AthensSparta())
    room.host()
    room.sit(1, 2)
    assert room.table.ask(HOST, ChooseGame("athens-sparta", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay(None, "battle")).taken
    room.answer(1, "2", "athens", "minor", False)
    play = room.moment.gathering.play_id
    page = Site(room).browser("stranger")
    assert 'data-colours=""' in page.get(f"/history/{play}").text
    room.answer(2, "hoplite", "B2", 3)
    room.answer(2, "done")
    room.answer(1, "done")
    assert room.moment.awaited.over
    assert 'data-colours="2-blue 1-red "' in page.get(f"/history/{play}").text
    found = room.view().past.play(play)
    assert found is not None
    assert found.colours == {1: "red", 2: "blue"}


# -- joining: the shapes and the names ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "wired"), [("simulated", True), ("", False)])
def test_the_shape_in_front_is_spoken_of_only_where_something_is_wired_to_seats(
    rooms: Rooms, profile: str, wired: bool
) -> None:
    page = Site(rooms(profile=profile)).browser("new").get("/").text
    assert ("Take the shape in front of you." in page) == wired
    assert "Seats go clockwise." in page


def test_a_field_takes_no_longer_name_than_the_table(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    site = Site(room)
    browser, host = site.browser(1), site.browser("host")
    room.host()
    pages = [browser.get("/").text, host.get("/host").text]
    assert browser.post("/sit", {"seat": "1", "name": "M" * LONGEST_NAME}).json["taken"]
    pages.append(browser.get("/seat").text)
    fields = [field for page in pages for field in re.findall(r'<input[^>]*name="name"[^>]*>', page)]
    assert len(fields) == len(pages)
    assert {re.findall(r'maxlength="(\d+)"', field)[0] for field in fields} == {str(LONGEST_NAME)}


def test_everybody_reads_who_sees_to_the_game(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    room.sit(1, 2)
    site = Site(room)
    pages = {path: who for who, path in ((1, "/seat"), ("new", "/watch"), ("new", "/table"))}
    for path, who in pages.items():
        assert "Who chooses the game?" in site.browser(who).get(path).text, path
    assert site.browser(2).post("/host/offer").json["goto"] == "/game"
    for path, who in pages.items():
        assert "Berta is choosing the game" in site.browser(who).get(path).text, path
    assert "Choose the game, Berta" in site.browser(2).get("/game").text
    assert site.browser("new").get("/game").location == "/"


def test_what_is_about_to_begin_stands_on_every_page(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.sit(1, 2, 3)
    site = Site(room)
    assert site.browser(1).post("/host/begin", {"game": "torture"}).json["goto"] == "/seat"
    for who, path in (
        (1, "/seat"),
        (1, "/game"),
        (2, "/seat"),
        (3, "/game"),
        ("new", "/"),
        ("new", "/watch"),
        ("new", "/table"),
    ):
        page = site.browser(who).get(path).text
        assert re.search(r'data-clock="10.0" data-step="-1" data-bar="counting-bar" data-seconds>10<', page), path
        assert '<progress class="counting-bar" id="counting-bar" max="10" value="10.0"' in page, path
        may = who != "new"
        assert ('action="/host/wait"' in page) == may, path
        assert ('action="/host/fine"' in page) == (may and who != 1), path
    assert site.browser(2).post("/host/fine").json["taken"]
    assert "finds it fine" in site.browser(3).get("/seat").text
    assert site.browser(3).post("/host/wait").json["taken"]
    for who, path in ((1, "/seat"), (2, "/seat"), ("new", "/watch"), ("new", "/table")):
        assert "Carla says wait: The Strait does not begin yet." in site.browser(who).get(path).text, path


def test_who_will_only_watch_is_said_before_it_begins(rooms: Rooms) -> None:
    room = rooms(AthensSparta(), sheets=True)
    room.sit(1, 2, 3, 4)
    site = Site(room)
    begun = site.browser(1).post("/host/begin", {"game": "athens-sparta", "seats": ["1", "3"]})
    assert begun.json["goto"] == "/seat"
    for who, path in ((2, "/seat"), (3, "/seat"), ("new", "/table")):
        page = site.browser(who).get(path).text
        assert (page.count("watches"), page.count("not yet")) == (2, 1), path


@pytest.mark.parametrize("phase", ["gathering", "playing"])
def test_what_puts_the_evening_at_stake_stands_once_on_every_page(rooms: Rooms, phase: str) -> None:
    room = rooms(Torture(), profile="simulated", blind=False)
    room.host()
    if phase == "playing":
        room.begin(2)
    else:
        room.sit(1, 2)
    site = Site(room)
    room.opened.loop.post(lambda: room.opened.rooms.notices.warn(say("The card is nearly full.")))
    paths: dict[int | str, tuple[str, ...]] = {  # the page of the settings says what there is to see to
        "host": ("/table", "/sim", "/scribe", "/log", "/score", "/history", "/game", "/tags", "/codes", "/watch"),
        1: ("/seat", "/scribe", "/game", "/host", "/log", "/watch"),
        "new": ("/", "/scribe", "/host", "/table", "/watch"),
    }
    for who, pages in paths.items():
        for path in pages:
            page = site.browser(who).get(path)
            if page.status_code == 200:
                assert "The card is nearly full." in page.text, (who, path)
                assert len(re.findall('id="(?:at-stake|problem|table-problem)"', page.text)) == 1, (who, path)


def test_without_script_somebody_says_wait_and_is_told(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.sit(1, 2)
    site = Site(room)
    assert site.browser(1).post("/host/begin", {"game": "torture"}, script=False).location == "/seat"
    page = site.browser(2).get("/seat").text
    assert '<meta http-equiv="refresh" content="5">' in page, "it looks again before the ten seconds are over"
    assert site.browser(2).post("/host/wait", script=False).location == "/seat"
    assert "Berta says wait" in site.browser(1).get("/seat").text
    assert site.browser(2).post("/host/wait", script=False).location == "/seat"
    assert "That was already decided." in site.browser(2).get("/seat").text


def test_games_that_fit_come_first_and_the_others_say_why(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.sit(1)
    page = Site(room).browser(1).get("/game").text
    shelves = re.findall(r'id="(shelf-[a-z]+)"|name="game" value="([^"]+)"', page)
    order = [shelf or game for shelf, game in shelves]
    assert (
        order.index("shelf-sheets") < order.index("sheet:yacht") < order.index("shelf-misfits") < order.index("torture")
    )
    assert "for 2 to 4; you are 1" in page


def test_a_play_is_put_away_and_resumed_by_form(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2)
    play = room.moment.gathering.play_id
    site = Site(room)
    assert site.browser(1).post("/host/end", {"nonce": "e"}).json["goto"] == "/seat"
    assert "Ana puts The Strait away" in site.browser(2).get("/seat").text
    assert site.browser(2).post("/host/fine").json["taken"]
    page = site.browser(2).get("/game").text
    assert "Go on with The Strait" in page
    assert site.browser(2).post("/host/resume", {"play": play}).json["goto"] == "/seat"
    assert site.browser(1).post("/host/fine").json["taken"]
    assert room.moment.phase == "playing"


def test_a_play_put_away_before_another_one_is_offered_at_the_start_and_in_past_plays(rooms: Rooms) -> None:
    room = rooms(Torture())
    site = Site(room)

    def plays_and_puts_away() -> str:
        room.begin(2)
        play = room.moment.gathering.play_id
        assert site.browser(1).post("/host/end", {"nonce": "e"}).json["taken"]
        assert site.browser(2).post("/host/fine").json["taken"]
        return play

    first, second = plays_and_puts_away(), plays_and_puts_away()
    page = site.browser(2).get("/game").text
    assert [f'value="{play}"' in page for play in (first, second)] == [True, True]
    past = site.browser(2).get("/history").text
    assert [f"/history/{play}/go-on" in past for play in (first, second)] == [True, True]
    assert "go-on" not in site.browser("stranger").get("/history").text, "who does not sit here brings nothing back"
    assert site.browser(2).post(f"/history/{first}/go-on").json["goto"] == "/seat"
    assert site.browser(1).post("/host/fine").json["taken"]
    assert (room.moment.phase, room.moment.gathering.play_id) == ("playing", first)
    assert "go-on" not in site.browser(2).get("/history").text, "not while one is played"


COUNT = "Count the points on a sheet"


@pytest.mark.parametrize(("outcome", "words"), [("cards", "Lost together: No cards left"), ("cured", "Four cures")])
def test_after_a_game_that_all_play_together_nobody_counts_points(rooms: Rooms, outcome: str, words: str) -> None:
    room = rooms(Torture(), sheets=True)
    room.begin(2, "sheet:pandemic")
    ask = next(ask for ask in room.asked(1) if ask.question.key == "outcome")
    assert room.give(1, ask, outcome).taken
    site = Site(room)
    for page in ("/seat", "/game"):
        text = words_of(site.browser(1).get(page).text)
        assert "Again, same people" in text
        assert COUNT not in text
    assert words in words_of(site.browser(2).get("/score").text)
    assert words in words_of(site.browser(2).get("/table").text)


@pytest.mark.parametrize(("won", "offered"), [("count", True), ("nobody", False), ("1", False)])
def test_points_are_counted_after_a_game_of_turns_where_the_table_said_so(
    rooms: Rooms, won: str, offered: bool
) -> None:
    room = rooms(WhoseTurn(), sheets=True)
    room.begin(2, "whose-turn")
    room.answer(1, "1")
    for answer in ("finish", won):
        ask = next(ask for ask in room.asked(1) if ask.question.key in ("table", "won") and ask.service == "")
        assert room.give(1, ask, answer).taken
    site = Site(room)
    for page in ("/seat", "/game"):
        assert (COUNT in words_of(site.browser(1).get(page).text)) == offered
    score = site.browser(1).get("/score").text
    assert ("Now count the points." in words_of(score)) == (COUNT in words_of(score)) == offered
    for page in ("/seat", "/game", "/score"):
        again = re.search(
            r'class="([^"]*)">(?:<svg(?:(?!</svg>).)*</svg>)?Again, same people', site.browser(1).get(page).text
        )
        assert again is not None
        assert again[1] == ("button" if offered else "act"), page


def test_a_game_that_helps_is_begun_from_the_card_and_counted_by_the_sheet_of_that_game(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    points = 'value="sheet:ancient-world-points"'
    room.sit(1, 2)
    host = Site(room).browser("host")
    assert host.post("/host/pin", {"pin": PIN}).json["taken"]
    shelf = host.get("/host").text
    assert 'value="ancient-world"' in shelf
    assert 'value="titans"' not in shelf
    assert host.post("/host/choose", {"game": "ancient-world"}).json["taken"]
    assert 'value="titans"' in host.get("/host").text
    assert host.post("/host/choose", {"game": "titans"}).json["taken"]
    assert 'name="game" value="ancient-world"' in host.get("/host").text, "and back to the whole game"
    assert host.post("/host/begin", {"game": "titans"}).json["taken"]
    room.answer(1, "1")
    assert points not in host.get("/host").text
    for seat in (1, 2):
        room.answer(seat, 4, 1)
    ask = next(ask for ask in room.asked(1) if ask.question.key == "table" and ask.service == "")
    assert room.give(1, ask, "finish").taken
    assert f'class="act" name="game" {points}' in host.get("/host").text
    assert 'value="sheet:antike-points"' not in host.get("/host").text
    assert host.post("/host/choose", {"game": "sheet:ancient-world-points"}).json["taken"]
    assert host.post("/host/begin", {"game": "sheet:ancient-world-points"}).json["taken"]


def test_after_an_end_anybody_takes_the_same_game_again(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2, options={"rounds": 1})
    play_to_the_end(room)
    site = Site(room)
    page = site.browser(2).get("/seat").text
    assert "Again, same people" in page
    assert "Choose another game" in page
    assert site.browser(2).post("/host/again").json["goto"] == "/seat"
    assert "Berta plays The Strait again" in site.browser(1).get("/seat").text
    assert site.browser(1).post("/host/fine").json["taken"]
    assert room.moment.phase == "playing"
    assert room.moment.play.setup.options["rounds"] == 1
    assert site.browser(1).post("/host/again").json["code"] == "playing", "a tap too late puts nothing away"


def test_the_address_stands_beside_whose_turn_it_is_while_somebody_is_let_in(site: Site) -> None:
    screen, page = site.browser("screen"), site.browser(2)
    assert 'class="who-join"' not in screen.get("/table").text
    assert page.post("/host/address", {"on": "yes"}).json["taken"]
    assert "<svg" in screen.get("/table").text.partition('class="who-join"')[2][:300]
    assert 'name="on" value=""' in page.get("/game").text, "the same button hides it"
    assert page.post("/host/address", {"on": ""}).json["taken"]
    assert 'class="who-join"' not in screen.get("/table").text
