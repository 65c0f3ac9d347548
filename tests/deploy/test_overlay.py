"""The overlay that switches SPI on, laid over the device trees of Debian's own kernel, as a Pi's firmware does it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy.debian import Archive, mirror, sources, unpack

pytestmark = pytest.mark.long

OVERLAY = Path(__file__).parents[2] / "deploy/system/spi.dtbo"
BOARDS = ("bcm2837-rpi-3-b", "bcm2837-rpi-zero-2-w", "bcm2711-rpi-4-b")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trixie's kernel for 64-bit ARM and its device trees."""
    for program in ("apt-get", "fdtoverlay", "fdtget"):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} here")
    place = tmp_path_factory.mktemp("kernel")
    archive = Archive(place / "apt", "arm64", sources(mirror(), ["trixie"]))
    name = re.search(r"linux-image-\d[^ ,]*", archive.show("linux-image-arm64"))
    assert name is not None
    (package,) = archive.download([name[0]], place)
    for wanted in ("*/broadcom/bcm2*.dtb", "*/vmlinuz-*"):
        unpack(package, place / "files", wanted)
    package.unlink()
    return place / "files"


def laid_over(kernel: Path, board: str, folder: Path) -> Path:
    (tree,) = kernel.rglob(f"{board}.dtb")
    made = folder / "tree.dtb"
    subprocess.run(["fdtoverlay", "-i", tree, "-o", made, OVERLAY], check=True)
    return made


def get(tree: Path, node: str, name: str, kind: str = "x") -> list[str]:
    asked: list[Any] = ["fdtget", "-t", kind, tree, node, name]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()


def nodes(tree: Path, node: str) -> Iterator[str]:
    listed: list[Any] = ["fdtget", "-l", tree, node]
    yield from subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("board", BOARDS)
def test_spi_is_on_with_both_selects(kernel: Path, board: str, tmp_path: Path) -> None:
    (before,) = kernel.rglob(f"{board}.dtb")
    assert get(before, "/soc/spi@7e204000", "status", "s") == ["disabled"], "or the overlay is no longer needed"
    tree = laid_over(kernel, board, tmp_path)
    spi = "/soc/spi@7e204000"
    assert get(tree, spi, "status", "s") == ["okay"]
    assert sorted(node for node in nodes(tree, spi) if node.startswith("spidev")) == ["spidev@0", "spidev@1"]
    pins = {
        get(tree, f"/soc/gpio@7e200000/{name}", "phandle")[0]: get(tree, f"/soc/gpio@7e200000/{name}", "brcm,pins", "u")
        for name in ("table-spi-pins", "table-spi-selects")
    }
    assert [pins[handle] for handle in get(tree, spi, "pinctrl-0")] == [["9", "10", "11"], ["8", "7"]]
    gpio = get(tree, "/soc/gpio@7e200000", "phandle")[0]
    assert get(tree, spi, "cs-gpios") == [gpio, "8", "1", gpio, "7", "1"]


@pytest.mark.parametrize("board", BOARDS)
def test_i2c_of_the_header_is_on_by_itself(kernel: Path, board: str) -> None:
    (tree,) = kernel.rglob(f"{board}.dtb")
    assert get(tree, "/soc/i2c@7e804000", "status", "s") == ["okay"]


def test_the_driver_knows_what_the_overlay_names(kernel: Path, tmp_path: Path) -> None:
    tree = laid_over(kernel, BOARDS[0], tmp_path)
    (named,) = get(tree, "/soc/spi@7e204000/spidev@0", "compatible", "s")
    # It is part of the kernel, which is not compressed.
    (image,) = kernel.rglob("vmlinuz-*")
    assert named.encode() + b"\0" in image.read_bytes()


def test_a_pi_5_has_nothing_that_it_would_change(kernel: Path, tmp_path: Path) -> None:
    """So the lines in config.txt are for the other boards only."""
    (tree,) = kernel.rglob("bcm2712-rpi-5-b.dtb")
    words: list[str | Path] = ["fdtoverlay", "-i", tree, "-o", tmp_path / "tree", OVERLAY]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode != 0
