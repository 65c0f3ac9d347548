"""Olympos."""

from companion.games.olympos.game import Olympos

__all__ = ["Olympos"]
