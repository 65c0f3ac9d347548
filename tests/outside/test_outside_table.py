"""A game of a package at the table: chosen, played in two languages, told about on the host's page, and gone again."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from night_market.game import NightMarket

from companion.app import build
from companion.config import Config
from companion.core.game_package import GROUP
from companion.core.wording import say
from companion.outside import installed
from companion.outside.installed import OutsideGames, discover
from companion.service.play.answers import CorrectNumber
from companion.service.session.session import ResumePlay
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


def test_its_picture_stands_where_games_are_chosen(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        room.host()
        host = Site(room).browser("host")
        assert 'src="/game-picture/night-market.png"' in host.get("/host").text
        reply = host.get("/game-picture/night-market.png")
        assert (reply.mimetype, reply.data[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
        assert host.get("/game-picture/antike.png").status_code == 404, "the companion's own have icons"


def test_a_table_without_packages_says_nothing_of_them(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.host()
        assert "Games of others" not in Site(room).browser("host").get("/host").text


def played_to_the_end(room: Room, *bids: tuple[int, int]) -> Site:
    """Two phones, one of them Spanish, bid for as many lots as there are bids."""
    room.begin(2, "night-market")
    site = Site(room)
    phones = {1: site.browser(1, "es"), 2: site.browser(2)}
    room.answer(1, len(bids))
    for both in bids:
        for seat, coins in zip(phones, both, strict=True):
            assert ("¿Cuánto pujas" if seat == 1 else "Your bid for lot") in phones[seat].get("/seat").text
            [asked] = room.asked(seat)
            phones[seat].post("/seat/answer", answered(asked, coins, room.nonce()), page="seat")
    assert room.table.view(HOST).screens.table().phase == "over"
    return site


BIDS = (5, 2), (0, 1), (3, 3), (1, 0)


def test_an_evening_is_played_by_phones_in_two_languages(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        account = words_of(played_to_the_end(room, *BIDS).browser(1, "es").get("/score").text)
        assert "2 lotes" in account
        assert "1 por cada 3 de 6" in account


def test_a_finished_play_can_be_read_when_its_game_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    with words_as_before(), Room(path, outside=discover(ENTRIES)) as room:
        site = played_to_the_end(room, *BIDS)
        play = room.moment.gathering.play_id
        pages = [f"/history/{play}", f"/history/{play}/export?kind=text"]
        here = {page: words_of(site.browser(1, "es").get(page).text) for page in pages}
    with Room(path) as room:
        site = Site(room)
        phone = site.browser(7, "es")
        gone = {page: words_of(phone.get(page).text) for page in pages}
        assert gone[pages[1]] == here[pages[1]]
        for said in ("Mercado nocturno", "2 lotes", "1 por cada 3 de 6", "Berta"):
            assert said in here[pages[0]]
            assert said in gone[pages[0]]
        assert "Su juego no está instalado" in gone[pages[0]]
        for page in ("/history", "/history/statistics"):
            assert "Mercado nocturno" in words_of(phone.get(page).text)
        assert "Night Market" in words_of(site.browser(7).get("/history").text)
        for kind in ("json", "log", "numbers"):
            assert phone.get(f"/history/{play}/export?kind={kind}").status_code == 404
        assert phone.get(f"/history/{play}/chance").status_code == 404
        assert room.log.damaged_rows() == {}


def test_what_was_kept_is_kept_anew_when_the_end_is_another_one(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        played_to_the_end(room, *BIDS)
        play = room.moment.gathering.play_id
        before = room.log.accounts.get(play)
        assert room.table.ask(HOST, CorrectNumber("1.points", 40, room.nonce())).taken
        after = room.log.accounts.get(play)
        assert before is not None
        assert after is not None
        assert [side.total for side in after.score.sides] != [side.total for side in before.score.sides]


def test_an_account_is_kept_with_names_and_without(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages) as room:
        played_to_the_end(room, *BIDS)
        play = room.moment.gathering.play_id
        row, account = room.log.play(play), room.log.accounts.get(play)
        assert row is not None
        assert account is not None
        names = [name for name in room.log.names(row).values() if name]
        assert names
        assert all(name in account.texts["es"] for name in names)
        assert "Sitio 1" in account.without_names.texts["es"]
        room.log.accounts.remove_names(play)
        assert not [name for name in names if name in str(room.log.accounts.get(play))]


def test_an_account_that_the_power_took_is_kept_at_the_next_start(tmp_path: Path, packages: OutsideGames) -> None:
    path = tmp_path / "companion.db"
    with Room(path, outside=packages) as room:
        played_to_the_end(room, *BIDS)
        play = room.moment.gathering.play_id
        room.log._database.query("DELETE FROM accounts")
        assert room.log.accounts.get(play) is None
    with Room(path, outside=packages) as room:
        assert room.log.accounts.get(play) is not None


def test_no_account_is_kept_of_what_comes_with_the_companion(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db", NightMarket()) as room, words_as_before():
        room.begin(2, "night-market")
        room.answer(1, 4)
        for both in BIDS:
            for seat, coins in enumerate(both, 1):
                room.answer(seat, coins)
        assert room.table.view(HOST).screens.table().phase == "over"
        assert room.log.accounts.get(room.moment.gathering.play_id) is None


def test_a_module_is_known_by_its_game(tmp_path: Path, packages: OutsideGames) -> None:
    with Room(tmp_path / "companion.db", outside=packages, sheets=True) as room:
        found = {
            module: room.opened.library.game_with(module)
            for module in (
                "night_market",
                "night_market.rules",
                "night_marketplace.rules",
                "companion.games.antike.war",
                "companion.games.score_sheet.rounds",
                "companion.core.step",
            )
        }
    assert found == {
        "night_market": "night-market",
        "night_market.rules": "night-market",
        "night_marketplace.rules": "",
        "companion.games.antike.war": "antike",
        "companion.games.score_sheet.rounds": "",
        "companion.core.step": "",
    }


def test_safe_mode_leaves_them_out_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "entry_points", lambda **_: ENTRIES)
    app = build(Config(data=str(tmp_path), port=0), safe_mode=say("Why"), synchronous="OFF")
    try:
        assert "night-market" not in app.opened.table.view(HOST).session.games()
        assert [each.key for each in app.opened.library.left_out] == ["gone", "night-market"]
    finally:
        app.close()


def test_a_play_whose_game_is_gone_keeps_no_table_from_opening(tmp_path: Path, packages: OutsideGames) -> None:
    path = tmp_path / "companion.db"
    with Room(path, outside=packages) as room:
        room.begin(2, "night-market")
        play = room.moment.gathering.play_id
    with Room(path) as room:
        room.host()
        assert room.table.view(HOST).screens.table().phase == "gathering"
        phone = Site(room).browser("host")
        history = phone.get("/history").text
        assert "night-market" in history
        assert "Go on with it" not in history
        assert "Its game is not installed" in phone.get(f"/history/{play}").text
        assert not room.table.ask(HOST, ResumePlay(play)).taken
    with Room(path, outside=packages) as room:
        assert room.table.view(HOST).screens.table().phase == "playing"
        assert room.moment.gathering.play_id == play
