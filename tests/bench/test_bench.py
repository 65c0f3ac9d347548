"""The bench runs to its end with two moves, says what it measured, and leaves nothing behind when something fails.

How fast anything is, no test asks: these count.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
import pytest

from companion.core.setup import MOST_SEATS
from companion.plays.log.log_file import open_log
from tests.bench import __main__ as bench
from tests.bench import evenings, growth, image_python, painting, server_process
from tests.bench import rival as rivals
from tests.bench.bench_table import BenchTable, new_devices
from tests.bench.image_python import ImagePython
from tests.bench.positions import EVENINGS, GAMES, evening
from tests.bench.printing import PAINTING, table
from tests.bench.rival import rival
from tests.bench.server_process import processor_time
from tests.bench.shown_tables import changes, shown_tables
from tests.bench.steps import BenchStep, run_steps

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 700.0
MACHINE = {"processor": "x", "cores": 2, "memory_gb": 1, "python": "3", "kernel": "6", "load": [0, 0, 0]}
DISK = {"mount": "/", "file_system": "ext4", "fsync_p50_ms": 1}


@pytest.fixture
def own_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server runs on the Python of the tests, so that none has to be installed."""
    own = ImagePython(Path(sys.executable), "of the tests")
    for module in (evenings, server_process):
        monkeypatch.setattr(module, "image_python", lambda: own)


def wanted(folder: Path, **given: Any) -> argparse.Namespace:
    few = {"folder": folder, "before": 1, "moves": 2, "until": 5, "idle": 0.1}
    return argparse.Namespace(**few | given)


# -- the whole of it ---------------------------------------------------------------------------------------------------


def ran(folder: Path, suite: str, *more: str) -> tuple[dict[str, Any], str]:
    """What a suite found with two moves, and what it printed; nothing else is left of it."""
    written = folder / "bench.json"
    command = [sys.executable, "-m", "tests.bench", suite, "--quick", "--busy", "--folder", str(folder)]
    said = subprocess.run(
        [*command, "--written", str(written), *more],
        cwd=ROOT,
        timeout=LIMIT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    found = json.loads(written.read_text("utf-8"))
    steps = len(found) - len(("machine", "disk", "busy"))
    progress = [line for line in said.stderr.splitlines() if re.match("[0-9]+/[0-9]+ ", line)]
    assert [line.partition(" ")[0] for line in progress] == [f"{number + 1}/{steps}" for number in range(steps)]
    assert all(": done, " in line for line in progress)
    assert {path.name for path in folder.iterdir()} == {"bench.json"}
    return found, said.stdout


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("games", [["antike"], [*EVENINGS]], ids=len)
def test_the_whole_bench_comes_to_its_end(tmp_path: Path, games: list[str]) -> None:
    found, printed = ran(tmp_path, "people", "--no-rival", "--games", *games)
    for game in games:
        has_figures(found[game], GAMES[game].meta.seats[1])
        has_painted(found[PAINTING + game])
    assert "tap to last paint" in printed
    assert printed.count("  waited ") >= 1


@pytest.mark.long
def test_growth_comes_to_its_end(tmp_path: Path) -> None:
    found, printed = ran(tmp_path, "growth", "--games", "antike")
    assert [*found["growth pages"]] == [*growth.PAGES]
    for subject in (*growth.SUBJECTS, "antike"):
        for words, of in found[f"growth {subject}"].items():
            assert of["moves"] == 2
            assert f"\n{words} " in printed


@pytest.mark.long
def test_devices_come_to_their_end(tmp_path: Path) -> None:
    found, _ = ran(tmp_path, "devices")
    assert [of["lamps"] for of in found["lamps"]["lamps"]] == [1, 3, 8]
    assert found["pods"]["pods"] == 8


@pytest.mark.long
def test_the_club_comes_to_its_end(tmp_path: Path) -> None:
    _, printed = ran(tmp_path, "club")
    assert "Swiss round of 40" in printed


@pytest.mark.parametrize(("given", "ends"), [([], True), (["--busy"], False)])
def test_a_busy_machine_is_not_measured_unless_wanted(
    given: list[str],
    ends: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    written = tmp_path / "bench.json"
    monkeypatch.setattr(os, "getloadavg", lambda: (0.75, 0.1, 0.1))
    monkeypatch.setattr(bench, "run_steps", lambda *_: {})
    monkeypatch.setattr(sys, "argv", ["bench", *given, "--written", str(written)])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    said = f"{ended.value.code}{capsys.readouterr().out}"
    assert ("The machine is busy: a load of 0.75" in said) == ends
    assert ("BUSY MACHINE: a load of 0.75" in said) != ends
    assert written.exists() != ends


# -- the server --------------------------------------------------------------------------------------------------------


def has_figures(found: dict[str, Any], seats: int) -> None:
    assert found["seats"] == seats
    assert len(found["processor"]) == found["moves"] == 2
    assert all(found["processor"])
    assert len(found["last_stream"]) >= 1
    assert found["bytes"]["most"] > 0
    assert found["hurried"]["rate"] > 0
    assert found["halfway"]["moves"] < found["whole"]["moves"]
    assert found["whole"]["pss"] > 20_000_000
    assert found["written"] > 0


def test_a_server_is_measured_from_outside(tmp_path: Path, own_python: None) -> None:
    found = evenings.measured(evening("athens-sparta"), wanted(tmp_path))
    has_figures(found, 2)
    assert found["python"] == "of the tests"
    assert found["whole"]["moves"] == 5
    assert list(tmp_path.iterdir()) == []


def test_processor_time_is_that_of_the_process() -> None:
    before = time.process_time_ns()
    own = processor_time(os.getpid())
    assert before <= own <= time.process_time_ns()


def serve(folder: Path) -> None:
    with server_process.running_server(folder):
        pass


def test_a_server_that_says_an_error_gives_no_figures(tmp_path: Path, own_python: None) -> None:
    (tmp_path / "companion.db").write_text("no database")
    with pytest.raises(SystemExit, match=r"the server said an error: ."):
        serve(tmp_path)


@pytest.mark.parametrize(
    ("streams", "others", "pages"), [(1, [], 1), (2, [], 2), (2, [("looks-on-xxxxxxxxxxxxxx", "watch")], 3)]
)
def test_only_so_many_pages_are_open(
    tmp_path: Path, own_python: None, streams: int, others: list[tuple[str, str]], pages: int
) -> None:
    """And a seat without an open page makes its moves all the same."""
    played = evening("athens-sparta")
    with evenings.served_evening(tmp_path, played) as (server, devices):
        phones = evenings.EveningPhones(server.port, devices, others, streams)
        on = evenings.PlayedEvening(server, phones, evenings.moves_from(played, 0))
        on.measure(2)
        phones.close()
    assert len(phones.all) == pages
    assert on.made == 2


def test_a_play_has_as_many_entries_and_plays_before_it_as_wanted(tmp_path: Path) -> None:
    evening("athens-sparta").store(tmp_path, 5, [(1, "device-one-xxxxxxxxxxx")], entries=40, past_plays=2)
    with closing(open_log(tmp_path / "companion.db")) as log:
        on, *over = log.plays()
        assert 40 <= log.count(on.id) < 43
        assert [play.status for play in (on, *over)] == ["playing", "over", "over"]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game != "athens-sparta")) for game in EVENINGS]
)
def test_an_evening_has_moves_enough(game: str) -> None:
    played = evening(game)
    assert len(played.seats) == GAMES[game].meta.seats[1] <= MOST_SEATS
    assert len(played.sent) >= 115, "85 before those that are measured, and 30 of them"


