"""pip for another Python and another processor than those it runs on, without running anything of theirs.

pip chooses the wheels of another Python when told so, but reads markers such as ``python_version < '3.13'`` as of the
Python it runs on itself, and would demand what the other one has no wheel for. Here it reads them as of the other one.

    python target_pip.py 3.13 aarch64 install --target FOLDER --no-index --find-links WHEELS table-companion

Needs nothing but pip, which may be a wheel on PYTHONPATH.
"""

from __future__ import annotations

import importlib
import sys

OLDEST_GLIBC, GLIBC = 17, 36
"""Minor numbers of the C libraries whose wheels fit: up to that of Debian bookworm, the oldest system installed on."""
ALIKE = {"armhf": "armv7l", "arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names of processors, and those of wheels."""


def platforms(machine: str) -> list[str]:
    """The platform tags of a processor's wheels, best first."""
    newer = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, OLDEST_GLIBC - 1, -1)]
    return [*newer, f"manylinux2014_{machine}", f"linux_{machine}"]


def options(python: str, machine: str) -> list[str]:
    """What tells pip to choose wheels for CPython ``python`` (``3.13``) on ``machine`` (``aarch64``)."""
    named = [word for tag in platforms(machine) for word in ("--platform", tag)]
    return ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python, *named]


def markers(python: str, machine: str) -> dict[str, str]:
    """The values that markers of requirements are compared with there."""
    return {
        "implementation_name": "cpython",
        "implementation_version": f"{python}.0",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Linux",
        "platform_version": "",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }


def main(python: str, machine: str, subcommand: str, *words: str) -> int:
    """Run pip; its exit status."""
    machine = ALIKE.get(machine, machine)
    read = importlib.import_module("pip._vendor.packaging.markers")
    read.default_environment = lambda: markers(python, machine)  # type: ignore[attr-defined]
    if not read.Marker(f"python_version == '{python}' and platform_machine == '{machine}'").evaluate():
        sys.stderr.write("This pip reads markers in a way that is not known here; take another version of it.\n")
        return 1
    run = importlib.import_module("pip._internal.cli.main").main
    return int(run([subcommand, "--disable-pip-version-check", *options(python, machine), *words]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
