"""The command of an installed table stays root for what changes the installation, and for nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

WRAPPER = Path(__file__).parents[2] / "deploy/system/companion"
DATA = "/var/lib/table-companion"
PROGRAM = "/opt/table-companion/current/bin/companion --config /etc/table-companion/companion.toml"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with the wrapper, the folder of the plays, and programs that only say how they were called."""
    (tmp_path / "data").mkdir()
    (tmp_path / "bin").mkdir()
    text = WRAPPER.read_text()
    assert DATA in text
    (tmp_path / "companion").write_text(text.replace(DATA, str(tmp_path / "data")))
    for name in ("sudo", "runuser", "env"):
        program(tmp_path, name, f'echo "{name} $*"; pwd')
    return tmp_path


def program(table: Path, name: str, line: str) -> None:
    path = table / "bin" / name
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def called(table: Path, *words: str, uid: int = 0) -> list[str]:
    program(table, "id", f"echo {uid}")
    command = ["/bin/sh", str(table / "companion"), *words]
    done = subprocess.run(command, env={"PATH": str(table / "bin")}, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "words",
    [
        "update 1.0",
        "update --back",
        "games add salt-road",
        "games add --hash 00 update",
        "games remove salt-road",
    ],
)
def test_root_stays_root_to_change_what_is_installed(table: Path, words: str) -> None:
    assert called(table, *words.split()) == [f"env COMPANION_DATA={table / 'data'} {PROGRAM} {words}", "/"]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "games",
        "games update",
        "games show update",
        "games list add",
        "verify update",
        "replay update",
        "record games add",
        "backup update",
        "play games remove",
        "-- update",
        "updates",
        "pin",
    ],
)
def test_all_else_is_done_as_the_user_of_the_service(table: Path, words: str) -> None:
    line = f"runuser -u table-companion -- env COMPANION_DATA={table / 'data'} {PROGRAM} {words}"
    assert called(table, *words.split()) == [line.rstrip(), str(table / "data")]


def test_somebody_else_becomes_root_first(table: Path) -> None:
    assert called(table, "games", "update", uid=1000) == [f"sudo -- {table / 'companion'} games update", "/"]


def test_what_tab_completes_is_asked_for_without_sudo(table: Path) -> None:
    """A password at every press of Tab would be one too many."""
    wrapper = table / "companion"
    program(table, "installed", 'echo "$_COMPANION_COMPLETE $*"')
    wrapper.write_text(wrapper.read_text().replace(PROGRAM.split()[0], str(table / "bin/installed")))
    program(table, "id", "echo 1000")
    given = {"PATH": str(table / "bin"), "_COMPANION_COMPLETE": "bash_complete"}
    done = subprocess.run(["/bin/sh", wrapper], env=given, capture_output=True, text=True, check=True)
    assert done.stdout == "bash_complete \n"
