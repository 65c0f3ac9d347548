"""A word that changes on a page has its surroundings styled anew, not the whole page."""

from __future__ import annotations

import json

import pytest

from tests.web.fake_server import FakeServer

pytestmark = pytest.mark.browser

SAY = "() => { const told = document.getElementById('told'); told.textContent = told.textContent + '.'; }"
"""What a screen reader is told after each move: nothing that is seen."""
ALL = "() => { document.adoptedStyleSheets[0].replaceSync('* { letter-spacing: 1px }'); }"
"""What concerns everything."""
SHEET = "() => { document.adoptedStyleSheets = [new CSSStyleSheet()]; }"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]


def restyled(table: FakeServer, change: str) -> int:
    """How many elements have their styles computed anew for a change."""
    browser = table.page.context.browser
    assert browser is not None
    browser.start_tracing(categories=CATEGORIES)
    try:
        table.page.evaluate(change)
        table.page.evaluate(DRAWN)
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    return max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")


def test_a_word_does_not_restyle_the_page(fake_server: FakeServer) -> None:
    fake_server.open("seat-everything")
    restyled(fake_server, SAY)  # where there were no words before
    word = restyled(fake_server, SAY)
    fake_server.page.evaluate(SHEET)
    everything = restyled(fake_server, ALL)
    assert word < everything * 0.7


TURNS = "() => document.querySelector('.turn-band').classList.toggle('mine')"
MOVING = (
    "() => document.getAnimations().map(({ transitionProperty, animationName }) => transitionProperty || animationName)"
)


def test_the_band_changes_its_colour_without_styling_its_words_for_each_frame(fake_server: FakeServer) -> None:
    fake_server.open("seat-everything")
    fake_server.page.evaluate(TURNS)
    assert fake_server.page.evaluate(MOVING) == ["opacity"]
