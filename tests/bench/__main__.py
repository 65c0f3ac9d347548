"""``make bench``: measure, print a table, write the same to build/bench.json. A step that fails or takes too long is
ended and said, and the exit code is 1. SUITE is what is measured: ``people`` is what they feel at a table.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.club_printing import CLUB_KILLS, CLUB_OUTBOXES, CLUB_RESULTS, CLUB_SEATING, CLUB_WALL
from tests.bench.growth import SUBJECTS
from tests.bench.machine import disk, machine
from tests.bench.positions import EVENINGS
from tests.bench.printing import PAINTING, table
from tests.bench.steps import BenchStep, run_steps

BUILD = Path("build")
WHOLE = 590.0
"""Seconds that all steps take together at most."""
QUIET = 0.5
"""The load of a machine on which figures can be compared."""
Arguments = tuple[str, ...]


def main() -> None:
    """Measure, and print what was found."""
    wanted = _arguments()
    load = os.getloadavg()[0]
    if load > QUIET and not wanted.busy:
        sys.exit(
            f"The machine is busy: a load of {load:.2f} in the last minute, and more than {QUIET} falsifies figures.\n"
            "Close what runs besides and wait a minute, or measure anyway: --busy (make bench BENCH=--busy)."
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # as Ctrl-C: what runs is ended
    found: dict[str, Any] = {"machine": machine(), "disk": disk(wanted.folder), "busy": load > QUIET}
    found |= run_steps(SUITES[wanted.suite](wanted), WHOLE)
    written = wanted.written or BUILD / ("bench.json" if wanted.suite == "people" else f"bench-{wanted.suite}.json")
    written.parent.mkdir(exist_ok=True)
    written.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{table(found)}\n\nThe same is in {written}.\n")
    sys.exit(any("failed" in each for each in found.values() if isinstance(each, dict)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("suite", nargs="?", choices=tuple(SUITES), default="people", metavar="SUITE")
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine, too; the table says so")
    parser.add_argument("--quick", action="store_true", help="two moves instead of many: to see whether it works")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where databases are made")
    parser.add_argument("--games", nargs="+", choices=tuple(EVENINGS), default=tuple(EVENINGS), help="which are played")
    parser.add_argument("--written", type=Path, help="where the figures are written as JSON")
    parser.add_argument("--no-rival", action="store_true", help="without the rival, which npm installs")
    return parser.parse_args()


def _people(wanted: argparse.Namespace) -> list[BenchStep]:
    place = ("--folder", str(wanted.folder))
    few: Arguments = ("--before", "2", "--moves", "2") if wanted.quick else ()
    fewer: Arguments = (*few, "--until", "6", "--idle", "0.5") if wanted.quick else ()
    steps = [BenchStep("prepared", "tests.bench.preparing", (), 240)]
    for game in wanted.games:
        steps.append(BenchStep(game, "tests.bench.evenings", (game, *place, *fewer), 70))
        steps.append(BenchStep(PAINTING + game, "tests.bench.painting", (game, *place, *few), 70))
    if not wanted.no_rival:
        steps.append(BenchStep("rival", "tests.bench.rival", few, 240))
    return [*steps, BenchStep("start", "tests.bench.starting", ("--starts", "1") if wanted.quick else ())]


def _growth(wanted: argparse.Namespace) -> list[BenchStep]:
    few: Arguments = ("--moves", "2", "--entries", "100", "120", "--plays", "2", "--at", "2", "6")
    given = ("--folder", str(wanted.folder), *(few if wanted.quick else ()))
    return [
        BenchStep("prepared", "tests.bench.preparing", (), 240),
        *(
            BenchStep(f"growth {subject}", "tests.bench.growth", (subject, *given), 240)
            for subject in (*SUBJECTS, *wanted.games)
        ),
    ]


def _devices(wanted: argparse.Namespace) -> list[BenchStep]:
    few: Arguments = ("--presses", "2", "--idle", "0.5") if wanted.quick else ()
    return [
        BenchStep("pods", "tests.bench.pods", ("--folder", str(wanted.folder), *few), 150),
        BenchStep("lamps", "tests.bench.lamps", ("--beats", "20") if wanted.quick else ()),
    ]


def _club(wanted: argparse.Namespace) -> list[BenchStep]:
    place = ("--folder", str(wanted.folder))
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
        BenchStep(name, f"tests.bench.club.{module}", (*given, *(few[name] if wanted.quick else ())), seconds)
        for name, (module, given, seconds) in modules.items()
    ]


SUITES: dict[str, Callable[[argparse.Namespace], list[BenchStep]]] = {
    "people": _people,
    "growth": _growth,
    "devices": _devices,
    "club": _club,
}


if __name__ == "__main__":
    main()
