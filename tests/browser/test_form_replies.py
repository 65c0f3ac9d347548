"""Replies to what a form asks while it is filled: none comes under a finger, and none after a newer one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Companion, Crowd
from tests.browser.late_replies import arrived, delays_replies
from tests.browser.test_own_changes import SoldSomewhere
from tests.browser.test_steps import calm, middle


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SoldSomewhere(),))
    yield made
    made.app.close()


@pytest.fixture
def page(crowd: Crowd) -> Page:
    """Of a seat whose form has one field, and another where something is sold."""
    crowd.begun_play("asking", "Marco", "Lucía")
    opened = crowd.phone(1).page
    delays_replies(opened, "/seat/form/fill")
    calm(opened)
    return opened


def way(page: Page, value: str) -> Locator:
    return page.locator(f"label:has(input[value={value}])")


@pytest.mark.long
def test_the_reply_to_a_change_waits_while_a_finger_is_down(page: Page) -> None:
    where = page.locator("[data-field=where]")
    way(page, "sell").click()
    arrived(page, 1)
    page.mouse.move(*middle(page.locator("#sentence")))
    page.mouse.down()
    page.evaluate("window.replies[0]()")
    page.wait_for_timeout(400)
    expect(where).to_have_count(0)
    page.mouse.up()
    expect(where).to_be_visible()
    expect(page.locator("form[data-filling]")).to_have_count(0)


def test_a_late_reply_to_an_older_change_is_not_shown(page: Page) -> None:
    where, waiting = page.locator("[data-field=where]"), page.locator("form[data-filling]")
    way(page, "sell").click()
    arrived(page, 1)
    way(page, "keep").click()
    arrived(page, 2)
    page.evaluate("window.replies[1]()")
    expect(waiting).to_have_count(0)
    page.evaluate("window.replies[0]()")
    page.wait_for_timeout(400)
    expect(where).to_have_count(0)
    expect(way(page, "keep").locator("input")).to_be_checked()
    expect(page.locator("form [data-ready=yes]")).to_be_enabled()
