"""What an environment of the companion holds, and what a new one is given of the present one, to save downloads."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from companion.core.game_package import GROUP
from companion.keeping.versions.without_games import only_for_games

PRODUCT = "table-companion"
GAMES = "games"
"""Folder of an environment with a folder of wheels for each package of games that was added to it."""


def site_of(environment: Path) -> Path | None:
    """The site-packages folder of an environment."""
    return next(iter((environment / "lib").glob("python3.*/site-packages")), None)


def normal_name(package: str) -> str:
    """A package's name, of all its spellings the one that is compared."""
    return re.sub(r"[-_.]+", "-", package).lower()


def versions_in(environment: Path) -> dict[str, str]:
    """Version of each installed package, by its ``normal_name``."""
    site = site_of(environment)
    return {normal_name(found.name): found.version for found in distributions(path=[str(site)])} if site else {}


def packages_by_game(environment: Path) -> dict[str, str]:
    """The package that brings each game, by the game's key, without running any of it."""
    site = site_of(environment)
    return {
        entry.name: normal_name(found.name)
        for found in (distributions(path=[str(site)]) if site is not None else ())
        for entry in found.entry_points.select(group=GROUP)
    }


def drives_pins(environment: Path | None) -> bool:
    """Whether an environment holds the packages that only a Pi needs."""
    site = site_of(environment) if environment is not None else None
    return site is not None and (site / "gpiozero").is_dir()


def kept_wheels(environment: Path) -> dict[str, tuple[Path, ...]]:
    """Wheels of each package of games that was added to an environment, with those it needs beside the companion."""
    folders = sorted((environment / GAMES).glob("*"))
    return {folder.name: tuple(sorted(folder.glob("*.whl"))) for folder in folders}


def package_of(wheel: Path) -> str:
    """The package that a wheel is of, by its file's name."""
    return normal_name(wheel.name.partition("-")[0])


def packages_of_games(environment: Path) -> frozenset[str]:
    """The packages that are there because games were added: these, and what only they need."""
    site = site_of(environment)
    if site is None:
        return frozenset()
    kept = {package_of(wheel) for wheels in kept_wheels(environment).values() for wheel in wheels}
    return frozenset(only_for_games(kept, distributions(path=[str(site)])))


def needing(environment: Path, package: str) -> tuple[str, ...]:
    """The packages of games that were added and need ``package``."""
    return tuple(
        name
        for name, wheels in kept_wheels(environment).items()
        if name != package and package in map(package_of, wheels)
    )


def copy_packages(target: Path, present: Path | None, *, without: Collection[str]) -> bool:
    """Copy all packages of ``present`` but those named, with their programs. Returns whether ``target`` has pip now.

    Copies nothing between different Python versions.
    """
    both = _sites(target, present)
    if both is None or present is None:
        return False
    old, new = both
    others = {top for package in without for top in tops_of(old, package)}
    _copy((package for package in old.iterdir() if package.name not in others), new)
    _copy_programs(target, present, without)
    return (new / "pip").is_dir()


def copy_pip(target: Path, present: Path | None) -> bool:
    """Copy pip, and links to packages of the system. Returns whether ``target`` has pip now."""
    both = _sites(target, present)
    if both is None:
        return False
    old, new = both
    pip = tops_of(old, "pip")
    _copy((package for package in old.iterdir() if package.is_symlink() or package.name in pip), new)
    return (new / "pip").is_dir()


def _sites(target: Path, present: Path | None) -> tuple[Path, Path] | None:
    """Site-packages of both, old and new; None if they are of different Pythons."""
    new = site_of(target)
    old = site_of(present) if present is not None else None
    return (old, new) if new is not None and old is not None and new.parent.name == old.parent.name else None


def _copy(packages: Iterator[Path], folder: Path) -> None:
    for package in packages:
        fresh = folder / package.name
        if package.is_dir() and not package.is_symlink():
            shutil.copytree(package, fresh, symlinks=True)
        else:
            shutil.copy2(package, fresh, follow_symlinks=False)


def _copy_programs(target: Path, present: Path, without: Collection[str]) -> None:
    """Programs of the packages that are copied: their first line names the Python of ``target`` instead."""
    for package in versions_in(present).keys() - {normal_name(package) for package in without}:
        for name in programs_of(present, package):
            old, new = present / "bin" / name, target / "bin" / name
            if old.is_file() and not new.exists():
                new.parent.mkdir(exist_ok=True)
                new.write_bytes(_for_python_of(target, present, old.read_bytes()))
                shutil.copymode(old, new)


def _for_python_of(target: Path, present: Path, program: bytes) -> bytes:
    if not program.startswith(b"#!"):
        return program
    return program.replace(f"{present}/bin/".encode(), f"{target}/bin/".encode())


def programs_of(environment: Path, package: str) -> set[str]:
    """Names of the programs of a package."""
    site = site_of(environment)
    found = _distribution(site, package) if site is not None else None
    files = (found.files or ()) if found is not None else ()
    return {file.name for file in files if "bin" in file.parts[:-1] and set(file.parts[:-1]) <= {"..", "bin"}}


def tops_of(site: Path, name: str) -> set[str]:
    """Top-level files and folders of a distribution in ``site``."""
    found = _distribution(site, name)
    return {file.parts[0] for file in (found.files or ())} if found is not None else set()


def _distribution(site: Path, name: str) -> Distribution | None:
    return next(iter(Distribution.discover(name=name, path=[str(site)])), None)
