"""The figures of pods and lamps as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.bench.printed_rows import both, heading, row


def device_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """All that was found of devices."""
    if "free" in (pods := found.get("pods", {})):
        yield from _pods(pods)
    if "lamps" in (lamps := found.get("lamps", {})):
        yield from _lamps(lamps)


def _pods(pods: Mapping[str, Any]) -> Iterator[str]:
    title = f"From OK at a pod  (ms, p50 / p99; {pods['pods']} model pods, {pods['presses']} presses)"
    yield from heading(title, "115,200 baud", here="no pace")
    runs = (pods["free"], pods["paced"])
    yield row("key to committed move", *(both(run["committed"]) for run in runs))
    yield row("committed move to the display's last byte", *(both(run["shown"]) for run in runs))
    share = f"{pods['idle_percent']} % ({pods['idle_without_percent']} %)"
    yield row(f"processor with {pods['pods']} idle pods (without)", share)
    yield "  A Pico's own time for a picture is not in these figures: unmeasured."


def _lamps(found: Mapping[str, Any]) -> Iterator[str]:
    yield from heading("Dimmed lamps by gpiod", here="% of a core")
    for of in found["lamps"]:
        yield row(f"{of['lamps']} coloured lamps, {of['wakes']} wakes a second", f"{of['percent']:.2f}")
    yield "  The chip is a fake one: a kernel's time is not in these figures."
