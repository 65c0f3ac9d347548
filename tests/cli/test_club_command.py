"""``companion club``: its tables, its settings, and what it says where it cannot be."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.club.club_config import ClubConfig, read_club_config
from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.commands.club import club
from companion.commands.club.club_process import open_database
from companion.plays.log.card_codes import read_card_code
from companion.reporting.club_settings import TOKEN
from companion.toml_settings import ConfigError
from tests.cli.conftest import Call


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLUB_DATA", "CLUB_DATABASE"):
        monkeypatch.delenv(name, raising=False)


def test_a_table_is_added_with_what_goes_into_its_settings(call: Call, tmp_path: Path) -> None:
    said = call("club", "--data", tmp_path, "table", "add", "By the window").output
    assert "Into the settings of the table bythewindow" in said
    [token] = re.findall(r'token = "(.*)"', said)
    assert TOKEN.fullmatch(token)
    assert "bythewindow               By the window" in call("club", "--data", tmp_path, "table", "list").output
    again = call("club", "--data", tmp_path, "table", "renew", "bythewindow").output
    assert token not in again
    call("club", "--data", tmp_path, "table", "lock-out", "bythewindow")
    assert "By the window  -" in call("club", "--data", tmp_path, "table", "list").output


def test_a_table_is_told_where_the_club_is_and_how_to_know_it(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "club.toml"
    files = f'certificate = "{tmp_path}/c.pem"\nkey = "{tmp_path}/k.pem"\n'
    config.write_text(f'names = ["club.example"]\ndata = "{tmp_path}"\nsecure_port = 8143\n{files}')
    said = call("club", "--config", config, "table", "add", "Olive").output
    assert 'url = "https://club.example:8143"' in said
    assert f"Copy {tmp_path}/c.pem there" in said
    config.write_text(f'names = ["club.example"]\ndata = "{tmp_path}"\n')
    said = call("club", "--config", config, "table", "renew", "olive").output
    assert 'url = "http://club.example:8100"' in said
    assert "Copy" not in said


def test_it_answers_in_the_language_asked_for(call: Call, tmp_path: Path) -> None:
    said = call("club", "--data", tmp_path, "--language", "es", "table", "list").output
    assert "El club todavía no tiene mesas" in said


def test_cards_are_made_to_be_printed(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "cards.html"
    config = tmp_path / "club.toml"
    config.write_text(f'title = "Café & Ágora"\nnames = ["club.example"]\ndata = "{tmp_path}"\n')
    said = call("club", "--config", config, "--language", "es", "cards", "3", file)
    assert said.exit_code == 0, said.output
    assert f"Las tarjetas están en {file}" in said.output
    page = file.read_text(encoding="utf-8")
    codes = re.findall(r'<p class="code">([0-9A-Z]{5}-[0-9A-Z]{5})</p>', page)
    assert len(set(codes)) == page.count("<svg") == 3
    assert "Café &amp; Ágora" in page
    assert "http://club.example:8100/c" in page
    assert file.stat().st_mode & 0o777 == 0o600
    with closing(open_database(read_club_config(config, {}))) as database:
        people = ClubPersons(database)
        assert [people.person_of(read_card_code(code) or "") for code in codes] == [None] * 3
    assert "at once" in call("club", "--config", config, "cards", "0", file).output
    printed = call("club", "--config", config, "cards", "1", "-").output
    assert printed.lstrip().startswith("<!doctype html>")
    assert printed.count("<svg") == 1


def test_an_event_is_added_with_its_organisers_address(call: Call, tmp_path: Path) -> None:
    def event(*words: str) -> str:
        return call("club", "--data", tmp_path, "event", *words).output

    assert "The club has no events yet" in event("list")
    said = event("add", "Autumn Cup", "--game", "antike", "--url", "https://club.example")
    [code] = re.findall(r"^https://club\.example/event/autumn-cup/organise/(\S+)$", said, re.M)
    assert "autumn-cup                                Autumn Cup" in event("list")
    [again] = re.findall(r"^http://\S+:8100/event/autumn-cup/organise/(\S+)$", event("renew", "autumn-cup"), re.M)
    with closing(open_database(read_club_config(None, {}, data=tmp_path))) as database:
        events = StoredEvents(database, time.time)
        assert [events.is_code("autumn-cup", each) for each in (code, again)] == [False, True]
        state = events.read("autumn-cup")
        assert state is not None
        assert state.game == "antike"


def test_an_event_is_taken_away_once_that_is_meant(call: Call, tmp_path: Path) -> None:
    def event(*words: str) -> str:
        return call("club", "--data", tmp_path, "event", *words).output

    said = event("add", "Autumn Cup", "--game", "antik")
    assert "No table has played antik yet" in said
    assert "No table has played" not in event("add", "Spring Cup", "--game", "antike")
    event("remove", "autumn-cup")
    assert "Autumn Cup" in event("list"), "nobody has said yes"
    assert "The event autumn-cup is taken away." in event("remove", "autumn-cup", "--yes")
    assert "Autumn Cup" not in event("list")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("add", "autumn cup!"), "There is an event autumn-cup already."),
        (("add", "***"), "needs letters or digits"),
        (("renew", "spring-cup"), "There is no event spring-cup."),
        (("remove", "spring-cup", "--yes"), "There is no event spring-cup."),
    ],
)
def test_what_cannot_be_done_with_an_event_is_said(
    call: Call, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    call("club", "--data", tmp_path, "event", "add", "Autumn Cup")
    failed = call("club", "--data", tmp_path, "event", *words)
    assert failed.exit_code == 1
    assert why in failed.output


@pytest.mark.parametrize(
    ("words", "why"),
    [(("add", "***"), "needs a name"), (("renew", "fig"), "no table fig"), (("lock-out", "fig"), "no table fig")],
)
def test_what_cannot_be_is_said(call: Call, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    failed = call("club", "--data", tmp_path, "table", *words)
    assert failed.exit_code == 1
    assert why in failed.output


def test_without_the_extra_it_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(club, "NEEDED", ("no_such_library", "click"))
    failed = call("club")
    assert failed.exit_code == 1
    assert "pip install 'table-companion[club]' (no_such_library is missing)" in failed.output


def test_what_a_table_loads_has_nothing_of_a_club() -> None:
    code = (
        "import sys, companion.app, companion.commands.run, companion.reporting.reporter_setup;"
        "print([name for name in sys.modules if name.partition('.')[0] in ('sqlalchemy', 'alembic', 'openskill')"
        " or name.startswith('companion.club')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_settings_and_where_they_come_from(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('title = "Café Ágora"\nport = 9000\ndata = "~/club"\nlanguage = "es"\n')
    config = read_club_config(file, {})
    assert (config.title, config.port, config.language) == ("Café Ágora", 9000, "es")
    assert config.database_url == f"sqlite:///{Path.home() / 'club' / 'club.db'}"
    given = read_club_config(file, {"PORT": "9001", "CLUB_DATABASE": "postgresql://a/b", "CLUB_DATA": "/c"})
    assert (given.port, given.database_url, given.data) == (9001, "postgresql://a/b", "/c")
    assert read_club_config(file, {"PORT": "9001", "CLUB_DATA": "/c"}, port=9002, data=tmp_path) == ClubConfig(
        title="Café Ágora", port=9002, data=str(tmp_path), language="es"
    )
    assert read_club_config(None, {}).data.endswith("share/table-companion/club")


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ('titel = "x"', "unknown key titel, did you mean title"),
        ("port = 0", "port is 0; expected a number"),
        ('port = "x"', "port"),
        ('language = "xx"', "language is 'xx'; expected one of en, de, es"),
        ('title = ""', "title must be 1 to 60 letters"),
        ('title = "a\\nb"', "on one line"),
        ('certificate = "a.pem"', "certificate and key go together"),
        ("names = 3", "names"),
        ("secure_port = 8143", "secure_port needs certificate and key"),
        ('certificate = "a"\nkey = "b"\nsecure_port = 8100', "they are different ones"),
        ('certificate = "a"\nkey = "b"\nsecure_port = 99999', "secure_port is 99999"),
        ('url = "club.example"', "url is 'club.example'; expected https://club.example"),
        ('url = "https://a/b"', "without a path"),
        ("proxies = 9", "proxies is 9; expected 0 to 4"),
        ("= 3", "club.toml"),
    ],
)
def test_a_mistake_in_the_settings_is_named(tmp_path: Path, written: str, why: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(written + "\n")
    with pytest.raises(ConfigError, match=why) as fault:
        read_club_config(file, {})
    assert "club.toml" in str(fault.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        read_club_config(tmp_path / "club.toml", {})
