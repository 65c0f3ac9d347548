"""What a wheel has for its pages: one script for each kind of page, one style sheet for each of those that everybody
opens, without comments or spaces that nobody needs. A phone that opens a table asks for seven files instead of forty.

A bundle runs each module as a function of its own, which gives what others import of it. That is enough because no
module imports one that imports it, and none exports a variable that changes.

The style sheet of a kind of page lacks the rules for what can stand on other pages only: for classes, ids and
``data-`` attributes that the templates and scripts of those name, and that no template and no script of this kind does,
nor a helper of templates. A name that nothing spells out (``class="{{ it.kind }}"``) may be on every page.
"""

import re
from collections.abc import Container, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

from rcssmin import cssmin
from rjsmin import jsmin

from web.templating.page_files import BUILT, IMPORT, KINDS, MORPH, STYLES, StyleKind, imported, morphs, pages

EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
NAMES = re.compile(r"^ (?:\{([^{}]+)\} from )?$")
ADDRESS = re.compile(r"""url\(["']?(?!data:|/|#)([^"')]+)["']?\)""")
"""Where a style sheet names a file by the path from itself."""
DRAWING = 500
"""Most bytes of a drawing that stands in the style sheet itself: the headers of its own request would be more."""

WORD = re.compile(r"[A-Za-z_][\w-]*")
SCRIPT = re.compile(r"page_script\([^)]*?\"(\w+)\"")
NAMED = re.compile(r"[\"'](\w+\.html)[\"']")
BEGUN = re.compile(r"([A-Za-z][\w-]*-)(?=\{\{|\$\{|[\"'] *[~+])")
"""The beginning of a name whose end is filled in."""
OPENS = re.compile(r"((?:[^{}\"']|\"[^\"]*\"|'[^']*')+)\{")
BRACE = re.compile(r"(?:[^{}\"']|\"[^\"]*\"|'[^']*')*?([{}])")
"""The next brace that is not in quotes."""
GROUP = re.compile(r"(?:\"[^\"]*\"|'[^']*'|[^\"'])")
"""One character of a selector, or what stands in quotes."""
WITHIN = re.compile(r":[\w-]+\([^()]*\)")
"""``:not(…)`` and the like, whose names are not asked for, or not all of them."""
ASKED = re.compile(r"[.#]([A-Za-z_][\w-]*)|\[(data-[\w-]+)")


def write_bundles(static: Path, folder: Path) -> dict[Path, str]:
    """Write what a wheel has into ``folder``; each file's path with its path below ``static``. Style sheets keep their
    names. Raises ``ValueError`` if a module imports or exports in a way of which no bundle can be made.
    """
    morph = (static / MORPH).read_text("utf-8").strip()
    made = {f"{BUILT}/{page.name}": script_bundle(page, morph if morphs(page) else "") for page in pages(static)}
    made[f"{BUILT}/common.css"] = style_bundle([static / name for name in STYLES])
    made |= {f"{BUILT}/{name}.css": kind_styles(static, kind) for name, kind in KINDS.items()}
    made |= {sheet.name: cssmin(sheet.read_text("utf-8")) for sheet in static.glob("*.css")}
    made |= {script.name: jsmin(script.read_text("utf-8")) for script in static.glob("*.js")}
    placed = dict[Path, str]()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        placed[path] = name
    return placed


def script_bundle(page: Path, before: str = "") -> str:
    """The module of a kind of page and all that it imports as one script, with a classic script ``before`` them, whose
    globals they see.
    """
    modules = [*imported(page), page.resolve()]
    number = {module: at for at, module in enumerate(modules)}
    wanted = {module: set[str]() for module in modules}
    for module in modules:
        for what, name in IMPORT.findall(module.read_text("utf-8")):
            wanted[(module.parent / name).resolve()] |= {first for first, _ in _names(what, module)}
    made = jsmin("\n".join(_as_function(module, number, sorted(wanted[module])) for module in modules))
    return f"{before}\n{made}" if before else made


