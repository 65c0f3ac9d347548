"""The documents of the repository, and the commands they show."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_BEHIND = {".venv", "build", "dist", "node_modules"}
"""Folders with documents of others, made by installing and building."""
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.M | re.S)
SPAN = re.compile(r"`([^`\n]+)`")
PROGRAMS = (
    *("bash", "companion", "echo", "journalctl", "ls", "make", "mpremote", "pip", "pytest", "python"),
    *("raspi-config", "sh", "sudo", "systemctl", "usermod", "wireviz"),
)
COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ )*(?:\S*/bin/)?(?:{'|'.join(PROGRAMS)}) [^=].*")
"""What reads like a command in running text: settings of the environment, a program, words for it."""


def documents() -> list[Path]:
    """Every document that people read, in a settled order."""
    return sorted(path for path in ROOT.rglob("*.md") if not _left_behind(path.relative_to(ROOT)))


def shown_commands() -> dict[str, str]:
    """Every command a document shows, in a block or in its text, with the first document that shows it."""
    found: dict[str, str] = {}
    for path in documents():
        text = path.read_text(encoding="utf-8")
        blocks = [body for _, language, body in FENCE.findall(text) if language == "console"]
        lines = [line for body in blocks for line in body.splitlines()]
        spans = [span for span in SPAN.findall(FENCE.sub("", text)) if COMMAND.fullmatch(span)]
        for shown in (*lines, *spans):
            for command in re.sub(r"\s+# .*", "", shown).strip().split("; "):
                found.setdefault(command, str(path.relative_to(ROOT)))
    return found


def _left_behind(path: Path) -> bool:
    return any(part in LEFT_BEHIND or part.startswith(".") for part in path.parts)
