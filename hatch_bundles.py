"""What a wheel has for its pages: one script for each kind of page, one style sheet for all, without comments or spaces
that nobody needs. A phone that opens a table asks for ten files instead of forty.

A bundle runs each module as a function of its own, which gives what others import of it. That is enough because no
module imports one that imports it, and none exports a variable that changes.
"""

import re
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from web.templating.page_files import BUILT, IMPORT, STYLES, imported, pages

EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
NAMES = re.compile(r"^ (?:\{([^{}]+)\} from )?$")
ADDRESS = re.compile(r"""url\(["']?(?!data:|/|#)""")
"""Where a style sheet names a file by the path from itself."""


def write_bundles(static: Path, folder: Path) -> dict[Path, str]:
    """Write what a wheel has into ``folder``; each file's path with its path below ``static``. Style sheets keep their
    names. Raises ``ValueError`` if a module imports or exports in a way of which no bundle can be made.
    """
    made = {f"{BUILT}/{page.name}": script_bundle(page) for page in pages(static)}
    made[f"{BUILT}/table.css"] = style_bundle([static / name for name in STYLES])
    made |= {sheet.name: cssmin(sheet.read_text("utf-8")) for sheet in static.glob("*.css")}
    placed = dict[Path, str]()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        placed[path] = name
    return placed


def script_bundle(page: Path) -> str:
    """The module of a kind of page and all that it imports as one script."""
    modules = [*imported(page), page.resolve()]
    number = {module: at for at, module in enumerate(modules)}
    wanted = {module: set[str]() for module in modules}
    for module in modules:
        for what, name in IMPORT.findall(module.read_text("utf-8")):
            wanted[(module.parent / name).resolve()] |= {first for first, _ in _names(what, module)}
    return jsmin("\n".join(_as_function(module, number, sorted(wanted[module])) for module in modules))


def style_bundle(sheets: list[Path]) -> str:
    """Style sheets as one, for the folder beside them."""
    return cssmin("\n".join(ADDRESS.sub(r"\g<0>../", sheet.read_text("utf-8")) for sheet in sheets))


def _as_function(module: Path, number: dict[Path, int], wanted: list[str]) -> str:
    def constants(found: re.Match[str]) -> str:
        names = [first if first == inside else f"{first}: {inside}" for first, inside in _names(found[1], module)]
        at = number[(module.parent / found[2]).resolve()]
        return f"const {{{', '.join(names)}}} = $m{at};\n" if names else ""

    body = EXPORT.sub("", IMPORT.sub(constants, module.read_text("utf-8")))
    if left := re.search(r"^(?:import|export)\b.*", body, re.MULTILINE):
        message = f"{module.name}: no bundle can be made of {left[0]!r}; export a function, a class or a constant"
        raise ValueError(message)
    return f"const $m{number[module]} = (() => {{\n{body}\nreturn {{{', '.join(wanted)}}};\n}})();"


def _names(what: str, module: Path) -> list[tuple[str, str]]:
    """What an import names, each as it is exported and as it is called where it is imported."""
    found = NAMES.match(re.sub(r"\s+", " ", what))
    if not found:
        message = f"{module.name}: no bundle can be made of 'import{what}'; import names in braces"
        raise ValueError(message)
    pairs = [name.split(" as ") for name in (found[1] or "").split(",") if name.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]
