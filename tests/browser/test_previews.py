"""Beside the button that sends it stands what the last choice would do, however late the preview of an older one is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Companion, Crowd
from tests.browser.late_replies import arrived, delays_replies
from tests.browser.test_steps import FORM, calm, pick
from tests.service.test_only_answers import SeveralQuestions


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SeveralQuestions(pick("First", usual="green")),))
    yield made
    made.app.close()


@pytest.fixture
def page(crowd: Crowd) -> Page:
    """Of a seat to which the usual answer is shown chosen; its preview is late."""
    crowd.begun_play("asking", "Marco", "Lucía")
    opened = crowd.phone(1).page
    delays_replies(opened, "/seat/preview")
    arrived(opened, 1)
    calm(opened)
    return opened


def test_the_late_preview_of_an_older_choice_does_not_undo_the_last_one(page: Page) -> None:
    chosen = page.locator(f"{FORM} [data-chosen]")
    page.locator(f"{FORM} button.option[value=red]").click()
    expect(chosen).to_have_value("red")
    page.evaluate("window.replies[0]()")
    page.wait_for_timeout(300)
    expect(chosen).to_have_value("red")
    expect(page.locator(f"{FORM} [data-act]")).to_have_text("Red")
