"""Wrong codes in a club, over real connections: they hold up nobody, and nobody is locked out by them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from secrets import token_bytes
from time import monotonic

import pytest

from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.commands.club.club_process import REQUESTS
from companion.network.reachability.late_answers import A_SECOND, AFTER
from companion.plays.log.card_codes import new_card_code
from tests.club.club_server import PATIENCE, ClubServer

WRONG = 60
"""Wrong codes at once: more than the server has threads, and than are answered in a second."""
SHORT = 0.01
"""Seconds by which clocks may differ."""


class Club(ClubServer):
    """A club of its own process, with a card that is somebody's, an event and a table."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, f"sqlite:///{folder / 'club.db'}", "proxies = 1\nurl = 'https://club.example'\n")
        [self.table] = self.add_tables("Olive").values()
        with closing(self.database()) as database:
            persons = ClubPersons(database)
            self.card, self.free = persons.make_cards(2)
            persons.take_card(self.card, "Ana")
            self.event, self.organiser = StoredEvents(database, lambda: 1_800_000_000.0).add("Autumn Cup")

    def asks(self, path: str, *headers: str) -> socket.socket:
        """Ask for a page, all from one home; the answer is to be read."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        head = (f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "X-Forwarded-For: 192.0.2.7", *headers)
        made.sendall("\r\n".join((*head, "", "")).encode())
        return made

    def wrong(self) -> socket.socket:
        return self.asks(f"/c/{new_card_code(token_bytes)}", "Accept-Language: en")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    server = Club(tmp_path / "club")
    server.start()
    yield server
    server.kill()


def is_answered(link: socket.socket) -> bool:
    link.setblocking(False)
    with suppress(BlockingIOError):
        return bool(link.recv(1, socket.MSG_PEEK))
    return False


def answer(link: socket.socket) -> str:
    """All that comes until the connection ends."""
    link.settimeout(PATIENCE)
    with link, link.makefile("rb") as reader:
        return reader.read().decode()


def status(link: socket.socket) -> str:
    """The status of an answer whose connection may stay open."""
    link.settimeout(PATIENCE)
    with link, link.makefile("rb") as reader:
        return reader.readline().decode().split(" ")[1]


def test_wrong_codes_hold_up_neither_right_ones_nor_the_organiser(club: Club) -> None:
    began = monotonic()
    bearer = f"Authorization: Bearer {club.table}"
    with ExitStack() as stack:
        waiting = [stack.enter_context(club.wrong()) for _ in range(WRONG)]
        assert status(club.asks(f"/c/{club.card}")) == "200"
        assert status(club.asks(f"/c/{club.free}")) == "200"
        assert status(club.asks(f"/event/{club.event}/organise/{club.organiser}")) == "200"
        assert status(club.asks(f"/api/1/cards/{club.card}", bearer)) == "200"
        assert status(club.asks(f"/api/1/cards/{club.free}", bearer)) == "404", "nobody's yet"
        still = [link for link in waiting if not is_answered(link)]
        assert len(still) > REQUESTS, "no thread waits with them"
        answers = list(map(answer, waiting))
    assert monotonic() - began > AFTER + (WRONG - 1) / A_SECOND - SHORT
    for said in answers:
        assert said.startswith("HTTP/1.1 404 ")
        assert "\r\nConnection: close\r\n" in said
        assert "This is no card of this club" in said
    for _ in range(3):
        assert status(club.asks(f"/c/{club.card}")) == "200", "nobody is locked out"


def test_each_kind_of_wrong_code_is_answered_late_and_said_once_in_the_log(club: Club) -> None:
    bearer = f"Authorization: Bearer {club.table}"
    wrong = new_card_code(token_bytes)
    for path, code in (
        (f"/c/{wrong}", "404"),
        (f"/event/{club.event}/organise/wrong", "403"),
        (f"/api/1/cards/{wrong}", "404"),
    ):
        began = monotonic()
        assert status(club.asks(path, bearer)) == code
        assert monotonic() - began > AFTER - SHORT
    assert club.stop() == 0
    assert club.said.count("turned away from 192.0.2.7: guessing at a PIN or a code") == 1


def test_what_cannot_be_a_code_is_said_at_once(club: Club) -> None:
    with club.wrong() as waiting:
        assert status(club.asks("/c/0000000102")) == "404"
        assert not is_answered(waiting), "it told nobody whether there is such a card"
