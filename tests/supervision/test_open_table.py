"""The file in which the service says what its table is like."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.supervision.open_table import FILE, OpenTable, read_open_table, remove_open_table, write_open_table


def test_it_is_read_as_it_was_written_until_it_is_removed(tmp_path: Path) -> None:
    table = OpenTable(safe_mode=True, games=("salt-road",))
    write_open_table(tmp_path, table)
    assert read_open_table(tmp_path) == table
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    remove_open_table(tmp_path)
    remove_open_table(tmp_path)
    assert read_open_table(tmp_path) is None
    write_open_table(tmp_path / "none", table)
    assert read_open_table(tmp_path / "none") is None, "the table opens all the same"


def _link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("put", [os.mkfifo, os.mkdir, _link, Path.touch, lambda path: path.write_text("[]")])
def test_what_a_game_may_have_put_there_is_nothing(tmp_path: Path, put: Callable[[Path], object]) -> None:
    write_open_table(tmp_path, OpenTable(safe_mode=False))
    (tmp_path / FILE).rename(tmp_path / "elsewhere")
    put(tmp_path / FILE)
    assert read_open_table(tmp_path) is None
