"""Antiquity, by Jeroen Doumen and Joris Wiersinga (Splotter Spellen, 2004). See README.md."""

from __future__ import annotations

from companion.games.antiquity.game import Antiquity

__all__ = ["Antiquity"]
