"""Copy packages from the present virtual environment into a new one, to save downloads."""

from __future__ import annotations

import shutil
from importlib.metadata import Distribution
from pathlib import Path

PRODUCT = "table-companion"


def site_of(environment: Path) -> Path | None:
    """The site-packages folder of an environment."""
    return next(iter((environment / "lib").glob("python3.*/site-packages")), None)


def copy_packages(target: Path, present: Path | None, *, whole: bool) -> bool:
    """Copy pip and linked system packages from ``present``; with ``whole`` everything but the product. Returns whether
    ``target`` has pip now. Copies nothing between different Python versions.
    """
    new = site_of(target)
    old = site_of(present) if present is not None else None
    if new is None or old is None or new.parent.name != old.parent.name:
        return False
    own = _tops(old, PRODUCT)
    for package in old.iterdir() if whole else _needed(old):
        if package.name in own:
            continue
        fresh = new / package.name
        if package.is_dir() and not package.is_symlink():
            shutil.copytree(package, fresh, symlinks=True)
        else:
            shutil.copy2(package, fresh, follow_symlinks=False)
    return (new / "pip").is_dir()


def drives_pins(environment: Path | None) -> bool:
    """Whether an environment holds the packages that only a Pi needs."""
    site = site_of(environment) if environment is not None else None
    return site is not None and (site / "gpiozero").is_dir()


def _needed(site: Path) -> list[Path]:
    pip = _tops(site, "pip")
    return [package for package in site.iterdir() if package.is_symlink() or package.name in pip]


def _tops(site: Path, name: str) -> set[str]:
    """Top-level files and folders of a distribution in ``site``."""
    found = next(iter(Distribution.discover(name=name, path=[str(site)])), None)
    return {file.parts[0] for file in (found.files or ())} if found is not None else set()
