"""A flashed card in a file, each partition in a file of its own, and the image's scripts that divide and mount it."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from deploy.image import card_image
from deploy.image.system import FILES, GROW_MARK

SCRIPTS = FILES / "usr/local/lib/table-companion"
MIB = 2**20
GIB = 2**30
MADE = "var/lib/table-companion-image/plays"
# As the kernel: the partition is as long as the table says.
PARTX = """#!/bin/sh
size=$(sfdisk --dump "$4" | sed -n "s/^[^:]*[^0-9]$3 : .*size= *\\([0-9]*\\),.*/\\1/p")
truncate -s $((size * 512)) "$4.$3"
"""
CUT = """#!/bin/sh
left=$(cat {left})
[ "$left" -gt 0 ] || kill -9 0
echo $((left - 1)) >{left}
exec {program} "$@"
"""


@dataclass
class FlashedCard:
    """A card of so many bytes, flashed with an image, and the root of its system."""

    folder: Path
    size: int

    def __post_init__(self) -> None:
        self.root = self.folder / "root"
        self.disk = self.folder / "card.img"
        self.programs = self.folder / "programs"
        for path in ("var/lib/table-companion", "var/lib/table-companion-image", "etc/NetworkManager"):
            (self.root / path).mkdir(parents=True)
        (self.root / "var/lib/table-companion").chmod(0o750)
        (self.root / GROW_MARK).touch()
        with self.disk.open("wb") as disk:
            disk.truncate(self.size)
        self.run("sfdisk", "--quiet", self.disk, sent=card_image.layout_for(0).script(0x1234ABCD))
        self.programs.mkdir()
        self._program("partx", PARTX)
        # There is no file system to grow, and files of tests need not last.
        for name in ("resize2fs", "sync"):
            self._program(name, "#!/bin/sh\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def cut_after(self, count: int, program: str) -> None:
        """Everything is killed as the program is called once more than so many times."""
        left, own, kept = self.folder / "left", self.programs / program, self.programs / "real"
        left.write_text(str(count))
        if own.exists():
            own.rename(kept)
        real = kept if kept.exists() else shutil.which(program, path=self._path)
        self._program(program, CUT.format(left=left, program=real))

    def starts(self) -> subprocess.CompletedProcess[str]:
        """The first time."""
        return self._do(["sh", SCRIPTS / "grow-root"])

    def mounts(self, then: str = "true") -> subprocess.CompletedProcess[str]:
        """At any start the partition of the plays is mounted; ``then`` shell words are done in the root, whether it was
        or not. Mounts are gone with the namespace they are in.
        """
        words = f"status=0; sh {SCRIPTS}/mount-plays >&2 || status=$?; cd {self.root}; {then}; exit $status"
        return self._do(["unshare", "--mount", "--propagation", "private", "sh", "-c", words])

    def partitions(self) -> list[tuple[int, int]]:
        """Where each begins, and how long it is, in bytes."""
        found = []
        for line in self.run("sfdisk", "--dump", self.disk).splitlines():
            if " : start=" in line:
                start, size = (int(part.split("=")[1]) * 512 for part in line.split(" : ")[1].split(",")[:2])
                found.append((start, size))
        return found

    def on_plays(self, words: str) -> str:
        """What debugfs says of the partition of the plays."""
        return self.run("debugfs", "-R", words, f"{self.disk}.3")

    def _do(self, words: list[str | Path]) -> subprocess.CompletedProcess[str]:
        given = {"SYSTEM": str(self.root), "DISK": str(self.disk), "PATH": f"{self.programs}:{self._path}"}
        return subprocess.run(
            words,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **given},
            start_new_session=True,
        )

    def _program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def run(self, *words: str | Path, sent: str | None = None) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, check=True, input=sent, env={**os.environ, "PATH": self._path}
        )
        return done.stdout

    @property
    def _path(self) -> str:
        return f"{os.environ['PATH']}:/usr/sbin:/sbin"