def style_bundle(sheets: list[Path]) -> str:
    """Style sheets as one, for the folder beside them, with small drawings in it."""
    return cssmin("\n".join(ADDRESS.sub(partial(_address, sheet.parent), sheet.read_text("utf-8")) for sheet in sheets))


def _address(folder: Path, found: re.Match[str]) -> str:
    """A file as the bundle names it, or itself if it is a drawing of which a request would be the larger part."""
    path = folder / found[1]
    if path.suffix != ".svg" or path.stat().st_size > DRAWING:
        return f'url("../{found[1]}")'
    drawing = quote(path.read_text("utf-8").strip().replace('"', "'"), safe=" '=:;,/.()-+")
    return f'url("data:image/svg+xml,{drawing}")'


def kind_styles(static: Path, kind: StyleKind) -> str:
    """The style sheet of a kind of page, without the rules that nothing on it can need."""
    templates = static.parent / "templates"
    drawn = {name: (templates / name).read_text("utf-8") for name in reached(templates, kind.templates)}
    scripts = {page for name in drawn.values() for page in SCRIPT.findall(name)}
    entries = [static / "scripts" / "pages" / f"{page}.js" for page in sorted(scripts)]
    modules = {module for entry in entries for module in (*imported(entry), entry)}
    helpers = (static.parent / "templating").glob("*.py")
    mine = "\n".join([*drawn.values(), *(path.read_text("utf-8") for path in (*modules, *helpers))])
    all_texts = [path.read_text("utf-8") for path in (*templates.glob("*.html"), *static.glob("scripts/**/*.js"))]
    elsewhere = {word for text in all_texts for word in WORD.findall(text)} - set(WORD.findall(mine))
    begun = tuple(set(BEGUN.findall(mine)))
    foreign = {word for word in elsewhere if not word.startswith(begun)}
    return "".join(rules_without(style_bundle([static / name for name in kind.sheets]), foreign))


def reached(templates: Path, names: tuple[str, ...]) -> set[str]:
    """These templates and all that they name, and those name."""
    found, new = set[str](), set(names)
    while new:
        found |= new
        texts = [(templates / name).read_text("utf-8") for name in new]
        new = {name for text in texts for name in NAMED.findall(text)} - found
    return found


def rules_without(sheet: str, foreign: Container[str]) -> Iterator[str]:
    """The rules of a style sheet, but for selectors that ask for a ``foreign`` name."""
    at = 0
    while opened := OPENS.match(sheet, at):
        head, start, depth, end = opened[1], opened.end(), 1, opened.end()
        while depth:
            if not (step := BRACE.match(sheet, end)):
                message = f"a style sheet has no end after {head!r}"
                raise ValueError(message)
            depth, end = depth + {"{": 1, "}": -1}.get(step[1], 0), step.end()
        body, at = sheet[start : end - 1], end
        if head.startswith(("@media", "@supports")):
            if within := "".join(rules_without(body, foreign)):
                yield f"{head}{{{within}}}"
        elif head.startswith("@"):
            yield sheet[opened.start() : end]
        elif left := ",".join(one for one in _selectors(head) if not _asks_for(one, foreign)):
            yield f"{left}{{{body}}}"


def _selectors(head: str) -> Iterator[str]:
    """What stands between the commas of a rule's head that are in no brackets."""
    one, depth = "", 0
    for part in GROUP.findall(head):
        if part == "," and not depth:
            yield one
            one = ""
        else:
            one, depth = one + part, depth + {"(": 1, ")": -1}.get(part, 0)
    yield one


def _asks_for(selector: str, foreign: Container[str]) -> bool:
    plain = selector
    while (left := WITHIN.sub("", plain)) != plain:
        plain = left
    return any((name or data) in foreign for name, data in ASKED.findall(plain))


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
