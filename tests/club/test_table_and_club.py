"""A table that plays to the end and its club: over HTTPS, through corrections, away and back, killed and gone on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec import structs
from sqlalchemy import select

from companion.club.club_config import ClubConfig
from companion.club.persons.club_persons import ClubPersons
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import result_seats, results
from companion.club.tables.club_tables import ClubTables, NearTable
from companion.commands.club.club_process import ClubProcess, open_database
from companion.library import Library
from companion.network.certificate import make_certificate
from companion.plays.log.log import Log
from companion.plays.log.seat_cards import SeatCard
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from companion.reporting import reporter as reporter_module
from companion.reporting.club_settings import ClubSettings
from companion.reporting.reporter_setup import reporter_setup
from companion.service.session.sending import MakeReporter, ReportingView, SetReporting
from tests.golden.test_playthroughs import BY_KEY, FOLDER
from tests.mqtt.mosquitto import wait_until
from tests.ports import free_port
from tests.service.at_table import HOST, HandClock, Room

ENDS = FOLDER / "antiquity" / "whole.txt"
GAME = BY_KEY["antiquity"]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter_module, "SETTLING", 0.0)
    monkeypatch.setattr(reporter_module, "PAUSES", (0.1,))


@pytest.fixture
def config(tmp_path: Path) -> ClubConfig:
    certificate, key = make_certificate(tmp_path / "club", ["127.0.0.1"])
    return ClubConfig(
        port=free_port(),
        secure_port=free_port(),
        data=str(tmp_path / "club"),
        certificate=str(certificate),
        key=str(key),
        address="127.0.0.1",
    )


@contextmanager
def serving(config: ClubConfig) -> Iterator[None]:
    with closing(ClubProcess(config)) as process:
        process.start()
        yield


class ReportingTable(Room):
    """A table of the club, at which whole plays are put into the log."""

    def __init__(self, path: Path, settings: ClubSettings) -> None:
        def reporter(log: Log, library: Library) -> MakeReporter:
            return reporter_setup(settings, log, library.games, HandClock(), lambda: "http://127.0.0.1:8000/")

        super().__init__(path, GAME, threads=True, reporter=reporter)

    def report(self, *, on: bool = True) -> None:
        self.host()
        assert self.table.ask(HOST, SetReporting(on)).taken

    def plays_to_the_end(self) -> str:
        return replay_into(self.log, parse(ENDS.read_text("utf-8"), ENDS.name), BY_KEY).play

    @property
    def reporting(self) -> ReportingView:
        seen = self.table.view(HOST).sending.reporting()
        assert seen is not None
        return seen[1]

    def told(self) -> None:
        wait_until(lambda: self.reporting.state == "told" and not self.log.due_reports.due())


def token(config: ClubConfig, name: str = "Olive") -> str:
    with closing(open_database(config)) as database:
        return ClubTables(database).add(name)[1]


def settings(config: ClubConfig, known: str) -> ClubSettings:
    return ClubSettings(url=f"https://127.0.0.1:{config.secure_port}", token=known, ca=config.certificate)


def held(config: ClubConfig) -> list[tuple[str, int, bool]]:
    with closing(ClubDatabase(config.database_url)) as database, database.reading() as connection:
        rows = connection.execute(select(results.c.play, results.c.version, results.c.withdrawn))
        return [tuple(row) for row in rows]


def seated(config: ClubConfig, play: str) -> dict[int, str]:
    with closing(ClubDatabase(config.database_url)) as database, database.reading() as connection:
        rows = connection.execute(
            select(result_seats.c.seat, result_seats.c.person)
            .join(results, results.c.number == result_seats.c.result)
            .where(results.c.play == play)
        )
        return {row.seat: row.person for row in rows}


def test_a_play_that_ends_is_in_the_club(tmp_path: Path, config: ClubConfig) -> None:
    known = token(config)
    with serving(config), ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        before = table.plays_to_the_end()
        table.report()
        play = table.plays_to_the_end()
        table.told()
        assert held(config) == [(play, 1, False)]
        assert before != play
        with closing(open_database(config)) as database:
            assert ClubTables(database).at_hand() == (NearTable("Olive", "http://127.0.0.1:8000"),)
        assert table.reporting == ReportingView(f"127.0.0.1:{config.secure_port}", "told")


@pytest.mark.long
def test_what_ends_while_the_club_is_away_is_told_when_it_is_back(tmp_path: Path, config: ClubConfig) -> None:
    known = token(config)
    with ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        table.report()
        first = table.plays_to_the_end()
        wait_until(lambda: table.reporting.trouble is not None)
        assert table.reporting.trouble is not None
        assert table.reporting.trouble.text == "No club listens at {host}."
    with serving(config), ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        second = table.plays_to_the_end()
        table.told()
        assert sorted(held(config)) == sorted([(first, 1, False), (second, 1, False)])


def test_a_card_shown_while_the_club_is_away_is_known_when_the_play_is_told(tmp_path: Path, config: ClubConfig) -> None:
    known = token(config)
    with closing(open_database(config)) as database:
        people = ClubPersons(database)
        code, wrong = people.make_cards(2)
        ana = people.take_card(code, "Ana")
    with ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        table.report()
        play = table.plays_to_the_end()
        table.log.seat_cards.put(play, 1, SeatCard(code=code))
        table.log.seat_cards.put(play, 2, SeatCard(code=wrong))
        wait_until(lambda: table.reporting.trouble is not None)
    with serving(config), ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        table.told()
        assert table.log.seat_cards.of_play(play) == {1: SeatCard(person=ana.id), 2: SeatCard()}
        assert seated(config, play) == {1: ana.id, 2: ""}
        with closing(open_database(config)) as database:
            ClubPersons(database).forget(code)
        table.log.rename(play, 1, "Ana María")
    with serving(config), ReportingTable(tmp_path / "log.sqlite", settings(config, known)) as table:
        wait_until(lambda: not table.log.seat_cards.of_person(ana.id))
        table.told()
        assert seated(config, play) == {1: "", 2: ""}
        row = table.log.play(play)
        assert row is not None
        assert table.log.names(row)[1] == ""


def marks(log: Log, play: str) -> None:
    """Something in the report of a play is another."""
    with log._database.transaction():
        log.due_reports.mark_within(play, over=False)


@pytest.mark.long
def test_a_table_that_goes_on_from_an_older_copy_has_the_last_word(tmp_path: Path, config: ClubConfig) -> None:
    known, log = token(config), tmp_path / "log.sqlite"
    with serving(config):
        with ReportingTable(log, settings(config, known)) as table:
            table.report()
            play = table.plays_to_the_end()
            table.told()
        older = log.read_bytes()
        with ReportingTable(log, settings(config, known)) as table:
            for _ in range(3):
                marks(table.log, play)
            table.told()
        assert held(config) == [(play, 4, False)]
        for end in ("-wal", "-shm"):
            log.with_name(log.name + end).unlink(missing_ok=True)
        log.write_bytes(older)
        with ReportingTable(log, settings(config, known)) as table:
            marks(table.log, play)
            table.told()
        assert held(config) == [(play, 5, False)]


@pytest.mark.long
def test_a_table_that_the_club_does_not_know_is_told_so(tmp_path: Path, config: ClubConfig) -> None:
    known = token(config)
    stranger = structs.replace(settings(config, known), token=f"{known}x")
    with serving(config), ReportingTable(tmp_path / "log.sqlite", stranger) as table:
        table.report()
        table.plays_to_the_end()
        view = wait_until(lambda: table.reporting.trouble and table.reporting)
        assert table.say(view.trouble).startswith("The club does not know this table")
        assert view.state == "trying"
        wait_until(lambda: table.reporting.due == 1)
        table.report(on=False)
        wait_until(lambda: table.reporting.state == "off")
    assert held(config) == []
