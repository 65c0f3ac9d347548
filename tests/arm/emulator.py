"""The emulator of a 64-bit ARM machine: qemu 10 of Debian trixie, in a root of its own, as older ones know less.

Built once, under ``build/arm``. Needs root and mmdebstrap.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from deploy.debian import mirror
from deploy.image.programs import discard

FOLDER = Path(__file__).parents[2] / "build" / "arm"
PACKAGES = ("qemu-system-arm", "qemu-utils")
INSIDE = """
root=$1; shared=$2; shift 2
for folder in $shared; do mkdir -p "$root$folder"; mount --bind "$folder" "$root$folder"; done
exec chroot "$root" "$@"
"""


def built_emulator() -> Path:
    """The root with qemu in it, built where there is none yet."""
    root = FOLDER / "emulator"
    ready = FOLDER / "emulator-ready"
    if not ready.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        discard(root)
        words = [
            "unshare", "--mount", "mmdebstrap", "--mode=root", "--variant=minbase", "--format=directory",
            "--aptopt=APT::Install-Recommends false", f"--include={','.join(PACKAGES)}",
            "--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/doc/*",
            "trixie", str(root), mirror(),
        ]  # fmt: skip
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        ready.touch()
    return root


def in_emulator(shared: Sequence[Path], words: Sequence[str]) -> list[str]:
    """A command that runs ``words`` in that root, which finds the folders ``shared`` where they are here.

    What it mounts is gone with it; it is the process itself that becomes the program, so that it can be ended.
    """
    folders = " ".join(str(folder) for folder in shared)
    alone = ("unshare", "--mount", "--propagation", "private", "sh", "-euc", INSIDE, "sh")
    return [*alone, str(built_emulator()), folders, *words]
