"""The page on which a table made from a copied card gets an identity of its own."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from msgspec import structs

from companion.config import Config
from companion.core.wording import say
from companion.first_contact.system_identity import REQUEST
from companion.mqtt.mqtt_settings import TABLE, MqttSettings
from companion.own_keys import TableKeys, form_key
from companion.service.session.sending import PublishingView
from companion.service.session.table_identity import TakeNewIdentity
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto, wait_until
from tests.mqtt.publishing_room import PublishingRoom
from tests.mqtt.recording_publisher import RecordingPublisher
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, HandClock, Room, drip, token
from tests.web.flask_site import Site, words_of


class FakeKeys:
    """Counts how often they were made anew."""

    wifi = ("Table-7K2M", "QX4F-9RTM-WW3H")
    certificate = flashed = True

    def __init__(self) -> None:
        self.has_twin = False
        self.renewed = 0

    def renew(self) -> None:
        self.renewed += 1
        self.wifi = ("Table-AB3C", "AAAA-BBBB-CCCC")


def sees(site: Site, path: str = "/identity", language: str = "en") -> str:
    return unescape(words_of(site.browser("host", language).get(path).text))


def test_everything_that_a_copied_card_has_twice_is_made_anew_once(tmp_path: Path) -> None:
    keys, publisher, reporter = FakeKeys(), RecordingPublisher(HandClock()), FakeReporter()
    with Room(tmp_path / "log.sqlite", publisher=publisher.watching, reporter=reporter.made, keys=keys) as room:
        room.host()
        site = Site(room)
        assert "now Table-7K2M" in sees(site)
        assert "AAAA-BBBB-CCCC" not in sees(site)
        for _ in range(2):
            assert (site.browser("host").post("/identity/new", page="identity").json or {})["taken"]
        assert (keys.renewed, publisher.renewed, reporter.token_left) == (1, 1, True)
        page = sees(site)
        assert "Table-AB3C when it opens next, with the password AAAA-BBBB-CCCC" in page
        assert "Home Assistant has a new device for this table" in page
        assert "companion-club table add" in page
        assert "companion network certificate" in page
        assert "keys of SSH" in page
        assert "Give this table a new identity" not in page
        assert "identidad propia" in sees(site, language="es")


def test_only_what_this_table_has_is_named(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.host()
        page = sees(Site(room))
        assert not any(word in page for word in ("Home Assistant", "Wi-Fi", "club", "HTTPS", "SSH"))
        assert "Was this card copied?" in sees(Site(room), "/host")


def test_only_the_admin_sees_and_asks(tmp_path: Path) -> None:
    keys = FakeKeys()
    with Room(tmp_path / "log.sqlite", keys=keys) as room:
        room.begin(2)
        site = Site(room)
        assert site.browser(1).get("/identity").status_code == 302
        assert room.table.ask(token(1), TakeNewIdentity()).code == "not-host"
        assert keys.renewed == 0


def test_the_room_page_leads_here_while_another_table_uses_the_identity(tmp_path: Path) -> None:
    publisher = RecordingPublisher(HandClock())
    with Room(tmp_path / "log.sqlite", publisher=publisher.watching) as room:
        room.host()
        site = Site(room)
        assert "A new identity for this table" not in sees(site, "/room")
        asks = say("Another table uses this identity: a copied card?")
        publisher.view = PublishingView("nowhere:1883", "stopped", asks, contested=True)
        page = sees(site, "/room")
        assert "Another table uses this identity: a copied card?" in page
        assert "A new identity for this table" in page
        assert "The other table is off: try again" in page
        assert "The table tries again by itself." not in page
        assert "Otra mesa usa esta identidad: ¿una tarjeta copiada?" in sees(site, "/room", "es")
        assert "Another table uses this identity." in sees(site)


def test_a_wifi_of_the_same_name_is_said(tmp_path: Path) -> None:
    keys = FakeKeys()
    keys.has_twin = True
    with Room(tmp_path / "log.sqlite", keys=keys) as room:
        room.host()
        assert "Another table near here has a Wi-Fi with the same name." in sees(Site(room))


@pytest.mark.parametrize("flashed", [True, False])
def test_the_system_is_asked_for_other_keys_where_it_was_made_for_the_table(tmp_path: Path, *, flashed: bool) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        TableKeys(Config(data=str(tmp_path)), room.log.settings, drip("keys"), None, flashed=flashed).renew()
        assert (tmp_path / REQUEST).exists() == flashed


def test_the_keys_that_a_table_makes_by_itself(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        settings, secret = room.log.settings, drip("keys")
        settings.put(TABLE, "1f2e3d4c")
        before = form_key(settings, secret)
        assert form_key(settings, secret) == before
        TableKeys(Config(), settings, secret, None).renew()
        assert form_key(settings, secret) != before
        assert settings.get(TABLE) is None, "the id in the topics is made anew when a broker is named again"
        settings.put(TABLE, "1f2e3d4c")
        TableKeys(Config(mqtt=MqttSettings(host="broker")), settings, secret, None).renew()
        assert settings.get(TABLE) == "1f2e3d4c", "the publisher takes another one"


@needs_mosquitto
def test_a_real_table_says_and_ends_the_conflict_on_its_pages(tmp_path: Path, broker: Mosquitto) -> None:
    given = MqttSettings(host="127.0.0.1", port=broker.port)
    (tmp_path / "copy").mkdir()
    with PublishingRoom(tmp_path, given) as original, PublishingRoom(tmp_path / "copy", given) as copy:
        original.publish()
        original.linked()
        copy.publish()
        site = Site(original)
        wait_until(lambda: "This table has stopped telling the room" in sees(site, "/room"))
        assert (site.browser("host").post("/identity/new", page="identity").json or {})["taken"]
        wait_until(lambda: "The room follows the game." in sees(site, "/room"))
        assert not structs.asdict(original.table.view(HOST).settings.identity())["contested"]
        copy.linked()
