"""A table in a Spanish home: the table screen and the simulated displays follow the phones, then the host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.people import Person
from tests.chromium import NAME
from tests.messages import read
from tests.service.at_table import HandClock

TELEVISION = (1920, 1080)
WORD = re.compile(r"[^\W\d_]{2,}")
PLACE = re.compile(r"\{[^{}]*\}")
SPOKEN = """() => {
    const attributes = ["alt", "aria-label", "title", "placeholder", "data-lost", "data-back", "data-failed",
        "data-woken", "data-waiting", "data-screen", "data-turn", "data-read", "data-stop", "content"];
    const parts = [];
    const nodes = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
    for (let node = nodes.currentNode; node; node = nodes.nextNode()) {
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        if (!element.closest || element === document.body) continue;
        if (element.closest("script, style, noscript, [lang]:not(html, #live)")) continue;
        if (node.nodeType === Node.TEXT_NODE) parts.push(node.data);
        else if (!element.matches("meta:not([name=description])"))
            for (const name of attributes) if (element.hasAttribute(name)) parts.push(element.getAttribute(name));
    }
    return parts.join("\\n");
}"""
"""All that a page says or holds ready to say, but for what it marks as being in a language of its own."""


def _forms(message: Message, side: str) -> Iterator[str]:
    found = getattr(message, side)
    yield from (found,) if isinstance(found, str) else found


@cache
def only_english() -> frozenset[str]:
    """Words of the English texts that are in none of the Spanish ones."""
    words = {
        side: {
            word.casefold()
            for message in read("es")
            if message.id
            for text in _forms(message, side)
            for word in WORD.findall(PLACE.sub(" ", text))
        }
        for side in ("id", "string")
    }
    return frozenset(words["id"] - words["string"])


def english_words(page: Page) -> set[str]:
    said = PLACE.sub(" ", page.evaluate(SPOKEN)).replace(NAME, " ")
    return {word.casefold() for word in WORD.findall(said)} & only_english()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def crowd(chromium: Browser, clock: HandClock, pictures: Path, tmp_path: Path) -> Iterator[Crowd]:
    companion = Companion(tmp_path / "fresh", clock=clock)
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


def hosts(person: Person) -> None:
    person.page.locator("form[action='/host/offer'] button").click()
    person.page.wait_for_url("**/game")
    expect(person.page.locator(".wizard")).to_be_visible()


def test_words_that_are_only_english_are_found(crowd: Crowd) -> None:
    page = crowd.person(language="en-GB", size=TELEVISION, scale=1).opens("/table")
    assert len(english_words(page)) > 10


def test_no_english_word_at_a_table_of_spanish_phones(crowd: Crowd, clock: HandClock) -> None:
    television = crowd.person(language="en-GB", size=TELEVISION, scale=1).opens("/table")
    simulator = crowd.person(language="es-ES", size=TELEVISION, scale=1).opens("/sim")
    expect(television.locator("html")).to_have_attribute("lang", "en")
    ximena, quique = (crowd.person(language="es-ES") for _ in range(2))
    ximena.sits_down(1, "Ximena")
    expect(television.locator("html")).to_have_attribute("lang", "es")
    quique.sits_down(2, "Quique")
    for page in (television, simulator):
        expect(page.locator("#live")).to_contain_text("Quique")
        assert english_words(page) == set()
    hosts(ximena)
    ximena.page.locator("button.game[value=antike]").click()
    for page in (television, simulator):
        assert english_words(page) == set()
    expect(ximena.page.locator("#begin")).to_be_visible()
    ximena.sets("set_up", "no")
    ximena.page.locator("#begin button.act").click()
    ximena.page.wait_for_url("**/seat")
    for page in (television, simulator):
        assert english_words(page) == set()
    quique.page.locator("form[action='/host/fine'] button").click()
    expect(ximena.page.locator("#lobby")).to_have_count(0)
    expect(television.locator(".screen .story-card")).to_be_visible()
    for page in (television, simulator):
        assert english_words(page) == set()
    assert english_words(ximena.page) == set()


def test_the_host_changes_it_by_one_tap_and_every_screen_follows(crowd: Crowd, clock: HandClock) -> None:
    television = crowd.person(language="es-ES", size=TELEVISION, scale=1).opens("/table")
    simulator = crowd.person(language="es-ES", size=TELEVISION, scale=1).opens("/sim")
    ximena = crowd.person(language="es-ES")
    ximena.sits_down(1, "Ximena")
    expect(television.locator("html")).to_have_attribute("lang", "es")
    spanish = simulator.locator("#oled-seat1").get_attribute("src") or ""
    hosts(ximena)
    ximena.page.locator("#table-language button[value=en]").click()
    expect(television.locator("html")).to_have_attribute("lang", "en")
    expect(television).to_have_title(re.compile("^Table"))
    expect(simulator.locator("#oled-seat1")).not_to_have_attribute("src", spanish)
    expect(ximena.page.locator("#table-language button[value=en]")).to_have_attribute("aria-pressed", "true")
    crowd.person(language="es-ES").sits_down(2, "Quique")
    expect(television.locator("#live")).to_contain_text("Quique")
    expect(television.locator("html")).to_have_attribute("lang", "en")
    ximena.page.locator("#table-language button[value=es]").click()
    expect(television.locator("html")).to_have_attribute("lang", "es")
    assert english_words(television) == set()
