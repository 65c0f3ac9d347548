"""The disks and the kernel of the virtual machines: Debian on the kernel of trixie-backports, each built once.

Tables run Bookworm or Trixie. Their own kernels have no gpio-sim, that of trixie-backports has, so they are started with
it. Packages come from the mirror this machine's apt uses. Needs root, mmdebstrap, e2fsprogs and xz.

    python -m tests.vm.image        build what is missing in build/vm, and say where it is
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "vm"

SUITES = {"bookworm": "3.11", "trixie": "3.13"}
"""Debian's suites that are tried, and the Python of each."""

PACKAGES = (
    "systemd", "systemd-sysv", "udev", "dbus", "polkitd", "kmod", "iproute2", "procps", "sudo", "e2fsprogs",
    "python3", "python3-venv", "avahi-daemon", "network-manager", "i2c-tools", "openssl",
    "busybox-static",
)  # fmt: skip
"""What Raspberry Pi OS Lite has of it, and busybox to start from."""

UNNEEDED = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")

TO_START = ("virtio_blk", "ext4")
"""Modules without which there is no disk."""
MODULES = (
    *TO_START, "virtio_net", "virtio_console", "configfs", "gpio-sim", "i2c-dev", "i2c-stub", "i2c-tiny-usb",
    "vhci-hcd", "xhci-pci", "usbserial", "ftdi_sio", "cdc_acm", "usb-storage", "sd_mod", "vfat", "nls_cp437",
    "nls_ascii", "nls_iso8859-1", "nls_utf8", "af_packet", "autofs4", "ipv6",
)  # fmt: skip
"""Modules that are put in; what they need comes along. Some are part of newer kernels."""

IDLE = (
    "getty.target", "e2scrub_reap.service", "systemd-firstboot.service", "systemd-binfmt.service", "man-db.timer",
    "proc-sys-fs-binfmt_misc.automount", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer",
)  # fmt: skip
"""Units that have nothing to do there."""

INIT = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*; do /bin/busybox insmod "$module"; done
while ! disk=$(/bin/busybox findfs LABEL=system); do /bin/busybox sleep 0.2; done
/bin/busybox mount -t ext4 -o rw "$disk" /system
/bin/busybox mount --move /dev /system/dev
exec /bin/busybox switch_root /system /sbin/init
"""

AGENT = """[Unit]
Description=Does what the test asks
RequiresMountsFor=/goods
[Service]
ExecStart=/usr/bin/python3 /goods/guest/agent.py
Restart=always
RestartSec=1
OOMScoreAdjust=-900
[Install]
WantedBy=multi-user.target
"""

FSTAB = "LABEL=system / ext4 defaults,noatime 0 1\nLABEL=goods /goods ext4 ro 0 0\n"

DISK = 3 * 2**30
"""Bytes of the disk; nearly all of it is a hole."""


@dataclass(frozen=True)
class Image:
    """What a machine starts from. ``disk`` is never written to."""

    disk: Path
    kernel: Path
    initrd: Path


def built(suite: str) -> Image:
    """The image of a suite, built when there is none yet or when this file has changed."""
    mark = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    place = FOLDER / f"image-{suite}-{mark}"
    image = Image(place / "disk.ext4", place / "vmlinuz", place / "initrd")
    if not (place / "ready").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob(f"image-{suite}-*"):
            discard(old)
        place.mkdir()
        _build(suite, image, place)
        (place / "ready").touch()
    return image


def discard(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> None:
    """Delete a folder, but never what is mounted in it: a build that was cut off may have left this machine's own
    ``/dev`` and ``/sys`` there, and this runs as root.
    """
    inside = f"{folder.resolve()}/"
    held = [line.split()[1] for line in mounts.read_text().splitlines() if line.split()[1].startswith(inside)]
    if held:
        raise RuntimeError(f"nothing was deleted; unmount these first: {' '.join(held)}")
    shutil.rmtree(folder)


def _build(suite: str, image: Image, place: Path) -> None:
    root = place / "root"
    kernel = place / "kernel"
    mirror = _mirror()
    _bootstrap(suite, mirror, root)
    version = _fetch_kernel(mirror, kernel)
    modules = kernel / "usr/lib/modules" / version
    shutil.copy(modules / "vmlinuz", image.kernel)
    starting = _put_in(modules, version, root)
    _settle(root)
    _pack_initrd(root, starting, image.initrd)
    with image.disk.open("wb") as disk:
        disk.truncate(DISK)
    _run("mkfs.ext4", "-q", "-L", "system", "-d", root, image.disk)
    for rest in (root, kernel):
        discard(rest)


def _run(*words: str | Path) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def _mirror() -> str:
    """The Debian mirror this machine's own apt uses."""
    found = _run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian")
    places = sorted(set(found.split()))
    if not places:
        raise RuntimeError("apt of this machine knows no Debian mirror")
    return places[0]


def _bootstrap(suite: str, mirror: str, root: Path) -> None:
    excluded = [f"--dpkgopt=path-exclude={path}" for path in UNNEEDED]
    # what it mounts ends with it, also where it is killed
    _run(
        "unshare", "--mount", "mmdebstrap", "--mode=root", "--variant=minbase", "--format=directory",
        "--aptopt=APT::Install-Recommends false", f"--include={','.join(PACKAGES)}", *excluded,
        suite, root, mirror,
    )  # fmt: skip


