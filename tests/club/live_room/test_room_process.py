"""A whole club: a table's turn and a new result reach an open page; a broker that is not there keeps nothing up."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.club.club_config import ClubConfig
from companion.club.tables.club_tables import ClubTables
from companion.commands.club.club_process import ClubProcess, open_database
from companion.reporting.play_report import report_document
from tests.club.live_room.club_broker import club_table, config_for
from tests.club.results.reports import played
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto, wait_until
from tests.ports import free_port


@contextmanager
def serving(config: ClubConfig) -> Iterator[str]:
    """Gives the token of the table ``By the window``."""
    with closing(open_database(config)) as database:
        tables = ClubTables(database)
        token = tables.add("By the window")[1]
    with closing(ClubProcess(config)) as process:
        process.start()
        yield token


@contextmanager
def following(config: ClubConfig, page: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", config.port, timeout=20)) as connection:
        connection.request("GET", f"/room/events?page={page}")
        yield connection.getresponse()


def reads_until(stream: http.client.HTTPResponse, words: str) -> None:
    """Fails by the time limit of the connection."""
    while words not in stream.readline().decode():
        pass


@pytest.mark.long
@needs_mosquitto
def test_a_turn_and_a_result_come_to_an_open_wall(tmp_path: Path, broker: Mosquitto) -> None:
    config = config_for(tmp_path / "club", broker.port)
    with (
        serving(config) as token,
        following(config, "wall") as wall,
        club_table(tmp_path / "table", broker.port) as table,
    ):
        reads_until(wall, "Free table")
        table.begin(2)
        reads_until(wall, "All together")
        table.set_up()
        reads_until(wall, "Everybody")
        document, _ = report_document(played("p1", {"guest1": 7, "guest2": 9}))
        with closing(http.client.HTTPConnection("127.0.0.1", config.port, timeout=20)) as connection:
            connection.request("PUT", "/api/1/plays/p1", document, {"Authorization": f"Bearer {token}"})
            assert connection.getresponse().status == 200
        reads_until(wall, "wall-result")


def test_without_its_broker_the_club_serves_and_says_so(tmp_path: Path) -> None:
    config = config_for(tmp_path / "club", free_port())
    with serving(config):

        def page() -> str:
            with closing(http.client.HTTPConnection("127.0.0.1", config.port, timeout=20)) as connection:
                connection.request("GET", "/")
                return connection.getresponse().read().decode()

        wait_until(lambda: "Nothing has been heard of the tables since" in page())
