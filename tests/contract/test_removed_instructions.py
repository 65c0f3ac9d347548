"""Without any one instruction of a game, and without any one kind of piece, a test fails.

What is removed is removed from the source, in a process of its own, which runs the tests of that game's instructions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.instructions import inside
from tests.contract.instructed import GAMES, committed, playthroughs
from tests.contract.removal import SITE, THING, sites

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "ancient-world": "ancient_world",
    "antike": "antike",
    "antiquity": "antiquity",
    "athens-sparta": "athens_sparta",
    "olympos": "olympos",
}
PATIENCE = 900.0
"""Seconds for the tests of one game."""


def things(key: str) -> list[str]:
    """The kinds of pieces that the numbers of a game name in its golden playthroughs."""
    game = GAMES[key]
    states = [act.state for name in playthroughs(key) for act in committed(name)[::10]]
    return sorted({one.thing.key for state in states for one in game.pieces(state) if one.thing is not None})


def fails(key: str, **removed: str) -> bool:
    """Whether the tests of a game's instructions fail: the quick ones first."""
    folder = FOLDERS[key]
    quick = ["tests/contract/test_instruction_texts.py", f"tests/games/{folder}/test_{folder}_instructions.py"]
    slow = ["tests/contract/test_cardboard_twin.py", "tests/contract/test_instruction_examples.py"]
    return any(_fails(key, tests, removed) for tests in (quick, slow))


def _fails(key: str, tests: list[str], removed: dict[str, str]) -> bool:
    # pytest would load the modules of this package itself, to rewrite their asserts
    options = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "tests.contract.removal"]
    chosen = ["-k", f"{FOLDERS[key]} or {key}"]
    run = [sys.executable, "-m", "pytest", *options, *chosen, *tests]
    done = subprocess.run(run, cwd=ROOT, env=os.environ | removed, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 1


@pytest.mark.long
@pytest.mark.parametrize("site", [f"{key}|{site}" for key, folder in FOLDERS.items() for site in sites(folder)])
def test_a_test_fails_without_any_one_instruction(site: str) -> None:
    key, _, removed = site.partition("|")
    assert fails(key, **{SITE: removed}), f"nothing fails without {removed}"


@pytest.mark.long
@pytest.mark.parametrize("key", FOLDERS)
def test_a_test_fails_without_any_one_kind_of_piece(key: str) -> None:
    kept = [thing for thing in things(key) if not fails(key, **{THING: f"{key}/{thing}"})]
    assert kept == [], "nothing fails without these"


@pytest.mark.long
@pytest.mark.parametrize("key", FOLDERS)
def test_nothing_fails_where_nothing_is_removed(key: str) -> None:
    """Else the tests above would prove nothing."""
    assert list(sites(FOLDERS[key]))
    assert things(key)
    assert not fails(key)


@pytest.mark.parametrize("key", FOLDERS)
def test_the_share_of_own_words(
    key: str, record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """How much of what people read a game says in words of its own: printed, and never all of it."""
    own = said = 0
    for name in playthroughs(key):
        for act in committed(name):
            for one in (inside(each) for entry in act.entries for each in entry.instructions):
                if one.verb != "words" or one.words is not None:
                    said += 1
                    own += one.verb == "words"
    share = round(100 * own / said)
    record_property("own words, per cent", share)
    with capsys.disabled():
        print(f"\n{key}: {own} of {said} instructions in own words, {share} %")  # noqa: T201
    assert 0 < own < said
