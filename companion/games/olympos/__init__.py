"""Olympos, by Philippe Keyaerts (Ystari, 2011). See README.md."""

from companion.games.olympos.game import Olympos

__all__ = ["Olympos"]