def test_without_debians_python_its_own_is_taken_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_python, "DEBIANS", tmp_path / "python3")
    own = image_python.image_python()
    assert own.program == Path(sys.executable)
    assert "not Debian's" in own.name


def broken_table(folder: Path) -> None:
    with BenchTable(folder, new_devices()) as bench_table:
        bench_table.app.opened.loop.post(lambda: 1 / 0)
        bench_table.decided()


def test_a_table_on_which_a_request_breaks_gives_no_figures(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="an error at the table: a request broke: ZeroDivisionError"):
        broken_table(tmp_path)


# -- phones that paint -------------------------------------------------------------------------------------------------


def has_painted(found: dict[str, Any]) -> None:
    assert len(found["painted"]) == len(found["names"]) == found["moves"] == 2
    assert all(found["painted"])
    assert len(found["main_thread"]) == len(found["style_passes"]) == 2 * painting.PHONES
    assert sum(found["style_passes"]) > 0


def painted(folder: Path) -> dict[str, Any]:
    return painting.measured(evening("athens-sparta"), wanted(folder))


@pytest.mark.browser
def test_what_phones_paint_is_measured(tmp_path: Path, own_python: None) -> None:
    # a process holds one browser, and that of the tests may be open
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        has_painted(apart.submit(painted, tmp_path).result())


# -- steps -------------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("suite", bench.SUITES)
def test_what_failed_is_said_and_the_rest_is_printed(suite: str, tmp_path: Path) -> None:
    given = argparse.Namespace(folder=tmp_path, games=tuple(EVENINGS), quick=True, no_rival=False)
    names = [step.name for step in bench.SUITES[suite](given)]
    failed = {"failed": "ended with 1"}
    printed = table({"machine": MACHINE, "disk": DISK, **dict.fromkeys(names, failed)})
    assert all(f"FAILED   {name}: ended with 1" in printed for name in names)


def test_the_longest_waits_are_named() -> None:
    painted = {"painted": [40.0, 0.0, 90.5], "names": ["Go, line 1", "Arm, line 2", "Pay, line 3"]}
    printed = table({"machine": MACHINE, "disk": DISK, PAINTING + "antike": painted})
    named = [line for line in printed.splitlines() if line.startswith("  waited")]
    assert named == [
        "  waited 90 ms for the last paint of antike: Pay, line 3",
        "  waited 40 ms for the last paint of antike: Go, line 1",
    ]


# -- the rival ---------------------------------------------------------------------------------------------------------


def test_the_rival_is_given_what_changes_in_an_evening() -> None:
    tables = shown_tables(evening("athens-sparta"), 10, 12)
    shown = dict[str, Any]()
    for step, after in zip(changes(tables), tables[1:], strict=True):
        shown |= {each["key"]: each for each in (tables[0] if not shown else ())}
        shown |= {each["key"]: each for each in step["changed"]}
        assert [shown[key] for key in step["order"]] == after
    assert json.loads(json.dumps(tables)) == tables


@pytest.mark.long
@pytest.mark.browser
def test_the_rival_paints() -> None:
    found = rival("antike", 10, 2)
    if "missing" in found:
        pytest.skip(found["missing"])
    assert len(found["painted"]) == len(found["processor"]) == found["moves"] == 2
    assert all(found["painted"])
    assert all(found["style_passes"]), "every phone of it shows every move"


def test_without_npm_the_rival_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert rival("antike", 2, 2) == {"missing": "Node or npm is not here"}


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
    monkeypatch.setattr(rivals, "FOLDER", tmp_path / "rival")
    assert rival("antike", 2, 2) == {"missing": why}
