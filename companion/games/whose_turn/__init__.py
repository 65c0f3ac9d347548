"""Whose turn is it? A turn order for any game: done, pass, out. See README.md."""

from companion.games.whose_turn.game import WhoseTurn

__all__ = ["WhoseTurn"]
