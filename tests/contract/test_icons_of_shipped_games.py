"""Every shipped game has a picture of its own, by which people find it in the list."""

from __future__ import annotations

from companion.games import score_sheet, shipped


def test_no_two_shipped_games_have_the_same() -> None:
    icons = {game.meta.key: game.meta.icon for game in shipped()}
    assert len(set(icons.values())) == len(icons), icons


def test_a_sheet_that_names_none_has_one_too() -> None:
    text = score_sheet.shipped_texts()["hearts.toml"].replace('icon = "heart"\nseats', "seats", 1)
    game = score_sheet.SheetGame(score_sheet.parse(text, "hearts"))
    assert game.meta.icon == "score"
