"""The Ancient World: the second edition by default, the first by options."""

from companion.games.ancient_world.game import AncientWorld

__all__ = ["AncientWorld"]
