"""The captive portal: what phones are told that ask whether there is internet, and the page that sends them on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from companion.network.own_wifi.connection_settings import ADDRESS
from companion.network.reachability.connectivity_checks import HOSTS, name_service_settings
from deploy.name_service import SETTINGS
from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.web.flask_site import AWAY, NAME, Site
from web.http.table_addresses import TableAddresses
from web.pages.captive_portal import STAYS

Rooms = Callable[..., Room]
OTHER = {"REMOTE_ADDR": "10.42.0.77"}

PROBES = (
    ("captive.apple.com", "/hotspot-detect.html", 200, "<TITLE>Success</TITLE>"),
    ("www.thinkdifferent.us", "/library/test/success.html", 200, "<BODY>Success</BODY>"),
    ("connectivitycheck.gstatic.com", "/generate_204", 204, ""),
    ("clients3.google.com", "/generate_204", 204, ""),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, "Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt", 200, "success\n"),
    ("www.gstatic.com", "/generate_204", 204, ""),
    ("www.google.com", "/gen_204", 204, ""),
    ("connectivitycheck.cbg-app.huawei.com", "/generate_204", 204, ""),
    ("connectivitycheck.platform.hihonorcloud.com", "/generate_204", 204, ""),
    ("wifi.vivo.com.cn", "/generate_204", 204, ""),
    ("conn1.oppomobile.com", "/generate_204", 204, ""),
    ("connect.rom.miui.com", "/generate_204", 204, ""),
    ("connectivitycheck.grapheneos.network", "/generate_204", 204, ""),
    ("fireoscaptiveportal.com", "/generate_204", 204, ""),
    ("spectrum.s3.amazonaws.com", "/kindle-wifi/wifistub.html", 200, "81ce4465-7167-4dcb-835b-dcc9e44c112a"),
    ("nmcheck.gnome.org", "/check_network_status.txt", 200, "NetworkManager is online"),
    ("network-test.debian.org", "/nm", 200, "NetworkManager is online"),
    ("ping.archlinux.org", "/nm-check.txt", 200, "NetworkManager is online"),
    ("connectivity-check.ubuntu.com", "/", 204, ""),
    ("fedoraproject.org", "/static/hotspot.txt", 200, "OK"),
    ("networkcheck.kde.org", "/", 200, "OK\n"),
    ("test.steampowered.com", "/204", 204, ""),
    ("ctest.cdn.nintendo.net", "/", 200, "ok"),
)
"""What the systems ask and expect, from their makers' documentation: host, path, status, text."""


@pytest.fixture
def site(rooms: Rooms) -> Site:
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    return Site(room, TableAddresses(80, ADDRESS, NAME, frozenset({NAME})))


def ask(site: Site, host: str, path: str, where: dict[str, str] = AWAY, method: str = "GET") -> TestResponse:
    """As a phone's system asks: with nothing of a browser."""
    client = site.app.test_client()
    return client.open(path, method=method, base_url=f"http://{host}", environ_overrides=where, buffered=True)


@pytest.mark.parametrize(("host", "path", "status", "text"), PROBES)
def test_a_phone_is_sent_to_the_sheet_and_then_told_that_all_is_well(
    site: Site, host: str, path: str, status: int, text: str
) -> None:
    first = ask(site, host, path)
    assert (first.status_code, first.location) == (302, f"http://{ADDRESS}/portal")
    assert "Set-Cookie" not in first.headers
    assert "Now open your browser" in ask(site, ADDRESS, "/portal/stay").text
    then = ask(site, host, path)
    assert then.status_code == status
    assert text in then.text
    assert "Set-Cookie" not in then.headers
    assert ask(site, host, path, OTHER).status_code == 302, "another phone has its own turn"


def test_looking_at_the_sheet_is_not_yet_staying(site: Site) -> None:
    for _ in range(2):
        assert "on the table" in ask(site, ADDRESS, "/portal").text
    assert ask(site, ADDRESS, "/static/portal.css").status_code == 200
    assert ask(site, "captive.apple.com", "/hotspot-detect.html").status_code == 302


def test_whoever_came_with_a_browser_stays_until_the_next_day(site: Site) -> None:
    assert ask(site, ADDRESS, "/").status_code == 200
    assert ask(site, "connectivitycheck.gstatic.com", "/generate_204").status_code == 204
    site.room.clock.now += STAYS + 1
    assert ask(site, "connectivitycheck.gstatic.com", "/generate_204").status_code == 302


def test_the_browser_windows_opens_comes_to_the_table(site: Site) -> None:
    assert ask(site, "www.msftconnecttest.com", "/redirect").location == f"http://{ADDRESS}/"


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_sheet_says_where_to_go_and_leads_nowhere_itself(site: Site, language: str) -> None:
    for path in ("/portal", "/portal/stay"):
        page = site.app.test_client().get(path, base_url=f"http://{ADDRESS}", headers={"Accept-Language": language})
        assert ADDRESS in page.text
        assert NAME in page.text
        assert ("tu navegador" if language == "es" else "your browser") in page.text
        assert "<form" not in page.text
        assert "csrf" not in page.text.replace('data-csrf=""', "")
        assert set(re.findall(r'<a[^>]* href="([^"]*)"', page.text)) <= {"#main", "/portal/stay"}
        assert "Set-Cookie" not in page.headers


def test_nobody_takes_a_seat_in_the_sheet(site: Site) -> None:
    """The sheet has no secret, so no token of its forms fits; and its own page gives it none."""
    sheet = site.app.test_client()
    sheet.get("/portal", base_url=f"http://{ADDRESS}", environ_overrides=AWAY)
    assert sheet.get_cookie("device", domain=ADDRESS) is None
    taken = sheet.post("/sit", data={"seat": "4", "name": "Eve"}, base_url=f"http://{ADDRESS}", environ_overrides=AWAY)
    assert taken.status_code == 403
    assert site.room.moment.gathering.names.get(4) is None


@pytest.mark.parametrize("path", ["/", "/seat", "/sit", "/events?page=seat", "/api/v1/table", "/static/scripts/dom.js"])
@pytest.mark.parametrize("host", sorted(HOSTS)[:4])
def test_under_a_foreign_name_there_is_nothing_but_the_way_to_the_sheet(site: Site, host: str, path: str) -> None:
    answer = ask(site, host, path)
    assert answer.status_code == 302
    assert "Ana" not in answer.text
    refused = ask(site, host, path, method="POST")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")


def test_a_foreign_name_that_only_looks_like_one_is_not_answered(site: Site) -> None:
    for host in ("captive.apple.com.evil.example", "xcaptive.apple.com", "apple.com"):
        assert ask(site, host, "/hotspot-detect.html").status_code == 421


def test_the_name_service_sends_just_these_names_to_the_table() -> None:
    assert SETTINGS.read_text(encoding="ascii") == name_service_settings(ADDRESS, "table.local")
    sent = dict(re.findall(r"^address=/([^/]+)/(\S+)$", SETTINGS.read_text(encoding="ascii"), re.M))
    assert sent.pop("dns.msftncsi.com") == "131.107.255.255", "what Windows wants to hear of that name"
    assert sent.keys() == HOSTS | {"table.local"}
    assert set(sent.values()) == {ADDRESS}


def test_network_manager_and_nintendo_look_at_a_header(site: Site) -> None:
    assert ask(site, ADDRESS, "/").status_code == 200
    assert ask(site, "connectivity-check.ubuntu.com", "/").headers["X-NetworkManager-Status"] == "online"
    assert ask(site, "conntest.nintendowifi.net", "/").headers["X-Organization"] == "Nintendo"
