"""What a phone shows of the pieces, ticked by a tap; and what happened while it was not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Companion, Crowd, gathered
from tests.core.purses import Purses

ANA, BEN = 1, 2
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def crowd(chromium: Browser, tmp_path: Path, pictures: Path) -> Iterator[Crowd]:
    companion = Companion(tmp_path / "data", games=(Purses(),))
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


def read_up_to(page: Page, crowd: Crowd, line: int) -> None:
    """Wait until the table knows that this page was looked at."""
    page.wait_for_function("line => document.querySelector('#slips').dataset.line == line", arg=line)
    reading = crowd.companion.table.rooms.reading
    for _ in range(200):
        if reading._mark(BEN).line == line:
            return
        page.wait_for_timeout(50)
    raise AssertionError(reading._mark(BEN))


def test_a_phone_shows_what_to_do_and_done_takes_it_away(crowd: Crowd) -> None:
    play = crowd.begun_play("purses", "Ana", "Ben")
    page = crowd.phone(BEN).page
    play.answers(ANA, "rob")
    play.answers(ANA, 2)
    slip = page.locator(".slip")
    expect(slip).to_contain_text("Give Ana 2 coins.")
    question = page.locator("form.ask").first
    above, below = slip.bounding_box(), question.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    slip.get_by_role("button", name="Done").tap()
    expect(slip).to_have_count(0)
    expect(page.locator("#slips")).to_be_hidden()


def test_a_phone_that_is_looked_at_again_says_what_happened_meanwhile(crowd: Crowd) -> None:
    play = crowd.begun_play("purses", "Ana", "Ben", "Cleo")
    page = crowd.phone(BEN).page
    read_up_to(page, crowd, 1)
    play.answers(ANA, "rob")
    play.answers(ANA, 1)
    read_up_to(page, crowd, 2)
    expect(page.locator("#digest")).to_have_count(0)
    page.evaluate(HIDE, True)
    for seat, what, n in ((BEN, "take", 1), (3, "rob", 1), (ANA, "rob", 4)):
        play.answers(seat, what)
        play.answers(seat, n)
    page.evaluate(HIDE, False)
    digest = page.locator("#digest")
    expect(digest).to_contain_text("Since your last look: 2")
    expect(digest).to_contain_text("Ana robs Ben of 4.")
    read_up_to(page, crowd, 5)
    page.reload()
    expect(page.locator("#slips")).to_be_attached()
    expect(page.locator("#digest")).to_have_count(0)


def test_the_table_screen_shows_what_everybody_does(crowd: Crowd) -> None:
    play = crowd.begun_play("purses", "Ana", "Ben")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    play.answers(ANA, "all")
    play.answers(ANA, 3)
    expect(screen.page.locator("#story")).to_contain_text("Take 3 coins.")
    box = screen.page.locator("#story").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1920
    assert box["y"] + box["height"] <= 1080
