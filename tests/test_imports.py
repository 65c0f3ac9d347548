"""Every module of the product can be loaded, with warnings as errors, on this Python and with these libraries."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

PACKAGES = ("companion", "hardware", "web")


def modules() -> list[str]:
    found = [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    ]
    return [*PACKAGES, *found]


@pytest.mark.parametrize("name", modules())
def test_a_module_can_be_loaded(name: str) -> None:
    assert importlib.import_module(name).__name__ == name


def test_a_newcomer_finds_the_rooms_of_the_service() -> None:
    """At most nine rooms, and beside them only the table, its value, its loop, and what puts them together."""
    floor = list(pkgutil.iter_modules(importlib.import_module("companion.service").__path__))
    assert len([module for module in floor if module.ispkg]) <= 9
    beside = {module.name for module in floor if not module.ispkg}
    assert beside == {"table", "table_state", "loop", "periodic_work", "rooms", "assembly"}
