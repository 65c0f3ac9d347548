"""What is in the image: Debian's packages, where they come from, and what of them no Pi needs."""

from __future__ import annotations

from deploy import debian

RELEASE = "trixie"
PYTHON = "3.13"
"""That of the release."""
ARCHITECTURE = "arm64"
SUITES = (RELEASE, f"{RELEASE}-updates", f"{RELEASE}-backports")
SECURITY = "http://deb.debian.org/debian-security"
COMPONENTS = ("main", "non-free-firmware")

PACKAGES = (
    # the system
    "systemd", "systemd-sysv", "systemd-timesyncd", "systemd-zram-generator", "udev", "dbus", "kmod", "procps", "sudo",
    "e2fsprogs", "dosfstools", "fdisk", "tzdata", "zstd", "less", "nano", "apt", "apt-utils",
    # start files, kernel, radio
    "raspi-firmware", "linux-image-arm64", "initramfs-tools", "firmware-brcm80211", "wireless-regdb",
    # the network
    "network-manager", "wpasupplicant", "dnsmasq-base", "avahi-daemon", "iproute2", "iw", "rfkill", "openssh-server",
    # the companion
    "python3", "python3-venv", "polkitd", "openssl", "espeak-ng", "alsa-utils",
    # updates
    "unattended-upgrades", "ca-certificates",
)  # fmt: skip
"""Beside those that Debian calls essential; what they depend on comes along, what they only recommend does not."""

FROM_BACKPORTS = "linux-image-* linux-binary-* linux-modules-* linux-base linux-base-*"
"""The kernel and what it needs. Debian 13's own kernel has no GPIO lines of a Pi 5."""

_MODULES = "/usr/lib/modules/*/kernel"
UNNEEDED = (
    "/usr/share/man/*", "/usr/share/info/*", "/usr/share/locale/*", "/usr/share/lintian/*", "/usr/share/bug/*",
    "/usr/share/doc/*",
    *(f"{_MODULES}/drivers/gpu/drm/{name}/*" for name in ("amd", "i915", "msm", "nouveau", "radeon", "xe")),
    *(
        f"{_MODULES}/drivers/net/ethernet/{name}/*"
        for name in ("chelsio", "hisilicon", "intel", "marvell", "mellanox", "qlogic", "sfc")
    ),
    *(f"{_MODULES}/{name}/*" for name in ("drivers/infiniband", "drivers/media", "sound/pci")),
)  # fmt: skip
"""Files that are not unpacked, by dpkg's patterns: papers, and drivers of cards that no Pi can take."""
KEPT = ("/usr/share/doc/*/copyright",)
"""Of these all the same: the licences."""


def sources(mirror: str) -> str:
    """The lines of a ``sources.list``, with Debian's updates of its security team."""
    return debian.sources(mirror, SUITES, COMPONENTS) + debian.sources(SECURITY, [f"{RELEASE}-security"], COMPONENTS)


def preferences() -> str:
    """Which packages come from backports, as apt reads it."""
    return f"Package: {FROM_BACKPORTS}\nPin: release n={RELEASE}-backports\nPin-Priority: 600\n"


def exclusions() -> str:
    """Lines for a file of ``dpkg.cfg.d``."""
    left_out = [f"path-exclude={path}" for path in UNNEEDED]
    return "".join(f"{line}\n" for line in [*left_out, *(f"path-include={path}" for path in KEPT)])
