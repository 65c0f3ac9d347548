"""The comparison of a playthrough with what is recorded of it."""

from __future__ import annotations

from pathlib import Path

from companion.playthroughs.grammar import write
from companion.playthroughs.replay import ReplayResult


def came_out_as_recorded(result: ReplayResult, path: Path, *, update: bool) -> None:
    """Assert that a replay gives the text of its file; with ``update`` write what came out instead."""
    if update and result.actual is not None:
        path.write_text(write(result.actual), "utf-8")
        return
    assert result.difference is None, f"{result.difference}; if that is right, run the same with --update-golden"
    assert not result.other_rules, "made under other rules; run the same with --update-golden and read what differs"
    assert result.actual is not None
    assert write(result.actual) == path.read_text("utf-8"), "not as it is recorded; run the same with --update-golden"
