"""Style sheets say nothing that televisions and tablets of some years ago drop and nothing replaces."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.test_script_syntax import STATIC

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NEVER = re.compile(r"color-mix\(|light-dark\(|\boklch\(|\blch\(|\boklab\(|@layer|@scope|@property|[{;]\s*&")
"""What came after Chromium 92 and Safari 15.4, and would be missed: old_browsers.js does not replace it."""
ONLY_BY_SCRIPT = re.compile(r":(has|is|where)\(|\binset:")
"""What old_browsers.js replaces, so that a page without scripts cannot rely on it."""
WITHOUT_SCRIPT = ("noscript.css", "portal.css")


def said(sheet: Path, pattern: re.Pattern[str]) -> list[str]:
    """What a style sheet says of that kind."""
    return [found.group() for found in pattern.finditer(COMMENT.sub("", sheet.read_text("utf-8")))]


def test_no_style_sheet_says_what_old_browsers_drop() -> None:
    sheets = sorted(STATIC.glob("*.css"))
    assert len(sheets) > 15
    assert {sheet.name: found for sheet in sheets if (found := said(sheet, NEVER))} == {}


def test_those_of_pages_without_script_need_no_help() -> None:
    assert {name: found for name in WITHOUT_SCRIPT if (found := said(STATIC / name, ONLY_BY_SCRIPT))} == {}
