"""Keep out of a process of root what packages of games bring: a module of theirs is not found there by anybody.

pip and others look for modules that they can do without, and a package could bring one of that name. Other versions'
Python runs this text too, before anything else is loaded: it needs nothing but the standard library.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import Distribution, distributions
from pathlib import Path

PIP = "import runpy; runpy.run_module('pip', run_name='__main__', alter_sys=True)"


def command_without_games(python: Path, code: str) -> list[str]:
    """Command that runs ``code`` with the Python of an environment, and without what its packages of games bring."""
    # Not what lies in the folder where the admin stands either.
    return [str(python), "-P", "-c", f"{Path(__file__).read_text(encoding='utf-8')}\nkeep_games_out()\n{code}"]


def keep_games_out() -> None:
    """Let this process import nothing of the wheels that were added to its environment."""
    wheels = {_normal(wheel.name.partition("-")[0]): wheel for wheel in Path(sys.prefix, "games").glob("*/*.whl")}
    if wheels:
        packages = only_for_games(set(wheels), distributions())
        modules = {module for package in packages for module in _modules(wheels[package])}
        sys.meta_path.insert(0, _Missing(modules))


class _Missing:
    """Finder of modules that says of some that there are none."""

    def __init__(self, modules: set[str]) -> None:
        self._modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        if name.partition(".")[0] in self._modules:
            raise ModuleNotFoundError(f"{name} is a game's, and root imports none", name=name)


def only_for_games(packages: set[str], installed: Iterable[Distribution]) -> set[str]:
    """Those of ``packages``, by their normal names, that nothing else that is ``installed`` requires."""
    needs = [
        (_normal(found.name), {_normal(need) for need in map(_required, found.requires or ()) if need})
        for found in installed
    ]
    while True:
        needed = {need for package, others in needs if package not in packages for need in others}
        if not packages & needed:
            return packages
        packages = packages - needed


def _required(requirement: str) -> str:
    """The package that a requirement names; empty for one that is not always needed."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return found[0] if found is not None and "extra ==" not in requirement else ""


def _modules(wheel: Path) -> set[str]:
    """The modules at the top of a wheel."""
    with suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(wheel) as packed:
        paths = [name.split("/") for name in packed.namelist()]
        tops = (path[2] if path[0].endswith(".data") and len(path) > 2 else path[0] for path in paths)
        return {top.partition(".")[0] for top in tops}
    return set()


def _normal(package: str) -> str:
    """As ``environments.normal_name``, which other versions may not have."""
    return re.sub(r"[-_.]+", "-", package).lower()
