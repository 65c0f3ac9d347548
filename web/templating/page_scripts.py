"""The script element of a kind of page: one module of ``static/scripts/pages``, and links to all that it imports.

Without the links a browser would learn what a module imports when it has come. How a file is addressed stands here and
nowhere else: in modules imports are relative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

STATIC = Path(__file__).resolve().parents[1] / "static"
IMPORT = re.compile(r'^import\b[^"]*"(\.[^"]+)";', re.MULTILINE)


@lru_cache(maxsize=64)
def page_script(page: str, root: str = "") -> Markup:
    """The elements that start the module of this kind of page: ``common``, ``play``, ``room``... ``root`` is the path
    before those of all pages.
    """
    entry = STATIC / "scripts" / "pages" / f"{page}.js"
    links = [Markup('<link rel="modulepreload" href="{}">').format(_address(path, root)) for path in imported(entry)]
    return Markup("").join([*links, Markup('<script type="module" src="{}"></script>').format(_address(entry, root))])


def imported(module: Path) -> list[Path]:
    """The modules that this one imports, and those that they import, each once, in the order in which they run."""
    seen, found = set[Path](), list[Path]()

    def visit(importing: Path) -> None:
        for path in _imports(importing):
            if path not in seen:
                seen.add(path)
                visit(path)
                found.append(path)

    visit(module)
    return found


def _imports(module: Path) -> Iterator[Path]:
    for name in IMPORT.findall(module.read_text("utf-8")):
        yield (module.parent / name).resolve()


def _address(path: Path, root: str) -> str:
    return f"{root}/static/{path.relative_to(STATIC).as_posix()}"
