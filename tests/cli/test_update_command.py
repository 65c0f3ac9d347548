"""What ``companion update`` understands, and where it says no before anything is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.ground import _like, _on_pi, _site
from companion.commands.trouble import Trouble
from companion.commands.update import source_of
from companion.keeping.updating import Source
from tests.cli.conftest import Call

WHEEL = "table_companion-{}-py3-none-any.whl"


def test_where_it_is_no_service_it_says_so(call: Call, tmp_path: Path) -> None:
    result = call("update", "1.0", "--root", tmp_path)
    assert result.exit_code == 1
    assert "is not installed as a service here" in result.output
    assert call("update").exit_code == call("update", "1.0", "--back").exit_code == 1
    assert "actualízalo" in call("update", "1.0", "--root", tmp_path, "--language", "es").output.lower()


def test_a_file_a_folder_and_a_number_are_told_apart(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.1", "0.2.0"):
        (tmp_path / WHEEL.format(version)).write_bytes(b"")
    (tmp_path / "flask-3.1-py3-none-any.whl").write_bytes(b"")
    assert source_of(str(tmp_path)) == Source("0.10.1", folder=tmp_path), "the newest by number, not by letter"
    one = tmp_path / WHEEL.format("0.2.0")
    assert source_of(str(one)) == Source("0.2.0", wheel=one)
    assert source_of("1.2.3rc1") == Source("1.2.3rc1")
    for words in (str(tmp_path / "flask-3.1-py3-none-any.whl"), str(tmp_path / "none"), "--index-url", "1.0; rm"):
        with pytest.raises(Trouble):
            source_of(words)


@pytest.fixture
def environments(tmp_path: Path) -> tuple[Path, Path]:
    """A present environment with a package, a file, and something of the system's; and a new one with pip in it."""
    old, new = (tmp_path / name / "lib" / "python3.11" / "site-packages" for name in ("old", "new"))
    for folder in (old / "gpiozero", old / "pip", new / "pip"):
        folder.mkdir(parents=True)
    (old / "pip" / "version").write_text("old")
    (old / "six.py").write_text("")
    (old / "lgpio.py").symlink_to("/usr/lib/python3/dist-packages/lgpio.py")
    return tmp_path / "old", tmp_path / "new"


def test_a_new_environment_is_given_what_comes_from_the_system(environments: tuple[Path, Path]) -> None:
    old, new = environments
    _like(new, old, everything=False)
    site = _site(new)
    assert site is not None
    assert sorted(path.name for path in site.iterdir()) == ["lgpio.py", "pip"]
    assert site.joinpath("lgpio.py").is_symlink()
    assert _on_pi(old)
    assert not _on_pi(new)
    assert not _on_pi(None)


def test_for_a_single_wheel_it_is_given_all_packages_and_keeps_its_own(environments: tuple[Path, Path]) -> None:
    old, new = environments
    _like(new, old, everything=True)
    site = _site(new)
    assert site is not None
    assert sorted(path.name for path in site.iterdir()) == ["gpiozero", "lgpio.py", "pip", "six.py"]
    assert list(site.joinpath("pip").iterdir()) == []


def test_packages_of_another_python_are_left_where_they_are(environments: tuple[Path, Path]) -> None:
    old, new = environments
    (new / "lib" / "python3.11").rename(new / "lib" / "python3.13")
    _like(new, old, everything=True)
    site = _site(new)
    assert site is not None
    assert [path.name for path in site.iterdir()] == ["pip"]
