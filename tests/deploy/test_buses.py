"""I2C and SPI of the header on each kind of system: switched on in the way it keeps, and off again."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
CONFIG = "boot/firmware/config.txt"
CUSTOM = "etc/default/raspi-firmware-custom"
BEFORE = "# Pi\ndtparam=audio=on\n#dtparam=spi=on\n"
HOOK = "etc/kernel/postinst.d/z50-raspi-firmware"
OVERLAY = "boot/firmware/overlays/table-companion-spi.dtbo"
LINES = """\
# table-companion: buses of the header
[pi3]
dtoverlay=table-companion-spi
[pi4]
dtoverlay=table-companion-spi
[pi02]
dtoverlay=table-companion-spi
[all]
# table-companion: end
"""
HARNESS = """\
set -eu
NAME=table-companion ROOT=$1 HERE=$2 DRY=no REBOOT=no ETC=${SETTINGS:-/etc/table-companion}
did() { printf '%s\\n' "$*"; }
change() { "$@"; }
has() { [ -n "${TOOLS:-}" ] && command -v "$1" >/dev/null; }
lay() { mkdir -p "$(dirname "$ROOT$3")"; install -m "$1" "$2" "$ROOT$3"; }
. "$2/system/buses.sh"
"$3"
echo "reboot: $REBOOT"
"""
"""The functions that install.sh has for what it sources."""


def buses(root: Path | None, function: str = "buses", **environment: str) -> str:
    """What a function says, in a root or, without one, on this machine."""
    done = subprocess.run(
        ["sh", "-c", HARNESS, "sh", str(root or ""), str(DEPLOY), function],
        env={"PATH": "/usr/bin:/bin", **environment}, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def pi_os(tmp_path: Path) -> Path:
    """Its own hook leaves config.txt alone."""
    root = tmp_path / "root"
    (root / CONFIG).parent.mkdir(parents=True)
    (root / CONFIG).write_text(BEFORE)
    (root / HOOK).parent.mkdir(parents=True)
    (root / HOOK).write_text("cp kernel /boot/firmware/\n")
    return root


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """As Debian's raspi-firmware does it: the hook writes config.txt, and adds a file of one's own."""
    root = tmp_path / "root"
    (root / CONFIG).parent.mkdir(parents=True)
    (root / CONFIG).write_text("arm_64bit=1\nkernel=vmlinuz\n")
    (root / HOOK).parent.mkdir(parents=True)
    (root / HOOK).write_text(
        f'cd "$1"\necho "kernel=newer" >{CONFIG}\n'
        f'firmware_custom="/etc/default/raspi-firmware-custom"\n[ ! -f {CUSTOM} ] || cat {CUSTOM} >>{CONFIG}\n'
    )
    return root


def test_lines_for_raspberry_pi_os_are_added_once(pi_os: Path) -> None:
    assert "reboot: yes" in buses(pi_os)
    added = ["[all]", "dtparam=i2c_arm=on", "dtparam=spi=on"]
    assert (pi_os / CONFIG).read_text().splitlines()[4:-1] == added
    assert buses(pi_os) == "reboot: no\n"
    buses(pi_os, "buses_away")
    assert (pi_os / CONFIG).read_text() == BEFORE


def test_a_line_that_is_there_is_not_added_and_not_taken_away(pi_os: Path) -> None:
    (pi_os / CONFIG).write_text(f"{BEFORE}dtparam=i2c_arm=on\n")
    assert "spi" in buses(pi_os)
    assert (pi_os / CONFIG).read_text().count("dtparam=i2c_arm=on") == 1
    buses(pi_os, "buses_away")
    assert (pi_os / CONFIG).read_text() == f"{BEFORE}dtparam=i2c_arm=on\n"


def test_raspi_config_does_it_where_it_is_and_undoes_what_was_off(tmp_path: Path) -> None:
    """With the words it has for it; it says 0 for what is on."""
    tool = tmp_path / "raspi-config"
    tool.write_text(f'#!/bin/sh\necho "$*" >>{tmp_path}/asked\ncase $2 in get_i2c) echo 0 ;; get_spi) echo 1 ;; esac\n')
    tool.chmod(0o755)
    here = {"PATH": f"{tmp_path}:/usr/bin:/bin", "TOOLS": "yes", "SETTINGS": str(tmp_path / "etc")}
    assert buses(None, **here) == "switched spi on\nreboot: yes\n"
    assert (tmp_path / "asked").read_text().splitlines() == ["nonint get_i2c", "nonint get_spi", "nonint do_spi 0"]
    assert "switched spi off again" in buses(None, "buses_away", **here)
    assert (tmp_path / "asked").read_text().splitlines()[3:] == ["nonint do_spi 1"]
    assert "off again" not in buses(None, "buses_away", **here)


def test_on_debian_spi_is_on_now_and_after_the_next_update(debian: Path) -> None:
    said = buses(debian)
    assert "reboot: yes" in said
    assert (debian / OVERLAY).read_bytes() == (DEPLOY / "system/spi.dtbo").read_bytes()
    assert (debian / CUSTOM).read_text() == LINES
    assert (debian / CONFIG).read_text() == f"arm_64bit=1\nkernel=vmlinuz\n{LINES}"
    subprocess.run(["sh", debian / HOOK, debian], check=True)
    assert (debian / CONFIG).read_text() == f"kernel=newer\n{LINES}"
    assert "reboot: no" in buses(debian), "and once is enough"
    assert (debian / CUSTOM).read_text() == LINES


@pytest.mark.parametrize(("label", "on"), [("__symbols__", True), ("", False)])
def test_a_tree_that_takes_no_overlay_is_left(debian: Path, label: str, on: bool) -> None:
    (debian / "boot/firmware/bcm2837-rpi-3-b.dtb").write_text(f"\xd0\r{label}\n")
    assert ("SPI stays off" in buses(debian)) is not on
    assert (debian / CUSTOM).exists() is on


def test_taken_away_nothing_of_it_is_left_on_debian(debian: Path) -> None:
    before = files(debian)
    buses(debian)
    assert files(debian) != before
    buses(debian, "buses_away")
    assert files(debian) == before
    assert buses(debian, "buses_away") == "reboot: no\n"


def test_what_somebody_else_added_stays(debian: Path) -> None:
    (debian / CUSTOM).parent.mkdir()
    (debian / CUSTOM).write_text("[pi4]\ndtoverlay=hifiberry-dac\n")
    buses(debian)
    assert (debian / CUSTOM).read_text() == f"[pi4]\ndtoverlay=hifiberry-dac\n{LINES}"
    buses(debian, "buses_away")
    assert (debian / CUSTOM).read_text() == "[pi4]\ndtoverlay=hifiberry-dac\n"


def test_a_machine_that_is_no_pi_is_left_as_it_is(tmp_path: Path) -> None:
    assert buses(tmp_path) == "no config.txt here: I2C and SPI are as they are\nreboot: no\n"
    assert not list(tmp_path.iterdir())


def test_the_overlay_is_compiled_from_its_source(tmp_path: Path) -> None:
    if shutil.which("dtc") is None:
        pytest.skip("no dtc here: sudo apt install device-tree-compiler")
    made = tmp_path / "spi.dtbo"
    command: list[str | Path] = ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", made, DEPLOY / "system/spi.dts"]
    subprocess.run(command, check=True)
    sources = [
        subprocess.run(["dtc", "-q", "-s", "-I", "dtb", "-O", "dts", tree], capture_output=True, check=True).stdout
        for tree in (made, DEPLOY / "system/spi.dtbo")
    ]
    assert sources[0] == sources[1]
