"""The admin's page for what the room is told: only the admin opens it, and it says how things go."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from companion.service.session.sending import SetPublishing
from tests.mqtt import fake_brokers as brokers
from tests.mqtt.fake_brokers import broker_that
from tests.mqtt.mosquitto import wait_until
from tests.mqtt.publishing_room import PublishingRoom, publishing
from tests.mqtt.recording_publisher import RecordingPublisher
from tests.service.at_table import HOST, HandClock, Room, token
from tests.web.flask_site import Site, words_of


def sees(site: Site, who: str = "host", language: str = "en") -> str:
    return unescape(words_of(site.browser(who, language).get("/room").text))


def test_without_a_broker_it_says_where_one_is_named(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.host()
        site = Site(room)
        assert "The settings of this table name none" in sees(site)
        reply = site.browser("host").post("/room/set", {"on": "yes"}, page="room").json or {}
        assert reply["code"] == "no-broker"
        assert "see [mqtt] there" in str(reply)


def test_only_the_keeper_opens_it_and_decides(tmp_path: Path) -> None:
    publisher = RecordingPublisher(HandClock())
    with Room(tmp_path / "log.sqlite", publisher=publisher.watching) as room:
        room.begin(2)
        site = Site(room)
        assert site.browser(1).get("/room").status_code == 302
        assert room.table.ask(token(1), SetPublishing(on=True, names=True)).code == "not-host"
        assert publisher.sent == []
        with pytest.raises(Exception, match="not-host"):
            room.table.view(token(1)).sending.publishing()


def test_it_is_switched_on_with_names_and_off_and_stays_so(tmp_path: Path) -> None:
    publisher = RecordingPublisher(HandClock())
    with Room(tmp_path / "log.sqlite", publisher=publisher.watching) as room:
        room.host()
        site = Site(room)
        assert "Let the room follow the game" in sees(site)
        for form, words in (
            ({"on": "yes"}, "People are called by their seats there"),
            ({"on": "yes", "names": "yes"}, "People are called by their names there."),
            ({"on": "no", "names": "yes"}, "People are called by their seats there"),
            ({"on": "yes"}, "Stop, and take everything back"),
        ):
            reply = site.browser("host").post("/room/set", form, page="room").json
            assert reply is not None
            assert reply["taken"]
            assert words in sees(site)
        assert "Ahí las personas aparecen por su sitio" in sees(site, language="es")
    with Room(tmp_path / "log.sqlite", publisher=RecordingPublisher(HandClock()).watching) as room:
        room.host()
        shown = room.table.view(HOST).sending.publishing()
        assert shown is not None
        assert shown[0].on


@pytest.mark.parametrize("kept", [3, {"on": "yes"}, [], "rubbish"])
def test_a_setting_that_cannot_be_read_publishes_nothing(tmp_path: Path, kept: object) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.log.settings.put("publishing", kept)
    with Room(tmp_path / "log.sqlite", publisher=RecordingPublisher(HandClock()).watching) as room:
        room.host()
        shown = room.table.view(HOST).sending.publishing()
        assert shown is not None
        assert not shown[0].on


def test_the_page_follows_the_link(tmp_path: Path) -> None:
    with broker_that(brokers.refusing(0x86)) as broker, publishing(tmp_path, broker.port) as room:
        assert isinstance(room, PublishingRoom)
        site = Site(room)
        wait_until(lambda: "The broker does not accept user name and password." in sees(site))
        assert "The game does not wait for it." in sees(site)
        assert f"127.0.0.1:{broker.port}" in sees(site)
        page = site.browser("host").get("/room").text
        room.publish(on=False)
        wait_until(lambda: "The room knows nothing of the game." in sees(site))
        assert site.browser("host").get("/room").text != page
