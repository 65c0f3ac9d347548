"""What the scripts of pages say of their types is true: TypeScript checks it, strictly."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TSC = ROOT / "node_modules" / ".bin" / "tsc"

pytestmark = pytest.mark.skipif(not TSC.exists(), reason="TypeScript is not here: make check fetches it where npm is")


def complaints(project: Path) -> str:
    """What TypeScript finds wrong."""
    return subprocess.run([TSC, "--pretty", "false", "-p", project], capture_output=True, text=True, check=False).stdout


def test_the_types_of_the_scripts_hold() -> None:
    assert complaints(ROOT) == ""


WRONG = {
    "need('#live').hiden = true;": "'hiden' does not exist",
    "one('#live').hidden = true;": "possibly 'null'",
    "export const same = (node) => node;": "implicitly has an 'any' type",
    "take({ version: 1 });": "'number' is not assignable to type 'string'",
}
"""Lines, each with what TypeScript says of it."""


def test_what_does_not_fit_is_found(tmp_path: Path) -> None:
    scripts = ROOT / "web" / "static" / "scripts"
    imports = (f'import {{ need, one }} from "{scripts}/dom.js";', f'import {{ take }} from "{scripts}/morphing.js";')
    (tmp_path / "wrong.js").write_text("\n".join([*imports, *WRONG]), "utf-8")
    project = {"extends": str(ROOT / "tsconfig.json"), "include": [str(ROOT / "globals.d.ts"), "wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    found = complaints(tmp_path).splitlines()
    for number, said in enumerate(WRONG.values(), start=3):
        assert [line for line in found if f"wrong.js({number}," in line and said in line] != []
