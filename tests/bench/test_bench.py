"""The bench runs to its end with two presses, says what it measured, and leaves nothing behind when something fails."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from companion.core.setup import MOST_SEATS
from tests.bench import rival as rivals
from tests.bench.bench_table import BenchTable, new_devices
from tests.bench.brokers import BROKERS, GAME
from tests.bench.calibration import SINGLE_CORE, advance, calibrated
from tests.bench.club_printing import CLUB_STEPS
from tests.bench.positions import EVENINGS, GAMES, PARTS, evening
from tests.bench.printing import table
from tests.bench.rival import rival
from tests.bench.steps import BenchStep, run_steps

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 720.0


@pytest.mark.long
@pytest.mark.parametrize(("games", "parts"), [(["antike"], ["middle"]), ([*EVENINGS], [*PARTS])], ids=len)
def test_the_whole_bench_comes_to_its_end(tmp_path: Path, games: list[str], parts: list[str]) -> None:
    written = tmp_path / "bench.json"
    wanted = ["--presses", "2", "--long", "200", "--no-rival", "--folder", str(tmp_path), "--written", str(written)]
    command = [sys.executable, "-m", "tests.bench", *wanted, "--games", *games, "--parts", *parts]
    said = subprocess.run(command, cwd=ROOT, timeout=LIMIT, check=False, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
    found = json.loads(written.read_text("utf-8"))
    for game in games:
        assert [*found[game]] == parts
        for part in parts:
            _position(found[game][part], GAMES[game].meta.seats[1])
            assert f"\n{game}, {part} (" in said.stdout
    for step, entries in {"tally": 0, "at 100 entries": 100, "long": 200}.items():
        _whole(found[step], entries)
    assert 0 < found["tally"]["fewest_updates"] <= 2 * found["tally"]["rate"], "a phone starves"
    assert all(f"on a {board}" in said.stdout for board in SINGLE_CORE)
    assert "Where the time of a press goes" in said.stdout
    assert "Swiss round of 40" in said.stdout
    assert [of["lamps"] for of in found["lamps"]["lamps"]] == [1, 3, 8]
    assert all(0 < of["percent"] < 50 for of in found["lamps"]["lamps"])
    assert [*found["brokers"]["brokers"]] == ["none", "away", *BROKERS]
    for of in found["brokers"]["brokers"].values():
        _position(of, GAMES[GAME].meta.seats[1])
    progress = [line for line in said.stderr.splitlines() if re.match("[0-9]+/[0-9]+ ", line)]
    steps = 11 + len(CLUB_STEPS) + len(games)
    assert [line.partition(" ")[0] for line in progress] == [f"{n + 1}/{steps}" for n in range(steps)]
    assert all(": done, " in line for line in progress)
    assert {path.name for path in tmp_path.iterdir()} == {"bench.json"}


def _whole(found: dict[str, Any], entries: int) -> None:
    assert found["moves"] >= 1
    assert found["entries"] > entries + found["moves"]
    assert 0 < found["commit"]["p50"] <= found["committed"]["p50"] <= found["phones"]["max"]
    assert found["resident"] > 20_000_000


def _position(found: dict[str, Any], most: int) -> None:
    assert found["seats"] == most
    assert found["moves"] >= 2
    assert 0 < found["processor"]["p50"] <= found["processor"]["p95"]
    assert found["last_phone"]["max"] > found["commit"]["p50"] > 0
    assert found["bytes"]["most"] > 0
    assert 10_000 < found["first_page"] < 1_000_000
    assert found["rate"] > 0
    assert found["resident"] > 20_000_000


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game != "antiquity")) for game in EVENINGS]
)
def test_an_evening_has_moves_enough_from_every_position(game: str) -> None:
    played = evening(game)
    assert len(played.seats) == GAMES[game].meta.seats[1] <= MOST_SEATS
    assert len(played.ahead("start")) > len(played.ahead("middle")) > len(played.ahead("end")) >= 25


def broken_table(folder: Path) -> None:
    with BenchTable(folder, new_devices()) as table:
        table.app.opened.loop.post(lambda: 1 / 0)
        table.decided()


def test_a_table_on_which_a_request_breaks_gives_no_figures(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="an error at the table: a request broke: ZeroDivisionError"):
        broken_table(tmp_path)


def test_a_step_that_fails_or_hangs_is_ended_with_all_it_started(capfd: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    hanging = BenchStep("hanging", "tests.bench.pod_cables", ("/nowhere", "0"), 20)
    steps = [BenchStep("failing", "tests.bench.nothing"), BenchStep("late", "http.server", ("0",), 1), hanging]
    found = run_steps(steps, 30)
    assert found["failing"] == {"failed": "ended with 1"}
    assert found["late"] == {"failed": "given up after 1 s"}
    assert "failed" in found["hanging"]
    assert run_steps(steps[:1], 0) == {"failing": {"failed": "left out, the time is up"}}
    assert time.monotonic() - begun < 30
    assert not [child for child in psutil.Process().children() if "http.server" in " ".join(child.cmdline())]
    assert "2/3 late: given up after 1 s" in capfd.readouterr().err


def test_what_failed_is_said_and_the_rest_is_printed() -> None:
    failed = {"failed": "ended with 1"}
    names = (
        "calibration",
        *EVENINGS,
        "tally",
        "at 100 entries",
        "long",
        "where",
        "pods",
        "lamps",
        "brokers",
        "start",
        "imports",
        "replay",
        *CLUB_STEPS,
    )
    machine = {"processor": "x", "cores": 2, "memory_gb": 1, "python": "3", "kernel": "6", "load": [0, 0, 0]}
    disk = {"mount": "/", "file_system": "ext4", "fsync_p50_ms": 1}
    printed = table({"machine": machine, "disk": disk, **dict.fromkeys(names, failed)})
    assert all(f"FAILED   {name}: ended with 1" in printed for name in names)


def test_without_npm_the_rival_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert rival(2) == {"missing": "Node or npm is not here"}


@pytest.mark.parametrize(
    ("npm", "why"),
    [
        ("echo 'npm error code ENOTFOUND' >&2; exit 1", "npm cannot install boardgame.io: code ENOTFOUND"),
        ("exec sleep 60", "npm did not install boardgame.io within 1 s"),
    ],
)
def test_without_the_package_index_the_rival_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, npm: str, why: str
) -> None:
    for name, does in (("npm", npm), ("node", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(rivals, "INSTALLING", 1.0)
    assert rival(2) == {"missing": why}


def test_a_board_is_expected_to_be_as_much_slower_as_is_published() -> None:
    factors = calibrated()["factors"]
    assert factors["Zero 2 W"] > factors["3B+"] > factors["4"] > factors["5"] > 0
    assert factors["4"] * SINGLE_CORE["4"] == pytest.approx(factors["5"] * SINGLE_CORE["5"], rel=0.01)
    assert advance(0)[1][0] != advance(50)[1][0]
