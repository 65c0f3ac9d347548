"""A phone reads its page aloud: what is read, in which voice, and what ends it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.fake_server import FakeServer

pytestmark = pytest.mark.browser

VOICES = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(words) { this.words = words; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [{ name: "Paulina", lang: "es-MX" }, { name: "Daniel", lang: "en_GB" }],
  speak(said) { window.spoken.push(said); },
  cancel() { window.spoken.push("cancel"); },
} });
"""
"""Voices that note what they were to say."""
NO_VOICES = "Object.defineProperty(window, 'speechSynthesis', { value: undefined });"
READ, STOP = "Read aloud", "Stop reading"


@pytest.fixture
def table(fake_server: FakeServer) -> FakeServer:
    return fake_server


def opened(table: FakeServer, name: str = "ask-count", tab: str = "mine") -> None:
    table.page.add_init_script(VOICES)
    table.open(name, tab=tab)


def spoken(table: FakeServer) -> list[Any]:
    """What the voice was told to say, from the last time it was told to be silent."""
    said: list[Any] = table.page.evaluate("spoken.slice(spoken.lastIndexOf('cancel') + 1).map(({ words }) => words)")
    return said


def reads(table: FakeServer) -> list[Any]:
    if not table.page.locator("#menu[open]").count():
        table.page.locator("#menu > summary").click()
    table.page.get_by_role("button", name=READ).click()
    expect(table.page.get_by_role("button", name=STOP)).to_be_visible()
    return spoken(table)


def test_a_page_is_read_in_its_order_by_a_voice_of_its_language(table: FakeServer) -> None:
    table.page.set_viewport_size({"width": 1024, "height": 800})  # where the row of seats is seen
    opened(table)
    said = reads(table)
    sentence = table.page.locator("#sentence").inner_text()
    assert sentence in said
    awaited = next(place for place, words in enumerate(said) if "is awaited" in words)
    assert said.index(sentence) < awaited, "words for screen readers are read where they stand"
    assert table.page.evaluate("[spoken.at(-1).voice.name, spoken.at(-1).lang]") == ["Daniel", "en"]


@pytest.mark.parametrize("is_open", [False, True])
def test_nothing_under_a_cover_is_read(table: FakeServer, is_open: bool) -> None:
    opened(table)
    if is_open:
        table.page.locator("#w-destiny-cover [data-keep-open]").click()
        expect(table.page.get_by_text("Oráculo")).to_be_visible()
    assert not any("Oráculo" in words for words in reads(table))


def test_what_is_hidden_from_screen_readers_is_not_read(table: FakeServer) -> None:
    opened(table)
    table.page.evaluate(
        "document.querySelector('#sentence').insertAdjacentHTML('beforeend', '<i aria-hidden=true>xx</i>')"
    )
    assert not any("xx" in words for words in reads(table))


@pytest.mark.long
@pytest.mark.parametrize(
    "end", ["cover", *(pytest.param(end, marks=pytest.mark.long) for end in ("button", "blur", "page"))]
)
def test_reading_stops(table: FakeServer, end: str) -> None:
    opened(table)
    assert reads(table)
    match end:
        case "button":
            table.page.get_by_role("button", name=STOP).click()
        case "cover":
            table.page.locator(".band-cover").evaluate("button => button.click()")
        case "blur":
            table.page.evaluate("dispatchEvent(new Event('blur'))")
        case _:
            table.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(table.page.get_by_role("button", name=READ)).to_be_visible()
    assert spoken(table) == []


@pytest.mark.long
def test_a_page_that_is_read_to_its_end_offers_to_be_read_again(table: FakeServer) -> None:
    opened(table)
    reads(table)
    table.page.evaluate("spoken.at(-1).onend()")
    expect(table.page.get_by_role("button", name=READ)).to_be_visible()


def test_without_voices_there_is_no_button(table: FakeServer) -> None:
    table.page.add_init_script(NO_VOICES)
    table.open("ask-count")
    expect(table.page.locator("[data-read-aloud]")).to_be_hidden()
