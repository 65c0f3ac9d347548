"""The disks and the kernel of the virtual machines: Debian on the kernel of trixie-backports, each built once.

Tables run Bookworm or Trixie. Their own kernels have no gpio-sim, that of trixie-backports has, so they are started
with it. Packages come from the mirror this machine's apt uses. Needs root, mmdebstrap, e2fsprogs and xz.

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

from deploy.debian import Archive, mirror, sources, unpack
from deploy.image.programs import discard, run
from deploy.wheels import SUITES

FOLDER = Path(__file__).parents[2] / "build" / "vm"

PYTHONS = {suite: python for python, suite in SUITES.items()}
"""Of each Debian that is tried."""

PACKAGES = (
    "systemd", "systemd-sysv", "udev", "dbus", "polkitd", "kmod", "iproute2", "procps", "sudo", "e2fsprogs",
    "python3", "python3-venv", "avahi-daemon", "network-manager", "i2c-tools", "openssl",
    "busybox-static",
)  # fmt: skip
"""What Raspberry Pi OS Lite has of it, and busybox to start from."""

UNNEEDED = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/info/*")

KERNEL_PARTS = ("linux-image-", "linux-binary-", "linux-modules-")
KERNEL_NAMES = {"linux-image-amd64", "linux-modules-amd64"}
"""Packages that only name the newest."""

TO_START = ("virtio_blk", "ext4")
"""Modules without which there is no disk."""
MODULES = (
    *TO_START, "virtio_net", "virtio_console", "configfs", "gpio-sim", "i2c-dev", "i2c-tiny-usb",
    "vhci-hcd", "xhci-pci", "usbserial", "ftdi_sio", "cdc_acm", "usb-storage", "sd_mod", "vfat", "nls_cp437",
    "nls_ascii", "nls_iso8859-1", "nls_utf8", "af_packet", "autofs4", "ipv6", "usbhid", "hid-generic", "evdev",
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


def _build(suite: str, image: Image, place: Path) -> None:
    root = place / "root"
    kernel = place / "kernel"
    _bootstrap(suite, root)
    version = _fetch_kernel(kernel)
    modules = kernel / "usr/lib/modules" / version
    shutil.copy(modules / "vmlinuz", image.kernel)
    starting = _put_in(modules, version, root)
    _settle(root)
    _pack_initrd(root, starting, image.initrd)
    with image.disk.open("wb") as disk:
        disk.truncate(DISK)
    run("mkfs.ext4", "-q", "-L", "system", "-d", root, image.disk)
    for rest in (root, kernel):
        discard(rest)


def _bootstrap(suite: str, root: Path) -> None:
    excluded = [f"--dpkgopt=path-exclude={path}" for path in UNNEEDED]
    # what it mounts ends with it, also where it is killed
    run(
        "unshare", "--mount", "mmdebstrap", "--mode=root", "--variant=minbase", "--format=directory",
        "--aptopt=APT::Install-Recommends false", f"--include={','.join(PACKAGES)}", *excluded,
        suite, root, mirror(),
    )  # fmt: skip


def _fetch_kernel(into: Path) -> str:
    """The newest kernel of trixie-backports, unpacked; its version."""
    place = into.with_name("apt")
    archive = Archive(place, "amd64", sources(mirror(), ["trixie-backports"]))
    parts = {name for name in archive.needed("linux-image-amd64") if name.startswith(KERNEL_PARTS)} - KERNEL_NAMES
    for package in archive.download(sorted(parts), place / "packages"):
        unpack(package, into)
    discard(place)
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
    run("chroot", root, "depmod", version)
    wanted = _with_needed(root, version, MODULES)
    for each in (target / "kernel").rglob("*.ko.xz"):
        if each not in wanted:
            each.unlink()
    run("xz", "-d", *wanted)
    run("chroot", root, "depmod", version)
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
    run("chroot", root, "systemctl", "enable", "agent.service")
    run("chroot", root, "systemctl", "mask", *IDLE)
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
    for each in PYTHONS:
        sys.stdout.write(f"{built(each).disk.parent}\n")
