"""The elements by which a page loads its scripts and style sheets.

A wheel has one script for each kind of page and one style sheet for each of those that everybody opens, made when it
was built. A working copy has the modules, and links to all that a module imports: without the links a browser would
learn that when the module has come. How a file is addressed stands here and nowhere else: in modules imports are
relative.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from web.templating.page_files import BUILT, KINDS, LARGE, MORPH, STATIC, STYLES, imported, morphs

PRELOAD = Markup('<link rel="modulepreload" href="{}">')
CLASSIC = Markup('<script src="{}" defer></script>')
SCRIPT = Markup('<script type="module" src="{}"></script>')
STYLE = Markup('<link rel="stylesheet" href="{}">')


@lru_cache(maxsize=64)
def page_script(page: str, root: str = "") -> Markup:
    """The elements that start the script of this kind of page: ``common``, ``play``, ``room``... ``root`` is the path
    before those of all pages.
    """
    built = STATIC / BUILT / f"{page}.js"
    if built.exists():
        return SCRIPT.format(_address(built, root))
    entry = STATIC / "scripts" / "pages" / f"{page}.js"
    links = [PRELOAD.format(_address(path, root)) for path in imported(entry)]
    if morphs(entry):
        links.insert(0, CLASSIC.format(_address(STATIC / MORPH, root)))
    return Markup("").join([*links, SCRIPT.format(_address(entry, root))])


@lru_cache(maxsize=32)
def page_styles(*own: str, kind: str = "", root: str = "") -> Markup:
    """The elements of the style sheets of a page of a table: of one of the ``KINDS``, or with sheets of its ``own``."""
    built = STATIC / BUILT / f"{kind or 'common'}.css"
    if not built.exists():
        names = KINDS[kind].sheets if kind else (*STYLES, *own, LARGE)
        paths = [STATIC / name for name in names]
    elif kind:
        paths = [built]
    else:
        paths = [built, *(STATIC / name for name in (*own, LARGE))]
    return Markup("").join(STYLE.format(_address(path, root)) for path in paths)


def _address(path: Path, root: str) -> str:
    return f"{root}/static/{path.relative_to(STATIC).as_posix()}"
