"""The add-on of Home Assistant: what its options and the supervisor's answers become, and that its files agree."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml

from companion.config import read_config
from companion.locale import LANGUAGES
from companion.mqtt.mqtt_settings import MqttSettings
from web.application import BLUEPRINTS
from web.http.proxies import PATH

ROOT = Path(__file__).parents[2]
ADD_ON = ROOT / "deploy/home-assistant/table_companion"
SELF = {"network": {"8000/tcp": 8123}}
NETWORK = {
    "interfaces": [
        {"interface": "wlan0", "primary": False, "ipv4": {"address": ["10.0.0.7/24"]}},
        {"interface": "end0", "primary": True, "ipv4": {"address": ["192.168.1.20/24"]}},
    ]
}
BROKER: dict[str, Any] = {
    "host": "core-mosquitto",
    "port": 1883,
    "ssl": False,
    "username": "addons",
    "password": 'a "b" \\ ñ 🎲',
}


@pytest.fixture(scope="module")
def start() -> Any:
    spec = spec_from_file_location("add_on_start", ADD_ON / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def config() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ADD_ON / "config.yaml").read_text("utf-8"))
    return found


def test_options_and_broker_become_settings_that_can_be_read(
    start: Any, config: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "companion.toml"
    known = {"/services/mqtt": BROKER, "/addons/self/info": SELF, "/network/info": NETWORK}
    file.write_text(start.settings({**config["options"], "pin": "27182818"}, lambda path: known.get(path, {})), "utf-8")
    read = read_config(file, {})
    assert (read.profile, read.language, read.pin) == ("pods", "en", "27182818")
    assert (read.port, read.url, read.data) == (8000, "http://192.168.1.20:8123", "/data/plays")
    assert (read.proxies, read.proxy_addresses) == (2, (start.INGRESS,))
    assert read.mqtt == MqttSettings(host="core-mosquitto", port=1883, username="addons", password=BROKER["password"])


def test_without_a_broker_and_with_an_address_of_ones_own(start: Any, config: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(start.settings({**config["options"], "url": "https://games.example.org"}, lambda _: {}), "utf-8")
    read = read_config(file, {})
    assert read.url == "https://games.example.org"
    assert read.mqtt.host == ""
    file.write_text(start.settings(config["options"], lambda _: {}), "utf-8")
    assert read_config(file, {}).url == "", "nobody said where this machine is: the table shows what it finds"


@pytest.mark.parametrize(
    ("told", "network", "address"),
    [
        (SELF, NETWORK, "http://192.168.1.20:8123"),
        ({"network": {"8000/tcp": 80}}, NETWORK, "http://192.168.1.20"),
        ({"network": {"8000/tcp": None}}, NETWORK, ""),  # the owner has closed the port
        ({"network": None}, NETWORK, ""),
        (SELF, {"interfaces": [{"primary": True, "ipv4": None}]}, ""),
        (SELF, {}, ""),
    ],
)
def test_the_address_for_phones_is_that_of_the_machine(
    start: Any, told: Mapping[str, Any], network: Mapping[str, Any], address: str
) -> None:
    known = {"/addons/self/info": told, "/network/info": network}
    assert start.address_of_phones(lambda path: known[path]) == address


@pytest.fixture
def supervisor(start: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Answers as the supervisor does; the tokens it was shown."""
    shown: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shown.append(self.headers["Authorization"])
            known = self.path == "/addons/self/info"
            body = {"result": "ok", "data": SELF} if known else {"result": "error", "message": "Service not enabled"}
            self.send_response(200 if known else 400)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(start, "SUPERVISOR", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("SUPERVISOR_TOKEN", "abc")
    yield shown
    server.shutdown()
    server.server_close()


def test_the_supervisor_is_asked_with_the_token_and_may_say_no(start: Any, supervisor: list[str]) -> None:
    assert start.ask_supervisor("/addons/self/info") == SELF
    assert start.ask_supervisor("/services/mqtt") == {}
    assert supervisor == ["Bearer abc", "Bearer abc"]


def test_the_files_of_the_add_on_agree(start: Any, config: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert config["version"] == project["version"]
    assert list(config["ports"]) == list(config["ports_description"]) == [f"{start.PORT}/tcp"]
    assert config["ingress_port"] == start.PORT
    assert set(config["options"]) <= set(config["schema"]) == set(start.OPTIONS)
    assert any(blueprint.name == config["ingress_entry"] for blueprint in BLUEPRINTS)
    assert PATH.fullmatch("/api/hassio_ingress/6xQ-a_1")
    assert config["schema"]["language"] == f"list({'|'.join(LANGUAGES)})"
    for language in LANGUAGES:
        words = yaml.safe_load((ADD_ON / f"translations/{language}.yaml").read_text("utf-8"))
        assert set(words["configuration"]) == set(config["schema"])
        assert set(words["network"]) == set(config["ports"])
    names = [path.stem for path in (ROOT / "hardware/profiles").glob("*.toml")]
    assert set(config["schema"]["profile"].removeprefix("list(").removesuffix(")").split("|")) <= set(names)
