"""Makes the companion's environment in the root of another system, whose Python cannot be run here: a disk image.

    python target_environment.py ROOT                                  looks whether it can be made there
    python target_environment.py ROOT WHEELS COMPANION-WHEEL /opt/table-companion/versions/VERSION

It is what ``python3 -m venv`` and pip would have made there. The root says itself which Python and processor it has.
Needs nothing but Python, the program beside it, and the wheel of pip among the others.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

HERE = Path(__file__).resolve().parent
OLDEST = (3, 11)
MACHINES = {40: "armv7l", 62: "x86_64", 183: "aarch64"}
"""Processors by their number in an ELF file."""
SCRIPT = """\
#!{python}
import sys
from {module} import {name}
if __name__ == "__main__":
    sys.exit({called}())
"""


class TargetError(Exception):
    """The environment could not be made; the text says why."""


@dataclass(frozen=True)
class TargetSystem:
    """The Python of a root: its version (``3.13``), its processor as wheels name it, its path there."""

    root: Path
    python: str
    machine: str

    @property
    def interpreter(self) -> PurePosixPath:
        """Where the system has it."""
        return PurePosixPath("/usr/bin") / f"python{self.python}"

    def site(self, environment: Path) -> Path:
        """The packages of an environment of this Python."""
        return environment / "lib" / f"python{self.python}" / "site-packages"


def examine(root: Path) -> TargetSystem:
    """What Python a root has. Raises ``TargetError``."""
    link = root / "usr/bin/python3"
    found = re.fullmatch(r"python(3\.(\d+))", link.readlink().name) if link.is_symlink() else None
    if found is None:
        raise TargetError(f"there is no Python in {root}: install its package python3 first")
    if (3, int(found[2])) < OLDEST:
        raise TargetError(f"Python 3.11 or newer is needed, {root} has {found[1]}")
    program = root / "usr/bin" / f"python{found[1]}"
    head = program.read_bytes()[:20] if program.is_file() else b""
    machine = MACHINES.get(struct.unpack("<H", head[18:20])[0]) if head[:4] == b"\x7fELF" and len(head) == 20 else None
    if machine is None:
        raise TargetError(f"{program} is no program of a processor that is known here")
    return TargetSystem(root, found[1], machine)


def make(system: TargetSystem, wheels: Path, companion: Path, place: PurePosixPath) -> list[str]:
    """Make the environment at ``place`` of the root; what there is to say about it. Raises ``TargetError``."""
    target = system.root / str(place).lstrip("/")
    making = target.with_name(f"{target.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    site = system.site(making)
    site.mkdir(parents=True)
    try:
        _install(system, wheels, companion, site)
        _lay_out(system, making, place)
        looked = _run([sys.executable, str(site / "hardware/library_check.py"), str(site)])
        if looked.returncode:
            raise TargetError(f"libraries are missing among the wheels:\n{looked.stdout}{looked.stderr}")
        shutil.rmtree(target, ignore_errors=True)
        making.rename(target)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    try:
        return [_compile(system, place), _try_out(system, place)]
    except TargetError:
        shutil.rmtree(target)
        raise


def _install(system: TargetSystem, wheels: Path, companion: Path, site: Path) -> None:
    pip = max(wheels.glob("pip-*.whl"), default=None, key=lambda wheel: _numbers(wheel.name))
    if pip is None:
        raise TargetError(f"there is no pip-*.whl in {wheels}, and the table needs it for its updates")
    words = [
        sys.executable, str(HERE / "target_pip.py"), system.python, system.machine,
        "install", "--quiet", "--isolated", "--no-compile", "--no-index", "--find-links", str(wheels),
        "--target", str(site), "pip", f"{companion}[pi]",
    ]  # fmt: skip
    given = {**os.environ, "PYTHONPATH": str(pip)}
    done = subprocess.run(words, env=given, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip()
        raise TargetError(f"the wheels do not fit Python {system.python} on {system.machine}:\n{why}")


def _numbers(name: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", name)]


def _lay_out(system: TargetSystem, making: Path, place: PurePosixPath) -> None:
    """Everything of an environment but its packages."""
    programs = making / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to("/usr/bin/python3")
    for name in ("python", f"python{system.python}"):
        (programs / name).symlink_to("python3")
    (making / "lib64").symlink_to("lib")
    (making / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {system.python}\n"
        f"executable = {system.interpreter}\ncommand = /usr/bin/python3 -m venv {place}\n"
    )
    site = system.site(making)
    # pip puts programs there, which would be started by the Python of this machine.
    shutil.rmtree(site / "bin", ignore_errors=True)
    if (site / "share").exists():
        (site / "share").rename(making / "share")
    for name, module, called in _programs(site):
        script = programs / name
        script.write_text(
            SCRIPT.format(python=place / "bin/python3", module=module, name=called.split(".")[0], called=called)
        )
        script.chmod(0o755)
    for record in site.glob("*.dist-info/RECORD"):
        text = re.sub(r"(?m)^(?:\.\./)+bin/([^,]*),.*$", r"../../../bin/\1,,", record.read_text())
        record.write_text(re.sub(r"(?m)^(?:\.\./)+share/", "../../../share/", text))


def _programs(site: Path) -> Iterator[tuple[str, str, str]]:
    """Name, module and function of each program that the packages bring."""
    for file in sorted(site.glob("*.dist-info/entry_points.txt")):
        parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
        parser.optionxform = str  # type: ignore[assignment, method-assign]
        parser.read_string(file.read_text())
        if parser.has_section("console_scripts"):
            for name, value in parser.items("console_scripts"):
                module, _, called = value.split("[")[0].strip().partition(":")
                yield name, module.strip(), called.strip()


def _compile(system: TargetSystem, place: PurePosixPath) -> str:
    """Compile the packages, since the service may not write beside them; what was done.

    The code is not compared with its source: a version is never changed, and an image may set every file's time anew.
    """
    words = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    python, site = _same_python(system), system.site(Path(place))
    inside = system.root / str(site).lstrip("/")
    if python is not None:
        done = _run([python, *words, "-s", str(system.root), "-p", "/", str(inside)])
    elif _runs(system):
        done = _run(["chroot", str(system.root), str(system.interpreter), *words, str(site)])
    else:
        return (
            f"not compiled, so each start takes longer: no Python {system.python} is here, nor does the root's run; "
            f"do it on the machine, as root: {place}/bin/python {' '.join(words)} {site}"
        )
    if done.returncode:
        raise TargetError(f"the packages could not be compiled:\n{done.stdout}{done.stderr}")
    return f"compiled its packages for Python {system.python}"


def _try_out(system: TargetSystem, place: PurePosixPath) -> str:
    if not _runs(system):
        return (
            f"not started here: this machine does not run programs of {system.machine} in {system.root}; "
            "its first start prepares the pages, and takes longer"
        )
    inside = ["chroot", str(system.root), str(place / "bin/companion"), "--version"]
    done = _run(inside)
    if done.returncode:
        raise TargetError(f"the installed program does not run:\n{done.stderr}")
    python = ["chroot", str(system.root), str(place / "bin/python"), "-P", "-m"]
    done = _run([*python, "hardware.library_check"])
    if done.returncode:
        raise TargetError(f"libraries cannot be loaded:\n{done.stdout}{done.stderr}")
    done = _run([*python, "web.templating.compiling"])
    if done.returncode:
        raise TargetError(f"its pages could not be prepared:\n{done.stderr}")
    return "tried it out: it starts, and has the libraries it needs"


def _same_python(system: TargetSystem) -> str | None:
    """A Python of this machine with the version of the target system, so that its compiled code can be used there; None
    if there is none.
    """
    return next((name for name in (sys.executable, f"python{system.python}") if _version(name) == system.python), None)


def _version(python: str) -> str:
    try:
        return _run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).stdout.strip()
    except OSError:
        return ""


def _runs(system: TargetSystem) -> bool:
    try:
        return _run(["chroot", str(system.root), str(system.interpreter), "-c", ""]).returncode == 0
    except OSError:
        return False


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def main(root: str, *words: str) -> int:
    """Make it, or with nothing but a root look whether it can be made there; exit status."""
    try:
        system = examine(Path(root))
        told = []
        if words:
            wheels, companion, place = words
            told = make(system, Path(wheels), Path(companion), PurePosixPath(place))
    except TargetError as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    sys.stdout.write("".join(f"  {line}\n" for line in told))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
