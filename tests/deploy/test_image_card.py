"""The hook that fills the FAT partition of an image at every update of the kernel."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from companion.first_contact.read_only_root import with_choice
from deploy.image.card_image import BOOT_LABEL, ROOT_LABEL
from deploy.image.system import FILES, HOOK

OLD, NEW = "7.3.4+deb13-arm64", "7.10.1+deb13-arm64"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with one kernel, and a card that was never written to."""
    add_kernel(tmp_path, OLD)
    overlays = tmp_path / "usr/local/lib/table-companion/overlays"
    overlays.mkdir(parents=True)
    (overlays / "table-companion-pi5.dtbo").write_bytes(b"five")
    return tmp_path


def add_kernel(root: Path, version: str, trees: str = "usr/lib/modules/{}/dtb/broadcom") -> None:
    (root / "usr/lib/modules" / version / "kernel").mkdir(parents=True)
    (root / "usr/lib/modules" / version / "vmlinuz").write_text(f"kernel {version}")
    (root / "boot").mkdir(exist_ok=True)
    (root / f"boot/initrd.img-{version}").write_text(f"initrd {version}")
    place = root / trees.format(version)
    place.mkdir(parents=True)
    for name in ("bcm2711-rpi-4-b", "bcm2712-rpi-5-b", "bcm2837-rpi-3-b", "bcm2712-d-rpi-5-b", "bcm4908-router"):
        (place / f"{name}.dtb").write_text(f"{name} {version}")


def hook(root: Path, action: str = "configure", programs: str = "") -> subprocess.CompletedProcess[str]:
    given = {"SYSTEM": str(root), "CARD": str(root / "card"), "DEB_MAINT_PARAMS": action}
    path = {"PATH": f"{programs}:{os.environ['PATH']}"} if programs else {}
    return subprocess.run(
        ["sh", str(FILES / HOOK.lstrip("/"))],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **given, **path},
    )


def config(root: Path) -> list[str]:
    return (root / "card/config.txt").read_text().splitlines()


def names(root: Path) -> set[str]:
    return {path.name for path in (root / "card").iterdir()}


def test_a_card_gets_kernel_trees_and_overlays(root: Path) -> None:
    done = hook(root)
    assert done.returncode == 0, done.stderr
    assert {f"vmlinuz-{OLD}", f"initrd.img-{OLD}", "bcm2837-rpi-3-b.dtb", "bcm2712-d-rpi-5-b.dtb"} < names(root)
    assert "bcm4908-router.dtb" not in names(root)
    assert (root / "card/overlays/table-companion-pi5.dtbo").read_bytes() == b"five"
    assert (root / "card/cmdline.txt").read_text().split()[:3] == ["console=tty1", "root=LABEL=companion", "rw"]
    lines = config(root)
    assert {"arm_64bit=1", "upstream_kernel=1", f"kernel=vmlinuz-{OLD}", f"initramfs initrd.img-{OLD}"} < {*lines}
    five = lines.index("[pi5]")
    assert lines[five + 1 : five + 3] == ["dtoverlay=table-companion-pi5", "[all]"]


def test_the_names_of_the_partitions_are_the_same_everywhere(root: Path) -> None:
    lines = [line.split() for line in (FILES / "etc/fstab").read_text().splitlines()]
    assert [(source, place) for source, place, *_ in lines] == [
        (f"LABEL={ROOT_LABEL}", "/"),
        (f"LABEL={BOOT_LABEL}", "/boot/firmware"),
    ]
    # A card that cannot be read holds nothing up, but what is read from it waits for it.
    assert {"nofail", "x-systemd.before=table-companion.service"} < {*lines[1][3].split(",")}
    hook(root)
    assert f"root=LABEL={ROOT_LABEL}" in (root / "card/cmdline.txt").read_text().split()


def test_a_read_only_system_stays_one_and_nothing_else_of_the_line_does(root: Path) -> None:
    hook(root)
    line = root / "card/cmdline.txt"
    usual = line.read_text()
    line.write_text(with_choice(usual, only_read=True).replace("quiet", "debug"))
    assert hook(root).returncode == 0
    assert line.read_text() == with_choice(usual, only_read=True) != usual
    line.write_text(with_choice(usual, only_read=False))
    hook(root)
    assert line.read_text() == usual


