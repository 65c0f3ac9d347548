"""A score sheet written with taps on the host's page, mended, kept, and played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import Person


def admin(crowd: Crowd, *, script: bool = True) -> Person:
    """Somebody who may write sheets."""
    person = crowd.person(script=script)
    person.holds(HOST)
    assert crowd.companion.table.ask(HOST, BecomeHost("2718")).taken
    return person


@pytest.mark.long
def test_a_sheet_is_written_mended_kept_and_played(crowd: Crowd) -> None:
    host = crowd.person()
    host.holds(HOST)
    for seat, name in ((1, "Marco"), (2, "Lucía")):
        assert crowd.companion.table.ask(token(seat), TakeSeat(seat, name)).taken
    host.becomes_host()
    host.page.get_by_role("link", name="Write a sheet", exact=True).click()
    page = host.page
    page.get_by_label("Name of the game").fill("Garden")
    page.locator("button.game", has_text="Points for every unit").click()
    page.locator("#category_2e0_2ename").fill("Trees")
    page.locator("#category_2e0_2epoints").fill("three")
    expect(page.locator("#category_2e0_2epoints-wrong")).to_contain_text("a whole number from -9999 to 9999")
    expect(page.locator("#build-state")).to_contain_text("1 thing to mend.")
    expect(page.locator("#category_2e0_2ename")).to_have_value("Trees")
    page.locator("#category_2e0_2epoints").fill("3")
    expect(page.locator("#category_2e0_2epoints-wrong")).to_have_count(0)
    page.locator("button.game", has_text="Most of something").click()
    page.locator("#category_2e1_2ename").fill("Ponds")
    page.locator("#build-keep").click()
    expect(page.locator("#category_2e1_2eplaces-wrong")).to_contain_text("Still missing.")
    page.locator("#category_2e1_2eplaces").fill("5")
    expect(page.locator("#build-state")).to_contain_text("The sheet is complete.")
    expect(page.locator("#preview .ledger")).to_contain_text("Ponds")
    page.get_by_role("button", name="Up", exact=True).click()
    expect(page.locator("#category_2e0_2ename")).to_have_value("Ponds")
    host.picture("sheet", whole=True)
    page.locator("#build-keep").click()
    page.wait_for_url("**/host")
    expect(page.get_by_text("The sheet is saved. It can be chosen like any game.")).to_be_visible()
    host.begins("Garden")
    marco = crowd.phone(1)
    expect(marco.page.locator("#pad-asked")).to_contain_text("Ponds")
    marco.answers(marco.form(), number=2)
    expect(marco.page.locator("#pad-asked")).to_contain_text("Trees")


@pytest.mark.long
def test_a_sheet_is_written_without_a_script(crowd: Crowd) -> None:
    page = admin(crowd, script=False).opens("/host/sheets/new")
    page.locator("#name").fill("Bridge")
    page.locator("button.game", has_text="Points as they are").click()
    page.locator("#category_2e0_2ename").fill("North and South")
    page.locator("button", has_text="Add a tie-break").click()
    expect(page.locator("#category_2e0_2ename")).to_have_value("North and South")
    page.locator("#build-keep").click()
    expect(page.locator("#ladder_2e0_2ecategory-wrong")).to_contain_text("Still missing.")
    page.locator("#ladder_2e0_2ecategory").select_option("1. North and South")
    page.locator("#build-keep").click()
    page.wait_for_url("**/host")
    assert 'category = "north-and-south"' in (crowd.companion.app.opened.library.sheet("sheet:bridge") or "")


@pytest.mark.long
def test_a_shipped_sheet_is_opened_as_a_copy_and_sent_home(crowd: Crowd) -> None:
    page = admin(crowd).opens("/host/sheet/sheet:hearts")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    assert waiting.value.suggested_filename == "hearts-2.toml"


@pytest.mark.long
def test_what_is_typed_on_a_bad_line_is_checked(crowd: Crowd) -> None:
    page = admin(crowd).opens("/host/sheets/new")
    page.locator("button.game", has_text="Points as they are").click()
    expect(page.locator("#category_2e0_2ename")).to_be_visible()
    scripts: list[Route] = []
    page.route("**/pages/sheet.js", lambda script: scripts.append(script))
    with page.expect_request("**/pages/sheet.js"):
        page.locator("#build-keep").click(no_wait_after=True)
    page.locator("#name").fill("Bridge")
    page.locator("#category_2e0_2ename").fill("North and South")
    page.route("**/build", lambda route: route.abort(), times=1)
    page.unroute("**/pages/sheet.js")
    for script in scripts:
        script.continue_()
    expect(page.locator("#build-state")).to_contain_text("The sheet is complete.")


@pytest.mark.long
def test_somebody_who_sits_here_writes_a_sheet_on_a_phone(crowd: Crowd) -> None:
    """Names of the kinds of points stand in lines, and a game to ten thousand can be written."""
    assert crowd.companion.table.ask(token(1), TakeSeat(1, "Marco")).taken
    marco = crowd.person()
    marco.holds(token(1))
    page = marco.opens("/game")
    page.get_by_role("link", name="Write a sheet for another game").tap()
    kinds = page.locator("button.game .game-title")
    expect(kinds.first).to_be_visible()
    sizes = [kind.bounding_box() or {} for kind in kinds.all()]
    assert all(size["width"] > size["height"] for size in sizes), sizes
    expect(page.locator("#build-state")).to_contain_text("Give it a name")
    page.locator("#name").fill("Ten thousand")
    page.locator("#rounds").select_option("open")
    page.locator("button.game").first.tap()
    page.locator("#category_2e0_2ename").fill("Points")
    expect(page.locator(".build .field-problem")).to_have_count(0)
    page.locator("details#more summary").tap()
    page.locator("[name=ends_at]").fill("10000")
    expect(page.locator("#build-state")).to_contain_text("The sheet is complete.")
    marco.picture("sheet-phone")
    page.locator("#build-keep").tap()
    page.wait_for_url("**/game")
    assert "ends_at = 10000" in (crowd.companion.app.opened.library.sheet("sheet:ten-thousand") or "")
