"""Scripts and style sheets by kind of page, as they stand in ``static/``. Needs nothing but Python: what builds a wheel
reads this too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).resolve().parents[1] / "static"
BUILT = "built"
"""The folder of ``static/`` in which a wheel has one script for each kind of page, one style sheet for each kind of
``KINDS``, and one for all others.
"""
STYLES = ("table.css", "audit.css", "form.css", "pad.css", "turn_order.css", "help.css", "phone.css")
"""The style sheets of every page of a table, in the order in which they apply."""
LARGE = "large_letters.css"
"""The last one of every page."""


class StyleKind(NamedTuple):
    """A kind of page with a style sheet of its own: the templates that draw it, and the sheets that others lack."""

    templates: tuple[str, ...]
    own: tuple[str, ...] = ()

    @property
    def sheets(self) -> tuple[str, ...]:
        """All its sheets, in the order in which they apply."""
        return *STYLES, *self.own, LARGE


KINDS = {
    "join": StyleKind(("join.html",)),
    "seat": StyleKind(("seat.html", "scribe.html"), ("setting_up.css",)),
    "table": StyleKind(("table.html",), ("screen.css", "final.css", "setting_up.css")),
}
"""The pages that everybody opens, and opens first."""

MORPH = "vendor/idiomorph.min.js"
"""The classic script with which a page takes what is new on it. Its global is ``MORPH_NAME``."""
MORPH_NAME = "Idiomorph"

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


def morphs(module: Path) -> bool:
    """Whether this module or one that it imports needs ``MORPH``."""
    return any(MORPH_NAME in path.read_text("utf-8") for path in (*imported(module), module))
