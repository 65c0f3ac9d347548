"""TLS to a real broker: whom the table trusts, how it shows who it is, and what the admin reads where that fails."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.mqtt.mqtt_settings import MqttSettings
from tests.mqtt.authority import LATER, LONG_AGO, THEN, Authority, Signed
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto, wait_until
from tests.mqtt.publishing_room import PublishingRoom

pytestmark = needs_mosquitto
Reach = Callable[..., PublishingRoom]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("home") / "ca")


@pytest.fixture
def reach(tmp_path: Path) -> Iterator[Reach]:
    """A table that publishes to a broker with this certificate: ``reach(signed, "more lines", ca=...)``."""
    with ExitStack() as stack:

        def reach(signed: Signed, *lines: str, time_known: bool = True, **settings: str) -> PublishingRoom:
            folder = tmp_path / "broker"
            folder.mkdir()
            files = (f"certfile {signed.certificate}", f"keyfile {signed.key}")
            broker = stack.enter_context(Mosquitto(folder, *files, *lines))
            given = MqttSettings(host="127.0.0.1", port=broker.port, tls=True, **settings)
            room = PublishingRoom(tmp_path, given)
            stack.callback(room.close)
            room.time_known = time_known
            room.publish()
            return room

        yield reach


def test_a_broker_of_the_home_is_trusted(reach: Reach, home: Authority) -> None:
    reach(home.sign("broker"), ca=str(home.certificate)).linked()


def test_nobody_else_is(reach: Reach, home: Authority, tmp_path: Path) -> None:
    other = Authority(tmp_path / "other")
    room = reach(other.sign("broker"), ca=str(home.certificate))
    assert room.trouble().startswith("The certificate of the broker comes from nobody whom the table trusts")


def test_without_an_authority_those_of_the_system_count(reach: Reach, home: Authority) -> None:
    assert "nobody whom the table trusts" in reach(home.sign("broker")).trouble()


def test_another_name_is_told(reach: Reach, home: Authority) -> None:
    room = reach(home.sign("elsewhere", "DNS:elsewhere.home"), ca=str(home.certificate))
    assert room.trouble() == "The certificate of the broker is for another name than the one in host."


@pytest.mark.parametrize(
    ("begins", "ends", "words"), [(LONG_AGO, THEN, "has expired"), (LATER, "20400301000000Z", "is not valid yet")]
)
def test_a_certificate_at_another_time(reach: Reach, home: Authority, begins: str, ends: str, words: str) -> None:
    room = reach(home.sign(f"at-{begins}", begins=begins, ends=ends), ca=str(home.certificate))
    assert words in room.trouble()


def test_the_table_shows_its_own_certificate(reach: Reach, home: Authority) -> None:
    own = home.sign("table")
    wants = (f"cafile {home.certificate}", "require_certificate true", "use_identity_as_username true")
    room = reach(
        home.sign("broker"), *wants, ca=str(home.certificate), certificate=str(own.certificate), key=str(own.key)
    )
    room.linked()


def test_a_broker_that_wants_one_and_gets_none(reach: Reach, home: Authority) -> None:
    wants = (f"cafile {home.certificate}", "require_certificate true")
    words = reach(home.sign("broker"), *wants, ca=str(home.certificate)).trouble()
    assert words.startswith(("TLS with 127.0.0.1 failed: ", "The broker hung up before it let the table in."))


def test_a_file_that_is_not_there_or_no_certificate_is_named(reach: Reach, home: Authority, tmp_path: Path) -> None:
    room = reach(home.sign("broker"), ca=str(tmp_path / "none.pem"))
    assert room.trouble() == f"{tmp_path}/none.pem is not there: see ca, certificate and key in the settings."


def test_a_file_that_is_none(reach: Reach, home: Authority, tmp_path: Path) -> None:
    (tmp_path / "rubbish.pem").write_text("-----BEGIN CERTIFICATE-----\nrubbish\n-----END CERTIFICATE-----\n")
    room = reach(home.sign("broker"), ca=str(tmp_path / "rubbish.pem"))
    assert room.trouble().startswith("ca, certificate or key cannot be used: ")


def test_a_key_under_a_password_is_not_asked_for_at_a_terminal(reach: Reach, home: Authority, tmp_path: Path) -> None:
    own, locked = home.sign("table"), tmp_path / "locked.key"
    lock = ["openssl", "ec", "-in", str(own.key), "-aes256", "-passout", "pass:olives", "-out", str(locked)]
    subprocess.run(lock, check=True, capture_output=True, timeout=60)
    room = reach(home.sign("broker"), ca=str(home.certificate), certificate=str(own.certificate), key=str(locked))
    assert room.trouble() == f"{locked} is under a password: the table needs a key without one."


def test_a_plain_broker_is_told_apart(reach: Reach, home: Authority, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    with (
        Mosquitto(folder) as broker,
        PublishingRoom(folder, MqttSettings(host="127.0.0.1", port=broker.port, tls=True)) as room,
    ):
        room.publish()
        assert room.trouble()


def test_it_waits_until_the_time_is_known(reach: Reach, home: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.mqtt.publisher.TIME_AWAITED", 0.1)
    room = reach(home.sign("broker"), time_known=False, ca=str(home.certificate))
    assert room.trouble() == "TLS waits until the time of day is known: it comes from the internet."
    assert room.publisher.view.state == "waiting"
    room.time_known = True
    room.linked()
    wait_until(lambda: room.publisher.view.trouble is None)
