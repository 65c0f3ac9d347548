"""Scripts and style sheets by kind of page, as they stand in ``static/``. Needs nothing but Python: what builds a wheel
reads this too.
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "static"
BUILT = "built"
"""The folder of ``static/`` in which a wheel has one script for each kind of page, and one style sheet for all."""
STYLES = ("table.css", "audit.css", "form.css", "pad.css", "turn_order.css", "help.css", "phone.css")
"""The style sheets of every page of a table, in the order in which they apply."""

IMPORT = re.compile(r'^import\b([^"]*)"(\.[^"]+)";\n?', re.MULTILINE)
"""An import: what is imported, and the path from the importing module."""


def pages(static: Path = STATIC) -> list[Path]:
    """The module of each kind of page."""
    return sorted((static / "scripts" / "pages").glob("*.js"))


def imported(module: Path) -> list[Path]:
    """The modules that this one imports, and those that they import, each once, in the order in which they run."""
    seen, found = set[Path](), list[Path]()

    def visit(importing: Path) -> None:
        for _, name in IMPORT.findall(importing.read_text("utf-8")):
            path = (importing.parent / name).resolve()
            if path not in seen:
                seen.add(path)
                visit(path)
                found.append(path)

    visit(module)
    return found
