"""The admin puts the table into a Wi-Fi from a page: the real thread of the network, at a NetworkManager that is not
there; and what was not taken over of the owner's file.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.core.wording import say
from companion.first_contact.setup_record import SetupMistake
from companion.network.home_wifi.join_attempt import LIMIT
from tests.network.buses import own_bus
from tests.network.fake_manager import OWN_ACTIVE, TRIED, FakeManager
from tests.network.joining_bench import CASA, NEAR, WIFI, JoiningBench
from tests.service.at_table import Room
from tests.web.flask_site import Site, words_of

WRONG = (
    SetupMistake(4, "pin", say("It has to be text in quotes: {form}", form='pin = "..."')),
    SetupMistake(
        0, "ssh_key", say("It could not be taken over ({why}). It is tried again at the next start.", why="x")
    ),
)


def read_on(html: str) -> str:
    """What somebody reads on a page."""
    return unescape(words_of(html))


class Admin:
    """The phone of the admin, at a table whose network is looked after."""

    def __init__(self, room: Room, bench: JoiningBench) -> None:
        room.host()
        self.bench = bench
        self.site = Site(room)

    def sees(self, path: str = "/wifi") -> str:
        return read_on(self.site.browser("host").get(path).text)

    def does(self, what: str, **form: str) -> Any:
        return self.site.browser("host").post(f"/wifi/{what}", form, page="wifi").json


@pytest.fixture
def admin(tmp_path: Path) -> Iterator[Admin]:
    fake = FakeManager(**NEAR)  # type: ignore[arg-type]
    fake.near, fake.flags = (*fake.near, b"Office"), {**fake.flags, b"Office": 0x200}
    with own_bus(fake, tmp_path) as connect:
        bench = JoiningBench(connect, fake)
        with Room(tmp_path / "log.sqlite", networks=bench.thread) as room:
            bench.runs(2)
            yield Admin(room, bench)
        bench.manager.release()


def test_only_the_keeper_sees_and_does_anything(admin: Admin) -> None:
    admin.site.room.sit(1)
    for who in (1, "stranger"):
        browser = admin.site.browser(who)
        assert browser.get("/wifi").status_code == 302
        for what in ("join", "seek", "put-away"):
            assert browser.post(f"/wifi/{what}", {"ssid": "Casa", "password": CASA.password}).json["code"] == "not-host"
    assert admin.bench.fake.opened == []
    assert 'href="/wifi"' in admin.site.browser("host").get("/host").text


def test_what_is_in_sight_can_be_chosen(admin: Admin) -> None:
    page = admin.site.browser("host").get("/wifi").text
    assert 'value="Casa"' in page
    assert 'value="Office"' not in page, "it cannot be joined"
    assert "Café no password" in admin.sees()
    assert "The table is in no network." in admin.sees()


def test_from_the_own_wifi_into_a_home(admin: Admin, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    admin.bench.thread.ask(on=True)
    admin.bench.runs(4)
    assert "the table's own Wi-Fi closes, and this page with it" in admin.sees()
    assert f"The table has a Wi-Fi of its own: {WIFI.ssid}." in admin.sees()
    reply = admin.does("join", ssid="Casa", password=CASA.password)
    assert reply["taken"]
    said = read_on(reply["html"])
    assert "The table is joining Casa." in said
    assert "its own Wi-Fi is back within two minutes" in said
    assert "Which one?" not in said
    admin.bench.runs(12)
    assert admin.bench.fake.kept == [TRIED]
    assert "The table is in Casa, now and after every start." in admin.sees()
    assert CASA.password not in admin.site.browser("host").get("/wifi").text
    assert CASA.password not in caplog.text
    assert "JoinHomeWifi(ssid='Casa')" in caplog.text


def test_a_mistyped_password_is_said_when_the_own_wifi_is_back(admin: Admin) -> None:
    admin.bench.thread.ask(on=True)
    admin.bench.runs(4)
    assert admin.does("join", ssid="Casa", password="wrong horse")["taken"]
    admin.bench.runs(LIMIT + 10)
    assert admin.bench.fake.active == OWN_ACTIVE
    assert "The table could not join Casa, and is back where it was. Mostly the password was mistyped" in admin.sees()
    assert "Which one?" in admin.sees()


def test_it_works_without_script(admin: Admin) -> None:
    browser = admin.site.browser("host")
    sent = browser.post("/wifi/join", {"ssid": "", "other": "Club", "password": ""}, script=False)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/wifi")
    assert "The table is joining Club." in admin.sees()
    admin.bench.runs(12)
    assert admin.bench.fake.opened[-1]["802-11-wireless"]["hidden"] is True
    refused = browser.post("/wifi/join", {"ssid": "Casa", "password": "short"}, script=False)
    assert refused.status_code == 303
    assert "from 8 to 63 characters; this one has 5" in admin.sees()


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"ssid": "Casa", "password": "short"}, "no-password"),
        ({"ssid": "Casa"}, "no-password"),
        ({"ssid": "Casa", "password": "contraseña"}, "no-password"),
        ({"ssid": "Office", "password": "correct horse"}, "no-wifi"),
        ({"ssid": "", "other": ""}, "no-wifi"),
        ({"other": "a" * 33}, "no-wifi"),
    ],
)
def test_what_cannot_be_joined_is_refused_before_anything_is_left(
    admin: Admin, form: dict[str, str], code: str
) -> None:
    reply = admin.does("join", **form)
    assert (reply["taken"], reply["code"]) == (False, code)
    assert not form.get("password") or form["password"] not in reply["notice"]
    admin.bench.runs(10)
    assert admin.bench.fake.opened == []


def test_one_attempt_at_a_time(admin: Admin) -> None:
    assert admin.does("join", ssid="Casa", password="wrong horse")["taken"]
    assert admin.does("join", ssid="Café")["code"] == "joining"
    assert admin.does("seek")["code"] == "joining"


def test_looking_for_networks(admin: Admin) -> None:
    admin.bench.fake.near = (b"New one",)
    assert admin.does("seek")["taken"]
    admin.bench.runs(2)
    assert admin.bench.fake.scans == 1
    assert 'value="New one"' in admin.site.browser("host").get("/wifi").text


def test_a_machine_without_radio_says_so(admin: Admin) -> None:
    admin.bench.fake.state, admin.bench.fake.wired = 20, True
    admin.bench.runs(2)
    assert "The table is on a cable. This machine has no radio, or it is switched off." in admin.sees()
    assert admin.does("join", ssid="Casa", password=CASA.password)["code"] == "no-radio"


def test_a_table_that_does_not_look_after_its_network_says_so(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.host()
        browser = Site(room).browser("host")
        assert 'in its settings stands hotspot = "off"' in read_on(browser.get("/wifi").text)
        assert browser.post("/wifi/seek", {}, page="wifi").json["code"] == "no-network"


def test_mistakes_of_the_owners_file_are_said_until_the_keeper_has_seen_to_them(tmp_path: Path) -> None:
    said = 'table.toml, line 4, pin: It has to be text in quotes: pin = "..."'
    with Room(tmp_path / "log.sqlite", mistakes=WRONG) as room:
        site = Site(room)
        for path in ("/", "/table", "/host"):
            page = read_on(site.browser("stranger").get(path).text)
            assert said in page, path
            assert "table.toml, ssh_key: It could not be taken over" in page
        assert site.browser("stranger").post("/wifi/put-away", {}, page="host").json["code"] == "not-host"
        room.host()
        assert said in read_on(site.browser("host").get("/wifi").text)
        reply = site.browser("host").post("/wifi/put-away", {}, page="wifi").json
        assert reply["taken"]
        assert said not in read_on(reply["html"])
    with Room(tmp_path / "log.sqlite", mistakes=WRONG) as room:
        assert said not in read_on(Site(room).browser("stranger").get("/host").text), "also after a restart"
    with Room(tmp_path / "log.sqlite", mistakes=WRONG[:1]) as room:
        assert said in read_on(Site(room).browser("stranger").get("/host").text), "another file, other mistakes"


def test_in_the_middle_of_a_play_they_are_with_the_keeper_only(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite", mistakes=WRONG) as room:
        room.begin(2)
        site = Site(room)
        for path in ("/table", "/seat"):
            assert "table.toml" not in site.browser(1).get(path).text
        assert "table.toml" in site.browser("host").get("/host").text
