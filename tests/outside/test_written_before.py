"""A game that was written against contract 1 goes on working: its wheel lies here as it was built, and stays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.core.game_package import CONTRACT

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WHEEL = HERE / "companion_night_market-1.0.0-py3-none-any.whl"
RUN = "from companion.cli import main; main()"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Where its files were put."""
    folder = tmp_path / "site"
    with zipfile.ZipFile(WHEEL) as wheel:
        wheel.extractall(folder)
    return folder


def python(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    given = os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}", "XDG_DATA_HOME": str(site.parent)}
    given |= {"LANG": "es_ES.UTF-8"}
    return subprocess.run(
        [sys.executable, *words], cwd=site.parent, capture_output=True, text=True, env=given, check=False
    )


def test_it_is_listed_in_its_languages_and_its_evening_comes_out_as_it_did(site: Path) -> None:
    assert CONTRACT == 1, "a game of contract 1 need not fit another one: keep this wheel, and add one for that"
    listed = python(site, "-c", RUN, "games", "--json")
    [game] = [game for game in json.loads(listed.stdout) if game["key"] == "night-market"]
    assert (game["package"], game["version"]) == ("companion-night-market", "1.0.0"), listed.stderr
    assert "left_out" not in game
    assert game["title"] == "Mercado nocturno"
    evenings = sorted((site / "night_market" / "playthroughs").glob("*.txt"))
    replayed = python(site, "-c", RUN, "replay", *map(str, evenings))
    assert evenings
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


@pytest.mark.long
def test_it_keeps_the_contract(site: Path) -> None:
    words = ("-q", "-p", "no:cacheprovider", "--companion-game", "night_market", "-m", "not long")
    checked = python(
        site, "-m", "pytest", *words, str(ROOT / "companion" / "game_tests"), "--rootdir", str(site.parent)
    )
    assert checked.returncode == 0, checked.stdout[-3000:]
