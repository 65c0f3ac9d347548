"""What the table screen shows large when somebody lost something: for how long, in which order, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.fast_play import Quick
from tests.core.purses import Purses

ANA, BEN, CLEO = 1, 2, 3


@pytest.fixture
def crowd(chromium: Browser, tmp_path: Path, pictures: Path) -> Iterator[Crowd]:
    companion = Companion(tmp_path / "data", games=(Purses(),))
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


@pytest.fixture
def play(crowd: Crowd) -> Quick:
    return crowd.begun_play("purses", "Ana", "Ben", "Cleo")


@pytest.fixture
def screen(crowd: Crowd, play: Quick) -> Page:
    del play
    page = crowd.person(size=(1920, 1080), scale=1).page
    page.clock.install()
    page.goto(f"{crowd.base}/table")
    expect(page.locator("#link")).to_be_hidden()
    return page


def acts(play: Quick, seat: int, what: str, n: int | None = None) -> None:
    play.answers(seat, what)
    if n is not None:
        play.answers(seat, n)


def shown(page: Page) -> Locator:
    return page.locator("#announcement:not([hidden]) .moment")


def test_a_loss_covers_board_and_story_for_six_to_twelve_seconds(play: Quick, screen: Page) -> None:
    expect(shown(screen)).to_have_count(0)
    acts(play, ANA, "rob", 2)
    expect(shown(screen)).to_contain_text("Ana robs Ben of 2.")
    expect(shown(screen)).to_contain_text("Give Ana 2 coins.")
    expect(screen.locator("[data-colours]")).to_have_count(1)  # a second one would keep colours of a play that is over
    who, over = screen.locator("#screen-head").bounding_box(), screen.locator("#announcement").bounding_box()
    assert who is not None
    assert over is not None
    assert over["y"] >= who["y"] + who["height"], "whose turn it is stays in sight"
    assert over["y"] + over["height"] == 1080
    screen.clock.run_for(5900)
    expect(shown(screen)).to_have_count(1)
    screen.clock.run_for(6200)
    expect(shown(screen)).to_have_count(0)
    expect(screen.locator("#story-card")).to_contain_text("Ana robs Ben of 2.")


def test_the_next_act_of_somebody_else_ends_it(play: Quick, screen: Page) -> None:
    acts(play, ANA, "rob", 2)
    expect(shown(screen)).to_have_count(1)
    play.answers(BEN, "take")
    screen.clock.run_for(1000)
    expect(shown(screen)).to_have_count(1)
    play.answers(BEN, 1)
    expect(shown(screen)).to_have_count(0)


def test_the_next_loss_takes_the_place_of_the_one_before(play: Quick, screen: Page) -> None:
    acts(play, ANA, "rob", 2)
    expect(shown(screen)).to_contain_text("Ana robs Ben of 2.")
    acts(play, BEN, "rob", 1)
    expect(shown(screen)).to_contain_text("Ben robs Cleo of 1.")
    expect(shown(screen)).to_have_count(1)


def test_a_screen_that_is_opened_later_begins_with_the_board(crowd: Crowd, play: Quick, screen: Page) -> None:
    acts(play, ANA, "rob", 2)
    expect(shown(screen)).to_have_count(1)
    other = crowd.person(size=(1920, 1080), scale=1).page
    other.goto(f"{crowd.base}/table")
    expect(other.locator("#story-card")).to_contain_text("Ana robs Ben of 2.")
    expect(shown(other)).to_have_count(0)
