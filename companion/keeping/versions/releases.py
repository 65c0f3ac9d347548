"""Installed versions side by side, one virtual environment each, and the symlink to the present one."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from companion.whole_files import sync_folder, write_whole

ROOT = Path("/opt/table-companion")
VERSIONS, CURRENT, PREVIOUS = "versions", "current", "previous"
TRYING = "trying"
"""Marker file that exists until the present version has come up; removed by the service."""
STUCK = "cannot-go-back"
"""What becomes of it when the way back fails: nobody tries that again unasked, or the table would restart for ever."""
UNFINISHED = "unfinished"
"""File with the name of the environment that is being made; left behind where that was cut off."""
LOCK = ".lock"
KEPT = 3
"""Versions kept on disk, about 100 MB each."""


class RollbackPoint(Struct, frozen=True):
    """Environment and log to restore if the present version never comes up."""

    environment: Path
    log: Path


class Releases:
    """Versions installed under ``root``. All methods raise ``OSError``."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    @property
    def installed(self) -> bool:
        """Whether the companion is installed this way at all."""
        return self.current is not None

    @property
    def current(self) -> Path | None:
        """Environment the symlink points to."""
        link = self.root / CURRENT
        return link.resolve() if link.is_symlink() and link.exists() else None

    @property
    def previous(self) -> Path | None:
        """Environment used before the present one, if it still exists."""
        return self._named_in(PREVIOUS)

    def _named_in(self, file: str) -> Path | None:
        """The environment whose name stands in a file, if there is one."""
        try:
            name = (self.root / file).read_text(encoding="utf-8").strip()
        except OSError:
            return None
        found = self.root / VERSIONS / name
        return found if name and "/" not in name and found.is_dir() else None

    def free_folder(self, version: str) -> Path:
        """Unused folder for the environment of a version, numbered if the plain name is taken."""
        folder = self.root / VERSIONS
        names = [version, *(f"{version}-{number}" for number in range(2, 100))]
        return next(folder / name for name in names if not (folder / name).exists())

    @contextmanager
    def locked(self) -> Iterator[bool]:
        """Hold the update lock; yields whether it was free. Released when the process ends at the latest."""
        with (self.root / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    @property
    def rollback_point(self) -> RollbackPoint | None:
        """What to return to, if the present version has not come up since the switch."""
        note = self.root / TRYING
        try:
            name, log = (note if note.exists() else self.root / STUCK).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return None
        found = self.root / VERSIONS / name
        return RollbackPoint(found, Path(log)) if name and "/" not in name and found.is_dir() else None

    def set_rollback_point(self, before: RollbackPoint) -> None:
        """Store the rollback point, synced to disk."""
        write_whole(self.root / TRYING, f"{before.environment.name}\n{before.log}\n")
        (self.root / STUCK).unlink(missing_ok=True)
        sync_folder(self.root)

    def leave_to_people(self) -> None:
        """Keep the rollback point for whoever asks for it, and let the service go on with the present version."""
        if (self.root / TRYING).exists():
            os.replace(self.root / TRYING, self.root / STUCK)
            sync_folder(self.root)

    def clear_rollback_point(self) -> None:
        """Remove the rollback point."""
        for note in (TRYING, STUCK):
            (self.root / note).unlink(missing_ok=True)

    def switch(self, to: Path) -> None:
        """Make ``to`` the present environment, atomically and synced to disk."""
        before = self.current
        link, fresh = self.root / CURRENT, self.root / f"{CURRENT}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(Path(VERSIONS) / to.name)
        os.replace(fresh, link)
        if before is not None and before != to:
            (self.root / PREVIOUS).write_text(f"{before.name}\n", encoding="utf-8")
        sync_folder(self.root)

    def begin(self, environment: Path) -> None:
        """Note that an environment is being made."""
        (self.root / UNFINISHED).write_text(f"{environment.name}\n", encoding="utf-8")

    def finished(self) -> None:
        """Note that it is whole now."""
        (self.root / UNFINISHED).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """Delete an environment that somebody did not finish making, a power cut for instance."""
        unfinished = self._named_in(UNFINISHED)
        if unfinished is not None:
            self.remove(unfinished)
        self.finished()

    def remove(self, environment: Path) -> None:
        """Delete an environment unless it is the present one."""
        if environment != self.current:
            shutil.rmtree(environment, ignore_errors=True)

    def forget(self, environment: Path, previous: Path | None) -> None:
        """Delete an environment that failed and restore ``previous`` as the one before."""
        self.remove(environment)
        (self.root / PREVIOUS).write_text(f"{previous.name if previous else ''}\n", encoding="utf-8")

    def remove_old(self) -> tuple[str, ...]:
        """Delete old environments; returns their names."""
        stay = {self.current, self.previous}
        folders = sorted((self.root / VERSIONS).iterdir(), key=lambda folder: folder.stat().st_mtime_ns, reverse=True)
        others = [folder for folder in folders if folder not in stay]
        gone = others[max(KEPT - len(stay - {None}), 0) :]
        for folder in gone:
            self.remove(folder)
        return tuple(folder.name for folder in gone)
