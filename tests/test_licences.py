"""Licences: the product's own, and that of every file somebody else made."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = ("web/static/vendor", "web/static/fonts")
"""The folders of files that others made, each with its licence beside it."""
SPDX = {"MIT": "MIT", "BSD Zero Clause": "0BSD", "SIL Open Font License 1.1": "OFL-1.1"}
ROW = re.compile(
    r"^\| `(?P<file>[^`]+)` \| .+ \| (?P<name>.+) \| `(?P<licence>[^`]+)` \| `(?P<digest>[0-9a-f]{64})` \|$", re.M
)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def rows() -> dict[str, re.Match[str]]:
    return {row["file"]: row for row in ROW.finditer(text("THIRD-PARTY.md"))}


def files() -> set[str]:
    return {str(path.relative_to(ROOT)) for folder in FOREIGN for path in (ROOT / folder).iterdir()}


def test_the_licence_is_the_one_the_package_names() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    named = {SPDX[row["name"]] for row in rows().values()}
    assert set(project["license"].split(" AND ")) == {"MIT", *named}
    assert text("LICENSE").startswith("MIT License\n\nCopyright (c) 2026 The table companion authors\n")
    assert not [line for line in project["classifiers"] if line.startswith("License ::")], "PEP 639: one or the other"


def test_the_package_names_whom_the_licence_names_and_no_address_that_the_readme_does_not_show() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    assert [f"(c) 2026 {author['name']}" for author in project["authors"]] == re.findall(r"\(c\).*", text("LICENSE"))
    for address in project.get("urls", {}).values():
        assert address.startswith("https://")
        assert address in text("README.md")


def test_every_file_of_others_is_listed_with_its_licence() -> None:
    listed = rows()
    assert listed
    assert files() == {*listed, *(row["licence"] for row in listed.values())}


def test_files_of_others_are_unchanged() -> None:
    found = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in rows()}
    assert found == {name: row["digest"] for name, row in rows().items()}


def test_every_licence_is_quoted_whole() -> None:
    page = text("THIRD-PARTY.md")
    for row in rows().values():
        assert text(row["licence"]).strip() in page, row["licence"]


@pytest.mark.parametrize("name", ["LICENSE", "THIRD-PARTY.md"])
def test_the_readme_leads_to_them(name: str) -> None:
    assert f"]({name})" in text("README.md")


def test_security_leads_to_how_to_report() -> None:
    assert "](docs/security.md#how-to-report)" in text("SECURITY.md")
    assert "\n## How to report\n" in text("docs/security.md")
