"""Installed versions side by side, each an environment of its own, and a link that says which is the present one."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

ROOT = Path("/opt/table-companion")
VERSIONS, CURRENT, PREVIOUS = "versions", "current", "previous"
TRYING = "trying"
"""There while the present version has not come up yet. The service takes it away as soon as it has."""
LOCK = ".lock"
KEPT = 3
"""Versions that stay; each takes about a hundred million bytes."""


class Before(Struct, frozen=True):
    """What to return to when the present version never comes up: an environment, and the log as it was under it."""

    environment: Path
    log: Path


class Releases:
    """What is installed under ``root``. Everything raises ``OSError``."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root

    @property
    def there(self) -> bool:
        """Whether the companion is installed like this at all."""
        return self.current is not None

    @property
    def current(self) -> Path | None:
        """The environment the link points to."""
        link = self.root / CURRENT
        return link.resolve() if link.is_symlink() and link.exists() else None

    @property
    def previous(self) -> Path | None:
        """The environment that was the present one before, if it is still there."""
        try:
            name = (self.root / PREVIOUS).read_text(encoding="utf-8").strip()
        except OSError:
            return None
        found = self.root / VERSIONS / name
        return found if name and "/" not in name and found.is_dir() else None

    def free_place(self, version: str) -> Path:
        """Where the environment of a version may be made: under its name, or with a number where that is taken."""
        folder = self.root / VERSIONS
        names = [version, *(f"{version}-{number}" for number in range(2, 100))]
        return next(folder / name for name in names if not (folder / name).exists())

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Whether nobody else changes versions meanwhile. Ends with the process at the latest."""
        with (self.root / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    @property
    def before(self) -> Before | None:
        """What to return to, if the present version has not come up since it was switched to."""
        try:
            name, log = (self.root / TRYING).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            return None
        found = self.root / VERSIONS / name
        return Before(found, Path(log)) if name and "/" not in name and found.is_dir() else None

    def try_from(self, before: Before) -> None:
        """From now on there is something to return to. Safe from a power cut."""
        fresh = self.root / f"{TRYING}.new"
        with fresh.open("w", encoding="utf-8") as file:
            file.write(f"{before.environment.name}\n{before.log}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, self.root / TRYING)
        self._sync()

    def settled(self) -> None:
        """It is known how it went: there is nothing to return to by itself any more."""
        (self.root / TRYING).unlink(missing_ok=True)

    def switch(self, to: Path) -> None:
        """From now on this environment is the present one; at no instant is there none. Safe from a power cut."""
        before = self.current
        link, fresh = self.root / CURRENT, self.root / f"{CURRENT}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(Path(VERSIONS) / to.name)
        os.replace(fresh, link)
        if before is not None and before != to:
            (self.root / PREVIOUS).write_text(f"{before.name}\n", encoding="utf-8")
        self._sync()

    def drop(self, environment: Path) -> None:
        """Remove an environment that is not the present one."""
        if environment != self.current:
            shutil.rmtree(environment, ignore_errors=True)

    def forget(self, environment: Path, previous: Path | None) -> None:
        """Remove an environment that was the present one and did not do. ``previous`` is what came before it all."""
        self.drop(environment)
        (self.root / PREVIOUS).write_text(f"{previous.name if previous else ''}\n", encoding="utf-8")

    def tidy(self) -> tuple[str, ...]:
        """Remove what was installed long ago; the names of what went."""
        stay = {self.current, self.previous}
        folders = sorted((self.root / VERSIONS).iterdir(), key=lambda folder: folder.stat().st_mtime_ns, reverse=True)
        others = [folder for folder in folders if folder not in stay]
        gone = others[max(KEPT - len(stay - {None}), 0) :]
        for folder in gone:
            self.drop(folder)
        return tuple(folder.name for folder in gone)

    def _sync(self) -> None:
        folder = os.open(self.root, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
