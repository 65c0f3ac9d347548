"""Each kind of page has one module, and announces all that it imports: a browser fetches each of them once, at once."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from tests.web import sample_pages
from tests.web.fake_server import STATIC, FakeServer
from web.templating.page_files import imported

SCRIPTS = STATIC / "scripts"
ENTRY = re.compile(r'<script type="module" src="(/static/scripts/pages/\w+\.js)">')
ANNOUNCED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')


def kinds() -> dict[str, str]:
    """A sample page for each module of a page of the table."""
    return {entry: name for name, html in sample_pages.drawn("en").items() for entry in ENTRY.findall(html)}


def test_every_module_runs_on_some_page() -> None:
    pages = sorted((SCRIPTS / "pages").glob("*.js"))
    used = set(pages) | {module for page in pages for module in imported(page)}
    assert {path.relative_to(SCRIPTS) for path in set(SCRIPTS.rglob("*.js")) - used} == set()


def test_no_module_imports_one_that_imports_it() -> None:
    assert [path.name for path in sorted(SCRIPTS.rglob("*.js")) if path in imported(path)] == []


@pytest.mark.parametrize("kind", ["common", "play", "table", "box_table"])
def test_a_page_fetches_what_it_announces(fake_server: FakeServer, kind: str) -> None:
    entry = f"/static/scripts/pages/{kind}.js"
    name = kinds()[entry]
    fetched: list[str] = []
    fake_server.page.on("request", lambda request: fetched.append(urlsplit(request.url).path))
    fake_server.open(name)
    fake_server.page.wait_for_function("document.documentElement.classList.contains('js')")
    modules = [path for path in fetched if path.startswith("/static/scripts/")]
    assert sorted(modules) == sorted([*ANNOUNCED.findall(sample_pages.drawn("en")[name]), entry])
