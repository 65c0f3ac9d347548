"""Writes into the root what makes a table of a Debian system: settings, units, the companion, and no identity."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from companion.first_contact.system_identity import IDENTITY, MACHINE_ID
from deploy.image import contents
from deploy.image.programs import discard, run
from deploy.image.root import inside

FILES = Path(__file__).parent / "files"
INSTALLER = Path(__file__).parents[1] / "install.sh"
OWNERS = Path(__file__).parent / "table.toml"
"""What the owner may write on the card; it lies beside the start files, where every computer sees it."""
PROFILE = "pods"
"""What is wired to a table of which nobody has said anything: nothing, but pods are welcome."""

HOOK = "/etc/kernel/postinst.d/z50-raspi-firmware"
HOOK_ASIDE = "/usr/share/table-companion/z50-raspi-firmware.debian"
GROW_MARK = "var/lib/table-companion-image/grow"

ENABLED = ("table-companion-grow.service", "table-companion-plays.service")
DISABLED = ("ssh.service", "ssh.socket")
MASKED = ("systemd-firstboot.service",)
"""It would ask at the console, of which a table has none."""

LEFT_OVER = (
    "var/cache/apt/*.bin", "var/cache/apt/archives/*.deb", "var/lib/apt/lists/*", "var/log/*.log", "var/log/apt/*",
    "var/cache/debconf/*-old", "var/lib/dpkg/*-old", "tmp/*", "var/tmp/*",
)  # fmt: skip


def prepare(root: Path, sources: str) -> None:
    """Before anything is unpacked: settings that packages find there, and the hook in the place of Debian's."""
    for file in sorted(path for path in FILES.rglob("*") if path.is_file()):
        place = root / file.relative_to(FILES)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
        place.chmod(0o755 if os.access(file, os.X_OK) else 0o644)
    for name, text in (("sources.list", sources), ("preferences.d/table-companion", contents.preferences())):
        place = root / "etc/apt" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (root / HOOK_ASIDE.lstrip("/")).parent.mkdir(parents=True)
    run("dpkg-divert", "--root", root, "--local", "--no-rename", "--divert", HOOK_ASIDE, "--add", HOOK)


def install_companion(root: Path, wheels: Path, python: Path) -> str:
    """Install the companion as its installer does it, compiled by ``python``; what the installer said."""
    path = f"{python.parent}:{os.environ['PATH']}"
    words = ("--root", root, "--yes", "--wheels", wheels, "--profile", PROFILE)
    return run("sh", INSTALLER, *words, env={**os.environ, "PATH": path})


def finish(root: Path) -> None:
    """After everything is installed: units, the FAT partition, and nothing in it that belongs to one machine alone."""
    run("systemctl", "--root", root, "--quiet", "enable", *ENABLED)
    run("systemctl", "--root", root, "--quiet", "disable", *DISABLED)
    run("systemctl", "--root", root, "--quiet", "mask", *MASKED)
    mark = root / GROW_MARK
    mark.parent.mkdir(parents=True)
    mark.touch()
    kernels = [path.name for path in (root / "usr/lib/modules").iterdir()]
    # So that an old kernel goes when a new one has come.
    names = [f"linux-{part}-{kernel}" for kernel in kernels for part in ("image", "binary", "modules", "base")]
    inside(root, "apt-mark", "auto", *names)
    inside(root, HOOK)
    shutil.copyfile(OWNERS, root / "boot/firmware" / OWNERS.name)
    for pattern in (*IDENTITY, *LEFT_OVER):
        for path in root.glob(pattern):
            discard(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    (root / MACHINE_ID).write_text("")
