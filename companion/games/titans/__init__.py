"""Turns, titans and reminders for The Ancient World, without cards. See README.md."""

from companion.games.titans.game import Titans

__all__ = ["Titans"]
