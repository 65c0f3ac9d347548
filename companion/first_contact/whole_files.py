"""Writes files of a system so that after a power cut they are whole, old or new."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str, mode: int) -> None:
    """Write a file whole or not at all, with the owner and mode of the one before. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.stat() if path.exists() else None
    whole = path.with_name(f".{path.name}.new")
    whole.unlink(missing_ok=True)
    descriptor = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fchmod(file.fileno(), mode if before is None else before.st_mode & 0o777)
        if before is not None and os.geteuid() == 0:
            os.fchown(file.fileno(), before.st_uid, before.st_gid)
        os.fsync(file.fileno())
    os.replace(whole, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
