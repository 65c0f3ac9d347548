"""Antike (2005 and 2006): rondel, provinces, know-how, personalities. See README.md."""

from companion.games.antike.game import Antike

__all__ = ["Antike"]
