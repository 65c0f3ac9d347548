"""The page about drivers says what is so: its blocks run, and the example passes as its author would test it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import tomllib
from typing import Any

import grey_bench
import grey_display
import letter_bench
import letter_keys
import pytest

from companion.render.draw import draw
from hardware.driver_contract import GROUP, DriverSite, misfit
from hardware.profile_files import load
from tests.documents import ROOT
from tests.render.sample_faces import samples

PAGE = (ROOT / "docs" / "writing-a-driver.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "letter_keys"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


def test_the_blocks_of_the_page_are_a_driver_and_its_bench() -> None:
    package, bench = blocks("python")
    names: dict[str, Any] = {"AcmeBench": letter_bench.Board}
    exec(package, names)
    assert misfit(names["DRIVER"]) == ""
    exec(bench, names)
    assert [one.name for one in names["BENCHES"]] == ["acme-pad"]
    entry, profile = blocks("toml")
    assert tomllib.loads(entry)["project"]["entry-points"][GROUP] == {"acme-pad": "acme_pad:DRIVER"}
    driven = load(f'name = "t"\nkind = "pi"\n{profile}', "t").driven()
    assert [(one.part, one.driver) for one in driven] == [("keys", "acme-pad"), ("light", "acme-pad")]


def test_the_example_is_found_by_its_entry_point() -> None:
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"][GROUP]["letter-keys"].partition(":")
    assert getattr(sys.modules[module], name) is letter_keys.DRIVER


@pytest.mark.parametrize(("folder", "bench"), [("letter_keys", "letter_bench"), ("grey_display", "grey_bench")])
def test_a_driver_passes_from_its_own_folder(folder: str, bench: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--companion-driver", bench]
    run = subprocess.run(command, cwd=EXAMPLE.parent / folder, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
    assert "failed" not in run.stdout


def test_a_display_of_a_driver_shows_the_faces_of_the_table() -> None:
    """A chip that the companion does not know, of a size that it does not know."""
    profile = load('name = "t"\nkind = "sim"\n[[seat]]\nnumber = 1\n' + blocks_of_grey(), "t")
    site = DriverSite(time.monotonic, ROOT)
    with grey_bench.GreyBus() as bus:
        devices = grey_display.DRIVER.open(site.wanted(profile.driven()), site)
        devices.mend()
        assert not site.problems
        for face in samples().values():
            picture = draw(face, size=devices.displays[1].size)
            devices.displays[1].show(picture)
            assert bus.seen(1).tobytes() == picture.tobytes()
        devices.close()


def blocks_of_grey() -> str:
    """The line of a profile that its page shows."""
    page = (EXAMPLE.parent / "grey_display" / "README.md").read_text(encoding="utf-8")
    return next(line for line in page.splitlines() if line.startswith("display = "))


def test_a_module_without_benches_is_refused() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--companion-driver", "letter_keys"]
    run = subprocess.run(command, cwd=EXAMPLE, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode != 0
    assert "it has no BENCHES" in run.stderr
