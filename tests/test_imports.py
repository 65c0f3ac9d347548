"""Every module of the product can be loaded, with warnings as errors, on this Python and with these libraries."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("companion", "hardware", "web")
LISTED = (
    "companion/commands",
    "companion/core",
    "companion/first_contact",
    "companion/keeping",
    "companion/network",
    "companion/pace",
    "companion/plays",
    "companion/playthroughs",
    "companion/render",
    "companion/serving",
    "companion/supervision",
)
"""Folders whose README names every module."""
LONGEST = 300
SAME_THING = {
    # a command, and what it does
    "backup": {"companion/commands/stored_plays", "companion/plays/maintenance"},
    "play": {"companion/commands/terminal", "companion/plays"},
    "replay": {"companion/commands/stored_plays", "companion/playthroughs"},
    "verify": {"companion/commands/stored_plays", "companion/plays/maintenance"},
    # a page, and what it shows
    "audit": {"companion/service/audit", "web/pages/play"},
    "forms": {"companion/core", "web/pages/seats"},
    "history": {"companion/plays/reports", "web/pages/play"},
    "log": {"companion/plays/log", "web/pages/play"},
    # a command and a page for the same
    "box": {"companion/commands", "web/pages/editors"},
    # the same on the Pi and on a pod, which has MicroPython and shares no code; vectors hold them together
    "debounce": {"firmware/pod", "hardware"},
    "messages": {"firmware/pod", "hardware/pods"},
    # what Python runs when a package is started
    "__main__": {"companion", "deploy/image", "hardware/case", "hardware/perfboard", "web/templating/compiling"},
    # the exceptions of either side: hardware imports nothing of the companion
    "errors": {"companion/core", "hardware"},
}
"""Module names that stand twice outside the games, and why they may: both are the same thing."""

SAME_TYPE = {
    # asked of a table, and a line of a playthrough that does it or looks
    "Look": {"companion/playthroughs/lines", "companion/service/asking/requests"},
    "Redo": {"companion/playthroughs/lines", "companion/service/agreement/agreement_requests"},
    "Undo": {"companion/playthroughs/lines", "companion/service/agreement/agreement_requests"},
    # as they are stored, and what the table does with them
    "Photos": {"companion/plays/storage/stores", "companion/service/session/photos"},
    # what the network needs of a store, and that store
    "Settings": {"companion/network/own_wifi/wifi", "companion/plays/storage/stores"},
}
"""Public types that stand twice outside the games, and why they may."""


def modules() -> list[str]:
    found = [
        module.name
        for package in PACKAGES
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    ]
    return [*PACKAGES, *found]


def test_every_module_can_be_loaded() -> None:
    assert [importlib.import_module(name).__name__ for name in modules()] == modules()


def test_a_newcomer_finds_the_rooms_of_the_service() -> None:
    """At most nine rooms, and beside them only the table, its value, its loop, and what puts them together."""
    floor = list(pkgutil.iter_modules(importlib.import_module("companion.service").__path__))
    assert len([module for module in floor if module.ispkg]) <= 9
    beside = {module.name for module in floor if not module.ispkg}
    assert beside == {"table", "table_state", "loop", "periodic_work", "rooms", "assembly"}


@pytest.mark.parametrize("folder", LISTED)
def test_a_readme_names_every_module_beside_it(folder: str) -> None:
    named = set(
        re.findall(r"`(?:[a-z_]+/)*([a-z_0-9]+)(?:\.py)?`", (ROOT / folder / "README.md").read_text(encoding="utf-8"))
    )
    assert {path.stem for path in (ROOT / folder).rglob("*.py")} - named == {"__init__"}


@pytest.mark.parametrize("package", [*PACKAGES, "deploy", "firmware"])
def test_no_module_is_longer_than_a_reader_can_follow(package: str) -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / package).rglob("*.py")}
    assert {str(path): length for path, length in lines.items() if length > LONGEST} == {}


def test_no_name_stands_for_two_modules() -> None:
    """But for those of ``SAME_THING``, and the games, where the same name is the same job."""
    folders: dict[str, set[str]] = defaultdict(set)
    for package in (*PACKAGES, "deploy", "firmware"):
        for path in (ROOT / package).rglob("*.py"):
            if path.stem != "__init__" and not path.is_relative_to(ROOT / "companion" / "games"):
                folders[path.stem].add(str(path.parent.relative_to(ROOT)))
    assert {name: found for name, found in folders.items() if len(found) > 1} == SAME_THING


def public_types(path: Path) -> Iterator[str]:
    """Classes of a module, and the types it names by assignment; a constant is in capitals."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        named = [node.name] if isinstance(node, ast.ClassDef) else []
        if isinstance(node, ast.Assign):
            named = [target.id for target in node.targets if isinstance(target, ast.Name)]
        yield from (name for name in named if name[0].isupper() and not name.isupper())


def test_no_name_stands_for_two_types() -> None:
    """But for those of ``SAME_TYPE``, and the games and their tests; what is private is known to its module only."""
    beside: dict[str, set[str]] = defaultdict(set)
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not any(path.is_relative_to(ROOT / "companion" / folder) for folder in ("games", "game_tests")):
                for name in public_types(path):
                    beside[name].add(str(path.relative_to(ROOT).with_suffix("")))
    assert {name: found for name, found in beside.items() if len(found) > 1} == SAME_TYPE
