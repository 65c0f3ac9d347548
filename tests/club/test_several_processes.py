"""Two processes of a club on PostgreSQL behind the server that the documents show, and one of them killed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from secrets import token_bytes
from ssl import create_default_context
from urllib.parse import urlencode

import pytest

from companion.club.persons.club_persons import ClubPersons
from companion.network.certificate import make_certificate
from companion.plays.log.card_codes import new_card_code
from companion.reporting.club_connection import ClubConnection
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import report_document
from tests.club.club_server import ClubServer
from tests.club.postgres import needs_postgres
from tests.club.results.reports import played
from tests.mqtt.mosquitto import answers, wait_until
from tests.ports import free_port

SHOWN = Path(__file__).parents[2] / "deploy" / "club" / "nginx-club.conf"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
pytestmark = [pytest.mark.long, needs_postgres]


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
def processes(url: str, tmp_path: Path) -> Iterator[list[ClubServer]]:
    with ExitStack() as stack:
        servers = [ClubServer(tmp_path / name, url) for name in ("one", "two")]
        for server in servers:
            with server.config.open("a") as file:
                file.write('proxies = 1\nurl = "https://club.example"\n')
            server.start()
            stack.callback(server.kill)
        yield servers


@pytest.fixture
def front(processes: list[ClubServer], tmp_path: Path) -> Iterator[ClubSettings]:
    """The server in front of them, as it is shown but for its ports and files; how a table reaches it."""
    assert NGINX is not None, "sudo apt install nginx-light"
    certificate, key = make_certificate(tmp_path / "certificate", ["127.0.0.1"])
    port, shown = free_port(), SHOWN.read_text(encoding="utf-8")
    for usual, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 8143 ssl", f"listen 127.0.0.1:{free_port()} ssl"),
        ("127.0.0.1:8100", f"127.0.0.1:{processes[0].port}"),
        ("127.0.0.1:8101", f"127.0.0.1:{processes[1].port}"),
        ("/etc/table-companion/club/certificate.pem", str(certificate)),
        ("/etc/table-companion/club/key.pem", str(key)),
    ):
        assert usual in shown
        shown = shown.replace(usual, here)
    user = "user root;\n" if os.geteuid() == 0 else ""
    folders = "".join(
        f"{kind}_temp_path {tmp_path / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = tmp_path / "nginx.conf"
    file.write_text(f"{user}pid {tmp_path / 'pid'};\nevents {{}}\nhttp {{\n{folders}{shown}\n}}\n")
    log = tmp_path / "nginx.log"
    process = subprocess.Popen([NGINX, "-c", str(file), "-e", str(log), "-g", "daemon off;"])
    try:
        wait_until(lambda: answers(port))
        yield ClubSettings(url=f"https://127.0.0.1:{port}", ca=str(certificate))
    finally:
        process.terminate()
        process.wait()


def test_tables_do_not_notice_that_a_process_is_killed(processes: list[ClubServer], front: ClubSettings) -> None:
    [token] = processes[0].add_tables("Olive").values()
    club = ClubConnection(ClubSettings(url=front.url, ca=front.ca, token=token), patience=20)
    for number in range(40):
        if number == 10:
            processes[0].kill()
        if number == 25:
            processes[0].start()
        report = played(f"p{number}", {"guest1": 3, "guest2": number})
        assert club.put(report.play, report_document(report)[0]).version == 1
    club.close()
    for process in processes:
        status, page = process.page("/results")
        assert status == 200
        assert page.count('<li class="play"') == 40


def test_a_form_of_one_process_is_taken_by_the_other(processes: list[ClubServer], front: ClubSettings) -> None:
    del front
    database = processes[0].database()
    [code] = ClubPersons(database).make_cards(1)
    database.close()
    first, second = (HTTPConnection("127.0.0.1", process.port, timeout=20) for process in processes)
    first.request("GET", f"/c/{code}")
    answer = first.getresponse()
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    token = answer.read().decode().partition('name="csrf" value="')[2].partition('"')[0]
    form = urlencode({"csrf": token, "do": "take", "name": "Ana"})
    second.request("POST", f"/c/{code}", form, {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
    assert second.getresponse().status == 302
    first.close()
    second.close()


def test_who_guesses_at_codes_is_the_phone_and_not_the_server_in_front(
    processes: list[ClubServer], front: ClubSettings
) -> None:
    port, context = int(front.url.rpartition(":")[2]), create_default_context(cafile=front.ca)

    def guesses(phone: str) -> str:
        link = HTTPSConnection("127.0.0.1", port, context=context, source_address=(phone, 0), timeout=20)
        link.request("GET", f"/c/{new_card_code(token_bytes)}", headers={"Accept-Language": "en"})
        said = link.getresponse().read().decode()
        link.close()
        return said

    for phone in ("127.0.0.2", "127.0.0.3"):
        assert "no card of this club" in guesses(phone)
    for process in processes:
        assert process.stop() == 0
    said = "".join(process.said for process in processes)
    for phone in ("127.0.0.2", "127.0.0.3"):
        assert f"turned away from {phone}: guessing at a PIN or a code" in said
