"""The figures of a club as lines for people. What is for boards is not expected here: a club runs on any machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.bench.printed_rows import both, heading, row

CLUB_RESULTS, CLUB_SEATING, CLUB_OUTBOXES = "club results", "club seating", "club outboxes"
CLUB_KILLS, CLUB_WALL = "club kills", "club wall"
CLUB_STEPS = (CLUB_RESULTS, CLUB_SEATING, CLUB_OUTBOXES, CLUB_KILLS, CLUB_WALL)
"""The steps, in the order in which they are measured."""


def club_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """All that was found of a club."""
    if not any(step in found for step in CLUB_STEPS):
        return
    yield from heading("A club: clients, processes and databases on this machine")
    for step, lines in zip(CLUB_STEPS, (_results, _seating, _outboxes, _kills, _wall), strict=True):
        of = found.get(step, {})
        if "missing" in of:
            yield f"{step}: not measured, {of['missing']}."
        elif of and "failed" not in of:
            yield from lines(of)


def _results(found: Mapping[str, Any]) -> Iterator[str]:
    for name, of in found["clubs"].items():
        if "missing" in of:
            yield f"{name}: not measured, {of['missing']}."
            continue
        size = f"{of['bytes'] / 1000:.1f} kB"
        yield f"{name} ({of['results']} results of {size}, {found['connections']} at once)"
        yield row("  results a second, each on disk with its receipt", f"{of['rate']:.0f}")
        yield row("  to the receipt, ms (p50 / p99)", both(of["receipt"]))
        yield row("  processor for a result with its rating, ms", f"{of['processor_ms']:.1f}")
        yield row("  ratings caught up afterwards, s", f"{of['ratings_behind_s']:.1f}")


def _seating(found: Mapping[str, Any]) -> Iterator[str]:
    rounds = len(found["seconds"])
    yield row(f"Swiss round of {found['people']}, s (worst of {rounds}; aim 2)", f"{max(found['seconds']):.2f}")
    yield row("  pairs that met again in all rounds", f"{found['met_again']}")


def _outboxes(found: Mapping[str, Any]) -> Iterator[str]:
    where = _where(found["database"], found["processes"])
    yield f"{found['outboxes']} tables whose club was away, over {found['connections']} connections; {where}"
    yield row("  until the last has its receipt, s", f"{found['seconds']:.1f}")
    yield row("  results a second", f"{found['rate']:.0f}")
    yield row("  attempts that failed before / afterwards", f"{found['failed_before']} / {found['failed_after']}")
    yield row("  lost / there twice", "0 / 0")


def _kills(found: Mapping[str, Any]) -> Iterator[str]:
    kills = found["kills"]
    killed = ", ".join(f"{name} {times}x" for name, times in kills.items())
    yield f"{found['tables']} live tables while {sum(kills.values())} times something is killed: {killed}"
    yield row("  reports / moves told", f"{found['reports']} / {found['moves']}")
    yield row("  attempts to report that failed", f"{found['attempts_failed']}")
    yield row("  lost / there twice / wrong ratings", "0 / 0 / 0")
    yield row(
        "  room and ratings right again after the last, s", f"{found['room_behind_s'] + found['ratings_behind_s']:.1f}"
    )


def _wall(found: Mapping[str, Any]) -> Iterator[str]:
    yield f"From a move to the wall, {found['tables']} live tables with a move each {found['every_s']:g} s"
    for key in ("few", "many"):
        of = found[key]
        yield row(f"  to {of['walls']} walls beside {of['phones']} phones, ms (p50 / p99)", both(of["delay"]))
        yield row("    processor of the club, %", f"{of['processor_percent']:.0f}")


def _where(database: str, processes: int) -> str:
    return f"{database}, {processes} processes" if processes > 1 else database
