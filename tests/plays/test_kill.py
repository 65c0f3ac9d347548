"""Killed under load, again and again, on the same file."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from tests.plays.counter import Counter, numbers, resume

FEW, MANY = 8, 20
ROOT = Path(__file__).parents[2]


def play_until_killed(path: Path, random: Random) -> int:
    """Returns the last number that was acknowledged."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.plays.load_player", str(path)], stdout=subprocess.PIPE, cwd=ROOT
    ) as player:
        assert player.stdout
        lines = [player.stdout.readline() for _ in range(random.randint(1, 8))]
        player.kill()
        lines += player.stdout.readlines()
    assert all(line.endswith(b"\n") for line in lines), "the player died by itself"
    return int(lines[-1])


@pytest.mark.parametrize("kills", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_killed_player_loses_nothing(path: Path, kills: int) -> None:
    random = Random(20)
    for kill in range(kills):
        acknowledged = play_until_killed(path, random)
        with closing(open_log(path)) as log:
            assert log.check() == "ok"
            [row] = log.plays()
            play = resume(log, row.id)
            assert play.head.number >= acknowledged > kill
            assert numbers(play.entries) == list(range(1, len(play.entries) + 1))
    with closing(open_log(path)) as log:
        report = verify(log, {"counter": Counter()})
        assert report.clean
        assert report.entries == play.head.number
