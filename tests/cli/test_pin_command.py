"""Which command prints a PIN, by how the table was installed."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from companion.commands.pin_command import pin_command
from companion.config import Config
from companion.first_contact.read_only_root import MADE, ReadOnlyRoot
from companion.first_contact.setup_record import SetupRecord, write_record

INSTALLED = Path("/opt/table-companion/versions/0.1.0")


@pytest.mark.parametrize(
    ("flashed", "logins", "command"),
    [(False, False, "sudo companion pin"), (True, False, ""), (True, True, "companion pin")],
)
def test_an_installed_table_names_one_only_to_those_who_can_log_in(
    tmp_path: Path, flashed: bool, logins: bool, command: str
) -> None:
    if flashed:
        (tmp_path / MADE).parent.mkdir(parents=True)
    write_record(tmp_path, SetupRecord(logins=logins))
    assert pin_command(Config(data=str(tmp_path)), ReadOnlyRoot(tmp_path), INSTALLED) == command


def test_plays_in_an_odd_place_are_named_as_a_shell_reads_them(tmp_path: Path) -> None:
    command = pin_command(Config(data=str(tmp_path / "our plays")), prefix=tmp_path)
    assert command.endswith(f" pin --data '{tmp_path}/our plays'")
    assert not command.startswith("sudo")


def test_a_name_that_only_this_process_finds_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under ``uvx``, which puts the program's environment on the path of the process alone."""
    own = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{own}:/usr/bin:/bin")
    command = pin_command(Config(data=str(tmp_path)), prefix=tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert shutil.which(shlex.split(command)[0]) == str(own / "companion")


def test_a_name_that_every_terminal_finds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where ``pipx install`` or a person has put it on the path."""
    (tmp_path / "companion").symlink_to(Path(sys.executable).with_name("companion"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert pin_command(Config(data=str(tmp_path)), prefix=tmp_path).startswith("companion pin --data ")


def test_in_a_container_it_is_what_is_typed_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = "docker compose exec table companion pin"
    monkeypatch.setenv("COMPANION_PIN_COMMAND", outside)
    assert pin_command(Config(data=str(tmp_path)), prefix=INSTALLED) == outside
