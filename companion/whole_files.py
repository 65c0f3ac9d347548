"""Write files so that after a power cut they are whole, old or new."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def write_whole(path: Path, content: bytes | str, mode: int | None = None) -> None:
    """Write a file whole or not at all, synced to disk. Raises ``OSError``.

    It keeps the mode of the one before; a new one gets ``mode``, or what the umask leaves. Written by root, it belongs
    to the owner of the one before, or of the folder: root may write where a game runs.
    """
    like = _file_at(path)
    part = path.with_name(f".{path.name}.new")
    part.unlink(missing_ok=True)  # it could be a link that leads elsewhere
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        if like is not None:
            os.fchmod(file.fileno(), like.st_mode & 0o777)
        elif mode is not None:
            os.fchmod(file.fileno(), mode)
        if os.geteuid() == 0:
            owner = like or path.parent.stat()
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        os.fsync(file.fileno())
    os.replace(part, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync what was renamed or deleted in a folder. Raises ``OSError``."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _file_at(path: Path) -> os.stat_result | None:
    """The file that is replaced; None for nothing, and for a link, which says nothing of the folder it lies in."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found if stat.S_ISREG(found.st_mode) else None
