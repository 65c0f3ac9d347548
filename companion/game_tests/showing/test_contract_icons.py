"""Every game has a picture of its own, by which people find it in the list."""

from __future__ import annotations

import re
from pathlib import Path

import web
from companion.core.game import AnyGame
from companion.render.canvas.glyphs import icon_names

SPRITE = Path(web.__path__[0]) / "static" / "icons" / "icons.svg"


def test_the_icon_of_a_game_is_in_the_icon_set(game: AnyGame) -> None:
    assert game.meta.icon in icon_names()
    assert game.meta.icon in re.findall(r'<symbol id="i-([^"]+)"', SPRITE.read_text("utf-8"))
