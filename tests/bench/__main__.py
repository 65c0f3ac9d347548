"""``make bench``: measure, print a table, write the same to build/bench.json. It takes twelve minutes at most; a step
that fails or takes too long is ended and said, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.club_printing import CLUB_KILLS, CLUB_OUTBOXES, CLUB_RESULTS, CLUB_SEATING, CLUB_WALL
from tests.bench.machine import disk, machine
from tests.bench.positions import EVENINGS, PARTS
from tests.bench.printing import table
from tests.bench.steps import BenchStep, run_steps

WRITTEN = Path("build") / "bench.json"
WHOLE = 710.0
"""Seconds that all steps take together at most."""
OF_A_POSITION = 16
"""Presses wanted for every move of a position of a real game."""


def main() -> None:
    """See the module."""
    wanted = _arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as Ctrl-C: what runs is ended
    found: dict[str, Any] = {"machine": machine(), "disk": disk(wanted.folder)}
    found |= run_steps(_steps(wanted), WHOLE)
    wanted.written.parent.mkdir(exist_ok=True)
    wanted.written.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{table(found)}\n\nThe same is in {wanted.written}.\n")
    sys.exit(any("failed" in each for each in found.values()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    default = Path(tempfile.gettempdir())
    parser.add_argument("--folder", type=Path, default=default, help="where databases are made")
    parser.add_argument("--presses", type=int, default=500, help="presses behind every percentile of the made-up game")
    parser.add_argument("--long", type=int, default=10_000, help="entries of the long evening")
    games = tuple(EVENINGS)
    parser.add_argument("--games", nargs="+", choices=games, default=games, help="whose evenings are measured")
    parser.add_argument("--parts", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="where evenings begin")
    parser.add_argument("--written", type=Path, default=WRITTEN, help="where the figures are written as JSON")
    parser.add_argument("--no-rival", action="store_true", help="without the rival, which npm installs")
    return parser.parse_args()


def _steps(wanted: argparse.Namespace) -> list[BenchStep]:
    presses, quick = wanted.presses, wanted.presses < OF_A_POSITION
    place = ("--folder", str(wanted.folder))
    all_of_them = ("--presses", str(presses), *place)
    fewer = ("--presses", str(max(presses // 3, 2)), *place)
    moves = ("--moves", str(max(presses // OF_A_POSITION, 2)), *place)
    parts = ("--parts", *wanted.parts)
    steps = [BenchStep("calibration", "tests.bench.calibration")]
    steps += [BenchStep(game, "tests.bench.evenings", (game, *moves, *parts), 110) for game in wanted.games]
    steps += [
        BenchStep("tally", "tests.bench.press", (*all_of_them, "--hurry", "0.5" if quick else "5"), 60),
        BenchStep("at 100 entries", "tests.bench.press", (*fewer, "--entries", "100")),
        BenchStep("long", "tests.bench.press", (*fewer, "--entries", str(wanted.long)), 90),
        BenchStep("where", "tests.bench.press", (*fewer, "--where")),
        BenchStep("pods", "tests.bench.pods", (*fewer, "--idle", "0.5" if quick else "5"), 90),
        BenchStep("lamps", "tests.bench.lamps", ("--beats", "20" if quick else "500")),
        BenchStep("brokers", "tests.bench.brokers", ("--moves", str(max(presses // OF_A_POSITION, 2)), *place), 200),
        BenchStep("start", "tests.bench.starting", ("--starts", "1" if quick else "4")),
        BenchStep("imports", "tests.bench.importing"),
        BenchStep("replay", "tests.bench.replaying", ("--entries", str(min(2000, wanted.long)))),
    ]
    steps += _club_steps(place, quick=quick)
    if not wanted.no_rival:
        # The package index may be slow: last, so that nothing else is left out for it.
        steps.append(BenchStep("rival", "tests.bench.rival", ("--moves", str(presses)), 240))
    return steps


def _club_steps(place: tuple[str, str], *, quick: bool) -> list[BenchStep]:
    few = {
        CLUB_RESULTS: ("--results", "20", "--connections", "4"),
        CLUB_SEATING: ("--people", "40", "--rounds", "2"),
        CLUB_OUTBOXES: ("--outboxes", "20", "--connections", "5", "--away", "0.5"),
        CLUB_KILLS: ("--tables", "4", "--plays", "2", "--kills", "4", "--seconds", "4"),
        CLUB_WALL: ("--tables", "4", "--every", "0.5", "--seconds", "2", "--walls", "2", "--phones", "3"),
    }
    modules = {
        CLUB_RESULTS: ("results_a_second", place, 90),
        CLUB_SEATING: ("swiss_seating", (), 30),
        CLUB_OUTBOXES: ("waiting_outboxes", place, 150),
        CLUB_KILLS: ("killed_parts", place, 200),
        CLUB_WALL: ("wall_delay", place, 90),
    }
    return [
        BenchStep(name, f"tests.bench.club.{module}", (*given, *(few[name] if quick else ())), seconds)
        for name, (module, given, seconds) in modules.items()
    ]


if __name__ == "__main__":
    main()
