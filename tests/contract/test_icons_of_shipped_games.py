"""Every shipped game has a picture of its own, by which people find it in the list."""

from __future__ import annotations

from companion.core.game import AnyGame
from companion.games import score_sheet, shipped


def counted_by(game: AnyGame) -> str:
    """The key of the sheet by which a ledger counts; empty for other games."""
    counting = game.counting if isinstance(game, score_sheet.LedgerGame) else None
    return counting.meta.key if counting is not None else ""


def begun_from(game: AnyGame) -> str:
    """The key of the game from whose card it is begun; empty for other games."""
    return game.meta.points_of or game.meta.helps


def test_no_two_shipped_games_have_the_same() -> None:
    alone = [game for game in shipped() if not begun_from(game) and not counted_by(game)]
    icons = {game.meta.key: game.meta.icon for game in alone}
    assert len(set(icons.values())) == len(icons), icons


def test_a_ledger_has_the_picture_of_the_sheet_that_counts() -> None:
    icons = {game.meta.key: game.meta.icon for game in shipped()}
    ledgers = {game.meta.key: counted_by(game) for game in shipped() if counted_by(game)}
    assert {key: icons[key] for key in ledgers} == {key: icons[by] for key, by in ledgers.items()}


def test_what_is_begun_from_the_card_of_a_game_has_its_picture() -> None:
    icons = {game.meta.key: game.meta.icon for game in shipped()}
    begun = {game.meta.key: begun_from(game) for game in shipped() if begun_from(game)}
    assert {key: icons[key] for key in begun} == {key: icons[of] for key, of in begun.items()}


def test_a_sheet_that_names_none_has_one_too() -> None:
    text = score_sheet.shipped_texts()["hearts.toml"].replace('icon = "heart"\nseats', "seats", 1)
    game = score_sheet.SheetGame(score_sheet.parse(text, "hearts"))
    assert game.meta.icon == "score"
