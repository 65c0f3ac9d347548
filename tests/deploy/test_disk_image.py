"""The parts of the disk image that can be looked at without building it; ``tests/arm`` builds and starts one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.image import boards, card_image, contents, emulation, needs, sbom
from deploy.image.programs import ImageError, discard
from deploy.image.root import ALONE, unpack

MIB = 2**20


def enough(folder: Path, **given: Any) -> list[str]:
    """What is missing on a machine that lacks only what is given."""
    machine: dict[str, Any] = {
        "user": 0,
        "has": lambda _program: True,
        "free": 10**11,
        "emulator": lambda: None,
        "keyring": folder,
    }
    return needs.missing(folder, **{**machine, **given})


def test_a_machine_with_everything_lacks_nothing(tmp_path: Path) -> None:
    assert enough(tmp_path) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"user": 1000}, "need root: sudo make image"),
        ({"has": lambda program: program not in ("mcopy", "mkfs.vfat")}, "sudo apt install dosfstools mtools"),
        ({"free": 5 * 10**9}, "has 5.0 GB free, 6 GB are needed"),
        ({"keyring": Path("/no/keys")}, "sudo apt install debian-archive-keyring"),
        ({"emulator": lambda: "no binfmt"}, "no binfmt"),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path, given: dict[str, object], said: str) -> None:
    (line,) = enough(tmp_path, **given)
    assert said in line


def test_all_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    assert len(enough(tmp_path, user=1000, free=0, has=lambda _program: False)) == 3


def test_the_command_says_it_and_begins_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "programs"
    empty.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "deploy.image", tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(empty), "PYTHONPATH": os.getcwd()},
    )
    assert done.returncode == 1
    assert "The image cannot be built here:" in done.stderr
    assert "sudo apt install" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.fixture
def handlers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the kernel of another processor would list what it hands to emulators."""
    monkeypatch.setattr(emulation, "is_native", lambda: False)
    folder = tmp_path / "binfmt_misc"
    folder.mkdir()
    (folder / "register").touch()
    (folder / "status").write_text("enabled\n")
    return folder


def test_an_emulator_counts_where_it_works_in_another_root(handlers: Path, tmp_path: Path) -> None:
    rule = tmp_path / "qemu-aarch64.conf"
    assert "qemu-user-static" in str(emulation.missing(handlers, rule))
    (handlers / "qemu-aarch64").write_text("enabled\ninterpreter /usr/bin/qemu-aarch64\nflags: OC\n")
    assert emulation.missing(handlers, rule) is not None, "without F it is looked for in the other root"
    (handlers / "qemu-aarch64").write_text("disabled\ninterpreter /usr/bin/qemu-aarch64\nflags: POCF\n")
    assert emulation.missing(handlers, rule) is not None
    (handlers / "qemu-aarch64").write_text("enabled\ninterpreter /usr/bin/qemu-aarch64\nflags: POCF\n")
    assert emulation.missing(handlers, rule) is None


def test_an_emulator_that_is_installed_is_made_known_for_the_time_being(handlers: Path, tmp_path: Path) -> None:
    rule = tmp_path / "qemu-aarch64.conf"
    rule.write_text("# by the package\n:qemu-aarch64:M::\\x7f:\\xff:/usr/libexec/qemu:OPF\n")
    assert emulation.missing(handlers, rule) is None
    with emulation.running(handlers, rule):
        line = (handlers / "register").read_text()
        assert line == f":{emulation.OUR_NAME}:M::\\x7f:\\xff:/usr/libexec/qemu:OPF\n".rstrip("\n")
    assert (handlers / emulation.OUR_NAME).read_text() == "-1"
    (handlers / "register").unlink()
    assert "mount -t binfmt_misc" in str(emulation.missing(handlers, rule))


def test_sizes_are_powers_of_two_and_hold_what_there_is() -> None:
    for used in (0, 900 * MIB, 1300 * MIB, 3000 * MIB):
        layout = card_image.layout_for(used)
        assert layout.total & (layout.total - 1) == 0
        assert layout.root_size > used + card_image.FREE
        assert layout.root_start + layout.root_size == layout.total
    assert card_image.layout_for(900 * MIB).total == 2048 * MIB
    assert card_image.layout_for(1400 * MIB).total == 4096 * MIB


