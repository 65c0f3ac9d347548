"""The club's part of the bench runs with few tables, and says what it measured."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from tests.bench.club import wall_delay
from tests.bench.club.results_a_second import measured as results_measured
from tests.bench.club.served_club import SQLITE
from tests.bench.club.swiss_seating import seated
from tests.bench.club_printing import CLUB_KILLS, CLUB_OUTBOXES, CLUB_RESULTS, CLUB_SEATING, CLUB_STEPS, club_lines
from tests.mqtt.mosquitto import needs_mosquitto

SPREAD = {"p50": 1.0, "p95": 2.0, "p99": 3.0, "max": 4.0}


@pytest.mark.long
def test_results_are_counted_by_their_receipts(tmp_path: Path) -> None:
    found = results_measured(SQLITE, 1, argparse.Namespace(results=12, connections=3, folder=tmp_path))
    assert found["results"] == 12
    assert found["rate"] > 0
    assert 0 < found["receipt"]["p50"] <= found["receipt"]["max"]
    assert list(tmp_path.iterdir()) == []


def test_a_swiss_event_is_seated() -> None:
    found = seated(24, 3)
    assert len(found["seconds"]) == 3
    assert max(found["seconds"]) < 2
    assert found["met_again"] == 0


@pytest.mark.long
@needs_mosquitto
def test_a_move_comes_to_every_wall(tmp_path: Path) -> None:
    found = wall_delay.measured(
        argparse.Namespace(tables=3, every=0.3, seconds=0.6, walls=2, phones=2, folder=tmp_path)
    )
    for of in (found["few"], found["many"]):
        assert of["moves"] >= 3
        assert 0 < of["delay"]["p50"] <= of["delay"]["max"] < 5000


def test_what_was_killed_is_printed() -> None:
    """And no figure is called as the word by which a step says that it failed."""
    found = {
        "tables": 200,
        "kills": {"broker": 7, "database": 13},
        "reports": 1215,
        "moves": 3667,
        "attempts_failed": 290,
        "ratings_behind_s": 0.25,
        "room_behind_s": 1.5,
    }
    lines = list(club_lines({CLUB_KILLS: found}))
    assert "200 live tables while 20 times something is killed: broker 7x, database 13x" in lines
    assert any(line.endswith(" 290") for line in lines)
    assert lines[-1].endswith(" 1.8")


def test_what_is_missing_is_said_and_the_rest_is_printed() -> None:
    missing: dict[str, Any] = {"missing": "PostgreSQL is not installed"}
    results = {"results": 9, "bytes": 8800, "rate": 200.4, "processor_ms": 3.21, "receipt": SPREAD}
    lines = "\n".join(
        club_lines(
            {
                CLUB_RESULTS: {
                    "connections": 2,
                    "clubs": {"SQLite": results | {"ratings_behind_s": 0.2}, "PostgreSQL": missing},
                },
                CLUB_SEATING: {"people": 1000, "seconds": [0.1, 0.3], "met_again": 0},
                CLUB_OUTBOXES: {"failed": "given up after 150 s"},
                CLUB_KILLS: missing,
            }
        )
    )
    assert "PostgreSQL: not measured, PostgreSQL is not installed." in lines
    assert f"{CLUB_KILLS}: not measured, PostgreSQL is not installed." in lines
    assert "0.30" in lines
    assert " 200" in lines
    assert list(club_lines({})) == []
    assert list(club_lines({step: {"failed": "why"} for step in CLUB_STEPS}))[-1].startswith("---")
