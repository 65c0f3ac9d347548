"""The lines of `docs/devices.md` are what a profile takes."""

from __future__ import annotations

import re
import time
from importlib import import_module
from pathlib import Path

import pytest

from companion.drivers import SHIPPED
from hardware.driver_contract import DriverSite
from hardware.profile_files import load

PAGE = Path(__file__).parents[2] / "docs" / "devices.md"
LINES = [line for line in re.findall(r"`([^`]+)`", PAGE.read_text("utf-8")) if re.match(r"[a-z]+ = ", line)]


@pytest.mark.parametrize("line", LINES, ids=[line[:60] for line in LINES])
def test_a_line_of_the_page_is_one_of_a_profile(line: str, tmp_path: Path) -> None:
    keys = "" if line.startswith(("keys", "encoder", "pod")) else "keys = { ok = 22 }\n"
    profile = load(f'name = "t"\nkind = "pi"\nabout = "t"\n[[seat]]\nnumber = 1\n{keys}{line}\n', "t")
    (place,) = profile.seats
    assert place.parts or place.pod or place.driven
    for part in place.driven:
        site = DriverSite(time.monotonic, tmp_path)
        import_module(SHIPPED[part.driver]).DRIVER.open(site.wanted([part]), site).close()
        assert site.problems == []


def test_there_are_many() -> None:
    assert len(LINES) > 15
