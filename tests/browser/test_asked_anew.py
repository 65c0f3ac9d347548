"""What is asked anew begins with what the table suggests, also where its fields are drawn as they were before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Companion, Crowd
from tests.service.asking_game import AskingGame

FORM = "form[data-ask]"


@pytest.fixture
def companion(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (AskingGame(request.param),))
    yield made
    made.app.close()


@pytest.fixture
def page(crowd: Crowd) -> Page:
    """The phone of somebody who plays alone, and is asked again after every answer."""
    crowd.begun_play("asking", "Marco")
    return crowd.phone(1).page


def send(page: Page) -> None:
    """Tap the button; the next question has come."""
    before = page.locator(FORM).get_attribute("data-digest")
    button = page.locator(f"{FORM} button.act")
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator(FORM)).not_to_have_attribute("data-digest", before or "")


@pytest.mark.long
@pytest.mark.parametrize("companion", ["count"], indirect=True)
def test_a_number_that_was_sent_does_not_stand_in_the_next_question(page: Page) -> None:
    field = page.locator(f"{FORM} input[type=number]")
    field.fill("7")
    send(page)
    expect(field).to_have_value("4")


@pytest.mark.parametrize("companion", ["pick-many"], indirect=True)
def test_what_was_ticked_and_sent_is_not_ticked_in_the_next_question(page: Page) -> None:
    page.locator(f"{FORM} label.option:has(input[value=red])").click()
    send(page)
    expect(page.locator(f"{FORM} input:checked")).to_have_count(0)
    expect(page.locator(f"{FORM} [data-picked]")).to_have_text("0/2")