def _fetch_kernel(mirror: str, into: Path) -> str:
    """The newest kernel of trixie-backports, unpacked; its version. Nothing of this machine's apt is touched."""
    place = into.with_name("apt")
    for folder in ("lists/partial", "cache/archives/partial"):
        (place / folder).mkdir(parents=True)
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (place / "sources.list").write_text(f"deb [signed-by={keyring}] {mirror} trixie-backports main\n")
    options = (
        f"Dir::Etc::sourcelist={place}/sources.list", "Dir::Etc::sourceparts=-", f"Dir::State::lists={place}/lists",
        f"Dir::Cache={place}/cache", "Dir::State::status=/dev/null", "APT::Sandbox::User=root",
    )  # fmt: skip
    apt = [word for option in options for word in ("-o", option)]
    _run("apt-get", *apt, "update")
    needed = _run(
        "apt-cache", *apt, "depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks",
        "--no-replaces", "--no-enhances", "linux-image-amd64",
    )  # fmt: skip
    parts = {line for line in needed.split() if line.startswith(("linux-image-", "linux-binary-", "linux-modules-"))}
    parts -= {"linux-image-amd64", "linux-modules-amd64"}
    debs = place / "debs"
    debs.mkdir()
    subprocess.run(["apt-get", *apt, "-q", "download", *sorted(parts)], cwd=debs, check=True, capture_output=True)
    for deb in debs.iterdir():
        _run("dpkg-deb", "-x", deb, into)
    shutil.rmtree(place)
    _gather_kernel(into)
    return next((into / "usr/lib/modules").iterdir()).name


def _gather_kernel(into: Path) -> None:
    """Older packages have the kernel in /boot and the modules in /lib; put both where newer ones have them."""
    if (into / "lib/modules").exists():
        (into / "usr/lib").mkdir(parents=True, exist_ok=True)
        (into / "lib/modules").rename(into / "usr/lib/modules")
    version = next((into / "usr/lib/modules").iterdir())
    for kernel in (into / "boot").glob("vmlinuz-*"):
        shutil.copy(kernel, version / "vmlinuz")


def _put_in(modules: Path, version: str, root: Path) -> list[Path]:
    """Put the modules into the disk; those without which there is none, unpacked and in their order."""
    target = root / "usr/lib/modules" / version
    shutil.copytree(modules / "kernel", target / "kernel")
    _run("chroot", root, "depmod", version)
    wanted = _with_needed(root, version, MODULES)
    for each in (target / "kernel").rglob("*.ko.xz"):
        if each not in wanted:
            each.unlink()
    _run("xz", "-d", *wanted)
    _run("chroot", root, "depmod", version)
    return _with_needed(root, version, TO_START)


def _with_needed(root: Path, version: str, names: Iterable[str]) -> list[Path]:
    """The files of modules and of what they need, in the order in which they can be loaded."""
    found: dict[Path, None] = {}
    for name in names:
        asking = ["chroot", root, "modprobe", "-S", version, "--show-depends", name]
        shown = subprocess.run(asking, capture_output=True, text=True, check=False).stdout
        for line in shown.splitlines():
            if line.startswith("insmod "):
                found[root / line.split()[1].lstrip("/")] = None
    return [path.parent.resolve() / path.name for path in found]


def _settle(root: Path) -> None:
    """What a card has that was prepared: a name, its disks, somebody who does what the test asks."""
    (root / "etc/hostname").write_text("tisch\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost tisch\n")
    (root / "etc/fstab").write_text(FSTAB)
    (root / "goods").mkdir()
    (root / "etc/systemd/system/agent.service").write_text(AGENT)
    (root / "etc/modules-load.d/devices.conf").write_text("virtio_net\nvirtio_console\n")
    _run("chroot", root, "systemctl", "enable", "agent.service")
    _run("chroot", root, "systemctl", "mask", *IDLE)
    (root / "etc/machine-id").write_text("uninitialized\n")
    # As on a Pi: what was running when the plug was pulled is read after it.
    (root / "var/log/journal").mkdir(exist_ok=True)


def _pack_initrd(root: Path, modules: list[Path], initrd: Path) -> None:
    place = root / "initrd"
    for folder in ("bin", "dev", "modules", "system"):
        (place / folder).mkdir(parents=True)
    shutil.copy(root / "bin/busybox", place / "bin/busybox")
    for number, module in enumerate(modules):
        shutil.copy(module, place / "modules" / f"{number:02}-{module.name}")
    (place / "init").write_text(INIT)
    (place / "init").chmod(0o755)
    packed = subprocess.run(
        ["chroot", root, "sh", "-c", "cd /initrd && find . | busybox cpio -o -H newc"], capture_output=True, check=True
    )
    initrd.write_bytes(packed.stdout)
    shutil.rmtree(place)


if __name__ == "__main__":
    for each in SUITES:
        sys.stdout.write(f"{built(each).disk.parent}\n")
