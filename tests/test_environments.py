"""Which Pythons and which libraries the tests run on."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests import environments
from tests.environments import EXTRAS, PROJECT, PYTHONS, find, lowest

HERE = "{}.{}".format(*sys.version_info)


def test_every_library_that_is_used_has_a_lower_bound_or_one_version() -> None:
    table = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = [line for extra in EXTRAS for line in table["optional-dependencies"][extra]]
    wanted = [*table["dependencies"], *extras]
    bound = {line.split("==")[0] for line in lowest()}
    assert {re.split(r"[<>=\[]", line)[0] for line in wanted} - bound == {"lgpio"}, "which is one version exactly"


def test_the_oldest_are_the_lower_bounds(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["Flask>=3.1", "Pillow>=10.3,<14"]\n'
        '[project.optional-dependencies]\npi = ["Pillow<14", "lgpio==0.2.2.0"]\nflash = []\n'
        'club = ["psycopg[binary]>=3.1"]\n'
    )
    assert lowest(tmp_path / "pyproject.toml") == ["Flask==3.1", "Pillow==10.3", "psycopg==3.1"]


def test_the_pythons_are_the_ends_of_what_is_supported() -> None:
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    named = [line.rsplit(" ", 1)[1] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert (named[0], named[-1]) == (PYTHONS[0], PYTHONS[-1])
    assert project["requires-python"] == f">={PYTHONS[0]}"


def test_a_python_is_found_by_its_version_and_another_is_not() -> None:
    found = find(HERE)
    assert found
    assert found == Path(sys.executable)
    assert find("2.0") is None


def test_a_name_on_the_path_that_does_not_run_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pyenv's names of versions that are not chosen."""
    (tmp_path / "python2.0").write_text("#!/bin/sh\nexit 127\n")
    (tmp_path / "python2.0").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert find("2.0") is None


def test_what_ran_and_what_is_not_here_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[Path] = []
    monkeypatch.setattr(environments, "PYTHONS", ("2.0", "2.1", HERE))
    monkeypatch.setattr(environments, "find", lambda version: Path("python2.1") if version == "2.1" else None)
    monkeypatch.setattr(environments, "made", lambda python, folder: folder / python)
    monkeypatch.setattr(environments, "_pytest", ran.append)
    environments.pythons()
    assert [python.name for python in ran] == ["python2.1"]
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"Tested on Python {HERE} (all) and 2.1 (no browser). Not found here: 2.0."
    )