def test_lines_of_ones_own_survive(root: Path) -> None:
    custom = root / "etc/default/raspi-firmware-custom"
    custom.parent.mkdir(parents=True)
    custom.write_text("dtoverlay=spi\n")
    hook(root)
    (root / "card/user.txt").write_text("hdmi_safe=1\n")
    hook(root)
    lines = config(root)
    assert lines.index("dtoverlay=spi") > lines.index("[all]")
    assert lines[-1] == "include user.txt"
    assert (root / "card/user.txt").read_text() == "hdmi_safe=1\n"


def test_a_newer_kernel_takes_over_and_the_one_before_stays_until_the_next(root: Path) -> None:
    hook(root)
    add_kernel(root, NEW)
    assert hook(root).returncode == 0
    assert f"kernel=vmlinuz-{NEW}" in config(root)
    assert (root / "card/bcm2711-rpi-4-b.dtb").read_text() == f"bcm2711-rpi-4-b {NEW}"
    assert {f"vmlinuz-{OLD}", f"vmlinuz-{NEW}"} < names(root)
    hook(root)
    assert f"vmlinuz-{OLD}" not in names(root)
    assert f"initrd.img-{OLD}" not in names(root)


def test_trees_where_older_kernels_have_them(root: Path) -> None:
    add_kernel(root, "7.5.0", "usr/lib/linux-image-{}/broadcom")
    assert hook(root).returncode == 0
    assert (root / "card/bcm2711-rpi-4-b.dtb").read_text() == "bcm2711-rpi-4-b 7.5.0"


def test_a_kernel_that_was_taken_away_is_gone_back_from(root: Path) -> None:
    add_kernel(root, NEW)
    hook(root)
    (root / f"boot/initrd.img-{NEW}").unlink()
    assert hook(root, "remove").returncode == 0
    assert f"kernel=vmlinuz-{OLD}" in config(root)


def test_cut_off_at_any_copy_what_was_there_before_starts(root: Path, tmp_path: Path) -> None:
    hook(root)
    before = config(root)
    add_kernel(root, NEW)
    programs = tmp_path / "programs"
    programs.mkdir()
    left = tmp_path / "left"
    (programs / "cp").write_text(
        f'#!/bin/sh\nleft=$(cat {left})\n[ "$left" -gt 0 ] || {{ head -c 3 "$1" >"$2"; kill -9 $PPID; exit 1; }}\n'
        f'echo $((left - 1)) >{left}\nexec /bin/cp "$@"\n'
    )
    (programs / "cp").chmod(0o755)
    cut = 0
    while True:
        left.write_text(str(cut))
        done = hook(root, programs=str(programs))
        if done.returncode == 0:
            break
        cut += 1
        assert config(root) == before
        assert (root / f"card/vmlinuz-{OLD}").read_text() == f"kernel {OLD}"
        assert (root / f"card/initrd.img-{OLD}").read_text() == f"initrd {OLD}"
        for tree in (root / "card").glob("*.dtb"):
            assert tree.read_text().split()[-1] in (OLD, NEW)
    assert cut >= 2
    assert f"kernel=vmlinuz-{NEW}" in config(root)
    assert not list((root / "card").rglob("*.new"))


@pytest.mark.parametrize("lost", ["dtb", "initrd"])
def test_without_trees_or_initrd_nothing_is_written(root: Path, lost: str) -> None:
    if lost == "dtb":
        (root / f"usr/lib/modules/{OLD}/dtb").rename(root / "away")
        assert hook(root).returncode == 1
    else:
        (root / f"boot/initrd.img-{OLD}").unlink()
        assert hook(root).returncode == 0
    assert not (root / "card/config.txt").exists()


def test_other_steps_of_a_package_are_not_its_business(root: Path) -> None:
    assert hook(root, "upgrade 1.0").returncode == 0
    assert not (root / "card").exists()
