"""Makes the root file system of packages: unpacked by this machine's dpkg, configured by the image's own programs.

Everything is done in a mount namespace of its own (``alone``), so that whatever is mounted in the root ends with the
process that mounted it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from deploy.image import contents
from deploy.image.programs import ImageError, discard, run

ALONE = "TABLE_COMPANION_IMAGE_ALONE"
EARLY = ("base-passwd", "base-files", "debconf", "dpkg", "libc6", "mawk", "perl-base")
"""Configured before the others, whose scripts take them for granted."""
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
FOLDERS = (
    "usr/bin", "usr/sbin", "usr/lib", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log", "etc", "dev", "proc",
    "sys",
)  # fmt: skip
QUIET = {
    "DEBIAN_FRONTEND": "noninteractive", "DEBCONF_NONINTERACTIVE_SEEN": "true", "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
}  # fmt: skip
LATER = (
    "usr/bin/py3compile", f"usr/lib/python{contents.PYTHON}/py_compile.py", "usr/bin/systemd-hwdb",
    "usr/sbin/update-ca-certificates", "usr/sbin/update-initramfs",
)  # fmt: skip
"""What the packages' scripts call, some of it many times, and is done once afterwards; most of it by ``native``."""


def alone() -> None:
    """Go on in a mount namespace of one's own: the process is replaced once."""
    if os.environ.get(ALONE) == "yes":
        return
    command = ["unshare", "--mount", "--propagation", "private", sys.executable, "-m", "deploy.image", *sys.argv[1:]]
    os.execvpe("unshare", command, {**os.environ, ALONE: "yes"})  # noqa: S606  # no shell is wanted


def lay_out(root: Path) -> None:
    """Make an empty folder a root that dpkg can unpack into."""
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True, exist_ok=True)
    for name in ("bin", "sbin", "lib"):
        (root / name).symlink_to(f"usr/{name}")
    for name in ("status", "available"):
        (root / "var/lib/dpkg" / name).touch()
    (root / "var/lib/dpkg/arch").write_text(f"{contents.ARCHITECTURE}\n")


def unpack(packages: Iterable[Path], root: Path) -> None:
    """Unpack packages into a root that ``lay_out`` made. Raises ``ImageError``."""
    if os.environ.get(ALONE) != "yes":
        raise ImageError("what is mounted here would stay on this machine; go through alone() first")
    files = list(packages)
    # Scripts that run before a package is unpacked want a shell and what is essential: its files, for now without dpkg.
    for file in files:
        if file.name.split("_")[0] not in ("linux-modules", "firmware-brcm80211", "espeak-ng-data"):
            _extract_if_needed(file, root)
    # What dpkg leaves out of these it would not take away again.
    for name in ("bug", "doc", "info", "lintian", "locale", "man"):
        discard(root / "usr/share" / name)
    _rules_of_dpkg(root)
    _devices(root)
    run(*_dpkg(root), "--force-depends", "--unpack", *files, env=QUIET)


def configure(root: Path) -> None:
    """Let the packages' own scripts set them up. Raises ``ImageError``."""
    # Both a shell script and a Python program that do nothing.
    nothing = root / "tmp/nothing"
    nothing.write_text("#!/bin/sh\n")
    nothing.chmod(0o755)
    for name in LATER:
        run("mount", "--bind", nothing, root / name)
    # By the dpkg of the root: to that of this machine, what a package of all architectures needs would be missing.
    inside(root, "dpkg", "--force-depends", "--force-unsafe-io", "--configure", *EARLY)
    inside(root, "dpkg", "--force-unsafe-io", "--configure", "--pending")
    for name in LATER:
        run("umount", root / name)
    nothing.unlink()


def make_initramfs(root: Path) -> None:
    """Make the initial RAM disk of each kernel. Raises ``ImageError``."""
    for kernel in (root / "usr/lib/modules").iterdir():
        inside(root, "update-initramfs", "-c", "-k", kernel.name)


def inside(root: Path, *words: str | Path) -> str:
    """Run a program of the root in it; what it printed."""
    return run("chroot", root, *words, env=QUIET)


def leave(root: Path) -> None:
    """Unmount what was mounted in the root."""
    for place in ("dev", "proc"):
        run("umount", "--recursive", root / place)
    (root / "usr/sbin/policy-rc.d").unlink()


def _extract_if_needed(file: Path, root: Path) -> None:
    essential = run("dpkg-deb", "--field", file, "Essential", "Priority")
    if "Essential: yes" in essential or "Priority: required" in essential or file.name.startswith(("lib", "gcc-")):
        run("dpkg-deb", "--extract", file, root)


def _rules_of_dpkg(root: Path) -> None:
    """What dpkg leaves out: now, where this machine's own rules do not count, and in the image at updates."""
    rules = root / "etc/dpkg/dpkg.cfg.d"
    rules.mkdir(parents=True, exist_ok=True)
    (rules / "table-companion").write_text(contents.exclusions())
    run("mount", "--bind", rules, "/etc/dpkg/dpkg.cfg.d")


def _devices(root: Path) -> None:
    """A ``/dev`` of the few devices that scripts use, ``/proc``, and nothing that starts services."""
    run("mount", "-t", "tmpfs", "-o", "mode=755", "none", root / "dev")
    for name in DEVICES:
        (root / "dev" / name).touch()
        run("mount", "--bind", Path("/dev") / name, root / "dev" / name)
    (root / "dev/fd").symlink_to("/proc/self/fd")
    (root / "dev/shm").mkdir()
    run("mount", "-t", "proc", "none", root / "proc")
    forbid = root / "usr/sbin/policy-rc.d"
    forbid.write_text("#!/bin/sh\nexit 101\n")
    forbid.chmod(0o755)


def _dpkg(root: Path) -> list[str]:
    return ["dpkg", f"--root={root}", f"--log={root}/var/log/dpkg.log", "--force-architecture", "--force-unsafe-io"]