def test_the_partition_table_is_what_a_pi_starts_from() -> None:
    lines = card_image.layout_for(0).script(0x1234ABCD).splitlines()
    assert lines[:3] == ["label: dos", "label-id: 0x1234abcd", "unit: sectors"]
    assert lines[4:] == ["start=8192, size=1048576, type=c", "start=1056768, size=3137536, type=83"]


@pytest.mark.long
def test_an_image_has_the_files_where_they_belong(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "boot/firmware/overlays").mkdir(parents=True)
    (root / "boot/firmware/config.txt").write_text("kernel=vmlinuz\n")
    (root / "boot/firmware/overlays/spi.dtbo").write_bytes(b"tree")
    (root / "etc").mkdir()
    (root / "etc/hostname").write_text("table\n")
    image = tmp_path / "card.img"
    layout = card_image.assemble(root, image, 0x1234ABCD)
    assert image.stat().st_size == 2048 * MIB
    assert image.stat().st_blocks * 512 < 200 * MIB, "holes stay holes"
    assert (root / "boot/firmware/config.txt").exists(), "the root is left as it was"

    def fat(name: str) -> bytes:
        return subprocess.run(
            ["mtype", "-i", f"{image}@@{card_image.FIRST}", f"::/{name}"], capture_output=True, check=True
        ).stdout

    assert fat("config.txt") == b"kernel=vmlinuz\n"
    assert fat("overlays/spi.dtbo") == b"tree"
    part = tmp_path / "root.ext4"
    with image.open("rb") as whole, part.open("wb") as cut:
        whole.seek(layout.root_start)
        for _ in range(layout.root_size // (8 * MIB)):
            block = whole.read(8 * MIB)
            if block.strip(b"\0"):
                cut.write(block)
            else:
                cut.seek(8 * MIB, os.SEEK_CUR)
        cut.truncate(layout.root_size)
    checked = subprocess.run(["/usr/sbin/e2fsck", "-fn", part], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    shown = subprocess.run(
        ["/usr/sbin/debugfs", "-R", "ls -p /boot/firmware", part], capture_output=True, text=True, check=True
    ).stdout
    assert "config.txt" not in shown, "the FAT partition is mounted there"
    read = subprocess.run(
        ["/usr/sbin/debugfs", "-R", "cat /etc/hostname", part], capture_output=True, text=True, check=True
    ).stdout
    assert read == "table\n"


STATUS = """Package: zlib1g
Status: install ok installed
Maintainer: Mark Brown <broonie@debian.org>
Architecture: arm64
Source: zlib (1:1.3)
Version: 1:1.3.dfsg+really1.3.1-1+b1
Description: compression library
 that runs over
 several lines

Package: adduser
Status: install ok installed
Maintainer: Debian Adduser Developers <adduser@packages.debian.org>
Architecture: all
Version: 3.152
"""


def test_the_bill_of_materials_names_packages_and_wheels(tmp_path: Path) -> None:
    info = tmp_path / "table_companion-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: table-companion\nVersion: 0.1.0\nLicense-Expression: MIT\n"
    )
    components = [*sbom.debian_packages(STATUS), *sbom.wheels(tmp_path)]
    document = json.loads(sbom.bill("image", "0.1.0", "2026-11-26T20:00:00+00:00", components, "ab" * 32))
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    assert document["metadata"]["component"]["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]
    found = {each["name"]: each for each in document["components"]}
    assert found["zlib1g"]["purl"] == (
        "pkg:deb/debian/zlib1g@1%3A1.3.dfsg%2Breally1.3.1-1%2Bb1?arch=arm64&distro=trixie"
    )
    assert found["zlib1g"]["properties"] == [{"name": "debian:source", "value": "zlib"}]
    assert found["adduser"]["version"] == "3.152"
    assert found["table-companion"]["licenses"] == [{"expression": "MIT"}]
    references = [each["bom-ref"] for each in document["components"]]
    assert document["dependencies"][0]["dependsOn"] == references == sorted(set(references))


def test_a_package_that_is_not_wholly_installed_is_no_material() -> None:
    with pytest.raises(ImageError, match="adduser is not installed as it should be: install ok unpacked"):
        list(sbom.debian_packages(STATUS.replace("installed\nMaintainer: Debian", "unpacked\nMaintainer: Debian")))


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A root with the start files and device trees of every kind of Pi, and no radio's firmware."""
    firmware = tmp_path / "boot/firmware"
    firmware.mkdir(parents=True)
    for board in boards.BOARDS:
        for name in (*board.start, board.tree):
            (firmware / name).touch()
    (tmp_path / boards.FIRMWARE).mkdir(parents=True)
    return tmp_path


def line_of(lines: list[str], board: str) -> str:
    (line,) = (line for line in lines if line.startswith((f"{board}:", f"{board} (experimental):")))
    return line


def test_a_radio_without_its_file_is_unknown(card: Path) -> None:
    cypress = card / "usr/lib/firmware/cypress"
    cypress.mkdir()
    for chip in ("43430", "43455"):
        (cypress / f"cyfmac{chip}-sdio.bin").touch()
        (card / boards.FIRMWARE / f"brcmfmac{chip}-sdio.bin").symlink_to(f"../cypress/cyfmac{chip}-sdio.bin")
    assert "Debian has no brcmfmac43455-sdio.raspberrypi,4-model-b.txt" in line_of(
        boards.examine_boards(card), "Raspberry Pi 4 B"
    )
    (card / boards.FIRMWARE / "brcmfmac43455-sdio.raspberrypi,4-model-b.txt").touch()
    (card / boards.FIRMWARE / "brcmfmac43430-sdio.txt").touch()
    lines = boards.examine_boards(card)
    assert line_of(lines, "Raspberry Pi 4 B").endswith("Wi-Fi: brcmfmac43455-sdio.bin is there, with its settings")
    assert line_of(lines, "Raspberry Pi Zero 2 W").endswith("unknown, Debian has no brcmfmac43430b0-sdio.bin")
    assert "5-model-b.txt" in line_of(lines, "Raspberry Pi 5")
    (cypress / "cyfmac43455-sdio.bin").unlink()
    assert "unknown" in line_of(boards.examine_boards(card), "Raspberry Pi 4 B"), "a link that leads nowhere"


def test_a_kind_that_could_not_start_ends_the_build_unless_it_is_experimental(card: Path) -> None:
    (card / "boot/firmware/bcm2712-rpi-5-b.dtb").unlink()
    assert "cannot start" in line_of(boards.examine_boards(card), "Raspberry Pi 5")
    (card / "boot/firmware/start4.elf").unlink()
    with pytest.raises(ImageError, match=r"Raspberry Pi 4 B could not start: .*start4\.elf"):
        boards.examine_boards(card)


def test_what_is_mounted_in_a_build_that_was_cut_off_is_not_deleted(tmp_path: Path) -> None:
    kept = tmp_path / "system/dev/null"
    kept.parent.mkdir(parents=True)
    kept.touch()
    mounts = tmp_path / "mounts"
    mounts.write_text(f"tmpfs {tmp_path}/system/dev tmpfs rw 0 0\n")
    with pytest.raises(ImageError, match=r"unmount these first: .*/system/dev"):
        discard(tmp_path / "system", mounts)
    assert kept.exists()
    mounts.write_text(f"tmpfs {tmp_path}/system-of-another tmpfs rw 0 0\n")
    discard(tmp_path / "system", mounts)
    assert not (tmp_path / "system").exists()


def test_nothing_is_mounted_where_it_would_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALONE, raising=False)
    with pytest.raises(ImageError, match="would stay on this machine"):
        unpack([], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_papers_are_left_out_and_licences_kept() -> None:
    lines = contents.exclusions().splitlines()
    assert lines.index("path-exclude=/usr/share/doc/*") < lines.index("path-include=/usr/share/doc/*/copyright")
