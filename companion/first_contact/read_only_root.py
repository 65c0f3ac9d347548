"""A read-only root file system on a table that was flashed: whether it is one, and the choice for the next power-on.

The image's initial RAM disk lays memory over the card where the kernel's command line asks for it; the plays have a
partition of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from companion.core.wording import Message, say
from companion.whole_files import write_whole

MOUNTS = Path("/proc/self/mounts")
COMMAND_LINE = "cmdline.txt"
"""On the card's FAT partition; the image's hook for kernels keeps the words in it."""
WORDS = ("ro", "table-companion.root=read-only")
MADE = "var/lib/table-companion-image/plays"
"""Stands where the partition of the plays was made at the first start."""
PLAYS = "/var/lib/table-companion"

PlaysPlace = Literal["partition", "system", "lost"]
"""Where the plays lie: on their partition; with the system, since there is none; or there since it was not mounted."""


class ReadOnlyRoot:
    """The system under ``root``, its ``card`` with the files a Pi starts from, and what is mounted (a file of /proc;
    None for a system that does not run).
    """

    def __init__(
        self, root: Path = Path("/"), card: Path = Path("/boot/firmware"), mounts: Path | None = MOUNTS
    ) -> None:
        self._made = root / MADE
        self._command_line = card / COMMAND_LINE
        self._mounts = mounts

    @property
    def flashed(self) -> bool:
        """Whether this is a system of the disk image."""
        return self._made.parent.is_dir()

    @property
    def only_read(self) -> bool:
        """Whether what is written to the system now is gone at the next power-on."""
        return ["table-companion", "/", "overlay"] in [mount[:3] for mount in self._mounted()]

    @property
    def plays(self) -> PlaysPlace:
        if not self._made.exists():
            return "system"
        mounted = self._mounts is None or any(mount[1] == PLAYS for mount in self._mounted())
        return "partition" if mounted else "lost"

    def choose(self, only_read: bool) -> None:
        """Choose for the next power-on. Raises ``OSError``, and ``ValueError`` where there is nothing to choose."""
        before = self._command_line.read_text(encoding="ascii") if self._command_line.exists() else ""
        if " root=" not in f" {before}":
            raise ValueError(f"{self._command_line}: there is no root=")
        made = with_choice(before, only_read)
        if made != before:
            write_whole(self._command_line, made, 0o600)

    def _mounted(self) -> list[list[str]]:
        if self._mounts is None:
            return []
        return [line.split() for line in self._mounts.read_text(encoding="utf-8").splitlines()]


def with_choice(line: str, only_read: bool) -> str:
    """The kernel's command line, with the root file system only read or as usual."""
    words = [word for word in line.split() if word not in (*WORDS, "rw")]
    at = next(at for at, word in enumerate(words) if word.startswith("root=")) + 1
    words[at:at] = WORDS if only_read else ("rw",)
    return " ".join(words) + "\n"


def lost_plays(root: ReadOnlyRoot) -> Message | None:
    """What to say where the partition of the plays could not be mounted, else None."""
    if root.plays != "lost":
        return None
    if root.only_read:
        return say(
            "The partition of the plays cannot be used. What is played now is in memory, and gone when the table is"
            " switched off, but for copies on a memory stick."
        )
    return say("The partition of the plays cannot be used. What is played now is kept beside the system on the card.")
