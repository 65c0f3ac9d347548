"""The documents of the repository, and the commands they show."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_BEHIND = {".venv", "build", "dist", "node_modules"}
"""Folders with documents of others, made by installing and building."""


def documents() -> list[Path]:
    """Every document that people read, in a settled order."""
    return sorted(path for path in ROOT.rglob("*.md") if not _left_behind(path.relative_to(ROOT)))


def _left_behind(path: Path) -> bool:
    return any(part in LEFT_BEHIND or part.startswith(".") for part in path.parts)
