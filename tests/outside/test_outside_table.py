"""A game of a package at the table: chosen, played in two languages, told about on the host's page, and gone again."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.app import build
from companion.config import Config
from companion.core.wording import say
from companion.outside import installed
from companion.outside.installed import GROUP, OutsideGames, discover
from companion.service.screens.screen_requests import SeeTable
from companion.service.session.session_looks import SeeGames
from tests.outside.known_words import words_as_before
from tests.service.at_table import HOST, Room
from tests.web.flask_site import Site, answered, words_of

ENTRIES = EntryPoint("night-market", "night_market:PACKAGE", GROUP), EntryPoint("gone", "no_such:PACKAGE", GROUP)


@pytest.fixture
def packages() -> Iterator[OutsideGames]:
    with words_as_before():
        yield discover(ENTRIES)


def test_the_host_is_told_what_is_there_and_what_is_not(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        room.host()
        site = Site(room)
        said = words_of(site.browser("host").get("/host").text)
        assert "Games of others" in said
        assert "Install only those of people you trust." in said
        assert "It cannot be loaded: ModuleNotFoundError: No module named" in said
        assert "Mercado nocturno" in words_of(site.browser("host", "es").get("/host").text)


def test_a_table_without_packages_says_nothing_of_them(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.host()
        assert "Games of others" not in Site(room).browser("host").get("/host").text


def test_an_evening_is_played_by_phones_in_two_languages(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        room.begin(2, "night-market")
        site = Site(room)
        phones = {1: site.browser(1, "es"), 2: site.browser(2)}
        room.answer(1, 4)
        for bids in ((5, 2), (0, 1), (3, 3), (1, 0)):
            for seat, coins in zip(phones, bids, strict=True):
                assert ("¿Cuánto pujas" if seat == 1 else "Your bid for lot") in phones[seat].get("/seat").text
                [asked] = room.asked(seat)
                phones[seat].post("/seat/answer", answered(asked, coins, room.nonce()), page="seat")
        view = room.table.look(HOST, SeeTable())
        assert view.phase == "over"
        account = words_of(phones[1].get("/score").text)
        assert "2 lotes" in account
        assert "1 por cada 3 de 6" in account


def test_safe_mode_leaves_them_out_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "entry_points", lambda **_: ENTRIES)
    app = build(Config(data=str(tmp_path), port=0), safe_mode=say("Why"), synchronous="OFF")
    try:
        assert "night-market" not in app.opened.table.look(HOST, SeeGames())
        assert [each.key for each in app.opened.library.left_out] == ["gone", "night-market"]
    finally:
        app.close()


def test_a_play_whose_game_is_gone_keeps_no_table_from_opening(tmp_path: Path, packages: OutsideGames) -> None:
    path = tmp_path / "companion.db"
    with Room(path, outside=packages) as room:
        room.begin(2, "night-market")
    with Room(path) as room:
        assert room.table.look(HOST, SeeTable()).phase == "gathering"
    with Room(path, outside=packages) as room:
        history = words_of(Site(room).browser(1).get("/history").text)
        assert "Night Market" in history
