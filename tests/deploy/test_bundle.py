"""The archive to install from without network: whole, reproducible, and enough for its installer."""

from __future__ import annotations

import os
import subprocess
import tarfile
import time
from pathlib import Path

import pytest

from deploy.bundle import INSTALLER, content, pack
from tests.deploy.other_system import bundled_pip, write_system, write_wheels
from tests.working_copy import changed, copied, typed

ROOT = Path(__file__).parents[2]
TOP = "table-companion-1.2.3-aarch64"


def unpacked(archive: Path, into: Path) -> Path:
    """As the document says it: the checksum looked at, then unpacked."""
    subprocess.run(["sha256sum", "--quiet", "-c", f"{archive.name}.sha256"], cwd=archive.parent, check=True)
    subprocess.run(["tar", "xf", archive, "-C", into], check=True)
    (top,) = into.iterdir()
    subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=top, check=True)
    return top


def test_the_same_content_is_the_same_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheels = write_wheels(tmp_path / "wheels", bundled_pip())
    first = pack(wheels, "1.2.3", tmp_path / "first")
    for wheel in wheels.iterdir():
        os.utime(wheel, (time.time() + 100,) * 2, follow_symlinks=False)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    assert pack(wheels, "1.2.3", tmp_path / "second").read_bytes() == first.read_bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    with tarfile.open(pack(wheels, "1.2.3", tmp_path / "third")) as tar:
        assert {(entry.mtime, entry.uid, entry.uname) for entry in tar} == {(1000000000, 0, "root")}


def test_it_has_all_that_the_installer_reads(tmp_path: Path) -> None:
    """Everything tracked of this folder but what packs it and writes its files; and nothing else."""
    tracked = subprocess.run(["git", "ls-files", "deploy"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = {name.removeprefix("deploy/") for name in tracked.splitlines()}
    packing = {"__init__.py", "bundle.py", "debian.py", "name_service.py", "release.py", "wheels.py"}
    packed = set(content(tmp_path)) - {"LICENSE", "THIRD-PARTY.md", "docs/club.md"}
    assert {
        name for name in files - packed - packing if not name.startswith(("container/", "home-assistant/", "image/"))
    } == set()
    assert packed <= files
    assert set(INSTALLER) <= {name.split("/")[0] for name in files}


@pytest.mark.long
def test_its_installer_finds_the_wheels_beside_it(tmp_path: Path) -> None:
    archive = pack(write_wheels(tmp_path / "wheels", bundled_pip()), "1.2.3", tmp_path / "dist")
    assert archive.name == f"{TOP}.tar.gz"
    (tmp_path / "here").mkdir()
    top = unpacked(archive, tmp_path / "here")
    assert top.name == TOP
    assert os.access(top / "install.sh", os.X_OK)
    root = write_system(tmp_path / "root")
    said = subprocess.run(
        ["sh", top / "install.sh", "--root", root, "--profile", "pi-panel"],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert (root / "opt/table-companion/current/bin/companion").exists()
    readme = root / "opt/table-companion/README.md"
    assert readme.read_bytes() == (ROOT / "deploy/README.md").read_bytes()


@pytest.mark.long
def test_make_bundle_is_enough_for_both_pythons(tmp_path: Path) -> None:
    """With the real wheels, for a processor that is not this one's, and without an index."""
    folder = copied(tmp_path / "copy")
    made = typed("make bundle", folder, seconds=900)
    assert made.returncode == 0, made.stderr
    assert changed(folder) == ""
    (archive,) = (folder / "dist").glob("*.tar.gz")
    (tmp_path / "here").mkdir()
    top = unpacked(archive, tmp_path / "here")
    for python, pins in (("3.11", {"lgpio.py", "gpiod"}), ("3.13", {"gpiod"})):
        root = write_system(tmp_path / python, python)
        said = subprocess.run(
            ["sh", top / "install.sh", "--root", root],
            env={**os.environ, "PIP_INDEX_URL": "http://127.0.0.1:9/"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert said.returncode == 0, said.stderr
        site = root / f"opt/table-companion/current/lib/python{python}/site-packages"
        tag = f"cpython-{python.replace('.', '')}-aarch64-linux-gnu.so"
        assert (site / f"spidev.{tag}").exists()
        assert list(site.glob(f"PIL/_imaging.{tag}"))
        assert pins == {path.name for path in site.iterdir() if path.name in {"lgpio.py", "gpiod"}}
