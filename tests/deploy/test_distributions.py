"""What ``python -m build`` makes: a source distribution, from which the same wheel comes as from the repository."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.fresh_program import open_table, page
from tests.working_copy import copied

BUILD = (sys.executable, "-m", "build", "--no-isolation")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the distributions: the wheel in it is made from the source distribution."""
    tree, into = copied(tmp_path_factory.mktemp("tree"), environment=False), tmp_path_factory.mktemp("dist")
    for words in ((tree, "--outdir", into), (tree, "--wheel", "--outdir", into / "from-tree")):
        done = subprocess.run([*BUILD, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return into


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_the_wheel_of_the_source_distribution_is_that_of_the_repository(built: Path) -> None:
    (wheel,), (from_tree,) = built.glob("*.whl"), built.glob("from-tree/*.whl")
    ours, tree = contents(wheel), contents(from_tree)
    assert ours.keys() ^ tree.keys() == set()
    assert [name for name in ours if ours[name] != tree[name]] == []


def test_the_source_distribution_carries_the_tests(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        names = {name.split("/", 1)[-1] for name in packed.getnames()}
    assert {"Makefile", "tests/deploy/test_distributions.py", "examples/new_game/pyproject.toml"} <= names


def test_a_table_is_opened_by_the_name_of_the_package(built: Path, tmp_path: Path) -> None:
    """As ``uvx table-companion run`` and ``pipx run table-companion run`` do."""
    (wheel,) = built.glob("*.whl")
    site = tmp_path / "site"
    pip = (sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--no-index", "--target", site)
    subprocess.run([*pip, wheel], check=True)
    with open_table([site / "bin" / "table-companion"], tmp_path, PYTHONPATH=str(site)) as address:
        assert "<h1" in page(f"{address}/")
