"""What ``companion update`` understands, and where it says no before anything is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.common_options import CommandError
from companion.commands.machine.update import source_of
from companion.keeping.versions.update_host import InstallSource
from tests.cli.conftest import Call
from tests.first_contact.owners import Machine

WHEEL = "table_companion-{}-py3-none-any.whl"


def test_where_it_is_no_service_it_says_so(call: Call, tmp_path: Path) -> None:
    result = call("update", "1.0", "--root", tmp_path)
    assert result.exit_code == 1
    assert "is not installed as a service here" in result.output
    assert call("update").exit_code == call("update", "1.0", "--back").exit_code == 1
    assert "actualízalo" in call("update", "1.0", "--root", tmp_path, "--language", "es").output.lower()


def test_into_memory_nothing_is_installed(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flashed = Machine(tmp_path)
    monkeypatch.setattr("companion.commands.machine.installed_table.ReadOnlyRoot", flashed.card_root)
    (tmp_path / "versions/1.0").mkdir(parents=True)
    (tmp_path / "current").symlink_to("versions/1.0")
    flashed.mounts("read-only", "plays")
    for words in (("2.0",), ("--back",)):
        result = call("update", *words, "--root", tmp_path)
        assert result.exit_code == 1
        assert "the system on the card is read-only" in result.output.lower()
    assert "solo lectura" in call("update", "2.0", "--root", tmp_path, "--language", "es").output
    flashed.mounts("system", "plays")
    assert "read-only" not in call("update", "--back", "--root", tmp_path).output


def test_a_file_a_folder_and_a_number_are_told_apart(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.1", "0.2.0"):
        (tmp_path / WHEEL.format(version)).write_bytes(b"")
    (tmp_path / "flask-3.1-py3-none-any.whl").write_bytes(b"")
    assert source_of(str(tmp_path)) == InstallSource("0.10.1", folder=tmp_path), "the newest by number, not by letter"
    one = tmp_path / WHEEL.format("0.2.0")
    assert source_of(str(one)) == InstallSource("0.2.0", wheel=one)
    assert source_of("1.2.3rc1") == InstallSource("1.2.3rc1")
    for words in (str(tmp_path / "flask-3.1-py3-none-any.whl"), str(tmp_path / "none"), "--index-url", "1.0; rm"):
        with pytest.raises(CommandError):
            source_of(words)
