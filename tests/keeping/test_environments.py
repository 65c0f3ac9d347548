"""What a new environment is given of the present one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.keeping.versions.environments import (
    GAMES,
    copy_packages,
    copy_pip,
    drives_pins,
    packages_by_game,
    packages_of_games,
    site_of,
    versions_in,
)

PROGRAM = {"table-companion"}


@pytest.fixture
def environments(tmp_path: Path) -> tuple[Path, Path]:
    """A present environment with packages, a file, and something of the system's; and a new one that is empty."""
    old, new = (tmp_path / name / "lib" / "python3.11" / "site-packages" for name in ("old", "new"))
    for folder in (old / "gpiozero", old / "hardware", new):
        folder.mkdir(parents=True)
    (old / "six.py").write_text("")
    (old / "lgpio.py").symlink_to("/usr/lib/python3/dist-packages/lgpio.py")
    installed(old, "pip", "24.0", "pip/__init__.py", "../../../bin/pip")
    installed(old, "table_companion", "1.0", "companion/__init__.py", "hardware/pins.py", "../../../bin/companion")
    return tmp_path / "old", tmp_path / "new"


def installed(site: Path, name: str, version: str, *files: str) -> None:
    """A distribution as pip leaves it."""
    notes = site / f"{name}-{version}.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    rows = [*files, f"{notes.name}/METADATA", f"{notes.name}/RECORD"]
    (notes / "RECORD").write_text("".join(f"{row},,\n" for row in rows))
    for file in files:
        if not file.startswith(".."):
            (site / file).parent.mkdir(exist_ok=True)
            (site / file).write_text("")


def names(environment: Path) -> list[str]:
    site = site_of(environment)
    assert site is not None
    return sorted(path.name for path in site.iterdir())


def test_a_new_environment_is_given_pip_and_what_comes_from_the_system(environments: tuple[Path, Path]) -> None:
    old, new = environments
    assert copy_pip(new, old)
    assert names(new) == ["lgpio.py", "pip", "pip-24.0.dist-info"]
    site = site_of(new)
    assert site is not None
    assert site.joinpath("lgpio.py").is_symlink()
    assert drives_pins(old)
    assert not drives_pins(new)
    assert not drives_pins(None)


def test_for_a_single_wheel_it_is_given_all_but_the_program(environments: tuple[Path, Path]) -> None:
    old, new = environments
    assert copy_packages(new, old, without=PROGRAM)
    assert names(new) == ["gpiozero", "lgpio.py", "pip", "pip-24.0.dist-info", "six.py"]


def test_packages_of_another_python_are_left_where_they_are(environments: tuple[Path, Path]) -> None:
    old, new = environments
    (new / "lib" / "python3.11").rename(new / "lib" / "python3.13")
    assert not copy_packages(new, old, without=PROGRAM)
    assert not copy_packages(new, None, without=PROGRAM)
    assert not copy_pip(new, old)
    assert names(new) == []


def test_programs_come_along_for_the_new_python(environments: tuple[Path, Path]) -> None:
    old, new = environments
    (old / "bin").mkdir()
    for program in ("companion", "pip", "salt"):
        (old / "bin" / program).write_text(f"#!{old}/bin/python3\nimport {program}\n")
        (old / "bin" / program).chmod(0o755)
    assert copy_packages(new, old, without=())
    assert (new / "bin" / "companion").read_text() == f"#!{new}/bin/python3\nimport companion\n"
    assert (new / "bin" / "pip").stat().st_mode & 0o111
    assert not (new / "bin" / "salt").exists(), "it is of no package that is there"


def test_what_belongs_to_a_game_that_was_added_is_known_and_can_be_left_behind(environments: tuple[Path, Path]) -> None:
    old, new = environments
    site = site_of(old)
    assert site is not None
    installed(site, "Salt_Road", "1.2", "salt_road/__init__.py")
    installed(site, "dice", "3.0", "dice/__init__.py")
    (site / "Salt_Road-1.2.dist-info" / "entry_points.txt").write_text("[companion.games]\nsalt = salt_road:PACKAGE\n")
    kept = old / GAMES / "salt-road"
    kept.mkdir(parents=True)
    for wheel in ("Salt_Road-1.2-py3-none-any.whl", "dice-3.0-py3-none-any.whl"):
        (kept / wheel).write_bytes(b"")
    assert packages_by_game(old) == {"salt": "salt-road"}
    assert packages_of_games(old) == {"salt-road", "dice"}
    assert packages_of_games(new) == set()
    assert versions_in(old) == {"dice": "3.0", "pip": "24.0", "salt-road": "1.2", "table-companion": "1.0"}
    copy_packages(new, old, without=packages_of_games(old))
    assert {"dice", "salt_road"}.isdisjoint(names(new))
    assert "companion" in names(new)
    with (site / "table_companion-1.0.dist-info" / "METADATA").open("a") as metadata:
        metadata.write("Requires-Dist: dice>=2\n")
    assert packages_of_games(old) == {"salt-road"}, "the companion has come to need the other itself"
