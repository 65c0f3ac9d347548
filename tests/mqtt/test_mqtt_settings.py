"""The part [mqtt] of the settings: what is refused, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import TRIAL, read_config
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.published.topics import Topics
from companion.toml_settings import ConfigError


def read(folder: Path, *lines: str, **environment: str) -> MqttSettings:
    path = folder / "companion.toml"
    path.write_text("\n".join(["port = 8000", *lines, ""]), encoding="utf-8")
    return read_config(path, environment).mqtt


def test_without_a_word_about_it_nobody_is_told(tmp_path: Path) -> None:
    assert read(tmp_path) == MqttSettings()
    assert read(tmp_path).host == ""


def test_the_port_follows_tls_unless_it_is_named(tmp_path: Path) -> None:
    assert read(tmp_path, "[mqtt]", 'host = "b"').broker == "b:1883"
    assert read(tmp_path, "[mqtt]", 'host = "b"', "tls = true").broker == "b:8883"
    assert read(tmp_path, "[mqtt]", 'host = "b"', "tls = true", "port = 9").broker == "b:9"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (('hots = "b"',), "[mqtt]: unknown key hots, did you mean host?"),
        (("host = 3",), "Expected `str`, got `int` - at `$.mqtt.host`"),
        (('username = "table"',), "[mqtt]: username is set, but no host: name the broker's"),
        (('host = "b"', "port = 70000"), "[mqtt]: port is 70000; expected a number from 1 to 65535"),
        (('host = "mqtt://b"',), "[mqtt]: host is 'mqtt://b'; expected a name or an address alone"),
        (('host = "b:1883"',), "[mqtt]: host is 'b:1883'; expected a name or an address alone"),
        (('host = "b"', "tls = true", 'certificate = "c"'), "[mqtt]: certificate and key go together"),
        (('host = "b"', 'ca = "c"'), "[mqtt]: ca, certificate and key need tls = true"),
        (('host = "b"', 'password = "p"'), "[mqtt]: password is set, but no username"),
        (('host = "b"', 'topic = "a/#"'), "[mqtt]: topic is 'a/#'; expected words with / between them"),
        (('host = "b"', 'topic = ""'), "[mqtt]: topic is ''"),
        (('host = "b"', 'topic = "$SYS"'), "[mqtt]: topic is '$SYS'"),
        (('host = "b"', 'discovery = "/x"'), "[mqtt]: discovery is '/x'"),
    ],
)
def test_what_cannot_be_is_refused_and_named(tmp_path: Path, lines: tuple[str, ...], words: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, "[mqtt]", *lines)
    assert words in str(refused.value)
    assert str(tmp_path / "companion.toml") in str(refused.value)


def test_home_assistant_may_be_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "[mqtt]", 'host = "b"', 'discovery = ""').discovery == ""
    topics = Topics("club/olive", "", "1f2e3d4c")
    assert (topics.device, topics.birth) == ("", "")
    assert all(topic.startswith("club/olive/1f2e3d4c/") for topic in topics.retained)


@pytest.mark.parametrize("host", ["192.168.1.20", "homeassistant.local", "fd00::1", "fe80::1%eth0"])
def test_names_and_addresses_are_taken(tmp_path: Path, host: str) -> None:
    assert read(tmp_path, "[mqtt]", f'host = "{host}"').host == host


def test_a_table_opened_for_a_trial_tells_nobody(tmp_path: Path) -> None:
    assert read(tmp_path, "[mqtt]", 'host = "b"', **{TRIAL: "1"}) == MqttSettings()
