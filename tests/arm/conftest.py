"""The image is built and switched on only when somebody asks for it: ``pytest -m arm``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arm.arm_machine import ArmMachine, EmulatedPi
from tests.arm.card_goods import pack_for_card
from tests.arm.flashed_card import card
from tests.arm.second_radio import SecondRadio
from tests.ports import free_port
from tests.vm.table import Person, Table

PATIENCE = 300.0
"""Seconds for what takes some on a Pi: an emulated ARM processor is slower still than the one of ``make test-vm``."""


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table on the flashed card, before its first power-on."""
    folder: Path = tmp_path_factory.mktemp("arm")
    goods = folder / "goods"
    goods.mkdir()
    flashed = card()
    version = pack_for_card(goods)
    machine = ArmMachine(flashed, goods, folder)
    try:
        yield Table(machine, version, PATIENCE)
    finally:
        machine.stop()


@pytest.fixture(scope="session")
def host(table: Table) -> Person:
    """Whoever hosts, with a program: a token that outlives restarts."""
    return Person(table)


@pytest.fixture(scope="session")
def carla(table: Table) -> Person:
    """Whoever sits at seat 3, where the pod is."""
    return Person(table)


@pytest.fixture(scope="session")
def radio(table: Table) -> SecondRadio:
    """The radio that is not the table's."""
    return SecondRadio(table)


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
