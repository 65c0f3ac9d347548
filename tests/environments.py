"""The tests on other Pythons and on the oldest libraries, each in an environment of its own under ``build``.

python -m tests.environments pythons    the short tests, on the other supported Pythons that are found here
python -m tests.environments oldest     the short tests, with the oldest libraries that pyproject.toml allows
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
PYTHONS = ("3.11", "3.13", "3.14")
"""The supported ones that Debian's releases have; what works on them works between."""
SHORT = ("-q", "-p", "no:cacheprovider", "-n", "auto", "-m", "not long and not browser and not node")
EXTRAS = ("pi", "flash", "club")
BOUND = re.compile(r"([A-Za-z0-9._-]+)(?:\[[a-z]+\])?>=([0-9][^,; ]*)")


def lowest(project: Path = PROJECT) -> list[str]:
    """The oldest version of every library that the product uses, as constraints for pip."""
    table = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    optional = table["optional-dependencies"]
    wanted = [*table["dependencies"], *(line for extra in EXTRAS for line in optional[extra])]
    return sorted(f"{found[1]}=={found[2]}" for found in map(BOUND.match, wanted) if found)


def find(version: str) -> Path | None:
    """A Python of that version that runs: this one, one on the path, one of pyenv's."""
    return next((python for python in _candidates(version) if _version(python) == version), None)


def _candidates(version: str) -> Iterator[Path]:
    yield Path(sys.executable)
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"))


def _version(python: Path) -> str:
    """``3.11``; nothing where it does not run, as pyenv's names for versions that are not chosen."""
    asked: list[str | Path] = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def made(python: Path, folder: Path, constraints: Iterable[str] = ()) -> Path:
    """The Python of an environment in ``folder`` with what the tests need. Kept until pyproject.toml changes."""
    own, stamp = folder / "bin" / "python", folder / "stamp"
    if stamp.exists() and stamp.stat().st_mtime > PROJECT.stat().st_mtime:
        return own
    _say(f"Making an environment in {folder.relative_to(ROOT)} (a minute or two) ...")
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
    limits = folder / "constraints.txt"
    limits.write_text("".join(f"{line}\n" for line in constraints), encoding="utf-8")
    pip: list[str | Path] = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", limits, "--editable", ".[test]"], cwd=ROOT, check=True)
    stamp.touch()
    return own


def pythons() -> None:
    """Run the short tests on every Python that is not this one, and say which ran."""
    here = "{}.{}".format(*sys.version_info)
    ran, missing = [f"{here} (all)"], []
    for version in PYTHONS:
        if version == here:
            continue
        if python := find(version):
            _say(f"Python {version}")
            _pytest(made(python, ROOT / "build" / f"python-{version}"))
            ran.append(f"{version} (no browser)")
        else:
            missing.append(version)
    _say(f"Tested on Python {' and '.join(ran)}." + (f" Not found here: {', '.join(missing)}." if missing else ""))


def oldest() -> None:
    """Run the short tests on the oldest Python that is here, with the oldest libraries."""
    python = find(PYTHONS[0]) or Path(sys.executable)
    own = made(python, ROOT / "build" / "oldest", lowest())
    _say(f"Python {_version(own)} with {', '.join(lowest())}")
    _pytest(own)


def _pytest(python: Path) -> None:
    subprocess.run([python, "-m", "pytest", *SHORT], cwd=ROOT, check=True)


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main() -> None:
    """Run the environment that is named on the command line."""
    try:
        {"pythons": pythons, "oldest": oldest}[sys.argv[1]]()
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd))
        raise SystemExit(
            f"This failed: {command}\nAn environment needs the package index, or a mirror of it."
        ) from None


if __name__ == "__main__":
    main()
