"""Commands called as people call them, each test with a data folder of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.core.setup import Seated, Setup
from companion.games.score_sheet import SheetGame, parse, shipped_texts
from companion.games.score_sheet.moves import Write
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.playthroughs.replay import FixedClock

Call = Callable[..., Result]


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of the person who runs the tests comes in."""
    for name in (
        "PORT",
        "COMPANION_DATA",
        "COMPANION_URL",
        "COMPANION_PIN_COMMAND",
        "STATE_DIRECTORY",
        "LC_ALL",
        "LC_MESSAGES",
        "LANG",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def call(data: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """``call("games", "yacht")``; ``typed`` is what comes on standard input."""
    monkeypatch.setenv("COMPANION_DATA", str(data))

    def call(*words: str | os.PathLike[str], typed: str = "") -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=typed)

    return call


@pytest.fixture
def log(data: Path) -> Iterator[Log]:
    with closing(open_log(data / "companion.db")) as log:
        yield log


def yacht() -> SheetGame:
    return SheetGame(parse(shipped_texts()["yacht.toml"], "yacht.toml"))


def begin(log: Log, *names: str, play_id: str | None = None) -> Play:
    """A play of the yacht sheet."""
    setup = Setup(tuple(Seated(seat, name) for seat, name in enumerate(names, 1)))
    return Play.begin(log, yacht(), setup, seed=bytes(32), clock=FixedClock(), play_id=play_id)


def write(play: Play, seat: int, category: str, number: int) -> None:
    """An entry on the sheet."""
    play.submit(seat, f"seat:{seat}", Write(category, 0, (number,)), nonce="")
