"""What this machine's host of versions gives to programs, and takes from them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.commands.machine.other_programs import as_owner, run_program
from companion.commands.machine.release_host import LocalReleaseHost, _new
from companion.core.wording import say
from companion.keeping.versions.update_host import UpdateError

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as others")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that other users reach too, unlike pytest's own."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def environment_with(place: Path, *lines: str) -> Path:
    """An environment whose program is these lines."""
    program = place / "environment" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    program.chmod(0o755)
    return place / "environment"


def failure(place: Path, environment: Path, folder: Path) -> str:
    with pytest.raises(UpdateError) as error:
        LocalReleaseHost(None, 80).smoke_test(environment, None, folder)
    return str(error.value.message.args["why"])


def test_what_a_version_says_goes_to_no_file_that_it_chooses(place: Path) -> None:
    folder, victim = place / "data" / "trial", place / "victim"
    folder.mkdir(parents=True)
    victim.write_text("whole")
    for name in ("said", "output", "companion.log"):
        (folder / name).symlink_to(victim)
    environment = environment_with(place, f"for name in *; do ln -sf {victim} $name; done", "echo no table; exit 1")
    assert failure(place, environment, folder) == "no table"
    assert victim.read_text() == "whole"


@root_only
@pytest.mark.parametrize("exchanged", ["link", "folder of root's"])
def test_a_version_runs_as_the_owner_of_the_plays_whatever_takes_the_place_of_its_folder(
    place: Path, exchanged: str
) -> None:
    data = place / "data"
    data.mkdir()
    os.chown(data, 1234, 1235)
    if exchanged == "link":
        (data / "trial").symlink_to("/")
    else:
        (data / "trial").mkdir()
    assert as_owner(data / "trial")["user"] == 1234
    environment = environment_with(place, "id -u; id -g; id -G; exit 1")
    assert failure(place, environment, data / "trial") == "1234 1235 1235"


def test_no_python_takes_modules_from_the_folder_where_the_keeper_stands(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = place / "here"
    here.mkdir()
    for module in ("venv", "ensurepip", "pip", "companion", "msgspec"):
        (here / f"{module}.py").write_text("raise SystemExit('it was run')\n")
    monkeypatch.chdir(here)
    assert Path(_new(place / "environment")).exists()
    assert LocalReleaseHost(None, 80).newest_schema(Path(sys.prefix)) > 0
    for words in (("-m", "pip", "--version"), ("-m", "ensurepip", "--version"), ("-c", "import companion.cli")):
        run_program([sys.executable, *words], say("It cannot be run."))
