"""The line to a club: what is sent, what counts as a receipt, and what the admin reads of everything else."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from companion.network.certificate import make_certificate
from companion.reporting.club_connection import ClubConnection
from companion.reporting.club_faults import ClubFault, TooManyCodes
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import Receipt
from tests.mqtt.authority import LATER, LONG_AGO, THEN, Authority, Signed
from tests.reporting.answering_club import AnsweringClub

TOKEN = "olive-0123456789abcdefghij"
RECEIPT = Receipt(version=3, digest="abc")
WRITTEN = msgspec.json.encode(RECEIPT)


@pytest.fixture
def club() -> Iterator[AnsweringClub]:
    with AnsweringClub() as club:
        club.answers = lambda _: (200, WRITTEN)
        yield club


class Opened(ClubConnection):
    """Closed at the end of the test that opened it."""

    every: ClassVar[list[Opened]] = []

    def __init__(self, url: str, patience: float = 5, ca: str = "") -> None:
        super().__init__(ClubSettings(url=url, token=TOKEN, ca=ca), patience)
        self.every.append(self)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while Opened.every:
        Opened.every.pop().close()


def connection(club: AnsweringClub, path: str = "", ca: str = "") -> ClubConnection:
    return Opened(club.url + path, ca=ca)


def trouble(link: ClubConnection) -> ClubFault:
    with closing(link), pytest.raises(ClubFault) as fault:
        link.put("p1", b"{}")
    assert TOKEN not in str(fault.value)
    return fault.value


@pytest.mark.parametrize(("prefix", "path"), [("", ""), ("/club", "/club"), ("/club/", "/club")])
def test_a_report_is_put_under_the_name_of_its_play(club: AnsweringClub, prefix: str, path: str) -> None:
    assert connection(club, prefix).put("p1", b'{"a": 1}') == RECEIPT
    [asked] = club.asked
    assert (asked.method, asked.path, asked.body) == ("PUT", f"{path}/api/1/plays/p1", b'{"a": 1}')
    assert asked.headers["Authorization"] == f"Bearer {TOKEN}"
    assert asked.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(("address", "sent"), [("http://192.0.2.7:8000/", "http://192.0.2.7:8000"), ("", None)])
def test_the_table_says_where_its_pages_are(club: AnsweringClub, address: str, sent: str | None) -> None:
    with closing(ClubConnection(ClubSettings(url=club.url, token=TOKEN), 5, lambda: address)) as link:
        link.put("p1", b"{}")
    assert club.asked[0].headers.get("Companion-Address") == sent


def test_what_the_club_has_instead_is_a_receipt_too(club: AnsweringClub) -> None:
    club.answers = lambda _: (409, WRITTEN)
    assert connection(club).put("p1", b"{}") == RECEIPT


def test_one_connection_is_enough_for_all_reports(club: AnsweringClub) -> None:
    link = connection(club)
    for play in ("p1", "p2", "p3"):
        link.put(play, b"{}")
    assert club.connections == 1
    link.close()
    link.put("p4", b"{}")
    assert club.connections == 2


def test_a_connection_that_the_club_has_closed_is_opened_again(club: AnsweringClub) -> None:
    club.hangs_up = True
    link = connection(club)
    for play in ("p1", "p2"):
        assert link.put(play, b"{}") == RECEIPT
    assert [asked.path[-2:] for asked in club.asked] == ["p1", "p2"]


@pytest.mark.parametrize("said", [b"", b"{}", b"[]", b'{"version": "3", "digest": "abc"}', b"<html>", b"x" * 70_000])
@pytest.mark.parametrize("status", [200, 409])
def test_an_answer_without_a_receipt_is_none(club: AnsweringClub, status: int, said: bytes) -> None:
    club.answers = lambda _: (status, said)
    fault = trouble(connection(club))
    assert fault.message.text.startswith("What answers there is no club")
    assert fault.lasting


@pytest.mark.parametrize(
    ("status", "words", "lasting", "of_report"),
    [
        (400, "does not take the report", True, True),
        (413, "does not take the report", True, True),
        (401, "does not know this table", True, False),
        (403, "does not know this table", True, False),
        (404, "no club", True, False),
        (405, "no club", True, False),
        (301, "answers with an error", False, False),
        (429, "no time now", False, False),
        (503, "no time now", False, False),
        (500, "answers with an error", False, False),
        (204, "answers with an error", False, False),
    ],
)
def test_what_else_it_answers_is_told(
    club: AnsweringClub, status: int, words: str, lasting: bool, of_report: bool
) -> None:
    club.answers = lambda _: (status, b"")
    fault = trouble(connection(club))
    assert words in fault.message.text
    assert (fault.lasting, fault.of_report) == (lasting, of_report)


def test_enough_of_wrong_codes_is_told_apart(club: AnsweringClub) -> None:
    club.answers = lambda _: (429, b"")
    with pytest.raises(TooManyCodes):
        connection(club).person_of("0000000101")


def test_why_a_report_is_refused_is_shown_as_one_short_line(club: AnsweringClub) -> None:
    club.answers = lambda _: (400, msgspec.json.encode({"message": "too\x1b[2J\nnew " + "x" * 500}))
    why = str(trouble(connection(club)).message.args["why"])
    assert why.startswith("too [2J new xxx")
    assert len(why) == 200


def test_what_does_not_speak_http_is_no_club(club: AnsweringClub) -> None:
    club.raw = b"220 mail.example ESMTP\r\n"
    assert "no club" in str(trouble(connection(club)))


def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        fault = trouble(Opened(f"http://127.0.0.1:{port}"))
        assert str(fault) == f"No club listens at 127.0.0.1:{port}."


def test_a_name_that_nobody_knows() -> None:
    assert trouble(Opened("https://club.invalid")).message.text.startswith("Nobody in this network knows")


def test_a_silent_club() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        fault = trouble(Opened(f"http://127.0.0.1:{port}", patience=0.2))
        assert str(fault) == f"127.0.0.1:{port} does not answer."
        assert not fault.lasting


# -- TLS ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("home") / "ca")


def over_tls(signed: Signed, ca: Path | None) -> Receipt:
    with AnsweringClub(signed) as club:
        club.answers = lambda _: (200, WRITTEN)
        return connection(club, ca=str(ca or "")).put("p1", b"{}")


def test_a_club_whose_authority_is_known_is_trusted(home: Authority) -> None:
    assert over_tls(home.sign("club"), home.certificate) == RECEIPT


def test_a_club_may_vouch_for_itself(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path, ["127.0.0.1"])
    assert over_tls(Signed(certificate, key), certificate) == RECEIPT


@pytest.mark.parametrize(("begins", "ends"), [(LONG_AGO, THEN), (LATER, "20400301000000Z")])
def test_dates_do_not_matter_where_the_owner_named_the_authority(home: Authority, begins: str, ends: str) -> None:
    assert over_tls(home.sign(f"club-{begins}", begins=begins, ends=ends), home.certificate) == RECEIPT


def test_nobody_else_is_trusted(home: Authority, tmp_path: Path) -> None:
    other = Authority(tmp_path / "other")
    for ca in (home.certificate, None):
        with pytest.raises(ClubFault) as fault:
            over_tls(other.sign(f"club-{ca is None}"), ca)
        assert "nobody whom the table trusts" in fault.value.message.text


def test_a_club_of_another_name_is_not_trusted(home: Authority) -> None:
    with pytest.raises(ClubFault, match="another name"):
        over_tls(home.sign("elsewhere", "DNS:elsewhere.home"), home.certificate)


def test_a_club_without_tls_is_told(club: AnsweringClub, home: Authority) -> None:
    link = Opened(club.url.replace("http:", "https:"), ca=str(home.certificate))
    assert trouble(link).message.text.startswith("TLS with")


def test_a_file_of_the_authority_that_is_none(tmp_path: Path, home: Authority) -> None:
    with pytest.raises(ClubFault, match="is not there"):
        over_tls(home.sign("club-a"), tmp_path / "missing.pem")
    (tmp_path / "empty.pem").touch()
    with pytest.raises(ClubFault, match="holds no certificate"):
        over_tls(home.sign("club-b"), tmp_path / "empty.pem")
