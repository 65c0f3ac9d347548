"""Programs that only npm has, for tests: fetched once into ``build/``, by exact version and checksum."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

BUILD = Path(__file__).parents[1] / "build"
FETCHING = 600
"""Seconds that npm may take."""


class NotHere(Exception):
    """Node or npm is not installed, or npm cannot fetch the package; the message says what to do."""


@dataclass(frozen=True)
class NpmPackage:
    name: str
    version: str
    sha512: str
    files: tuple[str, ...]
    """Paths within the package of those that are kept."""

    @property
    def folder(self) -> Path:
        """Where its files lie, once it is fetched."""
        return BUILD / f"{self.name.rpartition('/')[2]}-{self.version}"

    def fetched(self) -> Path:
        """Its folder, fetched if need be; raises ``NotHere``."""
        if not self.folder.exists():
            self._fetch()
        return self.folder

    def _fetch(self) -> None:
        npm, named = shutil.which("npm"), f"{self.name}@{self.version}"
        if npm is None:
            raise NotHere(f"npm is not here to fetch {named}: sudo apt install npm")
        BUILD.mkdir(exist_ok=True)
        with TemporaryDirectory(dir=BUILD) as scratch:
            line = [npm, "pack", "--silent", named]
            done = subprocess.run(line, cwd=scratch, capture_output=True, text=True, timeout=FETCHING, check=False)
            packed = next(Path(scratch).glob("*.tgz"), None)
            if done.returncode or packed is None:
                raise NotHere(f"npm cannot fetch {named}: {done.stderr.strip()}")
            found = hashlib.sha512(packed.read_bytes()).hexdigest()
            assert found == self.sha512, f"{named} is not what it was: {found}"
            ready = Path(scratch) / "ready"
            ready.mkdir()
            with tarfile.open(packed) as tar:
                for name in self.files:
                    member = tar.extractfile(f"package/{name}")
                    assert member is not None
                    (ready / Path(name).name).write_bytes(member.read())
            try:
                os.rename(ready, self.folder)
            except OSError:
                assert self.folder.exists()  # somebody else was quicker


def node() -> str:
    """Where Node is; raises ``NotHere``."""
    found = shutil.which("node")
    if found is None:
        raise NotHere("Node is not here: sudo apt install nodejs npm")
    return found
