"""Of which modules a script for a wheel can be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hatch_bundles import script_bundle
from tests.web.fake_server import FakeServer

NAMES = """import { say } from "./say.js";
const all = ["Ana"];
export const first = () => all[0], hello = () => say(first());
"""
SAY = """/* a greeting */
export function say(name) {
  return `Hola,  ${name}`;
}
"""
PAGE = """import "./say.js";
import {
  first as all,
  hello,
} from "./names.js";
document.body.dataset.said = `${all()}: ${hello()}`;
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    (tmp_path / "names.js").write_text(NAMES)
    (tmp_path / "say.js").write_text(SAY)
    return tmp_path / "page.js"


def test_each_module_keeps_its_names_to_itself(module: Path, fake_server: FakeServer) -> None:
    module.write_text(PAGE)
    script = script_bundle(module)
    assert "greeting" not in script
    page = fake_server.page
    page.set_content("<body>")
    page.add_script_tag(content=script, type="module")
    page.wait_for_function("document.body.dataset.said === 'Ana: Hola,  Ana'")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("export let last = 1;", "page.js: no bundle can be made of 'export let last = 1;'"),
        ("export default 1;", "page.js: no bundle can be made of 'export default 1;'"),
        ('import * as names from "./names.js";', "import names in braces"),
        ('import { a } from "elsewhere";', "no bundle can be made of"),
    ],
)
def test_what_cannot_be_bundled_is_said(module: Path, line: str, said: str) -> None:
    module.write_text(f"{line}\n")
    with pytest.raises(ValueError, match=re.escape(said)):
        script_bundle(module)
