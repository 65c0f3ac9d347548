"""A toast lies where nothing can be tapped, and a tap goes through it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person

COVERED = """(tapped) => {
    const { left, top, right, bottom } = document.getElementById("link").getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return ["the window's edge"];
    return [...document.querySelectorAll(tapped)].filter((node) => node.checkVisibility()).filter((node) => {
        const box = node.getBoundingClientRect();
        if (!box.width || !box.height) return false;
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).map((node) => (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 40));
}"""
"""What lies under the toast, by its words."""
TAPPED = "a[href], button, summary, label, input, select, textarea, [data-pick], .cover-face"
FIRST = ", ".join(f":is({each}):is({TAPPED})" for each in (".act", ".top *", ".turn-band *", ".tab-bar *", ".bar *"))
"""The button, whose turn it is, tabs and head, of a page so full that something lies under a toast."""
SIZES = [(360, 640), (390, 844)]


SAYS = """async () => {
    const { texts, toast } = await import("/static/scripts/toast.js");
    toast(texts.lost, { stays: true });
}"""
SCROLLS = "() => new Promise((done) => { scrollBy(0, 150); setTimeout(done, 400); })"


def looks_on(person: Person, path: str, tapped: str = TAPPED) -> list[str]:
    """What the longest of them covers, as the page opens and after it was scrolled."""
    page = person.opens(path)
    person.settles()
    page.evaluate(SAYS)
    expect(page.locator("#link")).to_contain_text("Connection lost")
    found = page.evaluate(COVERED, tapped)
    page.evaluate(SCROLLS)
    return [f"{path}: {one}" for one in found + page.evaluate(COVERED, tapped)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("game", "tapped"), [("antike", TAPPED), ("sheet:provinces", TAPPED)])
def test_what_is_asked_and_the_tabs_stay_free(crowd: Crowd, game: str, tapped: str, size: tuple[int, int]) -> None:
    crowd.begun_play(game, "Marco", "Lucía")
    found = [one for seat in (1, 2) for one in looks_on(crowd.phone(seat, size=size), "/seat", tapped)]
    assert found == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_head_and_button_of_the_lobby_and_of_the_page_of_the_host_stay_free(
    crowd: Crowd, size: tuple[int, int]
) -> None:
    phone = crowd.person(size=size)
    phone.sits_down(1, "Ana")
    host = crowd.person(size=size)
    host.becomes_host()
    found = [*looks_on(phone, "/seat", FIRST), *looks_on(phone, "/"), *looks_on(host, "/host", FIRST)]
    assert found == []


def test_a_tap_goes_through(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    phone = crowd.phone(1)
    under = """() => {
        const toast = document.getElementById("link");
        toast.hidden = false;
        toast.style.top = toast.style.left = "0px";
        return toast.contains(document.elementFromPoint(10, 10));
    }"""
    assert phone.page.evaluate(under) is False
