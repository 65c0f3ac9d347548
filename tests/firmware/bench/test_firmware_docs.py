"""The page on building a table says what the boards' files and the profiles say, and nothing else."""

from __future__ import annotations

import re

import pytest

from hardware.pods.flashing import boards, firmware
from hardware.profile_files import read_shipped, shipped
from hardware.wire_lists import BOARD_TITLES, place_wires, pod_wires
from tests.firmware.bench.pin_tables import DIAGRAMS, PAGE, ROOT, diagram, filled

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_board_has_its_table_and_its_diagram() -> None:
    assert set(BOARD_TITLES) == set(boards())
    assert filled(TEXT) == TEXT, "python -m tests.firmware.bench.pin_tables"


def test_every_pin_of_the_pages_is_one_of_a_board_or_a_profile() -> None:
    pods = {pin for name in BOARD_TITLES for _, _, pin in pod_wires(name)}
    pi = {pin for name in shipped() for place in read_shipped(name).places() for _, _, pin in place_wires(place)}
    files = [(firmware() / "boards" / f"{name}.py").read_text(encoding="utf-8") for name in BOARD_TITLES]
    pods |= {int(pin) for file in files for pin in re.findall(r'"[tr]x": (\d+)', file)}
    named = [(kind, int(pin)) for kind, pin in re.findall(r"\b(GP|GPIO)(\d+)\b", TEXT)]
    assert len(named) > 60
    for kind, pin in named:
        assert pin in (pods if kind == "GP" else pi), f"{kind}{pin}"


@pytest.mark.parametrize("name", BOARD_TITLES)
def test_no_pin_of_a_board_is_used_twice(name: str) -> None:
    pins = [pin for _, _, pin in pod_wires(name)]
    assert len(pins) == len(set(pins))
    assert all(0 <= pin <= 29 for pin in pins)


@pytest.mark.parametrize("name", BOARD_TITLES)
def test_a_diagram_is_drawn_from_the_board(name: str) -> None:
    source = DIAGRAMS / f"pod-{name.replace('_', '-')}.yml"
    assert source.read_text(encoding="utf-8") == diagram(name), "python -m tests.firmware.bench.pin_tables"
    drawn = source.with_suffix(".svg").read_text(encoding="utf-8")
    assert set(re.findall(r"\bGP\d+\b", drawn)) == {f"GP{pin}" for _, _, pin in pod_wires(name)}


def test_the_pages_lead_to_files_that_are_there() -> None:
    for page in (PAGE, ROOT / "firmware" / "README.md"):
        for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), link


def test_the_firmware_page_names_every_file() -> None:
    page = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    for file in (ROOT / "firmware" / "pod").glob("*.py"):
        assert file.name == "__init__.py" or f"`{file.name}`" in page, file.name
