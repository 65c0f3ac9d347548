"""A virtual machine of each Debian is switched on once for the whole story, and only when somebody asks for it:
``pytest -m vm``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.vm.goods import pack
from tests.vm.image import PYTHONS, built
from tests.vm.machine import Machine, missing
from tests.vm.table import NEWER, Table


@pytest.fixture(scope="session", params=list(PYTHONS))
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table in the virtual machine, before anything was installed on it."""
    suite: str = request.param
    lacking = missing()
    assert not lacking, f"install these first: {', '.join(lacking)}"
    folder: Path = tmp_path_factory.mktemp(suite)
    goods = folder / "goods"
    goods.mkdir()
    version = pack(goods, NEWER, PYTHONS[suite])
    machine = Machine(built(suite), goods, folder)
    try:
        machine.start()
        yield Table(machine, version)
    finally:
        machine.stop()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Minutes of an emulated processor are for those who ask for them."""
    del collection_path
    return None if config.option.markexpr == "vm" else True
