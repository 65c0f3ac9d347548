"""Positions of every game, from its shortest playthrough."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from companion.core.setup import Setup
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Deed
from companion.playthroughs.replay import _Run, replay
from tests.golden.test_playthroughs import BY_KEY, FILES


@cache
def files_of() -> dict[str, list[Path]]:
    """The playthroughs of each game by its key, the shortest first."""
    found: dict[str, list[tuple[int, Path]]] = {}
    for path in FILES:
        playthrough = parse(path.read_text("utf-8"), path.name)
        deeds = sum(isinstance(line, Deed) for line in playthrough.lines)
        found.setdefault(playthrough.header.game, []).append((deeds, path))
    return {game: [path for _, path in sorted(paths)] for game, paths in found.items()}


def positions_of(path: Path) -> list[tuple[Setup, Any]]:
    """Setup and state, as plain values, after each step of a playthrough."""
    do, found = _Run._do, list[tuple[Setup, Any]]()

    def noted(run: _Run, deed: Any) -> Any:
        done = do(run, deed)
        found.append((run._play.setup, msgspec.json.decode(run._play._raw)))
        return done

    with patch.object(_Run, "_do", noted):
        replay(parse(path.read_text("utf-8"), path.name), BY_KEY)
    return found
