"""Another address in the middle of the evening: pages are answered there, screens say it, and seats are regained."""

from __future__ import annotations

import re
import socket
import ssl
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.app import build
from companion.config import Config, read_config
from companion.network.certificate import CertificateFault, make_certificate
from companion.network.own_wifi.wifi import Wifi
from companion.service.seats.seating import BecomeHost, FreeSeat, OfferSeat
from companion.toml_settings import ConfigError
from tests.core.torture import Torture
from tests.ports import free_port
from tests.service.at_table import HOST, PIN, HandClock, Room, drip
from tests.web.flask_site import AWAY, NAME, Site, Stream, templates_compiled_once
from web.http.guard import answers_to
from web.http.table_addresses import TableAddresses

Rooms = Callable[..., Room]
WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")


class Moving:
    """Where the table is found: a router that changes its mind."""

    address = "192.0.2.7"
    name = NAME
    wifi: Wifi | None = None

    def addresses(self) -> TableAddresses:
        return TableAddresses(
            80,
            lambda: self.address,
            lambda: self.name,
            frozenset({"localhost"}),
            wifi=lambda: self.wifi,
        )


@pytest.fixture
def moving() -> Moving:
    return Moving()


def test_names_and_addresses_are_those_of_now(moving: Moving) -> None:
    addresses = moving.addresses()
    assert (addresses.url, addresses.readable, addresses.by_number) == ("http://192.0.2.7/", NAME, "192.0.2.7")
    moving.address, moving.name = "10.42.0.1", "table-2.local"
    assert (addresses.url, addresses.readable) == ("http://10.42.0.1/", "table-2.local")
    assert answers_to(addresses, "table-2.local")
    assert not answers_to(addresses, NAME), "that is another table now"
    assert answers_to(addresses, "10.42.0.1")


def test_the_table_screen_says_where_to_go_now(rooms: Rooms, moving: Moving) -> None:
    room = rooms(Torture(), profile="simulated")
    site = Site(room, moving.addresses())
    screen = site.browser("tv")
    assert "192.0.2.7" in screen.get("/table").text
    stream = Stream(screen, "table")
    stream.drained()
    moving.address, moving.wifi = "10.42.0.1", WIFI
    room.opened.found_elsewhere()
    told = "".join(stream.drained())
    stream.close()
    for words in ("10.42.0.1", WIFI.ssid, WIFI.password, "Join this Wi-Fi"):
        assert words in told


def test_a_seat_is_regained_at_another_address_by_a_code_and_its_key(rooms: Rooms, moving: Moving) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    room.set_up()
    site = Site(room, moving.addresses())
    assert site.browser(2).get("/seat").status_code == 200
    moving.address = "10.42.0.1"
    lost = site.app.test_client()

    def get(path: str) -> str:
        return lost.get(path, base_url="http://10.42.0.1", environ_overrides=AWAY, follow_redirects=True).text

    def post(path: str, form: dict[str, str], page: str) -> dict[str, object]:
        csrf = re.search(r'name="csrf" value="(\w+)"', page)
        assert csrf
        sent = lost.post(
            path,
            data={**form, "csrf": csrf[1]},
            headers={"Accept": "application/json"},
            base_url="http://10.42.0.1",
            environ_overrides=AWAY,
        )
        answer: dict[str, object] = sent.get_json()
        return answer

    page = get("/seat")
    assert "Where do you sit?" in page, "its cookie stayed at the old address"
    notice = room.table.ask(HOST, OfferSeat(2)).notice
    assert notice is not None
    assert post("/claim", {"code": str(notice.args["code"])}, page)["taken"]
    assert room.face(2).prompt == "Your new phone?"
    room.past(1)  # what was put a moment ago takes no key
    room.press(2, "up", "ok")
    room.past(6)  # a yes can be changed for five seconds
    assert room.seat_of(lost.get_cookie("device", domain="10.42.0.1").value) == 2  # type: ignore[union-attr]
    assert "Berta" in get("/seat")
    assert site.browser(2).get("/seat").status_code == 302, "the old cookie acts for the seat no more"


