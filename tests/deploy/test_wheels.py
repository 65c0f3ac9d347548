"""Wheels for another Python and processor: which fit, which are made of Debian's packages."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy import target_pip
from deploy.wheels import WheelError, verify, wheel_of
from tests.deploy.other_system import bundled_pip, needs_of_companion, write_companion, write_wheels

MODULE = "spidev.cpython-313-aarch64-linux-gnu.so"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """What Debian's package of spidev is, unpacked."""
    packages = tmp_path / "usr/lib/python3/dist-packages"
    (packages / "spidev-3.6.egg-info").mkdir(parents=True)
    (packages / "spidev-3.6.egg-info/PKG-INFO").write_text("Metadata-Version: 2.1\nName: spidev\nVersion: 3.6\n")
    (packages / MODULE).write_bytes(b"\x7fELF")
    (tmp_path / "usr/share/doc/python3-spidev").mkdir(parents=True)
    (tmp_path / "usr/share/doc/python3-spidev/copyright").write_text("MIT")
    return tmp_path


def test_what_debian_compiled_becomes_a_wheel(package: Path, tmp_path: Path) -> None:
    made = wheel_of(package, "spidev", "3.13", "aarch64", tmp_path)
    assert made.name == "spidev-3.6-cp313-cp313-linux_aarch64.whl"
    with zipfile.ZipFile(made) as packed:
        assert packed.read(MODULE) == b"\x7fELF"
        assert packed.read("spidev-3.6.dist-info/licenses/copyright") == b"MIT"
        assert b"\nTag: cp313-cp313-linux_aarch64\n" in packed.read("spidev-3.6.dist-info/WHEEL")
    first = made.read_bytes()
    assert wheel_of(package, "spidev", "3.13", "aarch64", tmp_path).read_bytes() == first
    target = tmp_path / "target"
    words = ["install", "-q", "--isolated", "--no-index", "--no-deps", "--target", str(target), str(made)]
    subprocess.run([sys.executable, target_pip.__file__, "3.13", "aarch64", *words], check=True)
    assert (target / MODULE).exists(), "pip reads it"


def test_a_package_that_is_not_as_it_was_is_refused(package: Path, tmp_path: Path) -> None:
    with pytest.raises(WheelError, match=r"nothing for Python 3\.11 on aarch64 in it"):
        wheel_of(package, "spidev", "3.11", "aarch64", tmp_path)


@pytest.mark.long
def test_markers_are_those_of_the_other_python(tmp_path: Path) -> None:
    """lgpio, which has no wheel for 3.13, is asked for on 3.11 only, whatever Python this is."""
    wheels = write_wheels(tmp_path / "wheels", bundled_pip())
    companion = next(wheels.glob("table_companion-*.whl"))
    for python in ("3.11", "3.13"):
        verify(wheels, companion, python, "aarch64")
    next(wheels.glob("lgpio-*.whl")).unlink()
    verify(wheels, companion, "3.13", "aarch64")
    with pytest.raises(WheelError, match=r"for Python 3\.11 on aarch64 are not complete:(?s:.)*lgpio"):
        verify(wheels, companion, "3.11", "aarch64")


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    wheels = write_wheels(tmp_path / "wheels", bundled_pip())
    companion = write_companion(wheels, "1.2.4", (*needs_of_companion(), "flask; extra == 'pi'"))
    with pytest.raises(WheelError, match="flask"):
        verify(wheels, companion, "3.13", "aarch64")


def test_newer_c_libraries_than_bookworms_are_not_asked_for() -> None:
    tags = target_pip.platforms("aarch64")
    assert tags[0] == "manylinux_2_36_aarch64"
    assert {"manylinux_2_17_aarch64", "manylinux2014_aarch64", "linux_aarch64"} <= set(tags)
