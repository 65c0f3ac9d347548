"""Whose turn is it? For any game: order, done, pass, out. See README.md."""

from companion.games.whose_turn.game import WhoseTurn

__all__ = ["WhoseTurn"]
