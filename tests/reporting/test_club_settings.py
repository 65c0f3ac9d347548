"""Which settings name a club, and what is said of those that do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from companion.config import Config, read_config
from companion.reporting.club_settings import NO_CLUB, ClubSettings, club_problem
from companion.toml_settings import ConfigError

TOKEN = "olive-0123456789abcdefghij"
GOOD = ClubSettings(url="https://club.example:8443/play", token=TOKEN)


@pytest.mark.parametrize(
    "settings",
    [
        NO_CLUB,
        GOOD,
        ClubSettings(url="https://192.168.1.20", token=TOKEN, ca="/etc/club.pem"),
        ClubSettings(url="https://[fe80::1]:8443", token=TOKEN),
        ClubSettings(url="http://localhost:8100", token=TOKEN),
        ClubSettings(url="http://127.0.0.1:8100", token=TOKEN),
    ],
)
def test_good_settings(settings: ClubSettings) -> None:
    assert club_problem(settings) == ""


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"url": ""}, "url is not set"),
        ({"url": "club.example"}, "url is 'club.example'; expected an address like"),
        ({"url": "ftp://club.example"}, "expected an address like"),
        ({"url": "https://"}, "expected an address like"),
        ({"url": "https://club.example:0"}, "expected an address like"),
        ({"url": "https://club.example:99999"}, "expected an address like"),
        ({"url": "https://club.example/?a=1"}, "expected an address like"),
        ({"url": "https://club example"}, "expected an address like"),
        ({"url": "https://[fe80"}, "expected an address like"),
        ({"url": "https://ana:secret@club.example"}, "holds a name or a password"),
        ({"url": "http://club.example"}, "expected https://"),
        ({"url": "http://192.168.1.20"}, "expected https://"),
        ({"token": ""}, "token is not set"),
        ({"token": "olive"}, "copy all of it"),
        ({"token": TOKEN + " "}, "copy all of it"),
        ({"url": "http://localhost:8100", "ca": "/etc/club.pem"}, "ca needs an url with https://"),
    ],
)
def test_bad_settings_are_told_with_their_key(changed: dict[str, str], problem: str) -> None:
    said = club_problem(structs.replace(GOOD, **changed))
    assert problem in said
    assert TOKEN not in said


def test_only_a_club_that_others_vouch_for_needs_the_time() -> None:
    assert GOOD.needs_time
    assert not structs.replace(GOOD, ca="/etc/club.pem").needs_time
    assert not ClubSettings(url="http://localhost:8100", token=TOKEN).needs_time


def test_the_settings_of_a_table_have_a_part_for_it(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(f'[club]\nurl = "{GOOD.url}"\ntoken = "{TOKEN}"\n')
    assert read_config(file, {}).club == GOOD
    assert read_config(file, {"COMPANION_TRIAL": "1"}).club == Config().club == NO_CLUB
    file.write_text(f'[club]\nurl = "{GOOD.url}"\ntokn = "{TOKEN}"\n')
    with pytest.raises(ConfigError, match=r"\[club\]: unknown key tokn, did you mean token"):
        read_config(file, {})
    file.write_text('club = "https://club.example"\n')
    with pytest.raises(ConfigError, match="club"):
        read_config(file, {})
    file.write_text(f'[club]\nurl = "{GOOD.url}"\n')
    with pytest.raises(ConfigError, match=r"\[club\]: token is not set"):
        read_config(file, {})
