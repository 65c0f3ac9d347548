"""Every game has a picture of its own, by which people find it in the list."""

from __future__ import annotations

import re
from pathlib import Path

import web
from companion.core.game import AnyGame
from companion.games import score_sheet, shipped
from companion.render.canvas.glyphs import icon_names
from tests.contract.table import for_every_game

SPRITE = Path(web.__path__[0]) / "static" / "icons" / "icons.svg"


@for_every_game
def test_the_icon_of_a_game_is_in_the_icon_set(game: AnyGame) -> None:
    assert game.meta.icon in icon_names()
    assert game.meta.icon in re.findall(r'<symbol id="i-([^"]+)"', SPRITE.read_text("utf-8"))


def test_no_two_shipped_games_have_the_same() -> None:
    icons = {game.meta.key: game.meta.icon for game in shipped()}
    assert len(set(icons.values())) == len(icons), icons


def test_a_sheet_that_names_none_has_one_too() -> None:
    text = score_sheet.shipped_texts()["hearts.toml"].replace('icon = "heart"\nseats', "seats", 1)
    game = score_sheet.SheetGame(score_sheet.parse(text, "hearts"))
    assert game.meta.icon == "score"
