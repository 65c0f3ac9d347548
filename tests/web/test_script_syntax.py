"""Every script parses as ES2019, so that it starts in browsers of televisions and tablets that are some years old."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.npm_packages import NotHere, NpmPackage, node

STATIC = Path(__file__).parents[2] / "web" / "static"
PARSER = NpmPackage(
    "acorn",
    "8.15.0",
    "359c896ab05f2fb9d6c08abe1432fa669ff21c485e3cc3679c9d32dea7e2782a"
    "e636f61cb7cbafb62578d54be549ee9aa407e4d1f63515b5b1f8dc1f9a9bed4e",
    ("dist/acorn.js",),
)
NEWEST = 2019
PARSE = """
const [, parser, newest, ...files] = process.argv, acorn = require(parser), fs = require("fs"), wrong = {};
for (const file of files) {
    const sourceType = file.includes("/scripts/") ? "module" : "script";
    try { acorn.parse(fs.readFileSync(file, "utf8"), { ecmaVersion: Number(newest), sourceType }); }
    catch (error) { wrong[file] = error.message; }
}
console.log(JSON.stringify(wrong));
"""


def complaints(*files: Path, newest: int = NEWEST) -> dict[str, str]:
    """What the parser of that edition of JavaScript stumbles over, by file."""
    try:
        line = [node(), "-e", PARSE, str(PARSER.fetched() / "acorn.js"), str(newest), *map(str, files)]
    except NotHere as why:
        pytest.skip(f"scripts are parsed under Node: {why}")
    wrong: dict[str, str] = json.loads(subprocess.run(line, capture_output=True, check=True).stdout)
    return {Path(file).name: message for file, message in wrong.items()}


def test_every_script_is_es2019() -> None:
    scripts = sorted(STATIC.rglob("*.js"))
    assert {"morphing.js", "too_old.js", "idiomorph.min.js"} <= {script.name for script in scripts}
    assert complaints(*scripts) == {}


NEWER = re.compile(r""":(?:is|where|has)\(|:not\([^()"'`]*,""")
"""Selectors that a browser of 2020 cannot read: a script that asks for one ends there."""
ASKED_FIRST = {"too_old.js", "old_browsers.js"}
"""These look whether the browser knows them."""


def test_no_script_looks_for_what_an_old_browser_cannot_read() -> None:
    scripts = [each for each in STATIC.rglob("*.js") if each.name not in ASKED_FIRST and "vendor" not in each.parts]
    found = {each.name: NEWER.findall(each.read_text("utf-8")) for each in scripts}
    assert {name: words for name, words in found.items() if words} == {}


def test_what_is_newer_is_found(tmp_path: Path) -> None:
    newer = tmp_path / "newer.js"
    newer.write_text("window?.stop();", "utf-8")
    assert set(complaints(newer)) == {"newer.js"}
    assert complaints(newer, newest=2020) == {}
