"""The Ancient World (second edition by default, the first as a profile of its own)."""

from companion.games.ancient_world.game import AncientWorld

__all__ = ["AncientWorld"]
