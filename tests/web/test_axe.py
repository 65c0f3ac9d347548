"""No sample page has a fault that axe-core finds, in both themes and languages, covers and menus open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.fake_server import FakeServer
from tests.web.sample_pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.long]

OPEN_ALL = """() => {
  document.querySelectorAll("[data-keep-open]").forEach((button) => button.click());
  document.querySelectorAll("details").forEach((part) => (part.open = true));
  document.querySelectorAll(".tab-panel").forEach((panel) => (panel.style.display = "grid"));
}"""


@pytest.fixture(scope="module", params=["dark", "light"])
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme=request.param)
    yield opened
    opened.close()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(page: Page, name: str, language: str) -> None:
    server = FakeServer(page, language)
    server.open(name)
    page.evaluate(OPEN_ALL)
    found = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found] == []
