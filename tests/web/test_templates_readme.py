"""The README of the templates names the pages, parts, addresses and types that there are."""

from __future__ import annotations

import ast
import builtins
import re
import typing
from collections import defaultdict
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

from tests.service.at_table import Room
from tests.web.flask_site import Site

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "web" / "templates"
README = (TEMPLATES / "README.md").read_text(encoding="utf-8")
ELSEWHERE = ("api", "static")
"""Blueprints that docs/api.md tells of, and Flask's own endpoint."""
ANSWERS = {"preview_fragment", "form_fragment", "meaning_fragment", "digest_fragment"}
"""Fragments that are the answer to a form or a script, and the live part of no page."""
OF_LIBRARIES = {"Markup", "Sequence", "Mapping"}


def section(heading: str) -> str:
    """What stands under a heading; for an empty one, above the first."""
    parts = re.split(r"^## (.+)\n", README, flags=re.MULTILINE)
    return parts[0] if not heading else parts[parts.index(heading) + 1]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    lines = [line for line in section(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[1:]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_address_is_told_with_its_methods(rooms: Callable[..., Room]) -> None:
    there: dict[str, set[str]] = defaultdict(set)
    for rule in Site(rooms(profile="simulated")).app.url_map.iter_rules():
        if rule.endpoint.split(".")[0] not in ELSEWHERE:
            there[rule.endpoint] |= set(rule.methods or ()) - {"HEAD", "OPTIONS"}
    told: dict[str, set[str]] = defaultdict(set)
    for names, methods, _ in rows("Addresses"):
        for name in quoted(names):
            told[name] |= set(methods.split(", "))
    assert told == there


def test_every_page_is_told() -> None:
    pages = {path.stem for path in TEMPLATES.glob("*.html") if "{% extends" in path.read_text(encoding="utf-8")}
    assert {name for row in rows("Pages") for name in quoted(row[0])} == pages | ANSWERS


def test_every_other_template_is_a_live_part_or_named() -> None:
    pages = {name for row in rows("Pages") for name in quoted(row[0])}
    rest = {path.stem for path in TEMPLATES.glob("*.html")} - pages
    named = quoted(section(""))
    live = {name for name in rest if name.endswith("_fragment") and name.removesuffix("_fragment") in pages}
    assert {name for name in rest - live if not any(fnmatch(name, pattern) for pattern in named)} == set()


def test_every_type_that_is_named_exists() -> None:
    known = OF_LIBRARIES | set(dir(builtins)) | set(typing.__all__)
    for package in ("companion", "web"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                targets = node.targets if isinstance(node, ast.Assign) else ()
                known |= {target.id for target in targets if isinstance(target, ast.Name)}
                if isinstance(node, ast.ClassDef):
                    known.add(node.name)
    told = rows("Given to every page and fragment") + rows("Pages")
    code = " ".join(text for row in told for cell in row for text in quoted(cell))
    assert set(re.findall(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)*\b", code)) - known == set()


def test_every_file_that_is_named_exists() -> None:
    named = {text for text in quoted(README) if "/" in text and text.endswith(".py")}
    assert {name for name in named if not (ROOT / name).exists()} == set()
