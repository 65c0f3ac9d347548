"""Whether an installed companion has the libraries that a Pi's devices need, so that none is missed at the first key.

    ENVIRONMENT/bin/python -m hardware.library_check    imports them
    python library_check.py SITE-PACKAGES                  looks whether they are there, where that Python cannot be run

Prints what is missing, a line each, and exits with 1 then. Needs nothing but Python. The installer
and an update run it.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from pathlib import Path

LIBRARIES = ("cobs", "gpiozero", "jeepney", "luma.oled", "serial", "smbus2", "spidev")
"""Modules that all have to be there."""
PINS = ("lgpio", "gpiod")
"""Modules that drive the pins; one is enough."""


def missing() -> list[str]:
    """What cannot be imported by this Python, with the reason."""
    # lgpio makes a pipe in the working directory as soon as it is imported.
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LG_WD"] = folder
        found = {name: _failure(name) for name in (*LIBRARIES, *PINS)}
    failed = [f"{name}: {found[name]}" for name in LIBRARIES if found[name]]
    pins = [f"{name}: {found[name]}" for name in PINS]
    return (
        failed if any(not found[name] for name in PINS) else [*failed, f"nothing drives the pins ({'; '.join(pins)})"]
    )


def not_found(site: Path) -> list[str]:
    """What is not in a folder of packages whose Python cannot be run here."""
    failed = [f"{name}: not in {site}" for name in LIBRARIES if not _holds(site, name)]
    pins = [] if any(_holds(site, name) for name in PINS) else ["nothing drives the pins (neither lgpio nor gpiod)"]
    return [*failed, *pins]


def _failure(name: str) -> str:
    """Why a module cannot be imported; nothing where it can."""
    try:
        importlib.import_module(name)
    except Exception as error:  # a compiled one may fail in any way
        return str(error) or type(error).__name__
    return ""


def _holds(site: Path, name: str) -> bool:
    place = site.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").exists() or any(place.parent.glob(f"{place.name}.*.so"))


if __name__ == "__main__":
    told = not_found(Path(sys.argv[1])) if len(sys.argv) > 1 else missing()
    sys.stdout.write("".join(f"{line}\n" for line in told))
    sys.exit(1 if told else 0)
