"""Of which modules a script for a wheel can be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hatch_bundles import kind_styles, reached, rules_without, script_bundle, style_bundle
from tests.web import sample_pages
from tests.web.fake_server import FakeServer
from tests.web.sample_pages import drawn
from web.templating.page_files import KINDS, STATIC

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


NAMES_OF_A_PAGE = re.compile(r'(?: class| id)="([^"]*)"|(?<= )(data-[\w-]+)')
NAMES_OF_A_SHEET = re.compile(r"[.#]([A-Za-z_][\w-]*)|\[(data-[\w-]+)")


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for found in pattern.findall(text) for part in found for name in part.split()}


@pytest.mark.parametrize("kind", KINDS)
def test_the_style_sheet_of_a_kind_of_page_has_the_rules_for_all_that_can_be_on_it(kind: str) -> None:
    whole, mine = style_bundle([STATIC / name for name in KINDS[kind].sheets]), kind_styles(STATIC, KINDS[kind])
    assert len(mine) < len(whole)
    pages = {sample for sample, template, _ in sample_pages.samples() if template in KINDS[kind].templates}
    assert pages
    for page in pages:
        absent = names(NAMES_OF_A_SHEET, whole) - names(NAMES_OF_A_PAGE, drawn()[page])
        assert "".join(rules_without(mine, absent)) == "".join(rules_without(whole, absent)), page


def test_all_templates_that_draw_a_kind_of_page_are_read() -> None:
    found = reached(sample_pages.TEMPLATES, KINDS["join"].templates)
    assert {"base.html", "top.html", "join_fragment.html", "parts.html"} <= found
    assert "widgets.html" not in found
