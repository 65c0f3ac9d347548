"""The image is built and switched on only when somebody asks for it: ``pytest -m arm``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arm.arm_machine import ArmMachine, EmulatedPi
from tests.arm.flashed_card import card
from tests.ports import free_port
from tests.vm.table import Table

GUEST = Path(__file__).parents[1] / "vm" / "guest"
VERSION = "0.1.0"


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on the flashed card, before its first power-on."""
    folder: Path = tmp_path_factory.mktemp("arm")
    goods = folder / "goods"
    goods.mkdir()
    shutil.copytree(GUEST, goods / "guest")
    machine = ArmMachine(card(), goods, folder)
    try:
        yield Table(machine, VERSION)
    finally:
        machine.stop()


@pytest.fixture(scope="session")
def pi(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmulatedPi]:
    """The same card in a Pi 3 B, once the other machine is switched off."""
    disk = table.machine.disk
    made = EmulatedPi(table.machine.image, disk, tmp_path_factory.mktemp("pi"), free_port())
    try:
        yield made
    finally:
        made.stop()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Minutes of an emulated processor are for those who ask for them."""
    del collection_path
    return None if config.option.markexpr == "arm" else True
