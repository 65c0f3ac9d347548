"""A table below a path behind nginx, as the document shows it: pages, a form, a stream, cookies, who asks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from ssl import create_default_context
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPSHandler, OpenerDirector, build_opener

import pytest

from companion.network.certificate import make_certificate
from tests.fresh_program import COMPANION, open_table
from tests.mqtt.mosquitto import answers, wait_until
from tests.ports import free_port

SHOWN = Path(__file__).parents[2] / "deploy" / "network" / "nginx-table.conf"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
SETTINGS = re.compile(r"^#   (\w+ = .+)$", re.MULTILINE)
pytestmark = pytest.mark.long


@pytest.fixture
def front(tmp_path: Path) -> Iterator[str]:
    """The address of a table with the settings that stand in the file, behind nginx with the rest of it."""
    assert NGINX is not None, "sudo apt install nginx-light"
    shown, port = SHOWN.read_text(encoding="utf-8"), free_port()
    settings = tmp_path / "config/table-companion/companion.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("\n".join(SETTINGS.findall(shown)))
    certificate, key = make_certificate(tmp_path / "certificate", ["127.0.0.1"])
    with open_table(COMPANION, tmp_path, XDG_CONFIG_HOME=str(tmp_path / "config")) as table:
        for usual, here in (
            ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("listen [::]:443 ssl", f"listen [::1]:{port} ssl"),
            ("127.0.0.1:8000", urlsplit(table).netloc),
            ("/etc/table-companion/certificate.pem", str(certificate)),
            ("/etc/table-companion/key.pem", str(key)),
        ):
            assert usual in shown
            shown = shown.replace(usual, here)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{kind}_temp_path {tmp_path / kind};\n" for kind in kinds)
        user = "user root;\n" if os.geteuid() == 0 else ""
        file = tmp_path / "nginx.conf"
        file.write_text(f"{user}pid {tmp_path / 'pid'};\nevents {{}}\nhttp {{\n{folders}{shown}\n}}\n")
        nginx = subprocess.Popen([NGINX, "-c", file, "-e", tmp_path / "nginx.log", "-g", "daemon off;"])
        try:
            wait_until(lambda: answers(port))
            yield f"https://127.0.0.1:{port}/table"
        finally:
            nginx.terminate()
            nginx.wait(10)


@pytest.fixture
def jar() -> CookieJar:
    return CookieJar()


@pytest.fixture
def browser(jar: CookieJar, tmp_path: Path, front: str) -> OpenerDirector:
    trusting = create_default_context(cafile=str(tmp_path / "certificate/certificate.pem"))
    return build_opener(HTTPSHandler(context=trusting), HTTPCookieProcessor(jar))


def test_a_phone_sits_down_and_follows_the_table(front: str, browser: OpenerDirector, jar: CookieJar) -> None:
    with browser.open(f"{front}/", timeout=20) as page:
        assert page.url == f"{front}/"
        shown = page.read().decode()
    assert 'href="/table/static/table.css"' in shown
    assert {cookie.path for cookie in jar} == {"/table"}
    csrf = re.search(r'name="csrf" value="([^"]+)"', shown)
    assert csrf is not None
    form = urlencode({"seat": "2", "name": "Zoe", "csrf": csrf[1]}).encode()
    with browser.open(f"{front}/sit", form, timeout=20) as page:
        assert page.url == f"{front}/seat", "it is sent on below the path"
        shown = page.read().decode()
    assert "Zoe" in shown
    with browser.open(f"{front}/table", timeout=20) as screen:
        assert "games.example.org/table" in screen.read().decode(), "the address to come to"
    for address in set(re.findall(r'(?:href|src)="(/table/static/[^"#]+)', shown)):
        with browser.open(f"{front.removesuffix('/table')}{address}", timeout=20) as file:
            assert file.status == 200, address
    with browser.open(f"{front}/events?page=seat", timeout=20) as stream:
        assert b"retry" in stream.readline()
        told = iter(stream.readline, b"")
        assert any(line.startswith(b"data:") and b"Zoe" in line for line in told), "at once, and not when it ends"


def test_whoever_comes_through_it_is_not_the_machine_that_it_is_on(front: str, browser: OpenerDirector) -> None:
    browser.addheaders = [("X-Forwarded-For", "127.0.0.1")]
    with pytest.raises(OSError, match="403"):
        browser.open(f"{front}/sim", timeout=20)
