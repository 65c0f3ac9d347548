"""The box files that come along are as right as an owner's must be: every field known, every number possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.boxes import BoxError, read
from companion.core.game import AnyGame
from companion.games import __file__ as games
from companion.games import shipped

FILES = sorted(Path(games).parent.glob("*/box.toml")) + sorted(Path(games).parent.glob("*/practice.toml"))


def game_of(path: Path) -> AnyGame:
    return next(game for game in shipped() if game.meta.key == path.parent.name.replace("_", "-"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_file_that_comes_along_is_right(path: Path) -> None:
    text, kinds = path.read_text("utf-8"), game_of(path).meta.box
    found = read(text, kinds, path.name)
    assert found
    with pytest.raises(BoxError):
        read(f"{text}\n[nothing.known]\nof = 1\n", kinds, path.name)
