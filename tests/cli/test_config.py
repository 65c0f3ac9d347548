"""The configuration: what wins over what, and mistakes named with what to do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.config import Config, language_of, read_config, system_language
from companion.locale import LANGUAGES
from companion.mqtt.mqtt_settings import MqttSettings, settings_problem
from companion.reporting.club_settings import ClubSettings, club_problem
from companion.toml_settings import ConfigError

S = TypeVar("S", bound=Struct)
EXAMPLE = Path(__file__).parents[2] / "deploy" / "companion.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.toml"


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    config = read_config(None, {})
    assert config == Config(data=str(tmp_path / "share" / "table-companion"))
    assert config.port == 8000


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(file: Path) -> None:
    file.write_text('port = 8001\ndata = "from-file"\nprofile = "sim-2"\n')
    outside = {"PORT": "8002", "COMPANION_DATA": "from-environment", "STATE_DIRECTORY": "from-service"}
    assert read_config(file, {}) == Config(port=8001, data="from-file", profile="sim-2")
    assert read_config(file, outside) == Config(port=8002, data="from-environment", profile="sim-2")
    said = read_config(file, outside, port=8003, profile="pi-panel", data=Path("from-command"))
    assert said == Config(port=8003, data="from-command", profile="pi-panel")
    assert read_config(file, {"STATE_DIRECTORY": "from-service"}).data == "from-service"


def test_the_address_from_outside_wins_and_has_to_be_one(file: Path) -> None:
    file.write_text('url = "http://from.file"\n')
    assert read_config(file, {"COMPANION_URL": ""}).url == "http://from.file"
    assert read_config(file, {"COMPANION_URL": "http://192.168.1.20:8000"}).url == "http://192.168.1.20:8000"
    with pytest.raises(ConfigError, match=r"url is '192\.168\.1\.20'"):
        read_config(file, {"COMPANION_URL": "192.168.1.20"})


def test_the_users_own_file_is_read_when_none_is_named(tmp_path: Path) -> None:
    own = tmp_path / "config" / "table-companion" / "companion.toml"
    own.parent.mkdir(parents=True)
    own.write_text('names = ["table.local"]\n')
    assert read_config(None, {}).names == ("table.local",)


def test_a_home_folder_is_found(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    file.write_text('data = "~/plays"\n')
    assert read_config(file, {}).folder == Path("/home/ana/plays")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 8001", "unknown key prot, did you mean port?"),
        ("xyz = 1", "unknown key xyz; there are port, address, names, profile, language, pin, data"),
        ('port = "many"', "Expected `int`, got `str`"),
        ("port = 0", "port is 0; expected a number from 1 to 65535"),
        ("port = 70000", "port is 70000; expected a number from 1 to 65535"),
        ('language = "xx"', f"language is 'xx'; expected one of {', '.join(LANGUAGES)}"),
        ('pin = "1234567"', "pin must be 8 to 16 digits"),
        ('pin = "12345678901234567"', "pin must be 8 to 16 digits"),
        ('pin = "١٢٣٤٥٦٧٨"', "pin must be 8 to 16 digits"),
        ('pin = "12"', "pin must be 8 to 16 digits"),
        ('pin = "abcd"', "pin must be 8 to 16 digits"),
        ("port = ", "Invalid value"),
    ],
)
def test_a_mistake_is_named_with_the_file(file: Path, text: str, words: str) -> None:
    file.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(file, {})
    assert str(caught.value).startswith(str(file))
    assert words in str(caught.value)


def test_a_mistake_outside_the_file_is_named_too(file: Path) -> None:
    file.write_text("port = 8001")
    with pytest.raises(ConfigError, match="PORT in the environment is 'eighty'"):
        read_config(file, {"PORT": "eighty"})
    with pytest.raises(ConfigError, match="--port is 0; expected a number from 1 to 65535"):
        read_config(file, {}, port=0)
    with pytest.raises(ConfigError, match="there is no such file; write one, or leave --config away"):
        read_config(file.with_name("other.toml"), {})


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es-MX"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "en_US"}, "es"),
    ],
)
def test_the_language_is_that_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_a_system_may_name_no_language() -> None:
    assert system_language({"LANG": "C.UTF-8"}) == ""
    assert system_language({"LANG": "es_ES.UTF-8"}) == "es"


def test_the_example_names_every_key_with_a_value_that_can_be(tmp_path: Path) -> None:
    example = EXAMPLE.read_text(encoding="utf-8")
    assert tomllib.loads(example) == {}
    rows = [row.removeprefix("# ") for row in example.splitlines() if row.startswith("# ")]
    of_broker, of_club = rows.index("[mqtt]"), rows.index("[club]")
    own = tmp_path / "companion.toml"
    own.write_text("\n".join(_settings(rows[:of_broker], Config)))
    assert {*tomllib.loads(own.read_text()), "mqtt", "club"} == set(Config.__struct_fields__)
    _shown_as_usual(read_config(own, {}), Config())
    broker = _part(rows[of_broker:of_club], MqttSettings)
    assert settings_problem(replace(broker, tls=True)) == ""
    assert club_problem(_part(rows[of_club:], ClubSettings)) == ""


def _part(rows: list[str], kind: type[S]) -> S:
    """Settings that stand together, each of which is shown."""
    shown = msgspec.convert(tomllib.loads("\n".join(_settings(rows, kind))), kind)
    assert all(getattr(shown, key) != "" for key in kind.__struct_fields__), "every key is shown"
    _shown_as_usual(shown, kind())
    return shown


def _settings(rows: list[str], kind: type[Struct]) -> list[str]:
    return [row for row in rows if row.split(" = ")[0] in kind.__struct_fields__]


def _shown_as_usual(shown: Struct, usual: Struct) -> None:
    for key in usual.__struct_fields__:
        assert getattr(usual, key) in (getattr(shown, key), "", ()), f"{key} is shown with another value than its own"
