"""The page of all texts shows each in its place, and says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests import messages
from tests.locale import translation_page
from tests.locale.translation_page import write_pages
from tests.messages import write

SHORT = 'Short form of "Sit" on a small display: at most 127 pixels, which 21 letters are.'


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first page of a German that has most things wrong."""
    monkeypatch.setattr(messages, "LOCALE", tmp_path / "locale")
    template = Catalog()
    template.add("Begin <now>", locations=[("web/templates/begin.html", 0)], auto_comments=["Button."])
    template.add("Sit", locations=[("companion/sit.py", 0)], auto_comments=[SHORT])
    template.add("{who} has {n}", locations=[("companion/sit.py", 0)])
    template.add(("{n} card", "{n} cards"), locations=[("companion/sit.py", 0)])
    template.add("Right", locations=[("companion/sit.py", 0)])
    monkeypatch.setattr(translation_page, "wanted_in", lambda _language: {"pages": template})
    spanish, german = Catalog("es"), Catalog("de")
    spanish.add("Begin <now>", "Empezar <ya>")
    german.add("Sit", "W" * 30)
    german.add("{who} has {n}", "{who} hat")
    german.add(("{n} card", "{n} cards"), ("{n} Karte", ""))
    german.add("Right", "Richtig")
    write(tmp_path / "locale" / "es" / "LC_MESSAGES" / "pages.po", spanish)
    write(tmp_path / "locale" / "de" / "LC_MESSAGES" / "pages.po", german)
    return write_pages("de", tmp_path / "pages")


def test_each_text_stands_by_its_source_with_what_is_wrong(index: Path) -> None:
    text = index.with_name("pages.html").read_text("utf-8")
    begin, sit = text.index("web/templates/begin.html"), text.index("companion/sit.py")
    assert begin > sit
    button = text[begin:]
    for part in ("Begin &lt;now&gt;", "Empezar &lt;ya&gt;", "<b>not translated</b>", "Button."):
        assert part in button
    rows = text[sit:begin].split("<tr")
    wrong = {row.split("<td>")[1].removesuffix("</td>"): row for row in rows[1:] if "class=wrong" in row}
    assert wrong.keys() == {"Sit", "{who} has {n}", "{n} card<br>{n} cards"}
    assert "pixels too wide" in wrong["Sit"]
    assert "not the same places" in wrong["{who} has {n}"]
    assert "a form of the plural is missing" in wrong["{n} card<br>{n} cards"]


def test_the_first_page_counts_what_is_to_look_at(index: Path) -> None:
    assert '<a href="pages.html">pages</a>: 5 texts, 4 to look at' in index.read_text("utf-8")
