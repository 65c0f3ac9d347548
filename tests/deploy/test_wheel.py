"""The wheel, which is what gets installed: everything is in it, and it runs away from the sources."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy.wheels import build
from tests.fresh_program import open_table, page
from tests.vm.goods import as_version

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "hardware", "web")
PROGRAM = (sys.executable, "-c", "from companion.cli import main; main()")
LEFT_OUT = (
    "hardware/case/",
    "hardware/perfboard/",
    "hardware/docs/case/",
    "hardware/docs/perfboard/",
    "hardware/docs/wireviz/",
    "hardware/docs/first-light.png",
)
"""What draws the plans and cases, and their pictures: for who works on the repository."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


def test_every_file_of_the_packages_is_in_it(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    wanted = {name for name in tracked if (ROOT / name).is_file() and not name.startswith(LEFT_OUT)}
    languages = {str(Path(name).parent) for name in wanted if name.endswith(".po")}
    wanted |= {f"{language}/{name}.mo" for language in languages for name in ("companion", "former")}
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert wanted - packed == set()
    assert {name for name in packed if name.startswith(LEFT_OUT)} == set()
    assert {name.split("/")[0] for name in packed if ".dist-info" not in name} == set(PACKAGES)


def test_it_carries_the_licences(wheel: Path) -> None:
    """Its own, the list of what others made, and the text of each of their licences."""
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        folder = metadata.removesuffix("METADATA") + "licenses/"
        carried = {name.removeprefix(folder): packed.read(name) for name in packed.namelist() if folder in name}
        head = packed.read(metadata).decode().split("\n\n")[0].splitlines()
    licences = [*(ROOT / "web/static/fonts").glob("*OFL.txt"), *(ROOT / "web/static/vendor").glob("*.LICENSE.txt")]
    wanted = {"LICENSE", "THIRD-PARTY.md", *(str(path.relative_to(ROOT)) for path in licences)}
    assert len(wanted) == 5
    assert carried == {name: (ROOT / name).read_bytes() for name in wanted}
    assert "License-Expression: MIT AND OFL-1.1 AND 0BSD" in head
    assert {f"License-File: {name}" for name in wanted} <= set(head)
    assert "Author: The table companion authors" in head


def test_it_serves_pages_in_both_languages(wheel: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(unpacked)
    with open_table(PROGRAM, tmp_path, PYTHONPATH=str(unpacked)) as address:
        assert "¿Dónde te sientas?" in page(f"{address}/", "es")
        assert "Where do you sit?" in page(f"{address}/", "en")
        assert page(f"{address}/static/icons/icons.svg").startswith("<svg")
        assert "/static/scripts/" not in page(f"{address}/")
        assert page(f"{address}/static/built/join.js").startswith("const $m0=")


def test_another_version_of_it_says_so(wheel: Path, tmp_path: Path) -> None:
    made = as_version(wheel, "9.9.0", tmp_path)
    assert made.name == "table_companion-9.9.0-py3-none-any.whl"
    with zipfile.ZipFile(made) as packed:
        assert b"\nVersion: 9.9.0\n" in packed.read("table_companion-9.9.0.dist-info/METADATA")
