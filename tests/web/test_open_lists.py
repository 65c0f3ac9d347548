"""A list that is the same for everybody stands open; what is chosen from it is covered at once."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.web.fake_server import FakeServer

pytestmark = pytest.mark.browser


def test_the_list_is_open_and_the_choice_is_covered_at_once(fake_server: FakeServer) -> None:
    fake_server.open("ask-same-list")
    page = fake_server.page
    asking = page.locator(".seat-asks .asking").first
    wait = asking.locator(".option", has_text="Esperar")
    expect(asking.locator(".ask-prompt").first).to_have_text("Expansion: the price")
    expect(wait).to_be_visible()
    expect(asking.locator(".cover-face")).to_be_hidden()
    wait.click()
    expect(wait).to_be_hidden()
    expect(asking.locator(".cover-title")).to_have_text("Your choice is covered")
    assert "Esperar" not in page.locator("body").inner_text()
    asking.locator("[data-hold]").hover()
    page.mouse.down()
    expect(wait).to_be_visible()
    page.mouse.up()
    expect(wait).to_be_hidden()
    with page.expect_request("**/seat/answer") as sent:
        page.get_by_role("button", name="Keep my choice").click()
    body = parse_qs(sent.value.post_data or "")
    assert (body["answer"], body["do"]) == (["wait"], ["answer"])