def test_a_seat_is_regained_at_another_address_by_its_key_alone(rooms: Rooms, moving: Moving) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    room.set_up()
    site = Site(room, moving.addresses())
    lost = site.app.test_client()
    page = lost.get("/", base_url="http://10.42.0.1", environ_overrides=AWAY).text
    csrf = re.search(r'name="csrf" value="(\w+)"', page)
    assert csrf
    form = {"seat": "2", "name": "Berta", "csrf": csrf[1]}
    lost.post("/sit", data=form, base_url="http://10.42.0.1", environ_overrides=AWAY)
    secret = lost.get_cookie("device", domain="10.42.0.1").value  # type: ignore[union-attr]
    assert room.seat_of(secret) is None, "not without a yes"
    room.table.ask(HOST, FreeSeat(2))
    lost.post("/sit", data=form, base_url="http://10.42.0.1", environ_overrides=AWAY)
    room.press(2, "up", "ok")
    assert room.seat_of(secret) == 2


def test_the_host_comes_back_at_another_address_by_a_pin(rooms: Rooms, moving: Moving) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    site = Site(room, moving.addresses())
    for host in ("10.42.0.1", NAME):
        new = site.app.test_client()
        new.get("/host", base_url=f"http://{host}", environ_overrides=AWAY)
        secret = new.get_cookie("device", domain=host).value  # type: ignore[union-attr]
        room.table.roles.pins.show()
        assert room.table.ask(secret, BecomeHost(room.table.roles.pins.shown)).taken
        assert room.is_host(secret)


# -- HTTPS -------------------------------------------------------------------------------------------------------------


def test_pages_over_https_and_over_http(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path / "tls", ["localhost", "127.0.0.1", "table.local"])
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    config = Config(
        port=free_port(),
        secure_port=free_port(),
        data=str(tmp_path),
        pin=PIN,
        certificate=str(certificate),
        key=str(key),
    )
    with templates_compiled_once():
        app = build(config, clock=HandClock(), secret=drip("secure"), bind="127.0.0.1")
    with closing(app):
        app.start()
        trusting = ssl.create_default_context(cafile=str(certificate))
        ask = b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        for name in ("localhost", "table.local"):
            with (
                socket.create_connection(("127.0.0.1", config.secure_port), 10) as wire,
                trusting.wrap_socket(wire, server_hostname=name) as tls,
            ):
                assert tls.version() in ("TLSv1.2", "TLSv1.3")
                tls.sendall(ask)
                assert tls.recv(15).startswith(b"HTTP/1.1 200")
                while tls.recv(65536):
                    pass
        with socket.create_connection(("127.0.0.1", config.port), 10) as wire:
            wire.sendall(ask)
            assert wire.recv(15).startswith(b"HTTP/1.1 200"), "everything works without"
            while wire.recv(65536):
                pass


def test_a_certificate_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("nothing")
    config = Config(port=1, data=str(tmp_path), certificate=str(wrong), key=str(wrong))
    with pytest.raises(ConfigError, match="companion network certificate"):
        build(config, clock=HandClock(), bind="127.0.0.1")
    (tmp_path / "half.toml").write_text('certificate = "a.pem"\n')
    with pytest.raises(ConfigError, match="go together"):
        read_config(tmp_path / "half.toml", {})
    for wrong_setting in ('hotspot = "always"', "secure_port = 0"):
        (tmp_path / "bad.toml").write_text(wrong_setting + "\n")
        with pytest.raises(ConfigError):
            read_config(tmp_path / "bad.toml", {})


def test_without_openssl_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CertificateFault, match="cannot be made"):
        make_certificate(tmp_path, ["a,DNS:b\nc"])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CertificateFault, match="not installed"):
        make_certificate(tmp_path, ["localhost"])
