"""Every module of the product can be loaded, with warnings as errors, on this Python and with these libraries."""

from __future__ import annotations

import importlib
import pkgutil

PACKAGES = ("companion", "hardware", "web")


def modules() -> list[str]:
    found = [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    ]
    return [*PACKAGES, *found]


def test_every_module_can_be_loaded() -> None:
    assert [importlib.import_module(name).__name__ for name in modules()] == modules()
