"""Missing translations are reported; they stop a release only in domains that count as done."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests import messages
from tests.locale import completeness
from tests.messages import write

TEMPLATES = {"pages": ("Yes", "No"), "tools": ("Gone.",)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A product that says two texts on its pages and one in a terminal; German says "Yes"."""
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    monkeypatch.setattr(completeness, "LOCALE", tmp_path)
    monkeypatch.setattr(completeness, "DOMAINS", TEMPLATES)
    monkeypatch.setattr(completeness, "IN_WORK", {})
    templates = {domain: Catalog() for domain in TEMPLATES}
    for domain, texts in TEMPLATES.items():
        for text in texts:
            templates[domain].add(text)
    monkeypatch.setattr(completeness, "wanted_in", lambda _language: templates)
    known = Catalog("de")
    known.add("Yes", "Ja")
    write(tmp_path / "de" / "LC_MESSAGES" / "pages.po", known)
    return tmp_path


def test_a_text_that_is_not_even_in_the_file_is_missing(folder: Path) -> None:
    assert completeness.missing("de") == {"pages": ["No"], "tools": ["Gone."]}


def test_a_release_lacks_nothing_in_a_domain_that_is_done(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert completeness.main(["--release"]) == 1
    assert capsys.readouterr().out == ("de pages: 1 missing (due)\n    No\nde tools: 1 missing (stays English)\n")
    assert completeness.main([]) == 0, "a report fails nothing"


def test_a_domain_in_work_stops_no_release(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(completeness, "IN_WORK", {"de": frozenset({"pages"})})
    assert completeness.main(["--release"]) == 0
    assert "de pages: 1 missing (in work)\n" in capsys.readouterr().out


def test_a_leading_language_leaves_nothing_in_english(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completeness, "LEADING", frozenset({"de"}))
    assert completeness.has_to_be_done("de") == {"pages", "tools"}
