"""Servers in front of the table: the address of the settings, a path before all pages, and who is believed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.config import read_config
from companion.network.own_wifi.wifi import Wifi
from companion.toml_settings import ConfigError
from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.web.flask_site import AWAY, COMPILED, KEY, NAME, Browser, Site, Stream, events_in
from web.application import create_app
from web.form_replies import sent_from
from web.http.guard import answers_to
from web.http.identity import address
from web.http.proxies import Proxies
from web.http.table_addresses import find_addresses
from web.pages.live.event_stream import _open_page

Rooms = Callable[..., Room]
URL = "https://games.example.org/play/table"
PATH = "/play/table"
SERVER = "172.30.32.2"
LINKS = re.compile(r"""\b(?:href|src|action|formaction|data-(?!root)[a-z-]+)=["'](/[^"']*)""")
INGRESS = "/api/hassio_ingress/6xQ-a_1"


HOST = "games.example.org"
THROUGH: dict[str, Any] = {"base_url": f"https://{HOST}"}


def site_behind(room: Room, proxies: Proxies) -> Site:
    addresses = find_addresses(80, [NAME], lambda: "192.0.2.7", url=proxies.url)
    site = Site(room, addresses)
    site.app = create_app(room.opened, addresses, KEY, proxies=proxies)
    site.app.jinja_env.bytecode_cache = COMPILED
    return site


def browser_of(site: Site, who: int | str) -> Browser:
    """A browser that has its secret under the public name too."""
    found = site.browser(who)
    found.client.set_cookie("device", found.secret, domain=HOST)
    return found


def said_by_proxy(**more: str) -> dict[str, str]:
    return {"X-Forwarded-For": "198.51.100.4", "X-Forwarded-Proto": "https"} | {
        name.replace("_", "-"): value for name, value in more.items()
    }


def links(page: str) -> list[str]:
    return [html.unescape(link) for link in LINKS.findall(page)]


@pytest.mark.parametrize(
    ("before", "more"),
    [
        (PATH, {}),  # as the browser asked
        ("", {}),  # the server in front takes the path away
        ("", {"X_Forwarded_Prefix": PATH}),
        (PATH, {"X_Forwarded_Prefix": f"{PATH}/"}),
    ],
)
def test_every_link_of_every_page_begins_with_the_path(rooms: Rooms, before: str, more: dict[str, str]) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    site = site_behind(room, Proxies(URL, 1))
    seat = ("seat", "log", "score", "history", "signs", "tour")
    host = ("host", "scribe", "sim", "hardware", "keeping", "host/stickers", "box/torture")
    for who, names in ((1, seat), ("host", host), ("tv", ("table", "", "watch", "nowhere"))):
        for name in names:
            page = browser_of(site, who).get(f"{before}/{name}", headers=said_by_proxy(**more), **THROUGH)
            assert page.status_code in ((404,) if name in ("nowhere", "box/torture") else (200,)), name
            assert links(page.text)
            assert [link for link in links(page.text) if not link.startswith(f"{PATH}/")] == [], name
            assert f'data-root="{PATH}"' in page.text


def test_a_page_is_sent_on_below_the_path(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    site = site_behind(room, Proxies(URL, 1))
    to = browser_of(site, 1).get(f"{PATH}/", headers=said_by_proxy(), **THROUGH)
    assert (to.status_code, to.location) == (302, f"{PATH}/seat")
    assert browser_of(site, 1).get("/", headers=said_by_proxy()).location == f"{PATH}/seat", "it took the path away"
    assert site.browser(1).get("/").location == "/seat", "that phone came without the server in front"


def test_a_form_is_known_to_come_from_its_page_below_the_path(rooms: Rooms) -> None:
    site = site_behind(rooms(Torture(), profile="simulated"), Proxies(URL, 1))
    referrer = {"Referer": f"{URL}/seat?seat=1"}
    with site.app.test_request_context("/rename", base_url=URL, headers=referrer):
        assert sent_from("join") == "seat"


def test_a_stream_has_the_path_of_its_page_alone(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    site = site_behind(room, Proxies(URL, 1))
    direct = Stream(site.browser(2), "table")
    asked = f"{PATH}/events?page=table"
    response = browser_of(site, 1).get(asked, buffered=False, headers=said_by_proxy(), **THROUGH)
    behind, without = "".join(events_in(iter(response.response))), "".join(direct.drained())
    response.close()
    direct.close()
    assert f"{PATH}/static/icons/icons.svg" in behind
    assert PATH not in without
    assert "/static/icons/icons.svg" in without


def test_codes_links_and_the_screen_have_the_address_of_the_settings(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    site = site_behind(room, Proxies(URL, 1))
    screen = site.browser("tv").get("/table").text
    assert "games.example.org/play/table" in screen
    assert "192.0.2.7" not in screen
    addresses = find_addresses(80, (), lambda: "192.0.2.7", url=URL)
    assert addresses.url == f"{URL}/"
    assert addresses.in_capitals("T/ab") == "HTTPS://GAMES.EXAMPLE.ORG/play/table/T/AB"
    assert answers_to(addresses, "games.example.org:443")
    with_port = find_addresses(80, (), lambda: "192.0.2.7", url="https://home.example:8443/")
    assert (with_port.url, with_port.readable) == ("https://home.example:8443/", "https://home.example:8443")


def test_on_the_own_wifi_nobody_reaches_the_server_in_front() -> None:
    wifi = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")
    addresses = find_addresses(80, [NAME], lambda: "10.42.0.1", wifi=lambda: wifi, url=URL)
    assert (addresses.url, addresses.readable) == ("http://10.42.0.1/", NAME)


def test_a_cookie_is_for_the_path_and_for_https_where_the_settings_say_so(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    site = site_behind(room, Proxies(URL, 1))
    stranger = site.app.test_client()
    by = {"environ_overrides": AWAY}
    behind = stranger.get(f"{PATH}/", headers=said_by_proxy(), **THROUGH, **by).headers["Set-Cookie"]
    assert f"Path={PATH}" in behind
    assert "Secure" in behind
    plain = site.app.test_client().get("/", base_url=f"http://{NAME}", **by).headers["Set-Cookie"]
    assert "Path=/;" in f"{plain};"
    assert "Secure" not in plain
    own = site.app.test_client().get("/", base_url=f"https://{NAME}", **by).headers["Set-Cookie"]
    assert "Secure" not in own, "the table's plain port has the same cookies"


def test_who_asks_is_believed_only_from_the_servers_of_the_settings(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    seen = list[str]()
    for proxies in (Proxies(), Proxies(count=1), Proxies(count=1, addresses=(SERVER,))):
        site = site_behind(room, proxies)
        site.app.before_request(lambda: seen.append(address()))
        for sender in ("192.0.2.99", f"::ffff:{SERVER}"):
            site.browser("tv").get("/", headers=said_by_proxy(), environ_overrides={"REMOTE_ADDR": sender})
    assert seen == [
        *("192.0.2.99", SERVER),
        *("198.51.100.4", "198.51.100.4"),
        *("192.0.2.99", "198.51.100.4"),
    ]


def test_nobody_is_this_machine_through_a_server_on_it(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    for proxies in (Proxies(), Proxies(count=1)):
        browser = site_behind(room, proxies).browser("stranger")
        here = {"environ_overrides": {"REMOTE_ADDR": "127.0.0.1"}}
        assert browser.get("/sim", **here).status_code == 200
        for said in ("127.0.0.1", "198.51.100.4"):
            assert browser.get("/sim", headers={"X-Forwarded-For": said}, **here).status_code == 403


def test_a_screen_has_the_place_of_this_machine_only_without_a_server_between(rooms: Rooms) -> None:
    site = site_behind(rooms(Torture(), profile="simulated"), Proxies())
    given = {"environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    for said, here in (({}, True), ({"X-Forwarded-For": "198.51.100.4"}, False)):
        with site.app.test_request_context("/events?page=table", headers=said, **given):
            assert _open_page("table").here == here


def test_home_assistant_shows_pages_in_a_frame_below_its_own_name(rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated")
    site = site_behind(room, Proxies(count=2, addresses=(SERVER,)))
    given = {"base_url": "http://homeassistant.local:8123", "headers": said_by_proxy(X_Ingress_Path=INGRESS)}
    page = site.browser("host").get("/host", environ_overrides={"REMOTE_ADDR": SERVER}, **given)
    assert page.status_code == 200
    assert [link for link in links(page.text) if not link.startswith(f"{INGRESS}/")] == []
    assert "frame-ancestors 'self'" in page.headers["Content-Security-Policy"]
    stranger = site.browser("host").get("/host", **given)
    assert stranger.status_code == 421, "another one than Home Assistant says so"
    assert "frame-ancestors 'none'" in stranger.headers["Content-Security-Policy"]
    anybody = site_behind(room, Proxies(count=2)).browser("host").get("/host", **given)
    assert anybody.status_code == 421, "where every server is believed, a page of another name could say it"


@pytest.mark.parametrize("path", ["//evil.example", "/a b", '/"><script>', "evil", "/a//b", "/%2e"])
def test_a_path_that_is_none_is_not_taken(rooms: Rooms, path: str) -> None:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    site = site_behind(room, Proxies(count=1))
    assert site.browser(1).get("/", headers=said_by_proxy(X_Forwarded_Prefix=path)).location == "/seat"


def test_a_foreign_name_is_told_what_to_set(rooms: Rooms) -> None:
    site = site_behind(rooms(Torture(), profile="simulated"), Proxies())
    for language, words in (("en", "The table does not answer to"), ("es", "La mesa no responde a")):
        page = site.browser("tv", language).get("/", base_url="http://games.example.org:8000")
        assert page.status_code == 421
        text = html.unescape(page.text)
        assert f"{words} games.example.org." in text
        assert 'names = ["games.example.org"]' in text
    hostile = site.browser("tv").get("/", base_url="http://localhost", headers={"Host": "a<script>b"})
    assert "<script>b" not in hostile.text


def test_an_address_of_ipv6_has_brackets() -> None:
    addresses = find_addresses(8000, (), lambda: "2001:db8::7")
    assert (addresses.url, addresses.by_number) == ("http://[2001:db8::7]:8000/", "[2001:db8::7]:8000")
    alone = find_addresses(80, (), lambda: "", listens="2001:db8::7")
    assert alone.url == "http://[2001:db8::7]/"


def test_the_settings_name_what_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    for wrong, words in (
        ('url = "games.example.org"', "expected an address like"),
        ('url = "https://games.example.org/?a=b"', "expected an address like"),
        ('url = "https://games.example.org//x"', "expected an address like"),
        (f'url = "https://games.example.org/{"x" * 80}"', "expected an address like"),
        ("proxies = 9", "expected 0 to 4"),
        ('proxy_addresses = ["nginx"]', "expected addresses by number"),
    ):
        file.write_text(wrong)
        with pytest.raises(ConfigError, match=words):
            read_config(file, {})
    for right in ('url = "https://[2001:db8::7]:8443/games/"', f'url = "{URL}"\nproxies = 1'):
        file.write_text(right)
        assert read_config(file, {}).url
