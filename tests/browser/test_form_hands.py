"""Safe hands with forms: whose hands a shared phone is in, and what touching a form must not send."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.service.seats.seat_requests import BecomeHost
from companion.service.session.session_requests import BeginPlay, ChooseGame
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST
from tests.browser.people import Person
from tests.service.test_form_offers import HARVEST
from tests.service.test_only_answers import SeveralQuestions

FORM = "form[data-form]"


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SeveralQuestions(*HARVEST),))
    yield made
    made.app.close()


def shared_phone(crowd: Crowd, *, script: bool) -> Person:
    """One phone of two people, at the cover of a play that has begun."""
    phone = crowd.person(script=script)
    phone.sits_down(1, "Marco")
    phone.opens("/?seats=1")
    phone.page.locator("label[for=sit-2]").click()
    phone.page.fill("#sit-name", "Lucía")
    phone.page.locator("button[formaction='/share']").click()
    for asked in (BecomeHost("2718"), ChooseGame("asking", {}, {}), BeginPlay()):
        assert crowd.companion.table.ask(HOST, asked).taken
    phone.opens("/seat")
    return phone


@pytest.mark.parametrize("script", [True, False])
def test_a_shared_phone_keeps_nothing_of_the_seat_that_has_sent_a_form(crowd: Crowd, script: bool) -> None:
    phone = shared_phone(crowd, script=script)
    phone.page.get_by_role("button", name="I am Marco").click()
    expect(phone.page.locator(".top-name")).to_have_text("Marco")
    phone.page.locator("input[name='one.fish']").fill("3")
    phone.page.locator(f"{FORM} [data-ready]").click()
    lucia = phone.page.locator(".pass-page .act")
    expect(lucia).to_have_text("I am Lucía")
    expect(phone.page.locator(".top-name")).not_to_have_text("Marco")
    expect(phone.page.locator("#rename")).to_have_count(0)
    lucia.click()
    expect(phone.page.locator(".top-name")).to_have_text("Lucía")
    expect(phone.page.locator("input[name='one.fish']")).to_have_value("1")
